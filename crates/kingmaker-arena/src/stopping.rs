//! A match that ends as soon as it has shown enough.

use std::collections::BTreeMap;
use std::convert::Infallible;

use kingmaker_core::Teams;
use serde::Serialize;

use crate::matches::Match;
use crate::record::GameRecord;
use crate::statistics::sprt::{Hypotheses, Sprt, State};
use crate::statistics::{Statistics, Summary, won_by};

/// How many games are played at most until a test decides, if nothing is said.
pub const MOST_GAMES: u64 = 100_000;

/// Puts the games of a match, which finish in any order, into the order of their indices and tests
/// a player's win rate after each whole round. So the decision, and the games it rests on, do not
/// depend on which thread was faster, and every seating counts equally often.
#[derive(Clone, Debug)]
pub struct Stopping {
    test: Sprt,
    player: String,
    teams: Teams,
    round_length: u64,
    next: u64,
    /// Games that finished before one with a lower index.
    waiting: BTreeMap<u64, GameRecord>,
    /// What the player won of the round that is being handed on, and how many games of it they played.
    won: f64,
    games: u64,
}

impl Stopping {
    /// A test of the win rate of `player` in a game of these teams, in rounds of so many games.
    pub fn new(test: Sprt, player: &str, teams: Teams, round_length: u64) -> Self {
        Stopping {
            test,
            player: player.to_owned(),
            teams,
            round_length,
            next: 0,
            waiting: BTreeMap::new(),
            won: 0.0,
            games: 0,
        }
    }

    /// Takes a finished game. After the decision none is needed.
    pub fn finished(&mut self, record: GameRecord) {
        if !self.is_decided() {
            self.waiting.insert(record.index, record);
        }
    }

    /// The next game that counts, in the order of indices; none until it has finished, and none
    /// after the decision.
    pub fn take_next(&mut self) -> Option<GameRecord> {
        if self.is_decided() {
            return None;
        }
        let record = self.waiting.remove(&self.next)?;
        self.next += 1;
        // Of those who are bound to a role, not everybody plays every game.
        self.games += u64::from(record.seating.contains(&self.player));
        self.won += won_by(&self.player, &record, &self.teams);
        if self.next.is_multiple_of(self.round_length) {
            self.test.add_round(std::mem::take(&mut self.won), std::mem::take(&mut self.games));
        }
        Some(record)
    }

    /// The games that finished but wait for others, for a match that was interrupted. There are
    /// none after the decision.
    pub fn rest(&mut self) -> Vec<GameRecord> {
        let waiting = std::mem::take(&mut self.waiting);
        if self.is_decided() { Vec::new() } else { waiting.into_values().collect() }
    }

    /// Whether the match can end.
    pub fn is_decided(&self) -> bool {
        self.test.state() != State::Undecided
    }

    /// How far the test is.
    pub fn finding(&self) -> Finding {
        Finding {
            hypotheses: *self.test.hypotheses(),
            player: self.player.clone(),
            state: self.test.state(),
            llr: self.test.llr(),
            bounds: self.test.hypotheses().bounds(),
        }
    }
}

/// What a sequential test has found so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// What is tested.
    #[serde(flatten)]
    pub hypotheses: Hypotheses,
    /// Whose win rate.
    pub player: String,
    /// Which hypothesis is accepted, if one is.
    pub state: State,
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// Where the test accepts H0, and where it accepts H1.
    pub bounds: (f64, f64),
}

/// How a match stands: what its games say, and whether they have said enough.
#[derive(Clone, Debug)]
pub struct Standing {
    statistics: Statistics,
    stopping: Option<Stopping>,
    scheduled: u64,
}

impl Standing {
    /// Before the first game.
    pub fn new(the_match: &Match) -> Self {
        Standing {
            statistics: Statistics::new(
                the_match.players().iter().map(|player| player.label()),
                the_match.game().teams(),
            ),
            stopping: the_match.stopping(),
            scheduled: the_match.schedule().games(),
        }
    }

    /// Counts a game if it belongs to the match. With a rule that ends it early, games count in the
    /// order of their indices, and none after the decision.
    pub fn add(&mut self, record: &GameRecord) {
        let Ok(()) = self.add_kept(record, |_| Ok::<(), Infallible>(()));
    }

    /// The same, but each game is handed to `keep` just before it counts. One that cannot be kept does
    /// not count, because a result must not rest on games that nobody has.
    pub fn add_kept<E>(
        &mut self,
        record: &GameRecord,
        mut keep: impl FnMut(&GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        match &mut self.stopping {
            _ if record.index >= self.scheduled => {}
            None => {
                keep(record)?;
                self.statistics.add(record);
            }
            Some(stopping) => {
                stopping.finished(record.clone());
                while let Some(record) = stopping.take_next() {
                    keep(&record)?;
                    self.statistics.add(&record);
                }
            }
        }
        Ok(())
    }

    /// Counts the games that finished but wait for others, after a match that was interrupted. The test
    /// stays as it is: its next round is not complete.
    pub fn add_waiting<E>(&mut self, mut keep: impl FnMut(&GameRecord) -> Result<(), E>) -> Result<(), E> {
        for record in self.stopping.iter_mut().flat_map(Stopping::rest) {
            keep(&record)?;
            self.statistics.add(&record);
        }
        Ok(())
    }

    /// What the games say.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The same in short. Tests that hold only for a length that was fixed beforehand are left out
    /// where it was not.
    pub fn summary(&self) -> Summary {
        let summary = self.statistics.summary();
        if self.stopping.is_some() { summary.of_open_length() } else { summary }
    }

    /// What the test has found, if there is one.
    pub fn finding(&self) -> Option<Finding> {
        self.stopping.as_ref().map(Stopping::finding)
    }

    /// Whether a rule has ended the match.
    pub fn is_decided(&self) -> bool {
        self.stopping.as_ref().is_some_and(Stopping::is_decided)
    }

    /// Games from this index on are not needed, as far as is known yet.
    pub fn needed(&self) -> u64 {
        if self.is_decided() { self.statistics.games() } else { self.scheduled }
    }

    /// Whether every game was played that was to be played.
    pub fn is_complete(&self) -> bool {
        self.statistics.games() == self.needed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::rng::Rng;

    fn record(index: u64, won: bool) -> GameRecord {
        GameRecord {
            game: "toy".to_owned(),
            index,
            seed: index,
            seating: vec!["a".to_owned(), "b".to_owned()],
            budgets: Vec::new(),
            shares: if won { vec![1.0, 0.0] } else { vec![0.0, 1.0] },
            plies: 1,
            capped: false,
            legal_moves: 1,
            turns: None,
            points: Vec::new(),
            moves: Vec::new(),
            spent: Vec::new(),
            faults: Vec::new(),
        }
    }

    fn stopping() -> Stopping {
        Stopping::new(Sprt::new(Hypotheses::new(0.5, 0.8, 0.05, 0.05).expect("valid")), "a", Teams::each_alone(2), 2)
    }

    /// The games that count, and the test, after games that finish in this order.
    fn play(order: &[u64], won: impl Fn(u64) -> bool) -> (Vec<u64>, Finding) {
        let (mut stopping, mut counted) = (stopping(), Vec::new());
        for &index in order {
            stopping.finished(record(index, won(index)));
            while let Some(record) = stopping.take_next() {
                counted.push(record.index);
            }
        }
        (counted, stopping.finding())
    }

    #[test]
    fn the_order_of_finishing_does_not_matter() {
        let won = |index: u64| !index.is_multiple_of(5);
        let in_order: Vec<u64> = (0..60).collect();
        let (counted, test) = play(&in_order, won);
        assert_eq!(test.state, State::AcceptedAlternative);
        assert!(counted.len() < 60 && counted.len() % 2 == 0, "whole rounds, and not all of them: {}", counted.len());
        assert_eq!(counted, in_order[..counted.len()]);
        let mut rng = Rng::new(1);
        for _ in 0..50 {
            let mut shuffled = in_order.clone();
            rng.shuffle(&mut shuffled);
            assert_eq!(play(&shuffled, won), (counted.clone(), test.clone()));
        }
    }

    #[test]
    fn what_waits_is_not_lost() {
        let mut stopping = stopping();
        stopping.finished(record(1, true));
        stopping.finished(record(3, true));
        assert_eq!(stopping.take_next(), None);
        assert_eq!(stopping.rest().len(), 2);
        let mut decided = self::stopping();
        (0..40).for_each(|index| decided.finished(record(index, false)));
        while decided.take_next().is_some() {}
        assert_eq!((decided.finding().state, decided.rest().len()), (State::AcceptedNull, 0));
    }

    #[test]
    fn what_is_not_kept_does_not_count() {
        let games = |index| record(index, false);
        for with_rule in [false, true] {
            let mut standing = Standing {
                statistics: Statistics::new(["a", "b"], Teams::each_alone(2)),
                stopping: with_rule.then(stopping),
                scheduled: 100,
            };
            let mut kept = Vec::new();
            let mut keep = |record: &GameRecord| {
                kept.push(record.index);
                if kept.len() == 3 { Err("the disk is full") } else { Ok(()) }
            };
            assert_eq!(standing.add_kept(&games(1), &mut keep), Ok(()));
            assert_eq!(standing.add_kept(&games(100), &mut keep), Ok(()), "no game of the match");
            assert_eq!(standing.add_kept(&games(0), &mut keep), Ok(()));
            assert_eq!(standing.add_kept(&games(2), &mut keep), Err("the disk is full"));
            assert_eq!(standing.statistics().games(), 2);
            standing.add(&games(5));
            assert_eq!(standing.statistics().games(), if with_rule { 2 } else { 3 }, "3 and 4 are missing");
            assert_eq!(standing.add_waiting(|_| Ok::<(), Infallible>(())), Ok(()));
            assert_eq!((standing.statistics().games(), standing.is_complete()), (3, false));
            assert_eq!(kept, if with_rule { [0, 1, 2] } else { [1, 0, 2] });
        }
    }
}
