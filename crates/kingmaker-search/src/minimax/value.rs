//! What a position is worth to whom, as whole numbers: sums and comparisons are exact.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, Player, Rng, Teams, Turn, choices};

/// The worth of a position to one player. A sure win is [`WIN`], a sure loss 0.
pub type Value = i32;

/// A won game.
pub const WIN: Value = 1_000_000_000;

/// No position is worth more than this to all players together, which is what pruning in max^n
/// rests on: a little more than [`WIN`], because heuristic shares are kept off its ends.
pub const MOST_TOGETHER: Value = WIN + 6;

choices! {
    /// How the numbers of a board evaluator become values.
    pub enum Scale {
        /// The part that a player's team has of the sum over all teams.
        Share = "share",
        /// A player's own number.
        Own = "own",
        /// A player's own number less the best of the others, allies aside.
        Margin = "margin",
        /// A player's own number, where all others take the mean of the team.
        Alone = "alone",
    }
}

impl Scale {
    /// What these numbers of a board evaluator are worth to one player.
    #[inline(always)]
    pub fn value(self, numbers: &ByPlayer<f32>, teams: &Teams, player: Player) -> Value {
        if !teams.are_alone() && self != Scale::Alone {
            return self.of_team(&teams.means(numbers), teams, player);
        }
        self.of_team(numbers, teams, player)
    }

    /// The same of numbers that all members of a team have alike.
    #[inline(always)]
    fn of_team(self, numbers: &ByPlayer<f32>, teams: &Teams, player: Player) -> Value {
        match self {
            Scale::Share => share(numbers[player], teams.total(numbers), teams.count()),
            Scale::Own | Scale::Alone => heuristic(f64::from(numbers[player]) * UNIT),
            Scale::Margin => margin(numbers, teams, player),
        }
    }

    /// What these numbers of a board evaluator are worth to every player.
    #[inline]
    pub fn values(self, numbers: &ByPlayer<f32>, teams: &Teams) -> ByPlayer<Value> {
        let numbers = if self == Scale::Alone { numbers } else { &teams.means(numbers) };
        match self {
            Scale::Share => {
                let total = teams.total(numbers);
                numbers.map(|number| share(number, total, teams.count()))
            }
            Scale::Own | Scale::Margin | Scale::Alone => {
                ByPlayer::from_fn(numbers.players(), |player| self.of_team(numbers, teams, player))
            }
        }
    }
}

/// Values of positions: of finished games by their scores, of others by the board evaluator
/// with a small random term.
#[derive(Clone, Debug)]
pub struct Evaluator {
    by: BoardEvaluator,
    scale: Scale,
    noise: f32,
    seed: u64,
    teams: Teams,
}

/// One unit of a board evaluator, where it is not a share: finer differences are the random term's.
const UNIT: f64 = 10_000.0;

impl Evaluator {
    /// `noise` is the most that the random term adds to a player's number. The term is a function
    /// of the position and of what is drawn here, so that it is the same wherever a search meets
    /// the position again.
    pub fn new(scale: Scale, noise: f32, teams: Teams, rng: &mut Rng) -> Self {
        let seed = if noise > 0.0 { rng.bits() } else { 0 };
        Evaluator { by: BoardEvaluator::default(), scale, noise, seed, teams }
    }

    /// The same without a random term.
    pub fn plain(scale: Scale, teams: Teams) -> Self {
        Evaluator { by: BoardEvaluator::default(), scale, noise: 0.0, seed: 0, teams }
    }

    /// The same by this board evaluator of the game, which is the first unless it is said.
    pub fn by(self, by: BoardEvaluator) -> Self {
        Evaluator { by, ..self }
    }

    /// The worth of a position to every player.
    pub fn values<G: Knowledge>(&self, game: &G, state: &G::State) -> ByPlayer<Value> {
        if game.turn(state) == Turn::Over {
            let scores = game.scores(state);
            let is_clear = scores.shares().iter().all(|(_, share)| share == 0.0 || share == 1.0);
            if is_clear || self.scale == Scale::Share {
                return scores.shares().map(finished);
            }
        }
        self.scale.values(&self.numbers(game, state), &self.teams)
    }

    /// The worth of a position to one player.
    #[inline]
    pub fn value<G: Knowledge>(&self, game: &G, state: &G::State, player: Player) -> Value {
        if game.turn(state) != Turn::Over {
            return self.scale.value(&self.numbers(game, state), &self.teams, player);
        }
        self.values(game, state)[player]
    }

    fn numbers<G: Knowledge>(&self, game: &G, state: &G::State) -> ByPlayer<f32> {
        let mut numbers = game.evaluate(state, self.by);
        if self.noise > 0.0 {
            let mut bits = game.key(state) ^ self.seed;
            for number in numbers.as_mut_slice() {
                bits = (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                *number += self.noise * ((bits >> 40) as f32 * (1.0 / (1u32 << 24) as f32));
            }
        }
        numbers
    }
}

/// The value of a share of a finished game: down to a millionth, beyond which are only rounding
/// errors, so that the values of all players never sum to more than a win.
fn finished(share: f32) -> Value {
    (f64::from(share) * 1e6 + 0.01) as Value * (WIN / 1_000_000)
}

/// Keeps a heuristic value off those of won and lost games.
#[inline]
fn heuristic(value: f64) -> Value {
    (value as Value).clamp(1, WIN - 1)
}

#[inline]
fn share(number: f32, total: f64, teams: usize) -> Value {
    let share = if total > 0.0 { f64::from(number) / total } else { 1.0 / teams as f64 };
    heuristic(share * f64::from(WIN))
}

fn margin(numbers: &ByPlayer<f32>, teams: &Teams, player: Player) -> Value {
    let others = numbers.iter().filter(|&(other, _)| !teams.are_allies(other, player)).map(|(_, number)| number);
    let best = others.fold(0.0, f32::max);
    // A level game is in the middle.
    heuristic(f64::from(numbers[player] - best) * UNIT + f64::from(WIN / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alone_is_without_the_team() {
        let teams = Teams::new(3, &[], |player| usize::from(player.index() > 0));
        let numbers = ByPlayer::from_fn(3, |player| [10.0, 2.0, 6.0][player.index()]);
        let of = |scale: Scale| [0, 1, 2].map(|player| scale.value(&numbers, &teams, Player::new(player)));
        assert_eq!(of(Scale::Alone), [100_000, 20_000, 60_000]);
        assert_eq!(of(Scale::Own), [100_000, 40_000, 40_000]);
        let all = |scale: Scale| scale.values(&numbers, &teams).as_slice().to_vec();
        assert_eq!((all(Scale::Alone), all(Scale::Own)), (of(Scale::Alone).to_vec(), of(Scale::Own).to_vec()));
    }
}
