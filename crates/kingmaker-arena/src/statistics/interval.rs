//! How exactly a win rate is known.

use serde::Serialize;

/// The two-sided 95% point of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// What was won in so many games. A shared win counts as a fraction, so `wins` need not be whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The sum of the shares.
    pub wins: f64,
    /// The number of games, or of those points that count: also a fraction.
    pub games: f64,
}

impl Rate {
    /// So many wins in so many games.
    pub fn new(wins: f64, games: f64) -> Self {
        Rate { wins, games }
    }

    /// Wins per game, if there was a game.
    pub fn value(self) -> Option<f64> {
        (self.games > 0.0).then(|| self.wins / self.games)
    }

    /// Wilson's score interval, at 95% (Wilson 1927): the rates that the score test does not
    /// reject. Unlike the usual approximation it also holds for few games and for rates near 0
    /// or 1.
    ///
    /// Shared wins enter as fractions. A share in [0, 1] never varies more than a whole win with
    /// the same mean, nor do games of different seatings taken together vary more than games
    /// that are all alike: with either the interval is, if anything, too wide.
    pub fn interval(self) -> (f64, f64) {
        let Some(rate) = self.value() else { return (0.0, 1.0) };
        let (rate, games, z2) = (rate.clamp(0.0, 1.0), self.games, Z95 * Z95);
        let centre = (rate + z2 / (2.0 * games)) / (1.0 + z2 / games);
        let spread = Z95 * (rate * (1.0 - rate) / games + z2 / (4.0 * games * games)).sqrt() / (1.0 + z2 / games);
        ((centre - spread).max(0.0), (centre + spread).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(ours: (f64, f64), printed: (f64, f64)) {
        assert!((ours.0 - printed.0).abs() < 6e-5 && (ours.1 - printed.1).abs() < 6e-5, "{ours:?} {printed:?}");
    }

    /// The examples of Newcombe 1998, Table I, method 3.
    #[test]
    fn wilson_intervals_as_printed() {
        close(Rate::new(81.0, 263.0).interval(), (0.2553, 0.3662));
        close(Rate::new(15.0, 148.0).interval(), (0.0624, 0.1605));
        close(Rate::new(0.0, 20.0).interval(), (0.0, 0.1611));
        close(Rate::new(1.0, 29.0).interval(), (0.0061, 0.1718));
        assert_eq!(Rate::new(0.0, 0.0).interval(), (0.0, 1.0));
        assert_eq!(Rate::new(20.0, 20.0).interval().1, 1.0);
    }

    proptest! {
        #[test]
        fn intervals_hold_their_rate_and_mirror(thirds in 0u32..3000, games in 1u32..1000) {
            let games = f64::from(games);
            let wins = (f64::from(thirds) / 3.0).min(games);
            let (rate, mirrored) = (Rate::new(wins, games), Rate::new(games - wins, games));
            let (low, high) = rate.interval();
            let value = wins / games;
            prop_assert!(0.0 <= low && low <= value + 1e-12 && value <= high + 1e-12 && high <= 1.0);
            let other = mirrored.interval();
            prop_assert!((low - (1.0 - other.1)).abs() < 1e-9 && (high - (1.0 - other.0)).abs() < 1e-9);
        }
    }
}
