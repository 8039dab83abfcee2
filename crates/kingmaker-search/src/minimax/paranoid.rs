//! Paranoid search: all others are in league against the player at the root
//! (Sturtevant & Korf 2000; Nijssen 2013, section 2.3.2).

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Schema};

use super::seat_order::SeatOrder;
use super::settings::{Settings, TWO_SIDED};
use super::two_sided::TwoSided;
use crate::{Searcher, Toolbox};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "paranoid",
    summary: "all opponents are in league against the searching player; alpha-beta prunes",
    source: "Sturtevant & Korf 2000; Nijssen 2013, section 2.3.2",
    options: TWO_SIDED,
    examples: &["paranoid", "paranoid(time=250ms)", "paranoid(depth=4, table=0)"],
};

/// The player as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
    Ok(Box::new(TwoSided::suited(SeatOrder::new(), Settings::from_args(args), SCHEMA.name, game)?))
}
