//! A position as a picture: one description that is drawn in a terminal, in a file and on a page.

use crate::game::Game;
use crate::player::Player;

/// A game whose positions can be drawn. That can come later: without a word of its own, a game shows what
/// [`Debug`](std::fmt::Debug) writes.
pub trait Scene: Game {
    /// The position, with the last move marked if there is one.
    fn picture(&self, state: &Self::State, last: Option<Self::Move>) -> Picture {
        let _ = last;
        Picture { panel: vec![format!("{state:?}")], ..Picture::default() }
    }
}

/// Cells on a plane, and what is known beside the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The places of the board.
    pub cells: Vec<Cell>,
    /// Straight pieces between cells, such as walls.
    pub bars: Vec<Bar>,
    /// Ways between cells, where it matters which are joined.
    pub ways: Vec<Way>,
    /// Coordinates and other writing on the board's rim.
    pub labels: Vec<Label>,
    /// What each player has beside the board, in turn order.
    pub panel: Vec<String>,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A square of side 1.
    Square,
    /// A disc of diameter 1.
    Disc,
    /// A hexagon with a corner on top, whose neighbours are at distance 1.
    Hexagon,
}

/// One place of the board, and what stands on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name in the game's notation, which is also what a click on it means.
    pub name: String,
    /// The centre, to the right.
    pub x: f32,
    /// The centre, downwards.
    pub y: f32,
    /// The outline.
    pub shape: Shape,
    /// The pieces on it, from the bottom to the top.
    pub pieces: Vec<Piece>,
    /// Whether the last move touched it.
    pub marked: bool,
}

/// A piece, a disc or a square of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// It belongs to a player.
    Of(Player),
    /// It belongs to nobody.
    Neutral,
}

/// A straight piece from one point to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Where it begins: right, down.
    pub from: (f32, f32),
    /// Where it ends: right, down.
    pub to: (f32, f32),
    /// Whose it is, if anybody's.
    pub piece: Piece,
}

/// A way from one cell to another. Cells that are joined by ways may be anywhere, and have their names on them. Where
/// there are only characters, each cell has a place near its own, and ways are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// One of the cells.
    pub from: usize,
    /// The other.
    pub to: usize,
    /// Which sort of way it is: sorts differ in colour, and higher ones are wider.
    pub sort: usize,
}

/// Writing on the board's rim.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The centre, to the right.
    pub x: f32,
    /// The centre, downwards.
    pub y: f32,
    /// What it says.
    pub text: String,
}
