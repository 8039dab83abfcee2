//! The BRS+ policy: one opponent makes a reply, the others the best move by static ordering
//! (Esser et al. 2013; Nijssen 2013, section 4.7).

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Schema};

use super::Policy;
use super::layered::Layered;
use crate::Toolbox;
use crate::minimax::brs_plus::BestReplyPlus;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "brs-plus",
    summary: "BRS+: one opponent makes a reply, the others the best move by static ordering",
    source: "Esser et al. 2013; Nijssen 2013, section 4.7",
    options: &[],
    examples: &["mcts(policy=brs-plus)"],
};

/// The policy as configured.
pub fn build<G: Knowledge>(_: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Policy<G>>, String> {
    Layered::suited(BestReplyPlus::default(), SCHEMA.name, game)
}
