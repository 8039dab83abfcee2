//! What an experiment would take, before it is run (`--plan`).

use std::collections::BTreeMap;
use std::time::Duration;

use kingmaker_arena::experiment::{NamedMatch, Plan, PlannedRow};
use kingmaker_arena::store::Place;
use kingmaker_arena::{PlayerSpec, Registry, Store, campaign, estimate};

use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, TextTable};
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

/// Prints the rows of a plan with their games, as far as a store does not have them, and about how long those take.
pub(crate) fn print(registry: &Registry, plan: &Plan<'_>, heading: &str, database: &Place) -> Result<(), Failure> {
    interrupt::watch()?;
    let is_new = database.file().is_some_and(|file| !file.exists());
    let store = if is_new { None } else { Some(Store::read(database)?) };
    let matches: Vec<&NamedMatch> = plan.named_matches().collect();
    let progress = Progress::start("matches timed", Extent::Pieces(matches.len() as u64));
    // Matches of one game whose players differ in numbers alone take about as long.
    let mut known: BTreeMap<String, Option<Duration>> = BTreeMap::new();
    let mut table = TextTable::new(1, &["row", "games", "kept", "one game", "one core"]);
    let (mut total, mut games, mut left_out) = (Duration::ZERO, 0, 0);
    for row in &plan.rows {
        let PlannedRow::Match(row, matches) = row else { continue };
        let (mut time, mut missing, mut kept) = (Some(Duration::ZERO), 0, 0);
        for NamedMatch { the_match, .. } in matches {
            let scheduled = the_match.schedule().games();
            let standing = store.as_ref().map(|store| campaign::known(store, [the_match])).transpose()?;
            let done = standing.and_then(|standings| standings.first().map(|standing| standing.statistics().games()));
            let done = done.unwrap_or(0).min(scheduled);
            kept += done;
            missing += scheduled - done;
            if scheduled > done && !interrupt::pressed() {
                prepare(the_match.game(), the_match.players());
                let sort = |player: &PlayerSpec| {
                    let words: String = player.label().chars().filter(|letter| !letter.is_ascii_digit()).collect();
                    format!("{words} {}", player.budget())
                };
                let sorts: Vec<String> = the_match.players().iter().map(sort).collect();
                let key = format!("{} {}", the_match.game().spec(), sorts.join(" "));
                let found = || estimate::time_per_game(registry, the_match, interrupt::halt());
                let one = *known.entry(key).or_insert_with(found);
                time = time.zip(one).map(|(sum, one)| sum + one * u32::try_from(scheduled - done).unwrap_or(u32::MAX));
            }
            progress.advance();
        }
        if interrupt::pressed() {
            return Err(Failure::Interrupted);
        }
        if missing + kept == 0 {
            left_out += 1;
        }
        let unknown = || "?".to_owned();
        let one = time.filter(|_| missing > 0).map(|time| time / u32::try_from(missing).unwrap_or(u32::MAX));
        total += time.unwrap_or_default();
        games += missing;
        let game = || matches.first().map_or(String::new(), |named| named.the_match.game().spec().to_owned());
        let name = row.name.clone().unwrap_or_else(game);
        let cells = match missing {
            0 => ["-".to_owned(), "-".to_owned()],
            _ => [one.map_or_else(unknown, spoken), time.map_or_else(unknown, spoken)],
        };
        table.row([name, missing.to_string(), kept.to_string()].into_iter().chain(cells));
    }
    drop(progress);
    let mut text = format!("{heading}\n\n{}\n", table.text());
    let (games, total) = (output::games(games), spoken(total));
    text += &format!("{games} to play: about {total} on one core, give or take a factor of two\n");
    if left_out > 0 {
        text += &format!("rows without games are left to more effort: {left_out}\n");
    }
    output::print_folded(&text)
}

/// A time as people say it: `0.3 s`, `4 min`, `2.5 h`.
fn spoken(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        seconds if seconds < 9.95 => format!("{seconds:.1} s"),
        seconds if seconds < 99.5 => format!("{seconds:.0} s"),
        seconds if seconds < 5970.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_spoken() {
        let said = |seconds: f64| spoken(Duration::from_secs_f64(seconds));
        assert_eq!([0.04, 9.94, 59.0, 240.0, 9000.0].map(said), ["0.0 s", "9.9 s", "59 s", "4 min", "2.5 h"]);
    }
}
