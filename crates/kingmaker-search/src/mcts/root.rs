//! The tree with what belongs to it, and what it says about the moves at hand.

use std::cmp::Ordering as Comparison;
use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::{ByPlayer, Game, MAX_PLAYERS, Player, Scores};

use super::policy::Aim;
use super::selection::Selection;
use super::tree::{NodeIndex, ROOT, Tree, Winners, units};
use crate::report::Candidate;

/// A tree, and what is learnt with it.
pub(super) struct Forest<G: Game> {
    pub(super) tree: Tree<G::Move>,
    pub(super) selection: Box<dyn Selection<G>>,
    /// For each child of the root, the sum of every player's shares.
    totals: Vec<[AtomicU64; MAX_PLAYERS]>,
}

impl<G: Game> Forest<G> {
    pub(super) fn new(max_nodes: usize, selection: Box<dyn Selection<G>>) -> Self {
        Forest { tree: Tree::new(max_nodes), selection, totals: Vec::new() }
    }

    /// Forgets the last search.
    pub(super) fn clear(&mut self, game: &G) {
        self.selection.begin(game, &self.tree);
        self.tree.clear();
    }

    /// The root has got its children.
    pub(super) fn count_totals(&mut self) {
        self.totals.clear();
        self.totals.resize_with(self.tree.children(ROOT).len(), Default::default);
    }

    /// An iteration through this child of the root has ended.
    pub(super) fn add_to_totals(&self, child: NodeIndex, scores: &Scores) {
        let totals = &self.totals[(child - self.tree.node(ROOT).children().start) as usize];
        for (player, share) in scores.shares().iter() {
            totals[player.index()].fetch_add(units(share), Ordering::Relaxed);
        }
    }

    /// What is known about the moves at hand.
    pub(super) fn root_moves(&self, game: &G) -> Vec<RootMove<G::Move>> {
        let first = self.tree.node(ROOT).children().start;
        let children = self.tree.children(ROOT).iter().zip(&self.totals).zip(first..);
        children
            .filter_map(|((node, totals), index)| {
                let (mover, mv) = node.entry()?;
                Some(RootMove {
                    mover,
                    mv,
                    visits: u64::from(node.visits()),
                    totals: totals.each_ref().map(|total| total.load(Ordering::Relaxed)),
                    proven: node.proven(),
                    opinion: self.selection.opinion(game, &self.tree, index),
                })
            })
            .collect()
    }

    /// The line of the most visited children, after the chosen move.
    pub(super) fn line(&self, best: G::Move) -> Vec<G::Move> {
        let mut line = vec![best];
        let is_best = |&index: &NodeIndex| self.tree.node(index).entry().is_some_and(|(_, mv)| mv == best);
        let mut next = self.tree.node(ROOT).children().find(is_best);
        while let Some(node) = next {
            let visits = |index: &NodeIndex| self.tree.node(*index).visits();
            let most = |a: NodeIndex, b: NodeIndex| if visits(&b) > visits(&a) { b } else { a };
            next = self.tree.node(node).children().reduce(most).filter(|index| visits(index) > 0);
            line.extend(next.and_then(|index| self.tree.node(index).entry()).map(|(_, mv)| mv));
        }
        line
    }
}

/// One of the moves at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<Move> {
    pub(super) mover: Player,
    pub(super) mv: Move,
    pub(super) visits: u64,
    totals: [u64; MAX_PLAYERS],
    pub(super) proven: Option<Winners>,
    opinion: Option<f32>,
}

impl<Move: Copy + Ord> RootMove<Move> {
    /// The mean share of each player, or the proven one; `None` if nothing is known.
    fn values(&self, players: usize) -> Option<ByPlayer<f32>> {
        let mean =
            |player: Player| (self.totals[player.index()] as f64 / units(1.0) as f64 / self.visits as f64) as f32;
        match self.proven {
            Some(winners) => Some(ByPlayer::from_fn(players, |player| winners.share(player))),
            None => (self.visits > 0).then(|| ByPlayer::from_fn(players, mean)),
        }
    }

    /// What the move is worth to the one who makes it, if anything is known.
    pub(super) fn worth(&self, aim: Aim, players: usize) -> Option<f32> {
        self.values(players).map(|values| aim.worth(self.mover, |player| values[player]))
    }

    /// What the report says.
    pub(super) fn candidate(&self, players: usize) -> Candidate<Move> {
        let values = self.values(players);
        Candidate { mv: self.mv, visits: self.visits, values, proven: self.proven.is_some(), opinion: self.opinion }
    }

    /// Adds what another tree knows about the same move.
    pub(super) fn merge(&mut self, other: &Self) {
        self.visits += other.visits;
        for (total, more) in self.totals.iter_mut().zip(other.totals) {
            *total += more;
        }
        self.proven = self.proven.or(other.proven);
    }
}

/// How the move is chosen in the end (Chaslot et al. 2008; Nijssen 2013, section 2.6.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FinalMove {
    /// The most visits.
    Robust,
    /// The highest mean.
    Max,
    /// The highest lower confidence bound: the mean less this over the square root of the visits.
    Secure(f32),
}

/// Sorts the moves at hand, the best first. A proven win comes before all others, a proven loss
/// after them; equal ones in the order of moves.
pub(super) fn rank<Move: Copy + Ord>(moves: &mut [RootMove<Move>], choice: FinalMove, aim: Aim, players: usize) {
    let are_all_proven = moves.iter().all(|mv| mv.proven.is_some());
    let key = |mv: &RootMove<Move>| {
        let worth = mv.worth(aim, players).unwrap_or(0.0);
        let visits = mv.visits as f32;
        let class = match mv.proven {
            _ if are_all_proven => worth,
            Some(_) if worth >= 1.0 => 2.0,
            Some(_) if worth <= 0.0 => 0.0,
            _ => 1.0,
        };
        let merit = match choice {
            FinalMove::Robust => visits,
            FinalMove::Max => worth,
            FinalMove::Secure(_) if mv.visits == 0 => f32::NEG_INFINITY,
            FinalMove::Secure(a) => worth - a / visits.sqrt(),
        };
        [class, merit, visits, worth]
    };
    let compare = |a: &[f32; 4], b: &[f32; 4]| {
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
        let winner = |index| Winners::of(&Scores::winner(2, Player::new(index))).expect("one winner");
        RootMove { mover: Player::new(0), mv, visits, totals, proven: proven.map(winner), opinion: None }
    }

    #[test]
    fn robust_max_and_secure_children() {
        let moves = [root_move(1, 100, 60, None), root_move(2, 40, 30, None), root_move(3, 2, 2, None)];
        let first = |choice| {
            let mut moves = moves;
            rank(&mut moves, choice, Aim::Own, 2);
            moves[0].mv
        };
        assert_eq!([FinalMove::Robust, FinalMove::Max, FinalMove::Secure(2.0)].map(first), [1, 3, 2]);
    }

    #[test]
    fn proven_wins_come_first_and_proven_losses_last() {
        let mut moves = [root_move(1, 100, 60, Some(1)), root_move(2, 10, 0, None), root_move(3, 2, 2, Some(0))];
        rank(&mut moves, FinalMove::Robust, Aim::Own, 2);
        assert_eq!(moves.map(|mv| mv.mv), [3, 2, 1]);
    }
}
