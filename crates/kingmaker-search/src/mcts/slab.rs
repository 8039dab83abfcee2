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

/// A piece of a slab: for each of its places a value, or several in arrays of their own.
pub(super) trait Piece {
    /// A piece as new.
    fn new() -> Self;

    /// The first so many places are as new.
    fn reset(&mut self, dirty: usize);
}

/// A value for each place of a piece. The length is known, so that no place in it has to be checked.
pub(super) type Values<T> = Box<[T; CHUNK as usize]>;

impl<T: Default> Piece for Values<T> {
    fn new() -> Self {
        let values: Box<[T]> = (0..CHUNK).map(|_| T::default()).collect();
        values.try_into().unwrap_or_else(|_| unreachable!("so many were made"))
    }

    fn reset(&mut self, dirty: usize) {
        self[..dirty].fill_with(T::default);
    }
}

impl<A: Piece, B: Piece> Piece for (A, B) {
    fn new() -> Self {
        (A::new(), B::new())
    }

    fn reset(&mut self, dirty: usize) {
        self.0.reset(dirty);
        self.1.reset(dirty);
    }
}

/// An array that is made piece by piece when a place is first asked for, by any thread, and whose
/// places never move.
#[derive(Debug)]
pub(super) struct Slab<P> {
    pieces: Box<[OnceLock<P>]>,
}

impl<P: Piece> Slab<P> {
    /// Room for the places below `limit`, none of which takes memory yet.
    pub(super) fn new(limit: u32) -> Self {
        Slab { pieces: (0..limit.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect() }
    }

    /// The piece of a place, and where it is there.
    #[inline]
    pub(super) fn piece(&self, index: u32) -> (&P, usize) {
        (self.pieces[(index / CHUNK) as usize].get_or_init(P::new), (index % CHUNK) as usize)
    }

    /// The places below `used` are as new; the memory is kept.
    pub(super) fn reset(&mut self, used: u32) {
        let full = (used / CHUNK) as usize;
        for (index, piece) in self.pieces.iter_mut().enumerate().take(full + 1) {
            let Some(piece) = piece.get_mut() else { continue };
            piece.reset(if index < full { CHUNK } else { used % CHUNK } as usize);
        }
    }
}

impl<T: Default> Slab<Values<T>> {
    /// One place.
    #[inline]
    pub(super) fn at(&self, index: u32) -> &T {
        let (piece, place) = self.piece(index);
        &piece[place]
    }

    /// One place, if somebody has asked for it or one near it before.
    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<&T> {
        self.pieces[(index / CHUNK) as usize].get().map(|piece| &piece[(index % CHUNK) as usize])
    }

    /// Places side by side, all in one piece.
    #[inline]
    pub(super) fn range(&self, range: Range<u32>) -> &[T] {
        if range.is_empty() {
            return &[];
        }
        let (piece, start) = self.piece(range.start);
        &piece[start..start + range.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn places_are_made_when_asked_for_and_can_be_reset() {
        let mut slab: Slab<Values<AtomicU32>> = Slab::new(3 * CHUNK - 7);
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
