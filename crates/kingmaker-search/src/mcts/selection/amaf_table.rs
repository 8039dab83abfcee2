//! All moves as first: what the moves of a position were worth when made there or later
//! (Brügmann 1993; Gelly & Silver 2007; Nijssen 2013, section 5.1.1).

use kingmaker_core::Game;

use super::beside::Beside;
use super::{Iteration, Known, Scratch};
use crate::mcts::average::Average;
use crate::mcts::tree::{NodeIndex, ROOT, Tree};

/// For each child in the tree, how the iterations through its parent ended in which its move was
/// made by the same player at the parent or later, be it in the tree or in the playout. A move that
/// was made twice counts once. The playouts that begin at the parent do not count, because most of them
/// are over before it has children.
#[derive(Debug, Default)]
pub(super) struct AmafTable {
    averages: Beside<Average>,
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

    /// The mean of a child, and how many samples it has.
    #[inline]
    pub(super) fn known(&self, child: NodeIndex) -> Known<f32> {
        let average = self.of(child);
        Known { one: average.mean(), two: average.count() as f32 }
    }

    /// Learns from an iteration, from its end to its beginning: whatever was seen by then was made
    /// at this node or later. Outcomes of chance are nobody's moves.
    pub(super) fn learn<G: Game>(&self, game: &G, iteration: &Iteration<'_, G::Move>, scratch: &mut Scratch) {
        let Iteration { tree, path, line, scores, aim } = *iteration;
        let seen = &mut scratch.seen;
        seen.clear(game);
        for &(player, mv) in line.in_playout() {
            seen.insert(player, game.slot(mv));
        }
        for (depth, &node) in path.iter().enumerate().rev() {
            let Some((player, mv)) = tree.node(node).entry() else { continue };
            seen.insert(player, game.slot(mv));
            let parent = if depth == 0 { ROOT } else { path[depth - 1] };
            for block in tree.blocks(parent) {
                let children = tree.stats_of(block.clone()).iter().zip(self.averages.range(block.clone()));
                for (index, (stats, average)) in block.zip(children) {
                    if seen.contains(stats.row())
                        && let Some((player, _)) = tree.node(index).entry()
                    {
                        average.add(aim.of(player, scores), tree.is_shared());
                    }
                }
            }
        }
    }
}
