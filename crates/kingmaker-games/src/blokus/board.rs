//! Squares, and sets of squares as rows of bits with a rim.
//!
//! A rim of four squares on each side saves every test for the edge of the board: a window of 8x8
//! squares around a square of the board, and the surroundings of a piece, always lie inside.

use std::fmt;

/// How many rows and columns the larger board has.
pub const MAX_SIZE: usize = 20;

/// How wide the rim is.
pub(super) const RIM: usize = 4;

/// One square, with rows counted from below and columns from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    row: u8,
    column: u8,
}

impl Square {
    /// The square in this row and column, both below [`MAX_SIZE`].
    pub const fn new(row: usize, column: usize) -> Square {
        debug_assert!(row < MAX_SIZE && column < MAX_SIZE);
        Square { row: row as u8, column: column as u8 }
    }

    /// Counted from below.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Counted from the left.
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// All squares of a board of this size, row by row from below.
    pub fn all(size: usize) -> impl Iterator<Item = Square> {
        (0..size).flat_map(move |row| (0..size).map(move |column| Square::new(row, column)))
    }

    /// The square that is so many steps up and to the right, if it is on a board of this size.
    pub(super) fn offset(self, up: isize, right: isize, size: usize) -> Option<Square> {
        let row = self.row().checked_add_signed(up).filter(|&row| row < size)?;
        let column = self.column().checked_add_signed(right).filter(|&column| column < size)?;
        Some(Square::new(row, column))
    }
}

/// `a1` is the lower left square, and no letter is left out.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// What a piece covers or touches, as up to eight rows of bits: bit `i` of row `j` is the square
/// `i - 1` to the right of and `j - 1` above the lower left corner of the piece's bounding box.
pub(super) type Patch = [u32; 8];

/// A set of squares of the board and its rim. Square (r, c) is bit `c + RIM` of row `r + RIM`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Squares([u32; 32]);

impl Squares {
    /// No square.
    pub(super) const EMPTY: Squares = Squares([0; 32]);

    /// Everything that is not on a board of this size.
    pub(super) fn outside(size: usize) -> Squares {
        let row = !(((1 << size) - 1) << RIM);
        Squares(std::array::from_fn(|index| if (RIM..RIM + size).contains(&index) { row } else { !0 }))
    }

    /// Whether the square is one of these.
    #[inline]
    pub(super) fn contains(&self, square: Square) -> bool {
        self.0[square.row() + RIM] >> (square.column() + RIM) & 1 == 1
    }

    /// Adds one square.
    #[inline]
    pub(super) fn insert(&mut self, square: Square) {
        self.0[square.row() + RIM] |= 1 << (square.column() + RIM);
    }

    /// Adds a patch around a piece whose lower left corner is `corner`.
    #[inline]
    pub(super) fn add(&mut self, patch: &Patch, corner: Square) {
        let shift = corner.column() + RIM - 1;
        if let Some(rows) = self.0.get_mut(corner.row() + RIM - 1..).and_then(|rows| rows.first_chunk_mut::<8>()) {
            for (row, bits) in rows.iter_mut().zip(patch) {
                *row |= bits << shift;
            }
        }
    }

    /// Whether none of these squares is in the patch around a piece at `corner`.
    #[inline]
    pub(super) fn misses(&self, patch: &Patch, corner: Square) -> bool {
        let shift = corner.column() + RIM - 1;
        let rows = self.0.get(corner.row() + RIM - 1..).and_then(|rows| rows.first_chunk::<8>());
        rows.is_none_or(|rows| rows.iter().zip(patch).fold(0, |common, (row, bits)| common | row & bits << shift) == 0)
    }

    /// Whether the two sets have no square in common.
    pub(super) fn is_disjoint(&self, other: &Squares) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & other == 0)
    }

    /// The rows, the lowest row of the rim first.
    #[inline]
    pub(super) fn rows(&self) -> &[u32; 32] {
        &self.0
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(Square::all(MAX_SIZE).filter(|&square| self.contains(square)).map(|s| s.to_string()))
            .finish()
    }
}
