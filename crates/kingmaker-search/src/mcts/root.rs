//! The tree with what belongs to it, and what it says about the moves at hand.

use std::cmp::Reverse;
use std::ops::Range;

use kingmaker_core::{Game, MAX_PLAYERS, Player};

use super::backup::Backup;
use super::choice::RootMove;
use super::playout::Outcome;
use super::policy::Aim;
use super::selection::Selection;
use super::settings::{Parallel, Settings};
use super::solver::Solver;
use super::sums::{UNIT, units};
use super::transpositions::Transpositions;
use super::tree::{Node, NodeIndex, ROOT, Tree};
use super::worker::Worker;
use crate::hidden::approach::{Approach, Vote};
use crate::report::Branch;

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

/// Visits of a move at hand in one search, the sum of every player's shares in them, and of the plies to the end of the
/// game: of all, and of those that the player at the root won. Each thread has its own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub(super) visits: u64,
    pub(super) shares: [u64; MAX_PLAYERS],
    pub(super) plies: u64,
    pub(super) won_plies: f64,
}

impl Totals {
    #[inline]
    fn add(&mut self, steps: usize, outcome: &Outcome, root: Player) {
        let plies = steps as u64 + u64::from(outcome.plies);
        self.visits += 1;
        self.plies += plies;
        self.won_plies += f64::from(outcome.scores.of(root)) * plies as f64;
        for (player, share) in outcome.scores.shares().iter() {
            self.shares[player.index()] += units(share);
        }
    }

    /// What this and another thread found.
    pub(super) fn and(self, other: &Self) -> Self {
        let shares = std::array::from_fn(|player| self.shares[player] + other.shares[player]);
        Totals {
            visits: self.visits + other.visits,
            shares,
            plies: self.plies + other.plies,
            won_plies: self.won_plies + other.won_plies,
        }
    }

    /// How many of the visits this player won.
    #[inline]
    pub(super) fn won(&self, player: Player) -> f64 {
        self.shares[player.index()] as f64 / UNIT
    }
}

/// What a thread found about each of the moves at hand, and about all of them together.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) moves: Vec<Totals>,
    pub(super) all: Totals,
}

impl Findings {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.all = Totals::default();
    }

    /// An iteration has ended that began with the move at this place, after so many steps in the tree.
    #[inline]
    pub(super) fn add(&mut self, place: usize, steps: usize, outcome: &Outcome, root: Player) {
        self.moves[place].add(steps, outcome, root);
        self.all.add(steps, outcome, root);
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
                searched: totals,
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

/// So deep is the part of a tree that is shown, and so many moves of a position are shown at the most.
const SHOWN_DEPTH: usize = 6;
const SHOWN_MOVES: usize = 12;

/// A move is shown that has at least this part of all visits.
const SHOWN_PART: u64 = 200;

impl<G: Game> Forest<G> {
    /// The top of the tree: what was visited most.
    pub(super) fn branches(&self) -> Vec<Branch<G::Move>> {
        let visits = self.moves_at_hand().map(|child| u64::from(self.tree.stats(child).visits())).sum::<u64>();
        if self.vote.is_some() { Vec::new() } else { self.branches_below(self.start, visits / SHOWN_PART, SHOWN_DEPTH) }
    }

    fn branches_below(&self, node: NodeIndex, least: u64, depth: usize) -> Vec<Branch<G::Move>> {
        let visits = |child: &NodeIndex| u64::from(self.tree.stats(*child).visits());
        let mut children: Vec<NodeIndex> = self.tree.children(node).filter(|child| visits(child) > least).collect();
        children.sort_by_key(|child| Reverse(visits(child)));
        let branch = |&child: &NodeIndex| {
            let node = self.tree.node(child);
            let (_, mv) = node.entry()?;
            let below = if depth > 1 { self.branches_below(child, least, depth - 1) } else { Vec::new() };
            Some(Branch { mv, visits: visits(&child), worth: node.mean(), below })
        };
        children.iter().take(SHOWN_MOVES).filter_map(branch).collect()
    }
}
