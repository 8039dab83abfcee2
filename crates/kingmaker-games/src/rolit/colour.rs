//! The colours of discs.

use std::fmt;

use super::board::{Square, Squares};

/// A side of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The first in Rolit.
    Red,
    /// The second in Rolit.
    Yellow,
    /// The third in Rolit.
    Green,
    /// The fourth in Rolit.
    Blue,
    /// The first in Othello.
    Black,
    /// The second in Othello.
    White,
}

impl Colour {
    /// The colours of Rolit in turn order.
    pub const ROLIT: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];

    /// The colours of Othello in turn order.
    pub const OTHELLO: [Colour; 2] = [Colour::Black, Colour::White];

    /// What stands for it in a position. No game has both blue and black.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Green => 'G',
            Colour::Blue | Colour::Black => 'B',
            Colour::White => 'W',
        }
    }

    /// Where its discs are before the first move.
    pub const fn home(self) -> Squares {
        match self {
            Colour::Red => Square::at(3, 3).bit(),
            Colour::Yellow => Square::at(3, 4).bit(),
            Colour::Green => Square::at(4, 4).bit(),
            Colour::Blue => Square::at(4, 3).bit(),
            Colour::Black => Square::at(3, 4).bit() | Square::at(4, 3).bit(),
            Colour::White => Square::at(3, 3).bit() | Square::at(4, 4).bit(),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Blue => "blue",
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}
