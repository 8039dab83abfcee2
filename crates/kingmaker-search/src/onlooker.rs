//! Somebody who wants to see what a search thinks while it thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::report::Report;

type Tell<Move> = dyn Fn(&Report<Move>) + Send + Sync;

/// Is shown what a search has found so far, now and then. It never changes what the search finds.
#[derive(Clone)]
pub struct Onlooker<Move> {
    every: Duration,
    since: Instant,
    /// Milliseconds after `since` at which the next report is due.
    due: Arc<AtomicU64>,
    tell: Arc<Tell<Move>>,
}

impl<Move> Onlooker<Move> {
    /// Is told at most once in this time.
    pub fn new(every: Duration, tell: impl Fn(&Report<Move>) + Send + Sync + 'static) -> Self {
        Onlooker { every, since: Instant::now(), due: Arc::new(AtomicU64::new(0)), tell: Arc::new(tell) }
    }

    /// Whether it is time for a report. Of several threads that ask at once, one is told so.
    pub(crate) fn is_due(&self) -> bool {
        let now = self.since.elapsed();
        let due = self.due.load(Ordering::Relaxed);
        let next = (now + self.every).as_millis() as u64;
        now.as_millis() as u64 >= due
            && self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    pub(crate) fn tell(&self, report: &Report<Move>) {
        (self.tell)(report);
    }
}
