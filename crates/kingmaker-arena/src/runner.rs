//! Games played side by side.

use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use kingmaker_search::Halt;

use crate::matches::Match;
use crate::player::PlayerError;
use crate::record::GameRecord;
use crate::schedule::ScheduledGame;

/// More threads than this are never started.
const MOST_JOBS: usize = 1024;

/// So many finished games per thread may wait for their receiver.
const WAITING: usize = 16;

/// The games of a match that are still to be played.
#[derive(Clone, Copy)]
pub struct RemainingGames<'a> {
    /// Who plays what.
    pub the_match: &'a Match,
    /// Whether the game with this index is still to be played. Asked once, just before it is.
    pub is_wanted: &'a (dyn Fn(u64) -> bool + Sync),
    /// Games from this index on are not wanted. When it is lowered, those that are being played are
    /// given up.
    pub until: &'a AtomicU64,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which of the matches it belongs to, from zero.
    pub match_index: usize,
    /// The game.
    pub record: GameRecord,
    /// How long it took.
    pub elapsed: Duration,
}

/// Plays the games of a match on `jobs` threads and hands each record to `finished` on this
/// thread as soon as its game is over, so not always in the order of games. What is in the
/// records does not depend on `jobs`.
///
/// Ends early, without error, when `halt` says so, and with one when `finished` fails or
/// a player does not keep to the rules.
pub fn run<E>(
    the_match: &Match,
    jobs: NonZeroUsize,
    halt: &Halt,
    mut finished: impl FnMut(GameRecord) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let all = RemainingGames { the_match, is_wanted: &|_| true, until: &AtomicU64::new(u64::MAX) };
    run_all(&[all], jobs, halt, |games| games.into_iter().try_for_each(|game| finished(game.record)))
}

/// Plays the games of many matches, one match after the other but without a pause between them.
/// Hands over all games that are over since the last time at once, so that a receiver that writes
/// them down can do so in one stroke.
pub fn run_all<E>(
    matches: &[RemainingGames<'_>],
    jobs: NonZeroUsize,
    halt: &Halt,
    finished: impl FnMut(Vec<Finished>) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let next = Mutex::new((0, 0));
    let work = Work {
        matches: matches.iter().map(|remaining| remaining.the_match).collect(),
        take: &|_| take(matches, &next),
        is_over: &|match_index, index| index >= matches[match_index].until.load(Ordering::Relaxed),
        pause: None,
    };
    run_work(&work, jobs, halt, finished)
}

/// Gives the next game, by its match and its index. Whether nobody plays any more is what it can ask.
pub(crate) type Take<'a> = dyn Fn(&dyn Fn() -> bool) -> Option<(usize, u64)> + Sync + 'a;

/// What threads have to do.
pub(crate) struct Work<'a> {
    /// The matches whose games are played.
    pub(crate) matches: Vec<&'a Match>,
    /// The next game; none if there will be no more. If it waits for one, it ends as soon as nobody plays any more.
    pub(crate) take: &'a Take<'a>,
    /// Whether a game is not wanted any more.
    pub(crate) is_over: &'a (dyn Fn(usize, u64) -> bool + Sync),
    /// If no game is over for so long, the receiver hears of that as well.
    pub(crate) pause: Option<Duration>,
}

/// Plays games wherever they come from.
pub(crate) fn run_work<E>(
    todo: &Work<'_>,
    jobs: NonZeroUsize,
    halt: &Halt,
    mut finished: impl FnMut(Vec<Finished>) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let failed = AtomicBool::new(false);
    let halted = || halt.is_stopped() || failed.load(Ordering::Relaxed);
    let work = |results: mpsc::SyncSender<Result<Finished, PlayerError>>| {
        while !halted()
            && let Some((match_index, index)) = (todo.take)(&halted)
        {
            let begun = Instant::now();
            let the_match = todo.matches[match_index];
            let Some(scheduled) = the_match.schedule().game(index) else { continue };
            let given_up = || halted() || (todo.is_over)(match_index, index);
            let opening = the_match.opening(scheduled.index);
            let scheduled = ScheduledGame { opening: &opening, ..scheduled };
            let result = the_match.game().play_game(scheduled, the_match.players(), halt, &given_up);
            let Some(result) = result.transpose() else { continue };
            let result = result.map(|record| Finished { match_index, record, elapsed: begun.elapsed() });
            // Nobody listens any more once something has failed.
            if results.send(result).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let games =
            todo.matches.iter().fold(0u64, |games, the_match| games.saturating_add(the_match.schedule().games()));
        let jobs = jobs.get().min(MOST_JOBS).min(usize::try_from(games).unwrap_or(MOST_JOBS));
        let (sender, receiver) = mpsc::sync_channel(jobs * WAITING);
        for job in 0..jobs {
            let worker = sender.clone();
            let spawned = thread::Builder::new().spawn_scoped(scope, || work(worker));
            // With some threads the match goes on; without any there is no point in waiting.
            if spawned.is_err() && job == 0 {
                return Err(RunError::NoThread);
            }
        }
        drop(sender);
        let mut faults = FaultCounts::default();
        loop {
            let first = match todo.pause.map(|pause| receiver.recv_timeout(pause)) {
                None => receiver.recv().ok(),
                Some(Err(mpsc::RecvTimeoutError::Timeout)) => {
                    finished(Vec::new())
                        .map_err(RunError::Receiver)
                        .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                    continue;
                }
                Some(first) => first.ok(),
            };
            let Some(first) = first else { return Ok(()) };
            // Games that are over are handed over even if another one has failed.
            let mut broken = None;
            let results = iter::once(first).chain(receiver.try_iter());
            let games: Vec<Finished> =
                results.map_while(|result| result.map_err(|error| broken = Some(error)).ok()).collect();
            for game in &games {
                let too_many = faults.add(todo.matches[game.match_index], game);
                broken = broken.or(too_many);
            }
            let outcome = finished(games).map_err(RunError::Receiver);
            let outcome = outcome.and_then(|()| broken.map_or(Ok(()), |error| Err(RunError::Player(error))));
            if outcome.is_err() {
                failed.store(true, Ordering::Relaxed);
                return outcome;
            }
        }
    })
}

/// Of every player that has made a fault: its games and its faults.
#[derive(Default)]
struct FaultCounts(BTreeMap<(usize, String), (u64, u64)>);

impl FaultCounts {
    /// No match ends because of faults before so many games.
    const FIRST_GAMES: u64 = 10;

    /// Counts a game. The error names the player that has made too many.
    fn add(&mut self, the_match: &Match, game: &Finished) -> Option<PlayerError> {
        let FaultCounts(counts) = self;
        let foreign = the_match.players().iter().filter(|player| player.agents().is_some());
        for player in foreign.filter(|player| game.record.seating.iter().any(|seated| seated == player.label())) {
            let own =
                || game.record.faults.iter().filter(|fault| game.record.seating[fault.seat - 1] == player.label());
            let (games, faults) = counts.entry((game.match_index, player.label().to_owned())).or_default();
            *faults += own().count() as u64;
            *games += (own().count() as u64).max(1);
            let is_too_many = *games >= Self::FIRST_GAMES && *faults as f64 > player.most_faults() * *games as f64;
            if let Some(last) = own().next_back().filter(|_| is_too_many) {
                let (player, last) = (player.label().to_owned(), last.fault.clone());
                return Some(PlayerError::Faulty { player, faults: *faults, games: *games, last });
            }
        }
        None
    }
}

/// The next game that is wanted. `next` is the match and the index from which nobody has looked yet.
fn take(matches: &[RemainingGames<'_>], next: &Mutex<(usize, u64)>) -> Option<(usize, u64)> {
    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let (match_index, index) = *next;
        let RemainingGames { the_match, is_wanted, until } = matches.get(match_index)?;
        if index >= the_match.schedule().games().min(until.load(Ordering::Relaxed)) {
            *next = (match_index + 1, 0);
        } else {
            *next = (match_index, index + 1);
            if is_wanted(index) {
                return Some((match_index, index));
            }
        }
    }
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
    use crate::test_game::heap_match;

    fn records(the_match: &Match, jobs: usize) -> Vec<GameRecord> {
        let mut records = Vec::new();
        let jobs = NonZeroUsize::new(jobs).expect("not zero");
        let result: Result<(), RunError<()>> = run(the_match, jobs, &Halt::new(), |record| {
            records.push(record);
            Ok(())
        });
        assert_eq!(result, Ok(()));
        records.sort_by_key(|record| record.index);
        records
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let the_match = heap_match(50);
        let alone = records(&the_match, 1);
        assert_eq!(alone.len(), 54);
        assert_eq!(alone, records(&the_match, 5));
    }

    #[test]
    fn what_is_left_of_many_matches() {
        let (first, second) = (heap_match(6), heap_match(12));
        let wanted = |index: u64| index % 3 == 1;
        let [all, ten] = [u64::MAX, 10].map(AtomicU64::new);
        let matches = [
            RemainingGames { the_match: &first, is_wanted: &wanted, until: &all },
            RemainingGames { the_match: &second, is_wanted: &|_| true, until: &ten },
        ];
        let mut games = Vec::new();
        let result: Result<(), RunError<()>> =
            run_all(&matches, NonZeroUsize::new(3).expect("not zero"), &Halt::new(), |finished| {
                games.extend(finished);
                Ok(())
            });
        assert_eq!(result, Ok(()));
        let mut played: Vec<(usize, u64)> = games.iter().map(|game| (game.match_index, game.record.index)).collect();
        played.sort_unstable();
        let expected: Vec<(usize, u64)> = [(0, 1), (0, 4)].into_iter().chain((0..10).map(|index| (1, index))).collect();
        assert_eq!(played, expected);
        let alone = records(&first, 1);
        let left = |index: u64| games.iter().find(|game| (game.match_index, game.record.index) == (0, index));
        assert!(left(4).is_some_and(|game| game.record == alone[4]));
    }

    /// One match is enough after some games; the next one is played as if nothing had happened.
    #[test]
    fn a_match_that_has_shown_enough_is_given_up() {
        let (endless, short) = (heap_match(1_000_000_000_000), heap_match(6));
        let [until, all] = [u64::MAX; 2].map(AtomicU64::new);
        let matches = [
            RemainingGames { the_match: &endless, is_wanted: &|_| true, until: &until },
            RemainingGames { the_match: &short, is_wanted: &|_| true, until: &all },
        ];
        let mut games = [0, 0];
        let result: Result<(), RunError<()>> =
            run_all(&matches, NonZeroUsize::new(2).expect("not zero"), &Halt::new(), |finished| {
                finished.iter().for_each(|game| games[game.match_index] += 1);
                until.store(if games[0] >= 9 { 3 } else { u64::MAX }, Ordering::Relaxed);
                Ok(())
            });
        assert_eq!(result, Ok(()));
        assert!((9..200).contains(&games[0]) && games[1] == 6, "{games:?}");
    }

    #[test]
    fn a_failing_receiver_ends_the_match() {
        let mut seen = 0;
        let result = run(&heap_match(1_000_000), NonZeroUsize::MIN, &Halt::new(), |_| {
            seen += 1;
            if seen == 3 { Err("the disk is full") } else { Ok(()) }
        });
        assert_eq!(result, Err(RunError::Receiver("the disk is full")));
    }

    #[test]
    fn stops_when_told() {
        let halt = Halt::new();
        let mut seen = 0;
        let jobs = NonZeroUsize::new(2).expect("not zero");
        let result: Result<(), RunError<()>> = run(&heap_match(1_000_000), jobs, &halt, |_| {
            seen += 1;
            if seen >= 3 {
                halt.stop();
            }
            Ok(())
        });
        assert_eq!(result, Ok(()));
        assert!((3..100).contains(&seen), "{seen}");
    }
}
