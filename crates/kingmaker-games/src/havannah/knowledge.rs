//! Our own heuristics.
