//! Multi-Player MCTS-Solver: what is proven goes up the tree (Winands, Björnsson & Saito 2008; Cazenave & Saffidine 2010;
//! Nijssen & Winands 2011; Nijssen 2013, section 4.5).
//!
//! Each node has bounds on what every player gets. The one who chooses there will not go where they get less than they
//! are sure of elsewhere; of what is left anything may happen, and the one who chooses gets at least what they are sure
//! of. Where the bounds of a node meet, it is proven. So wins and losses are proven as soon as one move wins or all
//! moves lose, and draws, placings, teams and chance are no special cases.

use kingmaker_core::{Player, Scores, Teams};

use super::bounds::{Interval, Intervals, ROUNDING, consistent, either, exact, expected, scores};
use super::policy::Aim;
use super::tree::{NodeIndex, ROOT, Tree};

/// What becomes of a position all of whose moves are decided, but as differently that the one
/// who chooses has no preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It stays open.
    Standard,
    /// Nobody lets the player at the root win, if they can help it.
    Paranoid,
    /// The win goes to whoever comes first after the one who chooses.
    FirstWinner,
}

/// The solver of one search.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    /// What to do without a preference.
    pub rule: Rule,
    /// What the players want.
    pub aim: Aim,
    /// The player at the root.
    pub root: Player,
    /// Who wins together.
    pub teams: Teams,
}

impl Solver {
    /// The game is over at the last node of the path: proves it, and then, from the bottom up, whatever
    /// follows. Says what the highest proven node on the path comes to, the root included.
    pub fn prove<Move: Copy>(&self, tree: &Tree<Move>, path: &[NodeIndex], outcome: &Scores) -> Scores {
        let Some((&last, above)) = path.split_last() else { return *outcome };
        let mut proven = *outcome;
        tree.bounds(last).set(&exact(outcome));
        tree.node(last).prove();
        for index in above.iter().rev().copied().chain([ROOT]) {
            let before = tree.bounds(index).get(self.teams.players());
            let Some(now) = self.bounds(tree, index, &before).filter(|now| *now != before) else { break };
            tree.bounds(index).set(&now);
            if self.is_decided(&now) {
                tree.node(index).prove();
                proven = scores(&now);
            }
        }
        proven
    }

    /// What the game comes to from a node, if that is proven.
    pub fn outcome<Move: Copy>(&self, tree: &Tree<Move>, index: NodeIndex) -> Option<Scores> {
        tree.node(index).is_proven().then(|| scores(&tree.bounds(index).get(self.teams.players())))
    }

    /// What an outcome is worth to the one who chooses.
    pub fn worth(&self, chooser: Player, outcome: &Scores) -> f32 {
        self.aim.of(chooser, outcome)
    }

    /// Whether nothing that matters is left open.
    fn is_decided(&self, bounds: &Intervals) -> bool {
        match self.aim {
            Aim::Against { root, .. } => bounds[root].is_met(),
            _ => bounds.iter().all(|(_, interval)| interval.is_met()),
        }
    }

    /// What the one who chooses gets, in their own terms.
    fn worth_bounds(&self, chooser: Player, bounds: &Intervals) -> Interval {
        match self.aim {
            Aim::Against { root, side } if !side.contains(chooser) => bounds[root].rest(),
            Aim::Against { root, .. } => bounds[root],
            Aim::Offensive { root, leader } if chooser == root => bounds[leader].rest(),
            _ => bounds[chooser],
        }
    }

    /// The bounds of a node by those of its children; `None` if it has none.
    fn bounds<Move: Copy>(&self, tree: &Tree<Move>, index: NodeIndex, before: &Intervals) -> Option<Intervals> {
        let players = self.teams.players();
        let children = || tree.children(index).map(|child| (child, tree.bounds(child).get(players)));
        let first = tree.node(tree.children(index).next()?).step()?;
        if first.player.is_none() {
            let outcomes = children().map(|(child, bounds)| (f64::from(tree.node(child).prior()), bounds));
            return Some(consistent(expected(players, outcomes), before, &self.teams));
        }
        let choices = || {
            children().filter_map(|(child, bounds)| {
                let (chooser, _) = tree.node(child).entry()?;
                Some((child, chooser, self.worth_bounds(chooser, &bounds), bounds))
            })
        };
        let (_, chooser, ..) = choices().next()?;
        let sure = choices().map(|(_, _, worth, _)| worth.low).max()?;
        let possible = || choices().filter(|(_, _, worth, _)| worth.high + ROUNDING >= sure);
        if possible().all(|(child, ..)| tree.node(child).is_proven())
            && let Some(one) = self.preferred(chooser, possible().map(|(_, _, _, bounds)| bounds))
        {
            return Some(one);
        }
        let mut now = possible().map(|(_, _, _, bounds)| bounds).reduce(|one, other| either(&one, &other))?;
        match self.aim {
            Aim::Against { root, side } if !side.contains(chooser) => {
                now[root].high = now[root].high.min(Interval { low: sure, high: sure }.rest().high);
            }
            Aim::Against { root, .. } => now[root].low = now[root].low.max(sure),
            Aim::Offensive { root, leader } if chooser == root => {
                now[leader].high = now[leader].high.min(Interval { low: sure, high: sure }.rest().high);
            }
            _ => now[chooser].low = now[chooser].low.max(sure),
        }
        if let Aim::Against { root, .. } = self.aim
            && now[root].is_met()
        {
            // What is certain for the root is enough, and one of the moves that lead there says what the others get.
            let mut decided =
                possible().filter(|(child, _, worth, _)| tree.node(*child).is_proven() && worth.low + ROUNDING >= sure);
            return decided.next().map(|(_, _, _, bounds)| bounds).or(Some(now));
        }
        Some(consistent(now, before, &self.teams))
    }

    /// Which of several decided outcomes comes about that are worth the same to the one who chooses, if that can be said.
    fn preferred(&self, chooser: Player, mut outcomes: impl Iterator<Item = Intervals> + Clone) -> Option<Intervals> {
        let all = outcomes.clone();
        let first = outcomes.next()?;
        // Between two sides, outcomes that are worth the same to one are so to everybody.
        if matches!(self.aim, Aim::Against { .. }) || outcomes.all(|other| other == first) {
            return Some(first);
        }
        match self.rule {
            Rule::Standard => None,
            Rule::Paranoid => {
                let least = all.clone().map(|outcome| outcome[self.root].low).min()?;
                let mut left = all.filter(|outcome| outcome[self.root].low <= least);
                let one = left.next()?;
                left.all(|other| other == one).then_some(one)
            }
            Rule::FirstWinner => {
                let players = self.teams.players();
                let distance = |player: Player| (player.index() + players - chooser.index() - 1) % players;
                let first_winner = |outcome: &Intervals| {
                    outcome.iter().filter(|(_, share)| share.low > 0).map(|(player, _)| distance(player)).min()
                };
                all.min_by_key(first_winner)
            }
        }
    }
}
