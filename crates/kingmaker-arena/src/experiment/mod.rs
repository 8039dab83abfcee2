//! Experiments as files: matches and measurements, with the published figures beside them.
//!
//! A file is TOML. Everything in it is checked before anything is played, and a mistake is told
//! with its line and column.

mod fields;
mod plan;
mod seating;
#[cfg(test)]
mod tests;
mod tree;

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use kingmaker_core::options;
use kingmaker_search::Budget;

pub use fields::json_schema;
pub use plan::{Choice, Effort, Plan, PlannedRow, Trial};
pub use seating::{Seating, Which};
pub use tree::Mistake;

use tree::{Entry, Item, Node, Source};

/// How many games a match has if nothing is said.
const DEFAULT_GAMES: u64 = 100;

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
    /// What is played and measured, in the order of the file: matches, then speeds.
    pub rows: Vec<Row>,
    file: Source,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub enum Row {
    /// Games between players.
    Match(Box<MatchRow>),
    /// Playouts per second.
    Speed(SpeedRow),
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

/// What was printed about a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Percent of the games won.
    pub win_rate: Option<f64>,
    /// Plus or minus so many percent.
    pub interval: Option<f64>,
    /// Median number of playouts per move.
    pub playouts: Option<f64>,
    /// Mean depth of search.
    pub depth: Option<f64>,
}

/// What was printed about the size of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SizeFigures {
    /// Mean number of legal moves.
    pub branching: Option<f64>,
    /// Mean number of plies.
    pub length: Option<f64>,
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
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        let file = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Experiment::parse(&file, &text).map_err(ExperimentError::Mistake),
            Err(error) => Err(ExperimentError::Unreadable(file, error)),
        }
    }

    /// The text from which it was read.
    pub fn text(&self) -> &str {
        &self.file.text
    }

    /// Reads a text and checks everything in it; `file` is its name in messages.
    pub fn parse(file: &str, text: &str) -> Result<Self, Mistake> {
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
        if rows.is_empty() {
            return Err(source.mistake(&(0..0), "there is nothing to do; expected a table [[match]] or [[speed]]"));
        }
        let experiment = Experiment {
            title: tree.text("title").unwrap_or_else(|| file.to_owned()),
            source: tree.text("source"),
            notes: texts(tree.list("notes")),
            seed: tree.whole("seed").unwrap_or(1),
            rows,
            file: source,
        };
        experiment.check()?;
        Ok(experiment)
    }
}

fn match_row(source: &Source, node: Node, names: Option<&Node>) -> Result<MatchRow, Mistake> {
    let players: Vec<NamedPlayer> = node.list("players").iter().map(|item| named_player(item, names)).collect();
    if players.is_empty() {
        let at = node.get("players").map_or(&node.at, |item| &item.at);
        return Err(source.mistake(at, "a match needs 'players': at least one name or spec"));
    }
    let against = node.get("against").map(|item| named_player(item, names));
    let everybody: Vec<&NamedPlayer> = players.iter().chain(&against).collect();
    for (index, player) in everybody.iter().enumerate() {
        if everybody[..index].iter().any(|earlier| earlier.name == player.name) {
            return Err(source.mistake(&player.at, format!("player '{}' is named twice", player.name)));
        }
    }
    let is_known = |entry: &Entry, known: &[&NamedPlayer]| {
        if known.iter().any(|player| player.name == entry.name) {
            return Ok(());
        }
        let names = known.iter().map(|player| player.name.as_str());
        Err(source.mistake(&entry.item.at, options::unknown("player of this match", &entry.name, names)))
    };
    let limits = |node: &Node| -> Result<Limits, Mistake> {
        let mut limits = Vec::new();
        for entry in node.table("limits").map_or(&[][..], Node::entries) {
            is_known(entry, &everybody)?;
            limits.extend(entry.item.table().map(|node| (entry.name.clone(), budget(node))));
        }
        Ok(limits)
    };
    // Whoever all others are against has a figure for each of them: those are theirs.
    let published = |node: &Node| -> Result<Vec<(String, Figures)>, Mistake> {
        let mut published = Vec::new();
        for entry in node.table("published").map_or(&[][..], Node::entries) {
            is_known(entry, &everybody[..players.len()])?;
            published.push((entry.name.clone(), figures(&entry.item)));
        }
        Ok(published)
    };
    let pairing = match node.get("pairing") {
        Some(item) if against.is_some() => {
            return Err(source.mistake(&item.at, "'pairing' and 'against' contradict each other; expected one of them"));
        }
        Some(item) if item.text() == Pairing::WORDS[1] => Pairing::AllAgainstAll,
        _ => Pairing::AllAtOnce,
    };
    if let (Pairing::AllAgainstAll, Some(item)) = (pairing, node.get("published")) {
        let message = "who beats whom by how much cannot be said here; expected each pair as a match of its own";
        return Err(source.mistake(&item.at, message));
    }
    let mut seatings = Vec::new();
    for item in node.list("seatings").iter().filter_map(Item::table) {
        let which = seating::which(source, item)?;
        seatings.push(Seating {
            which,
            published: published(item)?,
            published_games: item.whole("published_games"),
            at: item.at.clone(),
        });
    }
    if let (Some(item), false) = (node.get("seatings"), against.is_none() && pairing == Pairing::AllAtOnce) {
        return Err(source.mistake(&item.at, "'seatings' are of one match; expected neither 'against' nor 'pairing'"));
    }
    let published = published(&node)?;
    let level = |name| -> Result<Option<Level>, Mistake> {
        let Some(node) = node.table(name) else { return Ok(None) };
        Ok(Some(Level { games: node.whole("games"), budget: change(source, node)?, limits: limits(node)? }))
    };
    let (quick, normal, full) = (level("quick")?, level("normal")?, level("full")?);
    let limits = limits(&node)?;
    Ok(MatchRow {
        name: node.text("name"),
        published,
        seatings,
        published_games: node.whole("published_games"),
        size: node.table("size").map(|size| SizeFigures {
            branching: size.number("branching"),
            length: size.number("length"),
            tree: size.number("tree"),
            states: size.number("states"),
        }),
        notes: texts(node.list("notes")),
        game: located(&node, "game"),
        players,
        against,
        pairing,
        games: node.whole("games").unwrap_or(DEFAULT_GAMES),
        budget: budget(&node),
        limits,
        quick,
        normal,
        full,
        as_published: node.table("as_published").map(budget),
        at: node.at,
    })
}

fn change(source: &Source, node: &Node) -> Result<Change, Mistake> {
    match (node.get("scale"), budget(node)) {
        (None, budget) if budget.is_unlimited() => Ok(Change::NONE),
        (None, budget) => Ok(Change::To(budget)),
        (Some(item), budget) if !budget.is_unlimited() => {
            Err(source.mistake(&item.at, "'scale' and a budget contradict each other; expected one of them"))
        }
        (Some(item), _) => match item.number() {
            Some(scale) if scale > 0.0 && scale <= 1.0 => Ok(Change::Times(scale)),
            _ => Err(source.mistake(&item.at, "'scale' takes a number above 0, up to 1")),
        },
    }
}

fn speed_row(node: &Node) -> SpeedRow {
    let strategy = located(node, "strategy");
    SpeedRow {
        name: node.text("name"),
        strategy: strategy.text,
        published: node.number("published"),
        notes: texts(node.list("notes")),
        game: located(node, "game"),
        strategy_at: strategy.at,
    }
}

/// A player as a match names it: one of the file's names, or a spec.
fn named_player(item: &Item, names: Option<&Node>) -> NamedPlayer {
    let spec = names.and_then(|names| names.get(item.text())).unwrap_or(item);
    let spec = Located { text: spec.text().to_owned(), at: spec.at.clone() };
    NamedPlayer { name: item.text().to_owned(), spec, at: item.at.clone() }
}

fn located(node: &Node, name: &str) -> Located {
    let at = node.get(name).map_or(node.at.clone(), |item| item.at.clone());
    Located { text: node.text(name).unwrap_or_default(), at }
}

fn budget(node: &Node) -> Budget {
    Budget {
        time: node.time("time"),
        playouts: node.whole("playouts"),
        nodes: node.whole("nodes"),
        depth: node.whole("depth").map(|depth| depth as u32),
    }
}

fn figures(item: &Item) -> Figures {
    match item.table() {
        None => Figures { win_rate: item.number(), ..Figures::default() },
        Some(node) => Figures {
            win_rate: node.number("win_rate"),
            interval: node.number("interval"),
            playouts: node.number("playouts"),
            depth: node.number("depth"),
        },
    }
}

fn texts(list: &[Item]) -> Vec<String> {
    list.iter().map(|item| item.text().to_owned()).collect()
}
