//! All moves as first, for moves that are not at hand.

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Game, Player};

use super::Iteration;
use super::amaf_table::Seen;
use super::pool::Pool;
use crate::mcts::average::Average;
use crate::mcts::keyed::{Keyed, key_of};
use crate::mcts::tree::{NodeIndex, ROOT};

/// For some nodes of the tree, how the iterations through them ended in which a player made a move there
/// or later, be it in the tree or in the playout, be it legal there or not. A move that was made twice
/// counts once.
#[derive(Debug, Default)]
pub(super) struct KeyedAmaf {
    averages: Keyed,
    scratch: Pool<(Seen, Vec<(u64, f32)>)>,
}

impl KeyedAmaf {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.averages.clear();
    }

    /// How a player's move did at a node or later.
    #[inline]
    pub(super) fn of<G: Game>(&self, game: &G, node: NodeIndex, player: Player, mv: G::Move) -> Option<&Average> {
        self.averages.find(derive_seed(key_of(game, 0, player, mv), u64::from(node)))
    }

    /// Learns from an iteration, for those nodes on the way that are wanted: given are their distance from
    /// the root and their number.
    pub(super) fn learn<G: Game>(
        &self,
        game: &G,
        iteration: &Iteration<'_, G::Move>,
        is_wanted: impl Fn(usize, NodeIndex) -> bool,
    ) {
        let Iteration { path, line, scores, aim, .. } = *iteration;
        let moves = line.moves();
        self.scratch.with(|(seen, made)| {
            seen.clear(game);
            made.clear();
            let mut left = moves.len();
            for depth in (0..=path.len()).rev() {
                // What was made below the last node on the way, and then move by move.
                for &(player, mv) in &moves[depth..left] {
                    if seen.insert(player, game.slot(mv)) {
                        made.push((key_of(game, 0, player, mv), aim.of(player, scores)));
                    }
                }
                left = depth;
                let node = if depth == 0 { ROOT } else { path[depth - 1] };
                if is_wanted(depth, node) {
                    for &(key, worth) in made.iter() {
                        self.averages.add(derive_seed(key, u64::from(node)), worth);
                    }
                }
            }
        });
    }
}
