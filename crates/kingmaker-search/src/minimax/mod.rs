//! Depth-first searches for two and more players (Nijssen 2013, sections 2.2 to 2.4 and 3.6).
//!
//! Values are whole numbers per player. Every enhancement is an option, and none changes what a
//! search finds but `k`, `reduce`, `noise` and `reuse=deeper`; in max^n, the order of moves also decides ties.

pub mod alpha_beta;
pub mod brs;
pub mod brs_plus;
pub mod expectimax;
mod frame;
mod limits;
pub mod max_n;
pub mod mp_mix;
pub mod ordering;
pub mod paranoid;
pub mod pruning;
mod seat_order;
pub mod settings;
pub mod soft_max_n;
pub mod table;
pub mod ties;
pub(crate) mod two_sided;
pub mod value;
