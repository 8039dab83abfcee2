//! `kingmaker bench`

use std::time::Duration;

use clap::Args;
use kingmaker_arena::bench::{self, Effort, Punctuality, SearchSpeed, Speed, Subject};
use kingmaker_arena::fingerprint::{self, Print};
use kingmaker_arena::{AnyGame, Registry};
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{depth, time, up_to_thousand};
use crate::output::{self, TextTable};
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

/// Measure playouts per second on one thread, beside published figures
///
/// All playouts begin at the starting position; `mcts` is a whole search with default settings.
/// The figures are medians over the runs. With `--along` they are of whole searches with each playout strategy, in
/// positions along games, as published medians are. With `--search` it measures instead how fast depth-first
/// searches are and how deep they come, in positions along games; with `--clock`, by how much searches
/// of 50 ms overrun their time. With `--fingerprint` it measures no time at all: every technique searches a few
/// positions of every game, and the last line is one number that changes when play does.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker bench
  kingmaker bench focus --players 3 --runs 9
  kingmaker bench focus --players 3 --runs 15 --along
  kingmaker bench focus --search --time 250
  kingmaker bench rolit --players 3 --runs 20 --search maxn paranoid brs --depth 4
  kingmaker bench focus --clock
  kingmaker bench --fingerprint")]
pub(crate) struct Options {
    /// The game [default: all]
    game: Option<String>,

    /// How many players [default: every number that the game allows]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<String>,

    /// How often each is measured; of searches, in how many positions
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = up_to_thousand, allow_negative_numbers = true)]
    runs: u32,

    /// How long a run or a search takes: milliseconds, or with a unit as in `2s`
    #[arg(long, value_name = "MS", default_value = "500ms", value_parser = time, allow_negative_numbers = true)]
    time: Duration,

    /// Measure `mcts` with each playout strategy in positions along games, one for each run
    #[arg(long, conflicts_with_all = ["search", "clock", "fingerprint"])]
    along: bool,

    /// Measure these depth-first searches [default: all that the game allows]
    #[arg(long, value_name = "PLAYER", num_args = 0.., conflicts_with = "clock")]
    search: Option<Vec<String>>,

    /// How deep each search goes, instead of how long
    #[arg(long, value_name = "N", requires = "search", conflicts_with = "time", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,

    /// Measure how punctual the players are whose thinking time is limited
    #[arg(long, conflicts_with_all = ["runs", "time"])]
    clock: bool,

    /// Print one number over fixed searches of all games and techniques
    #[arg(long, conflicts_with_all = ["runs", "time", "search", "clock"])]
    fingerprint: bool,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What `--clock` gives each search, and how many there are.
const CLOCK: (Duration, u32) = (Duration::from_millis(50), 200);

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        interrupt::leave()?;
        if self.fingerprint {
            return self.run_fingerprint(registry);
        }
        let games = self.games(registry)?;
        if self.clock {
            return self.run_clock(registry, &games);
        }
        if let Some(players) = &self.search {
            return self.run_search(registry, &games, players);
        }
        let subjects: Vec<(&dyn AnyGame, Subject)> = games
            .iter()
            .flat_map(|game| {
                let subjects = if self.along { bench::subjects_along } else { bench::subjects };
                subjects(&**game).into_iter().map(move |subject| (&**game, subject))
            })
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
                "along": self.along,
                "speeds": speeds,
            }));
        }
        output::print_folded(&self.table(&speeds))
    }

    fn run_clock(&self, registry: &Registry, games: &[Box<dyn AnyGame>]) -> Result<(), Failure> {
        let (time, searches) = CLOCK;
        let timed: Vec<_> = games
            .iter()
            .flat_map(|game| {
                bench::timed_players(registry, &**game, time).into_iter().map(move |player| (game, player))
            })
            .collect();
        for (game, player) in &timed {
            prepare(&***game, std::slice::from_ref(player));
        }
        let progress = Progress::start("searches", Extent::Pieces(timed.len() as u64 * u64::from(searches)));
        let measured = timed
            .iter()
            .filter_map(|(game, player)| bench::punctuality(&***game, player, searches, || progress.advance()));
        let measured: Vec<Punctuality> = measured.collect();
        drop(progress);
        if self.json {
            return output::print_json(&json!({ "punctuality": measured }));
        }
        let mut table = TextTable::new(3, &["game", "players", "player", "median", "99th percentile", "longest"]);
        for row in &measured {
            let over = |milliseconds: f64| format!("{milliseconds:+.2} ms");
            let (game, player) = (row.game.clone(), row.player.clone());
            let overruns = [over(row.median), over(row.percentile_99), over(row.longest)];
            let [median, percentile, longest] = overruns;
            table.row([game, row.players.to_string(), player, median, percentile, longest]);
        }
        let note = format!("overruns of {searches} searches of {} ms, seen from outside\n", time.as_millis());
        output::print_folded(&(table.text() + &note))
    }

    fn run_fingerprint(&self, registry: &Registry) -> Result<(), Failure> {
        let games = match &self.game {
            Some(text) => vec![registry.game_with_players(text, self.players.as_deref())?],
            None => fingerprint::games(registry)?,
        };
        let players = fingerprint::players(registry);
        games.iter().for_each(|game| prepare(&**game, &players));
        let progress = Progress::start("searches", Extent::Unknown);
        let prints: Vec<Vec<Print>> =
            games.iter().map(|game| fingerprint::prints(&**game, &players, || progress.advance())).collect();
        drop(progress);
        let all = prints.concat();
        if self.json {
            let print = |Print { game, player, number }: &Print| json!({ "game": game, "player": player, "fingerprint": format!("{number:016x}") });
            let searches: Vec<_> = all.iter().map(print).collect();
            let number = format!("{:016x}", fingerprint::number(&all));
            return output::print_json(&json!({ "searches": searches, "fingerprint": number }));
        }
        let mut table = TextTable::new(1, &["game", "players", "fingerprint"]);
        for (game, prints) in games.iter().zip(&prints) {
            let number = format!("{:016x}", fingerprint::number(prints));
            table.row([game.spec().to_owned(), prints.len().to_string(), number]);
        }
        output::print_folded(&format!("{}\n{:016x}\n", table.text(), fingerprint::number(&all)))
    }

    fn run_search(&self, registry: &Registry, games: &[Box<dyn AnyGame>], names: &[String]) -> Result<(), Failure> {
        let effort = self.depth.map_or(Effort::Time(self.time), Effort::Depth);
        let mut rows = Vec::new();
        for game in games {
            let named = names.iter().map(|name| bench::depth_first_player(registry, &**game, name, effort));
            let players = match names {
                [] => bench::depth_first_players(registry, &**game, effort),
                _ => named.collect::<Result<_, _>>().map_err(Failure::Input)?,
            };
            prepare(&**game, &players);
            rows.push((&**game, players));
        }
        let searches = rows.iter().map(|(_, players)| players.len() as u64).sum::<u64>() * u64::from(self.runs);
        let progress = Progress::start("searches", Extent::Pieces(searches));
        let mut speeds = Vec::new();
        for (game, players) in &rows {
            let positions = bench::positions(*game, self.runs as usize);
            let measure = |player| bench::measure_searches(*game, player, &positions, || progress.advance());
            speeds.extend(players.iter().filter_map(measure));
        }
        drop(progress);
        if self.json {
            return output::print_json(&json!({ "searches": speeds }));
        }
        let mut table = TextTable::new(3, &["game", "players", "player", "nodes/s", "nodes/search", "depth"]);
        for SearchSpeed { game, players, player, nodes_per_second, nodes_per_search, depth, .. } in speeds {
            let [speed, nodes] = [nodes_per_second, nodes_per_search].map(output::grouped);
            table.row([game, players.to_string(), player, speed, nodes, format!("{depth:.2}")]);
        }
        let effort = match effort {
            Effort::Time(time) => format!("{} ms each", time.as_millis()),
            Effort::Depth(depth) => format!("depth {depth}"),
        };
        let note = format!("one thread, searches of {} positions along games, {effort}\n", self.runs);
        output::print_folded(&(table.text() + &note))
    }

    fn games(&self, registry: &Registry) -> Result<Vec<Box<dyn AnyGame>>, Failure> {
        let names: Vec<&str> = match &self.game {
            Some(game) => vec![game],
            None => registry.schemas().map(|schema| schema.name).collect(),
        };
        let mut games = Vec::new();
        for name in names {
            match registry.games_of_every_size(name, self.players.as_deref()) {
                Ok(sizes) => games.extend(sizes),
                // Without a game named, those that cannot have so many players are left out.
                Err(_) if self.game.is_none() => {}
                Err(error) => return Err(error.into()),
            }
        }
        if let (true, Some(players)) = (games.is_empty(), &self.players) {
            return Err(Failure::Input(format!("no game is for '{players}' players; expected 2, 3, 4 or 6")));
        }
        Ok(games)
    }

    /// A table for each game.
    fn table(&self, speeds: &[Speed]) -> String {
        let mut text = String::new();
        for speeds in speeds.chunk_by(|one, next| one.game == next.game) {
            let headings = ["what", "playouts/s", "plies/s", "plies/playout", "published", "ratio"];
            let mut table = TextTable::new(1, &headings);
            for speed in speeds {
                let none = || "-".to_owned();
                table.row([
                    speed.subject.clone(),
                    output::grouped(speed.playouts_per_second),
                    output::grouped(speed.plies_per_second),
                    format!("{:.1}", speed.plies_per_playout),
                    speed.published.map_or_else(none, output::grouped),
                    speed.published.map_or_else(none, |other| format!("{:.1}", speed.playouts_per_second / other)),
                ]);
            }
            text += &format!("{}, {} players\n\n{}\n", speeds[0].game, speeds[0].players, table.text());
        }
        let mut sources: Vec<_> = speeds.iter().filter_map(|speed| speed.source).collect();
        sources.dedup();
        let whence = if self.along { "in positions along games" } else { "from the starting position" };
        text += &format!("one thread, {whence}, medians of {} runs of {} ms\n", self.runs, self.time.as_millis());
        if !sources.is_empty() {
            text += &format!("published: {}\n", sources.join("; "));
        }
        text
    }
}
