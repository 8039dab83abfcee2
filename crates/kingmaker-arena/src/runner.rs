//! Games played side by side.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::contest::Contest;
use crate::player::PlayerError;
use crate::record::GameRecord;

/// More threads than this are never started.
const MOST_JOBS: usize = 1024;

/// Plays the games of a match on `jobs` threads and hands each record to `finished` on this
/// thread as soon as its game is over, so not always in the order of games. What is in the
/// records does not depend on `jobs`.
///
/// Ends early, without error, when `stopped` comes true, and with one when `finished` fails or
/// a player does not keep to the rules.
pub fn run<E>(
    contest: &Contest,
    jobs: NonZeroUsize,
    stopped: &(dyn Fn() -> bool + Sync),
    mut finished: impl FnMut(GameRecord) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let halted = || stopped() || failed.load(Ordering::Relaxed);
    let work = |results: mpsc::SyncSender<Result<GameRecord, PlayerError>>| {
        while !halted()
            && let Some(scheduled) = contest.schedule().game(next.fetch_add(1, Ordering::Relaxed))
        {
            let result = contest.game().play_game(scheduled, contest.players(), &halted);
            let Some(result) = result.transpose() else { return };
            // Nobody listens any more once something has failed.
            if results.send(result).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let jobs = jobs.get().min(MOST_JOBS).min(usize::try_from(contest.schedule().games()).unwrap_or(MOST_JOBS));
        let (sender, receiver) = mpsc::sync_channel(jobs);
        for job in 0..jobs {
            let worker = sender.clone();
            let spawned = thread::Builder::new().spawn_scoped(scope, || work(worker));
            // With some threads the match goes on; without any there is no point in waiting.
            if spawned.is_err() && job == 0 {
                return Err(RunError::NoThread);
            }
        }
        drop(sender);
        for result in receiver {
            let outcome = match result {
                Ok(record) => finished(record).map_err(RunError::Receiver),
                Err(error) => Err(RunError::Player(error)),
            };
            if outcome.is_err() {
                failed.store(true, Ordering::Relaxed);
                return outcome;
            }
        }
        Ok(())
    })
}

/// A match that was cut short.
#[derive(Debug, PartialEq, Eq)]
pub enum RunError<E> {
    /// A player did not keep to the rules.
    Player(PlayerError),
    /// The receiver of the records failed.
    Receiver(E),
    /// The system allows no further thread.
    NoThread,
}

impl<E: fmt::Display> fmt::Display for RunError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Player(error) => write!(f, "{error}"),
            RunError::Receiver(error) => write!(f, "{error}"),
            RunError::NoThread => f.write_str("the system allows no further thread"),
        }
    }
}

impl<E: std::error::Error> std::error::Error for RunError<E> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, PlayerSpec, test_game};

    fn contest(games: u64) -> Contest {
        let players = ["random", "mcts"].map(|text| PlayerSpec::read(text, &Budget::playouts(20)).expect("valid"));
        Contest::new(test_game::any_heap(3), players.into(), games, 7).unwrap_or_else(|error| panic!("{error}"))
    }

    fn records(contest: &Contest, jobs: usize) -> Vec<GameRecord> {
        let mut records = Vec::new();
        let jobs = NonZeroUsize::new(jobs).expect("not zero");
        let result: Result<(), RunError<()>> = run(contest, jobs, &|| false, |record| {
            records.push(record);
            Ok(())
        });
        assert_eq!(result, Ok(()));
        records.sort_by_key(|record| record.index);
        records
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let contest = contest(50);
        let alone = records(&contest, 1);
        assert_eq!(alone.len(), 54);
        assert_eq!(alone, records(&contest, 5));
    }

    #[test]
    fn a_failing_receiver_ends_the_match() {
        let mut seen = 0;
        let result = run(&contest(1_000_000), NonZeroUsize::MIN, &|| false, |_| {
            seen += 1;
            if seen == 3 { Err("the disk is full") } else { Ok(()) }
        });
        assert_eq!(result, Err(RunError::Receiver("the disk is full")));
    }

    #[test]
    fn stops_when_told() {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let jobs = NonZeroUsize::new(2).expect("not zero");
        let result: Result<(), RunError<()>> = run(&contest(1_000_000), jobs, &|| stop.load(Ordering::Relaxed), |_| {
            seen += 1;
            stop.store(seen >= 3, Ordering::Relaxed);
            Ok(())
        });
        assert_eq!(result, Ok(()));
        assert!((3..100).contains(&seen), "{seen}");
    }
}
