//! Models of a game, moves as numbers, and categories of worlds.

use super::Kit;
use crate::capability::{Categories, Categorization, Features, Model, Models};
use crate::game::Turn;
use crate::player::Player;
use crate::view::View;

impl<G: Models> Kit<'_, G> {
    /// Whoever is to move has a move in every model of what they know, and what is made of it in the real game is legal
    /// there. So it is in models of models.
    pub fn check_models(&self) -> &Self {
        let mut is_smaller = false;
        self.walk(|here| {
            let Turn::Player(mover) = self.game.turn(&here.state) else { return };
            let view = View::new(self.game, &here.state, mover);
            let (mut legal, mut moves, mut further) = (Vec::new(), Vec::new(), Vec::new());
            view.legal_moves(self.game, &mut legal);
            for by in Model::all(self.game) {
                let name = self.game.models()[by.index()].name;
                let model = view.model(self.game, by);
                view.legal_moves(&model, &mut moves);
                assert!(!moves.is_empty(), "{here}: there is no move in the model '{name}'");
                is_smaller |= moves.len() < legal.len();
                let is_legal = |mv: G::Move| legal.contains(&mv);
                for &mv in &moves {
                    let real = view.real_move(self.game, by, mv);
                    assert!(is_legal(real), "{here}: {mv:?} of the model '{name}', in the game {real:?}, is not legal");
                }
                for more in Model::all(self.game) {
                    view.legal_moves(&view.model(&model, more), &mut further);
                    let real = |&mv: &G::Move| view.real_move(self.game, by, view.real_move(&model, more, mv));
                    let are_legal = !further.is_empty() && further.iter().map(real).all(is_legal);
                    let more = self.game.models()[more.index()].name;
                    assert!(are_legal, "{here}: {further:?} are the moves in the model '{name}+{more}'");
                }
            }
        });
        assert!(is_smaller, "{}: no model ever leaves out a move", self.variant);
        self
    }
}

impl<G: Features> Kit<'_, G> {
    /// Every legal move is described by as many finite numbers as there are names, and moves differ in them.
    pub fn check_features(&self) -> &Self {
        let mut are_told_apart = false;
        self.walk(|here| {
            let mut numbers = vec![f32::NAN; self.game.features().len()];
            let mut first: Option<Vec<f32>> = None;
            for mv in self.legal(&here.state) {
                numbers.fill(f32::NAN);
                self.game.describe(&here.state, mv, &mut numbers);
                assert!(numbers.iter().all(|number| number.is_finite()), "{here}: {mv:?} is described by {numbers:?}");
                are_told_apart |= first.get_or_insert_with(|| numbers.clone()) != &numbers;
            }
        });
        assert!(are_told_apart, "{}: all moves have the same description", self.variant);
        self
    }
}

impl<G: Categories> Kit<'_, G> {
    /// Every world that somebody holds possible has one of the categories that there are, and worlds differ in them.
    pub fn check_categories(&self) -> &Self {
        let mut found = std::collections::BTreeSet::new();
        self.walk(|here| {
            for observer in Player::all(self.game.players()) {
                for (world, _) in View::new(self.game, &here.state, observer).worlds(self.game) {
                    for by in Categorization::all(self.game) {
                        let (category, most) = (self.game.category(&world, by), self.game.categories(by));
                        let name = self.game.categorizations()[by.index()].name;
                        assert!(category < most, "{here}: category {category} of {most} by '{name}' in {world:?}");
                        found.insert((name, category));
                    }
                }
            }
        });
        assert!(found.len() > self.game.categorizations().len(), "{}: all worlds are alike: {found:?}", self.variant);
        self
    }
}
