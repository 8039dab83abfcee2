//! The map as a picture.

use kingmaker_core::scene::{Cell, Picture, Piece, Scene, Shape, Way};
use kingmaker_core::{Game, Player};

use super::map::Edge;
use super::stations::Station;
use super::tickets::{Move, Ticket};
use super::{HIDER, ScotlandYard, State};

impl Scene for ScotlandYard {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let stations = || self.map().stations();
        let way = |edge: &Edge| {
            let [from, to] = edge.ends.map(Station::index);
            Way { from, to, sort: edge.transport as usize }
        };
        Picture {
            cells: stations().map(|station| self.cell(state, station, last)).collect(),
            ways: self.map().edges().iter().map(way).collect(),
            legend: if state.place(HIDER).is_known() { "" } else { "# is where the hider may be." },
            panel: Player::all(self.players).map(|player| self.line(state, player)).collect(),
            ..Picture::default()
        }
    }

    /// First the station, and then how one gets there.
    fn touches(&self, _: &State, mv: Move) -> Option<Vec<String>> {
        let double = if mv.is_double() { "double " } else { "" };
        Some(vec![self.station_text(mv.to()), format!("{double}{}", mv.ticket().name())])
    }
}

impl ScotlandYard {
    fn cell(&self, state: &State, station: Station, last: Option<Move>) -> Cell {
        let (x, y) = self.map().place(station);
        let standing = Player::all(self.players).filter(|&player| state.place(player) == station);
        let mut pieces: Vec<Piece> = standing.map(Piece::Of).collect();
        if !state.place(HIDER).is_known() && state.possible.contains(station) {
            pieces.push(Piece::Neutral);
        }
        let marked = last.is_some_and(|mv| mv.to() == station);
        Cell { name: self.station_text(station), x, y, shape: Shape::Disc, pieces, marked }
    }

    fn line(&self, state: &State, player: Player) -> String {
        let role = self.teams().roles()[self.teams().of(player)];
        let place = state.place(player);
        let place = if place.is_known() {
            format!("on {}", self.station_text(place))
        } else {
            format!("on one of {} stations", state.possible.len())
        };
        let counts = state.purses.regular[player.index()];
        let mut tickets: Vec<String> =
            Ticket::REGULAR.iter().map(|ticket| format!("{} {}", ticket.name(), counts[ticket.index()])).collect();
        if player == HIDER {
            tickets.push(format!("black {}, double {}", state.purses.black, state.purses.double));
        }
        let mut line = format!("{role}, {place}, {}", tickets.join(", "));
        if player == HIDER {
            let round = usize::from(state.round.min(self.rounds - 1)) + 1;
            line += &format!(", round {round} of {}{}", self.rounds, self.surfaces_text(state.round));
        }
        if self.turn(state).player() == Some(player) && state.place(player).is_known() {
            line += &self.rides_text(state, player);
        }
        line
    }

    /// The rounds to come in which the hider is seen.
    fn surfaces_text(&self, round: u8) -> String {
        let rounds = (round..self.rounds).filter(|&round| self.surfaces_in(round));
        let rounds: Vec<String> = rounds.map(|round| (usize::from(round) + 1).to_string()).collect();
        if rounds.is_empty() { String::new() } else { format!(", seen in {}", rounds.join(" ")) }
    }

    /// Where each ticket leads the player to move.
    fn rides_text(&self, state: &State, player: Player) -> String {
        let (fares, taken) = (self.fares(state, player), self.taken(state, player));
        let mut text = String::new();
        for ticket in fares.iter() {
            let targets = self.map().targets(ticket, state.place(player)).without(&taken);
            if !targets.is_empty() {
                text += &format!("; {} to {}", ticket.name(), self.list(targets.iter()).replace(',', " "));
            }
        }
        text
    }
}
