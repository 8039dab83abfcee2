//! `kingmaker match`

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use kingmaker_arena::comparison::Row;
use kingmaker_arena::record::{RecordError, RecordFile};
use kingmaker_arena::runner::RemainingGames;
use kingmaker_arena::statistics::Hypotheses;
use kingmaker_arena::statistics::sprt::ERROR_RATE;
use kingmaker_arena::stopping::MOST_GAMES;
use kingmaker_arena::{GameRecord, Match, Openings, PlayedMatch, PlayerSpec, Registry, Standing, runner};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, GameOptions, count, jobs, seed, threads};
use crate::output;
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};
use crate::report::{Section, seatings, text};

/// How many games are played if nothing is said.
const GAMES: u64 = 100;

/// Let players play against each other, and say who is stronger
///
/// Every assignment of the players to the seats in which each has at least one seat is played
/// equally often: the number of games is rounded up to whole rounds of these. A match shorter than
/// a round plays a part of it in which each player has each seat equally often. Win rates come
/// with 95% Wilson intervals; a shared win is split. A p-value says how often a difference like
/// this, or a greater one, is seen between equals. Results do not depend on the number of
/// threads, unless thinking time is limited.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker match focus mcts greedy --players 3
  kingmaker match focus mcts 'mcts(c=0.5)' --games 500 --playouts 2000 --seed 7
  kingmaker match focus mcts greedy --players 3 --sprt 50:60
  kingmaker match focus mcts greedy --players 3 --seatings
  kingmaker match focus random --players 4 --records games.jsonl --json
  kingmaker match quoridor mcts alphabeta --random-plies 4 --time 100ms
  kingmaker match hide-and-seek hider=mcts hider=random seekers=mcts")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// The players, such as `mcts`, `greedy` or `mcts(c=0.3)`; one alone plays itself. Where teams play different parts,
    /// a player may be given one, as in `hider=mcts seekers=greedy`; else each plays them all in turn
    #[arg(required = true, value_name = "PLAYER")]
    specs: Vec<String>,

    /// At least so many games; with --sprt, no more [default: 100; with --sprt, 100000]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    games: Option<u64>,

    /// Where all random draws come from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,

    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    /// Begin games with the openings of this file: one in each line, its moves separated by blanks. All seatings of a round
    /// begin with the same one, drawn by the seed
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,

    /// Begin games with so many random moves, the same in all seatings of a round
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1000))]
    random_plies: Option<u32>,

    /// Append every game to this file, as one JSON document per line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    /// Also print the win rates of each seating, each number of seats and each seat
    #[arg(long)]
    seatings: bool,

    #[command(flatten)]
    sequential: SequentialOptions,

    #[command(flatten)]
    budget: BudgetOptions,
}

/// When to stop early.
#[derive(Args, Debug)]
#[command(next_help_heading = "Stopping as soon as the result is clear")]
struct SequentialOptions {
    /// Test the first player's win rate, in per cent, against another one after each round, and
    /// stop when one of them is accepted (sequential probability ratio test)
    #[arg(long, value_name = "H0:H1", value_parser = Hypotheses::read_rates, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,

    /// How often H1 may be accepted although H0 is true
    #[arg(long, value_name = "RATE", default_value_t = ERROR_RATE, value_parser = error_rate, requires = "sprt", allow_negative_numbers = true)]
    alpha: f64,

    /// How often H0 may be accepted although H1 is true
    #[arg(long, value_name = "RATE", default_value_t = ERROR_RATE, value_parser = error_rate, requires = "sprt", allow_negative_numbers = true)]
    beta: f64,
}

impl SequentialOptions {
    /// The match with the rule that ends it, if there is one.
    fn applied(&self, the_match: Match) -> Result<Match, Failure> {
        let Some((null, alternative)) = self.sprt else { return Ok(the_match) };
        let hypotheses = Hypotheses::new(null, alternative, self.alpha, self.beta).map_err(Failure::input)?;
        Ok(the_match.stopped_by(hypotheses)?)
    }
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let the_match = self.the_match(registry)?;
        let mut records = match &self.records {
            Some(path) => Some(RecordFile::open(path).map_err(anyhow::Error::from)?),
            None => None,
        };
        prepare(the_match.game(), the_match.players());
        interrupt::watch()?;
        let mut standing = Standing::new(&the_match);
        let games = the_match.schedule().games();
        let extent = if standing.finding().is_some() { Extent::AtMost(games) } else { Extent::Pieces(games) };
        let progress = Progress::start("games", extent);
        let mut keep = |record: &GameRecord| -> Result<(), RecordError> {
            if let Some(records) = &mut records {
                records.append(record)?;
            }
            progress.advance();
            Ok(())
        };
        // When a test has decided, games that are being played are given up.
        let until = AtomicU64::new(u64::MAX);
        let remaining = RemainingGames { the_match: &the_match, is_wanted: &|_| true, until: &until };
        let mut outcome = runner::run_all(&[remaining], threads(self.jobs), interrupt::halt(), |games| {
            for game in games {
                standing.add_kept(&game.record, &mut keep)?;
            }
            until.store(standing.needed(), Ordering::Relaxed);
            Ok(())
        });
        if outcome.is_ok() {
            outcome = standing.add_waiting(keep).map_err(runner::RunError::Receiver);
        }
        drop(progress);
        // What is finished is reported whatever ended the match.
        self.print(&the_match, &standing)?;
        match outcome {
            Err(runner::RunError::Receiver(error)) => Err(Failure::Other(anyhow::Error::from(error))),
            Err(runner::RunError::Player(error)) => Err(error.into()),
            Err(error @ runner::RunError::NoThread) => Err(Failure::Other(anyhow::Error::msg(error.to_string()))),
            Ok(()) if !standing.is_complete() => Err(Failure::Interrupted),
            Ok(()) => Ok(()),
        }
    }

    fn print(&self, the_match: &Match, standing: &Standing) -> Result<(), Failure> {
        let played = PlayedMatch::new(the_match, standing);
        if self.json {
            return output::print_json(&played);
        }
        let heading = format!("{}, {} players, seed {}", played.game, played.seats, played.seed);
        let row = Row::of_match(played);
        let mut section = Section::new(heading, &[&row]);
        if self.seatings {
            let names: Vec<&str> = the_match.players().iter().map(PlayerSpec::label).collect();
            section.tables.extend(seatings::tables(&names, standing.statistics().seatings()));
        }
        output::print_folded(&text::section(&section, "\n"))
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.sequential.sprt.is_some() { MOST_GAMES } else { GAMES })
    }

    fn the_match(&self, registry: &Registry) -> Result<Match, Failure> {
        let game = self.game.game(registry)?;
        let players = self.budget.players(registry, &self.specs)?;
        let the_match = self.sequential.applied(Match::new(game, players, self.games(), self.seed)?)?;
        let openings = match (&self.openings, self.random_plies) {
            (Some(path), _) => {
                let read = |error: io::Error| Failure::input(format!("openings '{}': {error}", path.display()));
                Some(Openings::read(&fs::read_to_string(path).map_err(read)?))
            }
            (None, plies) => plies.map(Openings::Random),
        };
        Ok(match openings {
            Some(openings) => the_match.opened_by(openings)?,
            None => the_match,
        })
    }
}

/// Reads an error rate.
fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-9..0.5).contains(rate));
    rate.ok_or_else(|| "expected an error rate above 0 and below 0.5, such as 0.05".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_rates_are_small() {
        assert_eq!(error_rate("0.05"), Ok(0.05));
        assert!(error_rate("0.5").is_err() && error_rate("0").is_err() && error_rate("NaN").is_err());
    }
}
