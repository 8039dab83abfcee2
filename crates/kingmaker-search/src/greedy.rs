//! The player that trusts the static move ordering.

use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, MoveOrdering, Rng, View, settings};

use crate::knowledge::{BY, ordering};
use crate::{Budget, Halt, Report, Searcher, Toolbox};

settings! {
    /// The player as configured.
    pub struct Settings, pub static SCHEMA = "greedy" {
        summary: "plays a move that the static move ordering likes best, ties broken at random",
        source: "Nijssen 2013, chapter 3",
        options: {
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
        },
        examples: ["greedy"],
    }
}

struct GreedyPlayer<Move> {
    by: MoveOrdering,
    scratch: Vec<Move>,
}

/// The player as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
    Ok(Box::new(GreedyPlayer { by: ordering(game, &settings.by)?, scratch: Vec::new() }))
}

impl<G: Knowledge> Searcher<G> for GreedyPlayer<G::Move> {
    fn search(&mut self, game: &G, view: &View<'_, G>, _: &Budget, _: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let state = view.determinize(game, rng);
        let mv = game.greedy_move(&state, self.by, rng, &mut self.scratch);
        Report::immediate(mv.expect("a player to move has a legal move"))
    }
}
