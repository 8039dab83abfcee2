//! What a search found, in words that need no game to be understood.

use kingmaker_core::{Game, Notation, Rng, Turn, View};
use kingmaker_search::{Branch, Report};
use serde::{Serialize, Serializer};

use crate::statistics::tidy;

/// The outcome of a search, with moves as text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Who was to move, as people count.
    pub mover: usize,
    /// The chosen move.
    pub best: String,
    /// What is known about the moves at hand, best first. Empty if the technique compares none.
    pub candidates: Vec<CandidateMove>,
    /// The expected continuation, beginning with the chosen move.
    pub line: Vec<String>,
    /// The top of the tree, if somebody looked on and there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<BranchMove>,
    /// Finished playouts.
    pub playouts: u64,
    /// Plies played in them, below the tree.
    pub playout_plies: u64,
    /// What a budget in plies counts: those, and the steps in the tree before them.
    pub plies: u64,
    /// Nodes of the tree, or positions visited.
    pub nodes: u64,
    /// The deepest ply that was looked at, or the last depth that was searched completely.
    pub depth: u32,
    /// How often the rest of a node's moves could be left out.
    pub cutoffs: u64,
    /// How often the transposition table knew a position.
    pub table_hits: u64,
    /// Why the search ended.
    pub stop: &'static str,
    /// How long it took.
    pub milliseconds: f64,
}

/// One of the moves at hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CandidateMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How often it was tried; of a depth-first search, how many nodes were spent on it.
    pub visits: u64,
    /// The expected share of each player, as far as it is known; `None` if nothing is.
    #[serde(serialize_with = "rounded_all")]
    pub shares: Option<Vec<Option<f32>>>,
    /// Whether these shares are proven.
    pub proven: bool,
    /// What the selection strategy thinks of the move besides: its history or AMAF value.
    #[serde(serialize_with = "rounded")]
    pub opinion: Option<f32>,
}

/// A move in the tree, and the moves below it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BranchMove {
    /// The move, or the outcome of chance.
    #[serde(rename = "move")]
    pub text: String,
    /// Who makes it, as people count; `None` if it is chance.
    pub player: Option<usize>,
    /// How often it was tried.
    pub visits: u64,
    /// What it is worth to whoever makes it, if somebody does.
    #[serde(serialize_with = "rounded")]
    pub worth: Option<f32>,
    /// What was tried after it, most visits first.
    pub below: Vec<BranchMove>,
}

/// To six digits: single precision has no more.
fn rounded<S: Serializer>(number: &Option<f32>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(|number| tidy(f64::from(number))).serialize(serializer)
}

fn rounded_all<S: Serializer>(shares: &Option<Vec<Option<f32>>>, serializer: S) -> Result<S::Ok, S::Error> {
    let tidied = |share: &Option<f32>| share.map(|share| tidy(f64::from(share)));
    shares.as_ref().map(|shares| shares.iter().map(tidied).collect::<Vec<_>>()).serialize(serializer)
}

impl Analysis {
    /// With those of these moves that the search said nothing about: a depth-first search that ran out of its budget has not
    /// come to all moves at its last depth. A player who has a move at once compares none.
    pub fn with_all(mut self, moves: Vec<String>) -> Self {
        if self.playouts == 0 && !self.candidates.is_empty() {
            let is_new = |text: &String| self.candidates.iter().all(|candidate| candidate.text != *text);
            let others: Vec<String> = moves.into_iter().filter(is_new).collect();
            let other = |text| CandidateMove { text, visits: 0, shares: None, proven: false, opinion: None };
            self.candidates.extend(others.into_iter().map(other));
        }
        self
    }

    /// Writes out what a search said to the observer of `view`, who is to move. Nothing else of the position is known
    /// here: of what others may do, the line tells what can happen in one of the positions that are possible.
    pub(crate) fn new<G: Notation>(game: &G, view: &View<'_, G>, report: &Report<G::Move>) -> Self {
        let candidates = report.candidates.iter().map(|candidate| CandidateMove {
            text: view.move_text(game, candidate.mv),
            visits: candidate.visits,
            shares: candidate.values.map(|values| {
                values.as_slice().iter().map(|&share| Some(share).filter(|share| !share.is_nan())).collect()
            }),
            proven: candidate.proven,
            opinion: candidate.opinion,
        });
        let possible = view.determinize(game, &mut Rng::new(0)).into_owned();
        Analysis {
            mover: view.observer().number(),
            best: view.move_text(game, report.best),
            candidates: candidates.collect(),
            line: line(game, possible.clone(), &report.line),
            branches: branches(game, &possible, &report.branches),
            playouts: report.playouts,
            playout_plies: report.playout_plies,
            plies: report.plies,
            nodes: report.nodes,
            depth: report.depth,
            cutoffs: report.cutoffs,
            table_hits: report.table_hits,
            stop: report.stop.word(),
            milliseconds: report.elapsed.as_secs_f64() * 1e3,
        }
    }

    /// Playouts, or nodes of a search without any, per second; if there was time to count.
    pub fn speed(&self) -> Option<f64> {
        let count = if self.playouts > 0 { self.playouts } else { self.nodes };
        (count > 0 && self.milliseconds > 0.0).then(|| count as f64 / self.milliseconds * 1e3)
    }
}

/// A line as text, as far as it can be followed from this position.
fn line<G: Game + Notation>(game: &G, mut state: G::State, moves: &[G::Move]) -> Vec<String> {
    let mut texts = Vec::new();
    for &mv in moves {
        if !matches!(game.turn(&state), Turn::Player(_)) {
            break;
        }
        let text = game.move_text(&state, mv);
        if game.try_play(&mut state, mv).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}

/// The top of a tree as text, as far as it is possible in this position.
fn branches<G: Game + Notation>(game: &G, state: &G::State, tree: &[Branch<G::Move>]) -> Vec<BranchMove> {
    let branch = |Branch { mv, visits, worth, below }: &Branch<G::Move>| {
        let (mut after, text) = (state.clone(), game.move_text(state, *mv));
        match game.turn(state) {
            Turn::Player(_) => game.try_play(&mut after, *mv).ok()?,
            Turn::Chance => game.play(&mut after, *mv),
            Turn::Over => return None,
        }
        let player = game.turn(state).player().map(|player| player.number());
        let worth = player.map(|_| *worth);
        Some(BranchMove { text, player, visits: *visits, worth, below: branches(game, &after, below) })
    };
    tree.iter().filter_map(branch).collect()
}
