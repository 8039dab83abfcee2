//! Whether a difference may be mere luck.

use super::interval::Rate;

impl Rate {
    /// The two-sided p-value against `expected`: how often players with just that rate would
    /// fare as unlikely as this, or worse.
    ///
    /// Whole wins are tested by the exact binomial distribution: the sum over all numbers of
    /// wins that are no likelier than ours. Fractions of wins have no such distribution and are
    /// tested by the score, which is what [`Rate::interval`] inverts.
    ///
    /// Games must not influence each other, but they need not be alike. With seats of unequal
    /// value or with shared wins the number of wins varies less than the binomial distribution
    /// has it (Hoeffding 1956), so the true error rate is below the stated one.
    pub fn p_value(self, expected: f64) -> f64 {
        let Some(rate) = self.value() else { return 1.0 };
        if !(0.0 < expected && expected < 1.0) {
            return if rate == expected { 1.0 } else { 0.0 };
        }
        let is_whole = |number: f64| (number - number.round()).abs() < 1e-6;
        if is_whole(self.wins) && is_whole(self.games) {
            binomial(self.wins.round() as u64, self.games.round() as u64, expected)
        } else {
            two_sided((rate - expected) / (expected * (1.0 - expected) / self.games).sqrt())
        }
    }
}

/// The exact two-sided p-value of `wins` in `games`.
fn binomial(wins: u64, games: u64, rate: f64) -> f64 {
    let odds = rate / (1.0 - rate);
    let mode = ((games + 1) as f64 * rate).floor().min(games as f64) as u64;
    // Likelihoods relative to the most likely number of wins, from there outwards until they
    // vanish: no factorials, and few terms even for many games.
    let mut weights = vec![(mode, 1.0)];
    let mut weight = 1.0;
    for count in mode..games {
        weight *= (games - count) as f64 / (count + 1) as f64 * odds;
        if weight < f64::MIN_POSITIVE {
            break;
        }
        weights.push((count + 1, weight));
    }
    weight = 1.0;
    for count in (0..mode).rev() {
        weight *= (count + 1) as f64 / (games - count) as f64 / odds;
        if weight < f64::MIN_POSITIVE {
            break;
        }
        weights.push((count, weight));
    }
    let Some(&(_, ours)) = weights.iter().find(|(count, _)| *count == wins) else { return 0.0 };
    // Numbers that are exactly as likely must not be lost to rounding.
    let limit = ours * (1.0 + 1e-7);
    let sum = |most: f64| weights.iter().map(|(_, weight)| *weight).filter(|&weight| weight <= most).sum::<f64>();
    sum(limit) / sum(f64::INFINITY)
}

/// How often a normal variable is at least so far from zero, on either side.
fn two_sided(z: f64) -> f64 {
    (2.0 * upper_tail(z.abs())).min(1.0)
}

/// How often a normal variable exceeds `z`, which is not negative.
fn upper_tail(z: f64) -> f64 {
    let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z > 3.0 {
        // Laplace's continued fraction, from the far end.
        return density / (1..=80).rev().fold(z, |tail, term| z + f64::from(term) / tail);
    }
    // The series of odd powers over odd products (Marsaglia 2004).
    let (mut term, mut sum) = (z, z);
    for odd in (3..200).step_by(2) {
        term *= z * z / f64::from(odd);
        sum += term;
    }
    0.5 - density * sum
}

/// Corrects the p-values of several comparisons that are made at once (Holm 1979): if nothing
/// differs, any of them falls below 5% in at most 5% of all cases.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((p_values.len() - rank) as f64 * p_values[index]).min(1.0);
        corrected[index] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::rng::Rng;
    use proptest::prelude::*;

    /// The exact test from its definition, with likelihoods by plain multiplication.
    fn naive_binomial(wins: u64, games: u64, rate: f64) -> f64 {
        let likelihood = |wins: u64| {
            let choose: f64 = (0..wins).map(|taken| (games - taken) as f64 / (taken + 1) as f64).product();
            choose * rate.powi(wins as i32) * (1.0 - rate).powi((games - wins) as i32)
        };
        let ours = likelihood(wins) * (1.0 + 1e-7);
        (0..=games).map(likelihood).filter(|&likelihood| likelihood <= ours).sum()
    }

    #[test]
    fn exact_tests_by_hand() {
        // Of 2^5 ways five coins can fall, 2 are all alike; of 2^10, 2 * (1 + 10) have at most one that differs.
        assert!((Rate::new(5.0, 5.0).p_value(0.5) - 2.0 / 32.0).abs() < 1e-12);
        assert!((Rate::new(9.0, 10.0).p_value(0.5) - 22.0 / 1024.0).abs() < 1e-12);
        assert!((Rate::new(5.0, 10.0).p_value(0.5) - 1.0).abs() < 1e-12);
        // A die shows a six in all of three throws: 1/216, and nothing else is so rare.
        assert!((Rate::new(3.0, 3.0).p_value(1.0 / 6.0) - 1.0 / 216.0).abs() < 1e-12);
        // Conover 1971, p. 97, as in R's help for binom.test: 682 of 925 plants, expected 3/4.
        assert!((Rate::new(682.0, 925.0).p_value(0.75) - 0.3825).abs() < 5e-5);
    }

    #[test]
    fn extremes_are_numbers() {
        assert_eq!(Rate::new(0.0, 0.0).p_value(0.5), 1.0);
        assert_eq!(Rate::new(4.0, 4.0).p_value(1.0), 1.0);
        assert_eq!(Rate::new(3.0, 4.0).p_value(1.0), 0.0);
        assert_eq!(Rate::new(1e7, 10_000_000.0).p_value(0.5), 0.0);
        assert!((Rate::new(5e6, 10_000_000.0).p_value(0.5) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn normal_tails_as_printed() {
        // Abramowitz & Stegun 1964, Table 26.1 and 26.2.
        for (z, tail) in [(0.0, 0.5), (1.0, 0.158_655_253_9), (1.96, 0.024_997_895_1), (3.0, 1.349_898e-3)] {
            assert!((upper_tail(z) / tail - 1.0).abs() < 1e-6, "{z}");
        }
        assert!((upper_tail(6.0) / 9.865_876e-10 - 1.0).abs() < 1e-6);
        assert!((upper_tail(3.0 + 1e-9) / upper_tail(3.0) - 1.0).abs() < 1e-8, "both formulas meet");
    }

    #[test]
    fn holm_by_hand() {
        assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
        assert_eq!(holm(&[0.5]), [0.5]);
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
    }

    /// Equal players with two seatings in which one has 1 and then 2 of 3 seats, and with shared
    /// wins: at 5%, at most 5% of 20,000 matches may show a difference. Six standard errors of
    /// that count are 0.9%.
    #[test]
    fn unequal_seats_and_shared_wins_keep_the_error_rate() {
        let mut rng = Rng::new(5);
        for shared in [0.0, 0.3] {
            let mut errors = 0;
            for _ in 0..20_000 {
                let mut wins = 0.0;
                for game in 0..60 {
                    let seats = f64::from(1 + game % 2);
                    wins += if rng.happens(shared) { seats / 3.0 } else { f64::from(rng.happens(seats / 3.0)) };
                }
                errors += u32::from(Rate::new(wins, 60.0).p_value(0.5) < 0.05);
            }
            let rate = f64::from(errors) / 20_000.0;
            assert!(rate < 0.05 + 0.009, "{rate} with {shared} shared");
            assert!(rate > 0.002, "{rate}: a test that never errs shows nothing");
        }
    }

    proptest! {
        #[test]
        fn the_exact_test_agrees_with_its_definition(games in 1u64..60, wins in 0u64..60, rate in 0.05f64..0.95) {
            let wins = wins.min(games);
            prop_assert!((binomial(wins, games, rate) - naive_binomial(wins, games, rate)).abs() < 1e-9);
        }

        #[test]
        fn score_test_and_wilson_interval_agree(wins in 0.0f64..100.0, expected in 0.05f64..0.95) {
            // Away from whole wins, and from the edge of the interval.
            prop_assume!((wins - wins.round()).abs() > 1e-3);
            let rate = Rate::new(wins, 100.0);
            let (low, high) = rate.interval();
            prop_assume!((expected - low).abs() > 1e-6 && (expected - high).abs() > 1e-6);
            prop_assert_eq!(rate.p_value(expected) < 0.05, expected < low || expected > high);
        }

        #[test]
        fn corrections_only_raise(p_values in proptest::collection::vec(0.0f64..1.0, 0..8)) {
            let corrected = holm(&p_values);
            let most = p_values.len() as f64;
            for (&before, &after) in p_values.iter().zip(&corrected) {
                prop_assert!(before <= after && after <= (before * most).min(1.0) + 1e-12);
            }
        }
    }
}
