//! Playouts of uniformly random moves.

use kingmaker_core::Game;
use kingmaker_core::options::{Args, Kind, OptionDef, Schema};

use super::decisive::{DECISIVE, Decisive};
use super::{Course, Playout, play_out};
use crate::Toolbox;

/// The option that ends playouts early.
pub(super) const CAP: &str = "cap";

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "random",
    summary: "every legal move is equally likely",
    source: "",
    options: &[
        OptionDef {
            name: CAP,
            kind: Kind::Integer(1, u32::MAX as u64),
            default: None,
            help: "plies after which a playout is a draw; without it, only the rules end it",
        },
        DECISIVE,
    ],
    examples: &["mcts(playout=random)", "mcts(playout=random(cap=200))"],
};

struct RandomPlayout<Move> {
    cap: u32,
    decisive: Decisive<Move>,
    scratch: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Game>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let cap = args.integer(CAP).map_or(u32::MAX, |cap| cap as u32);
    Ok(Box::new(RandomPlayout { cap, decisive: Decisive::from_args(args, game), scratch: Vec::new() }))
}

impl<G: Game> Playout<G> for RandomPlayout<G::Move> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        play_out(course, plies, |state, rng| {
            self.decisive.or_else(game, state, || game.random_move(state, rng, &mut self.scratch))
        })
    }

    fn limit(&self) -> u32 {
        self.cap
    }
}
