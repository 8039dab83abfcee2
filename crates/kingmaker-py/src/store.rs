//! Games that were played elsewhere, brought into a store.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kingmaker_arena::experiment::Plan;
use kingmaker_arena::store::StoreError as ArenaStoreError;
use kingmaker_arena::{GameRecord, Match, PROGRAM, Store, campaign};
use pyo3::prelude::*;

use crate::errors::{OrRaise, StoreError};
use crate::experiment::{Experiment, PlayedGame};
use crate::registry;
use crate::work::{Trouble, work};

/// What a merge did.
#[pyclass(module = "kingmaker", frozen, get_all)]
pub(crate) struct Merged {
    /// Games that are new.
    added: u64,
    /// Games that were there already, the same.
    known: u64,
    /// Games that were there already and went otherwise, because times were in play: the first ones stay.
    other: Vec<String>,
    /// Games of the experiment that the store still lacks.
    missing: u64,
}

#[pymethods]
impl Merged {
    fn __repr__(&self) -> String {
        let Merged { added, known, other, missing } = self;
        format!("<kingmaker.Merged {added} added, {known} known, {} other, {missing} missing>", other.len())
    }
}

/// Writes games of an experiment into a store, all or none. The first game of an index stays; one that went otherwise is
/// an error, unless times rule out that it comes out the same. Doing it twice changes nothing.
#[pyfunction]
#[pyo3(signature = (experiment, games, db, force = false))]
pub(crate) fn merge_games(
    py: Python<'_>,
    experiment: &Experiment,
    games: Vec<Bound<'_, PlayedGame>>,
    db: PathBuf,
    force: bool,
) -> PyResult<Merged> {
    let plan = experiment.plan()?;
    let matches: Vec<&Match> = plan.matches().collect();
    let mut kept: BTreeMap<(usize, u64), (GameRecord, Duration)> = BTreeMap::new();
    for game in games.iter().map(Bound::get) {
        let record = checked(&matches, game, force)?;
        let elapsed = Duration::try_from_secs_f64(game.milliseconds / 1e3).unwrap_or_default();
        let is_reproducible = matches[game.match_index].is_reproducible();
        let (first, _) = kept.entry((game.match_index, game.index)).or_insert((record.clone(), elapsed));
        if is_reproducible && *first != record {
            let what = format!("game {} of match {} went in two ways; expected one", game.index, game.match_index);
            return Err(StoreError::new_err(what));
        }
    }
    let merged = work(py, &Trouble::default(), |_| merge(experiment, &plan, &kept, &db, force))?;
    merged.or_raise()
}

/// The numbers of the games of an experiment that a store does not have, as `play_games` counts them. A store that is not
/// there has none.
#[pyfunction]
pub(crate) fn missing_games(py: Python<'_>, experiment: &Experiment, db: PathBuf) -> PyResult<Vec<u64>> {
    let plan = experiment.plan()?;
    let missing = work(py, &Trouble::default(), |_| {
        let store = if db.exists() { Some(Store::read(&db)?) } else { None };
        let (mut missing, mut first) = (Vec::new(), 0);
        for the_match in plan.matches() {
            let mut known = BTreeSet::new();
            if let Some(store) = &store
                && let Some(id) = store.find_match(the_match)?
            {
                store.games(id, |game| {
                    known.insert(game.record.index);
                    Ok::<(), ArenaStoreError>(())
                })?;
            }
            let games = the_match.schedule().games();
            missing.extend((0..games).filter(|index| !known.contains(index)).map(|index| first + index));
            first += games;
        }
        Ok::<Vec<u64>, ArenaStoreError>(missing)
    })?;
    missing.or_raise()
}

/// The record of a game, which must be of this experiment.
fn checked(matches: &[&Match], game: &PlayedGame, force: bool) -> PyResult<GameRecord> {
    let name = format!("game {} of match {}", game.index, game.match_index);
    if game.program != PROGRAM && !force {
        let what = format!("{name} is of {}, and this is {PROGRAM}; expected the same, or force=True", game.program);
        return Err(StoreError::new_err(what));
    }
    let record: GameRecord = serde_json::from_str(&game.record)
        .map_err(|error| StoreError::new_err(format!("the record of {name} cannot be read: {error}")))?;
    let scheduled = matches.get(game.match_index).and_then(|the_match| the_match.schedule().game(game.index));
    let is_of_match = scheduled.is_some_and(|scheduled| scheduled.seed == record.seed)
        && (record.index, record.game.as_str()) == (game.index, matches[game.match_index].game().spec());
    if is_of_match {
        Ok(record)
    } else {
        Err(StoreError::new_err(format!("{name} is not of this experiment; expected what play_games gave for it")))
    }
}

/// The games become a store of their own, which the other takes over: so this is what `kingmaker merge` does.
fn merge(
    experiment: &Experiment,
    plan: &Plan<'_>,
    games: &BTreeMap<(usize, u64), (GameRecord, Duration)>,
    db: &Path,
    force: bool,
) -> Result<Merged, ArenaStoreError> {
    let mut store = Store::open(db)?;
    store.add_run(&experiment.run_of())?;
    for the_match in plan.matches() {
        store.match_id(the_match)?;
    }
    let incoming = Incoming::beside(db);
    let mut part = Store::open(&incoming.0)?;
    let ids = plan.matches().map(|the_match| part.match_id(the_match)).collect::<Result<Vec<_>, _>>()?;
    // Matches that differ only in their length share their games.
    let mut distinct = BTreeMap::new();
    for ((at, index), (record, elapsed)) in games {
        distinct.entry((ids[*at], *index)).or_insert((ids[*at], record, *elapsed));
    }
    part.add(distinct.into_values())?;
    drop(part);
    let merged = store.absorb(registry(), &incoming.0, force)?;
    let standings = campaign::known(&store, plan.matches())?;
    let missing = standings.iter().map(|standing| standing.needed().saturating_sub(standing.statistics().games()));
    Ok(Merged { added: merged.added, known: merged.known, other: merged.other, missing: missing.sum() })
}

/// A store for a while, whose files go in the end.
struct Incoming(PathBuf);

impl Incoming {
    fn beside(db: &Path) -> Self {
        let mut name = db.as_os_str().to_owned();
        name.push(format!(".incoming-{}", std::process::id()));
        Incoming(name.into())
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-lock"] {
            let mut name = self.0.as_os_str().to_owned();
            name.push(suffix);
            // What is not there need not go.
            let _ = fs::remove_file(name);
        }
    }
}
