//! What a match says about its players.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::record::GameRecord;

/// Shares are summed in units of 2^-32, so that sums are exact and their order does not matter.
const UNIT: f64 = (1u64 << 32) as f64;

/// The two-sided 95% point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Counts over finished games, in whatever order they finish.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    players: Vec<Tally>,
    games: u64,
    plies: u64,
    decisions: u64,
    legal_moves: u64,
    draws: u64,
    capped: u64,
}

#[derive(Clone, Debug, Default)]
struct Tally {
    label: String,
    won: u64,
    moves: u64,
    depths: u64,
    /// How many moves had so many playouts.
    playouts: BTreeMap<u64, u64>,
}

impl Statistics {
    /// Nothing yet, for the players with these labels.
    pub fn new<'a>(labels: impl IntoIterator<Item = &'a str>) -> Self {
        let tally = |label: &str| Tally { label: label.to_owned(), ..Tally::default() };
        Statistics { players: labels.into_iter().map(tally).collect(), ..Statistics::default() }
    }

    /// Counts a game. Players that were not announced are ignored.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.plies += u64::from(record.plies);
        self.legal_moves += record.legal_moves;
        self.draws += u64::from(record.is_draw());
        self.capped += u64::from(record.capped);
        self.decisions += record.moves.iter().filter(|mv| mv.seat.is_some()).count() as u64;
        // In a team game every member of the winning team has a whole point: what counts is a
        // type's part of all that was won.
        let total: f64 = record.shares.iter().copied().map(f64::from).sum();
        for tally in &mut self.players {
            let seats = || record.seating.iter().map(|label| *label == tally.label);
            let won: f64 =
                seats().zip(&record.shares).filter(|(own, _)| *own).map(|(_, &share)| f64::from(share)).sum();
            tally.won += if total > 0.0 { (won / total * UNIT).round() as u64 } else { 0 };
            for mv in &record.moves {
                if mv.seat.is_some_and(|seat| seats().nth(seat - 1) == Some(true)) {
                    tally.moves += 1;
                    tally.depths += mv.depth;
                    *tally.playouts.entry(mv.playouts).or_default() += 1;
                }
            }
        }
    }

    /// What can be said so far.
    pub fn summary(&self) -> Summary {
        let mean = |sum: u64, count: u64| (count > 0).then(|| sum as f64 / count as f64);
        Summary {
            games: self.games,
            players: self.players.iter().map(|tally| tally.summary(self.games)).collect(),
            mean_length: mean(self.plies, self.games),
            mean_branching: mean(self.legal_moves, self.decisions),
            draws: self.draws,
            capped: self.capped,
        }
    }
}

impl Tally {
    fn summary(&self, games: u64) -> PlayerSummary {
        let wins = self.won as f64 / UNIT;
        let (low, high) = wilson(wins, games as f64);
        PlayerSummary {
            player: self.label.clone(),
            wins: tidy(wins),
            rate: (games > 0).then(|| tidy(wins / games as f64)),
            low: tidy(low),
            high: tidy(high),
            moves: self.moves,
            depth: (self.depths > 0).then(|| tidy(self.depths as f64 / self.moves as f64)),
            playouts: median(&self.playouts).filter(|&playouts| playouts > 0.0),
        }
    }
}

/// What can be said about a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Finished games.
    pub games: u64,
    /// Each type of player.
    pub players: Vec<PlayerSummary>,
    /// Mean number of plies.
    pub mean_length: Option<f64>,
    /// Mean number of legal moves of a player to move.
    pub mean_branching: Option<f64>,
    /// Games that nobody won alone.
    pub draws: u64,
    /// Those of them that were cut off at the most plies a game may take.
    pub capped: u64,
}

/// What can be said about a type of player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// The player, by its canonical spec.
    pub player: String,
    /// The sum of the shares of its seats; a shared win is split.
    pub wins: f64,
    /// Those, per game.
    pub rate: Option<f64>,
    /// Where the 95% interval of the rate begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// How often it moved.
    pub moves: u64,
    /// The mean depth of its searches, if it makes any.
    #[serde(rename = "mean_depth")]
    pub depth: Option<f64>,
    /// The median number of playouts per move, if it makes any.
    #[serde(rename = "median_playouts")]
    pub playouts: Option<f64>,
}

/// To six digits: beyond them are only the shares' rounding errors.
fn tidy(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn median(counts: &BTreeMap<u64, u64>) -> Option<f64> {
    let total: u64 = counts.values().sum();
    let at = |rank: u64| {
        let mut passed = 0;
        counts.iter().find(|&(_, count)| {
            passed += count;
            passed > rank
        })
    };
    let (below, above) = (at(total.checked_sub(1)? / 2)?, at(total / 2)?);
    Some((*below.0 as f64 + *above.0 as f64) / 2.0)
}

/// Wilson's score interval for a proportion, at 95% (Wilson 1927): unlike the usual
/// approximation it also holds for few games and for rates near 0 or 1.
pub fn wilson(successes: f64, trials: f64) -> (f64, f64) {
    if trials <= 0.0 {
        return (0.0, 1.0);
    }
    let rate = (successes / trials).clamp(0.0, 1.0);
    let z2 = Z95 * Z95;
    let centre = (rate + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let spread = Z95 * (rate * (1.0 - rate) / trials + z2 / (4.0 * trials * trials)).sqrt() / (1.0 + z2 / trials);
    ((centre - spread).max(0.0), (centre + spread).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::MoveRecord;

    /// The examples of Newcombe 1998, Table I, method 3.
    #[test]
    fn wilson_intervals_as_printed() {
        for (successes, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let (ours_low, ours_high) = wilson(successes, trials);
            assert!((ours_low - low).abs() < 6e-5 && (ours_high - high).abs() < 6e-5, "{ours_low} {ours_high}");
        }
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
        assert_eq!(wilson(20.0, 20.0).1, 1.0);
    }

    #[test]
    fn medians() {
        let median_of = |values: &[u64]| {
            let mut counts = BTreeMap::new();
            values.iter().for_each(|&value| *counts.entry(value).or_default() += 1);
            median(&counts)
        };
        assert_eq!(median_of(&[]), None);
        assert_eq!(median_of(&[5]), Some(5.0));
        assert_eq!(median_of(&[9, 1]), Some(5.0));
        assert_eq!(median_of(&[3, 1, 2, 2, 9]), Some(2.0));
        assert_eq!(median_of(&[1, 1, 4, 8]), Some(2.5));
    }

    fn record(seating: [&str; 3], shares: [f32; 3], playouts: u64) -> GameRecord {
        let mv = |seat| MoveRecord {
            text: "x".to_owned(),
            seat,
            nodes: 0,
            playouts: if seat == Some(1) { playouts } else { 0 },
            depth: 0,
            milliseconds: None,
        };
        GameRecord {
            game: "toy".to_owned(),
            index: 0,
            seed: 0,
            seating: seating.map(str::to_owned).into(),
            budgets: Vec::new(),
            shares: shares.into(),
            plies: 4,
            capped: shares[0] == shares[1],
            legal_moves: 30,
            moves: vec![mv(Some(1)), mv(None), mv(Some(2)), mv(Some(3))],
        }
    }

    #[test]
    fn shares_are_summed_over_seats() {
        let mut statistics = Statistics::new(["a", "b"]);
        statistics.add(&record(["a", "b", "b"], [1.0, 0.0, 0.0], 10));
        statistics.add(&record(["a", "b", "b"], [0.0, 0.5, 0.5], 20));
        statistics.add(&record(["a", "b", "b"], [1.0 / 3.0; 3], 30));
        let summary = statistics.summary();
        let [a, b] = summary.players.as_slice() else { panic!("two players") };
        assert_eq!((a.wins, b.wins, a.rate, b.rate), (1.333333, 1.666667, Some(0.444444), Some(0.555556)));
        assert_eq!((a.playouts, b.playouts, a.moves, b.moves), (Some(20.0), None, 3, 6));
        assert_eq!((summary.mean_length, summary.mean_branching), (Some(4.0), Some(10.0)));
        assert_eq!((summary.games, summary.draws, summary.capped), (3, 2, 1));
    }

    #[test]
    fn a_winning_team_counts_once() {
        let mut statistics = Statistics::new(["a", "b"]);
        statistics.add(&record(["a", "a", "b"], [1.0, 0.0, 1.0], 1));
        assert_eq!(statistics.summary().players.iter().map(|player| player.wins).collect::<Vec<_>>(), [0.5, 0.5]);
    }

    #[test]
    fn nothing_finished_is_no_division_by_zero() {
        let summary = Statistics::new(["a"]).summary();
        assert_eq!((summary.players[0].rate, summary.mean_length), (None, None));
        assert_eq!((summary.players[0].low, summary.players[0].high), (0.0, 1.0));
    }
}
