//! A mean that many threads add to.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::mcts::sums::{add_32, add_64, mean, units};

/// What a move is taken for that nobody has made yet, unless a strategy is told otherwise.
pub(super) const UNKNOWN: f32 = 0.5;

/// How a move did on average.
#[derive(Debug)]
pub(super) struct Average {
    worth: AtomicU64,
    count: AtomicU32,
    /// The mean, so that it is computed once for each update instead of for each look.
    mean: AtomicU32,
}

impl Default for Average {
    fn default() -> Self {
        Average::unseen(UNKNOWN)
    }
}

impl Average {
    /// Of nothing yet, for which this stands.
    pub(super) fn unseen(mean: f32) -> Self {
        Average { worth: AtomicU64::new(0), count: AtomicU32::new(0), mean: AtomicU32::new(mean.to_bits()) }
    }

    /// The mean of what was added.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        f32::from_bits(self.mean.load(Ordering::Relaxed))
    }

    /// How often something was added.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// The move was made for the first time, and was worth so much.
    pub(super) fn begin(&self, share: f32) {
        self.worth.store(units(share), Ordering::Relaxed);
        self.count.store(1, Ordering::Relaxed);
        self.mean.store(mean(units(share), 1).to_bits(), Ordering::Relaxed);
    }

    /// The move was made once more, and was worth so much.
    #[inline]
    pub(super) fn add(&self, share: f32, is_shared: bool) {
        let more = units(share);
        let worth = add_64(&self.worth, more, is_shared) + more;
        let count = add_32(&self.count, 1, is_shared) + 1;
        self.mean.store(mean(worth, count).to_bits(), Ordering::Relaxed);
    }
}
