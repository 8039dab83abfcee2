//! A match that ends as soon as it has shown enough.

use std::collections::BTreeMap;

use crate::record::GameRecord;
use crate::statistics::sprt::{Hypotheses, Sprt, State};
use crate::statistics::won_by;

/// Puts the games of a match, which finish in any order, into the order of their indices and tests
/// a player's win rate after each whole round. So the decision, and the games it rests on, do not
/// depend on which thread was faster, and every seating counts equally often.
#[derive(Clone, Debug)]
pub struct Stopping {
    test: Sprt,
    player: String,
    round_length: u64,
    next: u64,
    /// Games that finished before one with a lower index.
    waiting: BTreeMap<u64, GameRecord>,
    /// What the player won of the round that is being handed on.
    won: f64,
}

impl Stopping {
    /// A test of the win rate of `player`, in rounds of so many games.
    pub fn new(hypotheses: Hypotheses, player: &str, round_length: u64) -> Self {
        Stopping {
            test: Sprt::new(hypotheses),
            player: player.to_owned(),
            round_length,
            next: 0,
            waiting: BTreeMap::new(),
            won: 0.0,
        }
    }

    /// Takes a finished game.
    pub fn finished(&mut self, record: GameRecord) {
        self.waiting.insert(record.index, record);
    }

    /// The next game that counts, in the order of indices; none until it has finished, and none
    /// after the decision.
    pub fn take_next(&mut self) -> Option<GameRecord> {
        if self.is_decided() {
            return None;
        }
        let record = self.waiting.remove(&self.next)?;
        self.next += 1;
        self.won += won_by(&self.player, &record);
        if self.next.is_multiple_of(self.round_length) {
            self.test.add_round(std::mem::take(&mut self.won), self.round_length);
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

    /// Whose win rate is tested.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// How far the test is.
    pub fn test(&self) -> &Sprt {
        &self.test
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
            moves: Vec::new(),
        }
    }

    fn stopping() -> Stopping {
        Stopping::new(Hypotheses::new(0.5, 0.8, 0.05, 0.05).expect("valid"), "a", 2)
    }

    /// The games that count, and the test, after games that finish in this order.
    fn play(order: &[u64], won: impl Fn(u64) -> bool) -> (Vec<u64>, Sprt) {
        let (mut stopping, mut counted) = (stopping(), Vec::new());
        for &index in order {
            stopping.finished(record(index, won(index)));
            while let Some(record) = stopping.take_next() {
                counted.push(record.index);
            }
        }
        (counted, stopping.test().clone())
    }

    #[test]
    fn the_order_of_finishing_does_not_matter() {
        let won = |index: u64| !index.is_multiple_of(5);
        let in_order: Vec<u64> = (0..60).collect();
        let (counted, test) = play(&in_order, won);
        assert_eq!(test.state(), State::AcceptedAlternative);
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
        assert_eq!((decided.test().state(), decided.rest().len()), (State::AcceptedNull, 0));
    }
}
