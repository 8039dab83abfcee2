//! `kingmaker reproduce`

use clap::Args;
use kingmaker_arena::literature::{self, TABLES};
use kingmaker_arena::store::Place;
use serde_json::{Value, json};

use crate::conduct::Conduct;
use crate::failure::Failure;
use crate::options::{Level, RunOptions};
use crate::output::{self, TextTable};
use crate::sharing::SharingOptions;

/// Where `reproduce` keeps games, and `report` looks for them, if nothing else is said.
pub(crate) const DATABASE: &str = "reproduce.db";

/// Play a published table again, and compare
///
/// Without an id, lists all tables. Each published figure stands beside ours, with 95% intervals
/// and a verdict: `agrees` if the intervals overlap, `same order` if the figure is above and below the
/// same others of its match as in print, else `differs`; `too few games` if fewer than 20 of ours are
/// behind it. Games are kept: after Ctrl-C the same
/// command goes on, and tables share the games that they have in common.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker reproduce
  kingmaker reproduce nijssen-5.1
  kingmaker reproduce nijssen-4.3 --effort normal --plan
  kingmaker reproduce nijssen-4.3 --effort normal --db chapter4.db")]
pub(crate) struct Options {
    /// The table, such as `nijssen-5.1` [default: a list of all]
    id: Option<String>,

    /// Where games are kept: a file, or `postgres://...`, which `worker`s share
    #[arg(long, value_name = "STORE", default_value = DATABASE)]
    db: Place,

    /// How much time you have
    #[arg(long, value_enum, default_value_t = Level::Quick)]
    effort: Level,

    #[command(flatten)]
    run: RunOptions,

    #[command(flatten)]
    sharing: SharingOptions,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Some(id) = &self.id else { return self.list() };
        let table = literature::table(id).map_err(Failure::Input)?;
        let experiment = table.experiment()?;
        let conduct = Conduct {
            name: id,
            experiment: &experiment,
            choice: self.run.choice(self.effort),
            database: &self.db,
            jobs: self.run.jobs(),
            shard: self.run.shard(),
            keeps_moves: !self.run.without_moves,
            sharing: &self.sharing,
            json: self.json,
        };
        if self.run.plan { conduct.plan() } else { conduct.run() }
    }

    fn list(&self) -> Result<(), Failure> {
        if self.json {
            let tables: Vec<Value> = TABLES
                .iter()
                .map(|table| {
                    let (title, source) = (table.title(), table.source());
                    json!({ "id": table.id, "source": source, "title": title, "rows": table.rows() })
                })
                .collect();
            return output::print_json(&json!({ "tables": tables }));
        }
        let mut list = TextTable::new(2, &["id", "what is compared", "rows"]);
        for table in TABLES {
            list.row([table.id.to_owned(), table.title().to_owned(), table.rows().to_string()]);
        }
        let sources = "nijssen: Nijssen 2013; nw: Nijssen & Winands; parshotam: Parshotam 2023;\ntaucer: Taucer, Polk & Oommen 2018. The number is that of the table or section.\n";
        output::print_folded(&format!("{}\n{sources}", list.text()))
    }
}
