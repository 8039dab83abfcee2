//! Chi-squared tests with a stated error rate.

use std::fmt::Debug;

use super::Here;
use crate::game::Game;
use crate::rng::Rng;

/// The quantile of the normal distribution that is exceeded once in a million draws.
const ONE_IN_A_MILLION: f64 = 4.753_424;

/// Cells expected to be hit more rarely than this are counted as one.
const SMALLEST_EXPECTATION: f64 = 5.0;

/// The number that chi-squared with this many degrees of freedom exceeds at most once in a
/// million draws: the approximation of Wilson and Hilferty (1931), which is too high for few
/// degrees of freedom (by a seventh for one), and so errs on the side of silence.
fn limit(freedom: usize) -> f64 {
    let freedom = freedom as f64;
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + ONE_IN_A_MILLION * spread.sqrt()).powi(3)
}

/// How far counts are from what was expected, and the degrees of freedom.
fn chi_squared(counts: &[usize], probabilities: &[f64]) -> (f64, usize) {
    let draws: usize = counts.iter().sum();
    let mut cells = Vec::new();
    let mut rare = (0.0, 0.0);
    for (&count, &probability) in counts.iter().zip(probabilities) {
        let expected = probability * draws as f64;
        if expected < SMALLEST_EXPECTATION {
            rare = (rare.0 + count as f64, rare.1 + expected);
        } else {
            cells.push((count as f64, expected));
        }
    }
    if rare.1 >= SMALLEST_EXPECTATION {
        cells.push(rare);
    }
    let statistic = cells.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    (statistic, cells.len().saturating_sub(1))
}

/// Panics if draws do not come from `possible`, or not with these probabilities. A faultless
/// `draw` is accused for at most one seed in a million.
pub(super) fn check_frequencies<G: Game, T: PartialEq + Debug>(
    here: &Here<'_, G>,
    what: &str,
    possible: &[(T, f64)],
    mut draw: impl FnMut(&mut Rng) -> Option<T>,
) {
    let mut rng = here.rng();
    let draws = (40 * possible.len()).clamp(2_000, 20_000);
    let mut counts = vec![0; possible.len()];
    for _ in 0..draws {
        let mv = draw(&mut rng);
        let index = possible.iter().position(|(candidate, _)| Some(candidate) == mv.as_ref());
        let Some(index) = index else { panic!("{here}: {what} gives {mv:?}, which is none of {possible:?}") };
        counts[index] += 1;
    }
    let probabilities: Vec<f64> = possible.iter().map(|&(_, probability)| probability).collect();
    let (statistic, freedom) = chi_squared(&counts, &probabilities);
    if freedom > 0 {
        assert!(
            statistic < limit(freedom),
            "{here}: {what} is biased: {draws} draws from {possible:?} came out {counts:?}, \
             chi-squared {statistic:.1} with {freedom} degrees of freedom, limit {:.1}",
            limit(freedom)
        );
    }
}

/// [`check_frequencies`] with everything equally likely.
pub(super) fn check_uniform<G: Game>(
    here: &Here<'_, G>,
    what: &str,
    possible: &[G::Move],
    draw: impl FnMut(&mut Rng) -> Option<G::Move>,
) {
    let share = 1.0 / possible.len() as f64;
    let possible: Vec<(G::Move, f64)> = possible.iter().map(|&mv| (mv, share)).collect();
    check_frequencies(here, what, &possible, draw);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_near_the_true_quantile_and_not_below_it() {
        // Quantiles of chi-squared at 1 - 10^-6, by bisection of the incomplete gamma function;
        // with two degrees of freedom it is -2 ln 10^-6.
        let quantiles = [(1, 23.928), (2, 27.631), (3, 30.665), (10, 46.863), (30, 82.044), (400, 549.115)];
        for (freedom, quantile) in quantiles {
            let limit = limit(freedom);
            assert!(limit > quantile && limit < 1.15 * quantile, "{freedom}: {limit} for {quantile}");
        }
    }

    #[test]
    fn the_statistic_is_the_textbook_one() {
        // 10 expected in each of four cells: (36 + 4 + 4 + 36) / 10.
        assert_eq!(chi_squared(&[16, 12, 8, 4], &[0.25; 4]), (8.0, 3));
        // The last two cells, 2 expected in each, are not worth a cell even together.
        assert_eq!(chi_squared(&[20, 16, 2, 2], &[0.45, 0.45, 0.05, 0.05]).1, 1);
        // The last three, 4 expected in each, are one cell of 12, which is what was counted.
        let (statistic, freedom) = chi_squared(&[28, 12, 0, 0], &[0.7, 0.1, 0.1, 0.1]);
        assert!(statistic < 1e-9 && freedom == 1, "{statistic} with {freedom}");
    }
}
