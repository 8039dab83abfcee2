//! Score bounds: between which shares a position lies, as far as is proven (Cazenave & Saffidine 2010).

use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::Player;
use kingmaker_core::options::Args;

use super::policy::needs_two_sides;
use super::slab::Slab;
use super::tree::{NodeIndex, ROOT, Tree, Winners};

/// The word of the option `solver` for it.
pub(super) const BOUNDED: &str = "bounded";

/// What the player at the root gets at least and at most.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Interval {
    low: f32,
    high: f32,
}

/// Bounds for the nodes of a tree in which there are two sides: that of the player at the root, who wants a
/// high share of their own, and that of all others, who want it to be low.
#[derive(Debug)]
pub(super) struct Bounds {
    /// The lower bound, and in the upper half what the upper one is short of 1, as the bits of numbers: as
    /// new, a position may be worth anything.
    intervals: Slab<AtomicU64>,
}

impl Bounds {
    /// For trees of at most so many nodes.
    pub(super) fn new(limit: u32) -> Self {
        Bounds { intervals: Slab::new(limit) }
    }

    /// Forgets what belongs to the last tree.
    pub(super) fn clear<Move: Copy>(&mut self, last: &Tree<Move>) {
        self.intervals.reset(last.size());
    }

    fn of<Move: Copy>(&self, tree: &Tree<Move>, index: NodeIndex, root: Player) -> Interval {
        if let Some(winners) = tree.node(index).proven() {
            return Interval { low: winners.share(root), high: winners.share(root) };
        }
        let word = self.intervals.at(index).load(Ordering::Relaxed);
        Interval { low: f32::from_bits(word as u32), high: 1.0 - f32::from_bits((word >> 32) as u32) }
    }

    /// The last node of the path is decided. From there up the bounds of each node are the best of its
    /// children's, and where they meet it is proven. Says what the highest proven node comes to.
    pub(super) fn prove<Move: Copy>(
        &self,
        tree: &Tree<Move>,
        path: &[NodeIndex],
        winners: Winners,
        root: Player,
    ) -> Winners {
        let Some((&last, above)) = path.split_last() else { return winners };
        let mut proven = winners;
        tree.node(last).prove(winners);
        for index in above.iter().rev().copied().chain([ROOT]) {
            let before = self.of(tree, index, root);
            let Some((now, outcome)) = self.above(tree, index, root) else { break };
            if now == before {
                break;
            }
            let word = u64::from((1.0 - now.high).to_bits()) << 32 | u64::from(now.low.to_bits());
            self.intervals.at(index).store(word, Ordering::Relaxed);
            if let Some(winners) = outcome {
                tree.node(index).prove(winners);
                proven = winners;
            }
        }
        proven
    }

    /// The bounds of a node by those of its children, and what it comes to if they meet.
    fn above<Move: Copy>(
        &self,
        tree: &Tree<Move>,
        index: NodeIndex,
        root: Player,
    ) -> Option<(Interval, Option<Winners>)> {
        let children = tree.node(index).children();
        let (chooser, _) = tree.children(index).first()?.entry()?;
        let better = if chooser == root { f32::max } else { f32::min };
        let intervals = children.clone().map(|child| self.of(tree, child, root));
        let best = intervals.reduce(|a, b| Interval { low: better(a.low, b.low), high: better(a.high, b.high) })?;
        let winners = || {
            let mut proven = children.filter_map(|child| tree.node(child).proven());
            proven.find(|winners| winners.share(root) == best.low)
        };
        Some((best, if best.low == best.high { winners() } else { None }))
    }
}

/// Whether there are two sides.
pub(super) fn check(args: &Args, policy: &str, players: usize) -> Result<(), String> {
    let is_asked_for = args.choice("solver") == BOUNDED;
    if is_asked_for { needs_two_sides(&format!("solver={BOUNDED}"), policy, players) } else { Ok(()) }
}
