//! The board as a picture.

use kingmaker_core::scene::{Cell, Label, Picture, Piece, Shape};
use kingmaker_core::{Player, Scene};

use super::Rolit;
use super::board::Square;
use super::state::State;

impl Scene for Rolit {
    fn picture(&self, state: &State, last: Option<Square>) -> Picture {
        let margin = self.margin();
        let cells = Square::all(self.board)
            .map(|square| Cell {
                name: self.name(square),
                x: (square.column() - margin) as f32,
                y: (square.row() - margin) as f32,
                shape: Shape::Square,
                pieces: self.piece(state, square).into_iter().collect(),
                marked: last == Some(square),
            })
            .collect();
        let size = self.size as f32;
        let columns = (0..self.size).map(|column| (column as f32, size, self.column_name(column).to_string()));
        let rows = (0..self.size).map(|row| (-1.0, row as f32, self.row_name(row).to_string()));
        Picture {
            cells,
            labels: columns.chain(rows).map(|(x, y, text)| Label { x, y, text }).collect(),
            panel: self.panel(state),
            ..Picture::default()
        }
    }
}

impl Rolit {
    fn piece(&self, state: &State, square: Square) -> Option<Piece> {
        let colour = state.discs.iter().position(|discs| discs & square.bit() != 0)?;
        Some(if colour < self.players { Piece::Of(Player::new(colour)) } else { Piece::Neutral })
    }

    fn panel(&self, state: &State) -> Vec<String> {
        let stable = self.stable(state);
        Player::all(self.players)
            .map(|player| {
                let discs = state.of(player);
                let (count, stable) = (discs.count_ones(), (discs & stable).count_ones());
                format!("{}: discs {count}, of them stable {stable}", self.colours[player.index()])
            })
            .collect()
    }
}
