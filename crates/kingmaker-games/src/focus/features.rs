//! Moves as numbers.

use kingmaker_core::{Features, Knowledge, MoveOrdering};

use super::state::State;
use super::{Focus, Move};

impl Features for Focus {
    fn features(&self) -> &'static [&'static str] {
        &["column from", "row from", "column to", "row to", "pieces that move", "pieces there", "priority"]
    }

    /// A piece from the reserve comes from where it goes, and none moves.
    fn describe(&self, state: &State, mv: Move, out: &mut [f32]) {
        let (from, to) = (mv.square(), mv.target());
        out.copy_from_slice(&[
            from.column() as f32,
            from.row() as f32,
            to.column() as f32,
            to.row() as f32,
            mv.pieces() as f32,
            state.stack(to).height() as f32,
            self.priority(state, MoveOrdering::default(), mv) as f32,
        ]);
    }
}
