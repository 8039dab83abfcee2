//! How far the hider is from those who seek it, and who is nearer to what.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering, Named};

use super::cells::{Cell, CellSet};
use super::{HIDER, HideAndSeek, State};

impl HideAndSeek {
    /// How many steps it is from a cell to the nearest of these.
    pub(super) fn distance(&self, cell: Cell, to: CellSet) -> usize {
        let mut reached = CellSet::from_iter([cell]);
        for steps in 0..self.board.len() {
            if reached.iter().any(|cell| to.contains(cell)) {
                return steps;
            }
            reached = self.spread(reached);
        }
        self.board.len()
    }
}

impl HideAndSeek {
    /// How many of these cells are nearer to a player in `cell` than to any of the others; those just as near count half.
    /// In halves.
    fn reach(&self, cell: Cell, others: CellSet, cells: CellSet) -> i32 {
        let (mut own, mut foreign, mut open) = (CellSet::from_iter([cell]), others, cells);
        let mut halves = 0;
        for _ in 0..self.board.len() {
            let nearness = |cell| match (own.contains(cell), foreign.contains(cell)) {
                (true, false) => 2,
                (true, true) => 1,
                (false, _) => 0,
            };
            halves += open.iter().map(nearness).sum::<i32>();
            open = open.without(own).without(foreign);
            (own, foreign) = (self.spread(own), self.spread(foreign));
        }
        halves
    }

    /// These cells and those next to them.
    fn spread(&self, cells: CellSet) -> CellSet {
        cells.iter().chain(cells.iter().flat_map(|cell| self.board[cell.index()].iter())).collect()
    }

    /// The cells of all seekers but the one to move.
    fn other_seekers(&self, state: &State) -> CellSet {
        let others = state.places.iter().filter(|&(player, _)| player != HIDER && player != state.turn);
        others.filter_map(|(_, place)| place).collect()
    }
}

/// The place of the ordering by what a player can reach first.
const BY_REACH: usize = 1;

impl Knowledge for HideAndSeek {
    fn orderings(&self) -> &'static [Named] {
        &[
            Named { name: "distance", help: "the hider keeps away from the seekers, a seeker goes to where it may be" },
            Named {
                name: "reach",
                help: "cells that the mover is nearest to, for a seeker those where the hider may be",
            },
        ]
    }

    /// How far the nearest seeker is from the hider, as a part of the cells; for the seekers what is missing from 1. A
    /// hider of whom nothing is known counts as halfway.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        let way = |cell| self.distance(cell, self.taken(state)) as f32 / self.board.len() as f32;
        let safety = state.places[HIDER].map_or(0.5, way);
        ByPlayer::from_fn(self.players, |player| if player == HIDER { safety } else { 1.0 - safety })
    }

    /// By distance, the hider goes where no seeker is near, a seeker to where the hider may be nearest. By reach, both
    /// go where the fewest others are nearer: the hider to have room, a seeker to leave none.
    fn priority(&self, state: &State, by: MoveOrdering, mv: Cell) -> i32 {
        if by.index() == BY_REACH {
            return if state.turn == HIDER {
                self.reach(mv, self.taken(state), (0..self.board.len()).map(Cell::new).collect())
            } else {
                self.reach(mv, self.other_seekers(state), state.possible)
            };
        }
        if state.turn == HIDER {
            self.distance(mv, self.taken(state)) as i32
        } else {
            -(self.distance(mv, state.possible) as i32)
        }
    }
}
