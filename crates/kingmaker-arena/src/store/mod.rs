//! Games that are kept: a SQLite file, or a PostgreSQL server that many share, into which every finished game is written before
//! it counts.
//!
//! A match is known by its game, its players with their budgets, and its seed; a game by its match
//! and its index. What is written is on the disk: neither a kill nor a power cut takes it back.

mod backend;
mod error;
mod merge;
mod place;
#[cfg(feature = "postgres")]
pub mod postgres;
mod schema;
mod sqlite;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::PROGRAM;
use crate::experiment::Choice;
use crate::matches::Match;
use crate::record::GameRecord;

pub use error::{Problem, StoreError};
pub use merge::Merged;
pub use place::Place;

use backend::{Again, Backend, KeptGame, Key, Run};
use sqlite::SqliteFile;

/// So many games are read at once.
const PAGE: i64 = 500;

/// Games that are kept.
#[derive(Debug)]
pub struct Store {
    place: Place,
    kept: Box<dyn Backend>,
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
    /// Opens a store for writing, and creates it if there is none. A file is ours alone until it is
    /// dropped; a server may be shared.
    pub fn open(place: impl Into<Place>) -> Result<Self, StoreError> {
        Store::at(place.into(), SqliteFile::open, server::open)
    }

    /// Opens a store for reading, also while another process writes.
    pub fn read(place: impl Into<Place>) -> Result<Self, StoreError> {
        Store::at(place.into(), SqliteFile::read, server::read)
    }

    fn at(
        place: Place,
        file: impl FnOnce(&std::path::Path) -> Result<SqliteFile, Problem>,
        server: impl FnOnce(&str) -> Result<Box<dyn Backend>, Problem>,
    ) -> Result<Self, StoreError> {
        let kept = match (place.file(), place.server()) {
            (Some(path), _) => file(path).map(|file| Box::new(file) as Box<dyn Backend>),
            (None, address) => server(address.unwrap_or_default()),
        };
        match kept {
            Ok(kept) => Ok(Store { place, kept }),
            Err(problem) => Err(StoreError { place, problem }),
        }
    }

    /// Where the store is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The server, if it is one: what many workers do there together.
    #[cfg(feature = "postgres")]
    pub fn server(&self) -> Option<&postgres::Server> {
        self.kept.server()
    }

    /// The match that plays the same games as `the_match`, new if there is none yet.
    pub fn match_id(&self, the_match: &Match) -> Result<MatchId, StoreError> {
        self.told(self.kept.match_id(&self.key(the_match)?)).map(MatchId)
    }

    /// The match that plays the same games as `the_match`, if there is one.
    pub fn find_match(&self, the_match: &Match) -> Result<Option<MatchId>, StoreError> {
        Ok(self.told(self.kept.find_match(&self.key(the_match)?))?.map(MatchId))
    }

    /// What determines the games of a match: game, players with their budgets, and seed.
    fn key(&self, the_match: &Match) -> Result<Key, StoreError> {
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
        let run: Run = [run.name.clone(), choice, run.experiment.clone()];
        self.told(self.kept.add_run(&run, Again::Refused))
    }

    /// What was asked for, in the order in which it was first.
    pub fn runs(&self) -> Result<Vec<StoredRun>, StoreError> {
        let runs = self.told(self.kept.runs())?.into_iter().map(|[name, choice, experiment]| {
            let choice = serde_json::from_str(&choice).map_err(|error| self.unexpected(&error))?;
            Ok(StoredRun { name, choice, experiment })
        });
        runs.collect()
    }

    /// All matches, in the order in which they were begun.
    pub fn matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        let matches = self.told(self.kept.matches())?.into_iter().map(|(id, [game, players, seed], games)| {
            let players = serde_json::from_str(&players).map_err(|error| self.unexpected(&error))?;
            let seed = seed.split(' ').next().unwrap_or_default().parse().map_err(|error| self.unexpected(&error))?;
            Ok(StoredMatch { id: MatchId(id), game, players, seed, games })
        });
        matches.collect()
    }

    /// Hands over the games of a match in the order of their indices.
    pub fn games<E: From<StoreError>>(
        &self,
        id: MatchId,
        mut each: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_kept(id, |game| each(self.stored(game)?))
    }

    /// The same, as they are kept.
    fn each_kept<E: From<StoreError>>(
        &self,
        id: MatchId,
        mut each: impl FnMut(KeptGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut next = 0;
        loop {
            let page = self.told(self.kept.games(id.0, next, PAGE))?;
            let Some(last) = page.last() else { return Ok(()) };
            next = last.number + 1;
            page.into_iter().try_for_each(&mut each)?;
        }
    }

    fn stored(&self, game: KeptGame) -> Result<StoredGame, StoreError> {
        let KeptGame { id, number, record, milliseconds, program } = game;
        let record: GameRecord = serde_json::from_str(&record).map_err(|error| self.unexpected(&error))?;
        if u64::try_from(number) != Ok(record.index) {
            let what = format!("game {number} of a match is recorded as game {}", record.index);
            return Err(self.unexpected(&what));
        }
        Ok(StoredGame { id: MatchId(id), record, milliseconds, program })
    }

    /// Writes games down, all or none. When this returns, they are on the disk.
    pub fn add<'a>(
        &mut self,
        games: impl IntoIterator<Item = (MatchId, &'a GameRecord, Duration)>,
    ) -> Result<(), StoreError> {
        let games = games.into_iter().map(|(id, record, elapsed)| kept(id, record, elapsed));
        let games: Vec<KeptGame> = self.told(games.collect())?;
        self.told(self.kept.add(games, Again::Refused)).map(drop)
    }

    /// What the file or the server says, with its name.
    fn told<T>(&self, said: Result<T, Problem>) -> Result<T, StoreError> {
        said.map_err(|problem| StoreError { place: self.place.clone(), problem })
    }

    /// Something in the store that we would never write.
    fn unexpected(&self, error: &dyn std::fmt::Display) -> StoreError {
        StoreError { place: self.place.clone(), problem: Problem::Damaged(error.to_string()) }
    }
}

/// A finished game as it is kept.
fn kept(MatchId(id): MatchId, record: &GameRecord, elapsed: Duration) -> Result<KeptGame, Problem> {
    let number = i64::try_from(record.index).map_err(|error| Problem::Other(error.to_string()))?;
    let text = serde_json::to_string(record).map_err(|error| Problem::Other(error.to_string()))?;
    let (milliseconds, program) = (Some(elapsed.as_secs_f64() * 1e3), Some(PROGRAM.to_owned()));
    Ok(KeptGame { id, number, record: text, milliseconds, program })
}

/// Servers, where they are built in.
#[cfg(feature = "postgres")]
mod server {
    use super::postgres::Server;
    use super::{Backend, Problem};

    pub(super) fn open(address: &str) -> Result<Box<dyn Backend>, Problem> {
        Ok(Box::new(Server::open(address)?))
    }

    pub(super) fn read(address: &str) -> Result<Box<dyn Backend>, Problem> {
        Ok(Box::new(Server::read(address)?))
    }
}

/// Servers, where they are not built in.
#[cfg(not(feature = "postgres"))]
mod server {
    use super::{Backend, Problem};

    pub(super) fn open(_: &str) -> Result<Box<dyn Backend>, Problem> {
        Err(Problem::Address("this program is built without PostgreSQL".to_owned()))
    }

    pub(super) use open as read;
}
