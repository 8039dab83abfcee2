//! Progressive Bias: static move ordering guides the first visits (Chaslot et al. 2008; Nijssen
//! 2013, section 5.1.2).

use std::ops::Range;

use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, MoveOrdering, settings};

use super::history::{Biased, Divide, Fading, W};
use super::ranking::{prior_of, set_priors};
use super::{Scratch, Selection, Site, best_child};
use crate::Toolbox;
use crate::knowledge::{BY, ordering};
use crate::mcts::tree::{NodeIndex, Tree};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "bias" {
        summary: "Progressive Bias: UCT, plus a bias for moves that look good by static move ordering",
        source: "Chaslot et al. 2008; Nijssen 2013, Formula 5.2",
        options: {
            /// Influence W of the bias.
            w: f64 = W,
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
        },
        examples: ["mcts(select=bias)", "mcts(select=bias(w=1))"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(ProgressiveBias { by: ordering(game, &settings.by)?, fading: Fading::new(settings.w, Divide::Visits) }))
}

struct ProgressiveBias {
    by: MoveOrdering,
    fading: Fading,
}

impl<G: Knowledge> Selection<G> for ProgressiveBias {
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let formula = Biased { c: site.exploration.c, fading: self.fading };
        // H_i / (n_i + 1), where H_i is W times the merit of the move among its siblings.
        best_child(site, prior_of, formula)
    }

    fn expanded(
        &self,
        game: &G,
        state: &G::State,
        tree: &Tree<G::Move>,
        children: Range<NodeIndex>,
        scratch: &mut Scratch,
    ) {
        set_priors(scratch, (game, self.by), state, tree, children, |rank| rank.merit);
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(tree.node(node).prior())
    }
}
