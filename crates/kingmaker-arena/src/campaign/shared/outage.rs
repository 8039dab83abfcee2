//! A server that does not answer: when to ask again, and when to give up.

use std::time::{Duration, Instant};

/// The first pause between two tries; each is twice as long as the one before.
const FIRST: Duration = Duration::from_millis(100);
/// No pause is longer.
const LONGEST: Duration = Duration::from_secs(15);

/// How long a server has not answered.
#[derive(Debug, Default)]
pub(super) struct Outage {
    since: Option<Instant>,
    tries: u32,
    next: Option<Instant>,
}

impl Outage {
    /// Whether it is too early to ask again.
    pub(super) fn is_pausing(&self, now: Instant) -> bool {
        self.next.is_some_and(|next| now < next)
    }

    /// It has answered.
    pub(super) fn over(&mut self) {
        *self = Outage::default();
    }

    /// It has not answered once more; how long it has been so, from when we began to ask.
    pub(super) fn again(&mut self, asked: Instant, now: Instant, patience: Duration) -> Duration {
        let since = *self.since.get_or_insert(asked);
        let silent = now.saturating_duration_since(since);
        let pause = (FIRST * 2u32.pow(self.tries.min(16))).min(LONGEST);
        self.tries += 1;
        // The last try is when patience ends, not after it.
        self.next = Some(now + pause.min(patience.saturating_sub(silent)));
        silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_the_limit() {
        let (start, patience) = (Instant::now(), Duration::from_secs(60));
        let (mut outage, mut now, mut tries) = (Outage::default(), start, 0);
        let mut pauses = Vec::new();
        while outage.again(now, now, patience) < patience {
            let next = outage.next.expect("a pause");
            assert!(outage.is_pausing(now) && !outage.is_pausing(next));
            pauses.push(next - now);
            now = next;
            tries += 1;
        }
        assert_eq!(now - start, patience);
        assert!((8..20).contains(&tries) && pauses[1] == FIRST * 2 && pauses.contains(&LONGEST), "{pauses:?}");
        outage.over();
        assert!(!outage.is_pausing(now));
    }
}
