//! One-ply search in playouts (Nijssen 2013, section 6.3.1).

use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, settings};

use super::max_n2::MaxN;
use super::search::{Guides, InTurn, SearchPlayout, SearchSettings, TIES, Ties};
use super::{BEST, EPSILON, Playout};
use crate::Toolbox;
use crate::knowledge::{BY, EVALUATOR};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "one-ply" {
        summary: "of the k best moves by static move ordering the one after which the board looks best",
        source: "Nijssen 2013, section 6.3.1",
        options: {
            /// Probability of a random move.
            epsilon: f64 = EPSILON,
            /// Only the k best moves by static move ordering are looked at.
            k: usize = BEST,
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
            /// Which board evaluator of the game; if not set, its first.
            evaluator: Option<Word> = EVALUATOR,
            /// What decides between moves of equal value.
            ties: Ties = TIES,
        },
        examples: ["mcts(playout=one-ply)", "mcts(playout=one-ply(epsilon=0.1, k=3))"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let Settings { epsilon, k, ties, ref by, ref evaluator } = *settings;
    let knowledge = Guides::new(game, by, evaluator)?;
    let settings = SearchSettings { epsilon, k, depth: 1, killers: false, reuse: true, ties, knowledge };
    Ok(Box::new(SearchPlayout::<G, MaxN, _>::new(&settings, game, InTurn)))
}
