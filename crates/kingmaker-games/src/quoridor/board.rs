//! The board: squares as bits, column by column from the left, each from the bottom to the top.
//!
//! ```text
//!    2 5 8
//!    1 4 7
//!    0 3 6
//! ```
//!
//! A fence lies in the middle of four squares and is known by the lower left one of them, its *post*.

use kingmaker_core::MAX_PLAYERS;

/// The fewest rows and columns.
pub const SMALLEST: usize = 5;

/// The most rows and columns: more squares do not fit a word.
pub const LARGEST: usize = 11;

/// No more than four sides, so no more players.
pub const MOST_PLAYERS: usize = 4;

const _: () = assert!(MOST_PLAYERS <= MAX_PLAYERS && LARGEST * LARGEST <= 128);

/// A set of squares.
pub type Squares = u128;

/// One square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this number.
    #[inline]
    pub const fn new(index: usize) -> Square {
        Square(index as u8)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of it alone.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << (self.0 & 127)
    }

    /// One of a set, counted from 0.
    #[inline]
    pub fn nth(mut squares: Squares, n: usize) -> Square {
        (0..n).for_each(|_| squares &= squares.wrapping_sub(1));
        Square(squares.trailing_zeros() as u8)
    }

    /// Those of a set, in order.
    pub fn all(mut squares: Squares) -> impl Iterator<Item = Square> + Clone {
        std::iter::from_fn(move || {
            let square = Square(squares.trailing_zeros() as u8);
            let is_there = squares != 0;
            squares &= squares.wrapping_sub(1);
            is_there.then_some(square)
        })
    }
}

/// Which way a fence lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From left to right: it closes two ways up.
    Across,
    /// From bottom to top: it closes two ways to the right.
    Upright,
}

impl Direction {
    /// Both, in the order of moves.
    pub const ALL: [Direction; 2] = [Direction::Across, Direction::Upright];

    /// The last letter of a fence's name.
    pub const fn letter(self) -> char {
        match self {
            Direction::Across => 'h',
            Direction::Upright => 'v',
        }
    }
}

/// What does not change during a game.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    size: usize,
    /// Every square.
    pub all: Squares,
    /// The squares that have one above them.
    pub below: Squares,
    /// The squares that have one to the right.
    pub left: Squares,
    /// Where a fence can be.
    pub posts: Squares,
    /// Of these, where a fence across begins at the rim.
    pub at_left: Squares,
    /// Where it ends there.
    pub at_right: Squares,
    /// Where an upright fence begins at the rim.
    pub at_bottom: Squares,
    /// Where it ends there.
    pub at_top: Squares,
    /// Where each player starts.
    pub starts: [Square; MOST_PLAYERS],
    /// Where each wants to go.
    pub goals: [Squares; MOST_PLAYERS],
}

impl Board {
    /// A board with so many rows and columns. Two players start below and above; three and four clockwise from below.
    pub fn new(size: usize, players: usize) -> Board {
        let at = |column: usize, row: usize| Square::new(column * size + row);
        let set = |is_in: &dyn Fn(usize, usize) -> bool| {
            let squares = (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
            squares
                .filter(|&(column, row)| is_in(column, row))
                .fold(0, |set, (column, row)| set | at(column, row).bit())
        };
        let (last, middle) = (size - 1, size / 2);
        let posts = set(&|column, row| column < last && row < last);
        let sides = [
            (at(middle, 0), set(&|_, row| row == last)),
            (at(0, middle), set(&|column, _| column == last)),
            (at(middle, last), set(&|_, row| row == 0)),
            (at(last, middle), set(&|column, _| column == 0)),
        ];
        let side = |player: usize| sides[if players == 2 { 2 * (player % 2) } else { player }];
        Board {
            size,
            all: set(&|_, _| true),
            below: set(&|_, row| row < last),
            left: set(&|column, _| column < last),
            posts,
            at_left: posts & set(&|column, _| column == 0),
            at_right: posts & set(&|column, _| column + 2 == size),
            at_bottom: posts & set(&|_, row| row == 0),
            at_top: posts & set(&|_, row| row + 2 == size),
            starts: std::array::from_fn(|player| side(player).0),
            goals: std::array::from_fn(|player| side(player).1),
        }
    }

    /// How many rows there are, and columns.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Does something that needs the number of squares in a column. On the usual board it is a constant, which makes
    /// shifts of sets cheap.
    #[inline(always)]
    pub fn by_column<R>(&self, work: impl FnOnce(u32) -> R) -> R {
        const USUAL: usize = 9;
        if self.size == USUAL { work(USUAL as u32) } else { work(self.size as u32) }
    }

    /// The square in a column and a row, both counted from 0.
    #[inline]
    pub const fn at(&self, column: usize, row: usize) -> Square {
        Square::new(column * self.size + row)
    }

    /// Its column.
    #[inline]
    pub fn column(&self, square: Square) -> usize {
        square.index() / self.size
    }

    /// Its row.
    #[inline]
    pub fn row(&self, square: Square) -> usize {
        square.index() % self.size
    }
}
