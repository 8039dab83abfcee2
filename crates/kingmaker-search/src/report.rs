//! What a search says about its choice.

use std::time::Duration;

use kingmaker_core::ByPlayer;

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct Report<Move> {
    /// The chosen move.
    pub best: Move,
    /// What is known about the moves at hand, best first. Empty if the technique compares none.
    pub candidates: Vec<Candidate<Move>>,
    /// The expected continuation, beginning with the chosen move.
    pub line: Vec<Move>,
    /// Finished playouts.
    pub playouts: u64,
    /// Plies played in those playouts, below the tree.
    pub playout_plies: u64,
    /// Nodes of the tree, or positions visited.
    pub nodes: u64,
    /// The deepest ply that was looked at.
    pub depth: u32,
    /// Why the search ended.
    pub stop: Stop,
    /// How long it took.
    pub elapsed: Duration,
}

impl<Move: Copy> Report<Move> {
    /// The report of a player who has a move at once.
    pub fn immediate(best: Move) -> Self {
        Report {
            best,
            candidates: Vec::new(),
            line: vec![best],
            playouts: 0,
            playout_plies: 0,
            nodes: 0,
            depth: 0,
            stop: Stop::Immediate,
            elapsed: Duration::ZERO,
        }
    }
}

/// What a search found out about one of the moves at hand.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<Move> {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// The expected share of each player; `None` if it was never tried.
    pub values: Option<ByPlayer<f32>>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There was nothing to search.
    Immediate,
    /// The thinking time was used up.
    Time,
    /// The playouts were used up.
    Playouts,
}
