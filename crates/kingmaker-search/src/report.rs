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
    /// The top of the tree, if somebody looks on and there is one.
    pub branches: Vec<Branch<Move>>,
    /// What the chosen move is worth to the player who makes it, from 0 (lost) to 1 (won), as the
    /// technique sees it; `None` if it does not say.
    pub value: Option<f64>,
    /// Finished playouts.
    pub playouts: u64,
    /// Plies played in those playouts, below the tree.
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
            branches: Vec::new(),
            value: None,
            playouts: 0,
            playout_plies: 0,
            plies: 0,
            nodes: 0,
            depth: 0,
            cutoffs: 0,
            table_hits: 0,
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
    /// How often it was tried; of a depth-first search, how many nodes were spent on it.
    pub visits: u64,
    /// The expected share of each player, not a number where the technique does not say; `None` if
    /// nothing is known.
    pub values: Option<ByPlayer<f32>>,
    /// Whether these values are proven.
    pub proven: bool,
    /// What the selection strategy thinks of the move besides: its history or AMAF value.
    pub opinion: Option<f32>,
}

/// A move in the tree, and the moves below it.
#[derive(Clone, Debug)]
pub struct Branch<Move> {
    /// The move, or the outcome of chance.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// What it is worth to whoever makes it, from 0 to 1.
    pub worth: f32,
    /// What was tried after it, most visits first.
    pub below: Vec<Branch<Move>>,
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
    /// The plies of playouts were used up.
    Plies,
    /// The nodes were used up.
    Nodes,
    /// The depth was reached.
    Depth,
    /// Nothing more can be found out: the game is decided, or was searched to its end.
    Solved,
    /// The choice was clear before the budget was spent.
    Settled,
}

impl Stop {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Stop::Immediate => "immediate",
            Stop::Time => "time",
            Stop::Playouts => "playouts",
            Stop::Plies => "plies",
            Stop::Nodes => "nodes",
            Stop::Depth => "depth",
            Stop::Solved => "solved",
            Stop::Settled => "settled",
        }
    }
}
