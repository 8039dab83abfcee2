//! One-ply search in playouts (Nijssen 2013, section 6.3.1).

use kingmaker_core::Knowledge;
use kingmaker_core::options::{Args, Schema};

use super::max_n2::MaxN;
use super::search::{InTurn, SearchPlayout, TIES};
use super::{BEST, EPSILON, Playout};
use crate::Toolbox;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "one-ply",
    summary: "of the k best moves by static move ordering the one after which the board looks best",
    source: "Nijssen 2013, section 6.3.1",
    options: &[EPSILON, BEST, TIES],
    examples: &["mcts(playout=one-ply)", "mcts(playout=one-ply(epsilon=0.1, k=3))"],
};

/// The strategy as configured.
pub fn build<G: Knowledge>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    Ok(Box::new(SearchPlayout::<G, MaxN, _>::from_args(args, game, InTurn, 1)))
}
