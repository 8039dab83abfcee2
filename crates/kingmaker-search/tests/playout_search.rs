//! The small searches in playouts against a plain one, and against the depth-first searches.

use kingmaker_core::options::{Args, read};
use kingmaker_core::{ByPlayer, Knowledge, MoveOrdering, OutOfTurn, Player, Rng, Turn};
use kingmaker_games::chinese_checkers::ChineseCheckers;
use kingmaker_games::focus::Focus;
use kingmaker_games::rolit::Rolit;
use kingmaker_search::budget::{Clock, Halt};
use kingmaker_search::mcts::line::Line;
use kingmaker_search::mcts::playout::Course;
use kingmaker_search::minimax::value::{Evaluator, Scale, Value, WIN};
use kingmaker_search::toolbox::{PLAYERS, PLAYOUTS};
use kingmaker_search::{Budget, Toolbox};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    MaxN,
    Paranoid,
    BestReply,
}

fn rolit(players: usize) -> Rolit {
    let spec = format!("rolit(players={players})");
    let schema = <Rolit as kingmaker_core::Registered>::SCHEMA;
    let args = read(&spec, "game", &[schema]).unwrap_or_else(|error| panic!("{error}"));
    kingmaker_core::Registered::from_args(&args).expect("valid")
}

/// The k best choices and where they lead, by lists and sorting.
fn followers<G: Knowledge + OutOfTurn>(
    game: &G,
    state: &G::State,
    root: Player,
    k: usize,
    kind: Kind,
) -> Vec<(Player, G::Move, G::State)> {
    let to_move = game.turn(state).player().expect("a player's turn");
    let everybody: Vec<Player> = match kind {
        Kind::BestReply if to_move != root => Player::all(game.players()).filter(|&player| player != root).collect(),
        _ => vec![to_move],
    };
    let mut choices = Vec::new();
    for player in everybody {
        let mut moves = Vec::new();
        game.legal_moves_of(state, player, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            game.hand_turn(&mut next, player);
            let priority = game.priority(&next, MoveOrdering::default(), mv);
            game.play(&mut next, mv);
            let goes_on = matches!(game.turn(&next), Turn::Player(player) if player != root);
            if kind == Kind::BestReply && player != root && goes_on && game.can_move(&next, root) {
                game.hand_turn(&mut next, root);
            }
            choices.push((priority, (player, mv, next)));
        }
    }
    choices.sort_by_key(|&(priority, _)| std::cmp::Reverse(priority));
    choices.into_iter().take(k).map(|(_, choice)| choice).collect()
}

/// What a position is worth, without pruning.
fn worth<G: Knowledge + OutOfTurn>(
    game: &G,
    state: &G::State,
    root: Player,
    (depth, k): (u32, usize),
    kind: Kind,
) -> ByPlayer<Value> {
    if depth == 0 || game.turn(state) == Turn::Over {
        return Evaluator::plain(Scale::Share, game.teams()).values(game, state);
    }
    let mut best: Option<ByPlayer<Value>> = None;
    for (player, _, next) in followers(game, state, root, k, kind) {
        let new = worth(game, &next, root, (depth - 1, k), kind);
        let is_better = best.is_none_or(|old| match kind {
            Kind::MaxN => new[player] > old[player],
            _ if player == root => new[root] > old[root],
            _ => new[root] < old[root],
        });
        if is_better {
            best = Some(new);
        }
    }
    best.expect("a move")
}

fn player(spec: &str) -> Args {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    read(spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"))
}

fn has_killers(spec: &str) -> bool {
    !spec.contains("killers=no") && (spec.contains("paranoid") || spec.contains("brs"))
}

/// Plays out from a position with the strategy, and compares every move with the plain search:
/// killer moves and kept lists are at work. How many moves were compared.
fn compare<G: Knowledge + OutOfTurn>(
    game: &G,
    start: &G::State,
    spec: &str,
    (depth, k): (u32, usize),
    kind: Kind,
    playouts: usize,
    most: u32,
) -> usize {
    let toolbox = Toolbox::<G>::default().knowledge().out_of_turn();
    let args = read(spec, "playout", PLAYOUTS).unwrap_or_else(|error| panic!("{error}"));
    let mut playout = toolbox.playout(Some(&args), game).unwrap_or_else(|error| panic!("{error}"));
    let word = match kind {
        Kind::MaxN => "maxn",
        Kind::Paranoid => "paranoid",
        Kind::BestReply => "brs",
    };
    let args = player(&format!("{word}(depth={depth}, k={k}, noise=0, table=0, deepen=no)"));
    let budget = Budget::for_player(&args, &Budget::default()).expect("a budget");
    let (mut rng, clock) = (Rng::new(1), Clock::start(&Budget::default(), &Halt::new()));
    let mut compared = 0;
    playout.begin(game);
    for _ in 0..playouts {
        let mut line = Line::new(true);
        let state = &mut start.clone();
        playout.advance(&mut Course { game, state, line: &mut line, rng: &mut rng, clock: &clock }, most);
        let mut state = start.clone();
        for &(root, mv) in line.moves() {
            let choices = followers(game, &state, root, k, kind);
            let value = |next: &G::State| worth(game, next, root, (depth - 1, k), kind)[root];
            let values: Vec<(G::Move, Value)> = choices.iter().map(|(_, mv, next)| (*mv, value(next))).collect();
            let best = values.iter().map(|&(_, value)| value).max().expect("a move");
            if has_killers(spec) {
                // Killers are replies too, whether or not they are among the k best: every move is
                // worth at most what it is with k replies and at least what it is with all.
                let value = |next: &G::State| worth(game, next, root, (depth - 1, usize::MAX), kind)[root];
                let sure = choices.iter().map(|(_, _, next)| value(next)).max().expect("a move");
                let found = values.iter().find(|&&(other, _)| other == mv).map(|&(_, value)| value);
                assert!(found >= Some(sure), "{spec} plays {mv:?} of {values:?}, where {sure} was sure");
                game.play(&mut state, mv);
                compared += 1;
                continue;
            }
            let found = values.iter().find(|&&(other, _)| other == mv).map(|&(_, value)| value);
            assert_eq!(found, Some(best), "{spec} plays {mv:?} of {values:?} in {state:?}");
            let mut searcher = toolbox.searcher(&args, game).expect("offered");
            let report = searcher.search_as_mover(game, &state, &budget, &mut rng);
            assert_eq!(report.value, Some(f64::from(best) / f64::from(WIN)), "{args} in {state:?}");
            if values.iter().filter(|&&(_, value)| value == best).count() == 1 {
                assert_eq!(report.best, mv, "{args} in {state:?}");
            }
            game.play(&mut state, mv);
            compared += 1;
        }
    }
    compared
}

/// Every strategy from random positions; at least so many moves are compared for each.
fn compare_all<G: Knowledge + OutOfTurn>(game: &G, plies: usize, wanted: usize) {
    let strategies = [
        ("one-ply(epsilon=0)", (1, 5), Kind::MaxN),
        ("one-ply(epsilon=0, ties=random)", (1, 5), Kind::MaxN),
        ("max-n2(epsilon=0)", (2, 5), Kind::MaxN),
        ("paranoid2(epsilon=0)", (2, 5), Kind::Paranoid),
        ("paranoid2(epsilon=0, killers=no)", (2, 5), Kind::Paranoid),
        ("paranoid2(epsilon=0, killers=no, reuse=no, k=3)", (2, 3), Kind::Paranoid),
        ("brs2(epsilon=0)", (2, 5), Kind::BestReply),
        ("brs2(epsilon=0, killers=no)", (2, 5), Kind::BestReply),
        ("brs2(epsilon=0, k=8, killers=no)", (2, 8), Kind::BestReply),
        ("max-n2(epsilon=0, depth=3, k=3)", (3, 3), Kind::MaxN),
        ("paranoid2(epsilon=0, depth=3, k=3, killers=no)", (3, 3), Kind::Paranoid),
        ("brs2(epsilon=0, depth=3, k=3, killers=no)", (3, 3), Kind::BestReply),
    ];
    for (spec, size, kind) in strategies {
        let (mut compared, mut seed) = (0, 0);
        while compared < wanted {
            let mut rng = Rng::new(seed);
            let mut state = game.start(&mut rng);
            for _ in 0..rng.below(plies) {
                match game.random_move(&state, &mut rng, &mut Vec::new()) {
                    Some(mv) => game.play(&mut state, mv),
                    None => break,
                }
            }
            compared += compare(game, &state, spec, size, kind, 2, 40);
            seed += 1;
        }
    }
}

#[test]
fn focus() {
    for players in 2..=4 {
        compare_all(&Focus::new(players, 500), 120, 1000);
    }
    compare_all(&Focus::new(3, 60).long(), 60, 500);
}

#[test]
fn chinese_checkers() {
    for players in [2, 3, 4, 6] {
        compare_all(&ChineseCheckers::new(players, 400), 60, 800);
    }
}

#[test]
fn rolit_games() {
    for players in 2..=4 {
        compare_all(&rolit(players), 55, 800);
    }
}
