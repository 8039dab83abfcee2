//! What decides in max^n between children that are worth the same to the mover. The choice can
//! change the value of the whole tree (Sturtevant 2003a; Nijssen 2013, section 2.3.1).

use kingmaker_core::options::{Args, Kind, OptionDef};
use kingmaker_core::rng::derive_seed;

pub(super) const TIES: OptionDef = OptionDef {
    name: "ties",
    kind: Kind::Choice(&["first", "paranoid", "optimistic", "random"]),
    default: Some("first"),
    help: "between equal values: the first found, the worst or the best for the searching player, or by lot",
};

/// What decides between equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// The order in which they are found.
    First,
    /// The lowest value for the player at the root.
    Paranoid,
    /// The highest value for the player at the root.
    Optimistic,
    /// The highest [`lot`].
    Random,
}

impl Ties {
    pub(super) fn from_args(args: &Args) -> Self {
        match args.choice(TIES.name) {
            "paranoid" => Ties::Paranoid,
            "optimistic" => Ties::Optimistic,
            "random" => Ties::Random,
            _ => Ties::First,
        }
    }
}

/// The lot of a move, by its slot, in the position with this key: among tied moves each is as
/// likely to have the highest as any other. A lot is a function rather than a draw, so that
/// neither the order of moves, nor pruning, nor the transposition table changes who wins.
pub fn lot(seed: u64, key: u64, slot: usize) -> u64 {
    derive_seed(seed ^ key, slot as u64)
}
