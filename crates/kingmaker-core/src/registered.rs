//! Games that can be named in a spec.

use crate::notation::Notation;
use crate::options::{Args, Schema};
use crate::scene::Scene;
use crate::settings::Settings;

/// A game that can be named in a spec, with options.
pub trait Registered: Notation + Scene + Sized {
    /// What can be set about it.
    type Settings: Settings;

    /// Its name, its options, and the variants that are tested.
    const SCHEMA: &'static Schema = <Self::Settings as Settings>::SCHEMA;

    /// The rules in a few lines for somebody at the table, with examples of moves. They can come later.
    const RULES: &'static str = "";

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
