//! `kingmaker rate`

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use kingmaker_arena::statistics::rating::{Elo, Group, Rating, Results};
use kingmaker_arena::store::{Place, StoredGame};
use kingmaker_arena::{GameRecord, Registry, Store};
use kingmaker_core::Teams;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, TextTable};

/// Between a player and its budget, where both are one name.
const AND: char = '\n';

/// Rate players by the games in files of records, or in a store
///
/// The winner of a game is taken to be drawn among the seats in proportion to their strengths;
/// the ratings are the likeliest strengths, with 95% intervals, on Elo's scale: 400 points are a
/// factor of ten. They are relative to the mean of the players. Each game is rated on its own.
/// A player with different budgets is different players.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker match focus mcts greedy --players 3 --records games.jsonl
  kingmaker match focus mcts random --players 3 --records games.jsonl
  kingmaker rate games.jsonl
  kingmaker rate --db exploration.db
  kingmaker rate monday.jsonl tuesday.jsonl --prior 1 --json")]
pub(crate) struct Options {
    /// Files that `kingmaker match --records` has written; games that are there twice count once
    #[arg(required_unless_present = "db", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Where `kingmaker run` keeps games: a file, or `postgres://...`
    #[arg(long, value_name = "STORE")]
    db: Option<Place>,

    /// Count so many imaginary games that each player has drawn against one and the same opponent,
    /// so that even the undefeated have a rating
    #[arg(long, value_name = "N", default_value = "0", value_parser = prior, allow_negative_numbers = true)]
    prior: f64,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What was read.
#[derive(Default)]
struct Book {
    games: BTreeMap<String, (u64, Results)>,
    seen: HashSet<u64>,
    twice: u64,
    cut_short: u64,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        interrupt::leave()?;
        let mut book = Book::default();
        for file in &self.files {
            book.read(registry, file)?;
        }
        if let Some(path) = &self.db {
            book.read_store(registry, path)?;
        }
        if book.games.is_empty() {
            return Err(Failure::input(match &self.db {
                Some(path) => format!("there is no game in '{path}'; expected what 'run' keeps"),
                None => "there is no game in these files; expected what 'match --records' writes".to_owned(),
            }));
        }
        if self.json { output::print_json(&self.document(&book)) } else { output::print_folded(&self.text(&book)) }
    }

    fn document(&self, book: &Book) -> Value {
        let rated = |(game, (games, results)): (&String, &(u64, Results))| {
            let group = |group: &Group| group.players.iter().map(rating_json).collect::<Value>();
            let groups: Value = results.ratings(self.prior).iter().map(group).collect();
            json!({ "game": game, "games": games, "groups": groups })
        };
        json!({
            "prior": self.prior,
            "twice": book.twice,
            "cut_short": book.cut_short,
            "ratings": book.games.iter().map(rated).collect::<Value>(),
        })
    }

    fn text(&self, book: &Book) -> String {
        let mut tables = Vec::new();
        for (game, (games, results)) in &book.games {
            let groups = results.ratings(self.prior);
            let mut text = format!("{game}, {games} games\n");
            for group in &groups {
                text += &format!("\n{}", table(group, &groups));
            }
            if groups.len() > 1 {
                text += "\nPlayers apart from each other cannot be compared: one side has won all their games, \
                         or they never met. See --prior.\n";
            }
            tables.push(text);
        }
        let mut text = tables.join("\n");
        if book.twice > 0 {
            text += &format!("\ngames that are there twice, and count once: {}\n", book.twice);
        }
        if book.cut_short > 0 {
            text += &format!("\nlines that are cut short, and left out: {}\n", book.cut_short);
        }
        text
    }
}

impl Book {
    fn read(&mut self, registry: &Registry, path: &Path) -> Result<(), Failure> {
        let shown = path.display();
        let file = File::open(path).with_context(|| format!("cannot read '{shown}'"));
        let file = file.map_err(|error| Failure::input(format!("{error:#}")))?;
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let refused = |why: String| {
                Failure::input(format!("'{shown}', line {}: {why}; expected what 'match --records' writes", number + 1))
            };
            let line = line.map_err(|error| refused(error.to_string()))?;
            if line.trim().is_empty() {
                continue;
            }
            let record: GameRecord = match serde_json::from_str(&line) {
                Ok(record) => record,
                // A full disk or a kill has done that; the games before and after are good.
                Err(error) if error.is_eof() => {
                    self.cut_short += 1;
                    continue;
                }
                Err(error) => return Err(refused(format!("no record of a game ({error})"))),
            };
            check(&record).map_err(|why| refused(why.to_owned()))?;
            self.add_once(registry, &record, &line);
        }
        Ok(())
    }

    fn read_store(&mut self, registry: &Registry, place: &Place) -> Result<(), Failure> {
        let store = Store::read(place)?;
        for found in store.matches()? {
            store.games(found.id, |StoredGame { record, .. }| {
                let game = || format!("'{place}', game {} of {}", record.index, record.game);
                check(&record)
                    .map_err(|why| Failure::input(format!("{}: {why}; expected what 'run' keeps", game())))?;
                // A game is known by what its line in a file of records would be.
                let line = serde_json::to_string(&record)?;
                self.add_once(registry, &record, &line);
                Ok::<(), Failure>(())
            })?;
        }
        Ok(())
    }

    /// Counts a game, unless it was there before.
    fn add_once(&mut self, registry: &Registry, record: &GameRecord, line: &str) {
        let mut hasher = DefaultHasher::new();
        line.hash(&mut hasher);
        if self.seen.insert(hasher.finish()) {
            self.add(registry, record);
        } else {
            self.twice += 1;
        }
    }

    fn add(&mut self, registry: &Registry, record: &GameRecord) {
        let (games, results) = self.games.entry(record.game.clone()).or_default();
        *games += 1;
        let names = record.seating.iter().zip(&record.budgets).map(|(player, budget)| format!("{player}{AND}{budget}"));
        let names: Vec<String> = names.collect();
        let teams = registry.game(&record.game).map_or(Teams::each_alone(record.shares.len()), |game| game.teams());
        results.add(names.iter().map(String::as_str), &record.shares, &teams);
    }
}

fn check(record: &GameRecord) -> Result<(), &'static str> {
    let seats = record.seating.len();
    if record.shares.len() != seats || record.budgets.len() != seats {
        return Err("'seating', 'budgets' and 'shares' differ in length");
    }
    let is_share = |share: &f32| (0.0..=1.0).contains(share);
    if !record.shares.iter().all(is_share) || record.shares.iter().sum::<f32>() <= 0.0 {
        return Err("'shares' are not numbers from 0 to 1 of which one is above 0");
    }
    Ok(())
}

fn parts(rating: &Rating) -> (&str, &str) {
    rating.player.split_once(AND).unwrap_or((&rating.player, ""))
}

fn rating_json(rating: &Rating) -> Value {
    let (player, budget) = parts(rating);
    let mut value = json!(rating);
    value["player"] = json!(player);
    value["budget"] = json!(budget);
    value
}

fn table(group: &Group, all: &[Group]) -> String {
    let mut table = TextTable::new(1, &["player", "rating", "95% interval", "games", "wins", "win rate"]);
    for rating in &group.players {
        let (player, budget) = parts(rating);
        let namesakes = all.iter().flat_map(|group| &group.players).filter(|other| parts(other).0 == player).count();
        let interval = |elo: Elo| format!("{:>+5.0} to {:>+5.0}", elo.low, elo.high);
        table.row([
            if namesakes > 1 { format!("{player} [{budget}]") } else { player.to_owned() },
            rating.elo.map_or("-".to_owned(), |elo| format!("{:+.0}", elo.rating)),
            rating.elo.map_or("-".to_owned(), interval),
            rating.games.to_string(),
            output::fraction(rating.wins),
            format!("{:.1}%", 100.0 * rating.wins / rating.games as f64),
        ]);
    }
    table.text()
}

/// Reads a number of imaginary games.
fn prior(text: &str) -> Result<f64, String> {
    let prior = text.parse().ok().filter(|prior| (0.0..=1e6).contains(prior));
    prior.ok_or_else(|| "expected a number of games from 0 to 1000000, such as 1".to_owned())
}
