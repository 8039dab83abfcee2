//! The BRS+ policy: one opponent makes a reply, the others the best move by static ordering
//! (Esser et al. 2013; Nijssen 2013, section 4.7).

use kingmaker_core::{Knowledge, settings};

use super::Policy;
use super::layered::Layered;
use crate::Toolbox;
use crate::minimax::brs_plus::BestReplyPlus;

settings! {
    /// The policy as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "brs-plus" {
        summary: "BRS+: one opponent makes a reply, the others the best move by static ordering",
        source: "Esser et al. 2013; Nijssen 2013, section 4.7",
        options: {},
        examples: ["mcts(policy=brs-plus)"],
    }
}

/// The policy as configured.
pub fn build<G: Knowledge>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Policy<G>>, String> {
    Ok(Box::new(Layered::new(BestReplyPlus::default())))
}
