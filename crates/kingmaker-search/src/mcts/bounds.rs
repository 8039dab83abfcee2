//! Score bounds: between which shares the outcome of a position lies for each player, as far as is proven (Cazenave &
//! Saffidine 2010, for any number of players).

use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::{ByPlayer, MAX_PLAYERS, Player, Scores, Teams};

/// The whole point, in the units in which bounds are kept: whole numbers, so that they meet.
const ONE: u32 = 1 << 30;

/// Bounds that are no further apart are the same: what is less is rounding.
pub(super) const ROUNDING: u32 = 1 << 10;

/// What a player gets at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Interval {
    /// What the other of two sides gets.
    pub(super) fn rest(self) -> Interval {
        Interval { low: ONE - self.high, high: ONE - self.low }
    }

    /// Whether nothing is left open.
    pub(super) fn is_met(self) -> bool {
        self.high - self.low.min(self.high) <= ROUNDING
    }

    /// What both say.
    fn narrowed(self, other: Interval) -> Interval {
        let low = self.low.max(other.low);
        Interval { low, high: self.high.min(other.high).max(low) }
    }
}

/// An interval for each player.
pub(super) type Intervals = ByPlayer<Interval>;

/// The bounds of one node, as it is kept beside the tree: for each player the lower bound, and in the upper half what
/// the upper one is short of the whole point. As new, anything may happen. Both only ever grow.
#[derive(Debug, Default)]
pub(super) struct Bounds([AtomicU64; MAX_PLAYERS]);

impl Bounds {
    pub(super) fn get(&self, players: usize) -> Intervals {
        ByPlayer::from_fn(players, |player| {
            let word = self.0[player.index()].load(Ordering::Relaxed);
            Interval { low: word as u32, high: ONE - (word >> 32) as u32 }
        })
    }

    pub(super) fn shares(&self, players: usize) -> ByPlayer<(f32, f32)> {
        let share = |units: u32| (f64::from(units) / f64::from(ONE)) as f32;
        self.get(players).map(|interval| (share(interval.low), share(interval.high)))
    }

    pub(super) fn set(&self, intervals: &Intervals) {
        for (player, Interval { low, high }) in intervals.iter() {
            self.0[player.index()].store(u64::from(ONE - high) << 32 | u64::from(low), Ordering::Relaxed);
        }
    }

    pub(super) fn copy_from(&self, other: &Self) {
        for (to, from) in self.0.iter().zip(&other.0) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

/// The bounds of a game that is over.
pub(super) fn exact(scores: &Scores) -> Intervals {
    scores.shares().map(|share| {
        let units = (f64::from(share) * f64::from(ONE)).round() as u32;
        Interval { low: units, high: units }
    })
}

/// The outcome that met bounds say.
pub(super) fn scores(intervals: &Intervals) -> Scores {
    Scores::from_shares(intervals.map(|interval| (f64::from(interval.low) / f64::from(ONE)) as f32))
}

/// What may come of several outcomes, of which nobody knows which it will be.
pub(super) fn either(one: &Intervals, other: &Intervals) -> Intervals {
    let hull = |player| {
        let (one, other): (Interval, Interval) = (one[player], other[player]);
        Interval { low: one.low.min(other.low), high: one.high.max(other.high) }
    };
    ByPlayer::from_fn(one.players(), hull)
}

/// What comes of outcomes of chance, given with their probabilities.
pub(super) fn expected(players: usize, outcomes: impl Iterator<Item = (f64, Intervals)>) -> Intervals {
    let mut sums = [(0.0, 0.0); MAX_PLAYERS];
    for (probability, intervals) in outcomes {
        for (player, interval) in intervals.iter() {
            let (low, high) = &mut sums[player.index()];
            *low += probability * f64::from(interval.low);
            *high += probability * f64::from(interval.high);
        }
    }
    ByPlayer::from_fn(players, |player: Player| {
        let (low, high) = sums[player.index()];
        let high = (high.ceil() as u32).min(ONE);
        Interval { low: (low.floor() as u32).min(high), high }
    })
}

/// What is known, given that the teams have one point together, and what was known before.
pub(super) fn consistent(intervals: Intervals, before: &Intervals, teams: &Teams) -> Intervals {
    let alone = ByPlayer::from_fn(intervals.players(), |player| intervals[player].narrowed(before[player]));
    // Members of a team have the same.
    let known = ByPlayer::from_fn(intervals.players(), |player| {
        teams.members(teams.of(player)).fold(alone[player], |known, member| known.narrowed(alone[member]))
    });
    let total = |bound: fn(Interval) -> u32| -> u64 {
        let firsts = (0..teams.count()).filter_map(|team| teams.members(team).next());
        firsts.map(|first| u64::from(bound(known[first]))).sum()
    };
    let (lows, highs) = (total(|interval| interval.low), total(|interval| interval.high));
    known.map(|interval| {
        let Interval { low, high } = interval;
        // The others have at least this, and at most that.
        let (others_low, others_high) = (lows - u64::from(low), highs - u64::from(high));
        let left = u64::from(ONE).saturating_sub(others_low) + u64::from(ROUNDING / 2);
        let left = if others_low + u64::from(ROUNDING) >= u64::from(ONE) { 0 } else { left as u32 };
        let due = u64::from(ONE).saturating_sub(others_high + u64::from(ROUNDING / 2)) as u32;
        let due = if others_high <= u64::from(ROUNDING) { ONE } else { due };
        interval.narrowed(Interval { low: due.min(ONE), high: left.min(ONE) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Anything may happen.
    const OPEN: Interval = Interval { low: 0, high: ONE };

    fn intervals<const N: usize>(bounds: [(f32, f32); N]) -> Intervals {
        let units = |share: f32| (f64::from(share) * f64::from(ONE)).round() as u32;
        ByPlayer::from_fn(N, |player| {
            let (low, high) = bounds[player.index()];
            Interval { low: units(low), high: units(high) }
        })
    }

    #[test]
    fn thirds_meet() {
        let third = Scores::draw(3);
        let met = exact(&third);
        assert!(met.iter().all(|(_, interval)| interval.is_met()));
        assert_eq!(scores(&met), third);
        let bounds = Bounds::default();
        bounds.set(&met);
        assert_eq!(bounds.get(3), met);
        assert_eq!(Bounds::default().get(2), ByPlayer::splat(2, OPEN));
    }

    #[test]
    fn who_has_all_leaves_nothing() {
        let teams = Teams::each_alone(3);
        let open = ByPlayer::splat(3, OPEN);
        let won = consistent(intervals([(1.0, 1.0), (0.0, 1.0), (0.0, 1.0)]), &open, &teams);
        assert_eq!(scores(&won), Scores::winner(3, Player::new(0)));
        assert!(won.iter().all(|(_, interval)| interval.is_met()));
        let lost = consistent(intervals([(0.0, 0.0), (0.0, 0.0), (0.0, 1.0)]), &open, &teams);
        assert_eq!(scores(&lost), Scores::winner(3, Player::new(2)));
        // What a third has of the rest is known to a rounding.
        let rest = consistent(intervals([(0.25, 0.25), (0.0, 1.0), (0.5, 0.75)]), &open, &teams);
        assert!(rest[Player::new(1)].high.abs_diff(ONE / 4) <= ROUNDING && rest[Player::new(1)].low == 0);
    }

    #[test]
    fn members_of_a_team_count_once() {
        let teams = Teams::new(3, &[], |player| player.index().min(1));
        let open = ByPlayer::splat(3, OPEN);
        let lost = consistent(intervals([(0.0, 0.0), (0.0, 1.0), (0.0, 1.0)]), &open, &teams);
        assert_eq!(scores(&lost), Scores::team(&teams, 1));
    }

    #[test]
    fn chance_weighs_bounds() {
        let outcomes = [(0.25, intervals([(0.0, 1.0), (0.0, 1.0)])), (0.75, intervals([(1.0, 1.0), (0.0, 0.0)]))];
        let found = expected(2, outcomes.into_iter());
        assert_eq!(found, intervals([(0.75, 1.0), (0.0, 0.25)]));
    }
}
