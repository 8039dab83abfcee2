//! What the seekers know.

use kingmaker_core::{HiddenInformation, Player, Rng};

use super::stations::Station;
use super::tickets::Move;
use super::{HIDER, ScotlandYard, State};

impl HiddenInformation for ScotlandYard {
    fn hide(&self, state: &mut State, observer: Player) {
        if observer != HIDER && state.possible.len() > 1 {
            state.places[HIDER.index()] = Station::UNKNOWN;
        }
    }

    /// The seekers hold all stations equally likely where the hider may be.
    fn worlds(&self, view: &State, observer: Player, each: &mut dyn FnMut(State, f64)) {
        if observer == HIDER {
            return each(view.clone(), 1.0);
        }
        let weight = 1.0 / view.possible.len() as f64;
        for station in view.possible.iter() {
            let mut world = view.clone();
            world.places[HIDER.index()] = station;
            each(world, weight);
        }
    }

    fn determinize(&self, view: &State, observer: Player, rng: &mut Rng) -> State {
        let mut world = view.clone();
        if observer != HIDER
            && let Some(station) = view.possible.pick(rng)
        {
            world.places[HIDER.index()] = station;
        }
        world
    }

    fn knows_all(&self, observer: Player) -> bool {
        observer == HIDER
    }

    /// Seekers see the tickets of the hider, and the station in some rounds.
    fn seen(&self, state: &State, mv: Move, observer: Player) -> Move {
        let is_hidden = state.turn == HIDER && observer != HIDER && !self.surfaces_in(state.round);
        if is_hidden { mv.hidden() } else { mv }
    }
}
