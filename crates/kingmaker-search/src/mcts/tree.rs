//! The tree: one arena of small nodes, the children of a node side by side.

use kingmaker_core::Player;

/// Shares are summed in units of 2^-32, so that sums are exact and their order does not matter.
const UNIT: f64 = (1u64 << 32) as f64;

/// The place of a node in the tree.
pub type NodeIndex = u32;

/// The root is always the first node.
pub const ROOT: NodeIndex = 0;

/// What is remembered about a move that was tried, and the position it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Node<Move> {
    /// The sum of the shares of the player who moved here.
    score: u64,
    visits: u32,
    first_child: NodeIndex,
    children: u16,
    mover: u8,
    mv: Option<Move>,
}

impl<Move: Copy> Node<Move> {
    const ROOT: Self = Node { score: 0, visits: 0, first_child: 0, children: 0, mover: 0, mv: None };

    /// How often the search came through here.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// The mean share of the player who moved here, once it was visited.
    #[inline]
    pub fn mean(&self) -> f64 {
        // A sum fits 63 bits (at most 2^32 - 1 visits of at most 2^32 units would need 64, but
        // visits stop at 2^31), and the signed conversion is one instruction.
        self.score as i64 as f64 * (1.0 / UNIT) / f64::from(self.visits)
    }

    /// The move that leads here; `None` at the root.
    #[inline]
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The player who moved here.
    #[inline]
    pub fn mover(&self) -> Player {
        Player::new(usize::from(self.mover))
    }

    /// Whether its children are in the tree.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.children > 0
    }

    /// The places of its children.
    #[inline]
    pub fn children(&self) -> std::ops::Range<NodeIndex> {
        self.first_child..self.first_child + NodeIndex::from(self.children)
    }
}

/// All nodes of one search.
#[derive(Debug)]
pub struct Tree<Move> {
    nodes: Vec<Node<Move>>,
    max_nodes: usize,
    is_full: bool,
}

impl<Move: Copy> Tree<Move> {
    /// An empty tree that will not grow beyond `max_nodes` nodes.
    pub fn new(max_nodes: usize) -> Self {
        const { assert!(size_of::<Node<Move>>() <= 48, "a node takes at most 48 bytes") };
        Tree { nodes: Vec::new(), max_nodes: max_nodes.min(NodeIndex::MAX as usize), is_full: false }
    }

    /// Back to a root without children, keeping the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::ROOT);
        self.is_full = false;
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether children were refused for want of room, after which none are added any more.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether not even a root is there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// One node.
    #[inline]
    pub fn node(&self, index: NodeIndex) -> &Node<Move> {
        &self.nodes[index as usize]
    }

    /// The children of a node, side by side.
    #[inline]
    pub fn children(&self, index: NodeIndex) -> &[Node<Move>] {
        let range = self.node(index).children();
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// Adds a child for each move of `mover`, all or none: nothing when there is no room left,
    /// and the search goes on without.
    pub fn expand(&mut self, index: NodeIndex, mover: Player, moves: &[Move]) {
        let room = self.nodes.len() + moves.len() <= self.max_nodes && moves.len() <= usize::from(u16::MAX);
        if !room || self.nodes.try_reserve(moves.len()).is_err() {
            self.is_full = true;
            return;
        }
        let first_child = self.nodes.len() as NodeIndex;
        let mover = mover.index() as u8;
        self.nodes.extend(moves.iter().map(|&mv| Node { mover, mv: Some(mv), ..Node::ROOT }));
        let node = &mut self.nodes[index as usize];
        node.first_child = first_child;
        node.children = moves.len() as u16;
    }

    /// Counts a visit that was worth `share` to the player who moved here.
    #[inline]
    pub fn update(&mut self, index: NodeIndex, share: f32) {
        let node = &mut self.nodes[index as usize];
        node.visits += 1;
        node.score += (f64::from(share) * UNIT) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node<u16>>() <= 24);
        assert!(size_of::<Node<u64>>() <= 40);
    }

    #[test]
    fn sums_are_exact_and_the_bound_holds() {
        let mut tree = Tree::new(4);
        tree.clear();
        tree.expand(ROOT, Player::new(0), &[10u16, 11, 12]);
        assert_eq!((tree.len(), tree.children(ROOT).len()), (4, 3));
        tree.expand(1, Player::new(1), &[13]);
        assert_eq!((tree.len(), tree.node(1).is_expanded()), (4, false));
        for share in [1.0, 0.5, 0.0, 0.25] {
            tree.update(2, share);
        }
        assert_eq!((tree.node(2).visits(), tree.node(2).mean()), (4, 0.4375));
    }
}
