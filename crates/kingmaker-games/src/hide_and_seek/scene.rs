//! The board as a picture.

use std::f32::consts::TAU;

use kingmaker_core::scene::{self, Picture, Piece, Scene, Shape, Way};
use kingmaker_core::{Game, Player};

use super::{Cell, CellSet, HIDER, HideAndSeek, State};

impl Scene for HideAndSeek {
    fn picture(&self, state: &State, last: Option<Cell>) -> Picture {
        let cell = |index: usize| {
            let here = Cell::new(index);
            let (x, y) = self.centre(index);
            let standing = state.places.iter().filter(|&(_, place)| place == Some(here));
            let mut pieces: Vec<Piece> = standing.map(|(player, _)| Piece::Of(player)).collect();
            if state.places[HIDER].is_none() && state.possible.contains(here) {
                pieces.push(Piece::Neutral);
            }
            scene::Cell { name: here.to_string(), x, y, shape: Shape::Disc, pieces, marked: last == Some(here) }
        };
        let legend = match state.places[HIDER] {
            Some(_) => "",
            None => "# is where the hider may be.",
        };
        Picture {
            cells: (0..self.board.len()).map(cell).collect(),
            ways: self.ways(),
            legend,
            panel: Player::all(self.players).map(|player| self.line(state, player)).collect(),
            ..Picture::default()
        }
    }
}

impl HideAndSeek {
    /// From each cell to its later neighbours.
    fn ways(&self) -> Vec<Way> {
        let from = |(from, around): (usize, &CellSet)| {
            let later: Vec<Cell> = around.iter().filter(|to| to.index() > from).collect();
            later.into_iter().map(move |to| Way { from, to: to.index(), sort: 0 })
        };
        self.board.iter().enumerate().flat_map(from).collect()
    }

    /// Discs of diameter 1 with a gap between them.
    fn centre(&self, index: usize) -> (f32, f32) {
        if let Some(width) = self.width {
            return (1.2 * (index % width) as f32, 1.2 * (index / width) as f32);
        }
        let cells = self.board.len() as f32;
        let (radius, angle) = (cells * 1.2 / TAU, index as f32 * TAU / cells);
        (radius * angle.sin(), -radius * angle.cos())
    }

    fn line(&self, state: &State, player: Player) -> String {
        let role = self.teams().roles()[self.teams().of(player)];
        let hidden = || format!("on one of {} cells", state.possible.len());
        let place = state.places[player].map_or_else(hidden, |cell| format!("on {cell}"));
        format!("{role}, {place}, round {} of {}", usize::from(state.round).min(self.rounds - 1) + 1, self.rounds)
    }
}
