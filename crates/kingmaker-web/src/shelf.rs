//! Where rooms are kept when the server ends: a SQLite file with a row for each.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::wire::SeatJson;

/// What is needed to have a room again; also what a saved game is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The game's spec.
    pub(crate) game: String,
    /// Who sits where.
    pub(crate) seats: Vec<SeatJson>,
    /// Where all random draws come from.
    pub(crate) seed: u64,
    /// The position in which it began, if that is not the start of the game.
    pub(crate) start: Option<String>,
    /// What was played and drawn.
    pub(crate) moves: Vec<String>,
}

/// A file of rooms.
pub(crate) struct Shelf {
    connection: Mutex<Connection>,
    path: PathBuf,
}

/// A shelf that cannot be used.
#[derive(Debug)]
pub struct ShelfError {
    path: PathBuf,
    message: String,
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the games of the page cannot be kept in '{}': {}", self.path.display(), self.message)
    }
}

impl std::error::Error for ShelfError {}

/// Tells our files from others.
const APPLICATION: i64 = 0x6b6d_7067;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY,
        record TEXT NOT NULL,
        used INTEGER NOT NULL DEFAULT (unixepoch())
    ) STRICT;
    CREATE INDEX IF NOT EXISTS by_use ON rooms (used);
";

impl Shelf {
    /// Opens the file, or makes a new one.
    pub(crate) fn open(path: &Path) -> Result<Self, ShelfError> {
        let error = |message: String| ShelfError { path: path.to_owned(), message };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|cause| error(cause.to_string()))?;
        }
        let open = || -> rusqlite::Result<(Connection, i64, i64)> {
            let connection = Connection::open(path)?;
            connection.busy_timeout(std::time::Duration::from_secs(5))?;
            let application = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
            let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            Ok((connection, application, tables))
        };
        let (connection, application, tables) = open().map_err(|cause| error(cause.to_string()))?;
        if application != APPLICATION && tables > 0 {
            return Err(error("it is another program's database; expected a file of the page's games".to_owned()));
        }
        let prepare = || {
            // What is committed survives the end of the program, however it ends; a power cut may take the last moves.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "application_id", APPLICATION)?;
            connection.execute_batch(SCHEMA)
        };
        prepare().map_err(|cause| error(cause.to_string()))?;
        Ok(Shelf { connection: Mutex::new(connection), path: path.to_owned() })
    }

    /// Keeps a room as it is now.
    pub(crate) fn put(&self, id: &str, record: &Record) -> Result<(), ShelfError> {
        const PUT: &str = "INSERT INTO rooms (id, record) VALUES (?1, ?2)
            ON CONFLICT (id) DO UPDATE SET record = ?2, used = unixepoch()";
        let text = serde_json::to_string(record).map_err(|cause| self.error(cause))?;
        self.connection().execute(PUT, params![id, text]).map(|_| ()).map_err(|cause| self.error(cause))
    }

    /// Keeps no more than so many rooms: those that were left alone longest go.
    pub(crate) fn prune(&self, most: usize) -> Result<(), ShelfError> {
        const PRUNE: &str =
            "DELETE FROM rooms WHERE id IN (SELECT id FROM rooms ORDER BY used DESC LIMIT -1 OFFSET ?1)";
        self.connection().execute(PRUNE, [most as i64]).map(|_| ()).map_err(|cause| self.error(cause))
    }

    /// The room of this id, if it is kept.
    pub(crate) fn get(&self, id: &str) -> Result<Option<Record>, ShelfError> {
        let connection = self.connection();
        let get = || -> rusqlite::Result<Option<String>> {
            let mut found = connection.prepare("SELECT record FROM rooms WHERE id = ?1")?;
            found.query_row([id], |row| row.get(0)).optional()
        };
        let text = get().map_err(|cause| self.error(cause))?;
        text.map(|text| serde_json::from_str(&text).map_err(|cause| self.error(cause))).transpose()
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic leaves a connection as it is: what was not committed did not happen.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, cause: impl fmt::Display) -> ShelfError {
        ShelfError { path: self.path.clone(), message: cause.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &[&str]) -> Record {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        Record { game: "pig".into(), seats: vec![SeatJson::Person], seed: 7, start: None, moves }
    }

    #[test]
    fn rooms_come_back_and_the_oldest_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/page.db");
        let shelf = Shelf::open(&path).expect("a new file");
        shelf.put("a", &record(&[])).expect("kept");
        shelf.put("a", &record(&["roll", "3"])).expect("kept");
        drop(shelf);
        let shelf = Shelf::open(&path).expect("the same file");
        assert_eq!(shelf.get("a").expect("readable"), Some(record(&["roll", "3"])));
        assert_eq!(shelf.get("b").expect("readable"), None);
        shelf.connection().execute("UPDATE rooms SET used = 0", []).expect("writable");
        shelf.put("b", &record(&[])).expect("kept");
        shelf.put("c", &record(&[])).expect("kept");
        shelf.prune(2).expect("pruned");
        assert_eq!(shelf.get("a").expect("readable"), None, "it was left alone longest");
        assert!(shelf.get("b").expect("readable").is_some());
    }

    #[test]
    fn another_programs_file_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("other.db");
        Connection::open(&path).and_then(|other| other.execute_batch("CREATE TABLE t (a)")).expect("made");
        let error = Shelf::open(&path).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("other.db") && error.contains("another program's"), "{error}");
        std::fs::write(&path, "no database at all, but long enough to be looked at as if it were one")
            .expect("written");
        assert!(Shelf::open(&path).is_err());
    }
}
