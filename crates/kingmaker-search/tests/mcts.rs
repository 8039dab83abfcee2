//! Monte-Carlo Tree Search on Focus: budgets, bounds and determinism.

use std::time::{Duration, Instant};

use kingmaker_core::options::{Args, read};
use kingmaker_core::{Game, Notation, Player, Rng};
use kingmaker_games::chinese_checkers::ChineseCheckers;
use kingmaker_games::focus::{Focus, State};
use kingmaker_search::mcts::Mcts;
use kingmaker_search::toolbox::{PLAYERS, SELECTIONS};
use kingmaker_search::{Budget, Searcher, Stop, Toolbox};

fn toolbox() -> Toolbox<Focus> {
    Toolbox::default().knowledge()
}

fn args(spec: &str) -> Args {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    read(spec, "player", &schemas).expect("a valid spec")
}

fn player(spec: &str) -> Box<dyn Searcher<Focus>> {
    toolbox().searcher(&args(spec), &Focus::new(2, 20_000)).expect("Focus has what it needs")
}

fn start(players: usize) -> (Focus, State) {
    let game = Focus::new(players, 20_000);
    let state = game.start(&mut Rng::new(0));
    (game, state)
}

fn mcts(spec: &str) -> Mcts<Focus> {
    Mcts::from_args(&args(spec), &toolbox(), &Focus::new(2, 20_000)).expect("Focus has what it needs")
}

/// Player 1 needs one more piece of player 2 and can take it from d8 to d7.
const WIN_IN_ONE: &str = ".,1,.,./.,.,21212,.,.,./.,.,.,.,.,.,.,./2,.,.,.,.,.,.,2/.,.,.,.,.,.,.,./.,.,2,.,.,.,.,./.,.,.,.,.,1/.,.,.,. \
                1 0,0 0,5/0,0 - 30";

#[test]
fn equal_seeds_give_equal_reports() {
    let (game, state) = start(3);
    let search = |seed| player("mcts").search(&game, &state, &Budget::playouts(300), &mut Rng::new(seed));
    let (one, same, other) = (search(1), search(1), search(2));
    let visits =
        |report: &kingmaker_search::Report<_>| report.candidates.iter().map(|c| (c.mv, c.visits)).collect::<Vec<_>>();
    assert_eq!(visits(&one), visits(&same));
    assert_eq!(one.line, same.line);
    assert_ne!(visits(&one), visits(&other));
}

#[test]
fn a_searcher_remembers_nothing_from_its_last_search() {
    let (game, state) = start(4);
    let mut used = player("mcts");
    used.search(&game, &state, &Budget::playouts(500), &mut Rng::new(5));
    let again = used.search(&game, &state, &Budget::playouts(200), &mut Rng::new(9));
    let fresh = player("mcts").search(&game, &state, &Budget::playouts(200), &mut Rng::new(9));
    assert_eq!((again.best, again.nodes, again.line), (fresh.best, fresh.nodes, fresh.line));
}

/// Whatever a selection strategy learns or keeps, it finds a win in one, forgets the last search, and
/// works with several threads and in a full tree.
#[test]
fn every_selection_strategy_can_be_relied_on() {
    let (game, state) = start(3);
    let two = Focus::new(2, 20_000);
    let won = two.parse_position(WIN_IN_ONE).expect("valid");
    let examples = SELECTIONS.iter().flat_map(|schema| schema.examples);
    for spec in examples {
        let mut used = player(spec);
        let report = used.search(&two, &won, &Budget::playouts(500), &mut Rng::new(5));
        assert_eq!(two.move_text(&won, report.best), "d8-d7", "{spec}");
        let again = used.search(&game, &state, &Budget::playouts(300), &mut Rng::new(9));
        let fresh = player(spec).search(&game, &state, &Budget::playouts(300), &mut Rng::new(9));
        let visits = |report: &kingmaker_search::Report<_>| {
            report.candidates.iter().map(|c| (c.mv, c.visits, c.opinion.map(f32::to_bits))).collect::<Vec<_>>()
        };
        assert_eq!((visits(&again), again.line), (visits(&fresh), fresh.line), "{spec}");
        for more in ["threads=3", "tree=100", "policy=brs-plus", "urgency=0.5"] {
            let spec = format!("{}, {more})", &spec[..spec.len() - 1]);
            let report = player(&spec).search(&game, &state, &Budget::playouts(300), &mut Rng::new(1));
            assert_eq!(report.playouts, 300, "{spec}");
        }
    }
}

#[test]
fn visits_add_up() {
    let (game, state) = start(2);
    let mut search = mcts("mcts");
    let report = search.search(&game, &state, &Budget::playouts(3000), &mut Rng::new(3));
    assert_eq!((report.playouts, report.stop), (3000, Stop::Playouts));
    assert_eq!(report.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 3000);
    // A node's visits are one more than its children's, but for the root (Nijssen 2013, section 2.6.2).
    let tree = search.tree();
    for index in 0..tree.len() {
        let below: u32 = tree.children(index).iter().map(|child| child.visits()).sum();
        if tree.node(index).is_expanded() {
            assert_eq!(tree.node(index).visits(), below + u32::from(index != 0), "node {index}");
        }
    }
    // Every player's values are shares of one point.
    for candidate in &report.candidates {
        let values = candidate.values.expect("every root move was tried");
        assert!((values.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }
}

#[test]
fn a_full_tree_goes_on_sampling() {
    let (game, state) = start(4);
    for bound in [1, 10, 100, 1000] {
        let mut search = mcts(&format!("mcts(tree={bound})"));
        let report = search.search(&game, &state, &Budget::playouts(400), &mut Rng::new(1));
        assert!(report.nodes as usize <= bound, "{} nodes where {bound} are allowed", report.nodes);
        assert_eq!(report.playouts, 400);
        let mut legal = Vec::new();
        game.legal_moves(&state, &mut legal);
        assert!(legal.contains(&report.best));
    }
}

#[test]
fn time_is_a_budget_too() {
    let (game, state) = start(3);
    let begun = Instant::now();
    let report = player("mcts").search(&game, &state, &Budget::time(Duration::from_millis(20)), &mut Rng::new(1));
    assert_eq!(report.stop, Stop::Time);
    assert!(report.playouts > 0);
    // Not a speed claim: the search ends at all, and not before its time.
    assert!(begun.elapsed() >= Duration::from_millis(20));
}

/// Also where many moves were tried equally often.
#[test]
fn the_line_begins_with_the_chosen_move() {
    let (game, state) = start(2);
    for seed in 0..40 {
        let budget = Budget::playouts(1 + seed % 7);
        let report = player("mcts").search(&game, &state, &budget, &mut Rng::new(seed));
        assert_eq!((report.line[0], report.candidates[0].mv), (report.best, report.best));
        let mover = report.candidates[0].values.expect("the chosen move was tried")[Player::new(0)];
        assert!((report.value.expect("a value") - f64::from(mover)).abs() < 1e-6);
    }
}

/// Random games of Chinese Checkers for two take hundreds of thousands of plies.
#[test]
fn a_long_playout_ends_when_the_time_is_over() {
    let game = ChineseCheckers::new(2, 10_000_000);
    let state = game.start(&mut Rng::new(0));
    let toolbox = Toolbox::default().knowledge();
    let mut searcher = toolbox.searcher(&args("mcts(playout=random)"), &game).expect("no more than the rules");
    for seed in 0..5 {
        let report = searcher.search(&game, &state, &Budget::time(Duration::from_millis(2)), &mut Rng::new(seed));
        let mut legal = Vec::new();
        game.legal_moves(&state, &mut legal);
        assert!(report.stop == Stop::Time && legal.contains(&report.best));
        assert!(report.playout_plies < 10_000_000, "no playout came to the cap");
        assert!(report.value.is_none_or(|value| (0.0..=1.0).contains(&value)));
    }
}

#[test]
fn a_win_in_one_is_found() {
    let game = Focus::new(2, 20_000);
    let state = game.parse_position(WIN_IN_ONE).expect("valid");
    let report = player("mcts").search(&game, &state, &Budget::playouts(300), &mut Rng::new(1));
    assert_eq!(game.move_text(&state, report.best), "d8-d7");
    let values = report.candidates[0].values.expect("tried");
    assert_eq!(values[Player::new(0)], 1.0);
}

#[test]
fn a_game_without_knowledge_says_what_is_missing() {
    let bare = Toolbox::<Focus>::default();
    let message = |spec: &str| bare.searcher(&args(spec), &start(3).0).err().expect("refused");
    assert_eq!(
        message("greedy"),
        "greedy needs static move ordering, which this game does not have; expected random, mcts"
    );
    assert_eq!(
        message("mcts(playout=greedy)"),
        "playout=greedy needs static move ordering, which this game does not have; expected random"
    );
    assert!(bare.searcher(&args("mcts"), &start(3).0).is_ok(), "without a word on playouts, what there is has to do");
}

#[test]
fn budgets_are_read_from_the_spec_first() {
    let of_match = Budget::playouts(50);
    let budget = |spec: &str, of_match: &Budget| Budget::for_player(&args(spec), of_match);
    assert_eq!(budget("mcts", &of_match), Ok(Budget::playouts(50)));
    assert_eq!(budget("mcts(playouts=7)", &of_match), Ok(Budget::playouts(7)));
    assert_eq!(budget("mcts(time=1s)", &of_match), Ok(Budget::time(Duration::from_secs(1))));
    assert_eq!(budget("mcts", &Budget::default()), Ok(Budget::playouts(1000)));
    assert_eq!(budget("random", &of_match), Ok(Budget::default()));
    let depth = Budget { depth: Some(3), ..Budget::default() };
    assert!(
        budget("mcts", &depth)
            .expect_err("refused")
            .starts_with("mcts cannot be limited by depth; expected playouts or time")
    );
}
