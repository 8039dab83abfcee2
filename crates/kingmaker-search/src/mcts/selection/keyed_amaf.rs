//! All moves as first, for moves that are not at hand.

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Game, Player};

use super::{Iteration, Scratch};
use crate::mcts::average::Average;
use crate::mcts::keyed::Keyed;
use crate::mcts::tree::{NodeIndex, ROOT};

/// For some nodes of the tree, how the iterations through them ended in which a player made a move there
/// or later, be it in the tree or in the playout, be it legal there or not. A move that was made twice
/// counts once.
#[derive(Debug, Default)]
pub(super) struct KeyedAmaf {
    averages: Keyed,
}

/// The key of a node.
fn context(node: NodeIndex) -> u64 {
    derive_seed(0, u64::from(node))
}

impl KeyedAmaf {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.averages.clear();
    }

    /// How a player's move did at a node or later, by its row.
    #[inline]
    pub(super) fn of(&self, node: NodeIndex, row: usize) -> Option<&Average> {
        self.averages.find(context(node), row)
    }

    /// Learns from an iteration, for those nodes on the way that are wanted: given are their distance from
    /// the root and their number.
    pub(super) fn learn<G: Game>(
        &self,
        game: &G,
        iteration: &Iteration<'_, G::Move>,
        scratch: &mut Scratch,
        is_wanted: impl Fn(usize, NodeIndex) -> bool,
    ) {
        let Iteration { tree, path, line, scores, aim } = *iteration;
        let Scratch { seen, worths, .. } = scratch;
        seen.clear(game);
        worths.clear();
        let mut made = |player: Player, mv: G::Move, worths: &mut Vec<(usize, f32)>| {
            let slot = game.slot(mv);
            if seen.insert(player, slot) {
                worths.push((player.index() * game.slots() + slot, aim.of(player, scores)));
            }
        };
        // What was made below the last node on the way, and then move by move.
        line.in_playout().iter().for_each(|&(player, mv)| made(player, mv, worths));
        for depth in (0..=path.len()).rev() {
            if let Some((player, mv)) = path.get(depth).and_then(|&below| tree.node(below).entry()) {
                made(player, mv, worths);
            }
            let node = if depth == 0 { ROOT } else { path[depth - 1] };
            if is_wanted(depth, node) {
                let context = context(node);
                for &(row, worth) in worths.iter() {
                    self.averages.add(context, row, worth, tree.is_shared());
                }
            }
        }
    }
}
