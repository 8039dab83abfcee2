//! Every pruned and enhanced depth-first search against a naive one without either.

use kingmaker_core::options::{Args, read};
use kingmaker_core::{Game, Rng};
use kingmaker_games::focus::Focus;
use kingmaker_search::toolbox::PLAYERS;
use kingmaker_search::{Budget, Report, Stop, Toolbox};

mod effort;
mod expectimax;
mod max_n;
mod policies;
#[path = "../positions/mod.rs"]
mod positions;
mod representatives;
mod soft_max_n;
mod turns;
mod two_sided;

use positions::{after, moves};

fn args(spec: &str) -> Args {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    read(spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"))
}

fn search<G: Game>(toolbox: &Toolbox<G>, game: &G, state: &G::State, spec: &str, seed: u64) -> Report<G::Move> {
    let args = args(spec);
    let budget = Budget::for_player(&args, &Budget::default()).expect("a budget");
    let mut searcher = toolbox.searcher(&args, game).unwrap_or_else(|message| panic!("{spec}: {message}"));
    searcher.search_as_mover(game, state, &budget, &mut Rng::new(seed))
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

/// The depth that a search is to be compared at: the one it was given, unless it has decided the
/// game before.
fn searched<Move>(report: &Report<Move>, depth: u32) -> u32 {
    assert!(report.depth == depth || report.stop == Stop::Solved, "depth {} of {depth}", report.depth);
    report.depth
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
            let again = used.search_as_mover(&game, &state, &budget, &mut Rng::new(9));
            let fresh = search(&toolbox, &game, &state, spec, 9);
            assert_eq!(again.value, fresh.value, "{spec} after {plies} plies");
        }
    }
}
