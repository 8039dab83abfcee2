//! A smaller game that stands for this one in a search.

use kingmaker_core::{Model, Models, Named, Player};

use super::Quoridor;
use super::state::State;

impl Models for Quoridor {
    fn models(&self) -> &'static [Named] {
        &[Named { name: "across", help: "fences are put only across a shortest way of an opponent" }]
    }

    /// Where nothing would be left to do, it is the game itself.
    fn model(&self, known: &State, observer: Player, _: Model) -> Self {
        let model = Quoridor { is_only_across: true, ..self.clone() };
        if known.targets != 0 || model.can_fence(known, observer) { model } else { self.clone() }
    }
}
