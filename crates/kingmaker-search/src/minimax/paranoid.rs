//! Paranoid search: all others are in league against the player at the root
//! (Sturtevant & Korf 2000; Nijssen 2013, section 2.3.2).

use kingmaker_core::Knowledge;

use super::seat_order::SeatOrder;
use super::settings::two_sided_settings;
use super::two_sided::TwoSided;
use crate::{Searcher, Toolbox};

two_sided_settings! {
    "paranoid",
    "all opponents are in league against the searching player; alpha-beta prunes",
    "Sturtevant & Korf 2000; Nijssen 2013, section 2.3.2",
    ["paranoid", "paranoid(time=250ms)", "paranoid(depth=4, table=0)"]
}

/// The player as configured.
pub fn build<G: Knowledge>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(TwoSided::suited(SeatOrder::new(), settings.common(toolbox, game)?, SCHEMA.name, game)?),
    )
}
