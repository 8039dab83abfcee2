//! The board as a picture.

use kingmaker_core::scene::{Cell as PictureCell, Label, Picture, Piece, Shape};
use kingmaker_core::{Player, Scene};

use super::state::State;
use super::{Havannah, Move};
use crate::outcome::Outcome;

/// From one row of hexagons with a corner on top to the next, where neighbours are at distance 1.
const ROW_HEIGHT: f32 = 0.866_025_4;

impl Scene for Havannah {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let board = self.board;
        let cells = board.all().map(|cell| {
            let site = board.site(cell);
            let (x, y) = self.place(site.row.into(), site.bit.into());
            PictureCell {
                name: board.name(cell),
                x,
                y,
                shape: Shape::Hexagon,
                pieces: state.stone(board, cell).map(Piece::Of).into_iter().collect(),
                marked: last == Some(Move(cell)),
            }
        });
        let (side, base) = (board.side() as i32, board.base() as i32);
        let numbers = (1..=side).map(|row| (-1.0, self.place(row, 0).1, (side + 1 - row).to_string()));
        // Each letter stands where its column would have one cell more at its lower end.
        let letters = (1..=side).map(|bit| {
            let (x, y) = self.place((side + base - bit).min(side) + 1, bit);
            (x, y, char::from(b'a' + bit as u8 - 1).to_string())
        });
        Picture {
            cells: cells.collect(),
            legend: "A letter stands for a column that slants: up and to the left.",
            labels: numbers.chain(letters).map(|(x, y, text)| Label { x, y, text }).collect(),
            panel: Player::all(2).map(|player| panel(state, player)).collect(),
            ..Picture::default()
        }
    }
}

impl Havannah {
    /// The centre of a cell, with the widest row beginning at 0.
    fn place(&self, row: i32, bit: i32) -> (f32, f32) {
        let base = self.board.base() as f32;
        let (row, bit) = (row as f32, bit as f32);
        (bit - 1.0 + (row - base) / 2.0, (row - 1.0) * ROW_HEIGHT)
    }
}

fn panel(state: &State, player: Player) -> String {
    let stones: u32 = state.rows[player.index()].iter().map(|row| row.count_ones()).sum();
    let won = if state.outcome == Outcome::Won(player) { ", has won" } else { "" };
    format!("stones {stones}{won}")
}
