//! The board as a picture.

use kingmaker_core::scene::{Cell, Label, Picture, Piece, Shape};
use kingmaker_core::{Player, Scene};

use super::board::Square;
use super::state::State;
use super::{Blokus, Move, pieces};

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
                pieces: state.owner(square).map(Piece::Of).into_iter().collect(),
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
            panel: Player::all(self.players).map(|player| self.panel(state, player)).collect(),
            ..Picture::default()
        }
    }
}

impl Blokus {
    /// What a player has left; the names of all pieces fit a line of a terminal.
    fn panel(&self, state: &State, player: Player) -> String {
        let played = state.played(player);
        let left: Vec<&str> =
            pieces::Piece::all().filter(|&piece| !played.contains(piece)).map(pieces::Piece::name).collect();
        let left = if left.is_empty() { "nothing".to_owned() } else { left.join(" ") };
        format!("{:2}, left {left}", played.squares())
    }
}
