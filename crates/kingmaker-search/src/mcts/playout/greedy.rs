//! Epsilon-greedy playouts: the static move ordering, with a random move now and then
//! (Nijssen 2013, section 2.6.1).

use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, MoveOrdering, settings};

use super::decisive::{DECISIVE, Decisive, Extent};
use super::search::Ties;
use super::{Course, EPSILON, Playout, play_out};
use crate::Toolbox;
use crate::knowledge::{BY, ordering};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "greedy" {
        summary: "the best move by static move ordering, but a random one with probability epsilon",
        source: "Nijssen 2013, section 2.6.1",
        options: {
            /// Probability of a random move.
            epsilon: f64 = EPSILON,
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
            /// What is done about wins at the next ply.
            decisive: Extent = DECISIVE,
            ties: Ties {
                name: "ties",
                default: "random",
                help: "between equally good moves: any, or the first in the order of moves",
            },
        },
        examples: ["mcts(playout=greedy(epsilon=0.1))", "mcts(playout=greedy(decisive=win))"],
    }
}

struct GreedyPlayout<Move> {
    epsilon: f64,
    by: MoveOrdering,
    decisive: Decisive<Move>,
    ties: Ties,
    scratch: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let Settings { epsilon, ref by, decisive, ties } = *settings;
    let by = ordering(game, by)?;
    Ok(Box::new(GreedyPlayout {
        epsilon,
        by,
        decisive: Decisive::new(decisive, game),
        ties,
        scratch: Vec::with_capacity(game.slots()),
    }))
}

impl<G: Knowledge> Playout<G> for GreedyPlayout<G::Move> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        play_out(course, plies, |state, rng| {
            self.decisive.or_else(game, state, || {
                if rng.happens(self.epsilon) {
                    return game.random_move(state, rng, &mut self.scratch);
                }
                match self.ties {
                    Ties::Random => game.greedy_move(state, self.by, rng, &mut self.scratch),
                    Ties::First => {
                        game.k_best(state, self.by, 1, &mut self.scratch);
                        self.scratch.first().copied()
                    }
                }
            })
        })
    }
}
