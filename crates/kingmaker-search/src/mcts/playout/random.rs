//! Playouts of uniformly random moves.

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{Game, Rng};

use super::{Outcome, Playout, play_out};

/// Its name in a spec.
pub const NAME: &str = "random";

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: NAME,
    summary: "every legal move is equally likely",
    source: "",
    options: &[],
    examples: &["mcts(playout=random)"],
};

struct RandomPlayout<Move> {
    scratch: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Game>(_: &Args) -> Box<dyn Playout<G>> {
    Box::new(RandomPlayout { scratch: Vec::new() })
}

impl<G: Game> Playout<G> for RandomPlayout<G::Move> {
    fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Outcome {
        play_out(game, state, rng, |state, rng| game.random_move(state, rng, &mut self.scratch))
    }
}
