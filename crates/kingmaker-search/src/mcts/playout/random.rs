//! Playouts of uniformly random moves.

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{Game, Rng};

use super::{Outcome, Playout, play_out};
use crate::Toolbox;
use crate::budget::Clock;
use crate::mcts::line::Line;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "random",
    summary: "every legal move is equally likely",
    source: "",
    options: &[],
    examples: &["mcts(playout=random)"],
};

struct RandomPlayout<Move> {
    scratch: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Game>(_: &Args, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Playout<G>>, String> {
    Ok(Box::new(RandomPlayout { scratch: Vec::new() }))
}

impl<G: Game> Playout<G> for RandomPlayout<G::Move> {
    fn run(
        &mut self,
        game: &G,
        state: &mut G::State,
        line: &mut Line<G::Move>,
        rng: &mut Rng,
        clock: &Clock,
    ) -> Option<Outcome> {
        play_out(game, state, line, rng, clock, |state, rng| game.random_move(state, rng, &mut self.scratch))
    }
}
