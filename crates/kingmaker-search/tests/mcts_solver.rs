//! The Multi-Player MCTS-Solver, and what a search converges to, on games that are written down.

use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::options::read;
use kingmaker_core::{Game, Player, Rng, Scores, Turn};
use kingmaker_search::mcts::Mcts;
use kingmaker_search::mcts::tree::{NodeIndex, ROOT, Winners};
use kingmaker_search::toolbox::PLAYERS;
use kingmaker_search::{Budget, Report, Searcher, Stop, Toolbox};

type Move = <TreeGame as Game>::Move;
type State = <TreeGame as Game>::State;

fn tree(text: &str) -> TreeGame {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn search(game: &TreeGame, spec: &str, playouts: u64, seed: u64) -> (Mcts<TreeGame>, Report<Move>) {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    let args = read(spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"));
    let toolbox = Toolbox::default().knowledge();
    let mut mcts = Mcts::from_args(&args, &toolbox, game).unwrap_or_else(|error| panic!("{error}"));
    let report = mcts.search(game, &game.root(), &Budget::playouts(playouts), &mut Rng::new(seed));
    (mcts, report)
}

fn winner(players: usize, index: usize) -> Winners {
    Winners::of(&Scores::winner(players, Player::new(index))).expect("one winner")
}

/// Nijssen 2013, Figure 4.3, and Figure 2 of Nijssen & Winands 2010: in A, player 3 decides who wins.
/// Above it are the root, where player 1 is to move, and player 2, who has no choice either.
#[test]
fn figure_4_3() {
    let game = tree(
        "(1 up:(2 A:(3 B:(1 E:[1 0 0] F:[0 0 1]) C:[0 1 0] D:(1 G:[0 1 0] H:[0 1 0] I:[0 1 0])))
            other:[0 0 1])",
    );
    for (rule, printed) in [("standard", None), ("paranoid", Some(winner(3, 1))), ("first-winner", Some(winner(3, 0)))]
    {
        let (mcts, _) = search(&game, &format!("mcts(solver={rule})"), 1000, 1);
        let tree = mcts.tree();
        let below = |parent: NodeIndex, name: &str, state: &State| {
            let mut children = tree.node(parent).children();
            let is_named = |&child: &NodeIndex| {
                tree.node(child)
                    .entry()
                    .is_some_and(|(_, mv)| kingmaker_core::Notation::move_text(&game, state, mv) == name)
            };
            children.find(is_named).expect("a move of this name")
        };
        let up = below(ROOT, "up", &game.root());
        let a = below(up, "A", &game.at("up").expect("a path"));
        assert_eq!(tree.node(a).proven(), printed, "{rule}");
    }
}

/// The outcome under the standard rule, by definition: the one that the mover prefers, if all that
/// they like best are the same.
fn solve(game: &TreeGame, state: &State) -> Option<Winners> {
    let Turn::Player(mover) = game.turn(state) else { return Winners::of(&game.scores(state)) };
    let outcomes: Vec<Option<Winners>> = followers(game, state).iter().map(|next| solve(game, next)).collect();
    if let Some(win) = outcomes.iter().flatten().find(|winners| winners.share(mover) == 1.0) {
        return Some(*win);
    }
    let outcomes: Option<Vec<Winners>> = outcomes.into_iter().collect();
    let outcomes = outcomes?;
    let most = outcomes.iter().map(|winners| winners.share(mover)).fold(0.0, f32::max);
    let mut best = outcomes.into_iter().filter(|winners| winners.share(mover) == most);
    let one = best.next()?;
    best.all(|winners| winners == one).then_some(one)
}

/// What the player at the root gets when all others are against them.
fn paranoid_share(game: &TreeGame, state: &State, root: Player) -> f32 {
    let Turn::Player(mover) = game.turn(state) else { return game.scores(state).of(root) };
    let shares = followers(game, state).into_iter().map(|next| paranoid_share(game, &next, root));
    if mover == root { shares.fold(0.0, f32::max) } else { shares.fold(1.0, f32::min) }
}

/// What everybody gets under max^n; `None` if somebody has no clear preference on the way, for then
/// there are several answers, or one that takes long to find.
fn max_n(game: &TreeGame, state: &State) -> Option<Scores> {
    let Turn::Player(mover) = game.turn(state) else { return Some(game.scores(state)) };
    let values: Option<Vec<Scores>> = followers(game, state).iter().map(|next| max_n(game, next)).collect();
    let mut values = values?;
    values.sort_by(|a, b| b.of(mover).total_cmp(&a.of(mover)));
    let is_clear = values.get(1).is_none_or(|second| values[0].of(mover) - second.of(mover) > CLEAR);
    is_clear.then(|| values[0])
}

/// What is nearly equal takes long to tell apart.
const CLEAR: f32 = 0.08;

fn followers(game: &TreeGame, state: &State) -> Vec<State> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves.into_iter().map(|mv| after(game, state, mv)).collect()
}

fn after(game: &TreeGame, state: &State, mv: Move) -> State {
    let mut next = *state;
    game.play(&mut next, mv);
    next
}

/// A tree whose leaves are wins, and now and then shared.
fn sudden_death(players: usize, height: usize, rng: &mut Rng) -> String {
    if height == 0 || rng.happens(0.2) {
        let (one, two) = (rng.below(players), rng.below(players));
        let second = if rng.happens(0.2) { two } else { one };
        let share =
            |player| if player == one || player == second { if one == second { "1" } else { ".5" } } else { "0" };
        return format!("[{}]", (0..players).map(share).collect::<Vec<_>>().join(" "));
    }
    let children: Vec<String> = (0..=rng.below(4)).map(|_| sudden_death(players, height - 1, rng)).collect();
    format!("({} {})", 1 + rng.below(players), children.join(" "))
}

/// Walks the tree of a search along with the game.
fn for_each_node(mcts: &Mcts<TreeGame>, game: &TreeGame, check: &mut impl FnMut(NodeIndex, &State)) {
    fn walk(
        mcts: &Mcts<TreeGame>,
        game: &TreeGame,
        at: NodeIndex,
        state: &State,
        check: &mut impl FnMut(NodeIndex, &State),
    ) {
        check(at, state);
        for child in mcts.tree().node(at).children() {
            let (_, mv) = mcts.tree().node(child).entry().expect("not the root");
            walk(mcts, game, child, &after(game, state, mv), check);
        }
    }
    walk(mcts, game, ROOT, &game.root(), check);
}

#[test]
fn everything_proven_is_true_and_everything_true_is_proven_in_time() {
    let mut proven = 0;
    for seed in 0..600 {
        let players = 2 + seed as usize % 3;
        let mut rng = Rng::new(seed);
        let text = format!("(1 {} {})", sudden_death(players, 4, &mut rng), sudden_death(players, 4, &mut rng));
        let game = tree(&text);
        let (mcts, report) = search(&game, "mcts(solver=standard, select=uct, c=2, playout=random)", 5000, seed);
        for_each_node(&mcts, &game, &mut |index, state| {
            if let Some(winners) = mcts.tree().node(index).proven() {
                proven += 1;
                assert_eq!(Some(winners), solve(&game, state), "seed {seed}: {game}");
            }
        });
        let truth = solve(&game, &game.root());
        assert_eq!(mcts.tree().node(ROOT).proven(), truth, "seed {seed}: {game}");
        assert_eq!(report.stop == Stop::Solved, truth.is_some());
        if let Some(winners) = truth {
            let chosen = solve(&game, &after(&game, &game.root(), report.best)).expect("as proven as the root");
            assert_eq!(chosen.share(Player::new(0)), winners.share(Player::new(0)));
            assert!(report.candidates[0].proven);
        }
    }
    assert!(proven > 5_000, "{proven}");
}

#[test]
fn the_paranoid_policy_proves_what_the_root_is_sure_of() {
    for seed in 0..300 {
        let players = 2 + seed as usize % 3;
        let mut rng = Rng::new(1000 + seed);
        let game = tree(&format!("(1 {} {})", sudden_death(players, 4, &mut rng), sudden_death(players, 4, &mut rng)));
        let root = Player::new(0);
        let (mcts, _) = search(&game, "mcts(policy=paranoid, solver=standard, c=2, playout=random)", 5000, seed);
        let share = mcts.tree().node(ROOT).proven().map(|winners| winners.share(root));
        assert_eq!(share, Some(paranoid_share(&game, &game.root(), root)), "seed {seed}: {game}");
    }
}

/// With score bounds, too, everything that is proven is true, and all is proven in time.
#[test]
fn score_bounds_prove_what_the_root_is_sure_of() {
    let mut proven = 0;
    for seed in 0..600 {
        let players = 2 + seed as usize % 3;
        let mut rng = Rng::new(2000 + seed);
        let game = tree(&format!("(1 {} {})", sudden_death(players, 4, &mut rng), sudden_death(players, 4, &mut rng)));
        let root = Player::new(0);
        let policy = if players == 2 { "max-n" } else { "paranoid" };
        let spec = format!("mcts(policy={policy}, solver=bounded, select=uct, c=2, playout=random)");
        let (mcts, report) = search(&game, &spec, 5000, seed);
        for_each_node(&mcts, &game, &mut |index, state| {
            if let Some(winners) = mcts.tree().node(index).proven() {
                proven += 1;
                assert_eq!(winners.share(root), paranoid_share(&game, state, root), "seed {seed}: {game}");
            }
        });
        let truth = paranoid_share(&game, &game.root(), root);
        assert_eq!(
            mcts.tree().node(ROOT).proven().map(|winners| winners.share(root)),
            Some(truth),
            "seed {seed}: {game}"
        );
        assert_eq!(report.stop, Stop::Solved);
        assert_eq!(paranoid_share(&game, &after(&game, &game.root(), report.best), root), truth, "seed {seed}: {game}");
    }
    assert!(proven > 3_000, "{proven}");
}

/// Player 1 is sure of a draw by a. Player 2 is sure of one after b, whatever is below e, so b is no better:
/// known without a look at e.
#[test]
fn a_draw_is_enough_where_no_more_can_be_had() {
    let game = tree(&format!("(1 a:[.5 .5] b:(2 d:[.5 .5] e:{}))", full(10)));
    let spent = |solver| {
        let (mcts, report) = search(&game, &format!("mcts(solver={solver}, select=uct, c=2, playout=random)"), 500, 3);
        (mcts.tree().node(ROOT).proven(), report.playouts)
    };
    let (outcome, playouts) = spent("bounded");
    assert!(outcome == Winners::of(&Scores::draw(2)) && playouts < 20, "{outcome:?} {playouts}");
    assert_eq!(spent("standard"), (None, 500));
    let three = tree("(1 a:[1 0 0] b:[0 1 0])");
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    let args = read("mcts(solver=bounded)", "player", &schemas).expect("valid");
    let refused = Mcts::from_args(&args, &Toolbox::default().knowledge(), &three).err().unwrap_or_default();
    assert!(refused.starts_with("mcts(solver=bounded) needs two sides, which policy=max-n does not have with 3"));
}

/// A full binary tree of turns, with wins at its ends.
fn full(height: usize) -> String {
    if height == 0 {
        return "[1 0]".to_owned();
    }
    format!("({} {} {})", 1 + height % 2, full(height - 1), full(height - 1).replace("[1 0]", "[0 1]"))
}

/// The move with the highest value, if it is clearly the best.
fn clear_best(game: &TreeGame, value: impl Fn(&State) -> Option<f32>) -> Option<Move> {
    let mut moves = Vec::new();
    game.legal_moves(&game.root(), &mut moves);
    let values = moves.into_iter().map(|mv| value(&after(game, &game.root(), mv)).map(|value| (value, mv)));
    let mut ranked: Vec<_> = values.collect::<Option<_>>()?;
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    (ranked.len() > 1 && ranked[0].0 - ranked[1].0 > CLEAR).then(|| ranked[0].1)
}

#[test]
fn the_max_n_policy_finds_the_max_n_move_and_the_paranoid_policy_the_paranoid_one() {
    let (mut checked, mut different) = (0, 0);
    for seed in 0..400 {
        let players = 2 + seed as usize % 3;
        let game = TreeGame::random(players, 3, 3, &mut Rng::new(5000 + seed), false);
        let Turn::Player(root) = game.turn(&game.root()) else { continue };
        let own = clear_best(&game, |state| max_n(&game, state).map(|scores| scores.of(root)));
        let paranoid = clear_best(&game, |state| Some(paranoid_share(&game, state, root)));
        for (policy, best) in [("max-n", own), ("paranoid", paranoid)] {
            if let Some(best) = best {
                let spec = format!("mcts(policy={policy}, select=uct, c=0.5, playout=random)");
                let (_, report) = search(&game, &spec, 20_000, seed);
                assert_eq!(report.best, best, "{policy}, seed {seed}: {game}");
                checked += 1;
            }
        }
        different += usize::from(own.is_some() && paranoid.is_some() && own != paranoid);
    }
    assert!(checked > 250 && different > 5, "{checked} {different}");
}
