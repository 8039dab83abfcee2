//! What results of games say about the players: win rates with intervals, tests, a rule when to
//! stop, and ratings. Pure functions of results, whose error rates the tests check by simulation.

mod interval;
mod latency;
pub mod rating;
pub mod seating;
mod size;
pub mod sprt;
mod test;

use std::collections::BTreeMap;

use serde::Serialize;

use kingmaker_core::{Player, Teams};

use crate::agent::FaultKind;
use crate::player::split_role;
use crate::record::{GameRecord, Spent};
pub use interval::Rate;
pub use latency::Latency;
use seating::Seatings;
use size::Moments;
pub use size::{Mean, Sizes};
pub use sprt::Hypotheses;
pub use test::holm;

/// Shares are summed in units of 2^-32, so that sums are exact and their order does not matter.
const UNIT: f64 = (1u64 << 32) as f64;

/// Counts over finished games, in whatever order they finish.
#[derive(Clone, Debug)]
pub struct Statistics {
    teams: Teams,
    players: Vec<Tally>,
    seatings: Seatings,
    sizes: Sizes,
    turns: Moments,
    games: u64,
    draws: u64,
    capped: u64,
}

#[derive(Clone, Debug, Default)]
struct Tally {
    label: String,
    /// Games in which it had a seat.
    games: u64,
    won: u64,
    moves: u64,
    depths: u64,
    /// How many moves had so many playouts.
    playouts: BTreeMap<u64, u64>,
    /// The median playouts of its seats, game by game.
    medians: Moments,
    /// What its seats had at the end of games that count something.
    points: Moments,
    /// How often it made which fault.
    faults: BTreeMap<FaultKind, u64>,
    /// Games that were void because of its faults. They are lost for it, and are not among its games.
    voided: u64,
    /// How many moves took so many microseconds more than it said.
    latencies: BTreeMap<u64, u64>,
}

impl Statistics {
    /// Nothing yet, for the players with these labels, in a game of these teams.
    pub fn new<'a>(labels: impl IntoIterator<Item = &'a str>, teams: Teams) -> Self {
        let tally = |label: &str| Tally { label: label.to_owned(), ..Tally::default() };
        Statistics {
            teams,
            players: labels.into_iter().map(tally).collect(),
            seatings: Seatings::new(&teams),
            sizes: Sizes::default(),
            turns: Moments::default(),
            games: 0,
            draws: 0,
            capped: 0,
        }
    }

    /// Counts a game. Players that were not announced are ignored.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.draws += u64::from(record.is_draw());
        self.capped += u64::from(record.capped);
        let spent: Vec<Spent> = (0..record.seating.len()).map(|seat| record.spent(seat)).collect();
        let decisions = spent.iter().map(|spent| spent.moves).sum();
        self.sizes.add(record.plies, decisions, record.legal_moves);
        if let Some(turns) = record.turns {
            self.turns.add(f64::from(turns));
        }
        let parts = parts(&record.shares, &self.teams);
        let kind = |label: &String| self.players.iter().position(|tally| tally.label == *label);
        let seating: Vec<Option<usize>> = record.seating.iter().map(kind).collect();
        self.seatings.add(&seating, &parts);
        for (kind, tally) in self.players.iter_mut().enumerate() {
            let seats = || seating.iter().map(|&seated| seated == Some(kind));
            tally.games += u64::from(seats().any(|own| own));
            tally.won += seats().zip(&parts).filter(|(own, _)| *own).map(|(_, part)| part).sum::<u64>();
            for (_, &points) in seats().zip(&record.points).filter(|(own, _)| *own) {
                tally.points.add(f64::from(points));
            }
            for (_, spent) in seats().zip(&spent).filter(|(own, _)| *own) {
                tally.moves += spent.moves;
                tally.depths += spent.depth;
                tally.medians.add(spent.median_playouts as f64);
                if record.lacks_moves() {
                    *tally.playouts.entry(spent.median_playouts).or_default() += spent.moves;
                }
            }
            for mv in record.moves.iter().filter(|mv| !mv.opening) {
                if mv.seat.is_some_and(|seat| seats().nth(seat - 1) == Some(true)) {
                    *tally.playouts.entry(mv.playouts).or_default() += 1;
                    if let Some(latency) = mv.latency {
                        *tally.latencies.entry((latency * 1e3).round() as u64).or_default() += 1;
                    }
                }
            }
            for fault in record.faults.iter().filter(|fault| seats().nth(fault.seat - 1) == Some(true)) {
                *tally.faults.entry(fault.fault.kind).or_default() += 1;
                tally.voided += u64::from(self.teams.count() > 2);
            }
        }
    }

    /// What can be said so far.
    pub fn summary(&self) -> Summary {
        Summary {
            games: self.games,
            players: self.players.iter().enumerate().map(|(kind, tally)| self.player(kind, tally)).collect(),
            comparisons: self.comparisons(),
            mean_length: self.sizes.length().map(|mean| mean.value),
            mean_branching: self.sizes.branching().map(|mean| mean.value),
            draws: self.draws,
            capped: self.capped,
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How long the games are, and how many moves there are to choose from.
    pub fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The mean number of whole turns, in games that count them.
    pub fn turns(&self) -> Option<Mean> {
        self.turns.mean()
    }

    /// What a player had at the end on average, in games that count something.
    pub fn points(&self, kind: usize) -> Option<Mean> {
        self.players.get(kind)?.points.mean()
    }

    /// The median of a player's playouts per move. How sure that is follows from how much it varies from game to game.
    pub fn median_playouts(&self, kind: usize) -> Option<Mean> {
        let tally = self.players.get(kind)?;
        let (value, mean) = (median(&tally.playouts)?, tally.medians.mean()?);
        let interval = mean.interval.map(|(low, high)| (value + low - mean.value, value + high - mean.value));
        Some(Mean { value, interval })
    }

    /// The win rates of each seating and each seat.
    pub fn seatings(&self) -> &Seatings {
        &self.seatings
    }

    fn player(&self, kind: usize, tally: &Tally) -> PlayerSummary {
        let games = tally.games + tally.voided;
        let rate = Rate::new(tidy(tally.won as f64 / UNIT), games as f64);
        let (low, high) = rate.interval();
        let fair = self.fair_rate(kind);
        PlayerSummary {
            player: tally.label.clone(),
            games,
            wins: rate.wins,
            rate: rate.value().map(tidy),
            low: tidy(low),
            high: tidy(high),
            fair: fair.map(tidy),
            p_value: fair.filter(|&fair| fair < 1.0).map(|fair| rate.p_value(fair)),
            moves: tally.moves,
            depth: (tally.depths > 0).then(|| tidy(tally.depths as f64 / tally.moves as f64)),
            playouts: median(&tally.playouts).filter(|&playouts| playouts > 0.0),
            faults: tally.faults.clone(),
            latency: Latency::of(&tally.latencies),
        }
    }

    /// The rate that a type would have if all were equals: its mean share of the seats. Where types are bound to roles,
    /// that is the rate of all who have the same role, of whom there must be others.
    fn fair_rate(&self, kind: usize) -> Option<f64> {
        let Some(role) = self.players[kind].role() else { return self.seatings.fair_share(kind) };
        let same = || self.players.iter().filter(|other| other.role() == Some(role));
        let (won, games) = same().fold((0, 0), |(won, games), tally| (won + tally.won, games + tally.games));
        (same().count() > 1 && games > 0).then(|| won as f64 / UNIT / games as f64)
    }

    /// Each two types that can be compared, by the games that either has won: of those, equals win in proportion to
    /// their seats, which is half each in whole rounds. Those of different roles play different games.
    fn comparisons(&self) -> Vec<PairTest> {
        let mut comparisons = Vec::new();
        for (one, tally) in self.players.iter().enumerate() {
            for (other, other_tally) in self.players.iter().enumerate().skip(one + 1) {
                if tally.role() != other_tally.role() {
                    continue;
                }
                let (Some(fair), Some(other_fair)) = (self.seatings.fair_share(one), self.seatings.fair_share(other))
                else {
                    continue;
                };
                let [wins, other_wins] = [tally.won, other_tally.won].map(|won| tidy(won as f64 / UNIT));
                let expected = fair / (fair + other_fair);
                let total = wins + other_wins;
                let p_value = Rate::new(wins, total).p_value(expected);
                let mut labels = [tally.label.clone(), other_tally.label.clone()];
                if wins < expected * total {
                    labels.reverse();
                }
                let [stronger, weaker] = labels;
                comparisons.push(PairTest { stronger, weaker, p_value });
            }
        }
        let p_values: Vec<f64> = comparisons.iter().map(|comparison| comparison.p_value).collect();
        for (comparison, corrected) in comparisons.iter_mut().zip(holm(&p_values)) {
            comparison.p_value = corrected;
        }
        comparisons
    }
}

impl Tally {
    fn role(&self) -> Option<&str> {
        split_role(&self.label).0
    }
}

/// Each seat's part of all that was won, in units of 2^-32. What a team has won is divided among its members.
fn parts(shares: &[f32], teams: &Teams) -> Vec<u64> {
    let part = |(seat, &share): (usize, &f32)| {
        let members = teams.members(teams.of(Player::new(seat))).count();
        (f64::from(share) / members as f64 * UNIT).round() as u64
    };
    shares.iter().enumerate().map(part).collect()
}

/// What the seats of a player have won of a game of these teams; a shared win is split.
pub fn won_by(player: &str, record: &GameRecord, teams: &Teams) -> f64 {
    let parts = record.seating.iter().zip(parts(&record.shares, teams));
    parts.filter(|(label, _)| *label == player).map(|(_, part)| part).sum::<u64>() as f64 / UNIT
}

/// What can be said about a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Finished games.
    pub games: u64,
    /// Each type of player.
    pub players: Vec<PlayerSummary>,
    /// Each two of them.
    pub comparisons: Vec<PairTest>,
    /// Mean number of plies.
    pub mean_length: Option<f64>,
    /// Mean number of legal moves of a player to move.
    pub mean_branching: Option<f64>,
    /// Games that nobody won alone.
    pub draws: u64,
    /// Those of them that were cut off at the most plies a game may take.
    pub capped: u64,
}

impl Summary {
    /// Without what is right only for a number of games that was fixed beforehand.
    pub fn of_open_length(mut self) -> Self {
        self.comparisons.clear();
        self.players.iter_mut().for_each(|player| player.p_value = None);
        self
    }
}

/// What can be said about a type of player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// The player, by its canonical spec.
    pub player: String,
    /// Games in which it had a seat.
    pub games: u64,
    /// The sum of the shares of its seats; a shared win is split.
    pub wins: f64,
    /// Those, for each game in which it had a seat.
    pub rate: Option<f64>,
    /// Where the 95% interval of the rate begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// The rate it would have if all players were equals: its mean share of the seats, or what its role has won where
    /// several players have it.
    pub fair: Option<f64>,
    /// How likely a rate as far from that is among equals, if there is anybody else. Of a match of
    /// a length fixed beforehand.
    pub p_value: Option<f64>,
    /// How often it moved.
    pub moves: u64,
    /// The mean depth of its searches, if it makes any.
    #[serde(rename = "mean_depth")]
    pub depth: Option<f64>,
    /// The median number of playouts per move, if it makes any.
    #[serde(rename = "median_playouts")]
    pub playouts: Option<f64>,
    /// If it is another program: how many games it lost by which fault.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<FaultKind, u64>,
    /// If it is another program that says how long it thinks: how much longer its answers take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
}

/// Which of two types has won more, in a match of a length fixed beforehand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairTest {
    /// The one that has won more for its seats.
    pub stronger: String,
    /// The other.
    pub weaker: String,
    /// How likely such a difference, or a greater one, is between equals; corrected for the
    /// number of comparisons ([`holm`]).
    pub p_value: f64,
}

impl PairTest {
    /// Whether the difference is significant at 5%.
    pub fn is_significant(&self) -> bool {
        self.p_value < 0.05
    }
}

/// To six digits: beyond them are only the shares' rounding errors.
pub(crate) fn tidy(number: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::MoveRecord;

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
            latency: None,
            opening: false,
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
            turns: None,
            points: Vec::new(),
            moves: vec![mv(Some(1)), mv(None), mv(Some(2)), mv(Some(3))],
            spent: Vec::new(),
            faults: Vec::new(),
        }
    }

    #[test]
    fn shares_are_summed_over_seats() {
        let mut statistics = Statistics::new(["a", "b"], Teams::each_alone(3));
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

    fn team_of_two() -> Teams {
        Teams::new(3, &["hider", "seekers"], |player| player.index().min(1))
    }

    #[test]
    fn a_winning_team_counts_once() {
        let mut statistics = Statistics::new(["a", "b"], team_of_two());
        statistics.add(&record(["a", "b", "b"], [0.0, 1.0, 1.0], 1));
        statistics.add(&record(["b", "a", "a"], [0.5, 0.5, 0.5], 1));
        let summary = statistics.summary();
        assert_eq!(summary.players.iter().map(|player| player.wins).collect::<Vec<_>>(), [0.5, 1.5]);
        assert_eq!(summary.players.iter().map(|player| player.fair).collect::<Vec<_>>(), [Some(0.5), Some(0.5)]);
        assert_eq!(won_by("b", &record(["a", "b", "b"], [0.0, 1.0, 1.0], 1), &team_of_two()), 1.0);
    }

    /// A hider is compared with hiders, and wins so often as hiders do if all are equals.
    #[test]
    fn a_fair_share_is_that_of_the_role() {
        let mut statistics = Statistics::new(["hider=a", "hider=b", "seekers=a"], team_of_two());
        for (hider, wins) in [("hider=a", [true, true, true, false]), ("hider=b", [false, true, false, false])] {
            for won in wins {
                let shares = if won { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 1.0] };
                statistics.add(&record([hider, "seekers=a", "seekers=a"], shares, 1));
            }
        }
        let summary = statistics.summary();
        let rates: Vec<_> = summary.players.iter().map(|player| (player.rate, player.fair)).collect();
        assert_eq!(rates, [(Some(0.75), Some(0.5)), (Some(0.25), Some(0.5)), (Some(0.5), None)]);
        assert_eq!(summary.players[2].p_value, None, "nobody else seeks");
        let [test] = summary.comparisons.as_slice() else { panic!("one pair: {:?}", summary.comparisons) };
        assert_eq!((test.stronger.as_str(), test.weaker.as_str()), ("hider=a", "hider=b"));
    }

    #[test]
    fn comparisons_go_by_what_either_has_won() {
        let mut statistics = Statistics::new(["a", "b", "c"], Teams::each_alone(3));
        for winner in [0, 1, 1, 1, 1, 1, 1, 2, 2] {
            let mut shares = [0.0; 3];
            shares[winner] = 1.0;
            statistics.add(&record(["a", "b", "c"], shares, 1));
        }
        let summary = statistics.summary();
        let [ab, ac, bc] = summary.comparisons.as_slice() else { panic!("three pairs") };
        assert_eq!((ab.stronger.as_str(), ab.weaker.as_str(), bc.stronger.as_str()), ("b", "a", "b"));
        // Seven games between a and b, of which six went one way: 2 * 8 / 128, and three times that
        // after the correction.
        assert!((ab.p_value - 0.375).abs() < 1e-9 && !ab.is_significant());
        assert_eq!((ac.stronger.as_str(), ac.p_value), ("c", 1.0));
        let b = &summary.players[1];
        assert_eq!(b.fair, Some(0.333333));
        assert!((b.p_value.expect("others play") - Rate::new(6.0, 9.0).p_value(1.0 / 3.0)).abs() < 1e-9);
    }

    #[test]
    fn alone_there_is_nothing_to_compare() {
        let mut statistics = Statistics::new(["a"], Teams::each_alone(3));
        statistics.add(&record(["a", "a", "a"], [1.0, 0.0, 0.0], 1));
        let summary = statistics.summary();
        assert_eq!((summary.players[0].fair, summary.players[0].p_value), (Some(1.0), None));
        assert!(summary.comparisons.is_empty());
    }

    #[test]
    fn nothing_finished_is_no_division_by_zero() {
        let summary = Statistics::new(["a"], Teams::each_alone(3)).summary();
        assert_eq!((summary.players[0].rate, summary.mean_length), (None, None));
        assert_eq!((summary.players[0].low, summary.players[0].high), (0.0, 1.0));
    }
}
