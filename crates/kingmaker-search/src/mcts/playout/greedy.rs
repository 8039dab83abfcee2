//! Epsilon-greedy playouts: the static move ordering, with a random move now and then
//! (Nijssen 2013, section 2.6.1).

use kingmaker_core::options::{Args, Kind, OptionDef, Schema};
use kingmaker_core::{Knowledge, Rng};

use super::{Outcome, Playout, play_out};
use crate::Toolbox;
use crate::budget::Clock;
use crate::mcts::line::Line;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "greedy",
    summary: "the best move by static move ordering, but a random one with probability epsilon",
    source: "Nijssen 2013, section 2.6.1",
    options: &[OptionDef {
        name: "epsilon",
        kind: Kind::Real(0.0, 1.0),
        default: Some("0.05"),
        help: "probability of a random move",
    }],
    examples: &["mcts(playout=greedy(epsilon=0.1))"],
};

struct GreedyPlayout<Move> {
    epsilon: f64,
    scratch: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Playout<G>>, String> {
    Ok(Box::new(GreedyPlayout { epsilon: args.real("epsilon").unwrap_or_default(), scratch: Vec::new() }))
}

impl<G: Knowledge> Playout<G> for GreedyPlayout<G::Move> {
    fn run(
        &mut self,
        game: &G,
        state: &mut G::State,
        line: &mut Line<G::Move>,
        rng: &mut Rng,
        clock: &Clock,
    ) -> Option<Outcome> {
        play_out(game, state, line, rng, clock, |state, rng| {
            if rng.happens(self.epsilon) {
                game.random_move(state, rng, &mut self.scratch)
            } else {
                game.greedy_move(state, rng, &mut self.scratch)
            }
        })
    }
}
