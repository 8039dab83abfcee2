//! Two-ply max^n in playouts: the player to move and the next one maximise their own values
//! (Nijssen 2013, section 6.2.1).

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{Knowledge, Player};

use super::paranoid2::{DEPTH, REUSE};
use super::search::{InTurn, SearchPlayout, TIES, Valuation, Window};
use super::{BEST, EPSILON, Playout};
use crate::Toolbox;
use crate::minimax::two_sided::Sides;
use crate::minimax::value::{Value, WIN};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "max-n2",
    summary: "two-ply max^n: the mover and then the next player choose what is best for themselves",
    source: "Nijssen & Winands 2011; Nijssen 2013, section 6.2.1",
    options: &[EPSILON, BEST, DEPTH, REUSE, TIES],
    examples: &["mcts(playout=max-n2)", "mcts(playout=max-n2(depth=3))"],
};

/// The strategy as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    Ok(Box::new(SearchPlayout::<G, MaxN, _>::from_args(args, game, InTurn, 2)))
}

/// Everybody maximises their own value. Nothing is pruned, because in two plies hardly anything could be.
pub(super) struct MaxN;

impl Valuation for MaxN {
    const PRUNES: bool = false;

    #[inline]
    fn judge(player: Player, _: &Sides) -> Player {
        player
    }

    #[inline]
    fn prefers(new: Value, old: Value, _: Player, _: &Sides) -> bool {
        new > old
    }

    #[inline]
    fn is_enough(value: Value, _: Player, _: &Sides, _: &mut Window) -> bool {
        value == WIN
    }
}
