//! The games. Each is a folder with its rules, state, knowledge, notation and picture; none
//! knows anything about search.

pub mod blokus;
pub mod chinese_checkers;
pub mod focus;
pub mod havannah;
pub mod hide_and_seek;
mod key;
mod mapped;
mod outcome;
pub mod pig;
pub mod quoridor;
pub mod rolit;
pub mod scotland_yard;
pub mod skirmish;
pub mod tables;

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::settings::Settings;
use kingmaker_core::{Notation, Scene};

/// A game that can be named in a spec.
pub trait Registered: Notation + Scene + Sized {
    /// What can be set about it.
    type Settings: Settings;

    /// Its name, its options, and the variants that are tested.
    const SCHEMA: &'static Schema = <Self::Settings as Settings>::SCHEMA;

    /// Players of note, under names of their own.
    const PRESETS: &'static [Preset] = &[];

    /// The game with these settings, each of which is within its range, or why they do not go together.
    fn from_settings(settings: &Self::Settings) -> Result<Self, String>;

    /// The game that a spec describes, or why there is none.
    fn from_args(args: &Args) -> Result<Self, String> {
        args.check()?;
        Self::from_settings(&Self::Settings::from_args(args))
    }

    /// How many positions there are at the most, if somebody has counted.
    fn state_space(&self) -> Option<StateSpace> {
        None
    }
}

/// A player of note of a game: a spec under a name of its own, which takes further options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name that stands for it.
    pub name: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    /// The player, with its role if it plays only one.
    pub spec: &'static str,
}

/// An upper bound on the number of positions of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpace {
    /// Its decimal logarithm.
    pub log10: f64,
    /// How it is found, in a few words or as a formula.
    pub formula: &'static str,
}

/// The decimal logarithm of the number of ways to choose `k` things of `n`.
pub(crate) fn log10_choose(n: usize, k: usize) -> f64 {
    (0..k).map(|index| ((n - index) as f64 / (index + 1) as f64).log10()).sum()
}

/// The registry: hands every game, with the capabilities it has beyond [`Registered`], to the
/// macro `$apply`. A new game is one line here.
#[macro_export]
macro_rules! for_each_game {
    ($apply:ident) => {
        $apply! {
            blokus::Blokus: knowledge, out_of_turn, features;
            chinese_checkers::ChineseCheckers: knowledge, out_of_turn;
            focus::Focus: knowledge, out_of_turn, features;
            havannah::Havannah: knowledge, out_of_turn;
            hide_and_seek::HideAndSeek: knowledge, out_of_turn, categories;
            pig::Pig: knowledge;
            quoridor::Quoridor: knowledge, out_of_turn, models;
            rolit::Rolit: knowledge, out_of_turn;
            scotland_yard::ScotlandYard: knowledge, out_of_turn, categories, models;
            skirmish::Skirmish: knowledge, models, features;
        }
    };
}
