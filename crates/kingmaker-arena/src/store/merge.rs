//! Stores that become one.

use std::path::Path;

use rusqlite::{Transaction, TransactionBehavior};

use super::{Problem, Store, StoreError};
use crate::player::PlayerSpec;
use crate::record::GameRecord;
use crate::registry::Registry;
use crate::replay;

/// What a merge did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that are new.
    pub added: u64,
    /// Games that were there already, the same.
    pub known: u64,
    /// Games that were there already and went otherwise, because times or other programs were in play: the first
    /// ones stay.
    pub other: Vec<String>,
}

impl Store {
    /// Takes over what another store has, all or nothing. The first game of an index stays. Two reproducible games
    /// of the same index that differ are an error, and so are games of another program, unless `is_forced`.
    pub fn absorb(&mut self, registry: &Registry, path: &Path, is_forced: bool) -> Result<Merged, StoreError> {
        // Makes sure that it is a store, of a version that we know.
        drop(Store::read(path)?);
        let other = path.display().to_string();
        self.connection.execute("ATTACH DATABASE ?1 AS other", [&other]).map_err(|error| self.failed(&error))?;
        let merged = self.absorb_attached(registry, path, is_forced);
        let detached = self.connection.execute("DETACH DATABASE other", []).map_err(|error| self.failed(&error));
        merged.and_then(|merged| detached.map(|_| merged))
    }

    fn absorb_attached(&mut self, registry: &Registry, path: &Path, is_forced: bool) -> Result<Merged, StoreError> {
        let own = self.path.clone();
        let failed = |error: rusqlite::Error| StoreError::from_sqlite(&own, &error);
        let change = Transaction::new(&mut self.connection, TransactionBehavior::Immediate).map_err(failed)?;
        if let Some((ours, theirs)) = other_program(&change).map_err(failed)?.filter(|_| !is_forced) {
            let what = format!("its games are of {theirs}, and those of '{}' of {ours}", own.display());
            return Err(StoreError::new(path, Problem::Unlike(what)));
        }
        change
            .execute(
                "INSERT INTO main.match (game, players, seed) SELECT game, players, seed FROM other.match WHERE true
                 ORDER BY id ON CONFLICT DO NOTHING",
                [],
            )
            .map_err(failed)?;
        let mut merged = Merged::default();
        for difference in differences(&change).map_err(failed)? {
            let Difference { game, players, number, ours, theirs } = difference;
            let name = format!("game {number} of {game} between {}", labels(&players).join(" and "));
            let records = [&ours, &theirs].map(|text| serde_json::from_str::<GameRecord>(text));
            let [Ok(ours), Ok(theirs)] = records else {
                let what = format!("{name} cannot be read in it or in '{}'", own.display());
                return Err(StoreError::new(path, Problem::Unlike(what)));
            };
            let Some(difference) = replay::difference(&ours, &theirs) else { continue };
            if is_reproducible(registry, &players) {
                let what = format!("in {name}, {difference}; the first is that of '{}'", own.display());
                return Err(StoreError::new(path, Problem::Unlike(what)));
            }
            merged.other.push(name);
        }
        let theirs: i64 = change.query_row("SELECT count(*) FROM other.game", [], |row| row.get(0)).map_err(failed)?;
        let added = change.execute(
            "INSERT INTO main.game (match, number, record, milliseconds, program)
             SELECT ours.id, game.number, game.record, game.milliseconds, game.program
             FROM other.game AS game JOIN other.match AS theirs ON game.match = theirs.id
             JOIN main.match AS ours USING (game, players, seed) WHERE true
             ORDER BY ours.id, game.number ON CONFLICT DO NOTHING",
            [],
        );
        merged.added = added.map_err(failed)? as u64;
        merged.known = theirs as u64 - merged.added - merged.other.len() as u64;
        change
            .execute(
                "INSERT INTO main.run (name, choice, experiment) SELECT name, choice, experiment FROM other.run
                 WHERE true ORDER BY id ON CONFLICT DO NOTHING",
                [],
            )
            .map_err(failed)?;
        change.commit().map_err(failed)?;
        Ok(merged)
    }
}

/// A program that played games of one store, and another that played games of the other, if there are such.
fn other_program(change: &Transaction<'_>) -> rusqlite::Result<Option<(String, String)>> {
    let mut found = change.prepare(
        "SELECT DISTINCT ours.program, theirs.program FROM
         (SELECT DISTINCT program FROM main.game) AS ours, (SELECT DISTINCT program FROM other.game) AS theirs
         WHERE ours.program IS NOT theirs.program LIMIT 1",
    )?;
    let named = |program: Option<String>| program.unwrap_or_else(|| "an unknown program".to_owned());
    let mut rows = found.query_map([], |row| Ok((named(row.get(0)?), named(row.get(1)?))))?;
    rows.next().transpose()
}

/// A game that went differently in two stores.
struct Difference {
    game: String,
    players: String,
    number: i64,
    ours: String,
    theirs: String,
}

fn differences(change: &Transaction<'_>) -> rusqlite::Result<Vec<Difference>> {
    let mut found = change.prepare(
        "SELECT ours.game, ours.players, mine.number, mine.record, yours.record
         FROM other.game AS yours JOIN other.match AS theirs ON yours.match = theirs.id
         JOIN main.match AS ours USING (game, players, seed)
         JOIN main.game AS mine ON mine.match = ours.id AND mine.number = yours.number
         WHERE mine.record <> yours.record ORDER BY ours.id, mine.number",
    )?;
    let read = |row: &rusqlite::Row<'_>| {
        let (game, players, number) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Difference { game, players, number, ours: row.get(3)?, theirs: row.get(4)? })
    };
    found.query_map([], read)?.collect()
}

/// The specs of players and their budgets, as the store has them.
fn known_players(players: &str) -> Vec<(String, String)> {
    serde_json::from_str(players).unwrap_or_default()
}

fn labels(players: &str) -> Vec<String> {
    known_players(players).into_iter().map(|(label, _)| label).collect()
}

/// Whether games between these players come out the same whenever they are played.
fn is_reproducible(registry: &Registry, players: &str) -> bool {
    let players = known_players(players);
    let mut read = players.iter().map(|(label, budget)| PlayerSpec::from_record(registry, label, budget));
    read.all(|player| player.is_ok_and(|player| player.is_reproducible()))
}
