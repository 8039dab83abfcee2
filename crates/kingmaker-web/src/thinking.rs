//! Who thinks when: a few threads that take what is to be thought about in the order in which it came.
//!
//! A room has one thought at a time in the queue, so that no room keeps others waiting for more than one move.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Something to be thought about.
type Work = Box<dyn FnOnce() + Send>;

/// The queue, and the threads that work on it.
#[derive(Clone)]
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    waiting: VecDeque<(Instant, Work)>,
    is_over: bool,
}

impl Thinkers {
    /// So many threads, which yield to everything else on the machine.
    pub(crate) fn start(threads: usize) -> Self {
        let queue = Mutex::new(Queue { waiting: VecDeque::new(), is_over: false });
        let thinkers = Thinkers { shared: Arc::new(Shared { queue, changed: Condvar::new() }) };
        for _ in 0..threads.max(1) {
            let own = thinkers.clone();
            // Where the system allows no further thread, the others do all the work.
            let _ = std::thread::Builder::new().name("thinker".to_owned()).spawn(move || own.work());
        }
        thinkers
    }

    /// Something is to be thought about, but not before this time.
    pub(crate) fn add(&self, not_before: Instant, work: impl FnOnce() + Send + 'static) {
        self.queue().waiting.push_back((not_before, Box::new(work)));
        self.shared.changed.notify_one();
    }

    /// How much is waiting.
    pub(crate) fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    /// Nothing that has not begun will begin.
    pub(crate) fn end(&self) {
        let mut queue = self.queue();
        queue.is_over = true;
        queue.waiting.clear();
        self.shared.changed.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        yield_to_others();
        while let Some(work) = self.next() {
            // A panic in one room's search is a bug. Where panics unwind, it does not stop the searches of all others;
            // a release ends at once instead, and its games are kept.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        }
    }

    fn next(&self) -> Option<Work> {
        let mut queue = self.queue();
        loop {
            if queue.is_over {
                return None;
            }
            let now = Instant::now();
            let due = queue.waiting.iter().position(|(not_before, _)| *not_before <= now);
            if let Some((_, work)) = due.and_then(|place| queue.waiting.remove(place)) {
                return Some(work);
            }
            let first = queue.waiting.iter().map(|(not_before, _)| *not_before).min();
            queue = match first {
                None => self.shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some(first) => {
                    let waited = self.shared.changed.wait_timeout(queue, first.saturating_duration_since(now));
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Requests are answered at once, however much is thought about.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // On Linux a thread has a priority of its own. Without it, answers are a little slower.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn works_in_order_and_not_too_early() {
        let thinkers = Thinkers::start(1);
        let (told, heard) = mpsc::channel();
        let begun = Instant::now();
        let later = begun + Duration::from_millis(60);
        for (when, name) in [(later, "late"), (begun, "first"), (begun, "second")] {
            let told = told.clone();
            thinkers.add(when, move || told.send((name, Instant::now())).expect("somebody listens"));
        }
        let told: Vec<_> = heard.iter().take(3).collect();
        assert_eq!(told.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["first", "second", "late"]);
        assert!(told[2].1 >= later);
    }

    #[test]
    fn a_panic_stops_nothing_and_an_end_stops_all() {
        let thinkers = Thinkers::start(1);
        let (told, heard) = mpsc::channel();
        thinkers.add(Instant::now(), || panic!("a search has a bug"));
        let again = told.clone();
        thinkers.add(Instant::now(), move || again.send(()).expect("somebody listens"));
        assert_eq!(heard.recv(), Ok(()));
        thinkers.end();
        thinkers.add(Instant::now(), move || told.send(()).expect("somebody listens"));
        assert!(heard.recv_timeout(Duration::from_millis(50)).is_err());
    }
}
