//! The rules by hand, and against other ways to say the same.

mod decks;
mod leaves;
mod models;
mod results;
mod rules;

use kingmaker_core::{Game, Notation};

use super::*;

fn game(players: usize) -> Skirmish {
    Skirmish::from_settings(&Settings { players, ..Settings::default() }).expect("a game")
}

fn with_deck(deck: &str) -> Skirmish {
    Skirmish::with_deck(&Settings::default(), deck).unwrap_or_else(|message| panic!("{message}"))
}

fn at(game: &Skirmish, position: &str) -> State {
    game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The texts of all legal moves.
fn moves(game: &Skirmish, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves.into_iter().map(|mv| game.move_text(state, mv)).collect()
}

/// The position after these moves.
fn after(game: &Skirmish, position: &str, moves: &str) -> State {
    let mut state = at(game, position);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut state, mv);
    }
    state
}
