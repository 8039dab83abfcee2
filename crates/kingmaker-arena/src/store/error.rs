//! What can be wrong with a store.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// A store that cannot be used, and why.
#[derive(Debug)]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub problem: Problem,
}

/// What is wrong with a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is no such file.
    Missing,
    /// It is something else than a store.
    Foreign,
    /// A newer program has written it.
    Newer(i32),
    /// Another process is playing games for it.
    InUse(String),
    /// It is cut short or overwritten.
    Damaged(String),
    /// It cannot be written.
    ReadOnly(String),
    /// The disk is full.
    Full,
    /// The system would not write or read.
    Unwritten(String),
    /// A stored game comes out differently when it is played again.
    Changed(String),
    /// It does not go together with another one.
    Unlike(String),
    /// Anything else.
    Other(String),
}

impl StoreError {
    pub(super) fn new(path: &Path, problem: Problem) -> Self {
        StoreError { path: path.to_owned(), problem }
    }

    /// Tells from what SQLite says what is wrong.
    pub(super) fn from_sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let said = error.to_string();
        let problem = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Problem::Foreign,
            Some(ErrorCode::DatabaseCorrupt) => Problem::Damaged(said),
            Some(ErrorCode::DiskFull) => Problem::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => Problem::ReadOnly(said),
            Some(ErrorCode::SystemIoFailure) => Problem::Unwritten(said),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Problem::InUse("another program".to_owned()),
            _ => Problem::Other(said),
        };
        StoreError::new(path, problem)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.problem {
            Problem::Missing => write!(f, "there is no store '{path}'"),
            Problem::Foreign => write!(f, "'{path}' is not a store of games; expected another file with --db"),
            Problem::Newer(version) => {
                let ours = super::schema::VERSION;
                write!(
                    f,
                    "'{path}' has version {version}, and this program knows up to {ours}; expected a newer kingmaker"
                )
            }
            Problem::InUse(who) => {
                write!(f, "'{path}' is in use by {who}; wait for it to end, or choose another file with --db")
            }
            Problem::Damaged(why) => {
                write!(f, "'{path}' is damaged ({why}); expected a copy that is whole, or another file with --db")
            }
            Problem::ReadOnly(why) => {
                write!(f, "cannot write to '{path}' ({why}); expected a file that can be written, with --db")
            }
            Problem::Full => write!(f, "cannot write to '{path}': the disk is full; what was finished before is kept"),
            Problem::Unwritten(why) => write!(f, "cannot use '{path}' ({why}); what was finished before is kept"),
            Problem::Unlike(what) => write!(f, "'{path}' cannot be merged: {what}"),
            Problem::Changed(what) => write!(
                f,
                "'{path}' has games that this program plays differently: {what}; \
                 expected the program that began, or another file with --db"
            ),
            Problem::Other(why) => write!(f, "'{path}': {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
