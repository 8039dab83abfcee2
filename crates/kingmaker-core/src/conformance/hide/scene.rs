//! The ring as a picture.

use std::f32::consts::TAU;

use super::{Cell, HIDER, HideAndSeek, HideState};
use crate::player::Player;
use crate::scene::{self, Picture, Piece, Scene, Shape};

impl Scene for HideAndSeek {
    fn picture(&self, state: &HideState, last: Option<Cell>) -> Picture {
        // Discs of diameter 1 with a gap between them.
        let radius = self.cells as f32 * 1.2 / TAU;
        let cell = |index: usize| {
            let here = Cell(index as u8);
            let angle = index as f32 * TAU / self.cells as f32;
            let standing = state.places.iter().filter(|&(_, place)| place == Some(here));
            scene::Cell {
                name: here.to_string(),
                x: radius * angle.sin(),
                y: -radius * angle.cos(),
                shape: Shape::Disc,
                pieces: standing.map(|(player, _)| Piece::Of(player)).collect(),
                marked: last == Some(here),
            }
        };
        Picture {
            cells: (0..self.cells).map(cell).collect(),
            panel: Player::all(self.players).map(|player| self.line(state, player)).collect(),
            ..Picture::default()
        }
    }
}

impl HideAndSeek {
    fn line(&self, state: &HideState, player: Player) -> String {
        let role = if player == HIDER { "hider" } else { "seeker" };
        let place = state.places[player].map_or("hidden".to_owned(), |cell| format!("on {cell}"));
        format!("{role}, {place}, round {} of {}", usize::from(state.round).min(self.rounds - 1) + 1, self.rounds)
    }
}
