//! Stores of games, and how far their experiments are.

use std::path::Path;

use kingmaker_arena::store::Place;
use kingmaker_arena::{Experiment, Registry, Store};
use serde::Serialize;
use utoipa::ToSchema;

/// A store of games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct StoreJson {
    /// Its number among the stores that the server shows, from 0.
    pub(crate) number: usize,
    /// The name of its file, or the address of its server.
    pub(crate) name: String,
    /// What was run in it.
    pub(crate) runs: Vec<RunJson>,
    /// Why it cannot be read, if so.
    pub(crate) error: Option<String>,
}

/// An experiment of a store.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct RunJson {
    /// The name of its file, or the id of its table.
    name: String,
    /// Games that are finished, and games in all.
    done: u64,
    games: u64,
    /// The matches, in the order of the experiment.
    matches: Vec<MatchJson>,
}

/// A match of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct MatchJson {
    game: String,
    /// The names of the players.
    players: Vec<String>,
    done: u64,
    games: u64,
}

impl StoreJson {
    /// What is in a store now.
    pub(crate) fn read(registry: &Registry, number: usize, place: &Place) -> Self {
        let file = place.file().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let name = file.unwrap_or_else(|| place.to_string());
        let (runs, error) = match runs(registry, place) {
            Ok(runs) => (runs, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        StoreJson { number, name, runs, error }
    }
}

fn runs(registry: &Registry, place: &Place) -> Result<Vec<RunJson>, String> {
    let store = Store::read(place).map_err(|error| error.to_string())?;
    let known = store.matches().map_err(|error| error.to_string())?;
    let mut runs = Vec::new();
    for run in store.runs().map_err(|error| error.to_string())? {
        let experiment = Experiment::parse(registry, &run.name, &run.experiment).map_err(|error| error.to_string())?;
        let plan = experiment.plan(&run.choice).map_err(|error| error.to_string())?;
        let mut matches = Vec::new();
        for named in plan.named_matches() {
            let found = store.find_match(&named.the_match).map_err(|error| error.to_string())?;
            let stored = known.iter().find(|known| Some(known.id) == found).map_or(0, |known| known.games);
            let games = named.the_match.schedule().games();
            let game = named.the_match.game().spec().to_owned();
            matches.push(MatchJson { game, players: named.names.clone(), done: stored.min(games), games });
        }
        let sum = |count: fn(&MatchJson) -> u64| matches.iter().map(count).sum();
        runs.push(RunJson { name: run.name, done: sum(|one| one.done), games: sum(|one| one.games), matches });
    }
    Ok(runs)
}
