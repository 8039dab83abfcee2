//! The tree with what belongs to it, and what it says about the moves at hand.

use std::cmp::Ordering as Comparison;
use std::ops::Range;

use kingmaker_core::{ByPlayer, Game, MAX_PLAYERS, Player, Scores};

use super::backup::Backup;
use super::policy::Aim;
use super::selection::Selection;
use super::settings::{Final, Parallel, Settings};
use super::solver::Solver;
use super::sums::units;
use super::transpositions::Transpositions;
use super::tree::{Node, NodeIndex, ROOT, Tree};
use super::worker::Worker;
use crate::hidden::approach::{Approach, Vote};
use crate::report::Candidate;

/// A tree, and what is learnt with it.
pub(super) struct Forest<G: Game> {
    pub(super) tree: Tree<G::Move>,
    pub(super) selection: Box<dyn Selection<G>>,
    /// What is backed up, if it is not the average.
    pub(super) backup: Option<Backup>,
    /// Where positions that are reached in several ways share their children.
    transpositions: Option<Transpositions>,
    /// Where the part of the tree that is kept is copied to.
    spare: Option<Tree<G::Move>>,
    /// Where worlds have trees of their own, below the root of this one: how they come to one decision.
    vote: Option<Vote>,
    /// The node of the position at hand: the root, unless there are several beginnings below it.
    pub(super) start: NodeIndex,
}

/// Visits of a move at hand in one search, and the sum of every player's shares in them. Each thread has its own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    visits: u64,
    shares: [u64; MAX_PLAYERS],
}

impl Totals {
    /// An iteration has ended.
    #[inline]
    pub(super) fn add(&mut self, scores: &Scores) {
        self.visits += 1;
        for (player, share) in scores.shares().iter() {
            self.shares[player.index()] += units(share);
        }
    }

    /// What this and another thread found.
    fn and(self, other: &Self) -> Self {
        let shares = std::array::from_fn(|player| self.shares[player] + other.shares[player]);
        Totals { visits: self.visits + other.visits, shares }
    }
}

impl<G: Game> Forest<G> {
    pub(super) fn new(max_nodes: usize, selection: Box<dyn Selection<G>>, settings: &Settings) -> Self {
        let is_alone = settings.threads == 1 || settings.parallel == Parallel::Root;
        let new_tree = || if is_alone { Tree::new(max_nodes).of_one_thread() } else { Tree::new(max_nodes) };
        let tree = new_tree();
        Forest {
            backup: Backup::from_args(&settings.backup, tree.limit()),
            tree,
            selection,
            transpositions: settings.transpositions.then(Transpositions::default),
            spare: settings.reuse.then(new_tree),
            vote: match Approach::from_args(&settings.hidden) {
                Approach::SeparateTrees(vote) => Some(vote),
                _ => None,
            },
            start: ROOT,
        }
    }

    /// The children of the position at hand.
    pub(super) fn moves_at_hand(&self) -> impl Iterator<Item = NodeIndex> {
        self.tree.children(self.start)
    }

    /// Keeps what is below the position after these moves; `false` if nothing is, and all else is
    /// as before.
    pub(super) fn keep(&mut self, moves: &[G::Move]) -> bool {
        let Some(spare) = &mut self.spare else { return false };
        let place = moves.iter().try_fold(ROOT, |node, &mv| self.tree.child(node, mv));
        let Some(place) = place.filter(|&place| place != ROOT && self.tree.node(place).is_expanded()) else {
            return false;
        };
        spare.copy_from(&self.tree, place);
        std::mem::swap(&mut self.tree, spare);
        self.tree.node(ROOT).is_expanded()
    }

    /// The children of a position at this distance from the root, if they are in the tree.
    pub(super) fn known_children(&self, key: u64, depth: u32) -> Option<Range<NodeIndex>> {
        self.transpositions.as_ref().and_then(|known| known.find(key, depth))
    }

    /// A position has got its children.
    pub(super) fn remember_children(&self, key: u64, depth: u32, node: NodeIndex) {
        if let Some(known) = &self.transpositions {
            known.add(key, depth, self.tree.node(node).children());
        }
    }

    /// Whether positions that are reached in several ways share their children.
    pub(super) fn has_transpositions(&self) -> bool {
        self.transpositions.is_some()
    }

    /// Forgets the last search, but for the part of the tree that is kept.
    pub(super) fn begin(&mut self, game: &G, kept: Option<&[G::Move]>, aim: Aim) {
        self.selection.begin(game, &self.tree, aim);
        if let Some(backup) = &mut self.backup {
            backup.begin(&self.tree, game.teams());
        }
        if !kept.is_some_and(|moves| self.keep(moves)) {
            self.tree.clear();
        }
        if let Some(known) = &mut self.transpositions {
            known.clear();
        }
    }

    /// Whether a move has both the most visits and the highest mean: the robust-max child. Moves that
    /// are proven to lose are not in question.
    pub(super) fn is_settled(&self) -> bool {
        let is_lost = |child: &Node<'_, G::Move>| child.is_proven() && child.mean() <= 0.0;
        let is_in_question = |child: &Node<'_, G::Move>| child.visits() > 0 && !is_lost(child);
        let children = || self.moves_at_hand().map(|child| self.tree.node(child)).filter(is_in_question);
        let most = children().map(Node::visits).max();
        let highest = children().map(Node::mean).fold(0.0, f32::max);
        children().any(|child| Some(child.visits()) == most && child.mean() >= highest)
    }

    /// What is known about the moves at hand, of which these threads found so much.
    pub(super) fn root_moves(
        &self,
        game: &G,
        solver: Option<&Solver>,
        workers: &[Worker<G>],
    ) -> Vec<RootMove<G::Move>> {
        let Some(vote) = self.vote else { return self.moves_below(self.start, game, solver, workers) };
        let mut all: Vec<RootMove<G::Move>> = Vec::new();
        for world in self.tree.children(ROOT) {
            // What was found about a move is known for all worlds together, so it is asked for once.
            let asked = if all.is_empty() { workers } else { &[] };
            let mut moves = self.moves_below(world, game, solver, asked);
            if let (Vote::Majority, Some(first)) = (vote, moves.iter_mut().max_by_key(|mv| mv.visits)) {
                first.votes = 1;
            }
            if all.is_empty() {
                all = moves;
            } else {
                all.iter_mut().zip(&moves).for_each(|(mv, other)| mv.merge(other));
            }
        }
        all
    }

    /// What is known about the children of a node.
    fn moves_below(
        &self,
        node: NodeIndex,
        game: &G,
        solver: Option<&Solver>,
        workers: &[Worker<G>],
    ) -> Vec<RootMove<G::Move>> {
        let root_move = |(place, index): (usize, NodeIndex)| {
            let found = workers.iter().filter_map(|worker| worker.totals().get(place));
            let totals = found.fold(Totals::default(), Totals::and);
            let node = self.tree.node(index);
            let (mover, mv) = node.entry()?;
            Some(RootMove {
                mover,
                mv,
                votes: 0,
                visits: u64::from(node.visits()),
                worth: if node.visits() > 0 { f64::from(node.mean()) * f64::from(node.visits()) } else { 0.0 },
                searched: totals.visits,
                totals: totals.shares,
                proven: solver.and_then(|solver| solver.outcome(&self.tree, index)),
                opinion: self.selection.opinion(game, &self.tree, index),
            })
        };
        self.tree.children(node).enumerate().filter_map(root_move).collect()
    }

    /// The line of the most visited children, after the chosen move, as far as nothing is drawn. Where worlds have trees of
    /// their own, they do not agree on one.
    pub(super) fn line(&self, best: G::Move) -> Vec<G::Move> {
        let mut line = vec![best];
        let mut next = if self.vote.is_none() { self.tree.child(self.start, best) } else { None };
        while let Some(node) = next {
            let visits = |index: &NodeIndex| self.tree.stats(*index).visits();
            let most = |a: NodeIndex, b: NodeIndex| if visits(&b) > visits(&a) { b } else { a };
            next = self.tree.children(node).reduce(most).filter(|index| visits(index) > 0);
            let Some((_, mv)) = next.and_then(|index| self.tree.node(index).entry()) else { break };
            line.push(mv);
        }
        line
    }
}

/// One of the moves at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<Move> {
    pub(super) mover: Player,
    pub(super) mv: Move,
    /// How many of several trees would play it, if they vote.
    votes: u32,
    /// Visits, and the sum of what they were worth to the mover, of this search and of what was kept.
    pub(super) visits: u64,
    worth: f64,
    /// Visits of this search, and the sum of every player's shares in them.
    searched: u64,
    totals: [u64; MAX_PLAYERS],
    pub(super) proven: Option<Scores>,
    opinion: Option<f32>,
}

impl<Move: Copy + Ord> RootMove<Move> {
    /// The mean share of each player in this search, or the proven one; `None` if nothing is known.
    fn values(&self, players: usize) -> Option<ByPlayer<f32>> {
        let mean =
            |player: Player| (self.totals[player.index()] as f64 / units(1.0) as f64 / self.searched as f64) as f32;
        match self.proven {
            Some(outcome) => Some(*outcome.shares()),
            None => (self.searched > 0).then(|| ByPlayer::from_fn(players, mean)),
        }
    }

    /// What the move is worth to the one who makes it, if anything is known.
    pub(super) fn worth(&self, aim: Aim) -> Option<f32> {
        match self.proven {
            Some(outcome) => Some(aim.of(self.mover, &outcome)),
            None => (self.visits > 0).then(|| (self.worth / self.visits as f64) as f32),
        }
    }

    /// What the report says.
    pub(super) fn candidate(&self, players: usize) -> Candidate<Move> {
        let values = self.values(players);
        Candidate { mv: self.mv, visits: self.visits, values, proven: self.proven.is_some(), opinion: self.opinion }
    }

    /// Adds what another tree knows about the same move.
    pub(super) fn merge(&mut self, other: &Self) {
        self.votes += other.votes;
        self.visits += other.visits;
        self.worth += other.worth;
        self.searched += other.searched;
        for (total, more) in self.totals.iter_mut().zip(other.totals) {
            *total += more;
        }
        self.proven = self.proven.or(other.proven);
    }
}

/// The constant A of the secure child: the mean less A over the square root of the visits
/// (Chaslot et al. 2008 use 4 for Go; shares vary less where more players share them).
const SECURITY: f32 = 1.0;

/// How a move is chosen in the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) by: Final,
    /// The constant C of the search.
    pub(super) exploration: f32,
}

/// Sorts the moves at hand, the best first. What is proven to be as much as can be had, such as a win, comes
/// before all others, a proven loss after them; equal ones in the order of moves. `most` is what the position
/// is worth, if that is proven.
pub(super) fn rank<Move: Copy + Ord>(moves: &mut [RootMove<Move>], choice: Choice, aim: Aim, most: Option<f32>) {
    let log_visits = (moves.iter().map(|mv| mv.visits).sum::<u64>().max(1) as f32).ln();
    let are_all_proven = moves.iter().all(|mv| mv.proven.is_some());
    let key = |mv: &RootMove<Move>| {
        let worth = mv.worth(aim).unwrap_or(0.0);
        let visits = mv.visits as f32;
        let class = match mv.proven {
            _ if are_all_proven => worth,
            Some(_) if worth >= most.unwrap_or(1.0) => 2.0,
            Some(_) if worth <= 0.0 => 0.0,
            _ => 1.0,
        };
        let merit = match choice.by {
            Final::Secure | Final::Ucb if mv.visits == 0 => f32::NEG_INFINITY,
            Final::Robust | Final::RobustMax => visits,
            Final::Max => worth,
            Final::Ucb => worth + choice.exploration * (log_visits / visits).sqrt(),
            Final::Secure => worth - SECURITY / visits.sqrt(),
        };
        [mv.votes as f32, class, merit, visits, worth]
    };
    let compare = |a: &[f32; 5], b: &[f32; 5]| {
        b.iter().zip(a).map(|(b, a)| b.total_cmp(a)).find(|&order| order != Comparison::Equal)
    };
    moves.sort_by(|a, b| compare(&key(a), &key(b)).unwrap_or_else(|| a.mv.cmp(&b.mv)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_move(mv: u16, visits: u64, wins: u64, proven: Option<usize>) -> RootMove<u16> {
        let mut totals = [0; MAX_PLAYERS];
        totals[0] = wins * units(1.0);
        totals[1] = (visits - wins) * units(1.0);
        let winner = |index| Scores::winner(2, Player::new(index));
        let (mover, worth, proven) = (Player::new(0), wins as f64, proven.map(winner));
        RootMove { mover, mv, votes: 0, visits, worth, searched: visits, totals, proven, opinion: None }
    }

    #[test]
    fn robust_max_and_secure_children() {
        let mut moves = [root_move(1, 100, 60, None), root_move(2, 40, 30, None), root_move(3, 2, 2, None)];
        let first = |moves: &[RootMove<u16>; 3], by, exploration| {
            let mut moves = *moves;
            rank(&mut moves, Choice { by, exploration }, Aim::Own, None);
            moves[0].mv
        };
        assert_eq!([Final::Robust, Final::Max, Final::Secure].map(|by| first(&moves, by, 0.2)), [1, 3, 2]);
        // With 142 visits of all, the bounds of these two are 0.75 + 0.35 C and 0.5 + 1.57 C.
        moves[2] = root_move(3, 2, 1, None);
        let bound = |exploration| first(&moves, Final::Ucb, exploration);
        assert_eq!((bound(0.1), bound(0.5)), (2, 3));
    }

    #[test]
    fn proven_wins_come_first_and_proven_losses_last() {
        let robust = Choice { by: Final::Robust, exploration: 0.2 };
        let mut moves = [root_move(1, 100, 60, Some(1)), root_move(2, 10, 0, None), root_move(3, 2, 2, Some(0))];
        rank(&mut moves, robust, Aim::Own, None);
        assert_eq!(moves.map(|mv| mv.mv), [3, 2, 1]);
        // Nobody can do better than lose: what is proven is preferred to what may be worse.
        rank(&mut moves[1..], robust, Aim::Own, Some(0.0));
        assert_eq!(moves.map(|mv| mv.mv), [3, 1, 2]);
    }
}
