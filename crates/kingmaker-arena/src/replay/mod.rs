//! Recorded games once more: through the rules, and through the players that played them.

mod origin;

use std::fmt;

use kingmaker_core::Turn;
use kingmaker_core::rng::derive_seed;
use kingmaker_search::Halt;

use crate::erased::AnyGame;
use crate::game_loop;
use crate::player::{PlayerError, PlayerSpec};
use crate::record::GameRecord;
use crate::registry::{GameError, Registry};
use crate::schedule::ScheduledGame;
use crate::session::{Observer, Session};

pub use origin::{SeenRecords, StoredOrigin};

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

/// Plays a record through the rules, and checks who moves, every move, the length and the result; also
/// who sat there with which budget, and whether it was cut off. Calls `after` at the start and after
/// each ply.
pub fn follow(
    registry: &Registry,
    record: &GameRecord,
    after: &mut dyn FnMut(&dyn Session),
) -> Result<(), ReplayError> {
    if record.lacks_moves() {
        return contradiction("its moves were not kept, so there is nothing to follow".to_owned());
    }
    let game = registry.game(&record.game).map_err(ReplayError::Game)?;
    let players = check_players(registry, &*game, record)?;
    origin::check_seating(record, &players, &game.teams())?;
    // As the game loop deals: the rules draw from the first generator of the game.
    let is_two_sided = game.teams().count() == 2;
    let voided = if is_two_sided { 0 } else { record.faults.len() };
    let mut session = game.session(derive_seed(game_loop::seed_of_try(record.seed, voided), 0));
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
        if mover.is_some() && !mv.opening {
            legal_moves += session.legal_moves(Observer::Everything).len() as u64;
        }
        let played =
            session.play(&mv.text).map_err(|error| ReplayError::Contradiction(format!("ply {ply}: {error}")))?;
        if played != mv.text {
            return contradiction(format!("ply {ply} is '{}', and should be '{played}'", mv.text));
        }
        after(&*session);
    }
    if let Some(fault) = record.faults.last()
        && is_two_sided
    {
        // Such a game ends before its end; who has won follows from who made the fault.
        let is_right = fault.ply == record.plies
            && (1..=game.players()).contains(&fault.seat)
            && game_loop::shares_after(fault.seat, &game.teams()) == record.shares;
        return if is_right { Ok(()) } else { contradiction("the fault does not fit the game".to_owned()) };
    }
    match session.scores() {
        None => contradiction(format!("the game is not over after {} plies", record.moves.len())),
        Some(shares) if shares != record.shares => {
            contradiction(format!("the shares are {:?}, and should be {shares:?}", record.shares))
        }
        Some(_) if (record.plies as usize, record.legal_moves) != (record.moves.len(), legal_moves) => {
            contradiction("the number of plies or of legal moves is wrong".to_owned())
        }
        Some(_) if !is_counted(record, session.counted()) => {
            contradiction("the number of turns or the points are wrong".to_owned())
        }
        Some(_) if record.capped != record.is_cut_off(session.plies_left()) => {
            let word = if record.capped { "" } else { " not" };
            contradiction(format!("the game is said{word} to be cut off at the ply cap, which is wrong"))
        }
        Some(_) => Ok(()),
    }
}

/// Whether turns and points are those of the record.
fn is_counted(record: &GameRecord, (turns, points): (Option<usize>, Option<Vec<f32>>)) -> bool {
    record.turns == turns.map(|turns| turns as u32) && record.points == points.unwrap_or_default()
}

/// The player at each seat, as the record names it.
fn players(registry: &Registry, record: &GameRecord) -> Result<Vec<PlayerSpec>, ReplayError> {
    let seats = record.seating.iter().zip(&record.budgets);
    let players = seats.map(|(label, budget)| PlayerSpec::from_record(registry, label, budget));
    players.collect::<Result<_, _>>().map_err(ReplayError::Player)
}

/// Whether there is a player for each seat that can play the game with what it may spend.
fn check_players(registry: &Registry, game: &dyn AnyGame, record: &GameRecord) -> Result<Vec<PlayerSpec>, ReplayError> {
    for (what, count) in [("players", record.seating.len()), ("budgets", record.budgets.len())] {
        if count != game.players() {
            return contradiction(format!("there are {count} {what} for {} seats", game.players()));
        }
    }
    let players = players(registry, record)?;
    for (player, budget) in players.iter().zip(&record.budgets) {
        game.check_player(player).map_err(ReplayError::Player)?;
        if player.budget().to_string() != *budget {
            let (label, own) = (player.label(), player.budget());
            return contradiction(format!("the budget of '{label}' is '{budget}', and should be '{own}'"));
        }
    }
    Ok(players)
}

/// Lets the players of a record play it again; the same must come out. `Ok(false)` if that cannot
/// be expected because a player's time was limited or its search had several threads. When `halt` ends it, nothing is
/// shown.
pub fn again(registry: &Registry, record: &GameRecord, halt: &Halt) -> Result<bool, ReplayError> {
    let game = registry.game(&record.game).map_err(ReplayError::Game)?;
    let players = check_players(registry, &*game, record)?;
    if !players.iter().all(PlayerSpec::is_reproducible) {
        return Ok(false);
    }
    let seating: Vec<usize> = (0..players.len()).collect();
    let opening = record.opening();
    let scheduled = ScheduledGame { index: record.index, seed: record.seed, seating: &seating, opening: &opening };
    match game.play_game(scheduled, &players, halt, &|| false).map_err(ReplayError::Player)? {
        Some(again) => difference(record, &again).map_or(Ok(true), contradiction),
        None => Ok(true),
    }
}

/// What is different when a game is played again, if anything.
pub(crate) fn difference(record: &GameRecord, again: &GameRecord) -> Option<String> {
    if record == again {
        return None;
    }
    if record.lacks_moves() != again.lacks_moves() {
        return difference(&record.without_moves(), &again.without_moves());
    }
    if record.lacks_moves() {
        return Some("the result or what was spent is not what was kept".to_owned());
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
mod tests;
