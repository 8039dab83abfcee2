//! Ratings of players who need not all have met.
//!
//! The model is that of Bradley & Terry (1952) as Plackett (1975) and Luce (1959) have it for
//! more than two: the winner of a game is drawn among its seats in proportion to their strengths.
//! A player at several seats wins with all of them together. A shared win is as many fractions of
//! a game. The strengths are those that make the results likeliest, on Elo's scale, on which a
//! player 400 above another wins ten times as often as that one in the games they share.

use std::collections::BTreeMap;

use kingmaker_core::{Player, Teams};
use serde::Serialize;

use super::interval::Z95;
use super::{UNIT, parts, tidy};

/// Elo's scale: 400 for each factor of ten.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Results of games between any players, in any order.
#[derive(Clone, Debug, Default)]
pub struct Results {
    players: Vec<Standing>,
    index: BTreeMap<String, usize>,
    /// For each set of players at a table, with their numbers of seats, what each of them won
    /// there in units of 2^-32: sums that do not depend on the order of games.
    tables: BTreeMap<Vec<(usize, usize)>, Vec<u64>>,
}

#[derive(Clone, Debug)]
struct Standing {
    name: String,
    games: u64,
    won: u64,
}

/// Players who can be compared with each other: each has beaten each, if not directly then by
/// way of others. Between groups, no result of ours bounds the difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The strongest first.
    pub players: Vec<Rating>,
}

/// How strong a player is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Games in which it had a seat.
    pub games: u64,
    /// What it won of them.
    pub wins: f64,
    /// Its rating and how far off that may be, if it can be compared with anybody.
    pub elo: Option<Elo>,
}

/// A rating, relative to the mean of the group.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The likeliest.
    pub rating: f64,
    /// Where the 95% interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Results {
    /// Counts a game: who sat where, and what each seat got. A team counts as one seat.
    pub fn add<'a>(&mut self, seating: impl IntoIterator<Item = &'a str>, shares: &[f32], teams: &Teams) {
        let mut table: BTreeMap<usize, (usize, u64)> = BTreeMap::new();
        let is_first = |seat: Player| teams.members(teams.of(seat)).next() == Some(seat);
        let seats = Player::all(teams.players()).zip(parts(shares, teams));
        for (name, (seat, part)) in seating.into_iter().zip(seats) {
            let entry = table.entry(self.player(name)).or_default();
            entry.0 += usize::from(is_first(seat));
            entry.1 += part;
        }
        for (&player, &(_, won)) in &table {
            self.players[player].games += 1;
            self.players[player].won += won;
        }
        let seats = table.iter().map(|(&player, &(seats, _))| (player, seats)).collect();
        let wins = self.tables.entry(seats).or_insert_with(|| vec![0; table.len()]);
        for (sum, (_, won)) in wins.iter_mut().zip(table.values()) {
            *sum += won;
        }
    }

    fn player(&mut self, name: &str) -> usize {
        if let Some(&player) = self.index.get(name) {
            return player;
        }
        self.index.insert(name.to_owned(), self.players.len());
        self.players.push(Standing { name: name.to_owned(), games: 0, won: 0 });
        self.players.len() - 1
    }

    /// The ratings, in groups within which they can be compared. A group comes before those that
    /// it has beaten and that have never beaten it.
    ///
    /// A `prior` of n stands for n games that each player has drawn against one and the same
    /// imaginary opponent. With one, nobody is undefeated and there is one group; it pulls all
    /// ratings together, the less the more games there are.
    pub fn ratings(&self, prior: f64) -> Vec<Group> {
        let mut observations: Vec<Observation> = self.tables.iter().map(Observation::of_table).collect();
        let imaginary = self.players.len();
        let mut count = imaginary;
        if prior > 0.0 {
            count += 1;
            let drawn =
                |player| Observation { seats: vec![(player, 1.0), (imaginary, 1.0)], wins: vec![prior / 2.0; 2] };
            observations.extend((0..imaginary).map(drawn));
        }
        let groups = groups(count, &observations).into_iter().map(|members| self.rate(&members, &observations));
        groups.filter(|group| !group.players.is_empty()).collect()
    }

    fn rate(&self, members: &[usize], observations: &[Observation]) -> Group {
        let among: Vec<Observation> = observations.iter().filter_map(|seen| seen.among(members)).collect();
        let fit = Fit::of(members.len(), &among);
        let real = members.iter().filter(|&&player| player < self.players.len()).count();
        let rating = |(place, &player): (usize, &usize)| {
            let standing = self.players.get(player)?;
            let elo = (members.len() > 1).then(|| fit.elo(place, real));
            Some(Rating {
                player: standing.name.clone(),
                games: standing.games,
                wins: tidy(standing.won as f64 / UNIT),
                elo,
            })
        };
        let mut players: Vec<Rating> = members.iter().enumerate().filter_map(rating).collect();
        let height = |rating: &Rating| rating.elo.map_or(0.0, |elo| elo.rating);
        players.sort_by(|one, other| height(other).total_cmp(&height(one)).then(one.player.cmp(&other.player)));
        Group { players }
    }
}

/// All games at one table: the players with their seats, and what each has won.
#[derive(Clone, Debug)]
struct Observation {
    seats: Vec<(usize, f64)>,
    wins: Vec<f64>,
}

impl Observation {
    fn of_table((seats, wins): (&Vec<(usize, usize)>, &Vec<u64>)) -> Self {
        Observation {
            seats: seats.iter().map(|&(player, seats)| (player, seats as f64)).collect(),
            wins: wins.iter().map(|&won| won as f64 / UNIT).collect(),
        }
    }

    /// What the games say about these players alone, who are counted anew: the games that one of
    /// them has won, and who of them.
    fn among(&self, members: &[usize]) -> Option<Self> {
        let place = |player: usize| members.iter().position(|&member| member == player);
        let (seats, wins): (Vec<_>, Vec<_>) = self
            .seats
            .iter()
            .zip(&self.wins)
            .filter_map(|(&(player, seats), &wins)| place(player).map(|place| ((place, seats), wins)))
            .unzip();
        (seats.len() > 1 && wins.iter().sum::<f64>() > 0.0).then_some(Observation { seats, wins })
    }

    /// Each player's chance at this table, with these logarithms of strengths.
    fn chances(&self, strengths: &[f64]) -> Vec<f64> {
        // Relative to the strongest, so that nothing overflows.
        let most = self.seats.iter().map(|&(player, _)| strengths[player]).fold(f64::MIN, f64::max);
        let weight = |&(player, seats): &(usize, f64)| seats * (strengths[player] - most).exp();
        let sum: f64 = self.seats.iter().map(weight).sum();
        self.seats.iter().map(|seat| weight(seat) / sum).collect()
    }
}

/// The sets of players between whom the likeliest strengths are finite (Ford 1957): the strongly
/// connected parts of "has won a game in which the other sat".
fn groups(players: usize, observations: &[Observation]) -> Vec<Vec<usize>> {
    let mut beats = vec![vec![false; players]; players];
    for seen in observations {
        for (&(winner, _), &wins) in seen.seats.iter().zip(&seen.wins) {
            for &(loser, _) in seen.seats.iter().filter(|_| wins > 0.0) {
                beats[winner][loser] = true;
            }
        }
    }
    // Whom each has beaten, directly or by way of others (Warshall 1962).
    (0..players).for_each(|player| beats[player][player] = true);
    for between in 0..players {
        let further = beats[between].clone();
        for row in beats.iter_mut().filter(|row| row[between]) {
            row.iter_mut().zip(&further).for_each(|(reached, &more)| *reached |= more);
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (player, beaten) in beats.iter().enumerate() {
        match groups.iter_mut().find(|group| beaten[group[0]] && beats[group[0]][player]) {
            Some(group) => group.push(player),
            None => groups.push(vec![player]),
        }
    }
    // Whoever is above another has beaten all those whom the other has, and more.
    groups.sort_by_key(|group| std::cmp::Reverse(beats[group[0]].iter().filter(|&&reached| reached).count()));
    groups
}

/// The likeliest strengths and how they vary together.
#[derive(Debug)]
struct Fit {
    /// Natural logarithms, of which only differences mean anything.
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// Newton's method. The likelihood is concave in the logarithms of the strengths and, within
    /// a group, has one maximum (Hunter 2004); a step that does not climb is halved.
    fn of(players: usize, observations: &[Observation]) -> Self {
        let mut strengths = vec![0.0; players];
        let mut covariance = covariance(players, observations, &strengths);
        for _ in 0..200 {
            let gradient = gradient(players, observations, &strengths);
            let step: Vec<f64> = covariance
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(entry, slope)| entry * slope).sum())
                .collect();
            let before = log_likelihood(observations, &strengths);
            let moved = |scale: f64| -> Vec<f64> {
                strengths.iter().zip(&step).map(|(strength, step)| strength + scale * step).collect()
            };
            let halvings = (0..50).map(|halved| moved(0.5f64.powi(halved)));
            let climbed = halvings.into_iter().find(|moved| log_likelihood(observations, moved) > before);
            // Where no step climbs any more is the top, as far as numbers can tell.
            let Some(climbed) = climbed else { break };
            strengths = climbed;
            covariance = self::covariance(players, observations, &strengths);
        }
        Fit { strengths, covariance }
    }

    /// The rating of the player at `place` relative to the mean of the first `real` players. The
    /// variance is that of the same difference.
    fn elo(&self, place: usize, real: usize) -> Elo {
        let weight = |player: usize| f64::from(player == place) - if player < real { 1.0 / real as f64 } else { 0.0 };
        let rating: f64 = self.strengths.iter().enumerate().map(|(player, strength)| weight(player) * strength).sum();
        let mut variance = 0.0;
        for (one, row) in self.covariance.iter().enumerate() {
            for (other, entry) in row.iter().enumerate() {
                variance += weight(one) * weight(other) * entry;
            }
        }
        let spread = Z95 * variance.max(0.0).sqrt();
        let elo = |strength: f64| (strength * ELO * 100.0).round() / 100.0;
        Elo { rating: elo(rating), low: elo(rating - spread), high: elo(rating + spread) }
    }
}

fn log_likelihood(observations: &[Observation], strengths: &[f64]) -> f64 {
    let of_table = |seen: &Observation| -> f64 {
        seen.wins.iter().zip(seen.chances(strengths)).filter(|(wins, _)| **wins > 0.0).map(|(w, p)| w * p.ln()).sum()
    };
    observations.iter().map(of_table).sum()
}

/// What each has won beyond what was expected.
fn gradient(players: usize, observations: &[Observation], strengths: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; players];
    for seen in observations {
        let games: f64 = seen.wins.iter().sum();
        for ((&(player, _), wins), chance) in seen.seats.iter().zip(&seen.wins).zip(seen.chances(strengths)) {
            gradient[player] += wins - games * chance;
        }
    }
    gradient
}

/// The inverse of the observed information. That is singular, as only differences of strengths
/// mean anything; a constant added to all its entries makes it regular and changes no difference.
fn covariance(players: usize, observations: &[Observation], strengths: &[f64]) -> Vec<Vec<f64>> {
    let mut information = vec![vec![0.0; players]; players];
    for seen in observations {
        let games: f64 = seen.wins.iter().sum();
        let chances = seen.chances(strengths);
        for (&(one, _), chance) in seen.seats.iter().zip(&chances) {
            information[one][one] += games * chance;
            for (&(other, _), other_chance) in seen.seats.iter().zip(&chances) {
                information[one][other] -= games * chance * other_chance;
            }
        }
    }
    let trace: f64 = (0..players).map(|player| information[player][player]).sum();
    let constant = trace.max(f64::MIN_POSITIVE) / (players * players) as f64;
    information.iter_mut().flatten().for_each(|entry| *entry += constant);
    inverse(information)
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan's elimination, which
/// needs no pivots for those.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(row == column)).collect()).collect();
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        for row in [&mut matrix[pivot], &mut inverse[pivot]] {
            row.iter_mut().for_each(|entry| *entry /= divisor);
        }
        let (left, right) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            matrix[row].iter_mut().zip(&left).for_each(|(entry, above)| *entry -= factor * above);
            inverse[row].iter_mut().zip(&right).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    inverse
}

#[cfg(test)]
mod tests;
