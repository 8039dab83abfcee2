//! The order in which games are kept.

use std::collections::{BTreeMap, BTreeSet};

use crate::runner::Finished;

/// Games of a match that may end early are kept in the order of their indices, so that the store has
/// the same games whenever they finished: none beyond the decision, and none that a kill can leave
/// behind an earlier one.
pub(super) struct Queue {
    certain: u64,
    next: u64,
    /// From `next` on: games that wait, and nothing for those that are kept already.
    ahead: BTreeMap<u64, Option<Finished>>,
}

impl Queue {
    /// Games below `certain` need not wait, because they are needed in any case.
    pub(super) fn new(certain: u64, done: &BTreeSet<u64>) -> Self {
        Queue { certain, next: 0, ahead: done.iter().map(|&index| (index, None)).collect() }
    }

    /// Takes a game, and gives those that are to be kept now.
    pub(super) fn finished(&mut self, game: Finished) -> Vec<Finished> {
        let (index, mut ready) = (game.record.index, Vec::new());
        let waits = if index < self.certain {
            ready.push(game);
            None
        } else {
            Some(game)
        };
        self.ahead.insert(index, waits);
        while let Some(game) = self.ahead.remove(&self.next) {
            self.next += 1;
            ready.extend(game);
        }
        ready
    }
}
