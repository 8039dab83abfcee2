//! The contract that everything in Kingmaker stands on: what a game is, what a game may
//! additionally know or offer, and the words in which players and games are configured.
//!
//! No input or output, no clock, no random source of its own: a generator is always passed in.

pub mod capabilities;
pub mod capability;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod game;
pub mod notation;
pub mod options;
pub mod perft;
pub mod player;
pub mod registered;
pub mod rng;
pub mod scene;
pub mod scores;
pub mod settings;
pub mod spec;
pub mod teams;
pub mod view;

pub use capabilities::Capable;
pub use capability::{
    BoardEvaluator, Categories, Categorization, Chance, Features, HiddenInformation, Knowledge, Model, Models,
    MoveOrdering, Named, OutOfTurn, greediest, k_greediest,
};
pub use game::{Game, IllegalMove, Turn};
pub use notation::{Notation, NotationError};
pub use player::{ByPlayer, MAX_PLAYERS, Player};
pub use registered::{Preset, Registered, StateSpace};
pub use rng::Rng;
pub use scene::Scene;
pub use scores::Scores;
pub use teams::{PlayerSet, Teams};
pub use view::{Seen, View, seen};
