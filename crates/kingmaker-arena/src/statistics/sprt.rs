//! When a match has shown enough: the sequential probability ratio test (Wald 1945).

use std::fmt;

use serde::Serialize;

/// A test of a player's win rate that may stop after any round.
///
/// It accepts one of two hypotheses: that the rate is `null`, or that it is `alternative`. With
/// w wins in n games, each worth one point, the logarithm of the likelihood ratio is
///
/// ```text
/// LLR = w ln(p1 / p0) + (n - w) ln((1 - p1) / (1 - p0))
/// ```
///
/// and the test ends when it is at least ln(1 / alpha) or at most ln(beta).
///
/// The error rates are bounds, not approximations, as long as games do not influence each other
/// and the test looks only at whole rounds. Let the games of a round have mean shares m that
/// average to p0 or less; they may differ, as seats do. A share x in `[0, 1]` multiplies the ratio
/// by (p1/p0)^x (q1/q0)^(1-x), which is convex in x and so at most x p1/p0 + (1-x) q1/q0. The
/// expectation of that is linear in m, and the product over a round is at most the power of the
/// mean over the round, which is p1 + q1 = 1 (means of products and of sums). So the ratio is a
/// supermartingale, and exceeds 1/alpha at any time with a probability of at most alpha (Ville
/// 1939). The other bound holds in the same way with both hypotheses exchanged.
///
/// The generalised test with the measured variance (Van den Bergh 2019, as in Fishtest) needs
/// fewer games when many wins are shared, but its error rates hold only in the limit of many rounds.
///
/// Where the games of a round influence each other, because they begin with the same opening, the product over a round is not
/// bounded so: two games that are both won or both lost would count as two. Then a round is [one observation](Sprt::of_rounds),
/// the mean share x of its games, and multiplies the ratio once by (p1/p0)^x (q1/q0)^(1-x). Its expectation is at most 1 by
/// the same convexity, whatever the games of the round have to do with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    llr: f64,
    state: State,
    /// Whether a round counts as one game.
    is_of_rounds: bool,
}

/// Two win rates, and how often the test may mistake one for the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Hypotheses {
    /// The rate under H0.
    pub null: f64,
    /// The rate under H1.
    pub alternative: f64,
    /// How often H1 may be accepted although the rate is `null`, or still further from H1.
    pub alpha: f64,
    /// How often H0 may be accepted although the rate is `alternative`, or still further from H0.
    pub beta: f64,
}

/// How far a test is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// More games are needed.
    Undecided,
    /// The rate is `null` rather than `alternative`.
    AcceptedNull,
    /// The rate is `alternative` rather than `null`.
    AcceptedAlternative,
}

/// How often a test may be wrong if nothing is said.
pub const ERROR_RATE: f64 = 0.05;

impl Hypotheses {
    /// Reads two win rates in per cent, as in `50:55`; else says what was expected.
    pub fn read_rates(text: &str) -> Result<(f64, f64), &'static str> {
        let percent = |text: &str| text.trim().trim_end_matches('%').parse::<f64>().ok().map(|percent| percent / 100.0);
        let rates = text.split_once(':').and_then(|(null, alternative)| percent(null).zip(percent(alternative)));
        rates.ok_or("expected two win rates in per cent, such as 50:55")
    }

    /// Checks that there is something to test.
    pub fn new(null: f64, alternative: f64, alpha: f64, beta: f64) -> Result<Self, HypothesesError> {
        for rate in [null, alternative] {
            if !(0.0 < rate && rate < 1.0) {
                return Err(HypothesesError::Rate(rate));
            }
        }
        for error in [alpha, beta] {
            if !(0.0 < error && error < 0.5) {
                return Err(HypothesesError::ErrorRate(error));
            }
        }
        if null == alternative {
            return Err(HypothesesError::Equal(null));
        }
        Ok(Hypotheses { null, alternative, alpha, beta })
    }

    /// Where the test accepts H0, and where it accepts H1.
    pub fn bounds(&self) -> (f64, f64) {
        (self.beta.ln(), -self.alpha.ln())
    }

    /// About how many games the test takes if the rate is the null, and if it is the alternative
    /// (Wald 1945): the expected last LLR over the expected gain of a game. Games of
    /// which less than a whole point is at stake take longer.
    pub fn expected_games(&self) -> (f64, f64) {
        let (low, high) = self.bounds();
        let gain = |rate: f64| rate * self.per_win() + (1.0 - rate) * self.per_loss();
        (
            ((1.0 - self.alpha) * low + self.alpha * high) / gain(self.null),
            (self.beta * low + (1.0 - self.beta) * high) / gain(self.alternative),
        )
    }

    fn per_win(&self) -> f64 {
        (self.alternative / self.null).ln()
    }

    fn per_loss(&self) -> f64 {
        ((1.0 - self.alternative) / (1.0 - self.null)).ln()
    }
}

impl Sprt {
    /// A test of which no game is known yet.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Sprt { hypotheses, llr: 0.0, state: State::Undecided, is_of_rounds: false }
    }

    /// The same for rounds whose games influence each other: only the mean of each counts.
    pub fn of_rounds(hypotheses: Hypotheses) -> Self {
        Sprt { is_of_rounds: true, ..Sprt::new(hypotheses) }
    }

    /// Counts a whole round in which every seating was played once. Rounds must come in an order
    /// that does not depend on their results. After the decision nothing changes any more.
    pub fn add_round(&mut self, wins: f64, games: u64) -> State {
        if self.state == State::Undecided && games > 0 {
            let weight = if self.is_of_rounds { 1.0 / games as f64 } else { 1.0 };
            let (wins, losses) = (wins * weight, (games as f64 - wins) * weight);
            self.llr += wins * self.hypotheses.per_win() + losses * self.hypotheses.per_loss();
            let (low, high) = self.hypotheses.bounds();
            if self.llr >= high {
                self.state = State::AcceptedAlternative;
            } else if self.llr <= low {
                self.state = State::AcceptedNull;
            }
        }
        self.state
    }

    /// How far the test is.
    pub fn state(&self) -> State {
        self.state
    }

    /// The logarithm of the likelihood ratio of H1 to H0.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// What is tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }
}

/// Hypotheses that cannot be tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HypothesesError {
    /// Not a rate that a player could have, win some and lose some.
    Rate(f64),
    /// Not a sensible error rate.
    ErrorRate(f64),
    /// Both hypotheses are the same.
    Equal(f64),
}

impl fmt::Display for HypothesesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HypothesesError::Rate(rate) => {
                write!(f, "a win rate of {}% cannot be tested; expected more than 0 and less than 100", rate * 100.0)
            }
            HypothesesError::ErrorRate(rate) => {
                write!(f, "an error rate of {rate} is none to test with; expected more than 0 and less than 0.5")
            }
            HypothesesError::Equal(rate) => {
                write!(f, "both hypotheses are {}%; expected two different win rates", rate * 100.0)
            }
        }
    }
}

impl std::error::Error for HypothesesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::rng::Rng;

    fn hypotheses(null: f64, alternative: f64) -> Hypotheses {
        Hypotheses::new(null, alternative, 0.05, 0.05).expect("valid")
    }

    /// In half of the openings the first to move wins, in the others the player wins both games or loses both, so that games of
    /// a round are alike. Counted one by one they would mislead the test; counted as rounds they do not.
    #[test]
    fn games_that_begin_alike_count_as_one() {
        const TRIALS: u64 = 4000;
        let mistaken = |test: &dyn Fn() -> Sprt| {
            let wrong = (0..TRIALS).filter(|&seed| {
                let (mut rng, mut test) = (Rng::new(seed), test());
                let decided = (0..5000).find_map(|_| {
                    let wins = if rng.happens(0.2) { 1.0 } else { 2.0 * f64::from(u8::from(rng.happens(0.5))) };
                    Some(test.add_round(wins, 2)).filter(|state| *state != State::Undecided)
                });
                decided == Some(State::AcceptedAlternative)
            });
            wrong.count() as f64 / TRIALS as f64
        };
        let (by_round, by_game) =
            (mistaken(&|| Sprt::of_rounds(hypotheses(0.5, 0.6))), mistaken(&|| Sprt::new(hypotheses(0.5, 0.6))));
        assert!(by_round < 0.05, "{by_round} of 0.05");
        assert!(by_game > 0.08, "{by_game}: there would be no need for rounds");
    }

    #[test]
    fn a_run_by_hand() {
        // Each win adds ln(0.6 / 0.5) = 0.1823, each loss ln(0.4 / 0.5) = -0.2231; the bounds are 2.9957.
        let mut test = Sprt::new(hypotheses(0.5, 0.6));
        assert_eq!(test.add_round(10.0, 10), State::Undecided);
        assert!((test.llr() - 1.823_216).abs() < 1e-6);
        assert_eq!(test.add_round(1.0, 2), State::Undecided);
        assert!((test.llr() - 1.782_394).abs() < 1e-6);
        assert_eq!(test.add_round(7.0, 7), State::AcceptedAlternative);
        assert_eq!(test.add_round(0.0, 1000), State::AcceptedAlternative, "what is decided stays so");
        assert_eq!(Sprt::new(hypotheses(0.5, 0.6)).add_round(0.0, 14), State::AcceptedNull);
    }

    #[test]
    fn rates_are_per_cents() {
        assert_eq!(Hypotheses::read_rates("50:55"), Ok((0.5, 0.55)));
        assert_eq!(Hypotheses::read_rates("33.5% : 40%"), Ok((0.335, 0.4)));
        assert!(["50", "a:b", "50:"].iter().all(|text| Hypotheses::read_rates(text).is_err()));
    }

    #[test]
    fn what_cannot_be_tested() {
        let refused = |null, alternative, alpha| Hypotheses::new(null, alternative, alpha, 0.05).expect_err("invalid");
        assert_eq!(refused(0.5, 1.0, 0.05), HypothesesError::Rate(1.0));
        assert_eq!(refused(0.5, 0.5, 0.05), HypothesesError::Equal(0.5));
        assert_eq!(refused(0.5, 0.6, 0.5), HypothesesError::ErrorRate(0.5));
        assert!(matches!(refused(f64::NAN, 0.6, 0.05), HypothesesError::Rate(_)));
    }

    /// What a round of games of one of two types gives.
    struct World {
        /// The chance of the type in each seating.
        chances: Vec<f64>,
        /// How often a game is divided among all seats.
        shared: f64,
    }

    impl World {
        /// Two types at `seats` seats: a seat of ours has the weight `strength` in the draw for the
        /// winner, which must give `rate` over the round.
        fn with_rate(seats: u32, shared: f64, rate: f64) -> Self {
            let chances = |strength: f64| -> Vec<f64> {
                (1..(1u32 << seats) - 1)
                    .map(|seating| {
                        let ours = f64::from(seating.count_ones());
                        let fair = ours / f64::from(seats);
                        let wins = strength * ours / (strength * ours + f64::from(seats) - ours);
                        shared * fair + (1.0 - shared) * wins
                    })
                    .collect()
            };
            let mean = |chances: &[f64]| chances.iter().sum::<f64>() / chances.len() as f64;
            let (mut low, mut high): (f64, f64) = (1e-3, 1e3);
            while high / low > 1.0 + 1e-12 {
                let middle = (low * high).sqrt();
                if mean(&chances(middle)) < rate { low = middle } else { high = middle }
            }
            World { chances: chances(low), shared }
        }

        fn round(&self, rng: &mut Rng) -> f64 {
            let seatings = self.chances.len() as u32 + 2;
            let fair = |index: usize| f64::from((index as u32 + 1).count_ones()) / f64::from(seatings.ilog2());
            let game = |(index, &chance): (usize, &f64)| {
                let decided = (chance - self.shared * fair(index)) / (1.0 - self.shared);
                if rng.happens(self.shared) { fair(index) } else { f64::from(rng.happens(decided)) }
            };
            self.chances.iter().enumerate().map(game).sum()
        }

        fn games(&self) -> u64 {
            self.chances.len() as u64
        }
    }

    /// How often the test accepts the alternative, and how many games it takes.
    fn simulate(test: Hypotheses, world: &World, runs: u32, seed: u64) -> (f64, f64) {
        let mut rng = Rng::new(seed);
        let (mut accepted, mut games) = (0, 0);
        for _ in 0..runs {
            let mut test = Sprt::new(test);
            while test.state() == State::Undecided {
                test.add_round(world.round(&mut rng), world.games());
                games += world.games();
            }
            accepted += u32::from(test.state() == State::AcceptedAlternative);
        }
        (f64::from(accepted) / f64::from(runs), games as f64 / f64::from(runs))
    }

    /// Both error rates in 4,000 runs each, for two, three and four seats, without and with shared
    /// wins. Four standard errors of 5% are 1.4%.
    #[test]
    fn error_rates_are_kept() {
        let test = hypotheses(0.5, 0.6);
        for seats in 2..=4 {
            for shared in [0.0, 0.3] {
                let (false_alarms, _) = simulate(test, &World::with_rate(seats, shared, 0.5), 4000, 1);
                let (found, _) = simulate(test, &World::with_rate(seats, shared, 0.6), 4000, 2);
                assert!(false_alarms < 0.05 + 0.014, "{false_alarms} at {seats} seats, {shared} shared");
                assert!(1.0 - found < 0.05 + 0.014, "{found} at {seats} seats, {shared} shared");
                assert!(shared > 0.0 || false_alarms > 0.01, "{false_alarms}: the bound should not be far off");
            }
        }
        let strict = Hypotheses::new(0.4, 0.3, 0.01, 0.2).expect("a test for a weaker player");
        let (false_alarms, _) = simulate(strict, &World::with_rate(2, 0.0, 0.4), 4000, 3);
        let (found, _) = simulate(strict, &World::with_rate(2, 0.0, 0.3), 4000, 4);
        assert!(false_alarms < 0.01 + 0.0063 && 1.0 - found < 0.2 + 0.026, "{false_alarms} {found}");
    }

    #[test]
    fn takes_about_as_many_games_as_expected() {
        let test = hypotheses(0.5, 0.6);
        let (if_null, if_alternative) = test.expected_games();
        let (_, null) = simulate(test, &World::with_rate(2, 0.0, 0.5), 2000, 5);
        let (_, alternative) = simulate(test, &World::with_rate(2, 0.0, 0.6), 2000, 6);
        // What the test overshoots its bounds by makes it a little longer.
        assert!((0.95..1.25).contains(&(null / if_null)), "{null} {if_null}");
        assert!((0.95..1.25).contains(&(alternative / if_alternative)), "{alternative} {if_alternative}");
    }

    /// Why the variance is not measured: the generalised test, applied from the second round on,
    /// errs far more often than it says.
    #[test]
    fn a_measured_variance_errs_too_often_in_short_matches() {
        let (world, mut rng) = (World::with_rate(4, 0.0, 0.5), Rng::new(7));
        let (low, high) = hypotheses(0.5, 0.6).bounds();
        let mut accepted = 0;
        for _ in 0..4000 {
            let mut rates: Vec<f64> = Vec::new();
            loop {
                rates.push(world.round(&mut rng) / world.games() as f64);
                let rounds = rates.len() as f64;
                let mean = rates.iter().sum::<f64>() / rounds;
                let variance = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / rounds;
                let llr = rounds * (0.6 - 0.5) * (2.0 * mean - 0.5 - 0.6) / (2.0 * variance.max(1e-4));
                if rates.len() >= 2 && (llr >= high || llr <= low) {
                    accepted += u32::from(llr >= high);
                    break;
                }
            }
        }
        assert!(f64::from(accepted) / 4000.0 > 0.08, "{accepted} of 4000");
    }
}
