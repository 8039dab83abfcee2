//! Everybody plays for the first player. This is no good policy: it is what a program does that counts all results from the
//! view of one player and takes the highest everywhere (Parshotam 2023).

use kingmaker_core::{Game, Player, Teams, settings};

use super::{Aim, Policy, turn_choices};
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
    Ok(Box::new(First { aim: Aim::Against { root: Player::new(0), side }, moves: Vec::new() }))
}

struct First<Move> {
    aim: Aim,
    moves: Vec<Move>,
}

impl<G: Game> Policy<G> for First<G::Move> {
    fn begin(&mut self, _: &G, _: &G::State, _: Player) {}

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
        false
    }
}
