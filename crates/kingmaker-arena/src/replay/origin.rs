//! What a record says about the match it belongs to: its index, its seed and who sat where.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use kingmaker_core::{Player, Teams};

use crate::matches;
use crate::player::PlayerSpec;
use crate::record::GameRecord;
use crate::registry::Registry;
use crate::schedule::{self, Schedule};
use crate::store::StoredMatch;

use super::{ReplayError, contradiction, players};

/// Enough games to have one with any index that a store can hold.
const ANY_NUMBER: u64 = 1 << 63;

fn schedule(players: &[PlayerSpec], teams: &Teams, seed: u64) -> Result<Schedule, ReplayError> {
    matches::schedule(players, teams, ANY_NUMBER, seed).map_err(|error| ReplayError::Contradiction(error.to_string()))
}

/// Whether players sit as in the game with this index, whoever they are: which of them is the first of
/// the match is not in a record.
pub(super) fn check_seating(record: &GameRecord, players: &[PlayerSpec], teams: &Teams) -> Result<(), ReplayError> {
    let seated = schedule::numbered(&record.seating);
    // Where types are bound to roles, a record does not tell how many there are.
    if let Some(player) = players.iter().find(|player| player.role().is_some()) {
        let is_own = |seat: Player| players[seat.index()].check_role(teams) == Ok(Some(teams.of(seat)));
        let stray = Player::all(teams.players()).find(|&seat| !is_own(seat)).map(|seat| &players[seat.index()]);
        let wrong = |stray: &PlayerSpec| format!("'{}' sits where its role is not ({})", stray.label(), player.label());
        return stray.map_or(Ok(()), |stray| contradiction(wrong(stray)));
    }
    let mut types: Vec<PlayerSpec> = Vec::new();
    for player in players {
        if types.iter().all(|known| known.label() != player.label()) {
            types.push(player.clone());
        }
    }
    let schedule = schedule(&types, teams, 0)?;
    let expected = schedule.game(record.index).map(|game| schedule::numbered(game.seating)).unwrap_or_default();
    if seated == expected {
        return Ok(());
    }
    let text = |seating: &[usize]| seating.iter().map(|kind| (kind + 1).to_string()).collect::<Vec<_>>().join(" ");
    let (seated, expected) = (text(&seated), text(&expected));
    contradiction(format!("in game {} of a match players sit {seated}, and should sit {expected}", record.index))
}

/// The match of a store, which determines everything but the moves of its games.
pub struct StoredOrigin<'a> {
    found: &'a StoredMatch,
    schedule: Schedule,
}

impl<'a> StoredOrigin<'a> {
    /// The games that this match must have.
    pub fn new(registry: &Registry, found: &'a StoredMatch) -> Result<Self, ReplayError> {
        let teams = registry.game(&found.game).map_err(ReplayError::Game)?.teams();
        let players = found.players.iter().map(|(label, budget)| PlayerSpec::from_record(registry, label, budget));
        let players = players.collect::<Result<Vec<_>, _>>().map_err(ReplayError::Player)?;
        Ok(StoredOrigin { found, schedule: schedule(&players, &teams, found.seed)? })
    }

    /// Whether a record is the game of the match that its index says.
    pub fn check(&self, record: &GameRecord) -> Result<(), ReplayError> {
        let (found, index) = (self.found, record.index);
        let Some(scheduled) = self.schedule.game(index) else {
            return contradiction(format!("no match has a game {index}"));
        };
        let players = || scheduled.seating.iter().map(|&kind| &found.players[kind]);
        let wrong = [
            ("game", record.game != found.game),
            ("seed", record.seed != scheduled.seed),
            ("seating", !record.seating.iter().eq(players().map(|(label, _)| label))),
            ("budgets", !record.budgets.iter().eq(players().map(|(_, budget)| budget))),
        ];
        match wrong.iter().find(|(_, is_wrong)| *is_wrong) {
            Some((what, _)) => contradiction(format!("the {what} of game {index} is not that of its match")),
            None => Ok(()),
        }
    }
}

/// What the records of a file say about each other. Which match they belong to is not told; but a seed
/// belongs to one index, and the same players play the same game when they play it again.
#[derive(Debug, Default)]
pub struct SeenRecords {
    indices: HashMap<u64, u64>,
    /// For what determines a game, what is recorded about it.
    games: HashMap<u64, u64>,
}

impl SeenRecords {
    /// Whether a record agrees with those before.
    pub fn check(&mut self, registry: &Registry, record: &GameRecord) -> Result<(), ReplayError> {
        let GameRecord { game, index, seed, seating, budgets, .. } = record;
        let known = *self.indices.entry(*seed).or_insert(*index);
        if known != *index {
            return contradiction(format!("game {index} has the seed of game {known}, {seed}"));
        }
        // Where time is limited, another run differs.
        if !players(registry, record)?.iter().all(PlayerSpec::is_reproducible) {
            return Ok(());
        }
        let text = serde_json::to_string(record).unwrap_or_default();
        let known = *self.games.entry(hashed((game, index, seed, seating, budgets))).or_insert(hashed(&text));
        if known != hashed(&text) {
            return contradiction(format!("game {index} of the same players was another one before"));
        }
        Ok(())
    }
}

fn hashed(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
