//! Selection strategies: which child to try next.

pub mod amaf;
mod amaf_table;
mod average;
pub mod bias;
pub mod history;
mod pool;
pub mod prior;
mod ranking;
pub mod rave;
#[cfg(test)]
mod testing;
pub mod tuned;
pub mod uct;
pub mod widening;

use kingmaker_core::{Game, Scores};

use super::line::Line;
use super::policy::Aim;
use super::tree::{Node, NodeIndex, Tree};

/// A selection strategy. All threads of a search share it.
pub trait Selection<G: Game>: Send + Sync {
    /// Forgets what was learnt: another move of the real game is to be found. The tree is still
    /// that of the last search, so that whoever keeps something for its nodes knows their number.
    fn begin(&mut self, game: &G, last: &Tree<G::Move>) {
        let _ = (game, last);
    }

    /// The child of `parent` to try next. It has children.
    fn choose(&self, game: &G, tree: &Tree<G::Move>, parent: NodeIndex, exploration: Exploration) -> NodeIndex;

    /// Whether it learns from the moves of playouts, which are kept then.
    fn needs_line(&self) -> bool {
        false
    }

    /// A node has got its children.
    fn expanded(&self, game: &G, state: &G::State, tree: &Tree<G::Move>, parent: NodeIndex) {
        let _ = (game, state, tree, parent);
    }

    /// Learns from an iteration.
    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>) {
        let _ = (game, iteration);
    }

    /// What it thinks of a move besides its visits, for the report.
    fn opinion(&self, game: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        let _ = (game, tree, node);
        None
    }
}

/// What every strategy takes into account.
#[derive(Clone, Copy, Debug)]
pub struct Exploration {
    /// The exploration constant C.
    pub c: f32,
    /// What an untried move is worth (first-play urgency); without it, all are tried first.
    pub urgency: Option<f32>,
}

/// A finished iteration.
#[derive(Debug)]
pub struct Iteration<'a, Move> {
    /// The tree.
    pub tree: &'a Tree<Move>,
    /// The nodes below the root that were visited.
    pub path: &'a [NodeIndex],
    /// All moves, if some strategy needs them.
    pub line: &'a Line<Move>,
    /// How it ended.
    pub scores: &'a Scores,
    /// What the players want.
    pub aim: Aim,
}

/// A child that was tried, as formulas see it.
#[derive(Clone, Copy, Debug)]
pub struct Tried<'a, Move> {
    /// The node.
    pub node: &'a Node<Move>,
    /// Its place among its siblings.
    pub place: usize,
    /// Its visits n_i, at least 1.
    pub visits: f32,
    /// 1 / n_i: a division takes longer than anything else in a formula, and one will do.
    pub inverse: f32,
    /// What it was worth on average to the one who chooses, x_i.
    pub mean: f32,
    /// The logarithm of the visits of its parent, ln n_p.
    pub ln_parent: f32,
}

impl<'a, Move: Copy> Tried<'a, Move> {
    /// A child at this place among its siblings, with these visits.
    #[inline]
    fn new(node: &'a Node<Move>, place: usize, visits: u32, ln_parent: f32) -> Self {
        let inverse = (visits as f32).recip();
        Tried { node, place, visits: visits as f32, inverse, mean: node.mean_with(inverse), ln_parent }
    }

    /// UCT (Kocsis & Szepesvári 2006; Nijssen 2013, Formula 2.8): the mean, plus `c` times the
    /// square root of ln(visits of the parent) / visits of the child.
    #[inline]
    pub fn uct(&self, c: f32) -> f32 {
        self.mean + c * (self.ln_parent * self.inverse).sqrt()
    }
}

/// The visits of a parent that formulas see: the visit under way is not counted.
#[inline]
fn parent_visits<Move: Copy>(tree: &Tree<Move>, parent: NodeIndex) -> f32 {
    tree.node(parent).visits().max(2) as f32 - 1.0
}

/// The child with the highest value. Untried ones come first, the one with the highest
/// `expectation` before the others; with first-play urgency, they compete with the tried ones. One
/// without any expectation (negative infinity) is left alone.
#[inline]
fn best_child<Move: Copy>(
    tree: &Tree<Move>,
    parent: NodeIndex,
    urgency: Option<f32>,
    value: impl Fn(&Tried<'_, Move>) -> f32,
    expectation: impl Fn(usize, &Node<Move>) -> f32,
) -> NodeIndex {
    let ln_parent = parent_visits(tree, parent).ln();
    let mut best = (f32::NEG_INFINITY, 0);
    let mut best_untried = (f32::NEG_INFINITY, None);
    for (place, node) in tree.children(parent).iter().enumerate() {
        let visits = node.visits();
        if visits == 0 {
            let expected = expectation(place, node);
            if expected > best_untried.0 {
                best_untried = (expected, Some(place));
            }
            continue;
        }
        if best_untried.1.is_some() && urgency.is_none() {
            // It would come after the untried ones, whatever it is worth.
            continue;
        }
        let value = value(&Tried::new(node, place, visits, ln_parent));
        if value > best.0 {
            best = (value, place);
        }
    }
    let place = match (best_untried, urgency) {
        ((_, Some(place)), None) => place,
        ((expected, Some(place)), Some(urgency)) if urgency + expected > best.0 => place,
        _ => best.1,
    };
    tree.node(parent).children().start + place as NodeIndex
}
