//! A PostgreSQL server as a store, which many machines share.
//!
//! What is committed survives a kill of the server and a power cut. Nobody holds a lock for longer than a short transaction:
//! who plays which games is a matter of leases ([`Leases`]), which run out.

mod address;
mod clerk;
mod leases;
pub(super) mod schema;
mod tls;

use std::error::Error;
use std::fmt;

use postgres::error::SqlState;

use super::Problem;
use super::backend::{Again, Backend, KeptGame, Key, Run};
use address::Address;
use clerk::{Clerk, Connection};
use schema::{STEPS, VERSION};

pub use leases::{Block, Due, Leases, Played};

/// Whoever makes a store in a server holds this lock, so that two do not make it at once.
const LOCK: i64 = 0x4b4d_4b52;

/// A database of games.
pub struct Server {
    clerk: Clerk,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Server")
    }
}

impl Server {
    /// Opens a database, and makes a store in it if it is empty.
    pub(super) fn open(address: &str) -> Result<Self, Problem> {
        let server = Server::connect(address)?;
        server.clerk.call(|connection| {
            connection.all_or_none(|connection| {
                connection.rows("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
                let version = version(connection)?.unwrap_or(0);
                for step in &STEPS[version as usize..] {
                    connection.run(step)?;
                }
                if version < VERSION {
                    connection.change("UPDATE kingmaker SET version = $1", &[&VERSION])?;
                }
                Ok(())
            })
        })?;
        Ok(server)
    }

    /// Opens a database that has a store.
    pub(super) fn read(address: &str) -> Result<Self, Problem> {
        let server = Server::connect(address)?;
        match server.clerk.call(version)? {
            Some(VERSION) => Ok(server),
            Some(_) => Server::open(address),
            None => Err(Problem::Missing),
        }
    }

    fn connect(address: &str) -> Result<Self, Problem> {
        let address = Address::read(address, &|name| std::env::var(name).ok().filter(|value| !value.is_empty()))?;
        Ok(Server { clerk: Clerk::new(address) })
    }
}

/// The version of the store; `None` if there is nothing in the database yet.
fn version(connection: &mut Connection) -> Result<Option<i32>, Problem> {
    let found = connection.row(
        "SELECT to_regclass('kingmaker') IS NOT NULL, count(*) FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v', 'm', 'f', 'p')",
        &[],
    )?;
    match (found.get(0), found.get::<_, i64>(1)) {
        (false, 0) => return Ok(None),
        (false, _) => return Err(Problem::Foreign),
        (true, _) => {}
    }
    let rows = connection.rows("SELECT version FROM kingmaker", &[])?;
    match rows.first().map(|row| row.try_get(0)) {
        Some(Ok(version @ 1..=VERSION)) => Ok(Some(version)),
        Some(Ok(version)) if version > VERSION => Err(Problem::Newer(version)),
        _ => Err(Problem::Foreign),
    }
}

impl Backend for Server {
    fn find_match(&self, key: &Key) -> Result<Option<i64>, Problem> {
        let [game, players, seed] = key.clone();
        self.clerk.call(move |connection| {
            let find = "SELECT id FROM match WHERE game = $1 AND players = $2 AND seed = $3";
            Ok(connection.rows(find, &[&game, &players, &seed])?.first().map(|row| row.get(0)))
        })
    }

    fn match_id(&self, key: &Key) -> Result<i64, Problem> {
        if let Some(id) = self.find_match(key)? {
            return Ok(id);
        }
        let [game, players, seed] = key.clone();
        self.clerk.call(move |connection| {
            let find = "INSERT INTO match (game, players, seed) VALUES ($1, $2, $3)
                ON CONFLICT (game, players, seed) DO UPDATE SET seed = excluded.seed RETURNING id";
            Ok(connection.row(find, &[&game, &players, &seed])?.get(0))
        })
    }

    fn matches(&self) -> Result<Vec<(i64, Key, u64)>, Problem> {
        self.clerk.call(|connection| {
            let query = "SELECT id, game, players, seed,
                (SELECT count(*) FROM game WHERE match = id AND NOT waiting) FROM match ORDER BY id";
            let rows = connection.rows(query, &[])?;
            let read = rows.iter().map(|row| {
                let games: i64 = row.get(4);
                (row.get(0), [row.get(1), row.get(2), row.get(3)], games as u64)
            });
            Ok(read.collect())
        })
    }

    fn add_run(&self, run: &Run, again: Again) -> Result<(), Problem> {
        let [name, choice, experiment] = run.clone();
        self.clerk.call(move |connection| {
            let insert = match again {
                Again::Ignored => {
                    "INSERT INTO run (name, choice, experiment) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
                }
                Again::Refused => {
                    "INSERT INTO run (name, choice, experiment) VALUES ($1, $2, $3)
                     ON CONFLICT (name, choice) DO UPDATE SET experiment = excluded.experiment"
                }
            };
            connection.change(insert, &[&name, &choice, &experiment]).map(drop)
        })
    }

    fn runs(&self) -> Result<Vec<Run>, Problem> {
        self.clerk.call(|connection| {
            let rows = connection.rows("SELECT name, choice, experiment FROM run ORDER BY id", &[])?;
            Ok(rows.iter().map(|row| [row.get(0), row.get(1), row.get(2)]).collect())
        })
    }

    fn games(&self, id: i64, from: i64, most: i64) -> Result<Vec<KeptGame>, Problem> {
        self.clerk.call(move |connection| {
            let query = "SELECT number, record, milliseconds, program FROM game
                WHERE match = $1 AND number >= $2 AND NOT waiting ORDER BY number LIMIT $3";
            let rows = connection.rows(query, &[&id, &from, &most])?;
            let read = rows.iter().map(|row| {
                let (number, record) = (row.get(0), row.get(1));
                KeptGame { id, number, record, milliseconds: row.get(2), program: row.get(3) }
            });
            Ok(read.collect())
        })
    }

    fn add(&self, games: Vec<KeptGame>, again: Again) -> Result<u64, Problem> {
        self.clerk.call(move |connection| {
            let insert = match again {
                // What waits to be counted is counted now.
                Again::Ignored => {
                    "INSERT INTO game (match, number, record, milliseconds, program)
                     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[], $5::text[])
                     ON CONFLICT (match, number) DO UPDATE SET waiting = false WHERE game.waiting"
                }
                Again::Refused => {
                    "INSERT INTO game (match, number, record, milliseconds, program)
                     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[], $5::text[])"
                }
            };
            let ids: Vec<i64> = games.iter().map(|game| game.id).collect();
            let numbers: Vec<i64> = games.iter().map(|game| game.number).collect();
            let records: Vec<&str> = games.iter().map(|game| game.record.as_str()).collect();
            let times: Vec<Option<f64>> = games.iter().map(|game| game.milliseconds).collect();
            let programs: Vec<Option<&str>> = games.iter().map(|game| game.program.as_deref()).collect();
            connection.change(insert, &[&ids, &numbers, &records, &times, &programs])
        })
    }

    fn programs(&self) -> Result<Vec<Option<String>>, Problem> {
        self.clerk.call(|connection| {
            let rows = connection.rows("SELECT DISTINCT program FROM game ORDER BY program", &[])?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn begin(&self) -> Result<(), Problem> {
        self.clerk.transact("BEGIN", true)
    }

    fn commit(&self) -> Result<(), Problem> {
        self.clerk.transact("COMMIT", false)
    }

    fn roll_back(&self) {
        // After an error the connection has ended, and with it the transaction.
        let _ = self.clerk.transact("ROLLBACK", false);
    }

    fn server(&self) -> Option<&Server> {
        Some(self)
    }
}

impl From<postgres::Error> for Problem {
    /// Tells from what the server says what is wrong.
    fn from(error: postgres::Error) -> Self {
        let Some(said) = error.as_db_error() else {
            let why = chain(&error);
            return match () {
                () if why.contains("password missing") => Problem::Refused("it asks for a password".to_owned()),
                () if why.contains("TLS") => Problem::Refused(why),
                () => Problem::Unreachable(why),
            };
        };
        let message = said.message().to_owned();
        match said.code() {
            code if [SqlState::INVALID_PASSWORD, SqlState::INVALID_AUTHORIZATION_SPECIFICATION].contains(code) => {
                Problem::Refused(message)
            }
            code if *code == SqlState::INVALID_CATALOG_NAME => Problem::Address(message),
            code if [SqlState::UNDEFINED_COLUMN, SqlState::UNDEFINED_TABLE].contains(code) => Problem::Foreign,
            code if [SqlState::INSUFFICIENT_PRIVILEGE, SqlState::READ_ONLY_SQL_TRANSACTION].contains(code) => {
                Problem::ReadOnly(message)
            }
            code if *code == SqlState::DISK_FULL => Problem::Full,
            // What passes: a server that starts or ends, has too much to do, or could not have a lock.
            code if ["08", "40", "53", "55", "57"].iter().any(|class| code.code().starts_with(class)) => {
                Problem::Unreachable(message)
            }
            _ => Problem::Other(message),
        }
    }
}

/// An error with what is behind it.
fn chain(error: &postgres::Error) -> String {
    let mut text = error.to_string();
    let mut inner = error.source();
    while let Some(cause) = inner {
        let said = cause.to_string();
        if !text.contains(&said) {
            text += &format!(": {said}");
        }
        inner = cause.source();
    }
    text
}
