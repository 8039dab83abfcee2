//! Epsilon-greedy playouts: the static move ordering, with a random move now and then
//! (Nijssen 2013, section 2.6.1).

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Schema};

use super::decisive::{DECISIVE, Decisive};
use super::{Course, EPSILON, Playout, play_out};
use crate::Toolbox;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "greedy",
    summary: "the best move by static move ordering, but a random one with probability epsilon",
    source: "Nijssen 2013, section 2.6.1",
    options: &[EPSILON, DECISIVE],
    examples: &["mcts(playout=greedy(epsilon=0.1))", "mcts(playout=greedy(decisive=win))"],
};

struct GreedyPlayout<Move> {
    epsilon: f64,
    decisive: Decisive<Move>,
    scratch: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let epsilon = args.real(EPSILON.name).unwrap_or_default();
    Ok(Box::new(GreedyPlayout { epsilon, decisive: Decisive::from_args(args, game), scratch: Vec::new() }))
}

impl<G: Knowledge> Playout<G> for GreedyPlayout<G::Move> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        play_out(course, plies, |state, rng| {
            self.decisive.or_else(game, state, || {
                if rng.happens(self.epsilon) {
                    game.random_move(state, rng, &mut self.scratch)
                } else {
                    game.greedy_move(state, rng, &mut self.scratch)
                }
            })
        })
    }
}
