//! `kingmaker bench`

use std::time::Duration;

use clap::Args;
use kingmaker_arena::bench::{self, Speed, Subject};
use kingmaker_arena::{AnyGame, registry};
use serde_json::json;

use crate::failure::Failure;
use crate::options::time;
use crate::output::{self, Table};
use crate::progress::{Extent, Progress};

/// Measure playouts per second on one thread, beside published figures
///
/// All playouts begin at the starting position; `mcts` is a whole search with default settings.
/// The figures are medians over the runs.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker bench
  kingmaker bench focus --players 3 --runs 9")]
pub(crate) struct Options {
    /// The game [default: all]
    game: Option<String>,

    /// How many players [default: every number that the game allows]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<String>,

    /// How often each is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    runs: u32,

    /// How long a run takes: milliseconds, or with a unit as in `2s`
    #[arg(long, value_name = "MS", default_value = "500ms", value_parser = time, allow_negative_numbers = true)]
    time: Duration,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let games = self.games()?;
        let subjects: Vec<(&dyn AnyGame, Subject)> = games
            .iter()
            .flat_map(|game| bench::subjects(&**game).into_iter().map(move |subject| (&**game, subject)))
            .collect();
        let progress = Progress::start("runs", Extent::Pieces(subjects.len() as u64 * u64::from(self.runs)));
        let measure = |(game, subject): &(&dyn AnyGame, Subject)| {
            bench::measure(*game, subject, self.runs, self.time, || progress.advance())
        };
        let speeds: Vec<Speed> = subjects.iter().filter_map(measure).collect();
        drop(progress);
        if self.json {
            return output::print_json(&json!({
                "runs": self.runs,
                "milliseconds": self.time.as_secs_f64() * 1e3,
                "speeds": speeds,
            }));
        }
        output::print(&self.table(&speeds))
    }

    fn games(&self) -> Result<Vec<Box<dyn AnyGame>>, Failure> {
        let names: Vec<&str> = match &self.game {
            Some(game) => vec![game],
            None => registry::schemas().iter().map(|schema| schema.name).collect(),
        };
        let mut games = Vec::new();
        for name in names {
            games.extend(registry::games_of_every_size(name, self.players.as_deref())?);
        }
        Ok(games)
    }

    fn table(&self, speeds: &[Speed]) -> String {
        let headings = ["game", "players", "what", "playouts/s", "plies/s", "plies/playout", "published", "ratio"];
        let mut table = Table::new(3, &headings);
        let mut sources = Vec::new();
        for speed in speeds {
            let none = || "-".to_owned();
            table.row([
                speed.game.clone(),
                speed.players.to_string(),
                speed.subject.clone(),
                output::grouped(speed.playouts_per_second),
                output::grouped(speed.plies_per_second),
                format!("{:.1}", speed.plies_per_playout),
                speed.published.map_or_else(none, output::grouped),
                speed.published.map_or_else(none, |other| format!("{:.1}", speed.playouts_per_second / other)),
            ]);
            sources.extend(speed.source.filter(|source| !sources.contains(source)));
        }
        let mut text = table.text();
        text += &format!(
            "one thread, from the starting position, medians of {} runs of {} ms\n",
            self.runs,
            self.time.as_millis()
        );
        if !sources.is_empty() {
            text += &format!("published: {}\n", sources.join("; "));
        }
        text
    }
}
