//! The max^n policy: everybody wants a high share (Sturtevant 2008; Nijssen 2013, section 2.6.2).

use kingmaker_core::{Game, settings};

use super::in_turn::InTurn;
use super::{Aim, Policy};
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
    Ok(Box::new(InTurn::new(Aim::Own)))
}
