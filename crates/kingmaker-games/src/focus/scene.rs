//! The board as a picture.

use kingmaker_core::scene::{Cell, Label, Picture, Piece, Shape};
use kingmaker_core::{Player, Scene};

use super::board::{BOARD, Square};
use super::state::State;
use super::{Focus, Move};

impl Scene for Focus {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let touched = last.map_or(0, |mv| mv.square().bit() | mv.target().bit());
        let cells = Square::all(BOARD)
            .map(|square| Cell {
                name: square.to_string(),
                x: square.column() as f32,
                y: square.row() as f32,
                shape: Shape::Square,
                pieces: state.stack(square).players().map(Piece::Of).collect(),
                marked: touched & square.bit() != 0,
            })
            .collect();
        let columns = ('a'..='h').enumerate().map(|(column, letter)| (column as f32, 8.0, letter.to_string()));
        let rows = (0..8).map(|row| (-1.0, row as f32, (8 - row).to_string()));
        let labels = columns.chain(rows).map(|(x, y, text)| Label { x, y, text }).collect();
        Picture {
            cells,
            labels,
            legend: "The right end of a stack is its top.",
            panel: Player::all(self.players).map(|player| self.panel(state, player)).collect(),
            ..Picture::default()
        }
    }

    fn touches(&self, _: &State, mv: Move) -> Option<Vec<String>> {
        let first = if mv.pieces() == 0 { "reserve".to_owned() } else { mv.square().to_string() };
        Some(vec![first, mv.target().to_string()])
    }
}

impl Focus {
    fn panel(&self, state: &State, player: Player) -> String {
        let captured: u8 = state.captured[player.index()].iter().sum();
        let reserve = state.reserve[player.index()];
        let stacks = state.controlled(player).count_ones();
        let plural = if stacks == 1 { "" } else { "s" };
        let mut text = format!("{stacks} stack{plural}, {reserve} in reserve, {captured} captured");
        if !self.long {
            text.push_str(&format!(", {} to go", self.missing(state, player)));
        }
        if state.holds(player) {
            text.push_str(", holds a piece");
        }
        text
    }
}
