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

    /// What one touches in turn to make this move: names of cells, of bars and of what is in the tray, and words for what
    /// the picture does not show. Without a word of its own, a game is played by the words of its notation: `c3-c5` is a
    /// touch of `c3` and one of `c5`.
    fn touches(&self, state: &Self::State, mv: Self::Move) -> Option<Vec<String>> {
        let _ = (state, mv);
        None
    }

    /// The piece that a move brings on the board, as it will lie there, where it matters how it looks.
    fn tile(&self, mv: Self::Move) -> Option<Tile> {
        let _ = mv;
        None
    }
}

/// Cells on a plane, and what is known beside the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The places of the board.
    pub cells: Vec<Cell>,
    /// Straight pieces between cells, such as walls, and where such pieces can be.
    pub bars: Vec<Bar>,
    /// Ways between cells, where it matters which are joined.
    pub ways: Vec<Way>,
    /// Coordinates and other writing on the board's rim.
    pub labels: Vec<Label>,
    /// What players have beside the board to put on it.
    pub tray: Vec<Item>,
    /// How the board is to be read, in a line for those who see only characters.
    pub legend: &'static str,
    /// What each player has beside the board, in turn order.
    pub panel: Vec<String>,
}

/// A piece, which may cover several squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// What people call it, also in the game's notation.
    pub name: String,
    /// Its squares: down, and to the right; none where it has no shape.
    pub squares: Vec<(usize, usize)>,
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
    /// A square of something larger, which belongs to a player and fills its cell.
    Tile(Player),
    /// It belongs to nobody.
    Neutral,
}

/// A straight piece from one point to another, or a place for one.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name in the game's notation, which is also what a click on it means.
    pub name: String,
    /// Where it begins: right, down.
    pub from: (f32, f32),
    /// Where it ends: right, down.
    pub to: (f32, f32),
    /// Whose it is; `None` where nothing stands yet.
    pub piece: Option<Piece>,
}

/// Something beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Whose it is.
    pub player: Player,
    /// What it is; a click on it means its name.
    pub tile: Tile,
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
