//! Two-ply max^n in playouts: the player to move and the next one maximise their own values
//! (Nijssen 2013, section 6.2.1).

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{ByPlayer, Knowledge, Player};

use super::paranoid2::{DEPTH, REUSE};
use super::search::{InTurn, SCALE, SearchPlayout, TIES, Valuation, Window};
use super::{BEST, EPSILON, Playout};
use crate::Toolbox;
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

/// Everybody maximises their own value. Nothing is pruned, for in two plies hardly anything could be.
pub(super) struct MaxN;

/// What a position is worth to who chooses it, and what tells its worth to others: most positions
/// are only ever looked at by one.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    own: Value,
    all: All,
}

#[derive(Clone, Copy)]
enum All {
    Numbers(ByPlayer<f32>),
    Values(ByPlayer<Value>),
}

impl Valuation for MaxN {
    type Worth = Standing;

    const PRUNES: bool = false;

    #[inline]
    fn heuristic(numbers: &ByPlayer<f32>, player: Player, _: Player) -> Standing {
        Standing { own: SCALE.value(numbers, player), all: All::Numbers(*numbers) }
    }

    #[inline]
    fn exact(values: &ByPlayer<Value>, player: Player, _: Player) -> Standing {
        Standing { own: values[player], all: All::Values(*values) }
    }

    #[inline]
    fn seen_by(worth: Standing, player: Player) -> Standing {
        let own = match &worth.all {
            All::Numbers(numbers) => SCALE.value(numbers, player),
            All::Values(values) => values[player],
        };
        Standing { own, ..worth }
    }

    #[inline]
    fn prefers(new: &Standing, old: &Standing, _: Player, _: Player) -> bool {
        new.own > old.own
    }

    #[inline]
    fn is_enough(worth: &Standing, _: Player, _: Player, _: &mut Window) -> bool {
        worth.own == WIN
    }
}
