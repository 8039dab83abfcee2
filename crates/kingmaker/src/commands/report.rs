//! `kingmaker report`

use std::path::Path;

use clap::{Args, ValueEnum};
use kingmaker_arena::secrecy::secrecy;
use kingmaker_arena::store::{Place, StoredRun};
use kingmaker_arena::{Comparison, Experiment, Registry, Store, campaign, literature};

use crate::commands::reproduce::DATABASE;
use crate::conduct;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::Destination;
use crate::report::{csv, html, markdown};

/// Write what `reproduce` and `run` found out, with plots, as a document
///
/// HTML is one file that needs nothing else, for screens, phones and paper. Games are read from the
/// store, also while they are played; only playouts per second are measured anew.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker report -o report.html
  kingmaker report nijssen-5.1 -o table-5.1.html
  kingmaker report exploration.toml -o exploration.html
  kingmaker report --db chapter4.db --format markdown
  kingmaker report --db postgres://ann@server/games -o all.html")]
pub(crate) struct Options {
    /// Ids of tables, or experiment files, in the order of the report [default: everything that was run]
    #[arg(value_name = "ID|EXPERIMENT.toml")]
    what: Vec<String>,

    /// Where games are kept: a file, or `postgres://...` [default: reproduce.db, or beside the first experiment file]
    #[arg(long, value_name = "STORE")]
    db: Option<Place>,

    /// How to write [default: what the file's name ends with, else html]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    destination: Destination,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One file with tables and plots
    Html,
    /// Tables
    Markdown,
    /// One line for each figure
    Csv,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let format = self.format()?;
        interrupt::leave()?;
        let database = self.database();
        // What is misspelt is told before a store is missed.
        let wanted: Vec<Wanted> = self.what.iter().map(|what| Wanted::new(registry, what)).collect::<Result<_, _>>()?;
        let store = Store::read(&database)?;
        let mut runs = store.runs()?;
        if !wanted.is_empty() {
            let runs_of = |Wanted { name, text }: &Wanted| {
                let of_this = runs.iter().filter(move |run| run.name == *name);
                of_this.map(|run| StoredRun { experiment: text.clone(), ..run.clone() }).collect::<Vec<_>>()
            };
            runs = wanted.iter().flat_map(runs_of).collect();
        }
        let missing = wanted.iter().find(|wanted| runs.iter().all(|run| run.name != wanted.name));
        if let Some(Wanted { name, .. }) = missing {
            let message = format!("'{database}' has no games of '{name}'; expected it to be run first");
            return Err(Failure::Input(message));
        }
        if runs.is_empty() {
            return Err(Failure::Input(format!("nothing was run in '{database}' yet")));
        }
        let comparisons = compare_all(registry, &store, &runs)?;
        let document = match format {
            Format::Html => html::html(&comparisons)?,
            Format::Markdown => markdown::markdown(&comparisons),
            Format::Csv => csv::csv(&comparisons)?,
        };
        self.destination.write(|out| Ok(out.write_all(document.as_bytes())?))
    }

    fn database(&self) -> Place {
        let file =
            self.what.iter().find(|what| is_file(what)).map(|what| Place::from(conduct::beside(Path::new(what))));
        self.db.clone().or(file).unwrap_or_else(|| Place::from(DATABASE))
    }

    fn format(&self) -> Result<Format, Failure> {
        self.format.map_or_else(|| self.destination.format(ENDINGS), Ok)
    }
}

/// What the names of files end with.
const ENDINGS: &[(&str, Format)] =
    &[("html", Format::Html), ("htm", Format::Html), ("md", Format::Markdown), ("csv", Format::Csv)];

/// An experiment by the name under which a store has it.
struct Wanted {
    name: String,
    text: String,
}

impl Wanted {
    fn new(registry: &Registry, what: &str) -> Result<Self, Failure> {
        if is_file(what) {
            let path = Path::new(what);
            let text = Experiment::read(registry, path)?.text().to_owned();
            return Ok(Wanted { name: conduct::name(path), text });
        }
        let table = literature::table(what).map_err(Failure::Input)?;
        Ok(Wanted { name: table.id.to_owned(), text: table.text.to_owned() })
    }
}

fn is_file(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|extension| extension == "toml")
}

/// The report on everything that was run in a store, as an HTML document.
#[cfg(feature = "page")]
pub(super) fn document(registry: &Registry, place: &Place) -> Result<String, Failure> {
    let store = Store::read(place)?;
    html::html(&compare_all(registry, &store, &store.runs()?)?)
}

fn compare_all(registry: &Registry, store: &Store, runs: &[StoredRun]) -> Result<Vec<Comparison>, Failure> {
    runs.iter().map(|run| compare(registry, store, run)).collect()
}

fn compare(registry: &Registry, store: &Store, run: &StoredRun) -> Result<Comparison, Failure> {
    let experiment = Experiment::parse(registry, &run.name, &run.experiment)?;
    let plan = experiment.plan(&run.choice)?;
    let standings = campaign::known(store, plan.matches())?;
    let measured = conduct::measured(&plan, run.choice.effort);
    let mut comparison = Comparison::new(&run.name, &experiment, &plan, &run.choice, &standings, &measured);
    let played = comparison.rows.iter_mut().flat_map(|row| &mut row.matches);
    for (played, the_match) in played.zip(plan.matches()) {
        played.secrecy = secrecy(registry, store, the_match)?;
    }
    Ok(comparison)
}
