//! Games and players by name, matches between them, and what the results say.
//!
//! Search and games are generic; here they are put behind one object-safe trait, [`AnyGame`],
//! which the program and everything else outside works with.

pub mod analysis;
pub mod bench;
pub mod contest;
pub mod draw;
pub mod erased;
pub mod experiment;
mod game_loop;
pub mod literature;
pub mod player;
pub mod published;
pub mod record;
pub mod registry;
pub mod runner;
pub mod schedule;
pub mod session;
pub mod statistics;
#[cfg(test)]
mod test_game;

pub use analysis::Analysis;
pub use contest::Contest;
pub use erased::AnyGame;
pub use experiment::Experiment;
pub use kingmaker_games::{StateSpace, tables};
pub use kingmaker_search::{Budget, budget};
pub use player::{PlayerError, PlayerSpec};
pub use record::GameRecord;
pub use schedule::Schedule;
pub use session::Session;
pub use statistics::Statistics;
