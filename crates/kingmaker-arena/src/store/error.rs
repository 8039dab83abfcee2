//! What can be wrong with a store.

use std::fmt;

use super::Place;

/// A store that cannot be used, and why.
#[derive(Debug)]
pub struct StoreError {
    /// The file or the server.
    pub place: Place,
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
    /// What was written is not the address of a server that can be used.
    Address(String),
    /// There is no machine of this name.
    UnknownHost(String),
    /// The server does not let us in.
    Refused(String),
    /// The server does not answer, or not now.
    Unreachable(String),
    /// Others play for it with another program.
    OtherProgram(String),
    /// Somebody has stopped all who play for it, because of this.
    Stopped(String),
    /// Games that are finished could not be written down: which, and why.
    Unreported {
        /// The games, by match and index.
        games: String,
        /// What went wrong in the end.
        why: String,
    },
    /// Anything else.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.place;
        let file = if place.is_server() { "database" } else { "file" };
        match &self.problem {
            Problem::Missing if place.is_server() => {
                write!(f, "there is no store in '{place}' yet; expected a database in which something was run")
            }
            Problem::Missing => write!(f, "there is no store '{place}'"),
            Problem::Foreign => write!(f, "'{place}' is not a store of games; expected another {file} with --db"),
            Problem::Newer(version) => {
                let ours = known(place);
                write!(
                    f,
                    "'{place}' has version {version}, and this program knows up to {ours}; expected a newer kingmaker"
                )
            }
            Problem::InUse(who) => {
                write!(f, "'{place}' is in use by {who}; wait for it to end, or choose another {file} with --db")
            }
            Problem::Damaged(why) => {
                write!(f, "'{place}' is damaged ({why}); expected a copy that is whole, or another {file} with --db")
            }
            Problem::ReadOnly(why) => {
                write!(f, "cannot write to '{place}' ({why}); expected a {file} that can be written, with --db")
            }
            Problem::Full => write!(f, "cannot write to '{place}': the disk is full; what was finished before is kept"),
            Problem::Unwritten(why) => write!(f, "cannot use '{place}' ({why}); what was finished before is kept"),
            Problem::Unlike(what) => write!(f, "'{place}' cannot be merged: {what}"),
            Problem::Changed(what) => write!(
                f,
                "'{place}' has games that this program plays differently: {what}; \
                 expected the program that began, or another {file} with --db"
            ),
            Problem::Address(why) => {
                write!(f, "'{place}' cannot be used: {why}; expected a file or postgres://USER@HOST:PORT/DATABASE")
            }
            Problem::UnknownHost(host) => {
                write!(f, "there is no machine '{host}' ('{place}'); expected the name or the address of a server")
            }
            Problem::Refused(why) => write!(
                f,
                "'{place}' does not let us in ({why}); expected a user and a password that it knows, as in PGUSER \
                 and PGPASSWORD"
            ),
            Problem::Unreachable(why) => {
                write!(f, "'{place}' does not answer ({why}); what was finished before is kept")
            }
            Problem::OtherProgram(theirs) => write!(
                f,
                "the games of '{place}' are played by {theirs}, and this is {}; expected the same program on all \
                 machines, or another {file} with --db",
                crate::PROGRAM
            ),
            Problem::Unreported { games, why } => {
                write!(f, "'{place}' could not be told of finished games ({why}), which are lost: {games}")
            }
            Problem::Stopped(what) => write!(f, "'{place}' is stopped: {what}"),
            Problem::Other(why) => write!(f, "'{place}': {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// The newest version that this program knows.
fn known(place: &Place) -> i32 {
    #[cfg(feature = "postgres")]
    if place.is_server() {
        return super::postgres::schema::VERSION;
    }
    let _ = place;
    super::schema::VERSION
}
