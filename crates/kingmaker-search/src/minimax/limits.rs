//! When a depth-first search has to end.

use crate::budget::{Budget, Clock, Halt, MAX_DEPTH};
use crate::report::Stop;

/// The time is looked at once in so many nodes.
const NODES_PER_LOOK: u64 = 64;

/// What a search has spent, and what it may.
#[derive(Debug)]
pub(super) struct Limits {
    clock: Clock,
    most_nodes: u64,
    max_depth: u32,
    pub(super) nodes: u64,
    pub(super) cutoffs: u64,
    pub(super) table_hits: u64,
    stop: Option<Stop>,
}

impl Limits {
    pub(super) fn start(budget: &Budget, halt: &Halt) -> Self {
        Limits {
            clock: Clock::start(budget, halt),
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            max_depth: budget.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH),
            nodes: 0,
            cutoffs: 0,
            table_hits: 0,
            stop: None,
        }
    }

    /// Counts a node. `false` when the budget is used up and the search must fold.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        if self.nodes >= self.most_nodes {
            self.stop = Some(Stop::Nodes);
        } else if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.clock.is_over() {
            self.stop = Some(Stop::Time);
        }
        self.nodes += u64::from(self.stop.is_none());
        self.stop.is_none()
    }

    #[inline]
    pub(super) fn is_used_up(&self) -> bool {
        self.stop.is_some()
    }

    pub(super) fn max_depth(&self) -> u32 {
        self.max_depth
    }

    /// Why the search ended, if not because everything was searched.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.stop
    }

    pub(super) fn elapsed(&self) -> std::time::Duration {
        self.clock.elapsed()
    }
}
