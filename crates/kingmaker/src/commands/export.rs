//! `kingmaker export`

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use kingmaker_arena::Store;
use kingmaker_arena::export::{self, Cell, Column};
use kingmaker_arena::store::{Place, StoredGame, StoredMatch};

use crate::failure::Failure;
use crate::options::Destination;

/// Write the games of `kingmaker run` as a table or as records
///
/// CSV and Parquet have one line for each seat of each game; JSONL has one record per line, as
/// `--records` writes them. Can be used while games are played.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = columns_and_examples())]
pub(crate) struct Options {
    /// Where `kingmaker run` keeps games: a file, or `postgres://...`
    #[arg(long, value_name = "STORE")]
    db: Place,

    /// How to write [default: what the file's name ends with, else csv]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    destination: Destination,
}

const EXAMPLES: &str = "\
Examples:
  kingmaker export --db exploration.db -o games.csv
  kingmaker export --db exploration.db -o games.parquet
  kingmaker export --db exploration.db --format jsonl -o games.jsonl";

/// What `--help` says below the options.
fn columns_and_examples() -> String {
    let column = |column: &Column| format!("  {:<12}  {}\n", column.name, column.help);
    let columns: String = export::COLUMNS.iter().map(column).collect();
    format!("Columns of CSV and Parquet:\n{columns}\n{EXAMPLES}")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line for each seat of each game
    Csv,
    /// The same, with types, in columns
    #[cfg(feature = "parquet")]
    Parquet,
    /// One record per line
    Jsonl,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let format = self.format()?;
        let store = Store::read(&self.db)?;
        self.destination.write(|out| write(format, &store, out))
    }

    fn format(&self) -> Result<Format, Failure> {
        self.format.map_or_else(|| self.destination.format(ENDINGS), Ok)
    }
}

/// What the names of files end with.
const ENDINGS: &[(&str, Format)] = &[
    ("csv", Format::Csv),
    #[cfg(feature = "parquet")]
    ("parquet", Format::Parquet),
    ("jsonl", Format::Jsonl),
];

fn write(format: Format, store: &Store, out: &mut (dyn Write + Send)) -> Result<(), Failure> {
    match format {
        Format::Csv => {
            export::csv_header(out)?;
            each_line(store, |line| export::csv_line(&line, out))
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            let mut table = export::parquet::ParquetWriter::new(out)?;
            each_line(store, |line| table.line(line))?;
            Ok(table.finish()?)
        }
        Format::Jsonl => each_game(store, |_, _, game| {
            serde_json::to_writer(&mut *out, &game.record)?;
            Ok(out.write_all(b"\n")?)
        }),
    }
}

/// Hands over every game, with its match and the number of that.
fn each_game(
    store: &Store,
    mut each: impl FnMut(&StoredMatch, u64, StoredGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for (number, found) in (1..).zip(store.matches()?) {
        store.games(found.id, |game| each(&found, number, game))?;
    }
    Ok(())
}

/// Hands over every line of the table.
fn each_line(store: &Store, mut each: impl FnMut(Vec<Cell>) -> io::Result<()>) -> Result<(), Failure> {
    each_game(store, |found, number, game| {
        Ok(export::lines(found, number, &game).into_iter().try_for_each(&mut each)?)
    })
}
