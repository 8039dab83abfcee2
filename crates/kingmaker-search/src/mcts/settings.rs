//! What can be set about the search.

use std::time::Duration;

use kingmaker_core::options::{Args, Kind};
use kingmaker_core::settings::Word;
use kingmaker_core::{choices, settings};

use super::backup::BACKUPS;
use crate::budget;
use crate::hidden::approach::APPROACHES;
use crate::modelled::MODEL;
use crate::representatives::REPRESENTATIVES;
use crate::toolbox::{BELIEFS, PLAYOUTS, POLICIES, SELECTIONS};

choices! {
    /// Whether results are proven, and what becomes of a position where the one who chooses has no preference.
    pub enum Solving {
        /// Nothing is proven.
        Off = "off",
        /// It stays open.
        Standard = "standard",
        /// Nobody lets the player at the root win, if they can help it.
        Paranoid = "paranoid",
        /// The win goes to whoever comes first after the one who chooses.
        FirstWinner = "first-winner",
    }
}

choices! {
    /// Where the outcomes of chance are.
    pub enum ChanceNodes {
        /// In the tree.
        Nodes = "nodes",
        /// Nowhere: they are drawn anew each time.
        OpenLoop = "open-loop",
    }
}

choices! {
    /// How a node gets its children.
    pub enum Grow {
        /// All at once: the strategy says which untried one comes first.
        All = "all",
        /// One at each visit, any of those that are left.
        One = "one",
    }
}

choices! {
    /// Which move is played in the end.
    pub enum Final {
        /// The one with the most visits.
        Robust = "robust",
        /// The one with the highest mean.
        Max = "max",
        /// The one with both; the search ends early if there is one.
        RobustMax = "robust-max",
        /// The one with the highest lower confidence bound.
        Secure = "secure",
        /// The one with the highest upper confidence bound, which the search would try next.
        Ucb = "ucb",
    }
}

choices! {
    /// What the threads of a search have in common.
    pub enum Parallel {
        /// One tree.
        Tree = "tree",
        /// Nothing: each has a tree, and their visits are added up.
        Root = "root",
    }
}

settings! {
    /// A Monte-Carlo Tree Search player as configured.
    pub struct Settings, pub static SCHEMA = "mcts" {
        summary: "Monte-Carlo Tree Search, for any number of players",
        source: "Kocsis & Szepesvári 2006; Sturtevant 2008; Nijssen 2013, sections 2.6 and 3.6",
        options: {
            policy: Args {
                name: "policy",
                kind: Kind::Part(POLICIES),
                default: "max-n",
                help: "who chooses in the tree, and what for",
            },
            select: Args {
                name: "select",
                kind: Kind::Part(SELECTIONS),
                default: "history",
                help: "which child is tried next",
            },
            c: f64 { name: "c", kind: Kind::Real(0.0, 100.0), default: "0.2", help: "exploration constant C" },
            urgency: Option<f64> {
                name: "urgency",
                kind: Kind::Real(0.0, 1000.0),
                help: "what an untried move is worth (first-play urgency); if not set, all are tried before any again",
            },
            playout: Option<Args> {
                name: "playout",
                kind: Kind::Part(PLAYOUTS),
                help: "how games are finished below the tree; greedy where the game has static move ordering, else random",
            },
            /// Below the root only so many moves are looked at, which stand for all.
            representatives: Option<usize> = REPRESENTATIVES,
            expand: u32 {
                name: "expand",
                kind: Kind::Integer(1, 1_000_000),
                default: "1",
                help: "a node gets its children after so many visits",
            },
            grow: Grow {
                name: "grow",
                default: "all",
                help: "all children of a node come at once, and the most promising is tried first; or one at each visit, at random",
            },
            backup: Args {
                name: "backup",
                kind: Kind::Part(BACKUPS),
                default: "average",
                help: "what a position is worth, given its playouts and its moves",
            },
            solver: Solving {
                name: "solver",
                default: "off",
                help: "proves what players get at least and at most; the rule says what to do about kingmakers",
            },
            chance: ChanceNodes {
                name: "chance",
                default: "nodes",
                help: "outcomes of chance have nodes in the tree, or are drawn anew each time and have none",
            },
            hidden: Args {
                name: "hidden",
                kind: Kind::Part(APPROACHES),
                default: "single-tree",
                help: "whose trees are built where players have secrets",
            },
            belief: Args {
                name: "belief",
                kind: Kind::Part(BELIEFS),
                default: "plain",
                help: "how likely the worlds are that the player holds possible",
            },
            coalition: f64 {
                name: "coalition",
                kind: Kind::Real(0.0, 1.0),
                default: "0",
                help: "Coalition Reduction r: a win by a team-mate's move is worth 1 - r",
            },
            /// Which model of the game the search is made in.
            model: Option<Word> = MODEL,
            final_move: Final {
                name: "final",
                default: "robust",
                help: "the move with the most visits, the highest mean, both (ends early if there is one), or the highest lower or upper confidence bound",
            },
            hurry: f64 {
                name: "hurry",
                kind: Kind::Real(0.0, 1.0),
                default: "0.8",
                help: "while such a part of the playouts is won, every second one looks for a shorter way to win; 1: never",
            },
            reuse: bool {
                name: "reuse",
                default: "no",
                help: "whether the part of the tree that is still possible is kept after a move of the real game",
            },
            transpositions: bool {
                name: "transpositions",
                default: "no",
                help: "whether positions that are reached in several ways share their part of the tree",
            },
            threads: u32 {
                name: "threads",
                kind: Kind::Integer(1, 1024),
                default: "1",
                help: "threads of one search; results of more than one differ from run to run",
            },
            parallel: Parallel {
                name: "parallel",
                default: "tree",
                help: "whether threads share one tree, or have one each and add up their visits",
            },
            tree: u64 {
                name: "tree",
                kind: Kind::Integer(1, 4_000_000_000),
                default: "4000000",
                help: "most nodes in the tree; when it is full, the search goes on without growing it",
            },
            per_choice: Option<u64> {
                name: "per-choice",
                kind: Kind::Integer(1, 1_000_000),
                help: "no more playouts than so many for each legal move at hand",
            },
            /// Playouts per move, instead of the match's.
            playouts: Option<u64> = budget::PLAYOUTS,
            /// Plies per move, in the tree and in playouts, instead of the match's.
            plies: Option<u64> = budget::PLIES,
            /// Thinking time per move, instead of the match's.
            time: Option<Duration> = budget::TIME,
        },
        examples: [
            "mcts",
            "mcts(playouts=5000)",
            "mcts(policy=brs, select=uct, c=0.5)",
            "mcts(select=history(w=3), playout=random, time=250ms)",
            "mcts(solver=standard, threads=2)",
        ],
    }
}
