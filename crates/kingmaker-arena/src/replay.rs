//! Recorded games once more: through the rules, and through the players that played them.

use std::fmt;

use kingmaker_core::Turn;
use kingmaker_core::rng::derive_seed;

use crate::erased::AnyGame;
use crate::player::{PlayerError, PlayerSpec};
use crate::record::GameRecord;
use crate::registry::{self, GameError};
use crate::schedule::ScheduledGame;
use crate::session::Session;

/// A record that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// There is no such game.
    Game(GameError),
    /// There is no such player.
    Player(PlayerError),
    /// The record contradicts the rules, or what was played again.
    Contradiction(String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Game(error) => write!(f, "{error}"),
            ReplayError::Player(error) => write!(f, "{error}"),
            ReplayError::Contradiction(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ReplayError {}

fn contradiction<T>(message: String) -> Result<T, ReplayError> {
    Err(ReplayError::Contradiction(message))
}

/// Plays a record through the rules, and checks who moves, every move, the length and the result.
/// Calls `after` at the start and after each ply.
pub fn follow(record: &GameRecord, after: &mut dyn FnMut(&dyn Session)) -> Result<(), ReplayError> {
    let game = registry::game(&record.game).map_err(ReplayError::Game)?;
    follow_in(&*game, record, after)
}

pub(crate) fn follow_in(
    game: &dyn AnyGame,
    record: &GameRecord,
    after: &mut dyn FnMut(&dyn Session),
) -> Result<(), ReplayError> {
    // As the game loop deals: the rules draw from the first generator of the game.
    let mut session = game.session(derive_seed(record.seed, 0));
    after(&*session);
    let mut legal_moves = 0;
    for (index, mv) in record.moves.iter().enumerate() {
        let ply = index + 1;
        let mover = session.turn().player().map(|player| player.number());
        if session.turn() == Turn::Over {
            return contradiction(format!("ply {ply}, '{}': the game was over before", mv.text));
        }
        if mover != mv.seat {
            let who = |seat: Option<usize>| seat.map_or("chance".to_owned(), |seat| format!("seat {seat}"));
            return contradiction(format!("ply {ply} is of {}, and it was {}'s turn", who(mv.seat), who(mover)));
        }
        let played = match mover {
            Some(_) => {
                legal_moves += session.legal_moves().len() as u64;
                session.play(&mv.text).map_err(|error| ReplayError::Contradiction(format!("ply {ply}: {error}")))?
            }
            None => session.draw().unwrap_or_default(),
        };
        if played != mv.text {
            return contradiction(format!("ply {ply} is '{}', and should be '{played}'", mv.text));
        }
        after(&*session);
    }
    match session.scores() {
        None => contradiction(format!("the game is not over after {} plies", record.moves.len())),
        Some(shares) if shares != record.shares => {
            contradiction(format!("the shares are {:?}, and should be {shares:?}", record.shares))
        }
        Some(_) if (record.plies as usize, record.legal_moves) != (record.moves.len(), legal_moves) => {
            contradiction("the number of plies or of legal moves is wrong".to_owned())
        }
        Some(_) => Ok(()),
    }
}

/// Lets the players of a record play it again; the same must come out. `Ok(false)` if that cannot
/// be expected because a player's time was limited.
pub fn again(record: &GameRecord) -> Result<bool, ReplayError> {
    let game = registry::game(&record.game).map_err(ReplayError::Game)?;
    let players = record.seating.iter().zip(&record.budgets);
    let players: Result<Vec<PlayerSpec>, PlayerError> =
        players.map(|(label, budget)| PlayerSpec::from_record(label, budget)).collect();
    let players = players.map_err(ReplayError::Player)?;
    if players.len() != game.players() {
        return contradiction(format!("{} players sit at {} seats", players.len(), game.players()));
    }
    if !players.iter().all(PlayerSpec::is_reproducible) {
        return Ok(false);
    }
    let seating: Vec<usize> = (0..players.len()).collect();
    let scheduled = ScheduledGame { index: record.index, seed: record.seed, seating: &seating };
    match game.play_game(scheduled, &players, &|| false).map_err(ReplayError::Player)? {
        Some(again) => difference(record, &again).map_or(Ok(true), contradiction),
        None => Ok(true),
    }
}

/// What is different when a game is played again, if anything.
pub(crate) fn difference(record: &GameRecord, again: &GameRecord) -> Option<String> {
    if record == again {
        return None;
    }
    let moves = || record.moves.iter().zip(&again.moves).enumerate();
    if let Some((ply, (old, new))) = moves().find(|(_, (old, new))| old.text != new.text) {
        return Some(format!("ply {} was '{}' and is now '{}'", ply + 1, old.text, new.text));
    }
    if let Some((ply, _)) = moves().find(|(_, (old, new))| old != new) {
        return Some(format!("the search for ply {} spent something else", ply + 1));
    }
    Some("the moves are the same, and the rest is not".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Schedule};

    fn record() -> GameRecord {
        let game = registry::game("focus(players=2, cap=16)").unwrap_or_else(|error| panic!("{error}"));
        let players =
            ["mcts(c=0.4)", "greedy"].map(|text| PlayerSpec::read(text, &Budget::playouts(5)).expect("valid"));
        let schedule = Schedule::new(2, 2, 2, 3).expect("possible");
        let scheduled = schedule.game(1).expect("within");
        game.play_game(scheduled, &players, &|| false).expect("legal").expect("not stopped")
    }

    #[test]
    fn a_true_record_holds() {
        let record = record();
        let mut positions = 0;
        assert_eq!(follow(&record, &mut |_| positions += 1), Ok(()));
        assert_eq!(positions, record.moves.len() + 1);
        assert_eq!(again(&record), Ok(true));
    }

    /// A change of a record, and what is said about it.
    type Lie = (fn(&mut GameRecord), &'static str);

    #[test]
    fn every_lie_is_found() {
        let lies: [Lie; 8] = [
            (|record| record.moves[3].text = "a1-h8".to_owned(), "ply 4"),
            (|record| record.moves[3].seat = Some(1), "ply 4 is of seat 1, and it was seat 2's turn"),
            (|record| drop(record.moves.pop()), "the game is not over after 15 plies"),
            (|record| record.moves.push(record.moves[0].clone()), "ply 17"),
            (|record| record.shares = vec![1.0, 0.0], "the shares are [1.0, 0.0]"),
            (|record| record.plies += 1, "the number of plies"),
            (|record| record.legal_moves += 1, "legal moves is wrong"),
            (|record| record.game = "focsu".to_owned(), "unknown game 'focsu'"),
        ];
        for (lie, expected) in lies {
            let mut record = record();
            lie(&mut record);
            let found = follow(&record, &mut |_| ()).expect_err("a lie").to_string();
            assert!(found.contains(expected), "{found}");
        }
        let unfaithful: [Lie; 4] = [
            (|record| record.seed += 1, "and is now"),
            (|record| record.budgets[1] = "playouts=6".to_owned(), "ply "),
            (|record| record.seating[1] = "mtcs".to_owned(), "did you mean 'mcts'?"),
            (|record| record.budgets[1] = "plaouts=6".to_owned(), "did you mean 'playouts'?"),
        ];
        for (lie, expected) in unfaithful {
            let mut record = record();
            lie(&mut record);
            let found = again(&record).expect_err("a lie").to_string();
            assert!(found.contains(expected), "{found}");
        }
    }
}
