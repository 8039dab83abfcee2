//! Games and players by name, matches between them, and what the results say.
//!
//! Search and games are generic; here they are put behind one object-safe trait, [`AnyGame`],
//! which the program and everything else outside works with.

pub mod agent;
pub mod analysis;
pub mod bench;
pub mod campaign;
pub mod comparison;
pub mod draw;
pub mod erased;
pub mod estimate;
pub mod experiment;
pub mod export;
pub mod fingerprint;
mod game_loop;
pub mod learn;
pub mod literature;
pub mod matches;
pub mod openings;
pub mod own;
pub mod played;
pub mod player;
pub mod position;
pub mod record;
pub mod registry;
pub mod replay;
pub mod runner;
pub mod schedule;
mod seated;
pub mod secrecy;
pub mod session;
pub mod shard;
pub mod statistics;
pub mod stopping;
pub mod store;
#[cfg(test)]
mod test_game;

#[doc(hidden)]
pub use kingmaker_search;

pub use analysis::Analysis;
pub use campaign::Campaign;
pub use comparison::Comparison;
pub use erased::AnyGame;
pub use experiment::Experiment;
pub use kingmaker_core::{Preset, StateSpace};
pub use kingmaker_games::tables;
pub use kingmaker_search::{Budget, Halt, budget, knowledge, modelled, representatives};
pub use matches::Match;
pub use openings::Openings;
pub use played::PlayedMatch;
pub use player::{PlayerError, PlayerSpec};
pub use position::{AnyPosition, AnyView};
pub use record::GameRecord;
pub use registry::Registry;
pub use session::{Observer, Session};
pub use shard::Shard;
pub use statistics::Statistics;
pub use stopping::Standing;
pub use store::Store;

/// The version of this program, and the commit it was built from. Every stored game and every report
/// says it, because another version may play differently.
pub const PROGRAM: &str = concat!("kingmaker ", env!("CARGO_PKG_VERSION"), " (", env!("KINGMAKER_COMMIT"), ")");
