//! Every pruned and enhanced depth-first search against a naive one without either.

use kingmaker_core::conformance::hide::HideAndSeek;
use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::options::{Args, read};
use kingmaker_core::{ByPlayer, Chance, Game, Knowledge, OutOfTurn, Player, Rng, Turn};
use kingmaker_games::focus::Focus;
use kingmaker_games::havannah::Havannah;
use kingmaker_games::rolit::Rolit;
use kingmaker_search::minimax::value::{Evaluator, Scale, Value, WIN};
use kingmaker_search::toolbox::PLAYERS;
use kingmaker_search::{Budget, Report, Stop, Toolbox};

fn args(spec: &str) -> Args {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    read(spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"))
}

fn search<G: Game>(toolbox: &Toolbox<G>, game: &G, state: &G::State, spec: &str, seed: u64) -> Report<G::Move> {
    let args = args(spec);
    let budget = Budget::for_player(&args, &Budget::default()).expect("a budget");
    let mut searcher = toolbox.searcher(&args, game).unwrap_or_else(|message| panic!("{spec}: {message}"));
    searcher.search(game, state, &budget, &mut Rng::new(seed))
}

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves
}

fn after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

/// A random position, `plies` plies into a random game, with a player to move.
fn random_position<G: Game>(game: &G, plies: usize, rng: &mut Rng) -> Option<G::State> {
    let mut state = game.start(rng);
    for _ in 0..plies {
        let mv = game.random_move(&state, rng, &mut Vec::new())?;
        game.play(&mut state, mv);
    }
    game.turn(&state).player().map(|_| state)
}

/// All positions that can follow, and whether the player at the root chooses among them.
type Followers<G> = dyn Fn(&G, &<G as Game>::State, Player) -> (bool, Vec<<G as Game>::State>);

/// In seat order, as in alpha-beta and paranoid search.
fn by_seat<G: Game>(game: &G, state: &G::State, root: Player) -> (bool, Vec<G::State>) {
    let followers = moves(game, state).into_iter().map(|mv| after(game, state, mv)).collect();
    (game.turn(state) == Turn::Player(root), followers)
}

/// The player at the root, then one opponent, any of them.
fn by_reply<G: OutOfTurn>(game: &G, state: &G::State, root: Player) -> (bool, Vec<G::State>) {
    if game.turn(state) == Turn::Player(root) {
        return by_seat(game, state, root);
    }
    let mut followers = Vec::new();
    for opponent in Player::all(game.players()).filter(|&player| player != root) {
        let mut list = Vec::new();
        game.legal_moves_of(state, opponent, &mut list);
        for mv in list {
            let mut next = state.clone();
            game.hand_turn(&mut next, opponent);
            game.play(&mut next, mv);
            let mut replies = Vec::new();
            game.legal_moves_of(&next, root, &mut replies);
            if game.turn(&next) != Turn::Over && !replies.is_empty() {
                game.hand_turn(&mut next, root);
            }
            followers.push(next);
        }
    }
    (false, followers)
}

/// The player at the root, then a round in which at most one opponent leaves the static ordering.
fn by_round<G: Knowledge>(game: &G, state: &G::State, root: Player) -> (bool, Vec<G::State>) {
    let is_waiting = |state: &G::State| game.turn(state).player().is_some_and(|mover| mover != root);
    if !is_waiting(state) {
        return by_seat(game, state, root);
    }
    let obey = |state: &G::State| {
        let mut best = Vec::new();
        game.k_best(state, 1, &mut best);
        after(game, state, best[0])
    };
    let mut followers = Vec::new();
    let mut line = state.clone();
    let mut rebels = Vec::new();
    while let Some(rebel) = game.turn(&line).player().filter(|mover| *mover != root && !rebels.contains(mover)) {
        rebels.push(rebel);
        for mv in moves(game, &line) {
            let mut next = after(game, &line, mv);
            for _ in 0..game.players() {
                if is_waiting(&next) {
                    next = obey(&next);
                }
            }
            followers.push(next);
        }
        line = obey(&line);
    }
    (false, followers)
}

fn naive_two_sided<G: Knowledge>(
    game: &G,
    evaluator: &Evaluator,
    state: &G::State,
    root: Player,
    depth: u32,
    followers: &Followers<G>,
) -> Value {
    if depth == 0 || game.turn(state).player().is_none() {
        return evaluator.value(game, state, root);
    }
    let (is_max, followers_here) = followers(game, state, root);
    let values = followers_here.iter().map(|next| naive_two_sided(game, evaluator, next, root, depth - 1, followers));
    if is_max { values.max() } else { values.min() }.expect("somebody can move")
}

/// The depth that a search is to be compared at: the one it was given, unless it has decided the
/// game before.
fn searched<Move>(report: &Report<Move>, depth: u32) -> u32 {
    assert!(report.depth == depth || report.stop == Stop::Solved, "depth {} of {depth}", report.depth);
    report.depth
}

/// Checks value and move of a two-sided search.
fn check_two_sided<G: Knowledge>(
    toolbox: &Toolbox<G>,
    game: &G,
    state: &G::State,
    (spec, depth, seed): (&str, u32, u64),
    followers: &Followers<G>,
) {
    let args = args(spec);
    let scale = Scale::from_word(args.choice("value"));
    let evaluator = Evaluator::new(scale, args.real("noise").unwrap_or_default() as f32, &mut Rng::new(seed));
    let root = game.turn(state).player().expect("a player is to move");
    let report = search(toolbox, game, state, spec, seed);
    let depth = searched(&report, depth);
    let expected = naive_two_sided(game, &evaluator, state, root, depth, followers);
    let found = (report.value.expect("a value") * f64::from(WIN)).round() as Value;
    assert_eq!(found, expected, "{spec} in {state:?}");
    if expected > 0 {
        let next = after(game, state, report.best);
        let of_move = naive_two_sided(game, &evaluator, &next, root, depth - 1, followers);
        assert_eq!(of_move, expected, "{spec}: the move {:?} in {state:?}", report.best);
    }
}

/// Settings that must not change what is found.
const HARMLESS: [&str; 8] = [
    "table=0, killers=no, history=off, order=no, deepen=no",
    "table=0, killers=no, history=off, order=yes, deepen=no",
    "table=0, killers=yes, history=absolute",
    "table=0, killers=no, history=relative",
    "table=1, reuse=equal, killers=no, history=off",
    "table=1, reuse=equal, replace=always",
    "table=1, reuse=equal, aspiration=0.02",
    "table=0, aspiration=0.5, value=own",
];

fn spec(name: &str, depth: u32, noise: f32, settings: &str) -> String {
    format!("{name}(depth={depth}, noise={noise}, {settings})")
}

#[test]
fn paranoid_on_random_trees() {
    for players in 2..=4 {
        let toolbox = Toolbox::default().knowledge();
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let game = TreeGame::random(players, 5, 4, &mut rng, false);
            let root = game.root();
            for (index, settings) in HARMLESS.iter().enumerate() {
                let depth = 1 + (seed as u32 + index as u32) % 5;
                let noise = [0.0, 0.3][index % 2];
                let spec = spec("paranoid", depth, noise, settings);
                check_two_sided(&toolbox, &game, &root, (&spec, depth, seed), &by_seat);
            }
        }
    }
}

#[test]
fn two_sided_searches_on_focus() {
    for players in 2..=4 {
        let game = Focus::new(players, 20_000);
        let toolbox = Toolbox::default().knowledge().out_of_turn();
        for seed in 0..12 {
            let mut rng = Rng::new(seed);
            // Late positions have captures and wins within reach.
            let Some(state) = random_position(&game, 20 + 25 * (seed as usize % 8), &mut rng) else { continue };
            for (index, settings) in HARMLESS.iter().enumerate() {
                let depth = 1 + (seed as u32 + index as u32) % 2;
                let noise = [0.0, 0.4][(index + seed as usize) % 2];
                let case = |name| spec(name, depth, noise, settings);
                check_two_sided(&toolbox, &game, &state, (&case("paranoid"), depth, seed), &by_seat);
                check_two_sided(&toolbox, &game, &state, (&case("brs"), depth, seed), &by_reply);
                check_two_sided(&toolbox, &game, &state, (&case("brs-plus"), depth, seed), &by_round);
                if players == 2 {
                    check_two_sided(&toolbox, &game, &state, (&case("alphabeta"), depth, seed), &by_seat);
                }
            }
        }
    }
}

#[test]
fn two_sided_searches_on_rolit_and_havannah() {
    fn check<G: Knowledge + OutOfTurn>(game: &G, deepest: u32) {
        let toolbox = Toolbox::default().knowledge().out_of_turn();
        for seed in 0..10 {
            let Some(state) = random_position(game, 2 + 3 * seed as usize, &mut Rng::new(seed)) else { continue };
            for (index, settings) in HARMLESS.iter().enumerate() {
                let depth = 1 + (seed as u32 + index as u32) % deepest;
                let case = |name| spec(name, depth, [0.0, 0.4][index % 2], settings);
                check_two_sided(&toolbox, game, &state, (&case("paranoid"), depth, seed), &by_seat);
                check_two_sided(&toolbox, game, &state, (&case("brs"), depth, seed), &by_reply);
                check_two_sided(&toolbox, game, &state, (&case("brs-plus"), depth, seed), &by_round);
            }
        }
    }
    for players in 2..=4 {
        check(&Rolit::new(players, 6), 3);
    }
    check(&Havannah::new(4), 2);
}

#[test]
fn two_sided_searches_on_hide_and_seek() {
    let toolbox = Toolbox::default().knowledge().out_of_turn();
    for seekers in 2..=4 {
        let game = HideAndSeek::new(seekers, 2 * seekers + 2, 6, 2);
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let Some(state) = random_position(&game, seed as usize % 6, &mut rng) else { continue };
            for (index, settings) in HARMLESS.iter().enumerate() {
                let depth = 1 + (seed as u32 + index as u32) % 4;
                let case = |name| spec(name, depth, 0.4, settings);
                check_two_sided(&toolbox, &game, &state, (&case("paranoid"), depth, seed), &by_seat);
                check_two_sided(&toolbox, &game, &state, (&case("brs"), depth, seed), &by_reply);
            }
        }
    }
}

/// In which order max^n looks at the moves, which decides between equals.
#[derive(Clone, Copy)]
enum Order {
    Moves,
    Static,
    Backwards,
}

/// Max^n without pruning.
fn naive_max_n<G: Knowledge>(
    game: &G,
    evaluator: &Evaluator,
    state: &G::State,
    (root, depth): (Player, u32),
    (ties, order): (&str, Order),
) -> ByPlayer<Value> {
    let Some(mover) = game.turn(state).player().filter(|_| depth > 0) else { return evaluator.values(game, state) };
    let mut list = moves(game, state);
    match order {
        Order::Moves => {}
        Order::Static => list.sort_by_key(|&mv| std::cmp::Reverse(game.priority(state, mv))),
        Order::Backwards => list.reverse(),
    }
    let mut best: Option<ByPlayer<Value>> = None;
    for mv in list {
        let next = after(game, state, mv);
        let values = naive_max_n(game, evaluator, &next, (root, depth - 1), (ties, order));
        let is_better = best.is_none_or(|best| {
            let is_tie = values[mover] == best[mover];
            values[mover] > best[mover]
                || is_tie && ties == "paranoid" && values[root] < best[root]
                || is_tie && ties == "optimistic" && values[root] > best[root]
        });
        if is_better {
            best = Some(values);
        }
    }
    best.expect("somebody can move")
}

fn check_max_n<G: Knowledge>(
    game: &G,
    state: &G::State,
    ties: &str,
    settings: &str,
    noise: f32,
    depth: u32,
    seed: u64,
) {
    let toolbox = Toolbox::default().knowledge();
    let spec = format!("maxn(ties={ties}, depth={depth}, noise={noise}, {settings})");
    let args = args(&spec);
    let evaluator = Evaluator::new(Scale::from_word(args.choice("value")), noise, &mut Rng::new(seed));
    let root = game.turn(state).player().expect("a player is to move");
    let report = search(&toolbox, game, state, &spec, seed);
    let depth = searched(&report, depth);
    let order = if args.flag("order") { Order::Static } else { Order::Moves };
    let naive = |state: &G::State, depth, order| naive_max_n(game, &evaluator, state, (root, depth), (ties, order));
    let expected = naive(state, depth, order);
    let is_fixed = args.integer("table") == Some(0) && !args.flag("deepen");
    if !is_fixed && expected != naive(state, depth, Order::Backwards) {
        // The order of moves matters here, and enhancements change it.
        return;
    }
    let found = (report.value.expect("a value") * f64::from(WIN)).round() as Value;
    assert_eq!(found, expected[root], "{spec} in {state:?}");
    if found > 0 {
        assert_eq!(naive(&after(game, state, report.best), depth - 1, order), expected, "{spec}: {:?}", report.best);
    }
}

/// In these the moves are looked at in a fixed order, so that ties are decided alike.
const FIXED_ORDER: [&str; 6] = [
    "prune=off, table=0, order=no, deepen=no",
    "prune=shallow, table=0, order=no, deepen=no",
    "prune=last-branch, table=0, order=no, deepen=no",
    "prune=shallow, table=0, order=yes, deepen=no",
    "prune=last-branch, table=0, order=yes, deepen=no",
    "value=own, table=0, order=yes, deepen=no",
];

#[test]
fn max_n_with_each_rule_for_ties() {
    for players in 2..=4 {
        for seed in 0..60 {
            let mut rng = Rng::new(1000 + seed);
            let game = TreeGame::random(players, 5, 4, &mut rng, false);
            for ties in ["first", "paranoid", "optimistic"] {
                for settings in FIXED_ORDER {
                    check_max_n(&game, &game.root(), ties, settings, 0.0, 1 + seed as u32 % 5, seed);
                }
            }
        }
        let game = Focus::new(players, 20_000);
        for seed in 0..6 {
            let Some(state) = random_position(&game, 20 + 25 * seed as usize, &mut Rng::new(seed)) else { continue };
            for ties in ["first", "paranoid", "optimistic"] {
                for settings in FIXED_ORDER {
                    check_max_n(&game, &state, ties, settings, 0.0, 1 + seed as u32 % 2, seed);
                }
            }
        }
    }
}

/// With a random term there are few ties, so that the order of moves seldom matters.
#[test]
fn max_n_with_every_enhancement() {
    let enhanced =
        ["table=1, reuse=equal", "prune=last-branch, table=1, reuse=equal", "table=1, reuse=equal, replace=always"];
    for players in 2..=4 {
        for seed in 0..80 {
            let game = TreeGame::random(players, 5, 4, &mut Rng::new(2000 + seed), false);
            for settings in enhanced {
                check_max_n(&game, &game.root(), "first", settings, 0.2, 1 + seed as u32 % 5, seed);
            }
        }
        let rolit = Rolit::new(players, 6);
        for seed in 0..10 {
            let Some(state) = random_position(&rolit, 3 * seed as usize, &mut Rng::new(seed)) else { continue };
            for settings in enhanced {
                check_max_n(&rolit, &state, "first", settings, 0.4, 1 + seed as u32 % 3, seed);
            }
        }
        let game = Focus::new(players, 20_000);
        for seed in 0..10 {
            let Some(state) = random_position(&game, 20 + 15 * seed as usize, &mut Rng::new(seed)) else { continue };
            for settings in enhanced {
                check_max_n(&game, &state, "first", settings, 0.4, 1 + seed as u32 % 2, seed);
            }
        }
    }
}

/// What one player remembers is of no use to another: a searcher that has looked at every seat
/// finds in each position what a fresh one does.
#[test]
fn a_searcher_can_change_seats() {
    let game = Focus::new(3, 20_000);
    let toolbox = Toolbox::default().knowledge().out_of_turn();
    for spec in ["paranoid(depth=2, noise=0)", "maxn(depth=2, noise=0, ties=paranoid)", "brs(depth=2, noise=0)"] {
        let args = args(spec);
        let budget = Budget::for_player(&args, &Budget::default()).expect("a budget");
        let mut used = toolbox.searcher(&args, &game).expect("Focus has what it needs");
        for plies in 30..40 {
            let state = random_position(&game, plies, &mut Rng::new(1)).expect("long enough");
            let again = used.search(&game, &state, &budget, &mut Rng::new(9));
            let fresh = search(&toolbox, &game, &state, spec, 9);
            assert_eq!(again.value, fresh.value, "{spec} after {plies} plies");
        }
    }
}

/// A leader far ahead is played against: of two moves, the one that leaves them less.
#[test]
fn mp_mix_plays_against_the_leader() {
    let text = "(1 =[.2 .7 .1] own:{4 5 1} against:{2 2 6})";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let chosen = |spec: &str| search(&Toolbox::default().knowledge(), &game, &game.root(), spec, 0).best;
    let moves = moves(&game, &game.root());
    assert_eq!(chosen("mp-mix(depth=1, noise=0, offensive=0.3)"), moves[1]);
    assert_eq!(chosen("mp-mix(depth=1, noise=0, offensive=0.9)"), moves[0]);
}

/// Figure 2.4 of Nijssen 2013: at B, player 2 is indifferent between D and E, and the root is worth
/// (5, 3, 2) or (6, 4, 0). At C, player 2 is sure of 6 of 10, so G is not looked at.
#[test]
fn the_two_equilibria_of_figure_2_4() {
    let text = "(1 A:(2 {5 3 2} {6 2 2}) B:(2 D:{2 4 4} E:{6 4 0}) C:(2 F:{1 6 3} G:{9 1 0}))";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let report = |ties: &str, prune: &str| {
        let spec = format!("maxn(ties={ties}, prune={prune}, depth=2, noise=0, order=no, table=0, deepen=no)");
        search(&Toolbox::default().knowledge(), &game, &game.root(), &spec, 0)
    };
    let values = |ties: &str| {
        let values = report(ties, "shallow").candidates[0].values.expect("values");
        values.map(|value| (value * 10.0).round() as u32).as_slice().to_vec()
    };
    assert_eq!(values("paranoid"), [5, 3, 2]);
    assert_eq!(values("optimistic"), [6, 4, 0]);
    let (full, pruned) = (report("paranoid", "off"), report("paranoid", "shallow"));
    assert_eq!((full.nodes, full.cutoffs, pruned.nodes, pruned.cutoffs), (10, 0, 9, 1));
}

/// Expectimax without any pruning.
fn naive_expectimax<G: Knowledge + Chance>(
    game: &G,
    evaluator: &Evaluator,
    state: &G::State,
    root: Player,
    depth: u32,
) -> f64 {
    if depth == 0 || game.turn(state) == Turn::Over {
        return f64::from(evaluator.value(game, state, root));
    }
    let below = |mv| naive_expectimax(game, evaluator, &after(game, state, mv), root, depth - 1);
    match game.turn(state) {
        Turn::Player(mover) => {
            let values = moves(game, state).into_iter().map(below);
            if mover == root { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
        }
        _ => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            outcomes.into_iter().map(|(mv, probability)| f64::from(probability) * below(mv)).sum()
        }
    }
}

#[test]
fn star1_and_star2_equal_plain_expectimax() {
    let toolbox = Toolbox::default().knowledge().chance();
    let mut cutoffs = [0; 3];
    for players in 2..=4 {
        for seed in 0..120 {
            let game = TreeGame::random(players, 6, 3, &mut Rng::new(3000 + seed), true);
            let Some(root) = game.turn(&game.root()).player() else { continue };
            let depth = 1 + seed as u32 % 6;
            let evaluator = Evaluator::new(Scale::Share, 0.0, &mut Rng::new(0));
            for (index, star) in ["off", "1", "2"].into_iter().enumerate() {
                for more in ["order=no, killers=no, history=off, deepen=no", "history=relative", ""] {
                    let spec = format!("expectimax(star={star}, depth={depth}, noise=0, {more})");
                    let report = search(&toolbox, &game, &game.root(), &spec, seed);
                    let depth = searched(&report, depth);
                    let naive = |state: &_, depth| naive_expectimax(&game, &evaluator, state, root, depth);
                    let expected = naive(&game.root(), depth);
                    let found = report.value.expect("a value") * f64::from(WIN);
                    assert!((found - expected).abs() < 2.0, "{spec}: {found} instead of {expected} in {game}");
                    if found > 0.0 {
                        let of_move = naive(&after(&game, &game.root(), report.best), depth - 1);
                        assert!(
                            (of_move - expected).abs() < 2.0,
                            "{spec}: the move is worth {of_move}, not {expected}"
                        );
                    }
                    cutoffs[index] += report.cutoffs;
                }
            }
        }
    }
    assert!(cutoffs[0] < cutoffs[1] && cutoffs[0] < cutoffs[2], "chance nodes are cut off: {cutoffs:?}");
}

/// Figure 2.3 of Nijssen 2013: A is worth 5.3 and B 4.5 of 10, and Star1 does not look at D.
#[test]
fn expectimax_of_figure_2_3() {
    let text = "(1 A:(? 0.5:{6 4} 0.2:{4 6} 0.3:{5 5}) B:(? 0.5:{0 10} 0.5:{9 1}))";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let toolbox = Toolbox::default().knowledge().chance();
    let report = |star: &str| {
        let spec = format!("expectimax(star={star}, depth=2, noise=0, order=no, deepen=no)");
        search(&toolbox, &game, &game.root(), &spec, 0)
    };
    for star in ["off", "1", "2"] {
        assert!((report(star).value.expect("a value") - 0.53).abs() < 1e-6);
    }
    assert_eq!((report("off").nodes, report("1").nodes, report("1").cutoffs), (8, 7, 1));
    let b: TreeGame = "(1 B:(? 0.5:{0 10} 0.5:{9 1}))".parse().unwrap_or_else(|error| panic!("{error}"));
    let report = search(&toolbox, &b, &b.root(), "expectimax(depth=2, noise=0)", 0);
    assert!((report.value.expect("a value") - 0.45).abs() < 1e-6);
}
