//! Every published table about our games, as an experiment: the files in `experiments/` of this crate.

use std::sync::OnceLock;
use std::time::Duration;

use kingmaker_core::options::unknown;

use crate::erased::AnyGame;
use crate::experiment::{Choice, Experiment, Mistake, PlannedRow, SizeFigures};
use crate::registry::Registry;

/// A published table.
#[derive(Clone, Copy, Debug)]
pub struct PublishedTable {
    /// How it is asked for, which is the name of its file: `nijssen-4.3`.
    pub id: &'static str,
    /// The file.
    pub text: &'static str,
}

macro_rules! tables {
    ($($id:literal)*) => {
        /// Every table, in the order of the papers.
        pub static TABLES: &[PublishedTable] = &[
            $(PublishedTable { id: $id, text: include_str!(concat!("../../experiments/", $id, ".toml")) },)*
        ];
    };
}

tables! {
    "nijssen-3.1"
    "nijssen-3.2"
    "nijssen-3.3.2"
    "nijssen-3.4.2"
    "nijssen-4.2"
    "nijssen-4.3"
    "nijssen-4.4"
    "nijssen-4.5"
    "nijssen-4.6"
    "nijssen-4.7"
    "nijssen-5.1"
    "nijssen-5.2"
    "nijssen-5.3"
    "nijssen-5.4"
    "nijssen-5.4-havannah"
    "nijssen-5.5"
    "nijssen-6.2"
    "nijssen-6.3"
    "nijssen-6.4"
    "nijssen-6.6"
    "nijssen-f7.5"
    "nijssen-7.2.7"
    "nijssen-7.3.2"
    "nijssen-7.4.1"
    "nijssen-7.3"
    "nijssen-7.4"
    "nijssen-7.5"
    "nijssen-7.6"
    "nijssen-7.7"
    "nijssen-7.8"
    "nijssen-7.9"
    "nijssen-7.10"
    "nijssen-7.11"
    "nijssen-b.1"
    "nijssen-b.2"
    "nijssen-b.3"
    "nijssen-b.4"
    "nijssen-b.5"
    "nijssen-b.6"
    "nijssen-b.7"
    "nijssen-b.8"
    "nijssen-b.9"
    "nijssen-b.10"
    "nijssen-b.11"
    "nijssen-b.12"
    "nijssen-b.13"
    "nijssen-b.14"
    "nijssen-b.15"
    "nijssen-b.16"
    "nijssen-b.17"
    "nijssen-b.18"
    "nijssen-b.19"
    "nijssen-b.20"
    "nijssen-b.21"
    "nijssen-b.22"
    "nijssen-b.23"
    "nijssen-b.24"
    "nw2010-1"
    "nw2010-2"
    "nw2010-3"
    "nw2010-4"
    "nw2011-2"
    "nw2011-3"
    "nw2011-4"
    "nw2011-5"
    "parshotam-1"
    "taucer-2"
    "taucer-3"
    "taucer-4"
    "taucer-5"
}

/// The table with this id; else what to say to whoever asked for it.
pub fn table(id: &str) -> Result<&'static PublishedTable, String> {
    let found = TABLES.iter().find(|table| table.id == id);
    found.ok_or_else(|| unknown("table", id, TABLES.iter().map(|table| table.id)))
}

impl PublishedTable {
    /// What is compared.
    pub fn title(&self) -> &'static str {
        self.heading(0, "title = ")
    }

    /// Where it is printed.
    pub fn source(&self) -> &'static str {
        self.heading(1, "source = ")
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.text.lines().filter(|line| matches!(*line, "[[match]]" | "[[speed]]" | "[[tree]]")).count()
    }

    /// The experiment, checked.
    pub fn experiment(&self) -> Result<Experiment, Mistake> {
        Experiment::parse(&Registry::ours(), &format!("{}.toml", self.id), self.text)
    }

    /// The first lines of a table are its title and its source, so that a list of all tables need
    /// not check them all.
    fn heading(&self, line: usize, key: &str) -> &'static str {
        let value = self.text.lines().nth(line).and_then(|line| line.strip_prefix(key));
        value.map_or("", |quoted| quoted.trim_matches('"'))
    }
}

/// The published size of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Size {
    /// The game, as a spec.
    pub game: String,
    /// What is printed.
    pub figures: SizeFigures,
    /// Where, and what a reader should know about it.
    pub source: String,
}

/// A published number of playouts per second, on one thread.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutSpeed {
    /// The game, as a spec.
    pub game: String,
    /// The playout strategy, or `mcts` for a whole search.
    pub strategy: String,
    /// The figure.
    pub playouts_per_second: f64,
    /// Where it is printed.
    pub source: String,
}

/// The published size of exactly this game.
pub fn size_of(game: &dyn AnyGame) -> Option<&'static Size> {
    sizes().iter().find(|size| size.game == game.spec())
}

/// The published speed of a strategy in exactly this game.
pub fn playout_speed(game: &dyn AnyGame, strategy: &str) -> Option<&'static PlayoutSpeed> {
    playout_speeds().iter().find(|speed| speed.strategy == strategy && speed.game == game.spec())
}

/// The sizes of all games of the thesis.
fn sizes() -> &'static [Size] {
    static SIZES: OnceLock<Vec<Size>> = OnceLock::new();
    let read = || {
        let mut sizes = Vec::new();
        for id in ["nijssen-3.1", "nijssen-3.2", "nijssen-3.3.2", "nijssen-3.4.2"] {
            each_row(id, &Choice::default(), |source, row| {
                let PlannedRow::Match(row, matches) = row else { return };
                let (Some(figures), [named, ..]) = (row.size, &matches[..]) else { return };
                let notes: String = row.notes.iter().map(|note| format!(" ({note})")).collect();
                let game = named.the_match.game().spec().to_owned();
                sizes.push(Size { game, figures, source: format!("{source}{notes}") });
            });
        }
        sizes
    };
    SIZES.get_or_init(read)
}

/// Playouts alone, but for random ones, which must have been shorter than ours; and whole searches with
/// greedy playouts, by their median in a second of thinking.
fn playout_speeds() -> &'static [PlayoutSpeed] {
    static SPEEDS: OnceLock<Vec<PlayoutSpeed>> = OnceLock::new();
    let read = || {
        let mut speeds = Vec::new();
        let mut add = |game: &dyn AnyGame, strategy: &str, figure: Option<f64>, source: String| {
            let (game, strategy) = (game.spec().to_owned(), strategy.to_owned());
            speeds.extend(figure.map(|playouts_per_second| PlayoutSpeed {
                game,
                strategy,
                playouts_per_second,
                source,
            }));
        };
        each_row("nijssen-6.3", &Choice::default(), |source, row| match row {
            PlannedRow::Speed(row, game, _) if row.strategy != "random" => {
                add(&**game, &row.strategy, row.published, source.to_owned());
            }
            _ => {}
        });
        each_row("nijssen-4.3", &Choice { as_published: true, ..Choice::default() }, |source, row| {
            let PlannedRow::Match(row, matches) = row else { return };
            let [named, ..] = &matches[..] else { return };
            let is_second = |player: &crate::PlayerSpec| player.budget().time == Some(Duration::from_secs(1));
            let published = row.published.iter().find(|(name, _)| name == "mcts-maxn");
            if let (true, Some((_, figures))) = (named.the_match.players().iter().all(is_second), published) {
                let source = format!("{source} (median playouts in 1 s)");
                add(named.the_match.game(), "mcts", figures.playouts, source);
            }
        });
        speeds
    };
    SPEEDS.get_or_init(read)
}

/// Hands over the rows of a table with where they are printed.
fn each_row(id: &str, choice: &Choice, mut each: impl FnMut(&'static str, &PlannedRow<'_>)) {
    // The tests check every table; one with a mistake in it has no figures.
    let Some(table) = TABLES.iter().find(|table| table.id == id) else { return };
    let Ok(experiment) = table.experiment() else { return };
    let Ok(plan) = experiment.plan(choice) else { return };
    plan.rows.iter().for_each(|row| each(table.source(), row));
}

#[cfg(test)]
mod tests;
