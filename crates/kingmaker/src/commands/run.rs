//! `kingmaker run`

use std::path::PathBuf;

use clap::Args;
use kingmaker_arena::store::Place;
use kingmaker_arena::{Experiment, Registry, experiment};

use crate::conduct::{self, Conduct};
use crate::failure::Failure;
use crate::options::{Level, RunOptions};
use crate::output;
use crate::sharing::SharingOptions;

/// Play the matches of an experiment file, as far as they are not played yet
///
/// Every finished game is kept in a file beside the experiment before it counts. After Ctrl-C, a
/// kill, a power cut or a full disk the same command goes on where it stopped, without losing or
/// repeating a game. A file is checked completely before the first game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker run exploration.toml
  kingmaker run exploration.toml --effort quick --db trial.db
  kingmaker run exploration.toml --plan
  kingmaker run exploration.toml --games 5000 --json
  kingmaker run exploration.toml --shard 3/64 --db shard-3.db
  kingmaker run exploration.toml --db postgres://ann@server/games
  kingmaker run --schema > experiment.schema.json")]
pub(crate) struct Options {
    /// The experiment, a TOML file
    #[arg(value_name = "EXPERIMENT.toml", required_unless_present = "schema")]
    experiment: Option<PathBuf>,

    /// Where games are kept: a file, or `postgres://...`, which `worker`s share [default: the experiment's name with `.db`, beside it]
    #[arg(long, value_name = "STORE")]
    db: Option<Place>,

    /// How much time you have
    #[arg(long, value_enum, default_value_t = Level::Normal)]
    effort: Level,

    #[command(flatten)]
    run: RunOptions,

    #[command(flatten)]
    sharing: SharingOptions,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    /// Print a JSON schema of experiment files, for editors
    #[arg(long, exclusive = true)]
    schema: bool,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let Some(path) = &self.experiment else { return output::print_json(&experiment::json_schema()) };
        let experiment = Experiment::read(registry, path)?;
        let database = self.db.clone().unwrap_or_else(|| conduct::beside(path).into());
        let conduct = Conduct {
            name: &conduct::name(path),
            experiment: &experiment,
            choice: self.run.choice(self.effort),
            database: &database,
            jobs: self.run.jobs(),
            shard: self.run.shard(),
            keeps_moves: !self.run.without_moves,
            sharing: &self.sharing,
            json: self.json,
        };
        if self.run.plan { conduct.plan() } else { conduct.run() }
    }
}
