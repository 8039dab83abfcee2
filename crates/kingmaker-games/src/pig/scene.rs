//! A track for each player, with a piece on every tenth of the target that they have.

use kingmaker_core::Player;
use kingmaker_core::scene::{Cell, Label, Picture, Piece, Scene, Shape};

use super::{Move, Pig, State};

/// How many cells a track has.
const TRACK: usize = 10;

impl Scene for Pig {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let mut picture = Picture { legend: "A # is what 'hold' would keep.", ..Picture::default() };
        for place in 0..TRACK {
            let text = (usize::from(self.target) * (place + 1)).div_ceil(TRACK).to_string();
            picture.labels.push(Label { x: place as f32, y: 1.2 * self.players as f32, text });
        }
        for (player, bank) in state.banks.iter() {
            let total = if player == state.turn { state.total } else { 0 };
            for place in 0..TRACK {
                let needed = usize::from(self.target) * (place + 1);
                let is_within = |points: u8| usize::from(points) * TRACK >= needed;
                let mut pieces = Vec::new();
                if is_within(bank) {
                    pieces.push(Piece::Of(player));
                } else if is_within(bank + total) {
                    pieces.push(Piece::Neutral);
                }
                picture.cells.push(Cell {
                    name: format!("p{player}.{}", place + 1),
                    x: place as f32,
                    y: 1.2 * player.index() as f32,
                    shape: Shape::Square,
                    pieces,
                    marked: false,
                });
            }
            picture.labels.push(Label { x: -1.0, y: 1.2 * player.index() as f32, text: player.to_string() });
            picture.panel.push(self.line(state, player, last));
        }
        picture
    }
}

impl Pig {
    fn line(&self, state: &State, player: Player, last: Option<Move>) -> String {
        let mut line = format!("{} of {}", state.banks[player], self.target);
        if player == state.turn {
            line += &format!(", {} in this turn", state.total);
        }
        // A 1 has ended the turn of whoever rolled it.
        let is_roller = |face| if face == 1 { player.next(self.players) == state.turn } else { player == state.turn };
        if let Some(Move::Face(face)) = last
            && is_roller(face)
        {
            line += &format!(", rolled a {face}");
        }
        line
    }
}
