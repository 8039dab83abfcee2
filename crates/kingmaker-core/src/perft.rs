//! Counting move sequences: the first thing to compare two implementations by.

use crate::game::{Game, Turn};

/// The number of sequences of exactly `depth` plies: legal moves and possible outcomes of chance. A finished game has
/// no continuation.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    count(game, state, &mut lists)
}

/// For each move or outcome, the number of sequences of `depth` plies that begin with it.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    list(game, state, &mut moves);
    let below = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        perft(game, &next, depth.saturating_sub(1))
    };
    moves.into_iter().map(|mv| (mv, below(mv))).collect()
}

/// Replaces the contents of `out` by all that can happen next.
fn list<G: Game>(game: &G, state: &G::State, out: &mut Vec<G::Move>) {
    game.legal_moves(state, out);
    if let (Turn::Chance, Some(chance)) = (game.turn(state), game.chance()) {
        chance.outcomes(state, &mut |outcome, _| out.push(outcome));
    }
}

fn count<G: Game>(game: &G, state: &G::State, lists: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    list(game, state, moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut total = 0;
    for &mv in moves.iter() {
        let mut next = state.clone();
        game.play(&mut next, mv);
        total += count(game, &next, deeper);
    }
    total
}
