//! Prior knowledge: a move begins with visits that nobody made, which say what static move ordering
//! thinks of it (Gelly & Silver 2007).

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Kind, OptionDef, Schema};

use super::ranking::{Scratch, set_priors};
use super::{Exploration, Selection, Tried, best_child, end_of, parent_visits};
use crate::Toolbox;
use crate::mcts::tree::{NodeIndex, Tree};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "prior",
    summary: "prior knowledge: UCT, with virtual visits that are worth what static move ordering says",
    source: "Gelly & Silver 2007",
    options: &[OptionDef {
        name: "visits",
        kind: Kind::Real(0.01, 1e6),
        default: Some("5"),
        help: "how many visits the static ordering stands for",
    }],
    examples: &["mcts(select=prior)", "mcts(select=prior(visits=20))"],
};

/// The strategy as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(Prior { visits: args.real("visits").unwrap_or_default() as f32, scratch: Scratch::default() }))
}

struct Prior {
    visits: f32,
    scratch: Scratch,
}

impl<G: Knowledge> Selection<G> for Prior {
    fn choose(&self, _: &G, tree: &Tree<G::Move>, path: &[NodeIndex], exploration: Exploration) -> NodeIndex {
        let (parent, Exploration { c, urgency }) = (end_of(path), exploration);
        // An untried move has virtual visits, so it competes with the tried ones from the start.
        let bonus = c * (parent_visits(tree, parent).ln() / self.visits).sqrt();
        let value = |tried: &Tried<'_, _>| with_virtual_visits(tried, self.visits).uct(c);
        best_child(tree, parent, Some(urgency.unwrap_or(0.0)), value, |_, node| node.prior() + bonus)
    }

    fn expanded(&self, game: &G, state: &G::State, tree: &Tree<G::Move>, parent: NodeIndex) {
        // The mean merit is a half, and the mean prior an equal share.
        let scale = 2.0 / game.players() as f32;
        set_priors(&self.scratch, game, state, tree, parent, |rank| rank.merit * scale);
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(tree.node(node).prior())
    }
}

/// The child as if so many visits more had been worth its prior.
#[inline]
fn with_virtual_visits<'a, Move: Copy>(tried: &Tried<'a, Move>, more: f32) -> Tried<'a, Move> {
    let visits = tried.visits + more;
    let inverse = visits.recip();
    let mean = (tried.visits * tried.mean + more * tried.node.prior()) * inverse;
    Tried { visits, inverse, mean, ..*tried }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::Node;

    #[test]
    fn virtual_visits_count_like_others() {
        let node: Node<u16> = Node::default();
        node.set_prior(0.9);
        let tried = Tried { node: &node, place: 0, visits: 3.0, inverse: 1.0 / 3.0, mean: 0.1, ln_parent: 4.0 };
        let with = with_virtual_visits(&tried, 1.0);
        assert!((with.mean - 0.3).abs() < 1e-6 && with.visits == 4.0, "{with:?}");
        assert!((with.uct(0.5) - 0.8).abs() < 1e-6);
    }
}
