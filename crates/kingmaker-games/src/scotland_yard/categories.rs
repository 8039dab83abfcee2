//! What tells likely stations of the hider from unlikely ones (Nijssen 2013, section 7.2.5).

use kingmaker_core::{Categories, Categorization, Named};

use super::map::Transport;
use super::stations::Station;
use super::{HIDER, ScotlandYard, State};

/// Distances are told apart up to this one.
const DISTANCES: usize = 5;

/// Kinds of stations.
const KINDS: usize = 4;

impl ScotlandYard {
    fn minimum_distance(&self, world: &State, hider: Station) -> usize {
        let distances = self.seekers().map(|seeker| self.map().distance(hider, world.place(seeker)));
        usize::from(distances.min().unwrap_or(0))
    }

    fn average_distance(&self, world: &State, hider: Station) -> usize {
        let distances = self.seekers().map(|seeker| usize::from(self.map().distance(hider, world.place(seeker))));
        distances.sum::<usize>() / (self.players - 1)
    }

    /// By the rarest transport that stops there.
    fn kind(&self, hider: Station) -> usize {
        let stops = |transport| self.map().stops(transport, hider);
        match () {
            () if stops(Transport::Boat) => 3,
            () if stops(Transport::Underground) => 2,
            () if stops(Transport::Bus) => 1,
            () => 0,
        }
    }
}

impl Categories for ScotlandYard {
    fn categorizations(&self) -> &'static [Named] {
        &[
            Named {
                name: "minimum-distance",
                help: "how many rides the nearest seeker is away: 1, 2, 3, 4, 5 or more",
            },
            Named { name: "average-distance", help: "how many rides the seekers are away on average, rounded down" },
            Named { name: "station", help: "what stops there: taxis, also buses, also the underground, also boats" },
            Named { name: "minimum-distance-station", help: "minimum-distance and station together" },
        ]
    }

    fn categories(&self, by: Categorization) -> usize {
        match by.index() {
            0 | 1 => DISTANCES,
            2 => KINDS,
            _ => DISTANCES * KINDS,
        }
    }

    fn category(&self, world: &State, by: Categorization) -> usize {
        let hider = world.place(HIDER);
        if !hider.is_known() {
            return 0;
        }
        let of_distance = |distance: usize| distance.clamp(1, DISTANCES) - 1;
        match by.index() {
            0 => of_distance(self.minimum_distance(world, hider)),
            1 => of_distance(self.average_distance(world, hider)),
            2 => self.kind(hider),
            _ => of_distance(self.minimum_distance(world, hider)) * KINDS + self.kind(hider),
        }
    }

    fn learnt(&self) -> &'static [(&'static str, &'static str)] {
        &[("own", include_str!("own.categories")), ("thesis", include_str!("thesis.categories"))]
    }
}
