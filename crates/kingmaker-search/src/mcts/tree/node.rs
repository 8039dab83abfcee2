//! What is kept for a node.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use kingmaker_core::Player;

use crate::mcts::sums::{UNIT, add_32, add_64, mean, units};

/// The place of a node in the tree.
pub type NodeIndex = u32;

/// The root is always the first node.
pub const ROOT: NodeIndex = 0;

/// What led to a node: a move of a player, or an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<Move> {
    /// Who moved; nobody if it was chance.
    pub player: Option<Player>,
    /// The move or the outcome.
    pub mv: Move,
    /// The place of the step in tables by player and slot; chance comes after the last player.
    pub row: u32,
    /// The probability of an outcome of chance; what is thought of a move, which at first is nothing.
    pub prior: f32,
}

impl<Move: Copy> Step<Move> {
    /// The player and the move, if it was a player's.
    #[inline]
    pub fn by_player(self) -> Option<(Player, Move)> {
        self.player.map(|player| (player, self.mv))
    }
}

/// What selection reads of a child.
#[derive(Debug, Default)]
pub struct Stats {
    pub(super) visits: AtomicU32,
    /// What a visit was worth on average to the player who moved here, as the bits of a number: computed once for each
    /// visit instead of for each look.
    pub(super) mean: AtomicU32,
    row: AtomicU32,
    /// What was thought of the move when it came into the tree, or the probability of an outcome, as the bits of a
    /// number.
    prior: AtomicU32,
}

impl Stats {
    /// How often the search came through here.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// What a visit was worth on average to the player who moved here; 0 before the first.
    #[inline]
    pub fn mean(&self) -> f32 {
        f32::from_bits(self.mean.load(Ordering::Relaxed))
    }

    /// The place of the step that led here in tables by player and slot.
    #[inline]
    pub fn row(&self) -> usize {
        self.row.load(Ordering::Relaxed) as usize
    }

    /// What was thought of the move when it came into the tree, or the probability of an outcome.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }
}

/// What is read only of a node that the search goes through.
#[derive(Debug)]
pub(super) struct Place<Move> {
    pub(super) links: AtomicU64,
    /// The sum of what the visits were worth to the player who moved here.
    pub(super) worth: AtomicU64,
    step: OnceLock<(Option<Player>, Move)>,
}

impl<Move> Default for Place<Move> {
    fn default() -> Self {
        Place { links: AtomicU64::new(0), worth: AtomicU64::new(0), step: OnceLock::new() }
    }
}

/// The children of a node, whether it is proven, and whether somebody has begun to expand it, in one word: the first
/// child from bit 16, their number below.
pub(super) mod links {
    pub(super) const FIRST: u32 = 16;
    pub(super) const NUMBER: u64 = 0xffff;
    pub(super) const PROVEN: u64 = 1 << 62;
    pub(in super::super) const CLAIMED: u64 = 1 << 63;

    pub(in super::super) fn children(word: u64) -> super::Range<super::NodeIndex> {
        let first = (word >> FIRST) as super::NodeIndex;
        first..first + (word & NUMBER) as super::NodeIndex
    }

    pub(in super::super) fn word(children: &super::Range<super::NodeIndex>) -> u64 {
        u64::from(children.start) << FIRST | children.len() as u64
    }
}

/// A node of a tree.
///
/// A visit is counted when a search comes through on its way down, and what it was worth when it
/// comes back: until then it weighs as a loss, which sends other threads elsewhere.
#[derive(Debug)]
pub struct Node<'t, Move> {
    /// What selection reads of it.
    pub stats: &'t Stats,
    pub(super) place: &'t Place<Move>,
    pub(super) is_shared: bool,
}

impl<Move> Clone for Node<'_, Move> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Move> Copy for Node<'_, Move> {}

impl<Move: Copy> Node<'_, Move> {
    /// How often the search came through here.
    #[inline]
    pub fn visits(self) -> u32 {
        self.stats.visits()
    }

    /// What a visit was worth on average to the player who moved here, once it was visited.
    #[inline]
    pub fn mean(self) -> f32 {
        mean(self.place.worth.load(Ordering::Relaxed), self.visits())
    }

    /// Counts a visit on the way down, and says how many there were before.
    #[inline]
    pub fn enter(self) -> u32 {
        let before = add_32(&self.stats.visits, 1, self.is_shared);
        if self.is_shared {
            self.update(self.place.worth.load(Ordering::Relaxed), before + 1);
        }
        before
    }

    /// Takes back a visit that was not finished.
    pub fn withdraw(self) {
        let visits = self.stats.visits.fetch_sub(1, Ordering::Relaxed) - 1;
        self.update(self.place.worth.load(Ordering::Relaxed), visits.max(1));
    }

    /// What a visit was worth to the player who moved here.
    #[inline]
    pub fn reward(self, share: f32) {
        let more = units(share);
        let worth = add_64(&self.place.worth, more, self.is_shared) + more;
        self.update(worth, self.visits());
    }

    /// What every visit is worth to the player who moved here, because it is proven.
    pub fn settle(self, share: f32) {
        let worth = units(share) * u64::from(self.visits());
        self.place.worth.store(worth, Ordering::Relaxed);
        self.update(worth, self.visits());
    }

    #[inline]
    fn update(self, worth: u64, visits: u32) {
        // A sum fits 63 bits, and n times 1 / n may come out above 1, while formulas divide by what is lost.
        let mean = (worth as i64 as f32 * (1.0 / UNIT as f32) * (visits as f32).recip()).min(1.0);
        self.stats.mean.store(mean.to_bits(), Ordering::Relaxed);
    }

    /// What was thought of the move when it came into the tree, or the probability of an outcome.
    #[inline]
    pub fn prior(self) -> f32 {
        self.stats.prior()
    }

    /// Remembers what is thought of the move.
    #[inline]
    pub fn set_prior(self, prior: f32) {
        self.stats.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Says what leads here, once.
    pub(super) fn enter_by(self, step: &Step<Move>) {
        let _ = self.place.step.set((step.player, step.mv));
        self.stats.row.store(step.row, Ordering::Relaxed);
        self.set_prior(step.prior);
    }

    /// What led here; nothing at the root.
    #[inline]
    pub fn step(self) -> Option<Step<Move>> {
        let &(player, mv) = self.place.step.get()?;
        Some(Step { player, mv, row: self.stats.row.load(Ordering::Relaxed), prior: self.prior() })
    }

    /// Who moved here, and how; `None` at the root and after an outcome of chance.
    #[inline]
    pub fn entry(self) -> Option<(Player, Move)> {
        let &(player, mv) = self.place.step.get()?;
        Some((player?, mv))
    }

    /// Whether its children are in the tree.
    #[inline]
    pub fn is_expanded(self) -> bool {
        self.place.links.load(Ordering::Acquire) & links::NUMBER != 0
    }

    /// The places of its children, as far as they came into the tree at once.
    #[inline]
    pub fn children(self) -> Range<NodeIndex> {
        links::children(self.place.links.load(Ordering::Acquire))
    }

    /// Whether it is proven what the game comes to from here.
    #[inline]
    pub fn is_proven(self) -> bool {
        self.place.links.load(Ordering::Acquire) & links::PROVEN != 0
    }

    /// From now on it is certain what the game comes to from here. Whether that is new.
    pub fn prove(self) -> bool {
        self.place.links.fetch_or(links::PROVEN, Ordering::AcqRel) & links::PROVEN == 0
    }
}

/// How much memory a node takes, in bytes.
pub const fn node_size<Move>() -> usize {
    size_of::<Stats>() + size_of::<Place<Move>>()
}
