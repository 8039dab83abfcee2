//! The toy game of written trees: it keeps to the contract, and its numbers are those written.

use kingmaker_core::conformance::Kit;
use kingmaker_core::conformance::tree::{Branch, TreeGame};
use kingmaker_core::perft::{divide, perft};
use kingmaker_core::{BoardEvaluator, Game, Knowledge, MoveOrdering, Notation, Player, Rng, Turn};

/// Three players, eight leaves: the shape of the usual figure of max^n.
const THREE_PLAYERS: &str = "
    (1 left:(2 =[.3 .3 .4] low:(3 a:[.5 .25 .25] b:[.1 .1 .8])
                           high^2:(3 a:[0 1 0] b:[1 0 0]))
       right^1:(2 low:(3 a:[.3 .3 .4] b:[.6 .2 .2])
                  high:(3 a:[0 .5 .5] b:[.2 .2 .6])))";

const WITH_CHANCE: &str = "
    (1 safe:(2 take:[.5 .5] leave:[.25 .75])
       bold:(? 0.9:[1 0] 0.1:(2 take:[0 1] leave:[.5 .5]))
       wild:(? 1/6:[1 0] 1/6:[0 1] 2/3:(? 1/2:[1 0] 1/2:[0 1])))";

fn tree(text: &str) -> TreeGame {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn written_trees_conform() {
    for text in [THREE_PLAYERS, WITH_CHANCE, "[1 0]", "(6 [0 0 0 0 0 0] {13 0 7 0 0 2})"] {
        Kit::new(&tree(text), text).check_rules().check_notation().check_knowledge().check_scene();
    }
    Kit::new(&tree(WITH_CHANCE), "tree with chance").check_chance();
}

#[test]
fn random_trees_conform() {
    let mut rng = Rng::new(5);
    for players in 2..=6 {
        let game = TreeGame::random(players, 4, 4, &mut rng, true);
        let kit = Kit::new(&game, game.to_string());
        kit.check_rules().check_notation().check_knowledge().check_chance().check_scene();
    }
}

#[test]
fn perft_counts_the_paths() {
    let three = tree(THREE_PLAYERS);
    let counts: Vec<u64> = (0..=4).map(|depth| perft(&three, &three.root(), depth)).collect();
    assert_eq!(counts, [1, 2, 4, 8, 0]);

    // Three moves at the root; `safe` is followed by two moves, the others by two and three outcomes of chance.
    let chance = tree(WITH_CHANCE);
    let counts: Vec<u64> = (0..=3).map(|depth| perft(&chance, &chance.root(), depth)).collect();
    assert_eq!(counts, [1, 3, 7, 4]);
    let below: Vec<u64> = divide(&chance, &chance.root(), 2).into_iter().map(|(_, count)| count).collect();
    assert_eq!(below, [2, 2, 3]);

    // Five leaves at different depths: 1, 2 and 3 plies below the root.
    let uneven = tree("(1 [1 0] (2 [0 1] (1 [1 0] [0 1] [1 0])))");
    let counts: Vec<u64> = (0..=4).map(|depth| perft(&uneven, &uneven.root(), depth)).collect();
    assert_eq!(counts, [1, 2, 2, 3, 0]);
}

#[test]
fn positions_and_knowledge_are_as_written() {
    let game = tree(THREE_PLAYERS);
    assert_eq!((game.players(), game.nodes(), game.height(), game.slots()), (3, 15, 3, 2));
    let left = game.at("left").expect("a node");
    assert_eq!(game.turn(&left), Turn::Player(Player::new(1)));
    assert_eq!(game.evaluate(&left, BoardEvaluator::default()).as_slice(), [0.3, 0.3, 0.4]);
    assert_eq!(game.evaluate(&game.root(), BoardEvaluator::default()).as_slice(), [0.0; 3]);
    assert_eq!([0, 1].map(|index| game.priority(&left, MoveOrdering::default(), Branch::new(index))), [0, 2]);
    let leaf = game.at("/left/high/b").expect("a node");
    assert_eq!(game.position_text(&leaf), "/left/high/b");
    assert_eq!(game.scores(&leaf).shares().as_slice(), [1.0, 0.0, 0.0]);
    let error = game.at("/left/hihg").expect_err("no such move").to_string();
    assert_eq!(error, "'hihg' is not understood; expected low or high");
}

#[test]
fn scores_are_shares_of_one_point_whatever_the_numbers() {
    let game = tree("(1 shares:[.2 .8] points:[3 1] nothing:[0 0] open:{13 0})");
    let shares = |path| *game.scores(&game.at(path).expect("a node")).shares();
    assert_eq!(shares("shares").as_slice(), [0.2, 0.8]);
    assert_eq!(shares("points").as_slice(), [0.75, 0.25]);
    assert_eq!(shares("nothing").as_slice(), [0.5, 0.5]);
    assert_eq!(shares("open/end").as_slice(), [1.0, 0.0]);
    let open = game.at("open").expect("a node");
    assert_eq!(game.turn(&open), Turn::Player(Player::new(0)));
    assert_eq!(game.evaluate(&open, BoardEvaluator::default()).as_slice(), [13.0, 0.0]);
}

#[test]
fn random_trees_keep_within_their_bounds() {
    let mut rng = Rng::new(9);
    let mut chance_nodes = 0;
    for _ in 0..50 {
        let game = TreeGame::random(3, 5, 3, &mut rng, true);
        assert!((1..=5).contains(&game.height()) && game.slots() <= 3, "{game}");
        chance_nodes += game.to_string().matches('?').count();
        let still = TreeGame::random(4, 3, 2, &mut rng, false);
        assert!(!still.to_string().contains('?'), "{still}");
    }
    assert!(chance_nodes > 100, "{chance_nodes}");
    let twice = [1, 1].map(|seed| TreeGame::random(2, 6, 3, &mut Rng::new(seed), true).to_string());
    assert_eq!(twice[0], twice[1]);
}
