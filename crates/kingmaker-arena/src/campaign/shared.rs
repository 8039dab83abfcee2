//! A campaign that many machines play together, in a store on a server.
//!
//! Games are taken in blocks and reported as they finish. A test is decided on the games without a gap from the first one on,
//! whoever played them, so that everybody comes to the same decision; games behind a gap wait and do not count yet. A server
//! that does not answer is asked again for a while, and what could not be reported is named.

mod outage;
mod todo;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::time::Duration;

use kingmaker_search::Halt;

use super::{Campaign, CampaignError, MatchInPlay, News};
use crate::runner::{self, Finished, RunError, Work};
use crate::store::{Place, Problem, Store, StoreError};

use todo::Todo;
use worker::Worker;

/// How often the worker looks around while no game ends.
const PAUSE: Duration = Duration::from_millis(20);

/// Plays what is missing, together with others, until nothing is.
pub(super) fn run(
    campaign: &mut Campaign<'_>,
    jobs: NonZeroUsize,
    halt: &Halt,
    tell: &mut dyn FnMut(&News<'_>),
) -> Result<(), CampaignError> {
    let Campaign { store, requested, in_play, sharing, found, .. } = campaign;
    let (store, in_play): (&Store, &[MatchInPlay<'_>]) = (store, in_play);
    let failed = |problem| CampaignError::Store(StoreError { place: store.place().clone(), problem });
    let Some(server) = store.server() else { return Ok(()) };
    let leases = server.join(sharing.lease).map_err(failed)?;
    let todo = Todo::default();
    let mut worker = Worker::new(leases, *sharing, jobs, requested, in_play, &todo, *found);
    let work = Work {
        matches: in_play.iter().map(|playing| playing.the_match).collect(),
        take: &|is_over| todo.take(is_over),
        is_over: &|match_index, index| todo.is_closed() || index >= in_play[match_index].until(),
        pause: Some(PAUSE),
    };
    let played = runner::run_work(&work, jobs, halt, |games: Vec<Finished>| {
        worker.step(games, tell);
        Ok::<(), CampaignError>(())
    });
    let ended = worker.end();
    // That games are lost is told before anything else.
    if let Err(problem @ Problem::Unreported { .. }) = ended {
        return Err(failed(problem));
    }
    match played {
        Err(RunError::Player(error)) => Err(CampaignError::Player(error)),
        Err(RunError::NoThread) => Err(CampaignError::NoThread),
        Err(RunError::Receiver(error)) => Err(error),
        Ok(()) => ended.map_err(failed),
    }
}

/// "rolit between mcts and random: games 3 to 8, 12": finished games by match and index.
fn named(in_play: &[MatchInPlay<'_>], games: impl IntoIterator<Item = (usize, u64)>) -> String {
    let mut by_match: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
    for (match_index, index) in games {
        by_match.entry(match_index).or_default().insert(index);
    }
    let texts = by_match.into_iter().map(|(match_index, games)| {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for index in games {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == index => *last = index,
                _ => ranges.push((index, index)),
            }
        }
        let range = |(first, last): (u64, u64)| {
            if first == last { first.to_string() } else { format!("{first} to {last}") }
        };
        let ranges: Vec<String> = ranges.into_iter().map(range).collect();
        let the_match = in_play[match_index].the_match;
        let players: Vec<&str> = the_match.players().iter().map(|player| player.label()).collect();
        format!("{} between {}: games {}", the_match.game().spec(), players.join(" and "), ranges.join(", "))
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// Whether a server may answer again although it says this. Whoever has been let in once is not refused for good.
fn is_passing(problem: &Problem) -> bool {
    matches!(problem, Problem::Unreachable(_) | Problem::UnknownHost(_) | Problem::Refused(_))
}

/// What is wrong, in short.
fn said(problem: Problem) -> String {
    match problem {
        Problem::Unreachable(why) | Problem::Refused(why) => why,
        Problem::UnknownHost(host) => format!("there is no machine '{host}'"),
        other => StoreError { place: Place::from("the store"), problem: other }.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::heap_match;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn games_are_named_in_ranges() {
        let the_match = heap_match(12);
        let playing = |id| MatchInPlay {
            id,
            the_match: &the_match,
            done: BTreeSet::new(),
            certain: 0,
            until: AtomicU64::new(0),
            sample: None,
        };
        let folder = tempfile::TempDir::new().expect("created");
        let store = Store::open(folder.path().join("a.db")).expect("new");
        let id = store.match_id(&the_match).expect("new");
        let in_play = [playing(id), playing(id)];
        let games = [(1, 4), (0, 7), (0, 3), (0, 5), (0, 4)];
        let heap = "heap(players=3) between random and mcts: games ";
        assert_eq!(named(&in_play, games), format!("{heap}3 to 5, 7; {heap}4"));
    }
}
