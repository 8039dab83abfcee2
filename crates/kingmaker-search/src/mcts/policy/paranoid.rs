//! The paranoid policy: all opponents want the share of the player at the root to be low
//! (Nijssen 2013, section 4.2.1, Formula 4.1).

use kingmaker_core::{Game, Player, Teams, settings};

use super::{Aim, Policy, turn_choices};
use crate::Toolbox;

settings! {
    /// The policy as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "paranoid" {
        summary: "the opponents minimise the share of the player at the root",
        source: "Nijssen 2013, section 4.2.1",
        options: {},
        examples: ["mcts(policy=paranoid)"],
    }
}

/// The policy as configured.
pub fn build<G: Game>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Policy<G>>, String> {
    Ok(Box::new(Paranoid { aim: Aim::Own, moves: Vec::new() }))
}

struct Paranoid<Move> {
    aim: Aim,
    moves: Vec<Move>,
}

impl<G: Game> Policy<G> for Paranoid<G::Move> {
    fn begin(&mut self, game: &G, _: &G::State, root: Player) {
        self.aim = Aim::against(root, &game.teams());
    }

    fn choices(&mut self, game: &G, state: &G::State, out: &mut Vec<(Player, G::Move)>) {
        turn_choices(game, state, &mut self.moves, out);
    }

    fn play(&mut self, game: &G, state: &mut G::State, _: Player, mv: G::Move) {
        game.play(state, mv);
    }

    fn aim(&self) -> Aim {
        self.aim
    }

    fn is_two_sided(&self, _: &Teams) -> bool {
        true
    }
}
