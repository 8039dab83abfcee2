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

/// How far sequences go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Exactly so many plies.
    Plies(u32),
    /// So many whole turns, or to the end of the game: the leaves of a search that looks so far ahead.
    Turns(u32),
}

/// The same as [`divide`] for either extent; `None` where turns are asked for and the game does not count them.
pub fn divide_by<G: Game>(game: &G, state: &G::State, extent: Extent) -> Option<Vec<(G::Move, u64)>> {
    let turns = match extent {
        Extent::Plies(depth) => return Some(divide(game, state, depth)),
        Extent::Turns(turns) => turns as usize,
    };
    let end = game.turns_over(state)? + turns;
    let mut moves = Vec::new();
    list(game, state, &mut moves);
    let below = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        count_to(game, &next, end, &mut Vec::new(), 0)
    };
    Some(moves.into_iter().map(|mv| (mv, below(mv))).collect())
}

/// The number of ways to the position in which `end` turns are over, or to the end of the game.
fn count_to<G: Game>(game: &G, state: &G::State, end: usize, lists: &mut Vec<Vec<G::Move>>, ply: usize) -> u64 {
    if game.turn(state) == Turn::Over || game.turns_over(state).is_none_or(|over| over >= end) {
        return 1;
    }
    if lists.len() <= ply {
        lists.push(Vec::new());
    }
    let mut moves = std::mem::take(&mut lists[ply]);
    list(game, state, &mut moves);
    let mut total = 0;
    for &mv in &moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        total += count_to(game, &next, end, lists, ply + 1);
    }
    lists[ply] = moves;
    total
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
