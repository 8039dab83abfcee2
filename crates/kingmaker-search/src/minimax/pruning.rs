//! What max^n may leave out, where the values of all players together have a bound.
//!
//! Let the movers from an ancestor down to a node be different players. If what they are already
//! sure of sums to all there is, then whoever of them lets the game come out of the node leaves the
//! ancestor with no more than they have. For the parent that is enough: it will not choose the
//! node (shallow pruning). Further up, a mover between can stay with what they have, and that may be
//! good for the ancestor. Last-branch pruning waits until the movers between have nothing else
//! left to try; speculative pruning does not, and searches again if it has to (Sturtevant 2003).

use kingmaker_core::options::OptionDef;
use kingmaker_core::settings::Value as _;
use kingmaker_core::{ByPlayer, Player, Teams, choices};

use super::ties::Ties;
use super::value::{MOST_TOGETHER, Scale, Value};

choices! {
    /// Which branches may be left out.
    pub enum Pruning {
        /// Those that the parent would not choose (Luckhardt & Irani 1986).
        Shallow = "shallow",
        /// Also those that an ancestor would not choose, if all between are at their last branch.
        LastBranch = "last-branch",
        /// Also if they are not; they look again if the ancestor would choose what they have.
        Speculative = "speculative",
        /// None.
        Off = "off",
    }
}

pub(super) const PRUNE: OptionDef = OptionDef {
    name: "prune",
    kind: Pruning::KIND,
    default: None,
    help: "which branches may be left out; shallow with value=share, whose sum is bounded, else off",
};

impl Pruning {
    /// What was asked for, unless the values of all players together have no useful bound: other values than shares, or
    /// teams, whose members all get what the team gets.
    pub(super) fn suited(wanted: Option<Self>, scale: Scale, teams: &Teams) -> Result<Self, String> {
        let has_teams = !teams.are_alone();
        let is_bounded = scale == Scale::Share && !has_teams;
        let pruning = wanted.unwrap_or(if is_bounded { Pruning::Shallow } else { Pruning::Off });
        let word = pruning.word();
        match pruning {
            Pruning::Off => Ok(pruning),
            _ if scale != Scale::Share => Err(format!(
                "prune={word} needs values whose sum is bounded; expected value=share, or prune=off with value={}",
                scale.word()
            )),
            _ if has_teams => Err(format!(
                "prune={word} needs values whose sum is bounded, which those of teams are not; expected prune=off"
            )),
            _ => Ok(pruning),
        }
    }
}

/// What is best for the mover at an open node so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) values: ByPlayer<Value>,
    /// The lot of the move that leads there.
    pub(super) lot: u64,
    /// Its place among the moves.
    pub(super) place: usize,
}

/// A node between the root and the one at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) mover: Player,
    pub(super) key: u64,
    pub(super) best: Option<Best>,
    /// The place of the move that is being tried, and whether it is the last.
    pub(super) place: usize,
    pub(super) is_last_branch: bool,
}

/// The nodes from the root to the one at hand.
#[derive(Debug)]
pub(super) struct Path {
    pruning: Pruning,
    ties: Ties,
    /// Nobody above this ply is asked whether they would avoid a node.
    pub(super) top: usize,
    pub(super) nodes: Vec<Open>,
}

impl Path {
    pub(super) fn new(pruning: Pruning, ties: Ties) -> Self {
        Path { pruning, ties, top: 0, nodes: Vec::new() }
    }

    pub(super) fn is_speculative(&self) -> bool {
        self.pruning == Pruning::Speculative
    }

    /// The most that the mover at `ply` may get from what they are trying, and still not choose it.
    fn refused(&self, ply: usize) -> Option<Value> {
        let Open { mover, best, place, .. } = self.nodes[ply];
        let best = best?;
        // An equal value loses to one that comes before it, if nothing else decides between ties.
        let loses_ties = self.ties == Ties::First && best.place < place;
        Some(best.values[mover] - Value::from(!loses_ties))
    }

    /// Whether the mover at `ply` would not choose these values.
    pub(super) fn is_refused(&self, ply: usize, values: &ByPlayer<Value>) -> bool {
        self.refused(ply).is_some_and(|refused| values[self.nodes[ply].mover] <= refused)
    }

    /// The ply of an ancestor who is sure of so much that the node at `ply` does not matter to them;
    /// with speculation, unless somebody between stays with what they have.
    pub(super) fn avoided_by(&self, ply: usize) -> Option<usize> {
        if self.pruning == Pruning::Off {
            return None;
        }
        let here = &self.nodes[ply];
        let mut together = here.best?.values[here.mover];
        let mut seen = 1u8 << here.mover.index();
        for above in (self.top..ply).rev() {
            let open = &self.nodes[above];
            if seen & 1 << open.mover.index() != 0 {
                return None;
            }
            seen |= 1 << open.mover.index();
            // What all of them are sure of leaves no more than the rest.
            if MOST_TOGETHER - together <= self.refused(above)? && self.is_settled(above, ply) {
                return Some(above);
            }
            together = together.saturating_add(open.best?.values[open.mover]);
            let goes_on = match self.pruning {
                Pruning::Off | Pruning::Shallow => false,
                Pruning::LastBranch => open.is_last_branch,
                Pruning::Speculative => true,
            };
            if !goes_on {
                return None;
            }
        }
        None
    }

    /// Whether nothing that the movers between have makes the one at `above` come here. To
    /// speculate is to find out later.
    fn is_settled(&self, above: usize, ply: usize) -> bool {
        let mut between = self.nodes[above + 1..ply].iter();
        self.is_speculative() || between.all(|open| open.best.is_some_and(|best| self.is_refused(above, &best.values)))
    }
}
