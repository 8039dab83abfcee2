//! Whether our figure bears out the published one.

use serde::Serialize;

use crate::statistics::Rate;

/// A figure, and where the true one may lie (95%). Without an interval it is a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// Where its interval begins and ends.
    pub interval: Option<(f64, f64)>,
}

/// Where the interval of a published figure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// It is printed.
    Printed,
    /// Wilson's interval for the published number of games.
    Wilson,
    /// Published games are taken to vary as ours do.
    LikeOurs,
    /// The figure is exact but for its rounding.
    Rounding,
    /// There is none.
    None,
}

/// With fewer games than this behind our figure there is no verdict: intervals so wide agree with nearly everything.
pub const FEWEST_GAMES: u64 = 20;

/// What is to be said about a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The intervals overlap.
    Agrees,
    /// They do not, but it is above and below the same others as in print.
    SameOrder,
    /// Neither.
    Differs,
    /// There are fewer than [`FEWEST_GAMES`] of ours.
    TooFewGames,
}

impl Verdict {
    /// All of them, the best first.
    pub const ALL: [Verdict; 4] = [Verdict::Agrees, Verdict::SameOrder, Verdict::Differs, Verdict::TooFewGames];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::SameOrder => "same order",
            Verdict::Differs => "differs",
            Verdict::TooFewGames => "too few games",
        }
    }

    /// What it means.
    pub fn meaning(self) -> String {
        match self {
            Verdict::Agrees => "the 95% intervals overlap".to_owned(),
            Verdict::SameOrder => {
                "they do not, but the figure is above and below the same others as in print".to_owned()
            }
            Verdict::Differs => "neither".to_owned(),
            Verdict::TooFewGames => format!("fewer than {FEWEST_GAMES} of our games, so nothing is said"),
        }
    }
}

impl Figure {
    /// A figure without an interval.
    pub fn point(value: f64) -> Self {
        Figure { value, interval: None }
    }

    /// A figure, give or take so much.
    pub fn around(value: f64, spread: f64) -> Self {
        Figure { value, interval: Some((value - spread, value + spread)) }
    }

    /// Percent won of so many games, with Wilson's interval; a point if there are no games.
    pub fn percent(rate: Rate) -> Option<Self> {
        let (low, high) = rate.interval();
        Some(Figure { value: rate.value()? * 100.0, interval: Some((low * 100.0, high * 100.0)) })
    }

    /// What the other of two has if this one has so many percent.
    pub fn rest(self) -> Self {
        let rest = |percent: f64| 100.0 - percent;
        Figure { value: rest(self.value), interval: self.interval.map(|(low, high)| (rest(high), rest(low))) }
    }

    /// Where it may lie.
    pub fn range(self) -> (f64, f64) {
        self.interval.unwrap_or((self.value, self.value))
    }

    fn overlaps(self, other: Self) -> bool {
        let ((low, high), (other_low, other_high)) = (self.range(), other.range());
        low <= other_high && other_low <= high
    }
}

/// A published win rate in percent. If no interval is printed, it follows from the number of games.
pub fn published_rate(percent: f64, interval: Option<f64>, games: Option<u64>) -> (Figure, Basis) {
    match (interval, games) {
        (Some(interval), _) => (Figure::around(percent, interval), Basis::Printed),
        (None, Some(games)) => {
            let rate = Rate::new(percent / 100.0 * games as f64, games as f64);
            let interval = Figure::percent(rate).and_then(|figure| figure.interval);
            (Figure { value: percent, interval }, Basis::Wilson)
        }
        (None, None) => (Figure::point(percent), Basis::None),
    }
}

/// A verdict for each figure of a group in which figures can be ranked: the published one, and ours.
/// A figure alone has no order.
pub fn verdicts(group: &[(Figure, Figure)]) -> Vec<Verdict> {
    let is_in_order = |&(published, ours): &(Figure, Figure)| {
        let keeps = |&(other_published, other_ours): &(Figure, Figure)| {
            // Whom the source does not rank may be in any order.
            let printed = published.value.partial_cmp(&other_published.value);
            printed == Some(std::cmp::Ordering::Equal) || printed == ours.value.partial_cmp(&other_ours.value)
        };
        group.len() > 1 && group.iter().all(keeps)
    };
    let verdict = |pair: &(Figure, Figure)| match pair {
        (published, ours) if published.overlaps(*ours) => Verdict::Agrees,
        _ if is_in_order(pair) => Verdict::SameOrder,
        _ => Verdict::Differs,
    };
    group.iter().map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Agrees, Differs, SameOrder};
    use super::*;

    /// Figures of a group: published and ours, each with its spread.
    fn judged(group: &[(f64, f64, f64, f64)]) -> Vec<Verdict> {
        let pair = |&(published, wide, ours, spread): &(f64, f64, f64, f64)| {
            (Figure::around(published, wide), Figure::around(ours, spread))
        };
        verdicts(&group.iter().map(pair).collect::<Vec<_>>())
    }

    #[test]
    fn overlap_is_agreement() {
        assert_eq!(judged(&[(50.0, 2.0, 55.0, 3.0), (51.0, 2.0, 45.0, 2.9)]), [Agrees, Differs]);
        // Also when one lies within the other.
        assert_eq!(judged(&[(50.0, 10.0, 51.0, 0.1)]), [Agrees]);
        assert_eq!(judged(&[(50.0, 0.1, 51.0, 10.0)]), [Agrees]);
    }

    #[test]
    fn order_counts_where_intervals_do_not_meet() {
        // 75, 22 and 3 percent in print.
        let three =
            |ours: [f64; 3]| judged(&[(75.0, 2.0, ours[0], 2.0), (22.0, 2.0, ours[1], 2.0), (3.0, 1.0, ours[2], 2.0)]);
        assert_eq!(three([76.0, 21.0, 3.0]), [Agrees; 3]);
        assert_eq!(three([60.0, 30.0, 10.0]), [SameOrder; 3]);
        // The first is still above both others; those have changed places.
        assert_eq!(three([60.0, 10.0, 30.0]), [SameOrder, Differs, Differs]);
        assert_eq!(three([30.0, 60.0, 10.0]), [Differs, Differs, SameOrder]);
        // Level where the source is not.
        assert_eq!(three([33.0, 33.0, 33.0]), [Differs; 3]);
    }

    #[test]
    fn ties_in_print_allow_any_order() {
        assert_eq!(judged(&[(40.0, 1.0, 50.0, 1.0), (40.0, 1.0, 30.0, 1.0)]), [SameOrder; 2]);
    }

    #[test]
    fn one_alone_has_no_order() {
        assert_eq!(judged(&[(50.0, 1.0, 60.0, 1.0)]), [Differs]);
        let (published, ours) = (Figure::around(83.5, 1.9), Figure::around(70.0, 5.0));
        assert_eq!(verdicts(&[(published, ours), (published.rest(), ours.rest())])[0], SameOrder);
        let weak = Figure::around(40.0, 5.0);
        assert_eq!(verdicts(&[(published, weak), (published.rest(), weak.rest())])[0], Differs);
        assert_eq!(verdicts(&[]), []);
    }

    #[test]
    fn points_agree_only_with_what_holds_them() {
        let point = Figure::point(50.0);
        assert_eq!(verdicts(&[(point, Figure::around(51.0, 1.5))]), [Agrees]);
        assert_eq!(verdicts(&[(point, Figure::around(52.0, 1.5))]), [Differs]);
        assert_eq!(verdicts(&[(point, Figure::point(50.0))]), [Agrees]);
    }

    #[test]
    fn missing_intervals_follow_from_the_games() {
        assert_eq!(published_rate(74.1, Some(2.6), Some(1050)), (Figure::around(74.1, 2.6), Basis::Printed));
        let (figure, basis) = published_rate(74.1, None, Some(1050));
        let (low, high) = figure.interval.expect("Wilson's");
        assert_eq!((figure.value, basis), (74.1, Basis::Wilson));
        // Wilson's interval, worked out by hand.
        assert!((low - 71.37).abs() < 0.01 && (high - 76.66).abs() < 0.01, "{low} {high}");
        // Nothing won is not nothing known.
        let (none, _) = published_rate(0.0, None, Some(100));
        assert!(none.range().0.abs() < 1e-9 && (none.range().1 - 3.70).abs() < 0.01, "{none:?}");
        assert_eq!(published_rate(74.1, None, None), (Figure::point(74.1), Basis::None));
    }
}
