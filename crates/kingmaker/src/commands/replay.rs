//! `kingmaker replay`

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use kingmaker_arena::replay::{ReplayError, SeenRecords, StoredOrigin};
use kingmaker_arena::store::{Place, StoredGame};
use kingmaker_arena::{GameRecord, Observer, Registry, Session, Store, draw, replay};
use serde_json::json;

use super::show::status;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{ObserverOptions, count};
use crate::output;
use crate::progress::{Extent, Progress};

/// Play recorded games through the rules, and check every move and result
///
/// Also checked are the players and their budgets, whether the game was cut off, and whether it is the
/// game of its match that it says: in a store completely, in a file as far as records tell. With
/// `--again` the players play their games once more: the same moves must come out, unless time was
/// limited.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker replay games.jsonl
  kingmaker replay --db exploration.db --again
  kingmaker replay games.jsonl --game 3 --boards")]
pub(crate) struct Options {
    /// A file of records, as `--records` and `kingmaker export` write it
    #[arg(value_name = "FILE.jsonl", required_unless_present = "db", conflicts_with = "db")]
    file: Option<PathBuf>,

    /// Where `kingmaker run` keeps games: a file, or `postgres://...`
    #[arg(long, value_name = "STORE")]
    db: Option<Place>,

    /// Only the game at this place of the file, from 1
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    game: Option<u64>,

    /// Let the players play again
    #[arg(long)]
    again: bool,

    /// Draw every position
    #[arg(long, conflicts_with = "json")]
    boards: bool,

    #[command(flatten)]
    observer: ObserverOptions,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct Tally {
    seen: u64,
    games: u64,
    plies: u64,
    again: u64,
    timed: u64,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        interrupt::watch()?;
        let progress = Progress::start("replaying", Extent::Unknown);
        let mut tally = Tally::default();
        match (&self.file, &self.db) {
            (Some(path), _) => self.records(registry, path, &mut tally)?,
            (None, Some(path)) => self.store(registry, path, &mut tally)?,
            (None, None) => {}
        }
        drop(progress);
        if let Some(game) = self.game
            && tally.games == 0
        {
            return Err(Failure::input(format!("there is no game {game}; expected a number from 1 to {}", tally.seen)));
        }
        if tally.games == 0 {
            let file = self.file.as_ref().map(|file| file.display().to_string());
            let path = file.or(self.db.as_ref().map(Place::to_string)).unwrap_or_default();
            return Err(Failure::input(format!("there is no game in '{path}'; expected at least one record")));
        }
        self.print(&tally)
    }

    fn records(&self, registry: &Registry, path: &Path, tally: &mut Tally) -> Result<(), Failure> {
        let name = path.display();
        let file = File::open(path).map_err(|error| Failure::input(format!("cannot read '{name}': {error}")))?;
        let mut seen = SeenRecords::default();
        for (index, line) in BufReader::new(file).lines().enumerate() {
            let place = format!("{name}:{}", index + 1);
            let line = line.map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => Failure::input(format!("{place}: this is not text; expected records")),
                io::ErrorKind::IsADirectory => Failure::input(format!("'{name}' is a folder; expected records")),
                _ => Failure::Other(anyhow::Error::from(error).context(format!("cannot read '{name}'"))),
            })?;
            let record = serde_json::from_str(&line)
                .map_err(|error| Failure::input(format!("{place}: this is not a record: {error}")))?;
            self.check(registry, &place, &record, tally, |record| seen.check(registry, record))?;
        }
        Ok(())
    }

    fn store(&self, registry: &Registry, place: &Place, tally: &mut Tally) -> Result<(), Failure> {
        let store = Store::read(place)?;
        for found in store.matches()? {
            let name = format!("{place}: {}", found.game);
            let origin =
                StoredOrigin::new(registry, &found).map_err(|error| Failure::input(format!("{name}: {error}")))?;
            store.games(found.id, |StoredGame { record, .. }| {
                let game = format!("{place}: game {} of {}", record.index, record.game);
                self.check(registry, &game, &record, tally, |record| origin.check(record))
            })?;
        }
        Ok(())
    }

    /// Checks a record by itself, and by what is known about its `origin`.
    fn check(
        &self,
        registry: &Registry,
        place: &str,
        record: &GameRecord,
        tally: &mut Tally,
        origin: impl FnOnce(&GameRecord) -> Result<(), ReplayError>,
    ) -> Result<(), Failure> {
        tally.seen += 1;
        if self.game.is_some_and(|game| game != tally.seen) {
            return Ok(());
        }
        if interrupt::pressed() {
            return Err(Failure::Interrupted);
        }
        let wrong = |error| Failure::input(format!("{place}: {error}"));
        let mut drawn = String::new();
        let game = registry.game(&record.game)?;
        let observer = self.observer.observer(&*game)?;
        replay::follow(registry, record, &mut |session| {
            if self.boards {
                drawn += &board(session, observer);
            }
        })
        .map_err(wrong)?;
        origin(record).map_err(wrong)?;
        output::print(&drawn)?;
        if self.again {
            let is_same = replay::again(registry, record, interrupt::halt());
            // A search that was cut short proves nothing.
            if interrupt::pressed() {
                return Err(Failure::Interrupted);
            }
            let counted = if is_same.map_err(wrong)? { &mut tally.again } else { &mut tally.timed };
            *counted += 1;
        }
        tally.games += 1;
        tally.plies += u64::from(record.plies);
        Ok(())
    }

    fn print(&self, tally: &Tally) -> Result<(), Failure> {
        let Tally { games, plies, again, timed, .. } = tally;
        if self.json {
            let again = self.again.then(|| json!({ "same": again, "timed": timed }));
            return output::print_json(&json!({ "games": games, "plies": plies, "again": again }));
        }
        let mut text = format!("{games} games, {plies} plies: every move is legal and every result is right\n");
        if self.again {
            text += &format!("{again} played again, with the same moves");
            if *timed > 0 {
                text += &format!("; {timed} not, because time was limited or a search had several threads");
            }
            text += "\n";
        }
        output::print_folded(&text)
    }
}

/// A position, with the move that led to it, as the observer saw them.
fn board(session: &dyn Session, observer: Observer) -> String {
    let picture = draw::terminal(&session.picture(observer), output::colour());
    let played = session.history(observer).last().map_or("start".to_owned(), |played| played.text.clone());
    format!("{}. {played}\n{picture}\n{}\n\n", session.plies(), status(session, observer))
}
