//! How far the hider is from those who seek it.

use kingmaker_core::{ByPlayer, Knowledge};

use super::cells::{Cell, CellSet};
use super::{HIDER, HideAndSeek, State};

impl HideAndSeek {
    /// How many steps it is from a cell to the nearest of these.
    fn distance(&self, cell: Cell, to: CellSet) -> usize {
        let mut reached = CellSet::from_iter([cell]);
        for steps in 0..self.board.len() {
            if reached.iter().any(|cell| to.contains(cell)) {
                return steps;
            }
            reached = reached.iter().chain(reached.iter().flat_map(|cell| self.board[cell.index()].iter())).collect();
        }
        self.board.len()
    }
}

impl Knowledge for HideAndSeek {
    /// How far the nearest seeker is from the hider, as a part of the cells; for the seekers what is missing from 1. A
    /// hider of whom nothing is known counts as halfway.
    fn evaluate(&self, state: &State) -> ByPlayer<f32> {
        let way = |cell| self.distance(cell, self.taken(state)) as f32 / self.board.len() as f32;
        let safety = state.places[HIDER].map_or(0.5, way);
        ByPlayer::from_fn(self.players, |player| if player == HIDER { safety } else { 1.0 - safety })
    }

    /// The hider goes where no seeker is near, a seeker to where the hider may be nearest.
    fn priority(&self, state: &State, mv: Cell) -> i32 {
        if state.turn == HIDER {
            self.distance(mv, self.taken(state)) as i32
        } else {
            -(self.distance(mv, state.possible) as i32)
        }
    }
}
