//! Layers in the order of the seats: everybody moves when it is their turn.

use kingmaker_core::{Knowledge, MoveOrdering, Player};

use super::ordering::Choice;
use super::two_sided::{Layers, Side, Sides};
use crate::Needs;

/// One layer for each turn.
pub(super) struct SeatOrder<Move> {
    moves: Vec<Move>,
}

impl<Move> SeatOrder<Move> {
    pub(super) fn new() -> Self {
        SeatOrder { moves: Vec::new() }
    }
}

impl<G: Knowledge> Layers<G> for SeatOrder<G::Move> {
    fn choices(
        &mut self,
        game: &G,
        state: &G::State,
        sides: &Sides,
        ranked_by: Option<MoveOrdering>,
        out: &mut Vec<Choice<G::Move>>,
    ) -> Side {
        let mover = game.turn(state).player().unwrap_or(sides.root);
        append_moves(game, state, mover, ranked_by, &mut self.moves, out);
        sides.of(mover)
    }

    fn play(&mut self, game: &G, state: &mut G::State, _: &Sides, _: Player, mv: G::Move) {
        game.play(state, mv);
    }

    fn needs(&self) -> Needs {
        Needs::NO_SECRETS
    }
}

/// Appends the legal moves of the player to move.
pub(super) fn append_moves<G: Knowledge>(
    game: &G,
    state: &G::State,
    mover: Player,
    ranked_by: Option<MoveOrdering>,
    moves: &mut Vec<G::Move>,
    out: &mut Vec<Choice<G::Move>>,
) {
    game.legal_moves(state, moves);
    rank_moves(game, state, mover, ranked_by, moves, out);
}

/// Appends moves of the player to move.
pub(super) fn rank_moves<G: Knowledge>(
    game: &G,
    state: &G::State,
    mover: Player,
    ranked_by: Option<MoveOrdering>,
    moves: &[G::Move],
    out: &mut Vec<Choice<G::Move>>,
) {
    for &mv in moves {
        let priority = ranked_by.map_or(0, |by| game.priority(state, by, mv));
        out.push(Choice::new(mover, mv, priority, out.len()));
    }
}
