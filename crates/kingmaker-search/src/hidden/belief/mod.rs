//! How likely the worlds are that a player holds possible.

pub mod categories;
pub mod plain;

use kingmaker_core::{Game, Rng, View};

/// What a player believes about what they do not know.
pub trait Belief<G: Game>: Send + Sync {
    /// A search begins with this view.
    fn begin(&mut self, game: &G, view: &View<'_, G>);

    /// One of the worlds that the view allows, drawn as likely as it is believed to be.
    fn draw(&self, game: &G, view: &View<'_, G>, rng: &mut Rng) -> G::State;

    /// All of them that are believed possible, with weights that are positive and sum to 1.
    fn worlds(&self, game: &G, view: &View<'_, G>) -> Vec<(G::State, f64)>;
}
