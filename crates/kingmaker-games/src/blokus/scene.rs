//! The board as a picture.

use kingmaker_core::scene::{Cell, Item, Label, Picture, Piece, Shape, Tile};
use kingmaker_core::{Player, Scene};

use super::board::Square;
use super::pieces::{self, Orientation};
use super::state::State;
use super::{Blokus, Move};

impl Scene for Blokus {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let touched: Vec<Square> = last.into_iter().flat_map(Move::squares).collect();
        let height = |row: usize| (self.size - 1 - row) as f32;
        let cells = Square::all(self.size)
            .map(|square| Cell {
                name: square.to_string(),
                x: square.column() as f32,
                y: height(square.row()),
                shape: Shape::Square,
                pieces: state.owner(square).map(Piece::Tile).into_iter().collect(),
                marked: touched.contains(&square),
            })
            .collect();
        let letters = ('a'..).take(self.size).enumerate();
        let columns = letters.map(|(column, letter)| (column as f32, self.size as f32, letter.to_string()));
        let rows = (0..self.size).map(|row| (-1.0, height(row), (row + 1).to_string()));
        let labels = columns.chain(rows).map(|(x, y, text)| Label { x, y, text }).collect();
        Picture {
            cells,
            labels,
            tray: Player::all(self.players).flat_map(|player| tray(state, player)).collect(),
            panel: Player::all(self.players).map(|player| self.panel(state, player)).collect(),
            ..Picture::default()
        }
    }

    fn touches(&self, _: &State, mv: Move) -> Option<Vec<String>> {
        let piece = mv.orientation().piece.name().to_owned();
        Some(std::iter::once(piece).chain(mv.squares().map(|square| square.to_string())).collect())
    }

    fn tile(&self, mv: Move) -> Option<Tile> {
        Some(tile(mv.orientation()))
    }
}

/// The pieces that a player has left.
fn tray(state: &State, player: Player) -> impl Iterator<Item = Item> {
    let left = pieces::Piece::all().filter(move |&piece| !state.played(player).contains(piece));
    let first = |piece| pieces::ALL.iter().find(|orientation| orientation.piece == piece);
    left.filter_map(first).map(move |orientation| Item { player, tile: tile(orientation) })
}

/// A piece as it is turned; its rows are counted from below.
fn tile(orientation: &Orientation) -> Tile {
    let top = orientation.extent().0 - 1;
    let squares = orientation.cells.iter().map(|&(row, column)| (top - row, column)).collect();
    Tile { name: orientation.piece.name().to_owned(), squares }
}

impl Blokus {
    /// What a player has left; the names of all pieces fit a line of a terminal.
    fn panel(&self, state: &State, player: Player) -> String {
        let played = state.played(player);
        let left: Vec<&str> =
            pieces::Piece::all().filter(|&piece| !played.contains(piece)).map(pieces::Piece::name).collect();
        let left = if left.is_empty() { "nothing".to_owned() } else { left.join(" ") };
        match played.is_none() {
            true => format!("begins at {}, left {left}", self.openings[player.index()].start),
            false => format!("placed {}, left {left}", played.squares()),
        }
    }
}
