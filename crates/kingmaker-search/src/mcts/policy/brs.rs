//! The BRS policy: the layers of all opponents are merged into one, in which one of them moves
//! (Nijssen 2013, section 4.2.2).

use kingmaker_core::{Knowledge, OutOfTurn, settings};

use super::Policy;
use super::layered::Layered;
use crate::Toolbox;
use crate::minimax::brs::BestReply;

settings! {
    /// The policy as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "brs" {
        summary: "Best-Reply Search: between two moves of the root player only one opponent moves",
        source: "Nijssen 2013, section 4.2.2",
        options: {},
        examples: ["mcts(policy=brs)"],
    }
}

/// The policy as configured.
pub fn build<G: Knowledge + OutOfTurn>(_: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Policy<G>>, String> {
    Layered::suited(BestReply::default(), SCHEMA.name, game)
}
