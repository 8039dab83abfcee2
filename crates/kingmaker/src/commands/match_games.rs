//! `kingmaker match`

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use kingmaker_arena::contest::Contest;
use kingmaker_arena::record::{RecordError, RecordFile};
use kingmaker_arena::statistics::Summary;
use kingmaker_arena::{PlayerSpec, Statistics, runner};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, GameOptions, budget_json, count, jobs, seed, threads};
use crate::output::{self, Table};
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

/// Let players play against each other, and say who is stronger
///
/// Every assignment of the players to the seats in which each has at least one seat is played
/// equally often; the number of games is rounded up to whole rounds of these. Win rates come
/// with 95% Wilson intervals; a shared win is split. Results do not depend on the number of
/// threads, unless thinking time is limited.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker match focus mcts greedy --players 3
  kingmaker match focus mcts 'mcts(c=0.5)' --games 500 --playouts 2000 --seed 7
  kingmaker match focus random --players 4 --records games.jsonl --json")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// The players, such as `mcts`, `greedy` or `mcts(c=0.3)`; one alone plays itself
    #[arg(required = true, value_name = "PLAYER")]
    specs: Vec<String>,

    /// At least so many games
    #[arg(long, value_name = "N", default_value = "100", value_parser = count, allow_negative_numbers = true)]
    games: u64,

    /// Where all random draws come from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,

    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    /// Append every game to this file, as one JSON document per line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetOptions,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let contest = self.contest()?;
        let mut records = match &self.records {
            Some(path) => Some(RecordFile::open(path).map_err(anyhow::Error::from)?),
            None => None,
        };
        prepare(contest.game(), contest.players());
        interrupt::watch()?;
        let jobs = threads(self.jobs);
        let mut statistics = Statistics::new(contest.players().iter().map(PlayerSpec::label));
        let progress = Progress::start("games", Extent::Pieces(contest.schedule().games()));
        let outcome = runner::run(&contest, jobs, &interrupt::pressed, |record| -> Result<(), RecordError> {
            if let Some(records) = &mut records {
                records.append(&record)?;
            }
            statistics.add(&record);
            progress.advance();
            Ok(())
        });
        drop(progress);
        let summary = statistics.summary();
        // What is finished is reported whatever ended the match.
        if self.json {
            output::print_json(&self.result(&contest, &summary))?;
        } else {
            output::print(&self.table(&contest, &summary))?;
        }
        match outcome {
            Err(runner::RunError::Receiver(error)) => Err(Failure::Other(anyhow::Error::from(error))),
            Err(runner::RunError::Player(error)) => Err(error.into()),
            Err(error @ runner::RunError::NoThread) => Err(Failure::Other(anyhow::Error::msg(error.to_string()))),
            Ok(()) if summary.games < contest.schedule().games() => Err(Failure::Interrupted),
            Ok(()) => Ok(()),
        }
    }

    fn contest(&self) -> Result<Contest, Failure> {
        let game = self.game.game()?;
        let budget = self.budget.budget();
        let players: Result<Vec<_>, _> = self.specs.iter().map(|text| PlayerSpec::read(text, &budget)).collect();
        Ok(Contest::new(game, players?, self.games, self.seed)?)
    }

    fn result(&self, contest: &Contest, summary: &Summary) -> Value {
        let schedule = contest.schedule();
        let players = contest.players().iter().zip(&summary.players).map(|(spec, summary)| {
            let mut value = json!(summary);
            value["budget"] = budget_json(spec.budget());
            value
        });
        json!({
            "game": contest.game().spec(),
            "seats": contest.game().players(),
            "seed": self.seed,
            "scheduled": schedule.games(),
            "rounds": schedule.rounds(),
            "seatings": schedule.round_length(),
            "reproducible": !contest.is_timed() && summary.games == schedule.games(),
            "games": summary.games,
            "players": players.collect::<Value>(),
            "mean_length": summary.mean_length,
            "mean_branching": summary.mean_branching,
            "draws": summary.draws,
            "capped": summary.capped,
        })
    }

    fn table(&self, contest: &Contest, summary: &Summary) -> String {
        let mut table = Table::new(1, &["player", "win rate", "95% interval", "wins", "playouts/move", "depth"]);
        for player in &summary.players {
            let percent = |rate: f64| format!("{:.1}%", rate * 100.0);
            table.row([
                player.player.clone(),
                player.rate.map_or("-".to_owned(), percent),
                format!("{:>6} - {:>6}", percent(player.low), percent(player.high)),
                wins(player.wins),
                player.playouts.map_or("-".to_owned(), output::grouped),
                player.depth.map_or("-".to_owned(), |depth| format!("{depth:.2}")),
            ]);
        }
        let mut text = format!(
            "{}, {} players, seed {}\n{}\n\n{}\n",
            contest.game().spec(),
            contest.game().players(),
            self.seed,
            self.games_line(contest, summary),
            table.text()
        );
        let mean = |mean: Option<f64>| mean.map_or("-".to_owned(), |mean| format!("{mean:.1}"));
        text += &format!(
            "mean length {} plies, mean branching {}, draws {}",
            mean(summary.mean_length),
            mean(summary.mean_branching),
            summary.draws
        );
        if summary.capped > 0 {
            text += &format!(" ({} cut off after {} plies)", summary.capped, contest.game().ply_cap());
        }
        text.push('\n');
        if contest.is_timed() {
            text += "thinking time was limited: another run will differ\n";
        }
        text
    }

    /// "102 games: 17 rounds of 6 seatings", and what is to be said about it.
    fn games_line(&self, contest: &Contest, summary: &Summary) -> String {
        let schedule = contest.schedule();
        let plural = |number: u64, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        let (rounds, seatings) = (plural(schedule.rounds(), "round"), plural(schedule.round_length(), "seating"));
        if summary.games < schedule.games() {
            return format!(
                "{} of {} finished, not every seating equally often: {rounds} of {seatings} were planned",
                summary.games,
                plural(schedule.games(), "game")
            );
        }
        let mut line = format!("{}: {rounds} of {seatings}", plural(summary.games, "game"));
        if schedule.games() > self.games {
            line += &format!(" ({} rounded up to whole rounds)", self.games);
        }
        line
    }
}

/// Wins without needless digits: shared ones are fractions.
fn wins(wins: f64) -> String {
    let text = format!("{wins:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
