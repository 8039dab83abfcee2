//! Memory that a thread needs while it learns or sorts: each has its own, so that none waits for another.

use std::cmp::Reverse;

use kingmaker_core::{Game, Player};

/// The scratch memory of one thread, for all strategies.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Moves that were made.
    pub(super) seen: Made,
    /// Rows of moves that were made, and what they were worth.
    pub(super) worths: Vec<(usize, f32)>,
    /// Children by priority.
    pub(super) sorted: Vec<(Reverse<i32>, u32)>,
}

/// A set of players' moves that is emptied in no time.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// The number of the last iteration in which the move was made.
    stamps: Vec<u32>,
    slots: usize,
    now: u32,
}

impl Made {
    pub(super) fn clear<G: Game>(&mut self, game: &G) {
        let size = game.players() * game.slots();
        self.slots = game.slots();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 || self.stamps.len() != size {
            self.stamps.clear();
            self.stamps.resize(size, 0);
            self.now = 1;
        }
    }

    /// Adds a move; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, player: Player, slot: usize) -> bool {
        let stamp = &mut self.stamps[player.index() * self.slots + slot];
        std::mem::replace(stamp, self.now) != self.now
    }

    /// Whether a move was made, by its row.
    #[inline]
    pub(super) fn contains(&self, row: usize) -> bool {
        self.stamps[row] == self.now
    }
}
