//! Who plays which games: blocks of whole rounds, lent for a while.
//!
//! A block belongs to whoever holds its lease. Every report of games renews the leases of its worker; the lease of a worker that
//! has vanished runs out, and its block is lent to another. So a game may be played twice, but it is kept once: the first one
//! stays.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::super::{KeptGame, MatchId, Problem, kept};
use super::{Connection, Server};
use crate::PROGRAM;
use crate::record::GameRecord;

/// Games of a match from `first` to before `beyond`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The match.
    pub id: MatchId,
    /// The index of its first game.
    pub first: u64,
    /// The index behind its last game.
    pub beyond: u64,
    /// The indices of its games that are there already.
    pub present: Vec<u64>,
}

/// A game that was played here.
#[derive(Clone, Debug)]
pub struct Played {
    /// The match.
    pub id: MatchId,
    /// The game.
    pub record: GameRecord,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it is not known yet if it counts.
    pub is_waiting: bool,
    /// Whether somebody else is to play it again.
    pub is_due: bool,
}

/// A game of somebody else that is to be played again.
#[derive(Clone, Debug)]
pub struct Due {
    /// The match.
    pub id: MatchId,
    /// The game.
    pub record: GameRecord,
    /// Who has played it.
    pub host: String,
}

/// What one worker does in a store that many share.
pub struct Leases<'a> {
    server: &'a Server,
    owner: String,
    host: String,
    seconds: f64,
}

impl Server {
    /// Joins those who play for this store, with leases of this length. Refused if they have another program, or were
    /// stopped.
    pub fn join(&self, lease: Duration) -> Result<Leases<'_>, Problem> {
        self.clerk.call(|connection| {
            // The first who plays says which program it is; games that were merged have a say as well.
            connection.change(
                "UPDATE kingmaker SET program = coalesce(
                    (SELECT program FROM game WHERE program <> $1 LIMIT 1), $1) WHERE program IS NULL",
                &[&PROGRAM],
            )?;
            let row = connection.row("SELECT program, stopped FROM kingmaker", &[])?;
            match (row.get::<_, String>(0), row.get::<_, Option<String>>(1)) {
                (program, _) if program != PROGRAM => Err(Problem::OtherProgram(program)),
                (_, Some(why)) => Err(Problem::Stopped(why)),
                _ => Ok(()),
            }
        })?;
        let (name, process) = (host(), std::process::id());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let (owner, host) = (format!("{name} {process} {now}"), format!("{name} (process {process})"));
        Ok(Leases { server: self, owner, host, seconds: lease.as_secs_f64() })
    }
}

impl Leases<'_> {
    /// Who we are, for people.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Takes up to so many blocks of a match below an index that nobody holds, the first ones. Blocks have `round_length`
    /// games; they are made as they are needed.
    pub fn take(
        &self,
        MatchId(id): MatchId,
        round_length: u64,
        below: u64,
        most: usize,
    ) -> Result<Vec<Block>, Problem> {
        let (owner, seconds, most) = (self.owner.clone(), self.seconds, most as i64);
        let (length, below) = (round_length as i64, below as i64);
        self.server.clerk.call(move |connection| {
            let mut blocks = lend(connection, id, below, most, &owner, seconds)?;
            while (blocks.len() as i64) < most && grow(connection, id, length, below)? {
                let most = most - blocks.len() as i64;
                blocks.extend(lend(connection, id, below, most, &owner, seconds)?);
            }
            blocks.sort_unstable();
            let firsts: Vec<i64> = blocks.iter().map(|&(first, _)| first).collect();
            let beyonds: Vec<i64> = blocks.iter().map(|&(_, beyond)| beyond).collect();
            let present = connection.rows(
                "SELECT number FROM unnest($2::bigint[], $3::bigint[]) AS block (first, beyond)
                 JOIN game ON match = $1 AND number >= first AND number < beyond",
                &[&id, &firsts, &beyonds],
            )?;
            let present: Vec<i64> = present.iter().map(|row| row.get(0)).collect();
            let block = |(first, beyond)| {
                let own = present.iter().filter(|number| (first..beyond).contains(*number));
                let present = own.map(|&number| number as u64).collect();
                Block { id: MatchId(id), first: first as u64, beyond: beyond as u64, present }
            };
            Ok(blocks.into_iter().map(block).collect())
        })
    }

    /// Writes games down, renews our leases, and gives back the blocks of which all games are there, all at once. The first
    /// game of an index stays. Says so if everybody was stopped.
    pub fn report(&self, games: &[Played], finished: &[(MatchId, u64)]) -> Result<(), Problem> {
        let mut rows: Vec<(KeptGame, bool, bool)> = Vec::new();
        for Played { id, record, elapsed, is_waiting, is_due } in games {
            rows.push((kept(*id, record, *elapsed)?, *is_waiting, *is_due));
        }
        // Everybody writes in the same order, so that nobody waits for somebody who waits for them.
        rows.sort_by_key(|(game, ..)| (game.id, game.number));
        let mut finished: Vec<(i64, i64)> = finished.iter().map(|(id, first)| (id.0, *first as i64)).collect();
        finished.sort_unstable();
        let (owner, host, seconds) = (self.owner.clone(), self.host.clone(), self.seconds);
        let stopped = self.server.clerk.call(move |connection| {
            connection.all_or_none(|connection| {
                if !rows.is_empty() {
                    insert(connection, &rows, &owner, &host)?;
                }
                renew(connection, &owner, seconds)?;
                let (ids, firsts): (Vec<i64>, Vec<i64>) = finished.into_iter().unzip();
                if !ids.is_empty() {
                    connection.change(
                        "UPDATE block SET done = true, owner = NULL, expires = NULL
                         FROM unnest($1::bigint[], $2::bigint[]) AS finished (id, start)
                         WHERE match = id AND first = start AND owner = $3 AND beyond - first =
                            (SELECT count(*) FROM game WHERE game.match = id AND number >= first AND number < beyond)",
                        &[&ids, &firsts, &owner],
                    )?;
                }
                Ok(connection.row("SELECT stopped FROM kingmaker", &[])?.get::<_, Option<String>>(0))
            })
        })?;
        stopped.map_or(Ok(()), |why| Err(Problem::Stopped(why)))
    }

    /// Gives back all blocks that we hold.
    pub fn release(&self) -> Result<(), Problem> {
        let owner = self.owner.clone();
        self.server.clerk.call(move |connection| {
            let release = "UPDATE block SET owner = NULL, expires = NULL WHERE owner = $1 AND NOT done";
            connection.change(release, &[&owner]).map(drop)
        })
    }

    /// Up to so many games of others that are to be played again, of matches below an index each.
    pub fn due(&self, matches: &[(MatchId, u64)], most: usize) -> Result<Vec<Due>, Problem> {
        let (ids, below): (Vec<i64>, Vec<i64>) = matches.iter().map(|(id, below)| (id.0, *below as i64)).unzip();
        let (owner, most) = (self.owner.clone(), most as i64);
        self.server.clerk.call(move |connection| {
            let rows = connection.rows(
                "SELECT match, record, coalesce(host, 'an unknown host')
                 FROM unnest($1::bigint[], $2::bigint[]) AS wanted (id, below)
                 JOIN game ON match = id AND number < below
                 WHERE due AND owner IS DISTINCT FROM $3 ORDER BY match, number LIMIT $4",
                &[&ids, &below, &owner, &most],
            )?;
            let read = rows.iter().map(|row| {
                let record: String = row.get(1);
                let record = serde_json::from_str(&record).map_err(|error| Problem::Damaged(error.to_string()))?;
                Ok(Due { id: MatchId(row.get(0)), record, host: row.get(2) })
            });
            read.collect()
        })
    }

    /// A game of somebody else came out the same here.
    pub fn confirm(&self, MatchId(id): MatchId, index: u64) -> Result<(), Problem> {
        let (host, number) = (self.host.clone(), index as i64);
        self.server.clerk.call(move |connection| {
            let confirm = "UPDATE game SET due = false, checked_by = $3 WHERE match = $1 AND number = $2";
            connection.change(confirm, &[&id, &number, &host]).map(drop)
        })
    }

    /// Stops everybody who plays for this store, and says why. The first reason stays.
    pub fn stop(&self, why: &str) -> Result<(), Problem> {
        let why = why.to_owned();
        self.server.clerk.call(move |connection| {
            connection.change("UPDATE kingmaker SET stopped = $1 WHERE stopped IS NULL", &[&why]).map(drop)
        })
    }

    /// The next games of a match from an index on, without a gap, whether they count already or not.
    pub fn without_gap(&self, MatchId(id): MatchId, from: u64, most: usize) -> Result<Vec<GameRecord>, Problem> {
        let (from, most) = (from as i64, most as i64);
        self.server.clerk.call(move |connection| {
            let query = "SELECT number, record FROM game WHERE match = $1 AND number >= $2 ORDER BY number LIMIT $3";
            let rows = connection.rows(query, &[&id, &from, &most])?;
            let in_order = (from..).zip(&rows).take_while(|(number, row)| *number == row.get::<_, i64>(0));
            let read = in_order
                .map(|(_, row)| serde_json::from_str(row.get(1)).map_err(|error| Problem::Damaged(error.to_string())));
            read.collect()
        })
    }

    /// From now on, all games of a match below an index count.
    pub fn count_below(&self, MatchId(id): MatchId, below: u64) -> Result<(), Problem> {
        let below = below as i64;
        self.server.clerk.call(move |connection| {
            let count = "UPDATE game SET waiting = false WHERE match = $1 AND waiting AND number < $2";
            connection.change(count, &[&id, &below]).map(drop)
        })
    }

    /// How many games of each match are there below an index.
    pub fn counts(&self, matches: &[(MatchId, u64)]) -> Result<Vec<u64>, Problem> {
        let (ids, below): (Vec<i64>, Vec<i64>) = matches.iter().map(|(id, below)| (id.0, *below as i64)).unzip();
        self.server.clerk.call(move |connection| {
            let rows = connection.rows(
                "SELECT (SELECT count(*) FROM game WHERE match = id AND number < below)
                 FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS wanted (id, below, at) ORDER BY at",
                &[&ids, &below],
            )?;
            Ok(rows.iter().map(|row| row.get::<_, i64>(0) as u64).collect())
        })
    }
}

/// Lends blocks that nobody holds, or whose lease has run out: first and last game of each.
fn lend(
    connection: &mut Connection,
    id: i64,
    below: i64,
    most: i64,
    owner: &str,
    seconds: f64,
) -> Result<Vec<(i64, i64)>, Problem> {
    let rows = connection.rows(
        "WITH free AS MATERIALIZED (
            SELECT first AS start FROM block
            WHERE match = $1 AND NOT done AND first < $2 AND (expires IS NULL OR expires < clock_timestamp())
            ORDER BY first LIMIT $3 FOR UPDATE SKIP LOCKED)
         UPDATE block SET owner = $4, expires = clock_timestamp() + make_interval(secs => $5)
         FROM free WHERE match = $1 AND first = start RETURNING first, beyond",
        &[&id, &below, &most, &owner, &seconds],
    )?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Makes more blocks of a match, if there are games below an index that are in none. Blocks that are complete already are
/// done.
fn grow(connection: &mut Connection, id: i64, length: i64, below: i64) -> Result<bool, Problem> {
    /// So many blocks are made at once.
    const BLOCKS: i64 = 64;
    connection.all_or_none(|connection| {
        let next: i64 = connection.row("SELECT next FROM match WHERE id = $1 FOR NO KEY UPDATE", &[&id])?.get(0);
        // Whole rounds, but for a match that was shorter than one before, and is continued.
        let end = |first: i64| ((first / length + 1) * length).min(below);
        let mut blocks: Vec<(i64, i64)> = Vec::new();
        let mut first = next;
        while first < below && (blocks.len() as i64) < BLOCKS {
            blocks.push((first, end(first)));
            first = end(first);
        }
        let (firsts, beyonds): (Vec<i64>, Vec<i64>) = blocks.into_iter().unzip();
        if firsts.is_empty() {
            return Ok(false);
        }
        connection.change(
            "INSERT INTO block (match, first, beyond, done)
             SELECT $1, start, beyond, beyond - start =
                (SELECT count(*) FROM game WHERE match = $1 AND number >= start AND number < beyond)
             FROM unnest($2::bigint[], $3::bigint[]) AS new (start, beyond)",
            &[&id, &firsts, &beyonds],
        )?;
        connection.change("UPDATE match SET next = $2 WHERE id = $1", &[&id, &first])?;
        Ok(true)
    })
}

fn insert(
    connection: &mut Connection,
    rows: &[(KeptGame, bool, bool)],
    owner: &str,
    host: &str,
) -> Result<(), Problem> {
    let ids: Vec<i64> = rows.iter().map(|(game, ..)| game.id).collect();
    let numbers: Vec<i64> = rows.iter().map(|(game, ..)| game.number).collect();
    let records: Vec<&str> = rows.iter().map(|(game, ..)| game.record.as_str()).collect();
    let times: Vec<Option<f64>> = rows.iter().map(|(game, ..)| game.milliseconds).collect();
    let waiting: Vec<bool> = rows.iter().map(|&(_, is_waiting, _)| is_waiting).collect();
    let due: Vec<bool> = rows.iter().map(|&(.., is_due)| is_due).collect();
    connection.change(
        "INSERT INTO game (match, number, record, milliseconds, program, waiting, due, owner, host)
         SELECT id, number, record, time, $5, waiting, due, $8, $9
         FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[], $6::boolean[], $7::boolean[])
            AS new (id, number, record, time, waiting, due)
         ON CONFLICT DO NOTHING",
        &[&ids, &numbers, &records, &times, &PROGRAM, &waiting, &due, &owner, &host],
    )?;
    Ok(())
}

fn renew(connection: &mut Connection, owner: &str, seconds: f64) -> Result<(), Problem> {
    let renew = "UPDATE block SET expires = clock_timestamp() + make_interval(secs => $2)
        WHERE owner = $1 AND NOT done";
    connection.change(renew, &[&owner, &seconds]).map(drop)
}

/// The name of this machine.
fn host() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    return std::env::var("COMPUTERNAME").unwrap_or_else(|_| "an unknown host".to_owned());
}
