//! All moves as first: what the moves of a position were worth when made there or later
//! (Brügmann 1993; Gelly & Silver 2007; Nijssen 2013, section 5.1.1).

use kingmaker_core::{Game, Player};

use super::Iteration;
use super::average::Average;
use super::pool::Pool;
use crate::mcts::slab::Slab;
use crate::mcts::tree::{NodeIndex, ROOT, Tree};

/// For each child in the tree, how the iterations through its parent ended in which its move was
/// made by the same player at the parent or later, be it in the tree or in the playout. A move that
/// was made twice counts once. The playouts that begin at the parent do not count, for most of them
/// are over before it has children.
#[derive(Debug)]
pub(super) struct AmafTable {
    /// Beside the nodes of the tree.
    averages: Slab<Average>,
    limit: u32,
    scratch: Pool<Seen>,
}

impl Default for AmafTable {
    fn default() -> Self {
        AmafTable { averages: Slab::new(0), limit: 0, scratch: Pool::default() }
    }
}

impl AmafTable {
    /// Forgets what was learnt with the last tree.
    pub(super) fn clear<Move: Copy>(&mut self, last: &Tree<Move>) {
        if self.limit == last.limit() {
            self.averages.reset(last.size());
        } else {
            self.limit = last.limit();
            self.averages = Slab::new(self.limit);
        }
    }

    /// The average of a child.
    #[inline]
    pub(super) fn of(&self, child: NodeIndex) -> &Average {
        self.averages.at(child)
    }

    /// The averages of all children of a node, in their order.
    #[inline]
    pub(super) fn children<Move: Copy>(&self, tree: &Tree<Move>, parent: NodeIndex) -> &[Average] {
        self.averages.range(tree.node(parent).children())
    }

    /// Learns from an iteration, from its end to its beginning: whatever was seen by then was made
    /// at this node or later.
    pub(super) fn learn<G: Game>(&self, game: &G, iteration: &Iteration<'_, G::Move>) {
        let Iteration { tree, path, line, scores, aim } = *iteration;
        let (above, playout) = line.moves().split_at(path.len());
        self.scratch.with(|seen| {
            seen.clear(game);
            for &(player, mv) in playout {
                seen.insert(player, game.slot(mv));
            }
            for (depth, &(player, mv)) in above.iter().enumerate().rev() {
                seen.insert(player, game.slot(mv));
                let parent = if depth == 0 { ROOT } else { path[depth - 1] };
                for (child, average) in tree.children(parent).iter().zip(self.children(tree, parent)) {
                    if let Some((player, mv)) = child.entry()
                        && seen.contains(player, game.slot(mv))
                    {
                        average.add(aim.of(player, scores));
                    }
                }
            }
        });
    }
}

/// A set of players' moves that is emptied in no time.
#[derive(Debug, Default)]
struct Seen {
    /// The number of the last iteration in which the move was made.
    stamps: Vec<u32>,
    slots: usize,
    now: u32,
}

impl Seen {
    fn clear<G: Game>(&mut self, game: &G) {
        let size = game.players() * game.slots();
        self.slots = game.slots();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 || self.stamps.len() != size {
            self.stamps.clear();
            self.stamps.resize(size, 0);
            self.now = 1;
        }
    }

    #[inline]
    fn insert(&mut self, player: Player, slot: usize) {
        self.stamps[player.index() * self.slots + slot] = self.now;
    }

    #[inline]
    fn contains(&self, player: Player, slot: usize) -> bool {
        self.stamps[player.index() * self.slots + slot] == self.now
    }
}
