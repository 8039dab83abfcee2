//! A SQLite file as a store.
//!
//! What is committed is on the disk (a write-ahead log that is synchronised at every commit): neither a kill nor a power cut takes
//! it back, and what is not committed never counted. Only one process writes; it holds a lock that the system takes from it when
//! it ends, however it ends. Others may read meanwhile.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};

use super::Problem;
use super::backend::{Again, Backend, KeptGame, Key, Run};
use super::schema::{APPLICATION, STEPS, VERSION};

/// How long to wait while another process reads or writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file of games.
#[derive(Debug)]
pub(super) struct SqliteFile {
    pub(super) connection: Connection,
    path: PathBuf,
    /// Held as long as we may write.
    _lock: Option<File>,
}

impl SqliteFile {
    /// Opens a file for writing, and creates it if there is none. Nobody else can until it is dropped.
    pub(super) fn open(path: &Path) -> Result<Self, Problem> {
        let lock = lock(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let had_log = suffixed(path, "-wal").exists();
        let mut file = SqliteFile { connection: connect(path, flags)?, path: path.to_owned(), _lock: Some(lock) };
        file.prepare(had_log)?;
        Ok(file)
    }

    /// Opens a file for reading, also while another process writes.
    pub(super) fn read(path: &Path) -> Result<Self, Problem> {
        if !path.exists() {
            return Err(Problem::Missing);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = |connection| SqliteFile { connection, path: path.to_owned(), _lock: None };
        let mut file = open(connect(path, flags)?);
        let version = match file.version() {
            // In a folder that cannot be written there is no room for the log's index. If there is
            // no log either, the file alone is all there is.
            Err(_) if !suffixed(path, "-wal").exists() => {
                file = open(connect(&immutable(path), flags | OpenFlags::SQLITE_OPEN_URI)?);
                file.version()
            }
            version => version,
        };
        match version? {
            Some(VERSION) => Ok(file),
            None => Err(Problem::Foreign),
            Some(_) => {
                drop(file);
                drop(SqliteFile::open(path)?);
                SqliteFile::read(path)
            }
        }
    }

    fn number<T: rusqlite::types::FromSql>(&self, query: &str) -> rusqlite::Result<T> {
        self.connection.query_row(query, [], |row| row.get(0))
    }

    /// The version of the file; `None` if there is nothing in it yet.
    pub(super) fn version(&self) -> Result<Option<i32>, Problem> {
        let (application, version) = (self.number("PRAGMA application_id")?, self.number("PRAGMA user_version")?);
        match (application, version, self.number("SELECT count(*) FROM sqlite_schema")?) {
            (0, 0, 0) => Ok(None),
            (APPLICATION, version @ 1..=VERSION, _) => Ok(Some(version)),
            (APPLICATION, version, _) if version > VERSION => Err(Problem::Newer(version)),
            _ => Err(Problem::Foreign),
        }
    }

    /// Checks the file, and brings it to our version.
    fn prepare(&mut self, had_log: bool) -> Result<(), Problem> {
        let version = self.version()?.unwrap_or(0);
        if self.connection.is_readonly("main")? {
            return Err(Problem::ReadOnly("the file is read-only".to_owned()));
        }
        if version > 0 {
            let mut verdict: String = self.number("PRAGMA quick_check(1)")?;
            if !had_log && !self.is_whole()? {
                verdict = "it is cut short".to_owned();
            }
            if verdict != "ok" {
                return Err(Problem::Damaged(verdict.replace('\n', "; ")));
            }
        }
        self.connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
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
        Ok(())
    }

    /// Whether the file has all its pages. To be asked only if there is no log with newer ones:
    /// SQLite takes the missing end of a last page for zeros.
    fn is_whole(&self) -> rusqlite::Result<bool> {
        let expected = self.number::<i64>("PRAGMA page_count")? * self.number::<i64>("PRAGMA page_size")?;
        Ok(fs::metadata(&self.path).is_ok_and(|file| i64::try_from(file.len()) == Ok(expected)))
    }

    fn insert(&self, games: Vec<KeptGame>, again: Again) -> rusqlite::Result<u64> {
        let ignored = if again == Again::Ignored { " ON CONFLICT DO NOTHING" } else { "" };
        let mut insert = self.connection.prepare(&format!(
            "INSERT INTO game (match, number, record, milliseconds, program) VALUES (?1, ?2, ?3, ?4, ?5){ignored}"
        ))?;
        let mut added = 0;
        for KeptGame { id, number, record, milliseconds, program } in games {
            added += insert.execute(params![id, number, record, milliseconds, program])?;
        }
        Ok(added as u64)
    }
}

impl Backend for SqliteFile {
    fn find_match(&self, key: &Key) -> Result<Option<i64>, Problem> {
        let find = "SELECT id FROM match WHERE game = ?1 AND players = ?2 AND seed = ?3";
        Ok(self.connection.query_row(find, key.each_ref(), |row| row.get(0)).optional()?)
    }

    fn match_id(&self, key: &Key) -> Result<i64, Problem> {
        let find = "INSERT INTO match (game, players, seed) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET seed = seed RETURNING id";
        Ok(self.connection.query_row(find, key.each_ref(), |row| row.get(0))?)
    }

    fn matches(&self) -> Result<Vec<(i64, Key, u64)>, Problem> {
        let query =
            "SELECT id, game, players, seed, (SELECT count(*) FROM game WHERE match = id) FROM match ORDER BY id";
        let mut query = self.connection.prepare(query)?;
        let matches = query.query_map([], |row| {
            Ok((row.get(0)?, [row.get(1)?, row.get(2)?, row.get(3)?], row.get::<_, i64>(4)? as u64))
        })?;
        Ok(matches.collect::<rusqlite::Result<_>>()?)
    }

    fn add_run(&self, run: &Run, again: Again) -> Result<(), Problem> {
        let change = if again == Again::Ignored { "NOTHING" } else { "UPDATE SET experiment = excluded.experiment" };
        let insert = format!("INSERT INTO run (name, choice, experiment) VALUES (?1, ?2, ?3) ON CONFLICT DO {change}");
        self.connection.execute(&insert, run.each_ref())?;
        Ok(())
    }

    fn runs(&self) -> Result<Vec<Run>, Problem> {
        let mut query = self.connection.prepare("SELECT name, choice, experiment FROM run ORDER BY id")?;
        let runs = query.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
        Ok(runs.collect::<rusqlite::Result<_>>()?)
    }

    fn games(&self, id: i64, from: i64, most: i64) -> Result<Vec<KeptGame>, Problem> {
        let mut query = self.connection.prepare(
            "SELECT number, record, milliseconds, program FROM game WHERE match = ?1 AND number >= ?2
             ORDER BY number LIMIT ?3",
        )?;
        let games = query.query_map([id, from, most], |row| {
            let (number, record) = (row.get(0)?, row.get(1)?);
            Ok(KeptGame { id, number, record, milliseconds: row.get(2)?, program: row.get(3)? })
        })?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }

    fn add(&self, games: Vec<KeptGame>, again: Again) -> Result<u64, Problem> {
        // Within a transaction the batch is a part of that.
        if !self.connection.is_autocommit() {
            return Ok(self.insert(games, again)?);
        }
        self.begin()?;
        let added = self.insert(games, again);
        match added {
            Ok(_) => self.commit()?,
            Err(_) => self.roll_back(),
        }
        Ok(added?)
    }

    fn programs(&self) -> Result<Vec<Option<String>>, Problem> {
        let mut query = self.connection.prepare("SELECT DISTINCT program FROM game ORDER BY program")?;
        let programs = query.query_map([], |row| row.get(0))?;
        Ok(programs.collect::<rusqlite::Result<_>>()?)
    }

    fn begin(&self) -> Result<(), Problem> {
        Ok(self.connection.execute_batch("BEGIN IMMEDIATE")?)
    }

    fn commit(&self) -> Result<(), Problem> {
        self.connection.execute_batch("COMMIT").inspect_err(|_| self.roll_back())?;
        Ok(())
    }

    fn roll_back(&self) {
        // If even that fails, nothing of it counts all the same once the file is closed.
        let _ = self.connection.execute_batch("ROLLBACK");
    }
}

impl From<rusqlite::Error> for Problem {
    /// Tells from what SQLite says what is wrong.
    fn from(error: rusqlite::Error) -> Self {
        let said = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Problem::Foreign,
            Some(ErrorCode::DatabaseCorrupt) => Problem::Damaged(said),
            Some(ErrorCode::DiskFull) => Problem::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => Problem::ReadOnly(said),
            Some(ErrorCode::SystemIoFailure) => Problem::Unwritten(said),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Problem::InUse("another program".to_owned()),
            _ => Problem::Other(said),
        }
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
fn lock(path: &Path) -> Result<File, Problem> {
    let read_only = |error: std::io::Error| Problem::ReadOnly(error.to_string());
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
            Err(Problem::InUse(if told { who } else { "another process".to_owned() }))
        }
        Err(TryLockError::Error(error)) => Err(read_only(error)),
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Problem> {
    if path.is_dir() {
        return Err(Problem::Foreign);
    }
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// The address by which SQLite opens a file that nobody writes.
fn immutable(path: &Path) -> PathBuf {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1").into()
}
