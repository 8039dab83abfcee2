//! The tree: small nodes that any number of threads may read and update, without locks.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use kingmaker_core::{Player, Scores};

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
    // A sum fits 63 bits, for counts stop at 2^31, and the signed conversion is one instruction.
    sum as i64 as f32 * (1.0 / UNIT as f32) / count as f32
}

/// The place of a node in the tree.
pub type NodeIndex = u32;

/// The root is always the first node.
pub const ROOT: NodeIndex = 0;

/// What is remembered about a move that was tried, and the position it leads to.
///
/// A visit is counted when a search comes through on its way down, and what it was worth when it
/// comes back: until then it weighs as a loss, which sends other threads elsewhere.
#[derive(Debug)]
pub struct Node<Move> {
    /// The sum of what the visits were worth to the player who moved here.
    worth: AtomicU64,
    links: AtomicU64,
    visits: AtomicU32,
    /// What was thought of the move when it came into the tree, as the bits of a number.
    prior: AtomicU32,
    entry: OnceLock<(Player, Move)>,
}

impl<Move> Default for Node<Move> {
    fn default() -> Self {
        Node {
            worth: AtomicU64::new(0),
            links: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            prior: AtomicU32::new(0),
            entry: OnceLock::new(),
        }
    }
}

/// The children of a node, who won if that is proven, and whether somebody has begun to expand
/// it, in one word: the first child from bit 16, their number below, the winners from bit 48.
mod links {
    pub(super) const FIRST: u32 = 16;
    pub(super) const NUMBER: u64 = 0xffff;
    pub(super) const WINNERS: u32 = 48;
    pub(super) const CLAIMED: u64 = 1 << 63;
}

impl<Move: Copy> Node<Move> {
    /// How often the search came through here.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// What a visit was worth on average to the player who moved here, once it was visited.
    #[inline]
    pub fn mean(&self) -> f32 {
        mean(self.worth.load(Ordering::Relaxed), self.visits())
    }

    /// The same, where 1 / visits is known already.
    #[inline]
    pub fn mean_with(&self, inverse: f32) -> f32 {
        // n times 1 / n may come out above 1, and formulas divide by what is lost.
        (self.worth.load(Ordering::Relaxed) as i64 as f32 * (1.0 / UNIT as f32) * inverse).min(1.0)
    }

    /// What was thought of the move when it came into the tree.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Remembers what is thought of the move.
    #[inline]
    pub fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Who moved here, and how; `None` at the root.
    #[inline]
    pub fn entry(&self) -> Option<(Player, Move)> {
        self.entry.get().copied()
    }

    /// Whether its children are in the tree.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.links.load(Ordering::Acquire) & links::NUMBER != 0
    }

    /// The places of its children.
    #[inline]
    pub fn children(&self) -> Range<NodeIndex> {
        let word = self.links.load(Ordering::Acquire);
        let first = (word >> links::FIRST) as NodeIndex;
        first..first + (word & links::NUMBER) as NodeIndex
    }

    /// What the game comes to from here, if that is proven.
    #[inline]
    pub fn proven(&self) -> Option<Winners> {
        let winners = (self.links.load(Ordering::Acquire) >> links::WINNERS) as u8 & Winners::MASK;
        (winners != 0).then_some(Winners(winners))
    }

    /// From now on it is certain what the game comes to from here. The first proof stands, should
    /// two threads find different ones under a heuristic rule.
    pub fn prove(&self, winners: Winners) {
        let is_open = |word: u64| word >> links::WINNERS & u64::from(Winners::MASK) == 0;
        let add = |word: u64| is_open(word).then_some(word | u64::from(winners.0) << links::WINNERS);
        let _ = self.links.fetch_update(Ordering::AcqRel, Ordering::Acquire, add);
    }

    /// Counts a visit on the way down, and says how many there were before.
    #[inline]
    pub fn enter(&self) -> u32 {
        self.visits.fetch_add(1, Ordering::Relaxed)
    }

    /// Takes back a visit that was not finished.
    pub fn withdraw(&self) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
    }

    /// What a visit was worth to the player who moved here.
    #[inline]
    pub fn reward(&self, share: f32) {
        self.worth.fetch_add(units(share), Ordering::Relaxed);
    }

    /// What every visit is worth to the player who moved here, for it is proven.
    pub fn settle(&self, share: f32) {
        self.worth.store(units(share) * u64::from(self.visits()), Ordering::Relaxed);
    }
}

/// Those among whom a decided game is shared equally, at least one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Winners(u8);

impl Winners {
    const MASK: u8 = (1 << kingmaker_core::MAX_PLAYERS) - 1;

    /// The winners of a game that has ended; `None` if it was divided in another way.
    pub fn of(scores: &Scores) -> Option<Self> {
        let shares = scores.shares();
        let mask =
            shares.iter().filter(|&(_, share)| share > 0.0).fold(0, |mask, (player, _)| mask | 1 << player.index());
        let winners = Winners(mask);
        (mask != 0 && shares.iter().all(|(player, share)| share == winners.share(player))).then_some(winners)
    }

    /// What this player gets.
    #[inline]
    pub fn share(self, player: Player) -> f32 {
        if self.0 >> player.index() & 1 == 1 { 1.0 / self.0.count_ones() as f32 } else { 0.0 }
    }

    /// What each player gets.
    pub fn scores(self, players: usize) -> Scores {
        Scores::from_shares(kingmaker_core::ByPlayer::from_fn(players, |player| self.share(player)))
    }
}

/// All nodes of one search. The children of a node lie side by side.
#[derive(Debug)]
pub struct Tree<Move> {
    nodes: Slab<Node<Move>>,
    used: Apart<AtomicU32>,
    limit: u32,
}

impl<Move: Copy> Tree<Move> {
    /// A tree of a root alone that will not grow beyond `max_nodes` nodes.
    pub fn new(max_nodes: usize) -> Self {
        const { assert!(size_of::<Node<Move>>() <= 48, "a node takes at most 48 bytes") };
        let limit = u32::try_from(max_nodes).unwrap_or(u32::MAX).clamp(1, u32::MAX - CHUNK);
        Tree { nodes: Slab::new(limit), used: Apart(AtomicU32::new(1)), limit }
    }

    /// Back to a root without children, keeping the memory.
    pub fn clear(&mut self) {
        self.nodes.reset(self.size());
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
    pub fn node(&self, index: NodeIndex) -> &Node<Move> {
        self.nodes.at(index)
    }

    /// The children of a node, side by side.
    #[inline]
    pub fn children(&self, index: NodeIndex) -> &[Node<Move>] {
        self.nodes.range(self.node(index).children())
    }

    /// Whether this caller is the one who may expand the node.
    pub fn claim(&self, index: NodeIndex) -> bool {
        self.node(index).links.fetch_or(links::CLAIMED, Ordering::AcqRel) & links::CLAIMED == 0
    }

    /// Adds a child for each of the moves to a node that was claimed, all or none: nothing when
    /// there is no room left, and the search goes on without.
    pub fn expand(&self, index: NodeIndex, moves: &[(Player, Move)]) {
        let Some(first) = self.reserve(moves.len()) else { return };
        for (node, &entry) in self.nodes.range(first..first + moves.len() as u32).iter().zip(moves) {
            // Nobody else knows of these nodes yet.
            let _ = node.entry.set(entry);
        }
        let word = u64::from(first) << links::FIRST | moves.len() as u64;
        self.node(index).links.fetch_or(word, Ordering::AcqRel);
    }

    /// The child of a node that this move leads to.
    pub fn child(&self, index: NodeIndex, mv: Move) -> Option<NodeIndex>
    where
        Move: PartialEq,
    {
        let leads_here = |&child: &NodeIndex| self.node(child).entry().is_some_and(|(_, other)| other == mv);
        self.node(index).children().find(leads_here)
    }

    /// Adds the children that another node has already: both lead to the same position.
    pub fn share(&self, index: NodeIndex, children: Range<NodeIndex>) {
        let word = u64::from(children.start) << links::FIRST | children.len() as u64;
        self.node(index).links.fetch_or(word, Ordering::AcqRel);
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
            new.visits.store(old.visits(), Ordering::Relaxed);
            new.worth.store(old.worth.load(Ordering::Relaxed), Ordering::Relaxed);
            new.set_prior(old.prior());
            if let Some(winners) = old.proven() {
                new.prove(winners);
            }
            if children.is_empty() {
                continue;
            }
            self.claim(to);
            if let Some(range) = copied.get(&children.start) {
                self.share(to, Range::clone(range));
                continue;
            }
            let moves: Vec<_> = children.clone().filter_map(|child| other.node(child).entry()).collect();
            self.expand(to, &moves);
            let places = self.node(to).children();
            copied.insert(children.start, places.clone());
            open.extend(children.zip(places));
        }
        // The visits of the root are those of its children.
        let below = self.children(ROOT).iter().map(Node::visits).sum();
        self.node(ROOT).visits.store(below, Ordering::Relaxed);
    }

    /// Places side by side in one piece of the slab.
    fn reserve(&self, number: usize) -> Option<NodeIndex> {
        let number = u32::from(u16::try_from(number).ok()?);
        let place = |used: u32| if used % CHUNK + number > CHUNK { used.next_multiple_of(CHUNK) } else { used };
        let grow = |used: u32| place(used).checked_add(number).filter(|&end| end <= self.limit);
        self.used.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grow).ok().map(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::ByPlayer;

    fn moves<const N: usize>(mover: usize, moves: [u16; N]) -> [(Player, u16); N] {
        moves.map(|mv| (Player::new(mover), mv))
    }

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Node<u16>>() <= 32);
        assert!(size_of::<Node<u64>>() <= 48);
    }

    #[test]
    fn sums_are_exact_and_the_bound_holds() {
        let tree = Tree::new(4);
        tree.expand(ROOT, &moves(0, [10, 11, 12]));
        assert_eq!((tree.size(), tree.children(ROOT).len()), (4, 3));
        assert!(tree.claim(1) && !tree.claim(1));
        tree.expand(1, &moves(1, [13]));
        assert_eq!((tree.size(), tree.node(1).is_expanded()), (4, false));
        for share in [1.0, 0.5, 0.0, 0.25] {
            tree.node(2).enter();
            tree.node(2).reward(share);
        }
        tree.node(2).enter();
        tree.node(2).withdraw();
        assert_eq!((tree.node(2).visits(), tree.node(2).mean()), (4, 0.4375));
        assert_eq!(tree.node(2).entry(), Some((Player::new(0), 11)));
    }

    #[test]
    fn children_lie_in_one_piece() {
        let tree = Tree::new(3 * CHUNK as usize);
        let many = vec![(Player::new(0), 7u16); 40_000];
        tree.expand(ROOT, &many);
        tree.expand(1, &many);
        assert_eq!(tree.node(1).children(), CHUNK..CHUNK + 40_000);
        assert_eq!(tree.children(1).len(), 40_000);
    }

    #[test]
    fn a_proof_fixes_the_worth() {
        let players = 3;
        let winner = Winners::of(&Scores::winner(players, Player::new(1))).expect("one winner");
        let draw = Winners::of(&Scores::draw(players)).expect("a draw");
        assert_eq!(draw.scores(players), Scores::draw(players));
        let mut uneven = ByPlayer::splat(players, 0.25);
        uneven[Player::new(0)] = 0.5;
        assert_eq!(Winners::of(&Scores::from_shares(uneven)), None);
        let tree: Tree<u16> = Tree::new(100);
        tree.expand(ROOT, &moves(2, [1, 2]));
        let node = tree.node(2);
        node.enter();
        node.reward(1.0);
        node.prove(winner);
        node.prove(draw);
        node.settle(0.0);
        assert_eq!((node.proven(), node.mean(), node.is_expanded()), (Some(winner), 0.0, false));
        assert_eq!(tree.node(1).proven(), None);
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
                        if let Some(child) = tree.children(ROOT).get(step as usize % 3) {
                            child.enter();
                            child.reward(0.5);
                        }
                    }
                });
            }
        });
        assert_eq!((tree.node(ROOT).visits(), tree.size()), (800, 4));
        assert!(tree.children(ROOT).iter().all(|child| child.visits() == 0 || child.mean() == 0.5));
    }
}
