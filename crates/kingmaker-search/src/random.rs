//! The player that moves at random.

use kingmaker_core::{Game, Rng, View, settings};

use crate::{Budget, Halt, Report, Searcher, Toolbox};

settings! {
    /// The player as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "random" {
        summary: "plays any legal move, each equally likely",
        source: "",
        options: {},
        examples: ["random"],
    }
}

struct RandomPlayer<Move> {
    scratch: Vec<Move>,
}

/// The player as configured.
pub fn build<G: Game>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Searcher<G>>, String> {
    Ok(Box::new(RandomPlayer { scratch: Vec::new() }))
}

impl<G: Game> Searcher<G> for RandomPlayer<G::Move> {
    fn search(&mut self, game: &G, view: &View<'_, G>, _: &Budget, _: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let state = view.determinize(game, rng);
        let mv = game.random_move(&state, rng, &mut self.scratch);
        Report::immediate(mv.expect("a player to move has a legal move"))
    }
}
