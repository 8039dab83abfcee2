//! Selection strategies: which child to try next.

pub mod amaf;
mod amaf_table;
mod beside;
mod best;
pub mod bias;
pub mod extended_rave;
pub mod formula;
pub mod grave;
pub mod history;
pub mod implicit;
mod keyed_amaf;
pub mod n_gram;
pub mod prior;
mod ranking;
pub mod rave;
mod scratch;
#[cfg(test)]
mod testing;
pub mod tuned;
pub mod uct;
pub mod widening;

use std::ops::Range;

use kingmaker_core::{Game, Rng, Scores};

use super::line::Line;
use super::policy::{Aim, Policy};
use super::tree::{Node, NodeIndex, Tree};
use crate::Needs;
pub use best::{best_child, nothing};
pub use formula::{Formula, Known, Number, Tried};
pub use scratch::Scratch;

/// A selection strategy. All threads of a search share it.
pub trait Selection<G: Game>: Send + Sync {
    /// Forgets what was learnt: another move of the real game is to be found. The tree is still
    /// that of the last search, so that whoever keeps something for its nodes knows their number.
    fn begin(&mut self, game: &G, last: &Tree<G::Move>, aim: Aim) {
        let _ = (game, last, aim);
    }

    /// The child to try next of the node at the end of the path, which has children.
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex;

    /// What it needs of the game and of the policy.
    fn needs(&self) -> Needs {
        Needs::NOTHING
    }

    /// Whether it keeps something for the nodes of a tree that a tree of another search does not have.
    fn is_of_one_tree(&self) -> bool {
        false
    }

    /// Whether it learns from the moves of playouts, which are kept then.
    fn needs_line(&self) -> bool {
        false
    }

    /// A node has got children, those in this range.
    fn expanded(
        &self,
        game: &G,
        state: &G::State,
        tree: &Tree<G::Move>,
        children: Range<NodeIndex>,
        scratch: &mut Scratch,
    ) {
        let _ = (game, state, tree, children, scratch);
    }

    /// Learns from an iteration.
    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>, scratch: &mut Scratch) {
        let _ = (game, iteration, scratch);
    }

    /// What it thinks of a move besides its visits, for the report.
    fn opinion(&self, game: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        let _ = (game, tree, node);
        None
    }
}

/// Where a child is to be chosen.
pub struct Site<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position. Where players have secrets it is one of those that are possible.
    pub state: &'a G::State,
    /// The tree.
    pub tree: &'a Tree<G::Move>,
    /// The nodes below the root that were visited. Where it is empty, the root is the node at its end.
    pub path: &'a [NodeIndex],
    /// The node at its end, whose child is to be chosen.
    pub parent: Node<'a, G::Move>,
    /// Where one tree serves many positions, the children whose moves are possible in this one; nothing where all are.
    pub possible: Option<&'a Possible>,
    /// What every strategy takes into account.
    pub exploration: Exploration,
}

impl<G: Game> Site<'_, G> {
    /// Its children.
    pub fn children(&self) -> impl Iterator<Item = NodeIndex> + Clone {
        self.tree.blocks_of(self.parent).flatten()
    }

    /// Whether the move of a child is possible in this position.
    #[inline]
    pub fn is_possible(&self, child: NodeIndex) -> bool {
        self.possible.is_none_or(|possible| possible.contains(self.tree.stats(child).row()))
    }

    /// One of its children that were not tried yet, each equally likely, if there are any.
    pub(super) fn any_untried(&self, rng: &mut Rng) -> Option<NodeIndex> {
        let is_untried = |&child: &NodeIndex| self.tree.stats(child).visits() == 0 && self.is_possible(child);
        let untried = || self.children().filter(is_untried);
        match untried().count() {
            0 => None,
            count => untried().nth(rng.below(count)),
        }
    }

    /// The visits of the parent that formulas see: the visit under way is not counted.
    #[inline]
    pub fn parent_visits(&self) -> f32 {
        self.parent.visits().max(2) as i32 as f32 - 1.0
    }
}

/// Which moves are possible in a position, by their rows.
#[derive(Debug, Default)]
pub struct Possible {
    /// The number of the last position in which a move was possible.
    stamps: Vec<u32>,
    now: u32,
}

impl Possible {
    /// None, of so many rows.
    pub(super) fn clear(&mut self, rows: usize) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 || self.stamps.len() != rows {
            self.stamps.clear();
            self.stamps.resize(rows, 0);
            self.now = 1;
        }
    }

    /// Adds a move; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, row: usize) -> bool {
        std::mem::replace(&mut self.stamps[row], self.now) != self.now
    }

    /// Whether a move is possible.
    #[inline]
    pub fn contains(&self, row: usize) -> bool {
        self.stamps[row] == self.now
    }
}

/// What every strategy takes into account.
#[derive(Clone, Copy, Debug)]
pub struct Exploration {
    /// The exploration constant C.
    pub c: f32,
    /// What an untried move is worth (first-play urgency); without it, all are tried first.
    pub urgency: Option<f32>,
}

/// Refuses a strategy that does not go with the policy.
pub(super) fn check_policy<G: Game>(
    needs: Needs,
    what: &str,
    policy: &dyn Policy<G>,
    policy_name: &str,
    game: &G,
) -> Result<(), String> {
    if needs.real_turns && !policy.keeps_turns() {
        return Err(format!(
            "mcts({what}) needs positions of the real game, between which policy={policy_name} skips some; \
             expected policy=max-n, policy=paranoid or policy=mp-mix"
        ));
    }
    let teams = game.teams();
    if needs.two_sides && !policy.is_two_sided(&teams) {
        let sides = teams.count();
        return Err(format!(
            "mcts({what}) needs two sides, which policy={policy_name} does not have with {sides} of them; \
             expected policy=paranoid, policy=brs or policy=brs-plus"
        ));
    }
    needs.check(&format!("mcts({what})"), game, "it to be left out")
}

/// A finished iteration.
#[derive(Debug)]
pub struct Iteration<'a, Move> {
    /// The tree.
    pub tree: &'a Tree<Move>,
    /// The nodes below the root that were visited.
    pub path: &'a [NodeIndex],
    /// All moves, if some strategy needs them.
    pub line: &'a Line<Move>,
    /// How it ended.
    pub scores: &'a Scores,
    /// What the players want.
    pub aim: Aim,
}
