//! Best-Reply Search: of all opponents only one moves, the one with the best reply
//! (Schadd & Winands 2011; Nijssen 2013, section 2.3.3).

use kingmaker_core::{Knowledge, MoveOrdering, OutOfTurn, Player, Turn};

use super::ordering::Choice;
use super::seat_order::{append_moves, rank_moves};
use super::settings::two_sided_settings;
use super::two_sided::{Layers, Side, Sides, TwoSided};
use crate::{Needs, Searcher, Toolbox};

two_sided_settings! {
    "brs",
    "Best-Reply Search: only the opponent with the strongest reply moves, the others skip",
    "Schadd & Winands 2011; Nijssen 2013, section 2.3.3",
    ["brs", "brs(time=250ms)", "brs(depth=3)"]
}

/// The player as configured.
pub fn build<G: Knowledge + OutOfTurn>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    if settings.representatives.is_some() {
        return Err(format!("{}(representatives) needs moves in turn; expected paranoid", SCHEMA.name));
    }
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(TwoSided::suited(BestReply::default(), settings.common(toolbox, game)?, SCHEMA.name, game)?),
    )
}

/// One layer for the player at the root and each who wins with them, one for all the others together.
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
        sides: &Sides,
        ranked_by: Option<MoveOrdering>,
        out: &mut Vec<Choice<G::Move>>,
    ) -> Side {
        if let Turn::Player(mover) = game.turn(state)
            && sides.is_own(mover)
        {
            append_moves(game, state, mover, ranked_by, &mut self.moves, out);
            return Side::Max;
        }
        for opponent in Player::all(game.players()).filter(|&player| !sides.is_own(player)) {
            game.legal_moves_of(state, opponent, &mut self.moves);
            if ranked_by.is_some() && !self.moves.is_empty() {
                let mut handed = state.clone();
                game.hand_turn(&mut handed, opponent);
                rank_moves(game, &handed, opponent, ranked_by, &self.moves, out);
            } else {
                rank_moves(game, state, opponent, None, &self.moves, out);
            }
        }
        Side::Min
    }

    fn play(&mut self, game: &G, state: &mut G::State, sides: &Sides, player: Player, mv: G::Move) {
        if sides.is_own(player) {
            return game.play(state, mv);
        }
        let to_move = game.turn(state).player();
        game.hand_turn(state, player);
        game.play(state, mv);
        hand_back(game, state, sides, to_move.unwrap_or(player));
    }

    fn needs(&self) -> Needs {
        Needs { single_decisions: true, no_chance: true, no_secrets: true, ..Needs::NOTHING }
    }
}

/// Gives the turn to the side of the player at the root: to whoever of them comes first after `last`, the opponent whose
/// turn it was, of those who can move at all.
pub(crate) fn hand_back<G: OutOfTurn>(game: &G, state: &mut G::State, sides: &Sides, last: Player) {
    let has_moved_on = matches!(game.turn(state), Turn::Player(player) if !sides.is_own(player));
    if !has_moved_on {
        return;
    }
    let players = game.players();
    let after = (1..players).map(|seats| Player::new((last.index() + seats) % players));
    let mut own = after.filter(|&player| sides.is_own(player));
    if let Some(next) = own.find(|&player| game.can_move(state, player)) {
        game.hand_turn(state, next);
    }
}
