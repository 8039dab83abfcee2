//! `kingmaker worker`

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use kingmaker_arena::experiment::Plan;
use kingmaker_arena::store::{Place, StoreError, StoredRun};
use kingmaker_arena::{Campaign, Experiment, Registry, Store};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{jobs, threads};
use crate::output;
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};
use crate::sharing::{SharingOptions, wait};

/// How often somebody who waits for work looks for it.
const LOOK: Duration = Duration::from_secs(2);

/// Help to play what was run in a store on a server, from any machine
///
/// Takes blocks of games that nobody has, plays them, and reports each as it finishes, until it is ended by Ctrl-C. Workers may
/// come and go, and be killed at any time: others play what they leave. All must be the same program. One game in a hundred is
/// played again by another worker; if it comes out differently, everybody stops, and the host is named.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker run exploration.toml --db postgres://ann@server/games
  kingmaker worker --db postgres://ann@server/games
  kingmaker worker --db postgres://ann@server/games --until-empty --jobs 4

The password is in PGPASSWORD or in ~/.pgpass; PGSSLMODE and PGSSLROOTCERT say
what is asked of the server.")]
pub(crate) struct Options {
    /// The store, `postgres://USER@HOST:PORT/DATABASE`
    #[arg(long, value_name = "STORE")]
    db: Place,

    /// End as soon as no game is missing
    #[arg(long)]
    until_empty: bool,

    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    sharing: SharingOptions,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        if !self.db.is_server() {
            return Err(Failure::input(format!(
                "'{}' is a file, for which one program plays at a time; expected a server, as in \
                 postgres://USER@HOST/DATABASE",
                self.db
            )));
        }
        interrupt::watch()?;
        let mut known: Option<Vec<StoredRun>> = None;
        while !interrupt::pressed() {
            let (store, runs) = self.sharing.patiently(|| self.open())?;
            if known.as_ref() != Some(&runs) {
                self.play(registry, store, &runs)?;
                known = Some(runs);
            } else if self.until_empty {
                return output::print_folded(&format!("no game is missing in {}\n", self.db));
            } else {
                wait(LOOK);
            }
        }
        Err(Failure::Interrupted)
    }

    fn open(&self) -> Result<(Store, Vec<StoredRun>), StoreError> {
        let store = Store::open(&self.db)?;
        let runs = store.runs()?;
        Ok((store, runs))
    }

    /// Plays what these runs still lack.
    fn play(&self, registry: &Registry, store: Store, runs: &[StoredRun]) -> Result<(), Failure> {
        let experiments = runs.iter().map(|run| Experiment::parse(registry, &run.name, &run.experiment));
        let experiments: Vec<Experiment> = experiments.collect::<Result<_, _>>()?;
        let plans = experiments.iter().zip(runs).map(|(experiment, run)| experiment.plan(&run.choice));
        let plans: Vec<Plan<'_>> = plans.collect::<Result<_, _>>()?;
        let matches = || plans.iter().flat_map(Plan::matches);
        for the_match in matches() {
            prepare(the_match.game(), the_match.players());
        }
        let mut campaign = Campaign::new(store, matches())?.sharing(self.sharing.sharing());
        let progress = Progress::resume("games", Extent::AtMost(campaign.total()), campaign.done());
        campaign.run(threads(self.jobs), interrupt::halt(), |news| {
            progress.advance_by(news.games);
            progress.expect(news.total);
        })?;
        Ok(())
    }
}
