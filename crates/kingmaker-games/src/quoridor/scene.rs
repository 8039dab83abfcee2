//! The board as a picture.

use kingmaker_core::scene::{Bar, Cell, Label, Picture, Piece, Shape};
use kingmaker_core::{Player, Scene};

use super::board::{Direction, Square};
use super::state::State;
use super::{Action, Move, Quoridor};

impl Scene for Quoridor {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let size = self.board.size();
        // Rows are counted from below, and pictures from the top.
        let down = |row: usize| (size - 1 - row) as f32;
        let cells = Square::all(self.board.all).map(|square| {
            let pawn = Player::all(self.players).find(|&player| state.pawn(player) == square);
            Cell {
                name: self.square_name(square),
                x: self.board.column(square) as f32,
                y: down(self.board.row(square)),
                shape: Shape::Square,
                pieces: pawn.map(Piece::Of).into_iter().collect(),
                marked: last.is_some_and(|mv| self.action(mv) == Action::Go(square)),
            }
        });
        let fence = |post: Square, direction: Direction| {
            let (x, y) = (self.board.column(post) as f32 + 0.5, down(self.board.row(post)) - 0.5);
            let (from, to) = match direction {
                Direction::Across => ((x - 1.0, y), (x + 1.0, y)),
                Direction::Upright => ((x, y - 1.0), (x, y + 1.0)),
            };
            let name = self.fence_name(post, direction);
            let piece = (state.lying(direction) & post.bit() != 0).then_some(Piece::Neutral);
            Bar { name, from, to, piece }
        };
        let rows = size - 1;
        let posts = (0..rows * rows).map(|place| self.board.at(place / rows, place % rows));
        let bars = posts.flat_map(|post| Direction::ALL.map(|direction| fence(post, direction)));
        let columns = (0..size).map(|column| (column as f32, size as f32, self.column_name(column).to_string()));
        let rows = (0..size).map(|row| (-1.0, down(row), (row + 1).to_string()));
        Picture {
            cells: cells.collect(),
            bars: bars.collect(),
            labels: columns.chain(rows).map(|(x, y, text)| Label { x, y, text }).collect(),
            legend: "A fence is named by the square at its lower left: E3h lies, E3v stands.",
            panel: Player::all(self.players).map(|player| self.line(state, player)).collect(),
            ..Picture::default()
        }
    }
}

impl Quoridor {
    fn line(&self, state: &State, player: Player) -> String {
        let (left, steps) = (state.left[player.index()], self.distance(state, player));
        format!("{} fences left, {steps} steps to go", left)
    }
}
