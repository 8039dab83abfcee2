//! The games. Each is a folder with its rules, state, knowledge, notation and picture; none
//! knows anything about search.

pub mod focus;
pub mod havannah;

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{Notation, Scene};

/// A game that can be named in a spec.
pub trait Registered: Notation + Scene + Sized {
    /// Its name, its options, and the variants that are tested.
    const SCHEMA: &'static Schema;

    /// The game with these options, or why they do not go together.
    fn from_args(args: &Args) -> Result<Self, String>;
}

/// The registry: hands every game, with the capabilities it has beyond [`Registered`], to the
/// macro `$apply`. A new game is one line here.
#[macro_export]
macro_rules! for_each_game {
    ($apply:ident) => {
        $apply! {
            focus::Focus: knowledge, out_of_turn;
            havannah::Havannah: knowledge, out_of_turn;
        }
    };
}
