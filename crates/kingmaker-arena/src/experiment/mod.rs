//! Experiments as files: matches and measurements, with the published figures beside them.
//!
//! A file is TOML. Everything in it is checked before anything is played, and a mistake is told
//! with its line and column.

mod fields;
mod plan;
mod rows;
mod seating;
#[cfg(test)]
mod tests;
mod tree;

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use kingmaker_search::Budget;
use serde::Serialize;

use crate::openings::Openings;
use crate::registry::Registry;
use crate::statistics::Hypotheses;

pub use fields::json_schema;
pub use plan::{Choice, Effort, NamedMatch, Plan, PlannedRow};
pub use seating::{Seating, Which};
pub use tree::Mistake;

use rows::{match_row, speed_row, texts, tree_row};
use tree::{Item, Source};

/// An experiment, checked.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What is compared; else the name of the file.
    pub title: String,
    /// Where the published figures are printed.
    pub source: Option<String>,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// Where all random draws come from.
    pub seed: u64,
    /// What is played and measured, in the order of the file: matches, then speeds, then trees.
    pub rows: Vec<Row>,
    file: Source,
    registry: Registry,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub enum Row {
    /// Games between players.
    Match(Box<MatchRow>),
    /// Playouts per second.
    Speed(SpeedRow),
    /// Leaves of a look-ahead, and how long a search of it takes.
    Tree(TreeRow),
}

/// Games between players, and what was published about them.
#[derive(Clone, Debug)]
pub struct MatchRow {
    /// How it is called, if it has a name.
    pub name: Option<String>,
    /// What was printed about players, by their names.
    pub published: Vec<(String, Figures)>,
    /// How many games are behind the printed figures.
    pub published_games: Option<u64>,
    /// What was printed about some of its games, by who sat where.
    pub seatings: Vec<Seating>,
    /// What was printed about the size of the game.
    pub size: Option<SizeFigures>,
    /// What a reader should know.
    pub notes: Vec<String>,
    game: Located,
    players: Vec<NamedPlayer>,
    against: Option<NamedPlayer>,
    pairing: Pairing,
    games: u64,
    stop: Option<Rule>,
    openings: Option<Openings>,
    budget: Budget,
    limits: Limits,
    quick: Option<Level>,
    normal: Option<Level>,
    full: Option<Level>,
    as_published: Option<Budget>,
    at: Range<usize>,
}

/// Playouts per second, and the published figure.
#[derive(Clone, Debug)]
pub struct SpeedRow {
    /// How it is called, if it has a name.
    pub name: Option<String>,
    /// A playout strategy, or `mcts` for a whole search.
    pub strategy: String,
    /// Printed playouts per second.
    pub published: Option<f64>,
    /// What a reader should know.
    pub notes: Vec<String>,
    game: Located,
    strategy_at: Range<usize>,
}

/// A look-ahead from the start: its leaves if nothing is pruned, a search of it, and the published figures.
#[derive(Clone, Debug)]
pub struct TreeRow {
    /// How it is called, if it has a name.
    pub name: Option<String>,
    /// How many whole turns it looks ahead.
    pub turns: u32,
    /// The model of the game in which leaves are counted.
    pub model: Option<String>,
    /// Printed number of leaves.
    pub leaves: Option<f64>,
    /// Printed time.
    pub seconds: Option<f64>,
    /// With less effort it is left out.
    pub effort: Effort,
    /// What a reader should know.
    pub notes: Vec<String>,
    game: Located,
    player: NamedPlayer,
    at: Range<usize>,
}

/// What was printed about a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Percent of the games won.
    pub win_rate: Option<f64>,
    /// Plus or minus so many percent.
    pub interval: Option<f64>,
    /// Median number of playouts per move.
    pub playouts: Option<f64>,
    /// Mean depth of search.
    pub depth: Option<f64>,
    /// Mean of what it had at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}

/// What was printed about the size of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SizeFigures {
    /// Mean number of legal moves.
    pub branching: Option<f64>,
    /// Mean number of plies.
    pub length: Option<f64>,
    /// Mean number of whole turns.
    pub turns: Option<f64>,
    /// Decimal logarithm of the size of the game tree.
    pub tree: Option<f64>,
    /// Decimal logarithm of the number of positions.
    pub states: Option<f64>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// All players in one match.
    #[default]
    AllAtOnce,
    /// A match for every two of them.
    AllAgainstAll,
}

impl Pairing {
    const WORDS: &'static [&'static str] = &["all-at-once", "all-against-all"];
}

/// A spec, and where it stands.
#[derive(Clone, Debug)]
struct Located {
    text: String,
    at: Range<usize>,
}

/// What ends a match early, and where it stands.
#[derive(Clone, Debug)]
struct Rule {
    hypotheses: Hypotheses,
    at: Range<usize>,
}

/// A player by the name that the match gives it.
#[derive(Clone, Debug)]
struct NamedPlayer {
    name: String,
    spec: Located,
    at: Range<usize>,
}

/// Budgets of single players, by their names.
type Limits = Vec<(String, Budget)>;

/// What is different at a level of effort.
#[derive(Clone, Debug)]
struct Level {
    games: Option<u64>,
    /// Of the players who meet one other, those who do.
    only: Option<Vec<String>>,
    budget: Change,
    /// Of single players, whatever becomes of the others.
    limits: Limits,
}

/// What becomes of the budgets of a row.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Everybody gets this instead.
    To(Budget),
    /// Everybody gets so many times theirs.
    Times(f64),
}

impl Change {
    const NONE: Change = Change::Times(1.0);

    fn applied(self, own: &Budget) -> Budget {
        match self {
            Change::To(budget) => budget,
            Change::Times(scale) => {
                // A rounded count is exact far beyond any budget that could be spent.
                let count = |count: u64| ((count as f64 * scale).round() as u64).max(1);
                Budget {
                    time: own.time.map(|time| time.mul_f64(scale)),
                    playouts: own.playouts.map(count),
                    plies: own.plies.map(count),
                    nodes: own.nodes.map(count),
                    depth: own.depth,
                }
            }
        }
    }
}

/// A file that is no experiment.
#[derive(Debug)]
pub enum ExperimentError {
    /// It cannot be read.
    Unreadable(String, io::Error),
    /// Something in it is wrong.
    Mistake(Mistake),
}

impl std::fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExperimentError::Unreadable(file, error) => write!(f, "cannot read '{file}': {error}"),
            ExperimentError::Mistake(mistake) => write!(f, "{mistake}"),
        }
    }
}

impl std::error::Error for ExperimentError {}

impl Experiment {
    /// Reads a file and checks everything in it.
    pub fn read(registry: &Registry, path: &Path) -> Result<Self, ExperimentError> {
        let file = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Experiment::parse(registry, &file, &text).map_err(ExperimentError::Mistake),
            Err(error) => Err(ExperimentError::Unreadable(file, error)),
        }
    }

    /// The games and players that it is made of.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The text from which it was read.
    pub fn text(&self) -> &str {
        &self.file.text
    }

    /// Reads a text and checks everything in it; `file` is its name in messages.
    pub fn parse(registry: &Registry, file: &str, text: &str) -> Result<Self, Mistake> {
        let source = Source { file: file.to_owned(), text: text.to_owned() };
        let tree = source.tree(&fields::FILE)?;
        let names = tree.table("players");
        let mut rows = Vec::new();
        for node in tree.list("match").iter().filter_map(Item::table) {
            let row = match_row(&source, node.clone().with_defaults(tree.table("defaults")), names)?;
            rows.push(Row::Match(Box::new(row)));
        }
        for node in tree.list("speed").iter().filter_map(Item::table) {
            rows.push(Row::Speed(speed_row(node)));
        }
        for node in tree.list("tree").iter().filter_map(Item::table) {
            rows.push(Row::Tree(tree_row(node, names)));
        }
        if rows.is_empty() {
            return Err(
                source.mistake(&(0..0), "there is nothing to do; expected a table [[match]], [[speed]] or [[tree]]")
            );
        }
        let experiment = Experiment {
            title: tree.text("title").unwrap_or_else(|| file.to_owned()),
            source: tree.text("source"),
            notes: texts(tree.list("notes")),
            seed: tree.whole("seed").unwrap_or(1),
            rows,
            file: source,
            registry: registry.clone(),
        };
        experiment.check()?;
        Ok(experiment)
    }
}
