//! The heuristics of Nijssen 2013, section 3.4.3.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering, Rng};

use super::state::State;
use super::{Blokus, Move, generate};

impl Knowledge for Blokus {
    /// The number of squares that a player has covered.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        ByPlayer::from_fn(self.players, |player| state.played(player).squares() as f32)
    }

    /// The number of squares of the piece.
    #[inline]
    fn priority(&self, _: &State, _: MoveOrdering, mv: Move) -> i32 {
        mv.orientation().piece.size() as i32
    }

    /// Counts the moves around each square to attach to, only for the largest size that is
    /// possible so far; no move is listed.
    #[inline]
    fn greedy_move(&self, state: &State, _: MoveOrdering, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let player = state.turn()?;
        match self.opening(state, player) {
            Some(opening) => opening.draw_largest(state.site(player), rng),
            None => state.site(player).draw_largest(rng),
        }
    }

    /// Moves in their order begin with the largest pieces, so that the first `k` are wanted.
    fn k_best(&self, state: &State, _: MoveOrdering, k: usize, out: &mut Vec<Move>) {
        match state.turn() {
            Some(player) => generate::moves(state.site(player), k, out),
            None => out.clear(),
        }
        out.truncate(k);
    }
}
