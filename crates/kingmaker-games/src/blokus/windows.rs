//! What can be attached at one square, by looking at the 64 squares around it.
//!
//! A square where a piece may be attached has an own piece at one of its corners, so that of its
//! neighbours above and below at least one is blocked, and of those left and right too. That
//! leaves 127 ways in which a piece can cover it, none of which reaches beyond a window of 8x8
//! squares. The window is a word, in which the pieces that were already played are bits as well;
//! a way is possible when it has no bit in common with the word.

use std::sync::LazyLock;

use super::Move;
use super::board::RIM;
use super::pieces::{self, MAX_PIECE, PIECES, Piece};

/// Where the ways with pieces of five squares begin, those with four, three and two squares, and
/// where the last end. They are filled up to whole vectors with ways that are never possible.
pub(super) const CLASSES: [usize; MAX_PIECE] = [0, 92, 120, 128, 132];
pub(super) const WAYS: usize = CLASSES[MAX_PIECE - 1];

/// The squares of a window that a way may cover. The other bits stand for pieces.
const CELLS: u64 = window_of([0x18, 0x3c, 0x7e, 0xff, 0xff, 0x7e, 0x3c, 0x18]);

/// A bit that is in every window.
const NEVER: u64 = 1 << 63;

/// Rows from below as a window: even rows in the lower half, odd rows in the upper half, because
/// two rows at a time are read from the board.
const fn window_of(rows: [u8; 8]) -> u64 {
    u64::from_le_bytes([rows[0], rows[2], rows[4], rows[6], rows[1], rows[3], rows[5], rows[7]])
}

/// One square of a window.
const fn window_bit(row: usize, column: usize) -> u64 {
    let mut rows = [0; 8];
    rows[row] = 1 << column;
    window_of(rows)
}

/// For each position of a window, the squares before the central one, row by row from below.
const EARLIER: [u64; 4] = {
    let mut masks = [0; 4];
    let mut position = 0;
    while position < 4 {
        let (row, column) = (4 - (position & 1), 4 - (position >> 1));
        let mut rows = [0; 8];
        let mut below = 0;
        while below < row {
            rows[below] = 0xff;
            below += 1;
        }
        rows[row] = (1 << column) - 1;
        masks[position] = window_of(rows);
        position += 1;
    }
    masks
};

/// For each position of a window, the two neighbours of the central square that may be free.
const OPEN: [u64; 4] = {
    let mut masks = [0; 4];
    let mut position = 0;
    while position < 4 {
        let (below, left) = (position & 1, position >> 1);
        masks[position] = window_bit(3 + below, 4 - left) | window_bit(4 - below, 3 + left);
        position += 1;
    }
    masks
};

/// The pieces that a player has played, as bits of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Played(u64);

impl Played {
    /// No piece yet.
    pub(super) const NONE: Played = Played(NEVER);

    const FLAGS: [u64; PIECES] = {
        let mut flags = [0; PIECES];
        let (mut bits, mut index) = (!CELLS, 0);
        while index < PIECES {
            flags[index] = bits & bits.wrapping_neg();
            bits &= bits - 1;
            index += 1;
        }
        flags
    };

    const OF_SIZE: [u64; MAX_PIECE + 1] = {
        let mut masks = [0; MAX_PIECE + 1];
        let mut index = 0;
        while index < PIECES {
            masks[Piece::new(index).size()] |= Played::FLAGS[index];
            index += 1;
        }
        masks
    };

    /// Whether this piece has been played.
    #[inline]
    pub(super) fn contains(self, piece: Piece) -> bool {
        self.0 & Played::FLAGS[piece.index()] != 0
    }

    /// Counts the piece as played.
    #[inline]
    pub(super) fn insert(&mut self, piece: Piece) {
        self.0 |= Played::FLAGS[piece.index()];
    }

    /// Whether all pieces are left.
    #[inline]
    pub(super) fn is_none(self) -> bool {
        self == Played::NONE
    }

    /// How many pieces there are.
    #[inline]
    pub(super) fn count(self) -> usize {
        self.0.count_ones() as usize - 1
    }

    /// Whether no piece is left.
    #[inline]
    pub(super) fn is_all(self) -> bool {
        self.count() == PIECES
    }

    /// How many squares the pieces cover together.
    #[inline]
    pub(super) fn squares(self) -> u32 {
        (1..=MAX_PIECE).map(|size| size as u32 * (self.0 & Played::OF_SIZE[size]).count_ones()).sum()
    }

    /// Whether a piece of this size is left.
    #[inline]
    pub(super) fn has_left(self, size: usize) -> bool {
        !self.0 & Played::OF_SIZE[size] != 0
    }
}

/// The ways to cover the central square, for each of the four positions of a window.
pub(super) struct Ways {
    /// The other squares that are covered, and the piece.
    masks: [[u64; WAYS]; 4],
    /// The move, but for the central square, which is to be added.
    moves: [[u16; WAYS]; 4],
}

pub(super) static TABLE: LazyLock<Ways> = LazyLock::new(|| {
    let mut table = Ways { masks: [[NEVER; WAYS]; 4], moves: [[0; WAYS]; 4] };
    for position in 0..4 {
        let mut next = CLASSES;
        for (number, orientation) in pieces::ALL.iter().enumerate().filter(|(_, turned)| turned.cells.len() > 1) {
            for &centre in &orientation.cells {
                let Some(cells) = mask(&orientation.cells, centre, position) else { continue };
                let way = &mut next[MAX_PIECE - orientation.piece.size()];
                table.masks[position][*way] = cells | Played::FLAGS[orientation.piece.index()];
                let corner = Move::encode(number, 0, 0).wrapping_sub(Move::encode(0, centre.0, centre.1));
                table.moves[position][*way] = corner;
                *way += 1;
            }
        }
    }
    table
});

/// The cells other than the central one, or nothing if one of them is known to be blocked.
fn mask(cells: &[(usize, usize)], centre: (usize, usize), position: usize) -> Option<u64> {
    let (below, left) = (position & 1, position >> 1);
    let (row, column) = (4 - below as isize, 4 - left as isize);
    let blocked = [(row + 1 - 2 * below as isize, column), (row, column + 1 - 2 * left as isize)];
    let mut mask = 0;
    for &cell in cells.iter().filter(|&&cell| cell != centre) {
        let (up, right) = (cell.0 as isize - centre.0 as isize, cell.1 as isize - centre.1 as isize);
        let at = (row + up, column + right);
        // Only past a blocked neighbour would a piece reach beyond the window.
        if blocked.contains(&at) || !(0..8).contains(&at.0) || !(0..8).contains(&at.1) {
            return None;
        }
        mask |= window_bit(at.0 as usize, at.1 as usize);
    }
    Some(mask)
}

/// The surroundings of a square where a piece may be attached.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// Blocked squares, and the pieces that were played.
    pub(super) word: u64,
    /// The central square as part of a move, and above it the position of the window.
    pub(super) place: u16,
}

/// From here on the bits of a place are the position.
const POSITION: u32 = 10;

impl Window {
    /// The window around a square in this row and column of the board with its rim. Earlier ones
    /// among the `points` to attach to are blocked in it, so that no move is found twice.
    #[inline]
    pub(super) fn new(blocked: &[u32; 32], points: &[u32; 32], row: usize, column: usize, played: Played) -> Window {
        // Away from a blocked neighbour a piece reaches one square further than towards it.
        let below = (blocked[(row - 1) & 31] >> column & 1) as usize;
        let left = (blocked[row & 31] >> (column - 1) & 1) as usize;
        let position = below | left << 1;
        let place = Move::encode(0, row - RIM, column - RIM) | (position << POSITION) as u16;
        let (row, column) = (row - RIM + below, column - RIM + left);
        let word = cut(blocked, row, column) | cut(points, row, column) & EARLIER[position];
        Window { word: word & CELLS | played.0, place }
    }

    #[inline]
    fn position(self) -> usize {
        usize::from(self.place >> POSITION & 3)
    }

    /// Whether both neighbours are blocked that might be free, so that only one square fits.
    #[inline]
    pub(super) fn is_closed(self) -> bool {
        !self.word & OPEN[self.position()] == 0
    }

    /// How many of these ways are possible.
    #[inline]
    pub(super) fn count<const FROM: usize, const TO: usize>(self, ways: &Ways) -> usize {
        let masks = &ways.masks[self.position()][FROM..TO];
        masks.iter().map(|mask| u64::from(mask & self.word == 0)).sum::<u64>() as usize
    }

    /// The move that is the `n`th possible one of these ways.
    #[inline]
    pub(super) fn nth<const FROM: usize, const TO: usize>(self, ways: &Ways, mut n: usize) -> Option<Move> {
        let masks = &ways.masks[self.position()][FROM..TO];
        for (mask, &way) in masks.iter().zip(&ways.moves[self.position()][FROM..TO]) {
            let possible = mask & self.word == 0;
            if possible && n == 0 {
                return Some(Move(way.wrapping_add(self.place & ((1 << POSITION) - 1))));
            }
            n -= usize::from(possible);
        }
        None
    }
}

/// 8x8 squares from this row and column of the board with its rim on.
#[inline]
fn cut(rows: &[u32; 32], row: usize, column: usize) -> u64 {
    let Some(rows) = rows.get(row..).and_then(|rows| rows.first_chunk::<8>()) else { return !0 };
    let two = |row: usize| (u64::from(rows[row]) | u64::from(rows[row + 1]) << 32) >> column & 0xff_0000_00ff;
    two(0) | two(2) << 8 | two(4) << 16 | two(6) << 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_fill_their_classes_and_stay_within_their_cells() {
        for masks in &TABLE.masks {
            for (class, count) in [92, 25, 7, 2].into_iter().enumerate() {
                let masks = &masks[CLASSES[class]..CLASSES[class + 1]];
                assert_eq!(masks.iter().filter(|&&mask| mask != NEVER).count(), count);
                for &mask in &masks[..count] {
                    assert_eq!((mask & CELLS).count_ones() as usize, MAX_PIECE - class - 1);
                    assert_eq!((mask & !CELLS & !NEVER).count_ones(), 1);
                }
            }
        }
    }

    #[test]
    fn pieces_are_counted_in_bits_of_their_own() {
        let mut played = Played::NONE;
        for piece in Piece::all() {
            assert!(!played.contains(piece) && played.has_left(piece.size()) && !played.is_all());
            played.insert(piece);
            assert!(played.contains(piece) && !played.is_none());
        }
        assert!(played.is_all() && (1..=MAX_PIECE).all(|size| !played.has_left(size)));
        assert_eq!(played.squares(), pieces::ALL_SQUARES);
    }
}
