//! How much longer other programs take than they say.

use std::collections::BTreeMap;

use serde::Serialize;

/// Milliseconds between what a program says that it took and what we measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Latency {
    /// Half of the moves had no more.
    pub median: f64,
    /// 95% had no more.
    pub p95: f64,
    /// No move had more.
    pub most: f64,
}

impl Latency {
    /// From how many moves had so many microseconds.
    pub(super) fn of(counts: &BTreeMap<u64, u64>) -> Option<Self> {
        let total: u64 = counts.values().sum();
        let at = |part: f64| {
            let rank = ((part * total as f64).ceil() as u64).max(1);
            let mut passed = 0;
            let found = counts.iter().find(|&(_, count)| {
                passed += count;
                passed >= rank
            });
            found.map(|(&microseconds, _)| microseconds as f64 / 1e3)
        };
        Some(Latency { median: at(0.5)?, p95: at(0.95)?, most: at(1.0)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles() {
        let counts = (1..=100).map(|milliseconds| (1000 * milliseconds, 1)).collect();
        assert_eq!(Latency::of(&counts), Some(Latency { median: 50.0, p95: 95.0, most: 100.0 }));
        assert_eq!(Latency::of(&BTreeMap::from([(500, 3)])), Some(Latency { median: 0.5, p95: 0.5, most: 0.5 }));
        assert_eq!(Latency::of(&BTreeMap::new()), None);
    }
}
