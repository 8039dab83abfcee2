//! Averages by key.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Game, Player};

use super::average::Average;

/// The table has two to this power places, which take 12 MB.
const BITS: u32 = 19;

/// So many places are looked at for a key; when all are taken it is not remembered.
const PROBES: usize = 8;

/// A table of averages that threads share without locks. Its size does not change.
#[derive(Debug)]
pub(super) struct Keyed {
    places: Vec<Place>,
    is_used: AtomicBool,
}

#[derive(Debug, Default)]
struct Place {
    /// 0 for none.
    key: AtomicU64,
    average: Average,
}

impl Default for Keyed {
    fn default() -> Self {
        Keyed { places: (0..1 << BITS).map(|_| Place::default()).collect(), is_used: AtomicBool::new(false) }
    }
}

impl Keyed {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        if std::mem::take(self.is_used.get_mut()) {
            self.places.fill_with(Place::default);
        }
    }

    /// The average of a key, if anything was added to it.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<&Average> {
        let key = key | 1;
        for place in self.places(key) {
            match place.key.load(Ordering::Relaxed) {
                0 => return None,
                other if other == key => return Some(&place.average),
                _ => {}
            }
        }
        None
    }

    /// Adds to the average of a key, if there is room.
    pub(super) fn add(&self, key: u64, share: f32) {
        let key = key | 1;
        self.is_used.store(true, Ordering::Relaxed);
        for place in self.places(key) {
            let taken = place.key.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed);
            if taken.is_ok() || taken == Err(key) {
                place.average.add(share);
                return;
            }
        }
    }

    fn places(&self, key: u64) -> impl Iterator<Item = &Place> {
        let first = (key >> (64 - BITS)) as usize;
        (first..first + PROBES).map(|place| &self.places[place & ((1 << BITS) - 1)])
    }
}

/// The key of a player's move after something with a key of its own.
#[inline]
pub(super) fn key_of<G: Game>(game: &G, before: u64, player: Player, mv: G::Move) -> u64 {
    derive_seed(before, (player.index() * game.slots() + game.slot(mv)) as u64)
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
            table.add(key, if key >> 1 & 1 == 1 { 0.5 } else { 0.0 });
        }
        for key in 0..1000u64 {
            let key = derive_seed(5, key);
            let average = table.find(key).expect("there is room");
            assert_eq!((average.count(), average.mean()), (2, if key >> 1 & 1 == 1 { 0.75 } else { 0.5 }));
        }
        assert!(table.find(derive_seed(6, 0)).is_none());
        table.clear();
        assert!(table.find(derive_seed(5, 0)).is_none());
    }

    #[test]
    fn what_finds_no_room_is_not_remembered() {
        let table = Keyed::default();
        // All of these want the last place, and those after it are the first.
        let key = |number: u64| u64::MAX << (64 - BITS) | number << 1;
        for number in 0..2 * PROBES as u64 {
            table.add(key(number), 1.0);
        }
        let known = (0..2 * PROBES as u64).filter(|&number| table.find(key(number)).is_some()).count();
        assert_eq!(known, PROBES);
    }
}
