//! `kingmaker export`

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use kingmaker_arena::{Store, export};

use crate::failure::Failure;

/// Write the games of `kingmaker run` as a table or as records
///
/// CSV has one line for each seat of each game; JSONL has one record per line, as `--records`
/// writes them. Can be used while games are played.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker export --db exploration.db -o games.csv
  kingmaker export --db exploration.db --format jsonl -o games.jsonl")]
pub(crate) struct Options {
    /// The file in which `kingmaker run` keeps games
    #[arg(long, value_name = "FILE")]
    db: PathBuf,

    /// How to write [default: what the file's name ends with, else csv]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line for each seat of each game
    Csv,
    /// One record per line
    Jsonl,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let store = Store::read(&self.db)?;
        if self.output == Path::new("-") {
            return self.write(&store, &mut BufWriter::new(io::stdout().lock()));
        }
        let name = self.output.display();
        let file = File::create(&self.output).with_context(|| format!("cannot write '{name}'"))?;
        let written = self.write(&store, &mut BufWriter::new(&file));
        written.and_then(|()| Ok(file.sync_all()?)).map_err(|failure| match failure {
            Failure::Other(error) => Failure::Other(error.context(format!("cannot write '{name}'"))),
            failure => failure,
        })
    }

    fn write(&self, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
        let format = self.format();
        if format == Format::Csv {
            export::csv_header(out)?;
        }
        for (number, found) in (1..).zip(store.matches()?) {
            store.games(found.id, |game| match format {
                Format::Csv => {
                    let lines = export::lines(&found, number, &game);
                    Ok(lines.iter().try_for_each(|line| export::csv_line(line, out))?)
                }
                Format::Jsonl => {
                    serde_json::to_writer(&mut *out, &game.record)?;
                    Ok::<(), Failure>(out.write_all(b"\n")?)
                }
            })?;
        }
        Ok(out.flush()?)
    }

    fn format(&self) -> Format {
        let extension = self.output.extension().and_then(|extension| extension.to_str());
        self.format.unwrap_or(if extension == Some("jsonl") { Format::Jsonl } else { Format::Csv })
    }
}
