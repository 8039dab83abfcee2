//! Games that are to be played here, in their order.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Who waits for a game looks so often whether there will be any.
const LOOK: Duration = Duration::from_millis(50);

/// Games by match and index, from the one who takes leases to those who play.
#[derive(Default)]
pub(super) struct Todo {
    games: Mutex<VecDeque<(usize, u64)>>,
    more: Condvar,
    is_closed: AtomicBool,
}

impl Todo {
    fn games(&self) -> MutexGuard<'_, VecDeque<(usize, u64)>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games nobody has taken yet.
    pub(super) fn len(&self) -> usize {
        self.games().len()
    }

    /// More games.
    pub(super) fn extend(&self, games: impl IntoIterator<Item = (usize, u64)>) {
        self.games().extend(games);
        self.more.notify_all();
    }

    /// Leaves only those games that are still wanted.
    pub(super) fn retain(&self, is_wanted: impl Fn(usize, u64) -> bool) {
        self.games().retain(|&(match_index, index)| is_wanted(match_index, index));
    }

    /// There will be no more, and those that are being played are given up.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.more.notify_all();
    }

    /// Whether there will be no more.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// The next game; waits for one until there will be none, or somebody else says that it is over.
    pub(super) fn take(&self, is_over: &dyn Fn() -> bool) -> Option<(usize, u64)> {
        let mut games = self.games();
        loop {
            if self.is_closed() || is_over() {
                return None;
            }
            if let Some(game) = games.pop_front() {
                return Some(game);
            }
            (games, _) = self.more.wait_timeout(games, LOOK).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_their_order_until_there_are_none() {
        let todo = Todo::default();
        todo.extend([(0, 3), (1, 0), (0, 4)]);
        todo.retain(|match_index, _| match_index == 0);
        assert_eq!((todo.take(&|| false), todo.len()), (Some((0, 3)), 1));
        assert_eq!(todo.take(&|| true), None, "nobody plays any more");
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| [todo.take(&|| false), todo.take(&|| false)]);
            std::thread::sleep(LOOK);
            todo.close();
            assert_eq!(waiting.join().expect("ended")[1], None);
        });
    }
}
