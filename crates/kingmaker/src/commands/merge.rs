//! `kingmaker merge`

use clap::Args;
use kingmaker_arena::store::Place;
use kingmaker_arena::{Experiment, Registry, Store, campaign};

use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::prepare::notice;
use crate::progress::{Extent, Progress};

/// Bring stores of games together into one
///
/// For experiments that several machines have played in parts (`run --shard`). The first game of an index stays; a second one
/// that went differently is an error, unless times or other programs were in play. Each store is taken over as a whole or
/// not at all, and merging again changes nothing.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker merge shard-*.db --db all.db
  kingmaker merge night.db --db reproduce.db
  kingmaker merge shard-*.db --db postgres://ann@server/games
  kingmaker merge postgres://ann@server/games --db mine.db")]
pub(crate) struct Options {
    /// The stores that are taken over: files, or `postgres://...`
    #[arg(value_name = "STORE", required = true)]
    from: Vec<Place>,

    /// The store that gets their games; a new one if it is not there
    #[arg(long, value_name = "STORE")]
    db: Place,

    /// Also take over games of another version of the program, which may play differently
    #[arg(long)]
    force: bool,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        if let Some(same) = self.from.iter().find(|from| is_same(from, &self.db)) {
            return Err(Failure::input(format!("'{same}' is to be merged into itself")));
        }
        // What is missing is told before anything is written.
        self.from.iter().try_for_each(|path| Store::read(path).map(drop))?;
        interrupt::watch()?;
        let mut store = Store::open(&self.db)?;
        let progress = Progress::start("stores", Extent::Pieces(self.from.len() as u64));
        let (mut added, mut known) = (0, 0);
        for path in &self.from {
            if interrupt::pressed() {
                return Err(Failure::Interrupted);
            }
            let merged = store.absorb(registry, path, self.force)?;
            added += merged.added;
            known += merged.known;
            for other in merged.other {
                notice(&format!("{other} went differently in '{path}'; the first one stays"));
            }
            progress.advance();
        }
        drop(progress);
        let missing = missing(registry, &store)?;
        let (added, known) = (output::games(added), output::games(known));
        let missing = match missing {
            0 => "none is missing".to_owned(),
            games => format!("{} missing", output::games(games)),
        };
        output::print_folded(&format!("{added} added, {known} known before, {missing}\n"))
    }
}

/// Whether two stores are one. Of servers, only the same words are known to lead to the same one.
fn is_same(one: &Place, other: &Place) -> bool {
    match (one.file(), other.file()) {
        (Some(one), Some(other)) => one.exists() && one.canonicalize().ok() == other.canonicalize().ok(),
        _ => one == other,
    }
}

/// How many games the experiments of a store still lack.
fn missing(registry: &Registry, store: &Store) -> Result<u64, Failure> {
    let mut missing = 0;
    for run in store.runs()? {
        let experiment = Experiment::parse(registry, &run.name, &run.experiment)?;
        let plan = experiment.plan(&run.choice)?;
        for standing in campaign::known(store, plan.matches())? {
            missing += standing.needed().saturating_sub(standing.statistics().games());
        }
    }
    Ok(missing)
}
