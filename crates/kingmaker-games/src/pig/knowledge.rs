//! When to hold.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering};

use super::{Move, Pig, State};

/// Who holds with this total wins nearly as often as the best there is (Neller & Presser 2004).
const HOLD_AT: u8 = 20;

impl Knowledge for Pig {
    /// The points in the bank and in the turn, and one more.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        ByPlayer::from_fn(self.players, |player| {
            let total = if player == state.turn { state.total } else { 0 };
            f32::from(state.banks[player]) + f32::from(total) + 1.0
        })
    }

    /// Holding comes first from a total of 20 on.
    fn priority(&self, state: &State, _: MoveOrdering, mv: Move) -> i32 {
        i32::from((mv == Move::Hold) == (state.total >= HOLD_AT))
    }
}
