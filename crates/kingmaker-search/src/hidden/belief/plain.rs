//! Every world is as likely as the game says, which does not know how its players think.

use kingmaker_core::{Game, Rng, View, settings};

use super::Belief;
use crate::Toolbox;

settings! {
    /// The belief as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "plain" {
        summary: "every world is as likely as the rules make it",
        source: "",
        options: {},
        examples: ["mcts(belief=plain)"],
    }
}

/// The belief as configured.
pub fn build<G: Game>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Belief<G>>, String> {
    Ok(Box::new(Plain))
}

struct Plain;

impl<G: Game> Belief<G> for Plain {
    fn begin(&mut self, _: &G, _: &View<'_, G>) {}

    fn draw(&self, game: &G, view: &View<'_, G>, rng: &mut Rng) -> G::State {
        view.determinize(game, rng).into_owned()
    }

    fn worlds(&self, game: &G, view: &View<'_, G>) -> Vec<(G::State, f64)> {
        view.worlds(game)
    }
}
