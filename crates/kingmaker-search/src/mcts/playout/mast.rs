//! The Move-Average Sampling Technique: moves that did well anywhere are played more often
//! (Finnsson & Björnsson 2008).

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, Rng, Scores, choices, settings};

use super::means::Means;
use super::{Course, Playout, play_out};
use crate::Toolbox;
use crate::mcts::line::Line;

choices! {
    /// How a move is drawn.
    pub enum Draw {
        /// The best move, but a random one now and then.
        EpsilonGreedy = "epsilon-greedy",
        /// Each in proportion to the exponential of its mean over a temperature.
        Gibbs = "gibbs",
    }
}

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "mast" {
        summary: "moves with a high mean result, whatever the position in which they were played",
        source: "Finnsson & Björnsson 2008; Tak, Winands & Björnsson 2012",
        options: {
            choose: Draw {
                name: "choose",
                default: "epsilon-greedy",
                help: "the best move but for a random one now and then, or each in proportion to exp(mean / temperature)",
            },
            epsilon: Option<f64> {
                name: "epsilon",
                kind: Kind::Real(0.0, 1.0),
                help: "probability of a random move, with choose=epsilon-greedy; 0.1 if nothing is said",
            },
            temperature: Option<f64> {
                name: "temperature",
                kind: Kind::Real(0.001, 1000.0),
                help: "with choose=gibbs; 0.1 if nothing is said",
            },
            tree_only: bool { name: "tree-only", default: "no", help: "learn only from moves in the tree" },
        },
        examples: ["mcts(playout=mast)", "mcts(playout=mast(choose=gibbs, temperature=0.2, tree-only=yes))"],
    }
}

/// A move that was never played is taken for a win, so that it is tried.
pub(super) const UNTRIED: f32 = 1.0;

struct MastPlayout<Move> {
    choose: Choose,
    tree_only: bool,
    means: Means,
    slots: usize,
    moves: Vec<Move>,
    weights: Vec<f32>,
}

#[derive(Clone, Copy)]
enum Choose {
    EpsilonGreedy(f64),
    Gibbs(f32),
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let choose = match (settings.choose, settings.epsilon, settings.temperature) {
        (Draw::Gibbs, Some(_), _) => {
            return Err("mast(choose=gibbs) has no use for epsilon; expected temperature".to_owned());
        }
        (Draw::Gibbs, None, temperature) => Choose::Gibbs(temperature.unwrap_or(0.1) as f32),
        (Draw::EpsilonGreedy, _, Some(_)) => {
            return Err("mast(choose=epsilon-greedy) has no use for temperature; expected epsilon".to_owned());
        }
        (Draw::EpsilonGreedy, epsilon, None) => Choose::EpsilonGreedy(epsilon.unwrap_or(0.1)),
    };
    Ok(Box::new(MastPlayout {
        choose,
        tree_only: settings.tree_only,
        means: Means::new(game.slots() * game.players()),
        slots: game.slots(),
        moves: Vec::with_capacity(game.slots()),
        weights: Vec::with_capacity(game.slots()),
    }))
}

impl<G: Game> Playout<G> for MastPlayout<G::Move> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        let MastPlayout { choose, means, slots, moves, weights, .. } = self;
        play_out(course, plies, |state, rng| {
            let player = game.turn(state).player()?;
            let value = |mv: G::Move| means.mean(player.index() * *slots + game.slot(mv)).unwrap_or(UNTRIED);
            match *choose {
                Choose::EpsilonGreedy(epsilon) if rng.happens(epsilon) => game.random_move(state, rng, moves),
                Choose::EpsilonGreedy(_) => {
                    game.legal_moves(state, moves);
                    highest(moves, rng, value)
                }
                Choose::Gibbs(temperature) => {
                    game.legal_moves(state, moves);
                    gibbs(moves, weights, temperature, rng, value)
                }
            }
        })
    }

    fn begin(&mut self, _: &G) {
        self.means.clear();
    }

    fn is_learning(&self) -> bool {
        true
    }

    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        let moves = if self.tree_only { line.in_tree() } else { line.moves() };
        for &(player, mv) in moves {
            self.means.add(player.index() * self.slots + game.slot(mv), scores.of(player));
        }
    }
}

/// A move of the highest value, ties broken uniformly at random.
pub(super) fn highest<Move: Copy>(moves: &[Move], rng: &mut Rng, value: impl Fn(Move) -> f32) -> Option<Move> {
    let (mut best, mut highest, mut ties) = (None, f32::NEG_INFINITY, 0);
    for &mv in moves {
        let value = value(mv);
        if value > highest {
            (best, highest, ties) = (Some(mv), value, 1);
        } else if value == highest {
            ties += 1;
            if rng.below(ties) == 0 {
                best = Some(mv);
            }
        }
    }
    best
}

/// A move, drawn in proportion to exp(value / temperature).
fn gibbs<Move: Copy>(
    moves: &[Move],
    weights: &mut Vec<f32>,
    temperature: f32,
    rng: &mut Rng,
    value: impl Fn(Move) -> f32,
) -> Option<Move> {
    weights.clear();
    // Values are at most 1: with 1 taken off, no weight is infinite.
    weights.extend(moves.iter().map(|&mv| ((value(mv) - 1.0) / temperature).exp()));
    let mut left = rng.unit() as f32 * weights.iter().sum::<f32>();
    let drawn = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    drawn.map_or(moves.last().copied(), |index| Some(moves[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_ties_are_drawn_equally() {
        let mut rng = Rng::new(5);
        let mut counts = [0; 4];
        for _ in 0..3000 {
            let drawn = highest(&[0usize, 1, 2, 3], &mut rng, |mv| [0.2, 0.7, 0.1, 0.7][mv]).expect("a move");
            counts[drawn] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0));
        // Five standard deviations.
        assert!((1363..=1637).contains(&counts[1]), "{counts:?}");
    }

    #[test]
    fn gibbs_draws_in_proportion() {
        let mut rng = Rng::new(6);
        let (mut weights, mut first) = (Vec::new(), 0);
        for _ in 0..10_000 {
            let drawn = gibbs(&[0usize, 1], &mut weights, 0.5, &mut rng, |mv| [0.5, 1.0][mv]).expect("a move");
            first += usize::from(drawn == 0);
        }
        // exp(-1) / (1 + exp(-1)) is 0.2689; five standard deviations.
        assert!((2468..=2911).contains(&first), "{first}");
        // When all weights vanish some move has to do.
        assert_eq!(gibbs(&[0usize, 1], &mut weights, 0.001, &mut rng, |_| 0.0), Some(1));
    }
}
