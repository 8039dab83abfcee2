//! Boards of 4x4, 6x6 and 8x8 squares as bits of a word, and what a disc captures.
//!
//! Square `8 * row + column` is bit number that; row 0 is on top. A smaller board is the middle
//! of the large one, so that the four squares of the set-up are the same ones and nothing here
//! depends on the size: what lies outside is never occupied, and stops a run as an empty square
//! does.

use std::fmt;

use kingmaker_core::Rng;

/// Squares as bits.
pub type Squares = u64;

const FIRST_COLUMN: Squares = 0x0101_0101_0101_0101;
const LAST_COLUMN: Squares = FIRST_COLUMN << 7;
/// The squares that a run across columns can pass without leaving the board on either side.
const INNER_COLUMNS: Squares = !(FIRST_COLUMN | LAST_COLUMN);

/// One square of the board. It is also the move that puts a disc there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this row and column of the large board, both from 0 to 7.
    pub const fn at(row: usize, column: usize) -> Square {
        Square((8 * row + column) as u8 & 63)
    }

    /// The lowest of some squares, of which there is at least one.
    #[inline]
    pub fn lowest(squares: Squares) -> Square {
        Square(squares.trailing_zeros() as u8)
    }

    /// The `n`th of some squares, of which there are more than `n`.
    #[inline]
    pub fn nth(mut squares: Squares, n: usize) -> Square {
        for _ in 0..n / 8 {
            squares = without_lowest(squares, 8);
        }
        // A branch on a random number would be mispredicted every other time.
        for bit in [1, 2, 4] {
            let fewer = without_lowest(squares, bit);
            squares = if n & bit == 0 { squares } else { fewer };
        }
        Square::lowest(squares)
    }

    /// One of some squares, each equally likely, if there are any.
    #[inline]
    pub fn any(squares: Squares, rng: &mut Rng) -> Option<Square> {
        (squares != 0).then(|| Square::nth(squares, rng.below(squares.count_ones() as usize)))
    }

    /// All of some squares, in order.
    pub fn all(mut squares: Squares) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            (squares != 0).then(|| {
                let square = Square::lowest(squares);
                squares &= squares - 1;
                square
            })
        })
    }

    /// Its number, from 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & 63
    }

    /// Its row on the large board, from the top.
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// Its column on the large board, from the left.
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// The square as a bit.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << self.index()
    }
}

impl fmt::Debug for Square {
    /// Counted from the top left of the large board: the name depends on the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row(), self.column())
    }
}

#[inline(always)]
fn without_lowest(squares: Squares, n: usize) -> Squares {
    (0..n).fold(squares, |squares, _| squares & squares.wrapping_sub(1))
}

/// The squares of a board of `size` by `size`, which is 4, 6 or 8.
pub const fn board(size: usize) -> Squares {
    let margin = (8 - size) / 2;
    let row = ((1 << size) - 1) << margin;
    let rows = ((!0u64) >> (64 - 8 * size)) << (8 * margin);
    (FIRST_COLUMN * row) & rows
}

/// The four ways a line can run; each is walked forwards (to higher squares) and backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
    /// From the lower left to the upper right.
    Rising,
    /// From the upper left to the lower right.
    Falling,
}

impl Line {
    /// All four.
    pub const ALL: [Line; 4] = [Line::Row, Line::Column, Line::Rising, Line::Falling];

    /// How far apart in number two squares are that are next to each other on such a line.
    #[inline]
    pub const fn step(self) -> u32 {
        match self {
            Line::Row => 1,
            Line::Column => 8,
            Line::Rising => 7,
            Line::Falling => 9,
        }
    }

    /// The squares that a run of discs between two others may consist of.
    #[inline]
    const fn within(self) -> Squares {
        match self {
            Line::Column => !0,
            Line::Row | Line::Rising | Line::Falling => INNER_COLUMNS,
        }
    }

    /// The squares that have a square before them on the large board.
    #[inline]
    const fn entered_forwards(self) -> Squares {
        match self {
            Line::Column => !0,
            Line::Row | Line::Falling => !FIRST_COLUMN,
            Line::Rising => !LAST_COLUMN,
        }
    }

    #[inline]
    const fn entered_backwards(self) -> Squares {
        match self {
            Line::Column => !0,
            Line::Row | Line::Falling => !LAST_COLUMN,
            Line::Rising => !FIRST_COLUMN,
        }
    }

    /// The squares one step after these.
    #[inline]
    pub const fn after(self, squares: Squares) -> Squares {
        (squares << self.step()) & self.entered_forwards()
    }

    /// The squares one step before these.
    #[inline]
    pub const fn before(self, squares: Squares) -> Squares {
        (squares >> self.step()) & self.entered_backwards()
    }

    /// All squares on the same lines as these, themselves included: parallel-prefix fills.
    #[inline]
    pub const fn through(self, squares: Squares) -> Squares {
        let step = self.step();
        let (mut forwards, mut open) = (squares, self.entered_forwards());
        forwards |= open & forwards << step;
        open &= open << step;
        forwards |= open & forwards << (2 * step);
        open &= open << (2 * step);
        forwards |= open & forwards << (4 * step);
        let (mut backwards, mut open) = (squares, self.entered_backwards());
        backwards |= open & backwards >> step;
        open &= open >> step;
        backwards |= open & backwards >> (2 * step);
        open &= open >> (2 * step);
        backwards |= open & backwards >> (4 * step);
        forwards | backwards
    }
}

/// The squares next to these, orthogonally or diagonally, and some of these themselves.
#[inline]
pub const fn around(squares: Squares) -> Squares {
    let wide = squares | Line::Row.after(squares) | Line::Row.before(squares);
    wide | wide << 8 | wide >> 8
}

/// The squares from which a run of `foreign` discs leads to an `own` one. Those that are not
/// empty are the caller's to remove.
///
/// Runs are followed in all eight directions at once by parallel-prefix fills. A run between two
/// others has at most six discs: one, two, and twice two more.
#[inline]
pub fn capturing(own: Squares, foreign: Squares) -> Squares {
    let mut found = 0;
    for line in Line::ALL {
        let step = line.step();
        let run = foreign & line.within();
        let mut forwards = run & own << step;
        let mut backwards = run & own >> step;
        forwards |= run & forwards << step;
        backwards |= run & backwards >> step;
        let pairs_forwards = run & run << step;
        let pairs_backwards = pairs_forwards >> step;
        forwards |= pairs_forwards & forwards << (2 * step);
        backwards |= pairs_backwards & backwards >> (2 * step);
        forwards |= pairs_forwards & forwards << (2 * step);
        backwards |= pairs_backwards & backwards >> (2 * step);
        found |= forwards << step | backwards >> step;
    }
    found
}

/// The `foreign` discs that are turned when an `own` one is put on `square`.
#[inline]
pub fn captured(square: Square, own: Squares, foreign: Squares) -> Squares {
    let rays = &RAYS[square.index()];
    let mut turned = 0;
    for &ray in &rays.forwards {
        // The carry of an addition runs through the foreign discs to the first other square.
        let end = (foreign | !ray).wrapping_add(1) & ray & own;
        turned |= end.saturating_sub(1) & ray;
    }
    for (&ray, line) in rays.backwards.iter().zip(Line::ALL) {
        // No carry runs downwards: the first other square and all beyond it, by a fill.
        let step = line.step();
        let mut beyond = ray & !foreign;
        beyond |= beyond >> step;
        beyond |= beyond >> (2 * step);
        beyond |= beyond >> (4 * step);
        let end = beyond & !(beyond >> step) & ray & own;
        turned |= if end == 0 { 0 } else { ray & !beyond };
    }
    turned
}

/// The squares beyond one square, by direction.
struct Rays {
    forwards: [Squares; 4],
    backwards: [Squares; 4],
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays { forwards: [0; 4], backwards: [0; 4] };
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < 4 {
            let line = Line::ALL[index];
            let (mut after, mut before) = (line.after(1 << square), line.before(1 << square));
            while after | before != 0 {
                table[square].forwards[index] |= after;
                table[square].backwards[index] |= before;
                (after, before) = (line.after(after), line.before(before));
            }
            index += 1;
        }
        square += 1;
    }
    table
};
