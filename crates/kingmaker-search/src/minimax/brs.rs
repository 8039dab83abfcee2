//! Best-Reply Search: of all opponents only one moves, the one with the best reply
//! (Schadd & Winands 2011; Nijssen 2013, section 2.3.3).

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{Knowledge, OutOfTurn, Player, Turn};

use super::ordering::Choice;
use super::seat_order::{append_moves, rank_moves};
use super::settings::{Settings, TWO_SIDED};
use super::two_sided::{Layers, Side, TwoSided};
use crate::{Searcher, Toolbox};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "brs",
    summary: "Best-Reply Search: only the opponent with the strongest reply moves, the others skip",
    source: "Schadd & Winands 2011; Nijssen 2013, section 2.3.3",
    options: TWO_SIDED,
    examples: &["brs", "brs(time=250ms)", "brs(depth=3)"],
};

/// The player as configured.
pub fn build<G: Knowledge + OutOfTurn>(args: &Args, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Searcher<G>>, String> {
    Ok(Box::new(TwoSided::new(BestReply::default(), Settings::from_args(args))))
}

/// One layer for the player at the root, one for all the others together.
pub(crate) struct BestReply<Move> {
    moves: Vec<Move>,
}

impl<Move> Default for BestReply<Move> {
    fn default() -> Self {
        BestReply { moves: Vec::new() }
    }
}

impl<G: Knowledge + OutOfTurn> Layers<G> for BestReply<G::Move> {
    fn choices(
        &mut self,
        game: &G,
        state: &G::State,
        root: Player,
        is_ordered: bool,
        out: &mut Vec<Choice<G::Move>>,
    ) -> Side {
        if game.turn(state) == Turn::Player(root) {
            append_moves(game, state, root, is_ordered, &mut self.moves, out);
            return Side::Max;
        }
        for opponent in Player::all(game.players()).filter(|&player| player != root) {
            game.legal_moves_of(state, opponent, &mut self.moves);
            if !self.moves.is_empty() {
                let mut handed = state.clone();
                game.hand_turn(&mut handed, opponent);
                rank_moves(game, &handed, opponent, is_ordered, &self.moves, out);
            }
        }
        Side::Min
    }

    fn after(&mut self, game: &G, state: &G::State, root: Player, choice: &Choice<G::Move>) -> G::State {
        let mut next = state.clone();
        if choice.player == root {
            game.play(&mut next, choice.mv);
            return next;
        }
        game.hand_turn(&mut next, choice.player);
        game.play(&mut next, choice.mv);
        hand_back(game, &mut next, root);
        next
    }
}

/// Gives the turn to the player at the root, if they can move at all.
pub(crate) fn hand_back<G: OutOfTurn>(game: &G, state: &mut G::State, root: Player) {
    let has_moved_on = matches!(game.turn(state), Turn::Player(player) if player != root);
    if has_moved_on && game.can_move(state, root) {
        game.hand_turn(state, root);
    }
}
