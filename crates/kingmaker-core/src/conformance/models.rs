//! Models of a game, and categories of worlds.

use super::Kit;
use crate::capability::{Categories, Categorization, Model, Models};
use crate::game::Turn;
use crate::player::Player;
use crate::view::View;

impl<G: Models> Kit<'_, G> {
    /// Whoever is to move has a move in every model of what they know; each of those moves, and what is made of it in the
    /// real game, is legal there. So it is in models of models.
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
                for &mv in &moves {
                    let real = view.real_move(self.game, by, mv);
                    let is_legal = legal.contains(&mv) && legal.contains(&real);
                    assert!(is_legal, "{here}: {mv:?} of the model '{name}', in the game {real:?}, is not legal");
                }
                for more in Model::all(self.game) {
                    view.legal_moves(&view.model(&model, more), &mut further);
                    let is_part = !further.is_empty() && further.iter().all(|mv| moves.contains(mv));
                    let more = self.game.models()[more.index()].name;
                    assert!(is_part, "{here}: {further:?} are the moves in the model '{name}+{more}'");
                }
            }
        });
        assert!(is_smaller, "{}: no model ever leaves out a move", self.variant);
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
