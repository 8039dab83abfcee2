//! Averages of moves after something, such as the moves before them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::rng::derive_seed;

use super::average::Average;

/// The table has two to this power places, which take 12 MB.
const BITS: u32 = 19;

/// So many places are looked at for a key; when all are taken it is not remembered.
const PROBES: usize = 16;

/// Moves after the same thing are so many places apart: close, because they are asked for together, but with room for
/// those after other things.
const STRIDE: usize = 4;

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

impl Place {
    /// Takes a place that is free, if no other thread was faster.
    #[inline]
    fn take(&self, there: u64, kept: u64, is_shared: bool) -> bool {
        if is_shared {
            return self.key.compare_exchange(there, kept, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        }
        self.key.store(kept, Ordering::Relaxed);
        true
    }
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

    fn kept(&self, context: u64, row: usize) -> u64 {
        key_of(context, row) & !SEARCH | self.search
    }

    /// The average of a player's move, by its row, after something with this key, if anything was added to it.
    #[inline]
    pub(super) fn find(&self, context: u64, row: usize) -> Option<&Average> {
        let kept = self.kept(context, row);
        for place in self.places.get().into_iter().flat_map(|places| near(places, context, row)) {
            match place.key.load(Ordering::Relaxed) {
                other if other == kept => return Some(&place.average),
                other if other & SEARCH != self.search => return None,
                _ => {}
            }
        }
        None
    }

    /// Adds to the average of a move after something, if there is room.
    pub(super) fn add(&self, context: u64, row: usize, share: f32, is_shared: bool) {
        let kept = self.kept(context, row);
        let places = self.places.get_or_init(|| (0..1 << BITS).map(|_| Place::default()).collect());
        for place in near(places, context, row) {
            let there = place.key.load(Ordering::Relaxed);
            if there & SEARCH != self.search && place.take(there, kept, is_shared) {
                place.average.begin(share);
                return;
            }
            if place.key.load(Ordering::Relaxed) == kept {
                // What several threads learn of rare sequences need not be exact to the last sample.
                place.average.add(share, is_shared);
                return;
            }
        }
    }
}

/// Where a move may be after something.
#[inline]
fn near(places: &[Place], context: u64, row: usize) -> impl Iterator<Item = &Place> {
    let first = (context >> (64 - BITS)) as usize + STRIDE * row;
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
        let moves = || (0..100).flat_map(|context| (0..10).map(move |row| (derive_seed(5, context), row)));
        let is_good = |context: u64, row: usize| ((context >> 20) as usize + row) & 1 == 1;
        for (context, row) in moves() {
            table.add(context, row, 1.0, false);
            table.add(context, row, if is_good(context, row) { 0.5 } else { 0.0 }, true);
        }
        for (context, row) in moves() {
            let average = table.find(context, row).expect("there is room");
            assert_eq!((average.count(), average.mean()), (2, if is_good(context, row) { 0.75 } else { 0.5 }));
        }
        assert!(table.find(derive_seed(5, 0), 10).is_none() && table.find(derive_seed(6, 0), 0).is_none());
        table.clear();
        assert!(table.find(derive_seed(5, 0), 0).is_none());
        table.add(derive_seed(5, 0), 0, 0.25, false);
        let average = table.find(derive_seed(5, 0), 0).expect("there is room");
        assert_eq!((average.count(), average.mean()), (1, 0.25), "nothing of the last search is left");
    }

    #[test]
    fn what_finds_no_room_is_not_remembered() {
        let table = Keyed::default();
        // All of these want the last place, and those after it are the first.
        let contexts = || (0..2 * PROBES as u64).map(|number| u64::MAX - number);
        contexts().for_each(|context| table.add(context, 0, 1.0, true));
        assert_eq!(contexts().filter(|&context| table.find(context, 0).is_some()).count(), PROBES);
    }
}
