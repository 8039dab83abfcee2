//! How long games are and how many moves there are to choose from, and how exactly that is known.

use std::collections::BTreeMap;

use serde::Serialize;

use super::interval::Z95;

/// Sums over games. They are whole numbers, so that the order of the games does not matter.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// How many games had so many plies.
    lengths: BTreeMap<u32, u64>,
    games: u64,
    decisions: u64,
    legal_moves: u64,
    /// Sums of products over games: decisions and legal moves of a game.
    decisions2: u128,
    legal_moves2: u128,
    both: u128,
}

/// Sums over games of a number that is known in hundredths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    games: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    pub(super) fn add(&mut self, number: f64) {
        let hundredths = (number * 100.0).round() as i128;
        self.games += 1;
        self.sum += hundredths;
        self.squares += hundredths * hundredths;
    }

    pub(super) fn mean(&self) -> Option<Mean> {
        let (games, sum) = (self.games as f64, self.sum as f64 / 100.0);
        let value = sum / games;
        let squares = (self.squares as f64 / 1e4 - value * sum).max(0.0);
        Mean::new(self.games, value, squares, games)
    }
}

/// A mean, and its 95% interval if there are games enough to tell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Where its interval begins and ends.
    pub interval: Option<(f64, f64)>,
}

impl Mean {
    /// A quotient by `divisor`, whose numerator deviates by so much in sum of squares over games.
    fn new(games: u64, value: f64, squares: f64, divisor: f64) -> Option<Mean> {
        let count = games as f64;
        let spread = || Z95 * (squares * count / (count - 1.0)).sqrt() / divisor;
        let interval = || (value - spread(), value + spread());
        (divisor > 0.0).then(|| Mean { value, interval: (games > 1).then(interval) })
    }
}

impl Sizes {
    pub(super) fn add(&mut self, plies: u32, decisions: u64, legal_moves: u64) {
        *self.lengths.entry(plies).or_default() += 1;
        self.games += 1;
        self.decisions += decisions;
        self.legal_moves += legal_moves;
        self.decisions2 += u128::from(decisions).pow(2);
        self.legal_moves2 += u128::from(legal_moves).pow(2);
        self.both += u128::from(decisions) * u128::from(legal_moves);
    }

    /// Counts the games of another match as well.
    pub fn add_all(&mut self, other: &Sizes) {
        for (&plies, games) in &other.lengths {
            *self.lengths.entry(plies).or_default() += games;
        }
        self.games += other.games;
        self.decisions += other.decisions;
        self.legal_moves += other.legal_moves;
        self.decisions2 += other.decisions2;
        self.legal_moves2 += other.legal_moves2;
        self.both += other.both;
    }

    /// How many games had so many plies.
    pub fn lengths(&self) -> &BTreeMap<u32, u64> {
        &self.lengths
    }

    /// The mean number of plies.
    pub fn length(&self) -> Option<Mean> {
        let games = self.games as f64;
        let mean = self.lengths.iter().map(|(&plies, &count)| u64::from(plies) * count).sum::<u64>() as f64 / games;
        let squares = self.lengths.iter().map(|(&plies, &count)| (f64::from(plies) - mean).powi(2) * count as f64);
        Mean::new(self.games, mean, squares.sum(), games)
    }

    /// The mean number of legal moves of a player to move. It is a ratio of two sums over games,
    /// and the moves of one game resemble each other: whole games are what varies (Cochran 1977,
    /// section 2.11).
    pub fn branching(&self) -> Option<Mean> {
        let decisions = self.decisions as f64;
        let ratio = self.legal_moves as f64 / decisions;
        let squares =
            self.legal_moves2 as f64 - 2.0 * ratio * self.both as f64 + ratio * ratio * self.decisions2 as f64;
        Mean::new(self.games, ratio, squares.max(0.0), decisions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::rng::Rng;

    #[test]
    fn means_and_their_errors() {
        let mut sizes = Sizes::default();
        assert_eq!((sizes.length(), sizes.branching()), (None, None));
        sizes.add(10, 10, 30);
        assert_eq!(sizes.length(), Some(Mean { value: 10.0, interval: None }));
        sizes.add(14, 14, 42);
        let length = sizes.length().expect("two games");
        // The standard error of 10 and 14 is 2.
        assert_eq!((length.value, length.interval), (12.0, Some((12.0 - 2.0 * Z95, 12.0 + 2.0 * Z95))));
        // Both games have three moves to choose from: nothing varies.
        assert_eq!(sizes.branching(), Some(Mean { value: 3.0, interval: Some((3.0, 3.0)) }));
        let mut moments = Moments::default();
        assert_eq!(moments.mean(), None);
        [-10.0, -14.0].into_iter().for_each(|number| moments.add(number));
        assert_eq!(moments.mean(), Some(Mean { value: -12.0, interval: Some((-12.0 - 2.0 * Z95, -12.0 + 2.0 * Z95)) }));
        assert_eq!(sizes.lengths().iter().collect::<Vec<_>>(), [(&10, &1), (&14, &1)]);
        // Two matches together are as one match of all their games.
        let [mut one, mut other, mut all] = [Sizes::default(), Sizes::default(), Sizes::default()];
        one.add(10, 9, 30);
        other.add(14, 14, 44);
        [(10, 9, 30), (14, 14, 44)].into_iter().for_each(|(plies, decisions, moves)| all.add(plies, decisions, moves));
        one.add_all(&other);
        assert_eq!((one.length(), one.branching(), one.lengths()), (all.length(), all.branching(), all.lengths()));
    }

    /// The intervals hold the truth in 95% of 2000 samples of 60 games; with a standard error of 0.5%
    /// and small samples, 93% to 97% is expected.
    #[test]
    fn intervals_hold_what_they_promise() {
        let mut rng = Rng::new(5);
        let mut held = [0; 2];
        for _ in 0..2000 {
            let mut sizes = Sizes::default();
            for _ in 0..60 {
                // Long games have more moves at every ply: 4 in those of 10 plies, 6 in those of 20.
                let is_long = rng.below(2) == 1;
                let noise = rng.below(21) as u64;
                let (plies, moves) = if is_long { (20, 110 + noise) } else { (10, 30 + noise) };
                sizes.add(plies, u64::from(plies), moves);
            }
            let truths = [15.0, (120.0 + 40.0) / 30.0];
            for ((mean, truth), held) in [sizes.length(), sizes.branching()].into_iter().zip(truths).zip(&mut held) {
                let (low, high) = mean.and_then(|mean| mean.interval).expect("many games");
                *held += u32::from(low <= truth && truth <= high);
            }
        }
        assert!(held.iter().all(|held| (1860..=1940).contains(held)), "{held:?} of 2000");
    }
}
