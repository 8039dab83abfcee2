//! How much a search may spend on one move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kingmaker_core::options::{Args, Kind, OptionDef};

/// The option by which a player's thinking time is set.
pub const TIME: OptionDef =
    OptionDef { name: "time", kind: Kind::Time, default: None, help: "thinking time per move, instead of the match's" };

/// The option by which a player's playouts are limited.
pub const PLAYOUTS: OptionDef = OptionDef {
    name: "playouts",
    kind: Kind::Integer(1, MAX_PLAYOUTS),
    default: None,
    help: "playouts per move, instead of the match's; 1000 if nothing is said",
};

/// The option by which the plies of a player's playouts are limited.
pub const PLIES: OptionDef = OptionDef {
    name: "plies",
    kind: Kind::Integer(1, u64::MAX),
    default: None,
    help: "plies per move, in the tree and in playouts, instead of the match's; exceeded by less than one playout",
};

/// The option by which a player's nodes are limited.
pub const NODES: OptionDef = OptionDef {
    name: "nodes",
    kind: Kind::Integer(1, u64::MAX),
    default: None,
    help: "positions visited per move, instead of the match's; 20000 if nothing is said",
};

/// The option by which a player's look-ahead is limited.
pub const DEPTH: OptionDef = OptionDef {
    name: "depth",
    kind: Kind::Integer(1, MAX_DEPTH as u64),
    default: None,
    help: "plies of look-ahead, instead of the match's",
};

/// What a search may spend. It stops at the first limit that it reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Thinking time.
    pub time: Option<Duration>,
    /// Playouts of a Monte-Carlo search.
    pub playouts: Option<u64>,
    /// Plies of a Monte-Carlo search: steps in the tree and moves of playouts. The last playout is finished.
    pub plies: Option<u64>,
    /// Positions visited by a depth-first search.
    pub nodes: Option<u64>,
    /// Plies of look-ahead of a depth-first search.
    pub depth: Option<u32>,
}

/// No search counts more playouts than this.
pub const MAX_PLAYOUTS: u64 = (1 << 31) - 1;

/// No search looks deeper than this.
pub const MAX_DEPTH: u32 = 250;

/// Playouts for those who count them and were told nothing.
const DEFAULT_PLAYOUTS: u64 = 1000;

/// Nodes for those who count them and were told nothing.
const DEFAULT_NODES: u64 = 20_000;

impl Budget {
    /// So many playouts.
    pub fn playouts(playouts: u64) -> Self {
        Budget { playouts: Some(playouts), ..Budget::default() }
    }

    /// So many plies of a Monte-Carlo search.
    pub fn plies(plies: u64) -> Self {
        Budget { plies: Some(plies), ..Budget::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Whether nothing is limited.
    pub fn is_unlimited(&self) -> bool {
        *self == Budget::default()
    }

    /// What is limited, by the names of the options.
    fn words(&self) -> Vec<&'static str> {
        let limits = [
            (self.playouts.is_some(), PLAYOUTS.name),
            (self.plies.is_some(), PLIES.name),
            (self.nodes.is_some(), NODES.name),
            (self.depth.is_some(), DEPTH.name),
            (self.time.is_some(), TIME.name),
        ];
        limits.into_iter().filter(|&(is_set, _)| is_set).map(|(_, name)| name).collect()
    }

    /// These limits, and where there is none, those.
    pub fn or(&self, other: &Budget) -> Budget {
        Budget {
            time: self.time.or(other.time),
            playouts: self.playouts.or(other.playouts),
            plies: self.plies.or(other.plies),
            nodes: self.nodes.or(other.nodes),
            depth: self.depth.or(other.depth),
        }
    }

    /// Those of these limits that are not limited there.
    pub fn without(&self, other: &Budget) -> Budget {
        Budget {
            time: self.time.filter(|_| other.time.is_none()),
            playouts: self.playouts.filter(|_| other.playouts.is_none()),
            plies: self.plies.filter(|_| other.plies.is_none()),
            nodes: self.nodes.filter(|_| other.nodes.is_none()),
            depth: self.depth.filter(|_| other.depth.is_none()),
        }
    }

    /// What a spec itself says.
    pub fn own(args: &Args) -> Budget {
        Budget {
            time: args.get(TIME.name),
            playouts: args.get(PLAYOUTS.name),
            plies: args.get(PLIES.name),
            nodes: args.get(NODES.name),
            depth: args.get(DEPTH.name),
        }
    }

    /// What a player may spend: what its own spec says, else as much of the match's budget as
    /// the technique understands, else a default.
    pub fn for_player(args: &Args, of_match: &Budget) -> Result<Budget, String> {
        let takes = |option: &OptionDef| args.declares(option.name);
        let understood: Vec<&OptionDef> =
            [&PLAYOUTS, &PLIES, &NODES, &DEPTH, &TIME].into_iter().filter(|option| takes(option)).collect();
        let budget = Budget::resolve(args, Budget::own(args), of_match, &understood)?;
        if args.get("deepen") == Some(false) && budget.depth.is_none() {
            let name = args.schema().name;
            return Err(format!("{name}(deepen=no) goes to its depth at once; expected a depth, such as depth=3"));
        }
        Ok(budget)
    }

    fn resolve(args: &Args, own: Budget, of_match: &Budget, understood: &[&OptionDef]) -> Result<Budget, String> {
        let takes = |option: &OptionDef| args.declares(option.name);
        if !own.is_unlimited() || understood.is_empty() {
            return Ok(own);
        }
        if of_match.is_unlimited() {
            let nodes = Budget { nodes: Some(DEFAULT_NODES), ..Budget::default() };
            return Ok(if takes(&PLAYOUTS) { Budget::playouts(DEFAULT_PLAYOUTS) } else { nodes });
        }
        let usable = Budget {
            time: of_match.time.filter(|_| takes(&TIME)),
            playouts: of_match.playouts.filter(|_| takes(&PLAYOUTS)),
            plies: of_match.plies.filter(|_| takes(&PLIES)),
            nodes: of_match.nodes.filter(|_| takes(&NODES)),
            depth: of_match.depth.filter(|_| takes(&DEPTH)),
        };
        if usable.is_unlimited() {
            let name = args.schema().name;
            let words: Vec<&str> = understood.iter().map(|option| option.name).collect();
            return Err(format!(
                "{name} cannot be limited by {}; expected {}, such as {name}({}=1000)",
                of_match.words().join(" or "),
                words.join(" or "),
                words[0]
            ));
        }
        Ok(usable)
    }
}

impl std::fmt::Display for Budget {
    /// In the words of a spec: `playouts=1000`, or `depth=4, time=250ms`; nothing if unlimited.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limits = [
            self.playouts.map(|playouts| format!("playouts={playouts}")),
            self.plies.map(|plies| format!("plies={plies}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            self.time.map(|time| format!("time={}ms", time.as_secs_f64() * 1e3)),
        ];
        f.write_str(&limits.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// Ends the searches that were given it, from any thread and for good. Copies of a handle are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Nothing is to end yet.
    pub fn new() -> Self {
        Halt::default()
    }

    /// The searches end as if their time were over, now and from now on.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether they were told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The clock of one search: the only place where a search learns the time.
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    deadline: Option<Instant>,
    halt: Halt,
}

impl Clock {
    /// Starts the clock of a search with this budget.
    pub fn start(budget: &Budget, halt: &Halt) -> Self {
        let started = Instant::now();
        let deadline = budget.time.and_then(|time| started.checked_add(time));
        Clock { started, deadline, halt: halt.clone() }
    }

    /// Whether the thinking time is used up, or somebody has ended the search. Does not look at the time if it does not
    /// matter.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline) || self.halt.is_stopped()
    }

    /// Whether this part of the thinking time is used up, from 0 to 1. Never if it is not limited.
    pub fn is_past(&self, part: f64) -> bool {
        self.deadline.is_some_and(|deadline| self.elapsed() >= (deadline - self.started).mul_f64(part))
    }

    /// How long the search has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
