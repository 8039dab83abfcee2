//! What decides in max^n between children that are worth the same to the mover. The choice can
//! change the value of the whole tree (Sturtevant 2003a; Nijssen 2013, section 2.3.1).

use kingmaker_core::choices;
use kingmaker_core::options::OptionDef;
use kingmaker_core::rng::derive_seed;
use kingmaker_core::settings::Value;

choices! {
    /// What decides between equal values.
    pub enum Ties {
        /// The order in which they are found.
        First = "first",
        /// The lowest value for the player at the root.
        Paranoid = "paranoid",
        /// The highest value for the player at the root.
        Optimistic = "optimistic",
        /// The highest [`lot`].
        Random = "random",
    }
}

pub(super) const TIES: OptionDef = OptionDef {
    name: "ties",
    kind: Ties::KIND,
    default: Some("first"),
    help: "between equal values: the first found, the worst or the best for the searching player, or by lot",
};

/// The lot of a move, by its slot, in the position with this key: among tied moves each is as
/// likely to have the highest as any other. A lot is a function rather than a draw, so that
/// neither the order of moves, nor pruning, nor the transposition table changes who wins.
pub fn lot(seed: u64, key: u64, slot: usize) -> u64 {
    derive_seed(seed ^ key, slot as u64)
}
