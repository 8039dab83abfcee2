//! What a strategy keeps for each node.

use std::ops::Range;

use crate::mcts::slab::{Slab, Values};
use crate::mcts::tree::{NodeIndex, Tree};

/// A value beside each node of a tree, as new before somebody changes it.
#[derive(Debug)]
pub(super) struct Beside<T> {
    values: Slab<Values<T>>,
    limit: u32,
}

impl<T: Default> Default for Beside<T> {
    fn default() -> Self {
        Beside { values: Slab::new(0), limit: 0 }
    }
}

impl<T: Default> Beside<T> {
    /// All values are as new. The tree is the one they belonged to.
    pub(super) fn clear<Move: Copy>(&mut self, last: &Tree<Move>) {
        if self.limit == last.limit() {
            self.values.reset(last.size());
        } else {
            self.limit = last.limit();
            self.values = Slab::new(self.limit);
        }
    }

    /// The value of a node.
    #[inline]
    pub(super) fn at(&self, node: NodeIndex) -> &T {
        self.values.at(node)
    }

    /// The values of nodes that lie side by side.
    #[inline]
    pub(super) fn range(&self, nodes: Range<NodeIndex>) -> &[T] {
        self.values.range(nodes)
    }
}
