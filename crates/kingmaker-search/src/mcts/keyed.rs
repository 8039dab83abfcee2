//! Averages by key.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::rng::derive_seed;

use super::average::Average;

/// The table has two to this power places, which take 12 MB.
const BITS: u32 = 19;

/// So many places are looked at for a key; when all are taken it is not remembered.
const PROBES: usize = 8;

/// The lower bits of what is kept of a key are the number of the search in which it was added.
const SEARCH: u64 = (1 << 16) - 1;

/// A table of averages that threads share without locks. Its size does not change. What belongs to an earlier search
/// counts as empty, so that nothing has to be cleared.
#[derive(Debug)]
pub(super) struct Keyed {
    /// Empty until something is added.
    places: OnceLock<Vec<Place>>,
    /// The number of this search, from 1.
    search: u64,
}

#[derive(Debug, Default)]
struct Place {
    /// 0 for none.
    key: AtomicU64,
    average: Average,
}

impl Default for Keyed {
    fn default() -> Self {
        Keyed { places: OnceLock::new(), search: 1 }
    }
}

impl Keyed {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.search += 1;
        if self.search > SEARCH {
            self.search = 1;
            self.places = OnceLock::new();
        }
    }

    fn kept(&self, key: u64) -> u64 {
        key & !SEARCH | self.search
    }

    /// The average of a key, if anything was added to it.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<&Average> {
        let kept = self.kept(key);
        for place in self.places.get().into_iter().flat_map(|places| near(places, key)) {
            match place.key.load(Ordering::Relaxed) {
                other if other == kept => return Some(&place.average),
                other if other & SEARCH != self.search => return None,
                _ => {}
            }
        }
        None
    }

    /// Adds to the average of a key, if there is room.
    pub(super) fn add(&self, key: u64, share: f32) {
        let kept = self.kept(key);
        let places = self.places.get_or_init(|| (0..1 << BITS).map(|_| Place::default()).collect());
        for place in near(places, key) {
            let there = place.key.load(Ordering::Relaxed);
            let is_free = there & SEARCH != self.search;
            if is_free {
                let taken = place.key.compare_exchange(there, kept, Ordering::Relaxed, Ordering::Relaxed);
                if taken.is_ok() {
                    place.average.begin(share);
                    return;
                }
            }
            if place.key.load(Ordering::Relaxed) == kept {
                // What several threads learn of rare sequences need not be exact to the last sample.
                place.average.add(share, true);
                return;
            }
        }
    }
}

/// Where a key may be.
#[inline]
fn near(places: &[Place], key: u64) -> impl Iterator<Item = &Place> {
    let first = (key >> (64 - BITS)) as usize;
    (first..first + PROBES).map(|place| &places[place & ((1 << BITS) - 1)])
}

/// The key of a player's move, by its row in tables by player and slot, after something with a key of its own.
#[inline]
pub(super) fn key_of(before: u64, row: usize) -> u64 {
    derive_seed(before, row as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_kept_apart_and_forgotten() {
        let mut table = Keyed::default();
        for key in 0..1000u64 {
            let key = derive_seed(5, key);
            table.add(key, 1.0);
            table.add(key, if key >> 20 & 1 == 1 { 0.5 } else { 0.0 });
        }
        for key in 0..1000u64 {
            let key = derive_seed(5, key);
            let average = table.find(key).expect("there is room");
            assert_eq!((average.count(), average.mean()), (2, if key >> 20 & 1 == 1 { 0.75 } else { 0.5 }));
        }
        assert!(table.find(derive_seed(6, 0)).is_none());
        table.clear();
        assert!(table.find(derive_seed(5, 0)).is_none());
        table.add(derive_seed(5, 0), 0.25);
        let average = table.find(derive_seed(5, 0)).expect("there is room");
        assert_eq!((average.count(), average.mean()), (1, 0.25), "nothing of the last search is left");
    }

    #[test]
    fn what_finds_no_room_is_not_remembered() {
        let table = Keyed::default();
        // All of these want the last place, and those after it are the first.
        let key = |number: u64| u64::MAX << (64 - BITS) | number << 16;
        for number in 0..2 * PROBES as u64 {
            table.add(key(number), 1.0);
        }
        let known = (0..2 * PROBES as u64).filter(|&number| table.find(key(number)).is_some()).count();
        assert_eq!(known, PROBES);
    }
}
