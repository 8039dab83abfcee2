//! What policies have in common in which players choose as in the real game, and want the same in every search.

use kingmaker_core::{Game, Player, Teams};

use super::{Aim, Policy, turn_choices};

/// A policy of one aim.
pub(super) struct InTurn<Move> {
    aim: Aim,
    moves: Vec<Move>,
}

impl<Move> InTurn<Move> {
    pub(super) fn new(aim: Aim) -> Self {
        InTurn { aim, moves: Vec::new() }
    }
}

impl<G: Game> Policy<G> for InTurn<G::Move> {
    fn begin(&mut self, _: &G, _: &G::State, _: Player) {}

    fn choices(&mut self, game: &G, state: &G::State, out: &mut Vec<(Player, G::Move)>) {
        turn_choices(game, state, &mut self.moves, out);
    }

    fn play(&mut self, game: &G, state: &mut G::State, _: Player, mv: G::Move) {
        game.play(state, mv);
    }

    fn aim(&self) -> Aim {
        self.aim
    }

    fn is_two_sided(&self, teams: &Teams) -> bool {
        self.aim == Aim::Own && teams.count() == 2
    }
}
