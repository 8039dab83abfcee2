//! Alpha-beta search for two players, or two sides (Knuth & Moore 1975; Nijssen 2013, section 2.2.2).

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Schema};

use super::seat_order::SeatOrder;
use super::settings::{Settings, TWO_SIDED};
use super::two_sided::TwoSided;
use crate::{Searcher, Toolbox};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "alphabeta",
    summary: "alpha-beta search for two players or two sides",
    source: "Knuth & Moore 1975; Nijssen 2013, sections 2.2.2 and 2.4",
    options: TWO_SIDED,
    examples: &["alphabeta(depth=4)", "alphabeta(time=250ms, aspiration=0.01)"],
};

/// The player as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
    let sides = game.teams().count();
    if sides != 2 {
        return Err(format!("alphabeta is for two players or sides, not {sides}; expected paranoid, maxn or mcts"));
    }
    Ok(Box::new(TwoSided::suited(SeatOrder::new(), Settings::from_args(args), SCHEMA.name, game)?))
}
