//! Alpha-beta search for two players, or two sides (Knuth & Moore 1975; Nijssen 2013, section 2.2.2).

use kingmaker_core::Knowledge;

use super::seat_order::SeatOrder;
use super::settings::two_sided_settings;
use super::two_sided::TwoSided;
use crate::{Searcher, Toolbox};

two_sided_settings! {
    "alphabeta",
    "alpha-beta search for two players or two sides",
    "Knuth & Moore 1975; Nijssen 2013, sections 2.2.2 and 2.4",
    ["alphabeta(depth=4)", "alphabeta(time=250ms, aspiration=0.01)"]
}

/// The player as configured.
pub fn build<G: Knowledge>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    let sides = game.teams().count();
    if sides != 2 {
        return Err(format!("alphabeta is for two players or sides, not {sides}; expected paranoid, maxn or mcts"));
    }
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(TwoSided::suited(SeatOrder::new(), settings.common(toolbox, game)?, SCHEMA.name, game)?),
    )
}
