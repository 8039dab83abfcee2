//! Policies whose layers are those of a depth-first search.

use kingmaker_core::{Knowledge, Player};

use super::{Aim, Policy};
use crate::minimax::ordering::Choice;
use crate::minimax::two_sided::Layers;

/// The layers of a two-sided search, with the paranoid formula in those of the opponents.
pub(super) struct Layered<L, Move> {
    layers: L,
    root: Player,
    choices: Vec<Choice<Move>>,
}

impl<L, Move> Layered<L, Move> {
    pub(super) fn new(layers: L) -> Self {
        Layered { layers, root: Player::new(0), choices: Vec::new() }
    }
}

impl<G: Knowledge, L: Layers<G>> Policy<G> for Layered<L, G::Move> {
    fn begin(&mut self, _: &G, _: &G::State, root: Player) {
        self.root = root;
    }

    fn choices(&mut self, game: &G, state: &G::State, out: &mut Vec<(Player, G::Move)>) {
        out.clear();
        if game.turn(state).player().is_some() {
            self.choices.clear();
            self.layers.choices(game, state, self.root, false, &mut self.choices);
            out.extend(self.choices.iter().map(|choice| (choice.player, choice.mv)));
        }
    }

    fn play(&mut self, game: &G, state: &mut G::State, player: Player, mv: G::Move) {
        *state = self.layers.after(game, state, self.root, &Choice::new(player, mv, 0, 0));
    }

    fn aim(&self) -> Aim {
        Aim::Against(self.root)
    }
}
