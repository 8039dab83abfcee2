//! Progressive Bias: static move ordering guides the first visits (Chaslot et al. 2008; Nijssen
//! 2013, section 5.1.2).

use std::ops::Range;

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Schema};

use super::history::{Fading, W};
use super::ranking::{prior_of, set_priors};
use super::{Scratch, Selection, Site, best_child};
use crate::Toolbox;
use crate::mcts::tree::{NodeIndex, Tree};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "bias",
    summary: "Progressive Bias: UCT, plus a bias for moves that look good by static move ordering",
    source: "Chaslot et al. 2008; Nijssen 2013, Formula 5.2",
    options: &[W],
    examples: &["mcts(select=bias)", "mcts(select=bias(w=1))"],
};

/// The strategy as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(ProgressiveBias { fading: Fading::by_visits(args) }))
}

struct ProgressiveBias {
    fading: Fading,
}

impl<G: Knowledge> Selection<G> for ProgressiveBias {
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let c = site.exploration.c;
        best_child(
            site,
            prior_of,
            // H_i / (n_i + 1), where H_i is W times the merit of the move among its siblings.
            |tried| tried.uct(c) + tried.known.one * self.fading.weight(tried),
            |known| known.one * self.fading.full(),
        )
    }

    fn expanded(
        &self,
        game: &G,
        state: &G::State,
        tree: &Tree<G::Move>,
        children: Range<NodeIndex>,
        scratch: &mut Scratch,
    ) {
        set_priors(scratch, game, state, tree, children, |rank| rank.merit);
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(tree.node(node).prior())
    }
}
