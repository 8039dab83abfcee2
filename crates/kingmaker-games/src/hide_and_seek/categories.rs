//! How far the nearest seeker is, which tells likely cells of the hider from unlikely ones.

use kingmaker_core::{Categories, Categorization, Named};

use super::{HIDER, HideAndSeek, State};

/// Distances are told apart up to this one.
const DISTANCES: usize = 3;

impl Categories for HideAndSeek {
    fn categorizations(&self) -> &'static [Named] {
        &[Named { name: "distance", help: "how many steps the nearest seeker is away: 1, 2, 3 or more" }]
    }

    fn categories(&self, _: Categorization) -> usize {
        DISTANCES
    }

    fn category(&self, world: &State, _: Categorization) -> usize {
        let steps = world.places[HIDER].map_or(1, |cell| self.distance(cell, self.taken(world)));
        steps.clamp(1, DISTANCES) - 1
    }

    fn learnt(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}
