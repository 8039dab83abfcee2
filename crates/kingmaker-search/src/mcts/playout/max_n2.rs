//! Two-ply max^n in playouts: the player to move and the next one maximise their own values
//! (Nijssen 2013, section 6.2.1).

use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, Player, settings};

use super::paranoid2::{DEPTH, REUSE};
use super::search::{Everybody, Guides, InTurn, SearchPlayout, SearchSettings, TIES, Ties, Valuation, Window};
use super::{BEST, EPSILON, Playout};
use crate::Toolbox;
use crate::knowledge::{BY, EVALUATOR};
use crate::minimax::two_sided::Sides;
use crate::minimax::value::{Value, WIN};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "max-n2" {
        summary: "two-ply max^n: the mover and then the next player choose what is best for themselves",
        source: "Nijssen & Winands 2011; Nijssen 2013, section 6.2.1",
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
            /// Whether what was found about the position after the chosen move is kept.
            reuse: bool = REUSE,
            /// What decides between moves of equal value.
            ties: Ties = TIES,
        },
        examples: ["mcts(playout=max-n2)", "mcts(playout=max-n2(depth=3))"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let Settings { epsilon, k, depth, reuse, ties, ref by, ref evaluator } = *settings;
    let knowledge = Guides::new(game, by, evaluator)?;
    let settings = SearchSettings { epsilon, k, depth, killers: false, reuse, ties, knowledge };
    Ok(Box::new(SearchPlayout::<G, MaxN, _>::new(&settings, game, InTurn)))
}

/// Everybody maximises their own value. Nothing is pruned, because in two plies hardly anything could be.
pub(super) struct MaxN;

impl Valuation for MaxN {
    const PRUNES: bool = false;

    type Outlook = Everybody;

    #[inline]
    fn prefers(new: Value, old: Value, _: Player, _: &Sides) -> bool {
        new > old
    }

    #[inline]
    fn is_enough(value: Value, _: Player, _: &Sides, _: &mut Window) -> bool {
        value == WIN
    }
}
