//! Multi-Player MCTS-Solver: proven outcomes go up the tree (Winands, Björnsson & Saito 2008;
//! Nijssen & Winands 2011; Nijssen 2013, section 4.5).

use kingmaker_core::{Game, Player};

use super::bounds::BOUNDED;
use super::policy::Aim;
use super::tree::{NodeIndex, ROOT, Tree, Winners};

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

/// What the words of the option mean; `None` for no solver.
pub fn rule(word: &str) -> Option<Rule> {
    match word {
        // With score bounds there are two sides, and so no kingmakers.
        "standard" | BOUNDED => Some(Rule::Standard),
        "paranoid" => Some(Rule::Paranoid),
        "first-winner" => Some(Rule::FirstWinner),
        _ => None,
    }
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
    /// How many players there are.
    pub players: usize,
}

impl Solver {
    /// The last node of the path is decided: proves it, and then, from the bottom up, whatever
    /// follows. Says what the highest proven node on the path comes to, the root included.
    pub fn prove<G: Game>(&self, tree: &Tree<G::Move>, path: &[NodeIndex], winners: Winners) -> Winners {
        let Some((&last, above)) = path.split_last() else { return winners };
        let mut proven = winners;
        tree.node(last).prove(winners);
        for index in above.iter().rev().copied().chain([ROOT]) {
            let Some(winners) = self.outcome::<G>(tree, index) else { break };
            proven = winners;
            tree.node(index).prove(winners);
        }
        proven
    }

    /// What an outcome is worth to the one who chooses.
    pub fn worth(&self, chooser: Player, winners: Winners) -> f32 {
        self.aim.worth(chooser, |player| winners.share(player))
    }

    /// What a node comes to, as far as its children show.
    fn outcome<G: Game>(&self, tree: &Tree<G::Move>, parent: NodeIndex) -> Option<Winners> {
        let children = tree.children(parent);
        let proven = |index: usize| {
            let (chooser, _) = children[index].entry()?;
            children[index].proven().map(|winners| (chooser, winners))
        };
        // The best that is proven, or that nothing is said if one child is open.
        let mut best: Option<(f32, Player)> = None;
        let mut is_open = false;
        for index in 0..children.len() {
            let Some((chooser, winners)) = proven(index) else {
                is_open = true;
                continue;
            };
            let worth = self.worth(chooser, winners);
            if worth >= 1.0 && (self.aim.is_two_sided() || winners.share(chooser) >= 1.0) {
                return Some(winners);
            }
            if best.is_none_or(|(other, _)| worth > other) {
                best = Some((worth, chooser));
            }
        }
        let (worth, chooser) = best.filter(|_| !is_open)?;
        let equal = || {
            (0..children.len()).filter_map(proven).filter(|&(chooser, winners)| self.worth(chooser, winners) >= worth)
        };
        let first = equal().next().map(|(_, winners)| winners)?;
        if self.aim.is_two_sided() || equal().all(|(_, winners)| winners == first) {
            return Some(first);
        }
        match self.rule {
            Rule::Standard => None,
            Rule::Paranoid => {
                let least = equal().map(|(_, winners)| winners.share(self.root)).fold(f32::INFINITY, f32::min);
                let mut left = equal().map(|(_, winners)| winners).filter(|winners| winners.share(self.root) <= least);
                let one = left.next()?;
                left.all(|winners| winners == one).then_some(one)
            }
            Rule::FirstWinner => {
                let distance = |player: Player| (player.index() + self.players - chooser.index() - 1) % self.players;
                let first_winner = |winners: Winners| {
                    Player::all(self.players).filter(|&player| winners.share(player) > 0.0).map(distance).min()
                };
                equal().map(|(_, winners)| winners).min_by_key(|&winners| first_winner(winners))
            }
        }
    }
}
