//! Matches, with the results of `kingmaker match`.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use kingmaker_arena::runner::{self, RemainingGames, RunError};
use kingmaker_arena::statistics::Hypotheses;
use kingmaker_arena::stopping::MOST_GAMES;
use kingmaker_arena::{GameRecord, Halt, Match, Openings, PlayedMatch, PlayerSpec, Standing};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::budget::Limits;
use crate::errors::{Error, OrRaise, Raise};
use crate::game::Game;
use crate::own_player;
use crate::player::Player;
use crate::registry;
use crate::work::{Trouble, work};

/// How many games are played if nothing is said.
const GAMES: u64 = 100;

/// How a match is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Terms {
    games: Option<u64>,
    seed: u64,
    jobs: Option<usize>,
    sprt: Option<(f64, f64)>,
    alpha: f64,
    beta: f64,
    openings: Option<Vec<String>>,
    random_plies: Option<u32>,
}

/// So many threads, or as many as the machine has.
pub(crate) fn threads(jobs: Option<usize>) -> PyResult<NonZeroUsize> {
    match jobs {
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(jobs) => NonZeroUsize::new(jobs).ok_or_else(|| Error::new_err("jobs is 0; expected at least 1")),
    }
}

/// Plays a match. The first text is what `kingmaker match --json` prints, then come the records of its games in their order,
/// and notes about limits.
#[pyfunction]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &Game,
    players: Vec<Bound<'_, PyAny>>,
    terms: Terms,
    limits: Limits,
) -> PyResult<(String, Vec<String>, Vec<String>)> {
    let trouble = game.trouble();
    let (specs, notes, is_in_python) = specs(game, &players, &limits, &trouble)?;
    let the_match = the_match(game, specs, &terms)?;
    // Python code runs on one thread at a time: more would only wait for each other.
    let jobs = if is_in_python && terms.jobs.is_none() { NonZeroUsize::MIN } else { threads(terms.jobs)? };
    let played = work(py, &trouble, |halt| play(&the_match, jobs, halt))?;
    let (standing, mut records) = played.map_err(|error| match error {
        RunError::Player(error) => error.raise(),
        RunError::Receiver(()) | RunError::NoThread => PyOSError::new_err("the system allows no further thread"),
    })?;
    records.sort_by_key(|record| record.index);
    let failed = |error: serde_json::Error| PyOSError::new_err(error.to_string());
    let result = PlayedMatch::new(&the_match, &standing);
    let text = serde_json::to_string_pretty(&result).map_err(failed)? + "\n";
    let records = records.iter().map(serde_json::to_string).collect::<Result<_, _>>().map_err(failed)?;
    Ok((text, records, notes))
}

/// The players in their order, what is to be said about their limits, and whether something is written in Python.
fn specs(
    game: &Game,
    players: &[Bound<'_, PyAny>],
    limits: &Limits,
    trouble: &Trouble,
) -> PyResult<(Vec<PlayerSpec>, Vec<String>, bool)> {
    let texts: Vec<String> = players.iter().filter_map(|player| player.extract().ok()).collect();
    let (read, notes) = PlayerSpec::read_all(registry(), &texts, &limits.budget()?).or_raise()?;
    let (mut read, mut specs, mut is_in_python) = (read.into_iter(), Vec::new(), game.is_own());
    for player in players {
        specs.push(if player.extract::<String>().is_ok() {
            read.next().ok_or_else(|| Error::new_err("there are fewer players than were named"))?
        } else if let Ok(ours) = player.cast::<Player>() {
            ours.get().arena_spec().clone()
        } else {
            is_in_python = true;
            own_player::spec(player, game, trouble)?
        });
    }
    Ok((specs, notes, is_in_python))
}

fn the_match(game: &Game, players: Vec<PlayerSpec>, terms: &Terms) -> PyResult<Match> {
    let games = terms.games.unwrap_or(if terms.sprt.is_some() { MOST_GAMES } else { GAMES });
    let mut the_match = Match::new(game.boxed()?, players, games, terms.seed).or_raise()?;
    if let Some((null, alternative)) = terms.sprt {
        let hypotheses = Hypotheses::new(null / 100.0, alternative / 100.0, terms.alpha, terms.beta);
        the_match = the_match.stopped_by(hypotheses.map_err(|error| Error::new_err(error.to_string()))?).or_raise()?;
    }
    let openings = match (&terms.openings, terms.random_plies) {
        (Some(_), Some(_)) => return Err(Error::new_err("openings and random_plies are given; expected one of them")),
        (Some(lines), None) => Some(Openings::read(&lines.join("\n"))),
        (None, plies) => plies.map(Openings::Random),
    };
    match openings {
        Some(openings) => the_match.opened_by(openings).or_raise(),
        None => Ok(the_match),
    }
}

fn play(the_match: &Match, jobs: NonZeroUsize, halt: &Halt) -> Result<(Standing, Vec<GameRecord>), RunError<()>> {
    // What cannot be kept can be used all the same.
    let _ = the_match.game().prepare(the_match.players(), &|_| ());
    let (mut standing, mut records) = (Standing::new(the_match), Vec::new());
    let mut keep = |record: &GameRecord| {
        records.push(record.clone());
        Ok(())
    };
    // When a test has decided, games that are being played are given up.
    let until = AtomicU64::new(u64::MAX);
    let remaining = RemainingGames { the_match, is_wanted: &|_| true, until: &until };
    runner::run_all(&[remaining], jobs, halt, |games| {
        for game in games {
            standing.add_kept(&game.record, &mut keep)?;
        }
        until.store(standing.needed(), Ordering::Relaxed);
        Ok(())
    })?;
    standing.add_waiting(keep).map_err(RunError::Receiver)?;
    Ok((standing, records))
}
