//! The transposition table (Nijssen 2013, section 2.4.2).

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Game, choices};

use crate::budget::MAX_DEPTH;

choices! {
    /// Which entry gives way when two positions want the same place.
    pub enum Replacement {
        /// The shallower one; between equals, the older one (Marsland 1986).
        Deep = "deep",
        /// The older one.
        Always = "always",
    }
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// The key under which what is known about a position is kept. Near the end of a game that is cut off, the plies that
/// are left are part of it: what can still be reached depends on them. No search looks further than [`MAX_DEPTH`] plies,
/// so that earlier they do not matter.
#[inline]
pub fn table_key<G: Game>(game: &G, state: &G::State) -> u64 {
    let key = game.key(state);
    match game.plies_left(state) {
        Some(left) if left <= MAX_DEPTH as usize => derive_seed(key, left as u64),
        _ => key,
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry<V, B> {
    /// The value, or a bound on it.
    pub value: V,
    /// What kind of value it is.
    pub bound: Bound,
    /// How many plies were searched below.
    pub depth: u16,
    /// Whether every line below came to the end of the game, so that no depth is deeper.
    pub is_final: bool,
    /// The best move, or the one that caused the cut-off.
    pub best: B,
}

/// An odd number whose bits look random.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Copy, Debug)]
struct Slot<V, B> {
    key: u64,
    generation: u16,
    entry: Option<Entry<V, B>>,
}

/// A table of positions, a power of two of them.
#[derive(Debug)]
pub struct TranspositionTable<V, B> {
    /// Empty until something is stored: a player that never searches in this way needs no memory.
    slots: Vec<Slot<V, B>>,
    count: usize,
    replacement: Replacement,
    generation: u16,
    /// Keys are stored with this added, so that what was stored with another one is not found.
    salt: u64,
}

impl<V: Copy, B: Copy> TranspositionTable<V, B> {
    /// A table that fills so many megabytes at the most; with none it remembers nothing.
    pub fn new(megabytes: usize, replacement: Replacement) -> Self {
        let fitting = (megabytes << 20) / size_of::<Slot<V, B>>();
        let count = if fitting == 0 { 0 } else { 1 << fitting.ilog2() };
        TranspositionTable { slots: Vec::new(), count, replacement, generation: 0, salt: 0 }
    }

    #[cold]
    fn allocate(&mut self) {
        // Without the memory, the search does without the table.
        if self.slots.try_reserve_exact(self.count).is_ok() {
            self.slots.resize(self.count, Slot { key: 0, generation: 0, entry: None });
        } else {
            self.count = 0;
        }
    }

    /// A new search begins: what older ones stored is still good, but gives way to anything.
    pub fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Forgets everything, without a walk through the memory.
    pub fn clear(&mut self) {
        self.salt = self.salt.wrapping_add(SPREAD);
        self.age();
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // Keys of games need not be random in any of their bits: a multiplication spreads them (Knuth 1973), and the
        // upper bits of the product depend on all of them. The whole key is compared.
        let spread = key.wrapping_mul(SPREAD);
        (spread >> (64 - self.slots.len().ilog2())) as usize
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<&Entry<V, B>> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[self.index(key)];
        slot.entry.as_ref().filter(|_| slot.key == key.wrapping_add(self.salt))
    }

    /// Remembers what was found out, if the place is not taken by something better.
    #[inline]
    pub fn store(&mut self, key: u64, entry: Entry<V, B>) {
        if self.slots.is_empty() {
            if self.count == 0 {
                return;
            }
            self.allocate();
            if self.slots.is_empty() {
                return;
            }
        }
        let index = self.index(key);
        let slot = &mut self.slots[index];
        let keeps = match (&slot.entry, self.replacement) {
            (Some(old), Replacement::Deep) => slot.generation == self.generation && old.depth > entry.depth,
            (_, Replacement::Always) | (None, _) => false,
        };
        if !keeps {
            let key = key.wrapping_add(self.salt);
            *slot = Slot { key, generation: self.generation, entry: Some(entry) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u16) -> Entry<i32, u8> {
        Entry { value, bound: Bound::Exact, depth, is_final: false, best: 0 }
    }

    fn value(table: &TranspositionTable<i32, u8>, key: u64) -> Option<i32> {
        table.probe(key).map(|entry| entry.value)
    }

    #[test]
    fn deep_entries_stay_until_the_next_search() {
        let mut table = TranspositionTable::new(1, Replacement::Deep);
        table.store(7, entry(1, 5));
        let place = table.index(7);
        let other = (8..).find(|&key| table.index(key) == place).expect("places are few");
        assert_eq!((value(&table, 7), value(&table, other)), (Some(1), None));
        table.store(other, entry(2, 4));
        assert_eq!((value(&table, 7), value(&table, other)), (Some(1), None), "the deeper one stays");
        table.store(other, entry(3, 5));
        assert_eq!((value(&table, 7), value(&table, other)), (None, Some(3)), "among equals the newer one");
        table.age();
        table.store(7, entry(4, 1));
        assert_eq!(value(&table, 7), Some(4), "what is left of an older search gives way");
    }

    #[test]
    fn what_is_cleared_is_forgotten_and_gives_way() {
        let mut table = TranspositionTable::new(1, Replacement::Deep);
        table.store(7, entry(1, 5));
        table.clear();
        assert_eq!(value(&table, 7), None);
        table.store(7, entry(2, 1));
        assert_eq!(value(&table, 7), Some(2));
    }

    #[test]
    fn always_means_always_and_no_memory_means_none() {
        let mut table = TranspositionTable::new(1, Replacement::Always);
        table.store(7, entry(1, 5));
        table.store(7, entry(2, 1));
        assert_eq!(value(&table, 7), Some(2));
        let mut nothing = TranspositionTable::new(0, Replacement::Deep);
        nothing.store(7, entry(1, 5));
        assert_eq!(value(&nothing, 7), None);
    }
}
