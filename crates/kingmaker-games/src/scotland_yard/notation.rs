//! Moves are `taxi-46`, `black-115` or `double-taxi-46`, and `taxi-?` to those who see no more. A position is
//! `hider=86 seekers=85,115 tickets=4/3/3/5/2,10/8/4,10/8/4 possible=86 turn=2 round=8`, or `hider=?` in a view.

use kingmaker_core::{Game, HiddenInformation, MAX_PLAYERS, Notation, NotationError, Player};

use super::stations::{Station, StationSet};
use super::tickets::{Move, Ticket};
use super::{End, HIDER, Purses, ScotlandYard, State};

impl Notation for ScotlandYard {
    fn move_text(&self, _: &State, mv: Move) -> String {
        let double = if mv.is_double() { "double-" } else { "" };
        format!("{double}{}-{}", mv.ticket().name(), self.station_text(mv.to()))
    }

    fn why_illegal(&self, state: &State, text: &str) -> Option<String> {
        let mover = self.turn(state).player()?;
        let (ticket, station) = text.strip_prefix("double-").unwrap_or(text).split_once('-')?;
        let ticket = Ticket::ALL.into_iter().find(|known| known.name() == ticket)?;
        let station = self.parse_station(station).ok()?;
        let left = match ticket {
            Ticket::Black => u8::from(mover == HIDER) * state.purses.black,
            _ => state.purses.regular[mover.index()][ticket.index()],
        };
        Some(match left {
            0 => format!("no {} ticket is left", ticket.name()),
            _ => format!("no such ride leads to {}", self.station_text(station)),
        })
    }

    fn position_text(&self, state: &State) -> String {
        let hider = self.station_text(state.place(HIDER));
        let seekers = self.list(self.seekers().map(|seeker| state.place(seeker)));
        let tickets: Vec<String> = Player::all(self.players).map(|player| purse_text(&state.purses, player)).collect();
        let (tickets, possible) = (tickets.join(","), self.list(state.possible.iter()));
        let (turn, round) = (state.turn, state.round + 1);
        format!("hider={hider} seekers={seekers} tickets={tickets} possible={possible} turn={turn} round={round}")
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        let state = self.parse_known(text)?;
        if state.place(HIDER).is_known() { Ok(state) } else { Err(NotationError::new("?", "where the hider is")) }
    }

    fn parse_view(&self, text: &str, observer: Player) -> Result<State, NotationError> {
        if observer == HIDER {
            return self.parse_position(text);
        }
        let mut state = self.parse_known(text)?;
        self.hide(&mut state, observer);
        Ok(state)
    }
}

/// The tickets of a player: taxi, bus and underground, and of the hider also black and double.
fn purse_text(purses: &Purses, player: Player) -> String {
    let [taxi, bus, underground] = purses.regular[player.index()];
    let regular = format!("{taxi}/{bus}/{underground}");
    if player == HIDER { format!("{regular}/{}/{}", purses.black, purses.double) } else { regular }
}

impl ScotlandYard {
    /// The number of a station, or a question mark.
    pub(super) fn station_text(&self, station: Station) -> String {
        if station.is_known() { self.map().number(station).to_string() } else { "?".to_owned() }
    }

    pub(super) fn list(&self, stations: impl Iterator<Item = Station>) -> String {
        stations.map(|station| self.station_text(station)).collect::<Vec<_>>().join(",")
    }

    /// A position, or a view of it.
    fn parse_known(&self, text: &str) -> Result<State, NotationError> {
        let mut fields = text.split_whitespace();
        let mut places = [Station::UNKNOWN; MAX_PLAYERS];
        let hider = field(&mut fields, "hider")?;
        if hider != "?" {
            places[HIDER.index()] = self.parse_station(hider)?;
        }
        let seekers = field(&mut fields, "seekers")?;
        let found = self.parse_stations(seekers)?;
        if found.len() != self.players - 1 {
            return Err(NotationError::new(seekers, format!("the stations of {} seekers", self.players - 1)));
        }
        places[1..self.players].copy_from_slice(&found);
        let purses = self.parse_purses(field(&mut fields, "tickets")?)?;
        let possible = field(&mut fields, "possible")?;
        let turn = parse_number(field(&mut fields, "turn")?, 1, self.players)?;
        let round = parse_number(field(&mut fields, "round")?, 1, usize::from(self.rounds) + 1)?;
        if let Some(rest) = fields.next() {
            return Err(NotationError::new(rest, "the end of the text"));
        }
        let mut state = State {
            possible: self.parse_stations(possible)?.into_iter().collect(),
            places,
            purses,
            turn: Player::new(turn - 1),
            round: (round - 1) as u8,
            end: End::Open,
        };
        state.end = self.end(&state);
        self.check(&state, seekers, possible)?;
        Ok(state)
    }

    /// How a game has ended that has come this far.
    fn end(&self, state: &State) -> End {
        let hider = state.place(HIDER);
        if self.seekers().any(|seeker| state.place(seeker) == hider) {
            End::Captured
        } else if state.round >= self.rounds || self.are_exhausted(state) {
            End::Escaped
        } else if state.turn == HIDER && hider.is_known() && !self.corners(state, &StationSet::one(hider)).is_empty() {
            End::Cornered
        } else {
            End::Open
        }
    }

    /// Whether the parts of a position fit together.
    fn check(&self, state: &State, seekers: &str, possible: &str) -> Result<(), NotationError> {
        let (hider, taken) = (state.place(HIDER), self.taken(state, HIDER));
        if taken.len() != self.players - 1 {
            return Err(NotationError::new(seekers, "seekers on different stations"));
        }
        // Only the seeker who moved last can have come to where the hider is.
        if self.seekers().any(|seeker| seeker != state.turn && state.place(seeker) == hider) {
            let expected = "the hider on a station without a seeker, but for one whose turn was the last";
            return Err(NotationError::new(self.station_text(hider), expected));
        }
        let count = state.possible.len();
        let is_seen = count == 1 && state.possible.contains(hider);
        let corners = if state.turn == HIDER { self.corners(state, &state.possible) } else { StationSet::EMPTY };
        let has_surfaced = state.turn != HIDER && self.surfaces_in(state.round);
        let is_sound = if state.is_over() || has_surfaced {
            is_seen
        } else {
            let includes = if hider.is_known() { state.possible.contains(hider) } else { count > 1 };
            includes && state.possible.and(&taken.or(&corners)).is_empty()
        };
        if !is_sound || self.list(state.possible.iter()) != possible {
            let expected = "rising stations where the hider may be and could move, with its own and none of a seeker's; \
                            if it has just been seen, that alone";
            return Err(NotationError::new(possible, expected));
        }
        let moves_on = match state.end {
            End::Captured => state.place(state.turn) == hider && state.turn != HIDER && state.round < self.rounds,
            End::Cornered => true,
            End::Escaped => state.round < self.rounds || state.turn == HIDER,
            End::Open => {
                let tickets = state.tickets(state.turn);
                let from = state.place(state.turn);
                !from.is_known() || self.leads_on(tickets, from, &self.taken(state, state.turn))
            }
        };
        if moves_on {
            Ok(())
        } else {
            Err(NotationError::new(state.turn.to_string(), "a player who can move, or whose move was the last"))
        }
    }

    fn parse_station(&self, text: &str) -> Result<Station, NotationError> {
        let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let station = number.and_then(|number| self.map().station(number));
        station.ok_or_else(|| NotationError::new(text, "the number of a station of the map"))
    }

    fn parse_stations(&self, text: &str) -> Result<Vec<Station>, NotationError> {
        text.split(',').map(|station| self.parse_station(station)).collect()
    }

    /// What everybody has left. No ticket comes from nowhere.
    fn parse_purses(&self, text: &str) -> Result<Purses, NotationError> {
        let all = &self.tables.purses;
        let texts: Vec<&str> = text.split(',').collect();
        if texts.len() != self.players {
            return Err(NotationError::new(text, format!("the tickets of {} players", self.players)));
        }
        let mut purses = Purses { regular: [[0; 3]; MAX_PLAYERS], black: 0, double: 0 };
        // What seekers have paid is the hider's, so that theirs are read first.
        let mut most = all.regular[HIDER.index()].map(usize::from);
        for player in Player::all(self.players).rev() {
            let counts: Vec<&str> = texts[player.index()].split('/').collect();
            let kinds = if player == HIDER { 5 } else { 3 };
            if counts.len() != kinds {
                let expected = if player == HIDER {
                    "taxi/bus/underground/black/double tickets of the hider, such as 4/3/3/5/2"
                } else {
                    "taxi/bus/underground tickets of a seeker, such as 10/8/4"
                };
                return Err(NotationError::new(texts[player.index()], expected));
            }
            let own = all.regular[player.index()];
            for ticket in Ticket::REGULAR.map(Ticket::index) {
                let bound = if player == HIDER { most[ticket] } else { usize::from(own[ticket]) };
                let count = parse_number(counts[ticket], 0, bound)?;
                purses.regular[player.index()][ticket] = count as u8;
                if player != HIDER {
                    most[ticket] += bound - count;
                }
            }
            if let [_, _, _, black, double] = counts[..] {
                purses.black = parse_number(black, 0, usize::from(all.black))? as u8;
                purses.double = parse_number(double, 0, usize::from(all.double))? as u8;
            }
        }
        Ok(purses)
    }
}

fn field<'a>(fields: &mut impl Iterator<Item = &'a str>, name: &str) -> Result<&'a str, NotationError> {
    let text = fields.next().unwrap_or("");
    let value = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
    value.ok_or_else(|| NotationError::new(text, format!("{name}=")))
}

fn parse_number(text: &str, least: usize, most: usize) -> Result<usize, NotationError> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(NotationError::new(text, format!("a number from {least} to {most}"))),
    }
}
