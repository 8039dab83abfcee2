//! `kingmaker tables`

use clap::{Args, Subcommand};
use kingmaker_arena::tables::{self, Table, TableError};
use kingmaker_core::options::unknown;
use serde_json::json;

use crate::failure::Failure;
use crate::output;
use crate::prepare::with_progress;

/// List, build, check and remove the tables that board evaluators use
///
/// A table is built when it is first needed and kept in the user's cache folder (XDG_CACHE_HOME, or
/// .cache in the home folder), so none of this is ever necessary.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker tables
  kingmaker tables build
  kingmaker tables check chinese-checkers-solo
  kingmaker tables remove")]
pub(crate) struct Options {
    #[command(subcommand)]
    action: Option<Action>,

    /// Print one JSON document
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug, Clone)]
enum Action {
    /// Say which tables there are, and where (this is what happens without an action)
    List(Names),
    /// Build tables anew, and keep them
    Build(Names),
    /// Read the files and say whether they are sound
    Check(Names),
    /// Remove the files
    Remove(Names),
}

#[derive(Args, Debug, Clone, Default)]
struct Names {
    /// Only these tables [default: all]
    names: Vec<String>,
}

/// What is done to a table: says how it is now.
type Act = fn(&Table) -> Result<String, TableError>;

impl Names {
    fn tables(&self) -> Result<Vec<&'static Table>, Failure> {
        if self.names.is_empty() {
            return Ok(tables::ALL.to_vec());
        }
        let find = |name: &String| {
            let all = tables::ALL.iter().map(|table| table.name);
            let table = tables::ALL.iter().find(|table| table.name == *name).copied();
            table.ok_or_else(|| Failure::Input(unknown("table", name, all)))
        };
        self.names.iter().map(find).collect()
    }
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let action = self.action.clone().unwrap_or(Action::List(Names::default()));
        let (names, act): (&Names, Act) = match &action {
            Action::List(names) => (names, list),
            Action::Build(names) => (names, build),
            Action::Check(names) => (names, check),
            Action::Remove(names) => (names, remove),
        };
        let mut failed = None;
        let mut rows = Vec::new();
        let mut text = String::new();
        for table in names.tables()? {
            let outcome = act(table);
            let state = outcome.as_ref().map_or_else(ToString::to_string, Clone::clone);
            let path = table.path().ok().map(|path| path.display().to_string());
            text += &format!(
                "{}: {} ({} bytes)\n  {state}\n",
                table.name,
                table.summary,
                output::grouped(table.length as f64)
            );
            rows.push(json!({
                "table": table.name,
                "bytes": table.length,
                "path": path,
                "state": state,
                "good": outcome.is_ok(),
            }));
            failed = failed.or(outcome.err());
        }
        if self.json {
            output::print_json(&json!({ "tables": rows }))?;
        } else {
            output::print_folded(&text)?;
        }
        failed.map_or(Ok(()), |error| Err(Failure::Other(error.into())))
    }
}

/// Whether it is there is no failure.
fn list(table: &Table) -> Result<String, TableError> {
    match table.check() {
        Ok(()) => Ok(format!("kept in {}", table.path()?.display())),
        Err(TableError::Missing(_)) => Ok("not built yet; it is when it is first needed".to_owned()),
        Err(error @ TableError::Damaged(..)) => Ok(format!("{error}; it is built anew when it is first needed")),
        Err(error) => Err(error),
    }
}

fn build(table: &Table) -> Result<String, TableError> {
    let path = with_progress(&format!("building {}", table.name), |progress| table.build(progress))?;
    Ok(format!("built, kept in {}", path.display()))
}

fn check(table: &Table) -> Result<String, TableError> {
    table.check()?;
    Ok(format!("sound: {}", table.path()?.display()))
}

fn remove(table: &Table) -> Result<String, TableError> {
    Ok(if table.remove()? { "removed" } else { "there was no file" }.to_owned())
}
