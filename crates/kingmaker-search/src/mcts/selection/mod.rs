//! Selection strategies: which child to try next.

pub mod amaf;
mod amaf_table;
mod beside;
pub mod bias;
pub mod extended_rave;
pub mod grave;
pub mod history;
pub mod implicit;
mod keyed_amaf;
pub mod n_gram;
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
use super::tree::{Node, NodeIndex, ROOT, Tree};

/// A selection strategy. All threads of a search share it.
pub trait Selection<G: Game>: Send + Sync {
    /// Forgets what was learnt: another move of the real game is to be found. The tree is still
    /// that of the last search, so that whoever keeps something for its nodes knows their number.
    fn begin(&mut self, game: &G, last: &Tree<G::Move>, aim: Aim) {
        let _ = (game, last, aim);
    }

    /// The child to try next of the node at the end of the path, which has children. The path is that of the
    /// nodes below the root; where it is empty, that node is the root.
    fn choose(&self, game: &G, tree: &Tree<G::Move>, path: &[NodeIndex], exploration: Exploration) -> NodeIndex;

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

/// The node that a path from the root leads to; the path is that of the nodes below the root.
#[inline]
fn end_of(path: &[NodeIndex]) -> NodeIndex {
    path.last().copied().unwrap_or(ROOT)
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

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::Player;

    const ROOT_PLAYER: Player = Player::new(0);

    /// Visits and the sum of the root player's shares, as the thesis prints them.
    fn visit(node: &Node<u16>, aim: Aim, visits: u32, root_score: f32) {
        let (chooser, _) = node.entry().expect("not the root");
        for visit in 0..visits {
            let share = (root_score - visit as f32).clamp(0.0, 1.0);
            node.enter();
            node.reward(aim.worth(chooser, |player| if player == ROOT_PLAYER { share } else { (1.0 - share) / 2.0 }));
        }
    }

    /// Gives a node these children, and says which of their UCT values are printed and which is chosen.
    fn check(tree: &Tree<u16>, parent: NodeIndex, children: &[(usize, u32, f32, f32)]) -> NodeIndex {
        let aim = Aim::Against(ROOT_PLAYER);
        let moves: Vec<_> = children.iter().zip(0..).map(|(&(player, ..), mv)| (Player::new(player), mv)).collect();
        tree.expand(parent, &moves);
        for (node, &(_, visits, score, _)) in tree.children(parent).iter().zip(children) {
            visit(node, aim, visits, score);
        }
        // The visit under way.
        tree.node(parent).enter();
        let values = std::cell::RefCell::new(Vec::new());
        let value = |tried: &Tried<'_, u16>| {
            values.borrow_mut().push(tried.uct(0.2));
            tried.uct(0.2)
        };
        let chosen = best_child(tree, parent, None, value, |_, _| 0.0);
        for (value, (_, _, _, printed)) in values.borrow().iter().zip(children) {
            assert!((value - printed).abs() < 0.001, "{value} is printed as {printed}");
        }
        chosen - tree.node(parent).children().start
    }

    /// A tree whose root was visited 100 times.
    fn hundred() -> Tree<u16> {
        let tree = Tree::new(100);
        for _ in 0..100 {
            tree.node(ROOT).enter();
        }
        tree
    }

    /// Nijssen 2013, Figure 4.1: MCTS-paranoid, with its example in section 4.2.1.
    #[test]
    fn figure_4_1() {
        let tree = hundred();
        let b = check(&tree, ROOT, &[(0, 61, 14.0, 0.284), (0, 27, 5.0, 0.268), (0, 12, 1.5, 0.249)]);
        assert_eq!(b, 0);
        let b = tree.node(ROOT).children().start;
        let g = check(&tree, b, &[(1, 18, 5.0, 0.818), (1, 6, 2.0, 0.832), (1, 36, 6.0, 0.901)]);
        assert_eq!(g, 2);
        let g = tree.node(b).children().start + g;
        assert_eq!(check(&tree, g, &[(2, 17, 3.0, 0.915), (2, 11, 2.0, 0.932), (2, 7, 2.0, 0.857)]), 1);
    }

    /// Nijssen 2013, Figure 4.2: MCTS-BRS, where players 2 and 3 share a layer, with its example in
    /// section 4.2.2.
    #[test]
    fn figure_4_2() {
        let tree = hundred();
        assert_eq!(check(&tree, ROOT, &[(0, 61, 20.0, 0.383), (0, 39, 12.0, 0.376)]), 0);
        let b = tree.node(ROOT).children().start;
        let replies = [(1, 11, 4.0, 0.759), (1, 17, 6.0, 0.745), (2, 7, 3.0, 0.725), (2, 25, 8.0, 0.761)];
        let g = check(&tree, b, &replies);
        assert_eq!(g, 3);
        let g = tree.node(b).children().start + g;
        assert_eq!(check(&tree, g, &[(0, 1, 0.0, 0.358), (0, 5, 1.0, 0.360), (0, 18, 6.0, 0.418)]), 2);
    }

    #[test]
    fn first_play_urgency_lets_untried_moves_compete() {
        let tree = hundred();
        tree.expand(ROOT, &[(ROOT_PLAYER, 0), (ROOT_PLAYER, 1), (ROOT_PLAYER, 2)]);
        visit(&tree.children(ROOT)[1], Aim::Own, 50, 40.0);
        let chosen = |urgency, liked: usize| {
            let value = |tried: &Tried<'_, u16>| tried.uct(0.2);
            let expected = |index, _: &Node<u16>| if index == liked { 0.1 } else { 0.0 };
            best_child(&tree, ROOT, urgency, value, expected)
        };
        assert_eq!([chosen(None, 0), chosen(None, 2), chosen(Some(0.5), 2), chosen(Some(0.8), 2)], [1, 3, 2, 3]);
    }
}
