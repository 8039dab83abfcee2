//! Two-ply paranoid search in playouts: the next player plays against the player to move
//! (Nijssen 2013, section 6.2.2).

use kingmaker_core::options::{Kind, OptionDef};
use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, Player, settings};

use super::search::{Guides, InTurn, SearchPlayout, SearchSettings, Ties, Valuation, Window};
use super::{BEST, EPSILON, Playout};
use crate::Toolbox;
use crate::knowledge::{BY, EVALUATOR};
use crate::minimax::two_sided::Sides;
use crate::minimax::value::Value;

pub(super) const DEPTH: OptionDef =
    OptionDef { name: "depth", kind: Kind::Integer(2, 3), default: Some("2"), help: "plies of the small searches" };
pub(super) const KILLERS: OptionDef = OptionDef {
    name: "killers",
    kind: Kind::Flag,
    default: Some("yes"),
    help: "try first the two moves that were last best at this level of the playouts",
};
pub(super) const REUSE: OptionDef = OptionDef {
    name: "reuse",
    kind: Kind::Flag,
    default: Some("yes"),
    help: "keep what was found about the position after the chosen move",
};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "paranoid2" {
        summary: "two-ply paranoid search: the next player chooses what is worst for the mover",
        source: "Nijssen & Winands 2011; Nijssen 2013, section 6.2.2",
        options: {
            /// Probability of a random move.
            epsilon: f64 = EPSILON,
            /// Only the k best moves by static move ordering are looked at.
            k: usize = BEST,
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
            /// Which board evaluator of the game; if not set, its first.
            evaluator: Option<Word> = EVALUATOR,
            /// Plies of the small searches.
            depth: usize = DEPTH,
            /// Whether the moves that were last best are tried first.
            killers: bool = KILLERS,
            /// Whether what was found about the position after the chosen move is kept.
            reuse: bool = REUSE,
        },
        examples: ["mcts(playout=paranoid2)", "mcts(playout=paranoid2(k=3, killers=no))"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let Settings { epsilon, k, depth, killers, reuse, ref by, ref evaluator } = *settings;
    let knowledge = Guides::new(game, by, evaluator)?;
    let settings = SearchSettings { epsilon, k, depth, killers, reuse, ties: Ties::First, knowledge };
    Ok(Box::new(SearchPlayout::<G, Paranoid, _>::new(&settings, game, InTurn)))
}

/// All others are in league against the side of the player at the root; alpha-beta prunes.
pub(super) struct Paranoid;

impl Valuation for Paranoid {
    const PRUNES: bool = true;

    type Outlook = Value;

    #[inline]
    fn prefers(new: Value, old: Value, player: Player, sides: &Sides) -> bool {
        if sides.is_own(player) { new > old } else { new < old }
    }

    /// Raises the lower end of the window for the side at the root, or lowers the upper end for the
    /// others, until nothing is left of it.
    #[inline]
    fn is_enough(value: Value, player: Player, sides: &Sides, (alpha, beta): &mut Window) -> bool {
        if sides.is_own(player) {
            *alpha = value.max(*alpha);
        } else {
            *beta = value.min(*beta);
        }
        *alpha >= *beta
    }
}
