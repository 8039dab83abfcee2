//! The rules against a slow twin, and the views against all games that look the same.

mod maps;
mod models;
mod rules;
mod secrets;
mod twin;

use std::collections::BTreeSet;

use kingmaker_core::options::read;
use kingmaker_core::{Game, Notation, Rng};

use super::map::Map;
use super::*;

/// Nine stations in a square, with every transport.
const SQUARE: &str = "
    station 1\nstation 2\nstation 3\nstation 4\nstation 5\nstation 6\nstation 7\nstation 8\nstation 9
    start 1\nstart 3\nstart 5\nstart 7\nstart 9
    taxi 1 2 4\ntaxi 2 3 5\ntaxi 3 6\ntaxi 4 5 7\ntaxi 5 6 8\ntaxi 6 9\ntaxi 7 8\ntaxi 8 9
    bus 1 3 7\nbus 3 9\nbus 7 9
    underground 1 9
    boat 3 7";

/// A street with dead ends, and numbers with gaps.
const STREET: &str = "
    station 2 0 0\nstation 5 1 0\nstation 7 2 0\nstation 11 3 0\nstation 20 4 0\nstation 250 2 1
    start 2\nstart 7\nstart 20\nstart 250
    taxi 2 5\ntaxi 5 7\ntaxi 7 11 250\ntaxi 11 20
    bus 2 7\nbus 7 20
    boat 2 250";

/// The game on a map, with the settings of a spec.
fn game(map: &str, spec: &str) -> ScotlandYard {
    let args = read(spec, "game", &[&SCHEMA]).unwrap_or_else(|error| panic!("{error}"));
    let map = Map::read(map).unwrap_or_else(|error| panic!("{error}"));
    ScotlandYard::on(map, &Settings::from_args(&args)).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn london() -> ScotlandYard {
    ScotlandYard::from_settings(&Settings::default()).expect("the map of London")
}

fn position(game: &ScotlandYard, text: &str) -> State {
    game.parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays moves that are written in a line.
fn play(game: &ScotlandYard, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(state, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(state, mv);
    }
}

/// The numbers of some stations.
fn numbers(game: &ScotlandYard, stations: &StationSet) -> BTreeSet<u8> {
    stations.iter().map(|station| game.map().number(station)).collect()
}

/// Plays random games and shows each position.
fn walk(game: &ScotlandYard, games: u64, mut look: impl FnMut(&State)) {
    let mut scratch = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = game.start(&mut rng);
        look(&state);
        while let Some(mv) = game.random_move(&state, &mut rng, &mut scratch) {
            game.play(&mut state, mv);
            look(&state);
        }
    }
}
