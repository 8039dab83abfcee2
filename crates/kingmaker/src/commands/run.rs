//! `kingmaker run`

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use kingmaker_arena::experiment::{self, Choice, Effort, Plan, PlannedRow, Trial};
use kingmaker_arena::statistics::Summary;
use kingmaker_arena::{Campaign, Contest, Experiment, Statistics, Store};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{count, jobs, seed, threads};
use crate::output;
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};
use crate::results::Results;

/// Play the matches of an experiment file, as far as they are not played yet
///
/// Every finished game is kept in a file beside the experiment before it counts. After Ctrl-C, a
/// kill, a power cut or a full disk the same command goes on where it stopped, without losing or
/// repeating a game. A file is checked completely before the first game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker run exploration.toml
  kingmaker run exploration.toml --effort quick --db /tmp/trial.db
  kingmaker run exploration.toml --games 5000 --json
  kingmaker run --schema > experiment.schema.json")]
pub(crate) struct Options {
    /// The experiment, a TOML file
    #[arg(value_name = "EXPERIMENT.toml", required_unless_present = "schema")]
    experiment: Option<PathBuf>,

    /// Where games are kept [default: the experiment's name with `.db`, beside it]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,

    /// At least so many games for each match, instead of what the file says
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    games: Option<u64>,

    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    /// Where all random draws come from, instead of what the file says
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// How much time you have
    #[arg(long, value_enum, default_value_t = Level::Normal)]
    effort: Level,

    /// With the thinking times of the source, where the file gives them. Results then vary
    #[arg(long)]
    as_published_time: bool,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    /// Print a JSON schema of experiment files, for editors
    #[arg(long, exclusive = true)]
    schema: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    /// Fewer games, to see that it works
    Quick,
    /// As the file says
    Normal,
    /// For those who can wait
    Full,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Some(path) = &self.experiment else { return output::print_json(&experiment::json_schema()) };
        let experiment = Experiment::read(path)?;
        let plan = experiment.plan(&self.choice())?;
        let contests: Vec<&Contest> = trials(&plan).map(|trial| &trial.contest).collect();
        let store = Store::open(&self.db(path))?;
        let database = store.path().to_owned();
        for contest in &contests {
            prepare(contest.game(), contest.players());
        }
        interrupt::watch()?;
        let mut campaign = Campaign::new(store, contests.iter().copied())?;
        let outcome = self.play(&plan, &mut campaign);
        // What is finished is reported whatever ended the run.
        let summaries: Vec<Summary> = campaign.statistics().map(Statistics::summary).collect();
        drop(campaign);
        let results = Results::new(&experiment, &plan, summaries, &database, &interrupt::pressed);
        if self.json {
            output::print_json(&results.json())?;
        } else {
            output::print(&results.text())?;
        }
        outcome?;
        if interrupt::pressed() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn play(&self, plan: &Plan<'_>, campaign: &mut Campaign<'_>) -> Result<(), Failure> {
        /// The leader is found out anew at most so often.
        const PAUSE: Duration = Duration::from_millis(200);
        let progress = Progress::resume("games", Extent::Pieces(campaign.total()), campaign.done());
        let trials: Vec<&Trial> = trials(plan).collect();
        let mut told: Option<Instant> = None;
        campaign.run(threads(self.jobs), &interrupt::pressed, |index, statistics, games| {
            progress.advance_by(games);
            if told.is_none_or(|told| told.elapsed() >= PAUSE) {
                told = Some(Instant::now());
                progress.note(leader(trials[index], &statistics.summary()));
            }
        })?;
        Ok(())
    }

    fn choice(&self) -> Choice {
        let effort = match self.effort {
            Level::Quick => Effort::Quick,
            Level::Normal => Effort::Normal,
            Level::Full => Effort::Full,
        };
        Choice { effort, as_published: self.as_published_time, games: self.games, seed: self.seed }
    }

    fn db(&self, experiment: &Path) -> PathBuf {
        self.db.clone().unwrap_or_else(|| experiment.with_extension("db"))
    }
}

/// All matches of a plan.
fn trials<'a>(plan: &'a Plan<'_>) -> impl Iterator<Item = &'a Trial> {
    plan.rows.iter().flat_map(|row| match row {
        PlannedRow::Match(_, trials) => trials.as_slice(),
        PlannedRow::Speed(..) => &[],
    })
}

/// "; bold leads in focus with 61% after 30 games"
fn leader(trial: &Trial, summary: &Summary) -> String {
    let best = summary.players.iter().zip(&trial.names).max_by(|(a, _), (b, _)| a.wins.total_cmp(&b.wins));
    match best {
        Some((player, name)) if trial.names.len() > 1 => format!(
            "; {name} leads in {} with {:.0}% after {} games",
            trial.contest.game().spec(),
            player.rate.unwrap_or_default() * 100.0,
            summary.games
        ),
        _ => format!("; {}", trial.contest.game().spec()),
    }
}
