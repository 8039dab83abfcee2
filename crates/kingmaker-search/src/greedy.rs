//! The player that trusts the static move ordering.

use kingmaker_core::{Knowledge, Rng, View, settings};

use crate::{Budget, Halt, Report, Searcher, Toolbox};

settings! {
    /// The player as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "greedy" {
        summary: "plays a move that the static move ordering likes best, ties broken at random",
        source: "Nijssen 2013, chapter 3",
        options: {},
        examples: ["greedy"],
    }
}

struct GreedyPlayer<Move> {
    scratch: Vec<Move>,
}

/// The player as configured.
pub fn build<G: Knowledge>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Searcher<G>>, String> {
    Ok(Box::new(GreedyPlayer { scratch: Vec::new() }))
}

impl<G: Knowledge> Searcher<G> for GreedyPlayer<G::Move> {
    fn search(&mut self, game: &G, view: &View<'_, G>, _: &Budget, _: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let state = view.determinize(game, rng);
        let mv = game.greedy_move(&state, rng, &mut self.scratch);
        Report::immediate(mv.expect("a player to move has a legal move"))
    }
}
