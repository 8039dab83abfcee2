//! Progressive Bias: static move ordering guides the first visits (Chaslot et al. 2008; Nijssen
//! 2013, section 5.1.2).

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Schema};

use super::history::{Fading, W};
use super::ranking::{Scratch, set_priors};
use super::{Exploration, Selection, best_child, end_of};
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
    Ok(Box::new(ProgressiveBias { fading: Fading::by_visits(args), scratch: Scratch::default() }))
}

struct ProgressiveBias {
    fading: Fading,
    scratch: Scratch,
}

impl<G: Knowledge> Selection<G> for ProgressiveBias {
    fn choose(&self, _: &G, tree: &Tree<G::Move>, path: &[NodeIndex], exploration: Exploration) -> NodeIndex {
        let (parent, Exploration { c, urgency }) = (end_of(path), exploration);
        best_child(
            tree,
            parent,
            urgency,
            // H_i / (n_i + 1), where H_i is W times the merit of the move among its siblings.
            |tried| tried.uct(c) + tried.node.prior() * self.fading.weight(tried),
            |_, node| node.prior() * self.fading.full(),
        )
    }

    fn expanded(&self, game: &G, state: &G::State, tree: &Tree<G::Move>, parent: NodeIndex) {
        set_priors(&self.scratch, game, state, tree, parent, |rank| rank.merit);
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(tree.node(node).prior())
    }
}
