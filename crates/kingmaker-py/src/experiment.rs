//! Experiments, and parts of them that can be played anywhere.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use kingmaker_arena::comparison::Measured;
use kingmaker_arena::experiment::{Choice, Effort, Plan, PlannedRow};
use kingmaker_arena::runner::{self, Finished, RemainingGames, RunError};
use kingmaker_arena::store::StoredRun;
use kingmaker_arena::{Campaign, Comparison, Experiment as ArenaExperiment, PROGRAM, Standing, Store, campaign};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{Error, OrRaise, Raise};
use crate::matches::threads;
use crate::registry;
use crate::work::{Trouble, work};

/// An experiment, checked, with what is chosen outside of its file.
#[pyclass(module = "kingmaker", frozen)]
pub(crate) struct Experiment {
    name: String,
    inner: ArenaExperiment,
    choice: Choice,
}

impl Experiment {
    /// What is to be played.
    pub(crate) fn plan(&self) -> PyResult<Plan<'_>> {
        self.inner.plan(&self.choice).or_raise()
    }

    /// How a store remembers it.
    pub(crate) fn run_of(&self) -> StoredRun {
        StoredRun { name: self.name.clone(), choice: self.choice, experiment: self.inner.text().to_owned() }
    }

    /// What the program prints with `--json`. Speeds and trees are not measured here.
    fn told(&self, plan: &Plan<'_>, standings: &[Standing]) -> PyResult<String> {
        let measured = plan.rows.iter().filter_map(|row| match row {
            PlannedRow::Match(..) => None,
            PlannedRow::Speed(..) => Some(Measured::Speed(None)),
            PlannedRow::Tree(..) => Some(Measured::Tree(None)),
        });
        let measured: Vec<Measured> = measured.collect();
        let comparison = Comparison::new(&self.name, &self.inner, plan, &self.choice, standings, &measured);
        let text = serde_json::to_string_pretty(&comparison).map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(text + "\n")
    }
}

#[pymethods]
impl Experiment {
    /// Reads the text of an experiment file, whose name is told in messages.
    #[staticmethod]
    #[pyo3(signature = (text, name = "experiment.toml", effort = "normal", games = None, seed = None))]
    fn parse(text: &str, name: &str, effort: &str, games: Option<u64>, seed: Option<u64>) -> PyResult<Self> {
        let effort = match effort {
            "quick" => Effort::Quick,
            "normal" => Effort::Normal,
            "full" => Effort::Full,
            _ => return Err(Error::new_err(format!("unknown effort '{effort}'; expected quick, normal or full"))),
        };
        let inner = ArenaExperiment::parse(registry(), name, text).or_raise()?;
        let choice = Choice { effort, as_published: false, games, seed };
        Ok(Experiment { name: name.to_owned(), inner, choice })
    }

    /// What a store calls it.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// What is compared.
    #[getter]
    fn title(&self) -> &str {
        &self.inner.title
    }

    /// The text of the file.
    #[getter]
    fn text(&self) -> &str {
        self.inner.text()
    }

    /// How many games there are in all; a test may need fewer.
    #[getter]
    fn games(&self) -> PyResult<u64> {
        Ok(self.plan()?.matches().map(|the_match| the_match.schedule().games()).sum())
    }

    /// The matches in their order: game, players, names, games and seed of each.
    #[getter]
    fn matches<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let plan = self.plan()?;
        let told = plan.named_matches().map(|named| {
            let (the_match, told) = (&named.the_match, PyDict::new(py));
            told.set_item("game", the_match.game().spec())?;
            let players: Vec<&str> = the_match.players().iter().map(|player| player.label()).collect();
            told.set_item("players", players)?;
            told.set_item("names", &named.names)?;
            told.set_item("games", the_match.schedule().games())?;
            told.set_item("seed", the_match.seed())?;
            told.set_item("reproducible", the_match.is_reproducible())?;
            Ok(told)
        });
        told.collect()
    }

    /// Plays what a store does not have yet, and tells what `kingmaker run --json` prints.
    #[pyo3(signature = (db, jobs = None))]
    fn run_json(&self, py: Python<'_>, db: PathBuf, jobs: Option<usize>) -> PyResult<String> {
        let (plan, jobs) = (self.plan()?, threads(jobs)?);
        let standings = work(py, &Trouble::default(), |halt| {
            let store = Store::open(&db)?;
            store.add_run(&self.run_of())?;
            for the_match in plan.matches() {
                // What cannot be kept can be used all the same.
                let _ = the_match.game().prepare(the_match.players(), &|_| ());
            }
            let mut campaign = Campaign::new(store, plan.matches())?;
            campaign.run(jobs, halt, |_| ())?;
            Ok::<Vec<Standing>, campaign::CampaignError>(campaign.standings().cloned().collect())
        })?;
        self.told(&plan, &standings.or_raise()?)
    }

    /// What the games of a store say, as `kingmaker run --json` tells it. Nothing is played.
    fn report_json(&self, py: Python<'_>, db: PathBuf) -> PyResult<String> {
        let plan = self.plan()?;
        let known = work(py, &Trouble::default(), |_| campaign::known(&Store::read(&db)?, plan.matches()))?;
        self.told(&plan, &known.or_raise()?)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<kingmaker.Experiment '{}', {} games>", self.inner.title, self.games()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let parse = py.get_type::<Experiment>().getattr("parse")?;
        let Choice { effort, games, seed, .. } = self.choice;
        Ok((parse, (self.inner.text(), &self.name, effort.word(), games, seed).into_pyobject(py)?))
    }
}

/// A finished game of an experiment.
#[pyclass(module = "kingmaker", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PlayedGame {
    /// Which match it belongs to, from 0.
    pub(crate) match_index: usize,
    /// Which game of the match it is, from 0.
    pub(crate) index: u64,
    /// The record of the game, as JSON.
    pub(crate) record: String,
    /// How long it took.
    pub(crate) milliseconds: f64,
    /// The program that played it, with version and commit.
    pub(crate) program: String,
}

#[pymethods]
impl PlayedGame {
    #[new]
    fn new(match_index: usize, index: u64, record: String, milliseconds: f64, program: String) -> Self {
        PlayedGame { match_index, index, record, milliseconds, program }
    }

    /// Whether it is the same game that went the same way, however long it took.
    fn __eq__(&self, other: &PlayedGame) -> bool {
        let key = |game: &PlayedGame| (game.match_index, game.index);
        key(self) == key(other) && self.record == other.record && self.program == other.program
    }

    fn __getnewargs__(&self) -> (usize, u64, String, f64, String) {
        let PlayedGame { match_index, index, record, milliseconds, program } = self.clone();
        (match_index, index, record, milliseconds, program)
    }

    fn __repr__(&self) -> String {
        format!("<kingmaker.PlayedGame {} of match {}>", self.index, self.match_index)
    }
}

/// Plays games of an experiment: those with these numbers, counted from 0 through all matches. The same numbers give the
/// same games, wherever and whenever they are played, unless time is limited. Nothing is kept.
#[pyfunction]
#[pyo3(signature = (experiment, games, jobs = 1))]
pub(crate) fn play_games(
    py: Python<'_>,
    experiment: &Experiment,
    games: &Bound<'_, PyAny>,
    jobs: Option<usize>,
) -> PyResult<Vec<PlayedGame>> {
    let (plan, jobs) = (experiment.plan()?, threads(jobs)?);
    let mut wanted: Vec<BTreeSet<u64>> = plan.matches().map(|_| BTreeSet::new()).collect();
    for number in games.try_iter()? {
        let (at, index) = locate(&plan, number?.extract()?)?;
        wanted[at].insert(index);
    }
    let played = work(py, &Trouble::default(), |halt| {
        let until = AtomicU64::new(u64::MAX);
        let has: Vec<_> = wanted.iter().map(|indices| |index: u64| indices.contains(&index)).collect();
        let remaining: Vec<RemainingGames<'_>> = plan
            .matches()
            .zip(&has)
            .map(|(the_match, is_wanted)| RemainingGames { the_match, is_wanted, until: &until })
            .collect();
        for (the_match, _) in plan.matches().zip(&wanted).filter(|(_, wanted)| !wanted.is_empty()) {
            // What cannot be kept can be used all the same.
            let _ = the_match.game().prepare(the_match.players(), &|_| ());
        }
        let mut played = Vec::new();
        let outcome: Result<(), RunError<()>> = runner::run_all(&remaining, jobs, halt, |games| {
            played.extend(games);
            Ok(())
        });
        outcome.map(|()| played)
    })?;
    let mut played: Vec<Finished> = played.map_err(|error| match error {
        RunError::Player(error) => error.raise(),
        RunError::Receiver(()) | RunError::NoThread => PyOSError::new_err("the system allows no further thread"),
    })?;
    played.sort_by_key(|game| (game.match_index, game.record.index));
    let told = |game: &Finished| {
        let record = serde_json::to_string(&game.record).map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(PlayedGame {
            match_index: game.match_index,
            index: game.record.index,
            record,
            milliseconds: game.elapsed.as_secs_f64() * 1e3,
            program: PROGRAM.to_owned(),
        })
    };
    played.iter().map(told).collect()
}

/// The match and the index of the game with this number.
fn locate(plan: &Plan<'_>, number: i64) -> PyResult<(usize, u64)> {
    let mut left = u64::try_from(number).unwrap_or(u64::MAX);
    let mut total = 0;
    for (at, the_match) in plan.matches().enumerate() {
        let games = the_match.schedule().games();
        if left < games {
            return Ok((at, left));
        }
        left = left.saturating_sub(games);
        total += games;
    }
    let expected = if total == 0 { "none, as there are no matches".to_owned() } else { format!("0 to {}", total - 1) };
    Err(Error::new_err(format!("there is no game {number} in this experiment; expected {expected}")))
}
