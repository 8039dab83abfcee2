//! Positions that are reached in several ways.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::rng::derive_seed;

use super::tree::NodeIndex;

/// The table has two to this power places, which take 8 MB.
const BITS: u32 = 19;

/// So many places are looked at for a position; when all are taken it is not remembered.
const PROBES: usize = 8;

/// The children of positions, by the key of the position and its distance from the root. Threads share it without locks.
/// What belongs to an earlier search counts as empty.
#[derive(Debug)]
pub(super) struct Transpositions {
    places: OnceLock<Vec<Place>>,
    search: u16,
}

#[derive(Debug, Default)]
struct Place {
    /// The key, mixed with what is in the other word, so that a place that two threads write at once is found by neither.
    check: AtomicU64,
    /// The search in the lowest 16 bits, then the number of children, then the first of them.
    children: AtomicU64,
}

impl Default for Transpositions {
    fn default() -> Self {
        Transpositions { places: OnceLock::new(), search: 1 }
    }
}

impl Transpositions {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.search = 1;
            self.places = OnceLock::new();
        }
    }

    /// The children of a position, if they are known.
    pub(super) fn find(&self, key: u64, depth: u32) -> Option<Range<NodeIndex>> {
        let key = derive_seed(key, u64::from(depth));
        for place in near(self.places.get()?, key) {
            let (check, word) = (place.check.load(Ordering::Acquire), place.children.load(Ordering::Acquire));
            if word as u16 != self.search {
                return None;
            }
            if check ^ word == key {
                let (first, number) = ((word >> 32) as NodeIndex, (word >> 16) as u16);
                return Some(first..first + NodeIndex::from(number));
            }
        }
        None
    }

    /// Remembers the children of a position, if it has any and there is room.
    pub(super) fn add(&self, key: u64, depth: u32, children: Range<NodeIndex>) {
        if children.is_empty() {
            return;
        }
        let key = derive_seed(key, u64::from(depth));
        let places = self.places.get_or_init(|| (0..1 << BITS).map(|_| Place::default()).collect());
        let word = u64::from(children.start) << 32 | (children.len() as u64) << 16 | u64::from(self.search);
        for place in near(places, key) {
            let there = place.children.load(Ordering::Acquire);
            if there as u16 != self.search
                && place.children.compare_exchange(there, word, Ordering::AcqRel, Ordering::Acquire).is_ok()
            {
                place.check.store(key ^ word, Ordering::Release);
                return;
            }
        }
    }
}

/// Where a key may be.
fn near(places: &[Place], key: u64) -> impl Iterator<Item = &Place> {
    let first = (key >> (64 - BITS)) as usize;
    (first..first + PROBES).map(|place| &places[place & ((1 << BITS) - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_by_position_and_depth() {
        let mut known = Transpositions::default();
        for key in 0..1000 {
            known.add(key, 3, key as u32..key as u32 + 5);
        }
        assert!((0..1000).all(|key| known.find(key, 3) == Some(key as u32..key as u32 + 5)));
        assert_eq!((known.find(7, 4), known.find(1000, 3)), (None, None));
        known.clear();
        assert_eq!(known.find(7, 3), None);
        known.add(7, 3, 2..4);
        assert_eq!(known.find(7, 3), Some(2..4));
    }
}
