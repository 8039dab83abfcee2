//! The max^n policy: everybody wants a high share (Sturtevant 2008; Nijssen 2013, section 2.6.2).

use kingmaker_core::{Game, Player, settings};

use super::{Aim, Policy, turn_choices};
use crate::Toolbox;

settings! {
    /// The policy as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "max-n" {
        summary: "every player maximises their own share",
        source: "Sturtevant 2008; Nijssen 2013, section 2.6.2",
        options: {},
        examples: ["mcts(policy=max-n)"],
    }
}

/// The policy as configured.
pub fn build<G: Game>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Policy<G>>, String> {
    Ok(Box::new(MaxN { moves: Vec::new() }))
}

struct MaxN<Move> {
    moves: Vec<Move>,
}

impl<G: Game> Policy<G> for MaxN<G::Move> {
    fn begin(&mut self, _: &G, _: &G::State, _: Player) {}

    fn choices(&mut self, game: &G, state: &G::State, out: &mut Vec<(Player, G::Move)>) {
        turn_choices(game, state, &mut self.moves, out);
    }

    fn play(&mut self, game: &G, state: &mut G::State, _: Player, mv: G::Move) {
        game.play(state, mv);
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }
}
