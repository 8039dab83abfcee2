//! Scotland Yard: one hides on the map of a town, the others seek together with a limited number of tickets.
//!
//! Rules as in Nijssen 2013, section 7.1. Everybody in turn rides along one edge and pays with a ticket of its kind. What
//! a seeker pays goes to the hider. The seekers see which ticket the hider used, and where it is after some rounds only.
//! A seeker who enters the hider's station wins for all seekers.
//!
//! What the seekers can work out is part of the state: the stations where the hider may be (Algorithm 7.1). The map with
//! its tables is shared by all copies of the game.

mod categories;
mod knowledge;
mod layout;
mod map;
mod models;
#[cfg(test)]
mod naive;
mod notation;
mod presets;
mod reading;
mod rules;
mod scene;
mod secrets;
mod stations;
#[cfg(test)]
mod tests;
mod tickets;

use std::sync::Arc;

use kingmaker_core::options::Kind;
use kingmaker_core::{MAX_PLAYERS, Player, Preset, Registered, settings};

pub use map::{MapError, Transport};
pub use stations::{Station, StationSet};
pub use tickets::{Move, Ticket};

use map::Map;
use models::Filters;

/// The player who hides.
pub const HIDER: Player = Player::new(0);

const HIDERS_TEAM: usize = 0;
const SEEKERS_TEAM: usize = 1;

/// The most rounds a game may have.
const MAX_ROUNDS: usize = 200;

/// No player can have more tickets of a kind.
const MAX_TICKETS: usize = u8::MAX as usize;

const LONDON: &str = include_str!("london.map");

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "scotland-yard" {
        summary: "one hides in London, the others seek together: secrets, a team and tickets that run out",
        source: "Nijssen 2013, chapter 7",
        options: {
            players: usize { name: "players", kind: Kind::Integer(2, 6), default: "6", help: "the hider and the seekers" },
            map: Option<String> { name: "map", help: "path of a map of one's own; else London" },
            taxi: u8 { name: "taxi", kind: Kind::Integer(0, 99), default: "10", help: "taxi tickets of each seeker" },
            bus: u8 { name: "bus", kind: Kind::Integer(0, 99), default: "8", help: "bus tickets of each seeker" },
            underground: u8 {
                name: "underground",
                kind: Kind::Integer(0, 99),
                default: "4",
                help: "underground tickets of each seeker",
            },
            hider_taxi: u8 { name: "hider-taxi", kind: Kind::Integer(0, 99), default: "4", help: "taxi tickets of the hider" },
            hider_bus: u8 { name: "hider-bus", kind: Kind::Integer(0, 99), default: "3", help: "bus tickets of the hider" },
            hider_underground: u8 {
                name: "hider-underground",
                kind: Kind::Integer(0, 99),
                default: "3",
                help: "underground tickets of the hider",
            },
            black: u8 { name: "black", kind: Kind::Integer(0, 99), default: "5", help: "black tickets of the hider" },
            double: u8 { name: "double", kind: Kind::Integer(0, 99), default: "2", help: "double tickets of the hider" },
            rounds: usize {
                name: "rounds",
                kind: Kind::Integer(1, MAX_ROUNDS as u64),
                default: "24",
                help: "after these the hider wins",
            },
            surfaces: String {
                name: "surfaces",
                default: "3,8,13,18,24",
                help: "the rounds in which the hider's station is seen",
            },
        },
        examples: [
            "scotland-yard",
            "scotland-yard(players=5, rounds=12, surfaces=\"3,8\")",
            "scotland-yard(players=4, taxi=4, bus=2, underground=1, double=1)",
            "scotland-yard(players=3, double=0, rounds=8, surfaces=\"2,4,6,8\")",
            "scotland-yard(players=2, hider-taxi=2, black=1, double=4, rounds=10)",
        ],
    }
}

/// The rules, with a map.
#[derive(Clone, Debug)]
pub struct ScotlandYard {
    tables: Arc<Tables>,
    players: usize,
    rounds: u8,
    filters: Filters,
}

/// What does not change during play and is shared by all copies of a game.
#[derive(Debug)]
struct Tables {
    map: Map,
    /// Of each round, counted from 0, whether the hider's station is seen.
    surfaces: Vec<bool>,
    /// What everybody has in the beginning.
    purses: Purses,
}

/// What everybody has to pay with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Purses {
    /// Of each player, the tickets of each regular kind.
    regular: [[u8; 3]; MAX_PLAYERS],
    /// The hider's black tickets.
    black: u8,
    /// The hider's double tickets.
    double: u8,
}

/// A position, or what a seeker knows of it: then the hider's place may be unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    possible: StationSet,
    places: [Station; MAX_PLAYERS],
    purses: Purses,
    turn: Player,
    /// Counted from 0.
    round: u8,
    /// How the game has ended, which follows from everything else.
    end: End,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    /// It goes on.
    Open,
    /// A seeker has come to the hider's station.
    Captured,
    /// The hider is to move and cannot.
    Cornered,
    /// The last round is over, or no seeker has a ticket to go on with.
    Escaped,
}

impl ScotlandYard {
    fn new(settings: &Settings) -> Result<Self, String> {
        let map = match &settings.map {
            None => Map::read(LONDON).map_err(|error| error.to_string())?,
            Some(path) => read_map(path)?,
        };
        Self::on(map, settings)
    }

    /// The game on this map.
    fn on(map: Map, settings: &Settings) -> Result<Self, String> {
        let players = settings.players;
        let starts = map.starts().len();
        if starts < players {
            return Err(format!("the map has {starts} starts; expected one for each of {players} players"));
        }
        let (seeker, hider) = (
            [settings.taxi, settings.bus, settings.underground],
            [settings.hider_taxi, settings.hider_bus, settings.hider_underground],
        );
        for ticket in Ticket::REGULAR {
            let all = usize::from(hider[ticket.index()]) + (players - 1) * usize::from(seeker[ticket.index()]);
            if all > MAX_TICKETS {
                return Err(format!(
                    "there are {all} {} tickets in all; expected at most {MAX_TICKETS}",
                    ticket.name()
                ));
            }
        }
        let mut regular = [[0; 3]; MAX_PLAYERS];
        regular[..players].fill(seeker);
        regular[HIDER.index()] = hider;
        let purses = Purses { regular, black: settings.black, double: settings.double };
        let surfaces = read_surfaces(&settings.surfaces, settings.rounds)?;
        let rounds = settings.rounds as u8;
        Ok(ScotlandYard {
            tables: Arc::new(Tables { map, surfaces, purses }),
            players,
            rounds,
            filters: Filters::default(),
        })
    }
}

fn read_map(path: &str) -> Result<Map, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("the map '{path}' cannot be read: {error}"))?;
    Map::read(&text).map_err(|error| format!("map '{path}', {error}"))
}

/// Of each round whether the hider's station is seen. Rounds after the last one are left out.
fn read_surfaces(text: &str, rounds: usize) -> Result<Vec<bool>, String> {
    let mut surfaces = vec![false; rounds];
    let mut last = 0;
    for word in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
        let round = word.parse().ok().filter(|round| (last + 1..=MAX_ROUNDS).contains(round));
        let Some(round) = round else {
            return Err(format!(
                "'surfaces' takes rounds from 1 to {MAX_ROUNDS}, rising and with commas between, as in \"3,8,13\"; not '{word}'"
            ));
        };
        last = round;
        if let Some(surface) = surfaces.get_mut(round - 1) {
            *surface = true;
        }
    }
    Ok(surfaces)
}

impl Registered for ScotlandYard {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    const PRESETS: &'static [Preset] = presets::PRESETS;

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        ScotlandYard::new(settings)
    }
}
