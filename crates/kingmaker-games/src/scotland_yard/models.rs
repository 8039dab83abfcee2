//! Smaller games to search in: the hider saves tickets that are scarce (Nijssen 2013, section 7.2.7), or a seeker
//! searches as if its team-mates stayed where they are (section 7.3.2).

use kingmaker_core::{Model, Models, Named, Player};

use super::map::Transport;
use super::stations::Station;
use super::tickets::{Fares, Move, Ticket};
use super::{HIDER, ScotlandYard, State};

/// How a model differs from the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filters {
    /// Whether the hider keeps black tickets where they would hide nothing.
    black: bool,
    /// Whether the hider keeps double tickets.
    double: bool,
    /// The round in which it may use them all the same.
    double_in: Option<u8>,
    /// The only seeker who moves.
    alone: Option<Player>,
}

impl Filters {
    /// Whether the hider may do everything.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        !self.black && !self.double
    }

    /// Whether this seeker moves.
    #[inline]
    pub(super) fn lets_move(&self, seeker: Player) -> bool {
        self.alone.is_none_or(|alone| alone == seeker)
    }
}

const BLACK: u8 = 1 << Ticket::Black as u8;

/// In so many rounds from the first on, the hider keeps black tickets.
const EARLY: u8 = 2;

impl ScotlandYard {
    /// What is left of the hider's tickets in a model.
    pub(super) fn filtered(&self, state: &State, mut fares: Fares) -> Fares {
        fares.double &= !self.filters.double || self.filters.double_in == Some(state.round);
        let place = state.place(HIDER);
        if self.filters.black && fares.tickets & BLACK != 0 && place.is_known() && self.wastes_black(state, place) {
            // A black ticket may be the only way out.
            let others = fares.tickets & !BLACK;
            if self.leads_on(others, place, &self.taken(state, HIDER)) {
                fares.tickets = others;
            }
        }
        fares
    }

    /// Whether a black ticket tells the seekers as much as another would.
    fn wastes_black(&self, state: &State, place: Station) -> bool {
        let map = self.map();
        let has_no_use = state.round < EARLY
            || self.surfaces_in(state.round)
            || state.possible.iter().all(|station| map.has_only_taxis(station));
        has_no_use && !map.stops(Transport::Boat, place)
    }

    /// Whether some seeker has a ticket for a ride to this station.
    pub(super) fn is_in_reach(&self, state: &State, station: Station) -> bool {
        self.seekers().any(|seeker| {
            let fares = Fares { tickets: state.tickets(seeker), double: false };
            fares.iter().any(|ticket| self.map().targets(ticket, state.place(seeker)).contains(station))
        })
    }

    /// Whether every ride of the hider without a double ticket ends in reach of a seeker.
    fn is_in_danger(&self, state: &State) -> bool {
        let place = state.place(HIDER);
        let (fares, taken) = (self.fares(state, HIDER), self.taken(state, HIDER));
        let mut stations = fares.iter().flat_map(|ticket| self.map().targets(ticket, place).without(&taken).iter());
        stations.all(|station| self.is_in_reach(state, station))
    }
}

/// What a model of this name changes: black tickets, double tickets, team-mates.
fn changes(by: Model) -> (bool, bool, bool) {
    match by.index() {
        0 => (true, true, false),
        1 => (true, false, false),
        2 => (false, true, false),
        _ => (false, false, true),
    }
}

impl Models for ScotlandYard {
    fn models(&self) -> &'static [Named] {
        &[
            Named { name: "thrifty", help: "the hider uses black and double tickets only where they may help" },
            Named { name: "black-fares", help: "the hider uses black tickets only where they may help" },
            Named { name: "double-moves", help: "the hider uses double tickets only to escape" },
            Named { name: "alone", help: "the other seekers stay where they are" },
        ]
    }

    fn model(&self, known: &State, observer: Player, by: Model) -> Self {
        let (black, double, is_alone) = changes(by);
        let mut model = self.clone();
        model.filters.black |= black;
        model.filters.double |= double;
        if is_alone && observer != HIDER {
            model.filters.alone = Some(observer);
        }
        if double && observer == HIDER && known.place(HIDER).is_known() && model.is_in_danger(known) {
            model.filters.double_in = Some(known.round);
        }
        model
    }

    /// A hider who goes where a seeker could come at once rides on before.
    fn real_move(&self, known: &State, observer: Player, by: Model, mv: Move) -> Move {
        let (_, double, _) = changes(by);
        let can_double = double && observer == HIDER && known.turn == HIDER && self.fares(known, HIDER).double;
        if can_double && self.is_in_reach(known, mv.to()) { mv.doubled() } else { mv }
    }
}
