//! The board: 8x8 squares without three at each corner, as bits of a word.
//!
//! Square `8 * row + column` is bit number that; row 0 is on top.

use std::fmt;

/// Squares as bits.
pub type Squares = u64;

/// The 52 squares that exist.
pub const BOARD: Squares = {
    let mut board = !0;
    let corners = [(0, 0), (0, 1), (1, 0), (0, 6), (0, 7), (1, 7), (6, 0), (7, 0), (7, 1), (6, 7), (7, 6), (7, 7)];
    let mut index = 0;
    while index < corners.len() {
        board &= !(1 << (8 * corners[index].0 + corners[index].1));
        index += 1;
    }
    board
};

/// The tallest stack.
pub const MAX_HEIGHT: usize = 5;

/// How many squares exist.
pub const SQUARES: usize = BOARD.count_ones() as usize;

/// For each square its place among those that exist.
static PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut square = 0;
    while square < 64 {
        let below = BOARD & ((1 << square) - 1);
        places[square] = below.count_ones() as u8;
        square += 1;
    }
    places
};

/// One square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this row (from the top) and column, if it exists.
    pub fn at(row: usize, column: usize) -> Option<Square> {
        let square = Square((8 * row + column) as u8);
        (row < 8 && column < 8 && square.bit() & BOARD != 0).then_some(square)
    }

    /// The lowest of some squares, of which there is at least one.
    #[inline]
    pub fn lowest(squares: Squares) -> Square {
        Square(squares.trailing_zeros() as u8)
    }

    /// The `n`th of some squares, of which there are more than `n`.
    #[inline]
    pub fn nth(mut squares: Squares, n: usize) -> Square {
        for _ in 0..n {
            squares &= squares - 1;
        }
        Square::lowest(squares)
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

    pub(super) const fn from_index(index: usize) -> Square {
        Square(index as u8)
    }

    /// Its number, from 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its place among the squares that exist, below [`SQUARES`].
    #[inline]
    pub fn place(self) -> usize {
        usize::from(PLACES[self.index() & 63])
    }

    /// The square so far away in number. The caller has seen to it that it exists.
    #[inline]
    pub const fn offset(self, distance: isize) -> Square {
        Square((self.0 as isize + distance) as u8 & 63)
    }

    /// Counted from the top.
    pub const fn row(self) -> usize {
        self.0 as usize / 8
    }

    /// Counted from the left.
    pub const fn column(self) -> usize {
        self.0 as usize % 8
    }

    /// The square as a bit.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << self.0
    }
}

impl fmt::Display for Square {
    /// As in chess: the column as a letter, the row as a number from below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, 8 - self.row())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The four ways a stack can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
    /// Towards column 0.
    Left,
}

impl Direction {
    /// All four, in order.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How far apart in number two squares are that are next to each other in this direction.
    #[inline]
    pub const fn step(self) -> isize {
        [-8, 1, 8, -1][self.index()]
    }

    /// The squares `steps` away in this direction. The caller has seen to it that none leaves the board.
    #[inline(always)]
    pub const fn shift(self, squares: Squares, steps: usize) -> Squares {
        match self {
            Direction::Up => squares >> (8 * steps),
            Direction::Right => squares << steps,
            Direction::Down => squares << (8 * steps),
            Direction::Left => squares >> steps,
        }
    }
}

/// `MOVABLE[n - 1][direction]`: the squares from which `n` steps in that direction stay on the board.
pub static MOVABLE: [[Squares; 4]; MAX_HEIGHT] = {
    let mut table = [[0; 4]; MAX_HEIGHT];
    let mut square = 0;
    while square < 64 {
        let mut steps = 1;
        while steps <= MAX_HEIGHT {
            let mut direction = 0;
            while direction < 4 {
                let (row, column) = (square as isize / 8, square as isize % 8);
                let n = steps as isize;
                let (row, column) = match Direction::ALL[direction] {
                    Direction::Up => (row - n, column),
                    Direction::Right => (row, column + n),
                    Direction::Down => (row + n, column),
                    Direction::Left => (row, column - n),
                };
                let inside = row >= 0 && row < 8 && column >= 0 && column < 8;
                if inside && BOARD >> square & 1 == 1 && BOARD >> (8 * row + column) & 1 == 1 {
                    table[steps - 1][direction] |= 1 << square;
                }
                direction += 1;
            }
            steps += 1;
        }
        square += 1;
    }
    table
};

/// Where stacks on `sources` go with so many pieces, by direction.
#[inline]
pub fn targets(sources: Squares, pieces: usize) -> [Squares; 4] {
    let movable = &MOVABLE[pieces - 1];
    Direction::ALL.map(|direction| direction.shift(sources & movable[direction.index()], pieces))
}
