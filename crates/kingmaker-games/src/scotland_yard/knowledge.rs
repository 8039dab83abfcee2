//! Who is how far from whom (Nijssen 2013, sections 7.2.2 and 7.3.3). Distances are rides with any tickets.

use kingmaker_core::{BoardEvaluator, ByPlayer, Game, Knowledge, MoveOrdering, Named, Player, Rng};

use super::stations::{MAX_STATIONS, Station, StationSet};
use super::tickets::{Move, Ticket};
use super::{HIDER, ScotlandYard, State};

/// The place of the ordering in which seekers go by all possible stations.
const BY_TOTAL: usize = 1;

/// The place of the evaluator that goes by the mean distance of the seekers.
const BY_MEAN: usize = 1;

/// A ride more or less counts as much as all there is to say about tickets.
const RIDE: i32 = 4;

impl ScotlandYard {
    /// How many rides a station is from the nearest seeker.
    #[inline]
    fn safety(&self, state: &State, station: Station) -> u8 {
        let row = self.map().distances_from(station);
        let mut nearest = u8::MAX;
        for place in &state.places[1..self.players] {
            nearest = nearest.min(row[place.index()]);
        }
        nearest
    }

    /// How many rides it is from a station to the hider, or to the nearest station where it may be.
    #[inline]
    fn way_to_hider(&self, state: &State, station: Station) -> u8 {
        let hider = state.place(HIDER);
        if hider.is_known() {
            return self.map().distance(station, hider);
        }
        let row = self.map().distances_from(station);
        state.possible.iter().map(|possible| row[possible.index()]).min().unwrap_or(0)
    }

    /// The sum of the rides from a station to each of these.
    #[inline]
    fn total(&self, station: Station, stations: &StationSet) -> u32 {
        let row = self.map().distances_from(station);
        let mut sum = 0;
        for other in stations.iter() {
            sum += u32::from(row[other.index()]);
        }
        sum
    }

    /// What a station is worth to the player to move, in rides.
    #[inline]
    fn worth(&self, state: &State, by: MoveOrdering, station: Station) -> i32 {
        if state.turn == HIDER {
            i32::from(self.safety(state, station))
        } else if by.index() == BY_TOTAL {
            -(self.total(station, &state.possible) as i32)
        } else {
            -i32::from(self.way_to_hider(state, station))
        }
    }

    fn value(&self, state: &State, by: BoardEvaluator, player: Player) -> f32 {
        let possible = state.possible.len();
        if player == HIDER {
            let hider = state.place(HIDER);
            let nearest = || state.possible.iter().map(|station| self.safety(state, station)).min().unwrap_or(0);
            let safety = if hider.is_known() { self.safety(state, hider) } else { nearest() };
            return 100.0 * f32::from(safety) + 10.0 * f32::from(state.purses.black) + possible as f32;
        }
        let (total, diameter) =
            (self.total(state.place(player), &state.possible) as f32, f32::from(self.map().diameter()));
        if by.index() == BY_MEAN {
            diameter - total / possible.max(1) as f32
        } else {
            self.map().len() as f32 * diameter - total
        }
    }
}

/// What a ride leaves of scarce tickets.
#[inline]
fn saved(mv: Move) -> i32 {
    2 * i32::from(mv.ticket() != Ticket::Black) + i32::from(!mv.is_double())
}

impl Knowledge for ScotlandYard {
    fn orderings(&self) -> &'static [Named] {
        &[
            Named {
                name: "mc",
                help: "the hider keeps away from the nearest seeker, a seeker goes to where the hider is",
            },
            Named { name: "mm", help: "the same hider, a seeker goes near all stations where the hider may be" },
        ]
    }

    fn evaluators(&self) -> &'static [Named] {
        &[
            Named {
                name: "thesis",
                help: "hider: far from seekers, black tickets, possible stations; seekers: all possible stations near",
            },
            Named { name: "mean", help: "as thesis, but a seeker goes by the mean distance to possible stations" },
        ]
    }

    /// Formulas 7.3 and 7.4 without their random terms. What is lost by the seekers' minus sign is given back as what all
    /// stations could sum to, so that nothing is negative.
    fn evaluate(&self, state: &State, by: BoardEvaluator) -> ByPlayer<f32> {
        ByPlayer::from_fn(self.players, |player| self.value(state, by, player))
    }

    /// Of two rides that are as good, the one whose tickets are no loss.
    #[inline]
    fn priority(&self, state: &State, by: MoveOrdering, mv: Move) -> i32 {
        RIDE * self.worth(state, by, mv.to()) + saved(mv)
    }

    /// A double ticket is never the best, so that no ride is looked at twice.
    #[inline]
    fn greedy_move(&self, state: &State, by: MoveOrdering, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        let from = state.place(state.turn);
        if state.is_over() || !from.is_known() {
            return None;
        }
        let (fares, taken) = (self.fares(state, state.turn), self.taken(state, state.turn));
        // Every ride is rated by all possible stations, which are taken out of their set only once.
        let mut possible = [Station::UNKNOWN; MAX_STATIONS];
        let mut count = 0;
        let is_by_total = state.turn != HIDER && by.index() == BY_TOTAL;
        if is_by_total {
            for station in state.possible.iter() {
                possible[count] = station;
                count += 1;
            }
        }
        let mut highest = i32::MIN;
        scratch.clear();
        for ticket in fares.iter() {
            for &to in self.map().ways(ticket, from) {
                if taken.contains(to) {
                    continue;
                }
                let mv = Move::single(ticket, to);
                let priority = if is_by_total {
                    let row = self.map().distances_from(to);
                    let total: i32 = possible[..count].iter().map(|other| i32::from(row[other.index()])).sum();
                    saved(mv) - RIDE * total
                } else {
                    self.priority(state, by, mv)
                };
                if priority > highest {
                    highest = priority;
                    scratch.clear();
                }
                if priority == highest {
                    scratch.push(mv);
                }
            }
        }
        debug_assert!(self.turn(state).player().is_some() != scratch.is_empty());
        rng.pick(scratch).copied()
    }
}
