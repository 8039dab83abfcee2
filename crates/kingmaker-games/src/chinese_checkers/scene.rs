//! The board as a picture.

use kingmaker_core::scene::{Cell, Label, Picture, Piece, Shape};
use kingmaker_core::{MoveOrdering, Player, Scene};

use super::board::{BOARD, Field, ROWS};
use super::state::State;
use super::{ChineseCheckers, Move, PIECES};

/// How far apart rows are when neighbouring fields are at distance 1.
const ROW_HEIGHT: f32 = 0.866_025_4;

impl Scene for ChineseCheckers {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let touched = last.map_or(0, |mv| mv.from.bit() | mv.to.bit());
        let cells = Field::all(BOARD)
            .map(|field| Cell {
                name: field.to_string(),
                x: field.x() as f32 / 2.0,
                y: field.row() as f32 * ROW_HEIGHT,
                shape: Shape::Disc,
                pieces: self.piece_on(state, field).map(Piece::Of).into_iter().collect(),
                marked: touched & field.bit() != 0,
            })
            .collect();
        let mut labels = Vec::new();
        for row in 0..ROWS.len() {
            let y = row as f32 * ROW_HEIGHT;
            labels.push(Label { x: -6.0, y, text: ((b'a' + row as u8) as char).to_string() });
            let last = Field::all(BOARD).filter(|field| field.row() == row).last();
            labels.extend(last.map(|field| Label { x: 6.0, y, text: field.to_string() }));
        }
        let panel = Player::all(self.players).map(|player| self.panel(state, player)).collect();
        let legend = "Fields are counted from the left in each row; the last is named at the right.";
        Picture { cells, labels, legend, panel, ..Picture::default() }
    }
}

impl ChineseCheckers {
    /// The player whose piece is on a field.
    pub(super) fn piece_on(&self, state: &State, field: Field) -> Option<Player> {
        Player::all(self.players).find(|&player| state.pieces(player) & field.bit() != 0)
    }

    fn panel(&self, state: &State, player: Player) -> String {
        let guide = self.guide(MoveOrdering::default(), player);
        let arrived = (state.pieces(player) & guide.home).count_ones();
        let tip = Field::all(guide.home).min_by_key(|field| guide.distance(*field));
        let tip = tip.map(|field| field.to_string()).unwrap_or_default();
        format!("{arrived} of {PIECES} in the home base around {tip}")
    }
}
