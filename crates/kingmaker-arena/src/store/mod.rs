//! Games that are kept: a SQLite file into which every finished game is written before it counts.
//!
//! A match is known by its game, its players with their budgets, and its seed; a game by its match
//! and its index. What is committed is on the disk (a write-ahead log that is synchronised at every
//! commit): neither a kill nor a power cut takes it back, and what is not committed never counted.
//! Only one process writes; it holds a lock that the system takes from it when it ends, however it
//! ends. Others may read meanwhile.

mod error;
mod merge;
mod schema;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, params};

use crate::PROGRAM;
use crate::experiment::Choice;
use crate::matches::Match;
use crate::record::GameRecord;

pub use error::{Problem, StoreError};
pub use merge::Merged;

use schema::{APPLICATION, STEPS, VERSION};

/// How long to wait while another process reads or writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file of games.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Held as long as we may write.
    _lock: Option<File>,
}

/// A match of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(i64);

/// What is known about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMatch {
    /// The match.
    pub id: MatchId,
    /// The game's spec.
    pub game: String,
    /// Each player's spec and budget.
    pub players: Vec<(String, String)>,
    /// Where all random draws come from.
    pub seed: u64,
    /// How many games are finished.
    pub games: u64,
}

/// A finished game and what is kept beside its record.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// The match it belongs to.
    pub id: MatchId,
    /// The game.
    pub record: GameRecord,
    /// How long it took, if that was kept.
    pub milliseconds: Option<f64>,
    /// The program that played it, with version and commit, if that was kept.
    pub program: Option<String>,
}

/// An experiment that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRun {
    /// The name of its file, or the id of its table.
    pub name: String,
    /// What was chosen outside of the file.
    pub choice: Choice,
    /// The file.
    pub experiment: String,
}

impl Store {
    /// Opens a store for writing, and creates it if there is none. Nobody else can until it is
    /// dropped.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let had_log = suffixed(path, "-wal").exists();
        let mut store = Store { connection: connect(path, flags)?, path: path.to_owned(), _lock: Some(lock) };
        store.prepare(had_log).map_err(|error| store.failed(&error))??;
        Ok(store)
    }

    /// Opens a store for reading, also while another process writes.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::new(path, Problem::Missing));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = |connection| Store { connection, path: path.to_owned(), _lock: None };
        let mut store = open(connect(path, flags)?);
        let version = match store.version() {
            // In a folder that cannot be written there is no room for the log's index. If there is
            // no log either, the file alone is all there is.
            Err(_) if !suffixed(path, "-wal").exists() => {
                store = open(connect(&immutable(path), flags | OpenFlags::SQLITE_OPEN_URI)?);
                store.version()
            }
            version => version,
        };
        match version.map_err(|error| store.failed(&error))?? {
            Some(VERSION) => Ok(store),
            None => Err(StoreError::new(path, Problem::Foreign)),
            Some(_) => {
                drop(store);
                drop(Store::open(path)?);
                Store::read(path)
            }
        }
    }

    /// The version of the store; `None` if there is nothing in it yet.
    fn version(&self) -> rusqlite::Result<Result<Option<i32>, StoreError>> {
        let number = |pragma: &str| self.connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
        let (application, version) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
        let tables = number("SELECT count(*) FROM sqlite_schema")?;
        let problem = |problem| Ok(Err(StoreError::new(&self.path, problem)));
        match (application, version, tables) {
            (0, 0, 0) => Ok(Ok(None)),
            (APPLICATION, version @ 1..=VERSION, _) => Ok(Ok(Some(version))),
            (APPLICATION, version, _) if version > VERSION => problem(Problem::Newer(version)),
            _ => problem(Problem::Foreign),
        }
    }

    /// Checks the file, and brings it to our version.
    fn prepare(&mut self, had_log: bool) -> rusqlite::Result<Result<(), StoreError>> {
        let version = match self.version()? {
            Ok(version) => version.unwrap_or(0),
            Err(error) => return Ok(Err(error)),
        };
        if self.connection.is_readonly("main")? {
            let why = Problem::ReadOnly("the file is read-only".to_owned());
            return Ok(Err(StoreError::new(&self.path, why)));
        }
        if version > 0 {
            let mut verdict: String = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
            if !had_log && !self.is_whole()? {
                verdict = "it is cut short".to_owned();
            }
            if verdict != "ok" {
                return Ok(Err(StoreError::new(&self.path, Problem::Damaged(verdict.replace('\n', "; ")))));
            }
        }
        let set = |pragma: &str| self.connection.query_row(pragma, [], |_| Ok(()));
        set("PRAGMA journal_mode = WAL")?;
        self.connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA fullfsync = ON;")?;
        if version < VERSION {
            let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for step in &STEPS[version as usize..] {
                change.execute_batch(step)?;
            }
            change
                .execute_batch(&format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"))?;
            change.commit()?;
        }
        Ok(Ok(()))
    }

    /// Whether the file has all its pages. To be asked only if there is no log with newer ones:
    /// SQLite takes the missing end of a last page for zeros.
    fn is_whole(&self) -> rusqlite::Result<bool> {
        let number = |pragma: &str| self.connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
        let expected = number("PRAGMA page_count")? * number("PRAGMA page_size")?;
        Ok(fs::metadata(&self.path).is_ok_and(|file| i64::try_from(file.len()) == Ok(expected)))
    }

    /// Where the store is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The match that plays the same games as `the_match`, new if there is none yet.
    pub fn match_id(&self, the_match: &Match) -> Result<MatchId, StoreError> {
        let find = "INSERT INTO match (game, players, seed) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET seed = seed RETURNING id";
        let key = self.key(the_match)?;
        self.connection.query_row(find, key, |row| row.get(0).map(MatchId)).map_err(|error| self.failed(&error))
    }

    /// The match that plays the same games as `the_match`, if there is one.
    pub fn find_match(&self, the_match: &Match) -> Result<Option<MatchId>, StoreError> {
        let find = "SELECT id FROM match WHERE game = ?1 AND players = ?2 AND seed = ?3";
        let found = self.connection.query_row(find, self.key(the_match)?, |row| row.get(0).map(MatchId));
        found.optional().map_err(|error| self.failed(&error))
    }

    /// What determines the games of a match: game, players with their budgets, and seed.
    fn key(&self, the_match: &Match) -> Result<[String; 3], StoreError> {
        let players: Vec<(&str, String)> =
            the_match.players().iter().map(|player| (player.label(), player.budget().to_string())).collect();
        let players = serde_json::to_string(&players).map_err(|error| self.unexpected(&error))?;
        // Games that begin in another way are others. Whoever reads the seed takes the first word.
        let openings = the_match.openings().map_or(String::new(), |openings| format!(" {openings}"));
        Ok([the_match.game().spec().to_owned(), players, format!("{}{openings}", the_match.seed())])
    }

    /// Keeps in mind what was asked for. A later text of the same experiment takes the place of an
    /// earlier one.
    pub fn add_run(&self, run: &StoredRun) -> Result<(), StoreError> {
        let choice = serde_json::to_string(&run.choice).map_err(|error| self.unexpected(&error))?;
        let insert = "INSERT INTO run (name, choice, experiment) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET experiment = excluded.experiment";
        let added = self.connection.execute(insert, params![run.name, choice, run.experiment]);
        added.map(|_| ()).map_err(|error| self.failed(&error))
    }

    /// What was asked for, in the order in which it was first.
    pub fn runs(&self) -> Result<Vec<StoredRun>, StoreError> {
        let mut runs = Vec::new();
        self.each(
            "SELECT name, choice, experiment FROM run ORDER BY id",
            [],
            |row| {
                let (name, experiment, choice): (_, _, String) = (row.get(0)?, row.get(2)?, row.get(1)?);
                let choice = serde_json::from_str(&choice).map_err(|error| self.unexpected(&error));
                Ok(choice.map(|choice| StoredRun { name, choice, experiment }))
            },
            |run| {
                runs.push(run);
                Ok::<(), StoreError>(())
            },
        )?;
        Ok(runs)
    }

    /// All matches, in the order in which they were begun.
    pub fn matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        let query =
            "SELECT id, game, players, seed, (SELECT count(*) FROM game WHERE match = id) FROM match ORDER BY id";
        let mut matches = Vec::new();
        self.each(
            query,
            [],
            |row| {
                let (players, seed): (String, String) = (row.get(2)?, row.get(3)?);
                let players = serde_json::from_str(&players).map_err(|error| self.unexpected(&error));
                let seed = seed.split(' ').next().unwrap_or_default().parse().map_err(|error| self.unexpected(&error));
                let (id, game, games) = (MatchId(row.get(0)?), row.get(1)?, row.get::<_, i64>(4)? as u64);
                Ok(players.and_then(|players| Ok(StoredMatch { id, game, players, seed: seed?, games })))
            },
            |found| {
                matches.push(found);
                Ok(())
            },
        )?;
        Ok(matches)
    }

    /// Hands over the games of a match in the order of their indices.
    pub fn games<E: From<StoreError>>(
        &self,
        id: MatchId,
        each: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let query = "SELECT number, record, milliseconds, program FROM game WHERE match = ?1 ORDER BY number";
        self.each(
            query,
            [id.0],
            |row| {
                let (number, record): (i64, String) = (row.get(0)?, row.get(1)?);
                let (milliseconds, program) = (row.get(2)?, row.get(3)?);
                let read = || {
                    let record: GameRecord = serde_json::from_str(&record).map_err(|error| self.unexpected(&error))?;
                    if u64::try_from(number) != Ok(record.index) {
                        let what = format!("game {number} of a match is recorded as game {}", record.index);
                        return Err(self.unexpected(&what));
                    }
                    Ok(StoredGame { id, record, milliseconds, program })
                };
                Ok(read())
            },
            each,
        )
    }

    /// Writes games down, all or none. When this returns, they are on the disk.
    pub fn add<'a>(
        &mut self,
        games: impl IntoIterator<Item = (MatchId, &'a GameRecord, Duration)>,
    ) -> Result<(), StoreError> {
        let path = &self.path;
        let failed = |error: rusqlite::Error| StoreError::from_sqlite(path, &error);
        let change = Transaction::new(&mut self.connection, TransactionBehavior::Immediate).map_err(failed)?;
        {
            let insert = "INSERT INTO game (match, number, record, milliseconds, program) VALUES (?1, ?2, ?3, ?4, ?5)";
            let mut insert = change.prepare(insert).map_err(failed)?;
            for (id, record, elapsed) in games {
                let unexpected =
                    |error: &dyn std::fmt::Display| StoreError::new(path, Problem::Other(error.to_string()));
                let number = i64::try_from(record.index).map_err(|error| unexpected(&error))?;
                let text = serde_json::to_string(record).map_err(|error| unexpected(&error))?;
                let milliseconds = elapsed.as_secs_f64() * 1e3;
                insert.execute(params![id.0, number, text, milliseconds, PROGRAM]).map_err(failed)?;
            }
        }
        change.commit().map_err(failed)
    }

    /// Reads the rows of a query one by one.
    fn each<T, E: From<StoreError>>(
        &self,
        query: &str,
        key: impl rusqlite::Params,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<Result<T, StoreError>>,
        mut each: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement = self.connection.prepare(query).map_err(|error| self.failed(&error))?;
        let mut rows = statement.query(key).map_err(|error| self.failed(&error))?;
        while let Some(row) = rows.next().map_err(|error| self.failed(&error))? {
            each(read(row).map_err(|error| self.failed(&error))??)?;
        }
        Ok(())
    }

    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.path, error)
    }

    /// Something in the store that we would never write.
    fn unexpected(&self, error: &dyn std::fmt::Display) -> StoreError {
        StoreError::new(&self.path, Problem::Damaged(error.to_string()))
    }
}

/// The name of a file beside the store.
fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Makes sure that nobody else writes. The lock is a file of its own, because SQLite would lose its
/// own locks if the store were opened and closed beside it.
fn lock(path: &Path) -> Result<File, StoreError> {
    let read_only = |error: std::io::Error| StoreError::new(path, Problem::ReadOnly(error.to_string()));
    let name = suffixed(path, "-lock");
    let mut file =
        OpenOptions::new().create(true).read(true).write(true).truncate(false).open(name).map_err(read_only)?;
    match file.try_lock() {
        Ok(()) => {
            // Only for the message to others; without it they are told less.
            let _ = file.set_len(0).and_then(|()| write!(file, "process {}", std::process::id()));
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => {
            let mut who = String::new();
            let told = file.read_to_string(&mut who).is_ok() && !who.is_empty();
            let who = if told { who } else { "another process".to_owned() };
            Err(StoreError::new(path, Problem::InUse(who)))
        }
        Err(TryLockError::Error(error)) => Err(read_only(error)),
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let failed = |error: rusqlite::Error| StoreError::from_sqlite(path, &error);
    if path.is_dir() {
        return Err(StoreError::new(path, Problem::Foreign));
    }
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    Ok(connection)
}

/// The address by which SQLite opens a file that nobody writes.
fn immutable(path: &Path) -> PathBuf {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1").into()
}
