//! The BRS+ policy: one opponent makes a reply, the others the best move by static ordering
//! (Esser et al. 2013; Nijssen 2013, section 4.7).

use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, settings};

use super::Policy;
use super::layered::Layered;
use crate::Toolbox;
use crate::knowledge::{BY, ordering};
use crate::minimax::brs_plus::BestReplyPlus;

settings! {
    /// The policy as configured.
    pub struct Settings, pub static SCHEMA = "brs-plus" {
        summary: "BRS+: one opponent makes a reply, the others the best move by static ordering",
        source: "Esser et al. 2013; Nijssen 2013, section 4.7",
        options: {
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
        },
        examples: ["mcts(policy=brs-plus)"],
    }
}

/// The policy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Policy<G>>, String> {
    Layered::suited(BestReplyPlus::new(ordering(game, &settings.by)?), SCHEMA.name, game)
}
