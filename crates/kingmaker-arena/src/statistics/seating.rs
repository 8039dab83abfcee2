//! Win rates of each seating, each number of seats, and each seat, as in appendix B of Nijssen
//! 2013.

use std::collections::BTreeMap;

use kingmaker_core::{Player, Teams};

use super::{Rate, UNIT, tidy};

/// What each seat has won in each seating. Types of players are counted from zero.
#[derive(Clone, Debug)]
pub struct Seatings {
    tallies: BTreeMap<Vec<usize>, Tally>,
    /// What a seat counts: a team counts as one, however many seats it has.
    weights: Vec<f64>,
}

#[derive(Clone, Debug, Default)]
struct Tally {
    games: u64,
    /// For each seat, in units of 2^-32.
    won: Vec<u64>,
}

/// The games that have something in common, and what each type has won of them.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatingLine {
    /// What they have in common: the type on each seat, or the number of seats of each type.
    pub key: Vec<usize>,
    /// How many there are.
    pub games: u64,
    /// What each type has won.
    pub wins: Vec<f64>,
}

impl Seatings {
    /// No games yet, of a game of these teams.
    pub(super) fn new(teams: &Teams) -> Self {
        let weight = |seat| 1.0 / teams.members(teams.of(seat)).count() as f64;
        Seatings { tallies: BTreeMap::new(), weights: Player::all(teams.players()).map(weight).collect() }
    }

    /// Counts a game. One with a player that is none of the types is ignored.
    pub(super) fn add(&mut self, seating: &[Option<usize>], parts: &[u64]) {
        let Some(seating) = seating.iter().copied().collect::<Option<Vec<usize>>>() else { return };
        let tally = self.tallies.entry(seating).or_insert_with(|| Tally { games: 0, won: vec![0; parts.len()] });
        tally.games += 1;
        tally.won.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
    }

    /// A type's mean share of the seats, if there was a game.
    pub fn fair_share(&self, kind: usize) -> Option<f64> {
        let (mut own, mut all) = (0.0, 0.0);
        for (seating, tally) in &self.tallies {
            let weights = || seating.iter().zip(&self.weights);
            let sum =
                |weights: &mut dyn Iterator<Item = (&usize, &f64)>| weights.map(|(_, weight)| weight).sum::<f64>();
            own += tally.games as f64 * sum(&mut weights().filter(|&(&seated, _)| seated == kind));
            all += tally.games as f64 * sum(&mut weights());
        }
        (all > 0.0).then(|| own / all)
    }

    /// What each type has won in each seating.
    pub fn by_seating(&self) -> Vec<SeatingLine> {
        self.lines(<[usize]>::to_vec)
    }

    /// What each type has won with each number of seats of each type, the most of the first type
    /// first.
    pub fn by_number_of_seats(&self) -> Vec<SeatingLine> {
        let types = self.types();
        let count = |seating: &[usize], kind: usize| seating.iter().filter(|&&seated| seated == kind).count();
        let mut lines = self.lines(|seating| (0..types).map(|kind| count(seating, kind)).collect());
        lines.reverse();
        lines
    }

    /// For each seat, what each type has won there of the games in which it had the seat.
    pub fn by_seat(&self) -> Vec<Vec<Rate>> {
        let seats = self.tallies.keys().map(Vec::len).max().unwrap_or(0);
        let mut rates = vec![vec![(0, 0); self.types()]; seats];
        for (seating, tally) in &self.tallies {
            for ((&kind, &won), seat) in seating.iter().zip(&tally.won).zip(&mut rates) {
                seat[kind].0 += won;
                seat[kind].1 += tally.games;
            }
        }
        let rate = |(won, games): (u64, u64)| Rate::new(tidy(won as f64 / UNIT), games as f64);
        rates.into_iter().map(|seat| seat.into_iter().map(rate).collect()).collect()
    }

    fn types(&self) -> usize {
        self.tallies.keys().flatten().max().map_or(0, |&last| last + 1)
    }

    fn lines(&self, key: impl Fn(&[usize]) -> Vec<usize>) -> Vec<SeatingLine> {
        let mut lines: BTreeMap<Vec<usize>, (u64, Vec<u64>)> = BTreeMap::new();
        for (seating, tally) in &self.tallies {
            let (games, wins) = lines.entry(key(seating)).or_insert_with(|| (0, vec![0; self.types()]));
            *games += tally.games;
            seating.iter().zip(&tally.won).for_each(|(&kind, won)| wins[kind] += won);
        }
        let wins = |won: Vec<u64>| won.into_iter().map(|won| tidy(won as f64 / UNIT)).collect();
        lines.into_iter().map(|(key, (games, won))| SeatingLine { key, games, wins: wins(won) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;

    fn line(key: [usize; 2], games: u64, wins: [f64; 2]) -> SeatingLine {
        SeatingLine { key: key.into(), games, wins: wins.into() }
    }

    #[test]
    fn wins_are_sorted_by_seating_number_and_seat() {
        let alone = Teams::each_alone(3);
        let mut seatings = Seatings::new(&alone);
        let mut add = |seating: [usize; 3], shares: [f32; 3]| seatings.add(&seating.map(Some), &parts(&shares, &alone));
        add([0, 0, 1], [1.0, 0.0, 0.0]);
        add([0, 0, 1], [0.0, 0.5, 0.5]);
        add([1, 0, 0], [1.0, 0.0, 0.0]);
        add([1, 1, 0], [0.0, 1.0, 0.0]);
        seatings.add(&[Some(0), None, Some(1)], &parts(&[1.0, 0.0, 0.0], &alone));
        let by_seating = seatings.by_seating();
        assert_eq!(by_seating[0], SeatingLine { key: vec![0, 0, 1], games: 2, wins: vec![1.5, 0.5] });
        assert_eq!(by_seating.len(), 3);
        assert_eq!(seatings.by_number_of_seats(), [line([2, 1], 3, [1.5, 1.5]), line([1, 2], 1, [0.0, 1.0])]);
        let first = [Rate::new(1.0, 2.0), Rate::new(1.0, 2.0)];
        let last = [Rate::new(0.0, 2.0), Rate::new(0.5, 2.0)];
        assert_eq!((&seatings.by_seat()[0][..], &seatings.by_seat()[2][..]), (&first[..], &last[..]));
        assert_eq!((seatings.fair_share(0), seatings.fair_share(1)), (Some(7.0 / 12.0), Some(5.0 / 12.0)));
        assert_eq!(Seatings::new(&alone).fair_share(0), None);
    }
}
