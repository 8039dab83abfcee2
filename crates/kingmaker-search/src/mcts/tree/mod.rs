//! The tree: small nodes that any number of threads may read and update, without locks.
//!
//! What selection reads of all children of a node lies side by side, 16 bytes for each; what is only read of the child
//! that was chosen lies apart.

mod node;

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use kingmaker_core::ByPlayer;

use super::bounds::Bounds;
use super::slab::{Apart, CHUNK, Slab, Values};
pub use node::{Node, NodeIndex, ROOT, Stats, Step, node_size};
use node::{Place, links};

/// All nodes of one search. The children of a node lie side by side; where moves come to light that were not possible
/// before, further children lie elsewhere.
#[derive(Debug)]
pub struct Tree<Move> {
    nodes: Slab<(Values<Stats>, Values<Place<Move>>)>,
    /// For the first of some children, where the next ones of the same parent are.
    further: Slab<Values<AtomicU64>>,
    /// What is proven of the outcome, where a solver is at work.
    bounds: Slab<Values<Bounds>>,
    used: Apart<AtomicU32>,
    limit: u32,
    /// Whether several threads count here.
    is_shared: bool,
}

impl<Move: Copy> Tree<Move> {
    /// A tree of a root alone that will not grow beyond `max_nodes` nodes.
    pub fn new(max_nodes: usize) -> Self {
        let limit = u32::try_from(max_nodes).unwrap_or(u32::MAX).clamp(1, u32::MAX - CHUNK);
        Tree {
            nodes: Slab::new(limit),
            further: Slab::new(limit),
            bounds: Slab::new(limit),
            used: Apart(AtomicU32::new(1)),
            limit,
            is_shared: true,
        }
    }

    /// The same tree for one thread alone, which counts faster.
    pub fn of_one_thread(self) -> Self {
        Tree { is_shared: false, ..self }
    }

    /// Whether several threads may count here.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Back to a root without children, keeping the memory.
    pub fn clear(&mut self) {
        let size = self.size();
        self.nodes.reset(size);
        self.further.reset(size);
        self.bounds.reset(size);
        self.used = Apart(AtomicU32::new(1));
    }

    /// How many nodes there are.
    pub fn size(&self) -> u32 {
        self.used.0.load(Ordering::Relaxed)
    }

    /// How many nodes there may be.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// One node.
    #[inline]
    pub fn node(&self, index: NodeIndex) -> Node<'_, Move> {
        let ((stats, places), place) = self.nodes.piece(index);
        Node { stats: &stats[place], place: &places[place], is_shared: self.is_shared }
    }

    /// What selection reads of one node.
    #[inline]
    pub fn stats(&self, index: NodeIndex) -> &Stats {
        self.node(index).stats
    }

    /// What is proven of the outcome of a node.
    pub(super) fn bounds(&self, index: NodeIndex) -> &Bounds {
        self.bounds.at(index)
    }

    /// What each of so many players gets at least and at most from a node on, as far as a solver has proven it.
    pub fn proven_shares(&self, index: NodeIndex, players: usize) -> ByPlayer<(f32, f32)> {
        self.bounds.get(index).map_or(ByPlayer::splat(players, (0.0, 1.0)), |bounds| bounds.shares(players))
    }

    /// What selection reads of nodes that lie side by side.
    #[inline]
    pub fn stats_of(&self, range: Range<NodeIndex>) -> &[Stats] {
        if range.is_empty() {
            return &[];
        }
        let ((stats, _), start) = self.nodes.piece(range.start);
        &stats[start..start + range.len()]
    }

    /// The places of all children of a node: once, where they came into the tree together.
    #[inline]
    pub fn blocks(&self, index: NodeIndex) -> impl Iterator<Item = Range<NodeIndex>> + Clone {
        self.blocks_of(self.node(index))
    }

    /// The same of a node that is at hand.
    #[inline]
    pub fn blocks_of(&self, node: Node<'_, Move>) -> impl Iterator<Item = Range<NodeIndex>> + Clone + use<'_, Move> {
        let first = Some(node.children()).filter(|children| !children.is_empty());
        std::iter::successors(first, |block| self.further(block.start))
    }

    /// The next children of a node, after those that begin here.
    pub fn further(&self, start: NodeIndex) -> Option<Range<NodeIndex>> {
        let word = self.further.get(start)?.load(Ordering::Acquire);
        (word != 0).then(|| links::children(word))
    }

    /// The places of all children of a node.
    pub fn children(&self, index: NodeIndex) -> impl Iterator<Item = NodeIndex> + Clone {
        self.blocks(index).flatten()
    }

    /// Whether this caller is the one who may expand the node.
    pub fn claim(&self, index: NodeIndex) -> bool {
        self.node(index).place.links.fetch_or(links::CLAIMED, Ordering::AcqRel) & links::CLAIMED == 0
    }

    /// Adds a child for each of the steps to a node that was claimed, all or none: nothing when
    /// there is no room left, and the search goes on without.
    pub fn expand(&self, index: NodeIndex, steps: &[Step<Move>]) {
        if let Some(children) = self.add(steps) {
            self.node(index).place.links.fetch_or(links::word(&children), Ordering::AcqRel);
        }
    }

    /// Adds further children to a node that has some, all or none. Only one thread may do so.
    pub fn extend(&self, index: NodeIndex, steps: &[Step<Move>]) {
        let (Some(last), Some(children)) = (self.blocks(index).last(), self.add(steps)) else { return };
        self.further.at(last.start).store(links::word(&children), Ordering::Release);
    }

    /// Adds one child to a node, after those that it has; `None` if there is no room left. Only one thread may do so.
    pub fn add_child(&self, index: NodeIndex, step: Step<Move>) -> Option<NodeIndex> {
        let before = self.size();
        if self.claim(index) {
            self.expand(index, &[step]);
        } else {
            self.extend(index, &[step]);
        }
        self.blocks(index).last().filter(|_| self.size() > before).map(|block| block.start)
    }

    fn add(&self, steps: &[Step<Move>]) -> Option<Range<NodeIndex>> {
        let first = self.reserve(steps.len())?;
        let children = first..first + steps.len() as u32;
        for (child, step) in children.clone().zip(steps) {
            // Nobody else knows of these nodes yet.
            self.node(child).enter_by(step);
        }
        Some(children)
    }

    /// The child of a node that this move leads to.
    pub fn child(&self, index: NodeIndex, mv: Move) -> Option<NodeIndex>
    where
        Move: PartialEq,
    {
        self.children(index).find(|&child| self.node(child).step().is_some_and(|step| step.mv == mv))
    }

    /// Adds the children that another node has already: both lead to the same position.
    pub fn share(&self, index: NodeIndex, children: Range<NodeIndex>) {
        self.node(index).place.links.fetch_or(links::word(&children), Ordering::AcqRel);
    }

    /// Copies what is below a node of another tree, as if the search had begun there. What does not
    /// fit is left out.
    pub fn copy_from(&mut self, other: &Self, root: NodeIndex) {
        self.clear();
        let mut copied = std::collections::HashMap::new();
        let mut open = std::collections::VecDeque::from([(root, ROOT)]);
        while let Some((from, to)) = open.pop_front() {
            let (old, children) = (other.node(from), other.node(from).children());
            let new = self.node(to);
            new.stats.visits.store(old.visits(), Ordering::Relaxed);
            new.stats.mean.store(old.stats.mean.load(Ordering::Relaxed), Ordering::Relaxed);
            new.place.worth.store(old.place.worth.load(Ordering::Relaxed), Ordering::Relaxed);
            if let Some(bounds) = other.bounds.get(from) {
                self.bounds.at(to).copy_from(bounds);
            }
            if old.is_proven() {
                new.prove();
            }
            if children.is_empty() {
                continue;
            }
            self.claim(to);
            if let Some(range) = copied.get(&children.start) {
                self.share(to, Range::clone(range));
                continue;
            }
            let steps: Vec<_> = children.clone().filter_map(|child| other.node(child).step()).collect();
            self.expand(to, &steps);
            let places = self.node(to).children();
            copied.insert(children.start, places.clone());
            open.extend(children.zip(places));
        }
        // The visits of the root are those of its children.
        let below = self.children(ROOT).map(|child| self.stats(child).visits()).sum();
        self.stats(ROOT).visits.store(below, Ordering::Relaxed);
    }

    /// Places side by side in one piece of the slab.
    fn reserve(&self, number: usize) -> Option<NodeIndex> {
        let number = u32::from(u16::try_from(number).ok()?);
        let place = |used: u32| if used % CHUNK + number > CHUNK { used.next_multiple_of(CHUNK) } else { used };
        let grow = |used: u32| place(used).checked_add(number).filter(|&end| end <= self.limit);
        self.used.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grow).ok().map(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::Player;

    fn moves<const N: usize>(mover: usize, moves: [u16; N]) -> [Step<u16>; N] {
        moves.map(|mv| Step { player: Some(Player::new(mover)), mv, row: u32::from(mv), prior: 0.0 })
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!((node_size::<u16>(), node_size::<u32>(), size_of::<Stats>()), (40, 48, 16));
    }

    #[test]
    fn sums_are_exact_and_the_bound_holds() {
        let tree = Tree::new(4);
        tree.expand(ROOT, &moves(0, [10, 11, 12]));
        assert_eq!((tree.size(), tree.children(ROOT).count()), (4, 3));
        assert!(tree.claim(1) && !tree.claim(1));
        tree.expand(1, &moves(1, [13]));
        assert_eq!((tree.size(), tree.node(1).is_expanded()), (4, false));
        for share in [1.0, 0.5, 0.0, 0.25] {
            tree.node(2).enter();
            tree.node(2).reward(share);
        }
        tree.node(2).enter();
        tree.node(2).withdraw();
        assert_eq!((tree.node(2).visits(), tree.node(2).mean(), tree.stats(2).mean()), (4, 0.4375, 0.4375));
        assert_eq!(tree.node(2).entry(), Some((Player::new(0), 11)));
    }

    #[test]
    fn children_lie_in_one_piece() {
        let tree = Tree::new(3 * CHUNK as usize);
        let many = vec![moves(0, [7])[0]; 40_000];
        tree.expand(ROOT, &many);
        tree.expand(1, &many);
        assert_eq!(tree.node(1).children(), CHUNK..CHUNK + 40_000);
        assert_eq!(tree.children(1).count(), 40_000);
    }

    #[test]
    fn children_that_come_later_follow_the_first() {
        let tree: Tree<u16> = Tree::new(100);
        tree.expand(ROOT, &moves(0, [1, 2]));
        tree.expand(1, &moves(1, [3]));
        tree.extend(ROOT, &moves(0, [4, 5]));
        tree.extend(ROOT, &moves(0, [6]));
        let found: Vec<u16> =
            tree.children(ROOT).filter_map(|child| tree.node(child).step()).map(|step| step.mv).collect();
        assert_eq!((found, tree.children(1).count()), (vec![1, 2, 4, 5, 6], 1));
        assert_eq!((tree.child(ROOT, 5), tree.child(ROOT, 3)), (Some(5), None));
    }

    #[test]
    fn a_proof_fixes_the_worth() {
        let tree: Tree<u16> = Tree::new(100);
        tree.expand(ROOT, &moves(2, [1, 2]));
        let node = tree.node(2);
        node.enter();
        node.reward(1.0);
        assert!(node.prove() && !node.prove());
        node.settle(0.0);
        assert_eq!((node.is_proven(), node.mean(), node.is_expanded()), (true, 0.0, false));
        assert!(!tree.node(1).is_proven());
    }

    #[test]
    fn no_visit_is_lost_between_threads() {
        let tree: Tree<u16> = Tree::new(1000);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for step in 0..200u32 {
                        if tree.claim(ROOT) {
                            tree.expand(ROOT, &moves(0, [1, 2, 3]));
                        }
                        tree.node(ROOT).enter();
                        if let Some(child) = tree.children(ROOT).nth(step as usize % 3) {
                            tree.node(child).enter();
                            tree.node(child).reward(0.5);
                        }
                    }
                });
            }
        });
        assert_eq!((tree.node(ROOT).visits(), tree.size()), (800, 4));
        assert!(
            tree.children(ROOT).map(|child| tree.node(child)).all(|child| child.visits() == 0 || child.mean() == 0.5)
        );
    }
}
