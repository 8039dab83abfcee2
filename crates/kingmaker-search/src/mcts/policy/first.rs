//! Everybody plays for the first player. This is no good policy: it is what a program does that counts all results from the
//! view of one player and takes the highest everywhere (Parshotam 2023).

use kingmaker_core::{Game, Player, settings};

use super::in_turn::InTurn;
use super::{Aim, Policy};
use crate::Toolbox;

settings! {
    /// The policy as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "first" {
        summary: "everybody maximises the share of the first player: a published mistake, to measure what it costs",
        source: "Parshotam 2023, the program",
        options: {},
        examples: ["mcts(policy=first)"],
    }
}

/// The policy as configured.
pub fn build<G: Game>(_: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Policy<G>>, String> {
    let side = Player::all(game.players()).collect();
    Ok(Box::new(InTurn::new(Aim::Against { root: Player::new(0), side })))
}
