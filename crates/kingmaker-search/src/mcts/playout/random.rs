//! Playouts of uniformly random moves.

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, settings};

use super::decisive::{DECISIVE, Decisive, Extent};
use super::{Course, Playout, play_out};
use crate::Toolbox;

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "random" {
        summary: "every legal move is equally likely",
        source: "",
        options: {
            cap: Option<u32> {
                name: "cap",
                kind: Kind::Integer(1, u32::MAX as u64),
                help: "plies after which a playout is a draw; without it, only the rules end it",
            },
            /// What is done about wins at the next ply.
            decisive: Extent = DECISIVE,
        },
        examples: ["mcts(playout=random)", "mcts(playout=random(cap=200))"],
    }
}

struct RandomPlayout<Move> {
    cap: u32,
    decisive: Decisive<Move>,
    scratch: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let Settings { cap, decisive } = *settings;
    let cap = cap.unwrap_or(u32::MAX);
    Ok(Box::new(RandomPlayout {
        cap,
        decisive: Decisive::new(decisive, game),
        scratch: Vec::with_capacity(game.slots()),
    }))
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
