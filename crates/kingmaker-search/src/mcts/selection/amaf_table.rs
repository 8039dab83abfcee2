//! All moves as first: what the moves of a position were worth when made there or later
//! (Brügmann 1993; Gelly & Silver 2007; Nijssen 2013, section 5.1.1).

use kingmaker_core::{Game, Player};

use super::Iteration;
use super::beside::Beside;
use super::pool::Pool;
use crate::mcts::average::Average;
use crate::mcts::tree::{NodeIndex, ROOT, Tree};

/// For each child in the tree, how the iterations through its parent ended in which its move was
/// made by the same player at the parent or later, be it in the tree or in the playout. A move that
/// was made twice counts once. The playouts that begin at the parent do not count, for most of them
/// are over before it has children.
#[derive(Debug, Default)]
pub(super) struct AmafTable {
    averages: Beside<Average>,
    scratch: Pool<Seen>,
}

impl AmafTable {
    /// Forgets what was learnt with the last tree.
    pub(super) fn clear<Move: Copy>(&mut self, last: &Tree<Move>) {
        self.averages.clear(last);
    }

    /// The average of a child.
    #[inline]
    pub(super) fn of(&self, child: NodeIndex) -> &Average {
        self.averages.at(child)
    }

    /// The averages of all children of a node, in their order.
    #[inline]
    pub(super) fn children<Move: Copy>(&self, tree: &Tree<Move>, parent: NodeIndex) -> &[Average] {
        self.averages.children(tree, parent)
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
pub(super) struct Seen {
    /// The number of the last iteration in which the move was made.
    stamps: Vec<u32>,
    slots: usize,
    now: u32,
}

impl Seen {
    pub(super) fn clear<G: Game>(&mut self, game: &G) {
        let size = game.players() * game.slots();
        self.slots = game.slots();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 || self.stamps.len() != size {
            self.stamps.clear();
            self.stamps.resize(size, 0);
            self.now = 1;
        }
    }

    /// Adds a move; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, player: Player, slot: usize) -> bool {
        let stamp = &mut self.stamps[player.index() * self.slots + slot];
        let is_new = *stamp != self.now;
        *stamp = self.now;
        is_new
    }

    #[inline]
    fn contains(&self, player: Player, slot: usize) -> bool {
        self.stamps[player.index() * self.slots + slot] == self.now
    }
}
