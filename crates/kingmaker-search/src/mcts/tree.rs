//! The tree: small nodes that any number of threads may read and update, without locks.
//!
//! What selection reads of all children of a node lies side by side, 16 bytes for each; what is only read of the child
//! that was chosen lies apart.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use kingmaker_core::{ByPlayer, Player};

use super::bounds::Bounds;
use super::slab::{Apart, CHUNK, Slab};

/// Shares are summed in units of 2^-32, so that sums are exact and their order does not matter.
const UNIT: f64 = (1u64 << 32) as f64;

/// A share in these units.
#[inline]
pub fn units(share: f32) -> u64 {
    (f64::from(share) * UNIT) as u64
}

/// The mean of a sum of shares in these units.
#[inline]
pub fn mean(sum: u64, count: u32) -> f32 {
    // A sum fits 63 bits, because counts stop at 2^31, and the signed conversion is one instruction.
    sum as i64 as f32 * (1.0 / UNIT as f32) / count as f32
}

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
    visits: AtomicU32,
    /// What a visit was worth on average to the player who moved here, as the bits of a number: computed once for each
    /// visit instead of for each look.
    mean: AtomicU32,
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
struct Place<Move> {
    links: AtomicU64,
    /// The sum of what the visits were worth to the player who moved here.
    worth: AtomicU64,
    step: OnceLock<(Option<Player>, Move)>,
}

impl<Move> Default for Place<Move> {
    fn default() -> Self {
        Place { links: AtomicU64::new(0), worth: AtomicU64::new(0), step: OnceLock::new() }
    }
}

/// The children of a node, whether it is proven, and whether somebody has begun to expand it, in one word: the first
/// child from bit 16, their number below.
mod links {
    pub(super) const FIRST: u32 = 16;
    pub(super) const NUMBER: u64 = 0xffff;
    pub(super) const PROVEN: u64 = 1 << 62;
    pub(super) const CLAIMED: u64 = 1 << 63;

    pub(super) fn children(word: u64) -> super::Range<super::NodeIndex> {
        let first = (word >> FIRST) as super::NodeIndex;
        first..first + (word & NUMBER) as super::NodeIndex
    }

    pub(super) fn word(children: &super::Range<super::NodeIndex>) -> u64 {
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
    place: &'t Place<Move>,
    is_shared: bool,
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

/// Adds to a counter, and says what it was before. Where only one thread counts, an addition that others cannot
/// interrupt would take several times as long as any other.
#[inline]
pub(super) fn add_32(counter: &AtomicU32, more: u32, is_shared: bool) -> u32 {
    if is_shared {
        return counter.fetch_add(more, Ordering::Relaxed);
    }
    let before = counter.load(Ordering::Relaxed);
    counter.store(before.wrapping_add(more), Ordering::Relaxed);
    before
}

/// The same for larger counters.
#[inline]
pub(super) fn add_64(counter: &AtomicU64, more: u64, is_shared: bool) -> u64 {
    if is_shared {
        return counter.fetch_add(more, Ordering::Relaxed);
    }
    let before = counter.load(Ordering::Relaxed);
    counter.store(before.wrapping_add(more), Ordering::Relaxed);
    before
}

/// All nodes of one search. The children of a node lie side by side; where moves come to light that were not possible
/// before, further children lie elsewhere.
#[derive(Debug)]
pub struct Tree<Move> {
    stats: Slab<Stats>,
    places: Slab<Place<Move>>,
    /// For the first of some children, where the next ones of the same parent are.
    further: Slab<AtomicU64>,
    /// What is proven of the outcome, where a solver is at work.
    bounds: Slab<Bounds>,
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
            stats: Slab::new(limit),
            places: Slab::new(limit),
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
        self.stats.reset(size);
        self.places.reset(size);
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
        Node { stats: self.stats.at(index), place: self.places.at(index), is_shared: self.is_shared }
    }

    /// What selection reads of one node.
    #[inline]
    pub fn stats(&self, index: NodeIndex) -> &Stats {
        self.stats.at(index)
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
        self.stats.range(range)
    }

    /// The places of all children of a node: once, where they came into the tree together.
    #[inline]
    pub fn blocks(&self, index: NodeIndex) -> impl Iterator<Item = Range<NodeIndex>> + Clone {
        let first = Some(self.node(index).children()).filter(|children| !children.is_empty());
        std::iter::successors(first, |block| {
            let word = self.further.get(block.start).map_or(0, |word| word.load(Ordering::Acquire));
            (word != 0).then(|| links::children(word))
        })
    }

    /// The places of all children of a node.
    pub fn children(&self, index: NodeIndex) -> impl Iterator<Item = NodeIndex> + Clone {
        self.blocks(index).flatten()
    }

    /// Whether this caller is the one who may expand the node.
    pub fn claim(&self, index: NodeIndex) -> bool {
        self.places.at(index).links.fetch_or(links::CLAIMED, Ordering::AcqRel) & links::CLAIMED == 0
    }

    /// Adds a child for each of the steps to a node that was claimed, all or none: nothing when
    /// there is no room left, and the search goes on without.
    pub fn expand(&self, index: NodeIndex, steps: &[Step<Move>]) {
        if let Some(children) = self.add(steps) {
            self.places.at(index).links.fetch_or(links::word(&children), Ordering::AcqRel);
        }
    }

    /// Adds further children to a node that has some, all or none. Only one thread may do so.
    pub fn extend(&self, index: NodeIndex, steps: &[Step<Move>]) {
        let (Some(last), Some(children)) = (self.blocks(index).last(), self.add(steps)) else { return };
        self.further.at(last.start).store(links::word(&children), Ordering::Release);
    }

    fn add(&self, steps: &[Step<Move>]) -> Option<Range<NodeIndex>> {
        let first = self.reserve(steps.len())?;
        let children = first..first + steps.len() as u32;
        let places = self.places.range(children.clone()).iter().zip(self.stats.range(children.clone()));
        for ((place, stats), step) in places.zip(steps) {
            // Nobody else knows of these nodes yet.
            let _ = place.step.set((step.player, step.mv));
            stats.row.store(step.row, Ordering::Relaxed);
            stats.prior.store(step.prior.to_bits(), Ordering::Relaxed);
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
        self.places.at(index).links.fetch_or(links::word(&children), Ordering::AcqRel);
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

/// How much memory a node takes, in bytes.
pub const fn node_size<Move>() -> usize {
    size_of::<Stats>() + size_of::<Place<Move>>()
}

#[cfg(test)]
mod tests {
    use super::*;

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
