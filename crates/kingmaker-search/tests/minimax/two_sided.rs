//! Alpha-beta, paranoid, BRS and BRS+ against plain minimax over the same layers.

use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::{Game, Knowledge, MoveOrdering, Notation, OutOfTurn, Player, Rng};
use kingmaker_games::focus::Focus;
use kingmaker_games::havannah::Havannah;
use kingmaker_games::hide_and_seek::HideAndSeek;
use kingmaker_games::pig::Pig;
use kingmaker_games::quoridor::Quoridor;
use kingmaker_games::rolit::Rolit;
use kingmaker_search::minimax::value::{Evaluator, Scale, Value, WIN};
use kingmaker_search::{Budget, Toolbox};

use crate::{after, args, moves, random_position, search, searched};

/// All positions that can follow, and whether the player at the root chooses among them.
pub(crate) type Followers<G> = dyn Fn(&G, &<G as Game>::State, Player) -> (bool, Vec<<G as Game>::State>);

/// In seat order, as in alpha-beta and paranoid search.
pub(crate) fn by_seat<G: Game>(game: &G, state: &G::State, root: Player) -> (bool, Vec<G::State>) {
    let followers = moves(game, state).into_iter().map(|mv| after(game, state, mv)).collect();
    (game.turn(state).player().is_some_and(|mover| is_own(game, mover, root)), followers)
}

/// Whether a player wins with the player at the root.
fn is_own<G: Game>(game: &G, player: Player, root: Player) -> bool {
    game.teams().are_allies(player, root)
}

/// The player at the root and those on their side in turn, and between them one opponent, any of them.
pub(crate) fn by_reply<G: OutOfTurn>(game: &G, state: &G::State, root: Player) -> (bool, Vec<G::State>) {
    let mover = game.turn(state).player().expect("a player is to move");
    if is_own(game, mover, root) {
        return by_seat(game, state, root);
    }
    let mut followers = Vec::new();
    for opponent in Player::all(game.players()).filter(|&player| !is_own(game, player, root)) {
        let mut list = Vec::new();
        game.legal_moves_of(state, opponent, &mut list);
        for mv in list {
            let mut next = state.clone();
            game.hand_turn(&mut next, opponent);
            game.play(&mut next, mv);
            if game.turn(&next).player().is_some_and(|player| !is_own(game, player, root)) {
                // The next on the side of the root, around the table from whose turn it was.
                let mut seat = mover.next(game.players());
                while seat != mover {
                    let mut replies = Vec::new();
                    game.legal_moves_of(&next, seat, &mut replies);
                    if is_own(game, seat, root) && !replies.is_empty() {
                        game.hand_turn(&mut next, seat);
                        break;
                    }
                    seat = seat.next(game.players());
                }
            }
            followers.push(next);
        }
    }
    (false, followers)
}

/// The player at the root, then a round in which at most one opponent leaves the static ordering.
pub(crate) fn by_round<G: Knowledge>(game: &G, state: &G::State, root: Player) -> (bool, Vec<G::State>) {
    let is_waiting = |state: &G::State| game.turn(state).player().is_some_and(|mover| !is_own(game, mover, root));
    if !is_waiting(state) {
        return by_seat(game, state, root);
    }
    let obey = |state: &G::State| {
        let mut best = Vec::new();
        game.k_best(state, MoveOrdering::default(), 1, &mut best);
        after(game, state, best[0])
    };
    let mut followers = Vec::new();
    let mut line = state.clone();
    let mut rebels = Vec::new();
    while let Some(rebel) =
        game.turn(&line).player().filter(|&mover| !is_own(game, mover, root) && !rebels.contains(&mover))
    {
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

pub(crate) fn naive_two_sided<G: Knowledge>(
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

/// Checks value and move of a two-sided search.
fn check_two_sided<G: Knowledge>(
    toolbox: &Toolbox<G>,
    game: &G,
    state: &G::State,
    (spec, depth, seed): (&str, u32, u64),
    followers: &Followers<G>,
) {
    let args = args(spec);
    let scale = args.get::<Scale>("value").expect("a scale");
    let evaluator =
        Evaluator::new(scale, args.get::<f64>("noise").unwrap_or_default() as f32, game.teams(), &mut Rng::new(seed));
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
const HARMLESS: [&str; 10] = [
    "table=0, killers=no, history=off, order=no, deepen=no",
    "table=0, killers=no, history=off, order=yes, deepen=no",
    "table=0, killers=yes, history=absolute",
    "table=0, killers=no, history=relative",
    "table=1, reuse=equal, killers=no, history=off",
    "table=1, reuse=equal, replace=always",
    "table=1, reuse=equal, aspiration=0.02",
    "table=0, aspiration=0.5, value=own",
    "table=0, scout=yes, history=off",
    "table=1, reuse=equal, scout=yes, aspiration=0.02",
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

/// What is looked at less deep is looked at all the same: once no line ends before the game does, the value is exact, and a
/// win or a loss that is claimed before that is one.
#[test]
fn reductions_put_off_and_leave_nothing_out() {
    let toolbox = Toolbox::default().knowledge();
    let mut early = 0;
    for players in 2..=4 {
        for seed in 0..60 {
            let game = TreeGame::random(players, 6, 4, &mut Rng::new(seed), false);
            let root = game.root();
            for reduce in 1..=3 {
                let spec = |depth| format!("paranoid(depth={depth}, noise=0, table=0, reduce={reduce})");
                check_two_sided(&toolbox, &game, &root, (&spec(30), 6, seed), &by_seat);
                let report = search(&toolbox, &game, &root, &spec(4), seed);
                let value = (report.value.expect("a value") * f64::from(WIN)).round() as Value;
                if matches!(value, 0 | WIN) {
                    let evaluator = Evaluator::new(Scale::Share, 0.0, game.teams(), &mut Rng::new(seed));
                    let mover = game.turn(&root).player().expect("a player is to move");
                    assert_eq!(naive_two_sided(&game, &evaluator, &root, mover, 6, &by_seat), value, "seed {seed}");
                    early += 1;
                }
            }
        }
    }
    assert!(early > 0, "no claim was checked");
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
        let game = HideAndSeek::ring(seekers, 2 * seekers + 2, 6, 2).in_the_open();
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let Some(state) = random_position(&game, seed as usize % 6, &mut rng) else { continue };
            for (index, settings) in HARMLESS.iter().enumerate() {
                let depth = 1 + (seed as u32 + index as u32) % 4;
                let case = |name| spec(name, depth, 0.4, settings);
                check_two_sided(&toolbox, &game, &state, (&case("paranoid"), depth, seed), &by_seat);
                check_two_sided(&toolbox, &game, &state, (&case("alphabeta"), depth, seed), &by_seat);
                check_two_sided(&toolbox, &game, &state, (&case("brs"), depth, seed), &by_reply);
                check_two_sided(&toolbox, &game, &state, (&case("brs-plus"), depth, seed), &by_round);
            }
        }
    }
}

/// Who needs what a game does not have is refused with the reason.
#[test]
fn games_with_secrets_long_turns_or_chance_are_refused() {
    let hidden = HideAndSeek::ring(2, 8, 6, 2);
    let toolbox = Toolbox::default().knowledge().out_of_turn();
    // The hider knows everything. What others do not know is averaged over by expectimax alone.
    for name in ["alphabeta", "paranoid", "brs", "brs-plus", "maxn", "soft-maxn", "mp-mix", "expectimax"] {
        let searcher = toolbox.searcher(&args(name), &hidden).unwrap_or_else(|error| panic!("{error}"));
        let unmet = |seat: usize| searcher.needs().unmet_at(&hidden, Player::new(seat));
        assert_eq!((unmet(0), unmet(1).is_none()), (None, name == "expectimax"), "{name}");
    }
    for part in ["policy=brs", "policy=brs-plus", "backup=max", "select=implicit"] {
        let refused = toolbox.searcher(&args(&format!("mcts({part})")), &hidden).err().unwrap_or_default();
        assert!(refused.contains("needs everything to be known, and this game has secrets"), "{part}: {refused}");
    }
    let pig = Pig::new(2, 20, 1000);
    let toolbox = Toolbox::default().knowledge();
    let refused = toolbox.searcher(&args("brs-plus"), &pig).err().unwrap_or_default();
    assert!(refused.starts_with("brs-plus needs one decision in a turn"), "{refused}");
    let refused = toolbox.searcher(&args("soft-maxn"), &pig).err().unwrap_or_default();
    assert!(refused.starts_with("soft-maxn needs a game without chance"), "{refused}");
    for name in ["alphabeta", "paranoid", "maxn", "mp-mix", "expectimax"] {
        assert!(toolbox.searcher(&args(name), &pig).is_ok(), "{name}");
    }
}

/// Whoever has seen a win sees it after every move for as long as the table remembers it, also where that leads nowhere.
#[test]
fn a_win_that_was_seen_is_not_put_off() {
    let game = Quoridor::new(2, 9, 10, 2000);
    let toolbox = Toolbox::default().knowledge();
    let args = args("alphabeta(evaluator=reserve, depth=14)");
    let budget = Budget::for_player(&args, &Budget::default()).expect("a budget");
    let mut searcher = toolbox.searcher(&args, &game).expect("it plays Quoridor");
    // Six steps to go, and eight for the other, who walks to and fro.
    let mut state = game.parse_position("E3/A9 None 1 0/0").unwrap_or_else(|error| panic!("{error}"));
    for steps in 1..=6 {
        let report = searcher.search_as_mover(&game, &state, &budget, &mut Rng::new(1));
        assert_eq!((report.value, report.depth), (Some(1.0), 2 * (7 - steps) - 1));
        game.play(&mut state, report.best);
        if steps < 6 {
            let reply = game.parse_move(&state, ["B9", "A9"][usize::from(steps % 2 == 0)]).expect("a legal move");
            game.play(&mut state, reply);
        }
    }
    assert_eq!(game.scores(&state).shares()[Player::new(0)], 1.0);
}
