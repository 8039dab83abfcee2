//! A slow twin of the rules: plain lists, nothing kept up to date, and what the seekers know worked out anew from all
//! that has happened.

use std::collections::{BTreeMap, BTreeSet};

use kingmaker_core::{Game, Player};

use super::{HIDER, ScotlandYard, State, Ticket};

/// A way between two stations, by its numbers.
pub(super) type Way = (&'static str, u8, u8);

/// How a ride is written.
pub(super) type Ride = (bool, &'static str, u8);

/// What everybody saw.
#[derive(Clone, Debug)]
enum Event {
    /// The hider rode with this ticket, past seekers at these stations, and was seen at this station or not.
    Hider { ticket: &'static str, seekers: Vec<u8>, seen: Option<u8> },
    /// A seeker came to this station and did not find the hider.
    Seeker(u8),
    /// The hider was to move and could, with tickets of these kinds and seekers at these stations.
    Turn { tickets: Vec<&'static str>, seekers: Vec<u8> },
}

/// A game from its start.
#[derive(Clone, Debug)]
pub(super) struct Naive {
    ways: Vec<Way>,
    starts: Vec<u8>,
    rounds: usize,
    surfaces: BTreeSet<usize>,
    /// Where everybody is, the hider first.
    pub(super) places: Vec<u8>,
    pub(super) purses: Vec<BTreeMap<&'static str, usize>>,
    pub(super) to_move: usize,
    /// Counted from 1.
    pub(super) round: usize,
    /// Whether the hider has won, once the game is over.
    pub(super) hider_won: Option<bool>,
    first_seekers: Vec<u8>,
    events: Vec<Event>,
}

impl Naive {
    /// The twin of a game at its start.
    pub(super) fn new(game: &ScotlandYard, start: &State) -> Self {
        let map = game.map();
        let number = |station| map.number(station);
        let way = |edge: &super::map::Edge| (edge.transport.name(), number(edge.ends[0]), number(edge.ends[1]));
        let places: Vec<u8> = Player::all(game.players()).map(|player| number(start.place(player))).collect();
        let all = &game.tables.purses;
        let purse = |player: Player| {
            let regular = all.regular[player.index()];
            let mut purse: BTreeMap<&str, usize> =
                Ticket::REGULAR.iter().map(|&ticket| (ticket.name(), usize::from(regular[ticket.index()]))).collect();
            if player == HIDER {
                purse.extend([("black", usize::from(all.black)), ("double", usize::from(all.double))]);
            }
            purse
        };
        let mut twin = Naive {
            ways: map.edges().iter().map(way).collect(),
            starts: map.starts().iter().map(|&start| number(start)).collect(),
            rounds: usize::from(game.rounds),
            surfaces: (1..=usize::from(game.rounds)).filter(|&round| game.surfaces_in(round as u8 - 1)).collect(),
            first_seekers: places[1..].to_vec(),
            places,
            purses: Player::all(game.players()).map(purse).collect(),
            to_move: 0,
            round: 1,
            hider_won: None,
            events: Vec::new(),
        };
        twin.begin();
        twin
    }

    /// Where a ticket leads.
    pub(super) fn targets(&self, from: u8, ticket: &str) -> BTreeSet<u8> {
        let fits = |transport: &str| ticket == "black" || transport == ticket;
        let ends = self.ways.iter().filter(|way| fits(way.0)).flat_map(|&(_, a, b)| [(a, b), (b, a)]);
        ends.filter(|&(start, _)| start == from).map(|(_, end)| end).collect()
    }

    fn kinds(&self, player: usize) -> Vec<&'static str> {
        let purse = &self.purses[player];
        purse.iter().filter(|&(&name, &count)| count > 0 && name != "double").map(|(&name, _)| name).collect()
    }

    fn seekers(&self) -> Vec<u8> {
        self.places[1..].to_vec()
    }

    /// What a player could do if it were their turn.
    pub(super) fn rides(&self, player: usize) -> BTreeSet<Ride> {
        let mut rides = BTreeSet::new();
        for ticket in self.kinds(player) {
            for to in self.targets(self.places[player], ticket) {
                // A seeker may go where the hider is.
                if (1..self.places.len()).any(|other| other != player && self.places[other] == to) {
                    continue;
                }
                rides.insert((false, ticket, to));
                if player == 0 && self.purses[0]["double"] > 0 && self.round < self.rounds {
                    rides.insert((true, ticket, to));
                }
            }
        }
        rides
    }

    pub(super) fn legal(&self) -> BTreeSet<Ride> {
        if self.hider_won.is_some() { BTreeSet::new() } else { self.rides(self.to_move) }
    }

    pub(super) fn play(&mut self, (double, ticket, to): Ride) {
        let mover = self.to_move;
        *self.purses[mover].get_mut(ticket).expect("a ticket") -= 1;
        self.places[mover] = to;
        if mover == 0 {
            let seen = self.surfaces.contains(&self.round).then_some(to);
            self.events.push(Event::Hider { ticket, seekers: self.seekers(), seen });
        } else {
            *self.purses[0].get_mut(ticket).expect("a ticket") += 1;
            if self.places[0] == to {
                self.hider_won = Some(false);
                return;
            }
            self.events.push(Event::Seeker(to));
            if self.is_hopeless() {
                self.hider_won = Some(true);
                return;
            }
        }
        if double {
            *self.purses[0].get_mut("double").expect("a ticket") -= 1;
            self.to_move = 0;
            self.round += 1;
        } else {
            self.next();
        }
        self.begin();
    }

    /// The next player, without those who cannot move.
    fn next(&mut self) {
        loop {
            self.to_move = (self.to_move + 1) % self.places.len();
            if self.to_move == 0 {
                self.round += 1;
                return;
            }
            if !self.rides(self.to_move).is_empty() {
                return;
            }
        }
    }

    /// Whether no seeker has a ticket to go on with.
    fn is_hopeless(&self) -> bool {
        let leads_on = |seeker: usize, ticket: &str| !self.targets(self.places[seeker], ticket).is_empty();
        let goes_on = |seeker: usize| self.kinds(seeker).iter().any(|ticket| leads_on(seeker, ticket));
        !(1..self.places.len()).any(goes_on)
    }

    /// Whether the game is over, now that a turn begins.
    fn begin(&mut self) {
        if self.is_hopeless() || self.round > self.rounds {
            self.hider_won = Some(true);
        } else if self.to_move == 0 {
            if self.rides(0).is_empty() {
                self.hider_won = Some(false);
            } else {
                self.events.push(Event::Turn { tickets: self.kinds(0), seekers: self.seekers() });
            }
        }
    }

    /// Where the hider may be, as far as the seekers know.
    pub(super) fn possible(&self) -> BTreeSet<u8> {
        if self.hider_won.is_some() {
            return BTreeSet::from([self.places[0]]);
        }
        let starts = self.starts.iter().copied();
        let mut possible: BTreeSet<u8> = starts.filter(|start| !self.first_seekers.contains(start)).collect();
        for event in &self.events {
            possible = match event {
                Event::Hider { seen: Some(station), .. } => BTreeSet::from([*station]),
                Event::Hider { ticket, seekers, seen: None } => {
                    let reached = possible.iter().flat_map(|&from| self.targets(from, ticket));
                    reached.filter(|to| !seekers.contains(to)).collect()
                }
                Event::Seeker(station) => possible.into_iter().filter(|other| other != station).collect(),
                Event::Turn { tickets, seekers } => {
                    let leads_on = |&from: &u8| {
                        let mut targets = tickets.iter().flat_map(|ticket| self.targets(from, ticket));
                        targets.any(|to| !seekers.contains(&to))
                    };
                    possible.into_iter().filter(leads_on).collect()
                }
            };
        }
        possible
    }
}
