//! What a store asks of whatever keeps its games.

use std::fmt;

use super::Problem;

/// What determines the games of a match: game, players with their budgets, and seed, as texts.
pub(super) type Key = [String; 3];

/// Name, choice and text of an experiment that was run.
pub(super) type Run = [String; 3];

/// A game as it is kept.
#[derive(Clone, Debug)]
pub(super) struct KeptGame {
    /// Its match.
    pub(super) id: i64,
    /// Its index.
    pub(super) number: i64,
    /// Its record as JSON.
    pub(super) record: String,
    pub(super) milliseconds: Option<f64>,
    pub(super) program: Option<String>,
}

/// What becomes of a game whose index is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// It is an error.
    Refused,
    /// The first one stays.
    Ignored,
}

/// A file or a server. All meaning is in [`super::Store`]; here are only rows.
pub(super) trait Backend: fmt::Debug + Send {
    /// The match of this key, if there is one.
    fn find_match(&self, key: &Key) -> Result<Option<i64>, Problem>;

    /// The match of this key, new if there is none.
    fn match_id(&self, key: &Key) -> Result<i64, Problem>;

    /// All matches with the numbers of their games, in the order in which they were begun.
    fn matches(&self) -> Result<Vec<(i64, Key, u64)>, Problem>;

    /// Keeps a run. If it is there already, its text is replaced, unless that is to be ignored.
    fn add_run(&self, run: &Run, again: Again) -> Result<(), Problem>;

    /// All runs, in the order in which they were first.
    fn runs(&self) -> Result<Vec<Run>, Problem>;

    /// So many games of a match at the most, from an index on, in the order of their indices.
    fn games(&self, id: i64, from: i64, most: i64) -> Result<Vec<KeptGame>, Problem>;

    /// Writes games down, all or none, and says how many were new.
    fn add(&self, games: Vec<KeptGame>, again: Again) -> Result<u64, Problem>;

    /// All programs that have played games.
    fn programs(&self) -> Result<Vec<Option<String>>, Problem>;

    /// From now on, what is written counts only with [`Backend::commit`].
    fn begin(&self) -> Result<(), Problem>;

    /// What was written since [`Backend::begin`] counts.
    fn commit(&self) -> Result<(), Problem>;

    /// What was written since [`Backend::begin`] does not count.
    fn roll_back(&self);

    /// The server, if it is one.
    #[cfg(feature = "postgres")]
    fn server(&self) -> Option<&super::postgres::Server> {
        None
    }
}
