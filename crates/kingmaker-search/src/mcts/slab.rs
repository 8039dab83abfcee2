//! Storage that grows while it is shared.

use std::ops::Range;
use std::sync::OnceLock;

/// Something that threads write to often, on cache lines of its own: what lies beside it and is only
/// read would have to be fetched anew after every write.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Apart<T>(pub(super) T);

/// A piece of a slab has so many places.
pub(super) const CHUNK: u32 = 1 << 16;

/// An array that is made piece by piece when a place is first asked for, by any thread, and whose
/// places never move.
#[derive(Debug)]
pub(super) struct Slab<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
}

impl<T: Default> Slab<T> {
    /// Room for the places below `limit`, none of which takes memory yet.
    pub(super) fn new(limit: u32) -> Self {
        Slab { chunks: (0..limit.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect() }
    }

    /// One place.
    #[inline]
    pub(super) fn at(&self, index: u32) -> &T {
        &self.chunk(index)[(index % CHUNK) as usize]
    }

    /// One place, if somebody has asked for it or one near it before.
    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<&T> {
        self.chunks[(index / CHUNK) as usize].get().map(|chunk| &chunk[(index % CHUNK) as usize])
    }

    /// Places side by side, all in one piece.
    #[inline]
    pub(super) fn range(&self, range: Range<u32>) -> &[T] {
        if range.is_empty() {
            return &[];
        }
        let start = (range.start % CHUNK) as usize;
        &self.chunk(range.start)[start..start + range.len()]
    }

    #[inline]
    fn chunk(&self, index: u32) -> &[T] {
        self.chunks[(index / CHUNK) as usize].get_or_init(|| (0..CHUNK).map(|_| T::default()).collect())
    }

    /// The places below `used` are as new; the memory is kept.
    pub(super) fn reset(&mut self, used: u32) {
        let full = (used / CHUNK) as usize;
        for (index, chunk) in self.chunks.iter_mut().enumerate().take(full + 1) {
            let Some(chunk) = chunk.get_mut() else { continue };
            let dirty = if index < full { CHUNK } else { used % CHUNK };
            chunk[..dirty as usize].fill_with(T::default);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn places_are_made_when_asked_for_and_can_be_reset() {
        let mut slab: Slab<AtomicU32> = Slab::new(3 * CHUNK - 7);
        let places = [0, CHUNK - 1, CHUNK, 3 * CHUNK - 8];
        for index in places {
            slab.at(index).store(index + 1, Ordering::Relaxed);
        }
        let last_two = slab.range(CHUNK - 2..CHUNK);
        assert_eq!(last_two[1].load(Ordering::Relaxed), CHUNK);
        assert!(slab.range(5..5).is_empty());
        slab.reset(CHUNK + 1);
        let values = places.map(|index| slab.at(index).load(Ordering::Relaxed));
        assert_eq!(values, [0, 0, 0, 3 * CHUNK - 7]);
    }
}
