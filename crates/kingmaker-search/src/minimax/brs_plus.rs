//! BRS+: one opponent makes the best reply, and the others, rather than skip, make the move
//! that the static move ordering likes best (Esser, Gras, Winands, Schadd & Lanctot 2013).

use kingmaker_core::{Knowledge, MoveOrdering, Player, Turn};

use super::ordering::Choice;
use super::seat_order::append_moves;
use super::settings::two_sided_settings;
use super::two_sided::{Layers, Side, Sides, TwoSided};
use crate::{Needs, Searcher, Toolbox};

two_sided_settings! {
    "brs-plus",
    "BRS+: one opponent makes the best reply, the others the best move by static ordering",
    "Esser et al. 2013",
    ["brs-plus", "brs-plus(depth=3)"]
}

/// The player as configured.
pub fn build<G: Knowledge>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    if settings.representatives.is_some() {
        return Err(format!("{}(representatives) needs moves in turn; expected paranoid", SCHEMA.name));
    }
    let common = settings.common(toolbox, game)?;
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(TwoSided::suited(BestReplyPlus::new(common.ordering), common, SCHEMA.name, game)?),
    )
}

/// One layer for the player at the root and each who wins with them, one for a round of all the others.
pub(crate) struct BestReplyPlus<Move> {
    /// What finds the moves of those who make no reply.
    by: MoveOrdering,
    moves: Vec<Move>,
}

impl<Move> BestReplyPlus<Move> {
    pub(crate) fn new(by: MoveOrdering) -> Self {
        BestReplyPlus { by, moves: Vec::new() }
    }
}

impl<Move: Copy + Ord> BestReplyPlus<Move> {
    /// Makes the moves that static ordering likes best until it is the turn of `until`, of the
    /// side at the root, or nobody's, but no more than one for each player.
    fn play_on<G: Knowledge<Move = Move>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        sides: &Sides,
        until: Option<Player>,
    ) {
        for _ in 0..game.players() {
            let is_waiting = |mover| sides.is_own(mover) || Some(mover) == until;
            if game.turn(state).player().is_none_or(is_waiting) {
                break;
            }
            game.k_best(state, self.by, 1, &mut self.moves);
            let Some(&mv) = self.moves.first() else { break };
            game.play(state, mv);
        }
    }
}

impl<G: Knowledge> Layers<G> for BestReplyPlus<G::Move> {
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
        let mut line = state.clone();
        let mut seen = [false; kingmaker_core::MAX_PLAYERS];
        while let Turn::Player(mover) = game.turn(&line) {
            if sides.is_own(mover) || std::mem::replace(&mut seen[mover.index()], true) {
                break;
            }
            let begin = out.len();
            append_moves(game, &line, mover, ranked_by, &mut self.moves, out);
            game.k_best(&line, self.by, 1, &mut self.moves);
            let Some(&best) = self.moves.first() else { break };
            // The round in which everybody follows the ordering is listed with the first opponent.
            if begin > 0 {
                out.retain(|choice| choice.player != mover || choice.mv != best);
            }
            game.play(&mut line, best);
        }
        Side::Min
    }

    fn play(&mut self, game: &G, state: &mut G::State, sides: &Sides, player: Player, mv: G::Move) {
        if sides.is_own(player) {
            return game.play(state, mv);
        }
        self.play_on(game, state, sides, Some(player));
        game.play(state, mv);
        self.play_on(game, state, sides, None);
    }

    fn needs(&self) -> Needs {
        Needs { single_decisions: true, no_chance: true, no_secrets: true, ..Needs::NOTHING }
    }
}
