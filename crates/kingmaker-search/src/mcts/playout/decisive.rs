//! Decisive and anti-decisive moves (Teytaud & Teytaud 2010; Nijssen 2013, section 6.1).

use kingmaker_core::options::OptionDef;
use kingmaker_core::settings::Value;
use kingmaker_core::{Game, Player, Turn, choices};

choices! {
    /// What is done about wins at the next ply.
    pub enum Extent {
        /// Nothing.
        Nothing = "no",
        /// A move that wins at once is played.
        Win = "win",
        /// Also, moves are avoided after which the next player could.
        Both = "both",
    }
}

/// The option of the strategies that can do this.
pub(super) const DECISIVE: OptionDef = OptionDef {
    name: "decisive",
    kind: Extent::KIND,
    default: Some("no"),
    help: "win: play a move that wins at once; both: also avoid moves after which the next player could",
};

/// Looks for wins before and after a move is chosen by other means.
pub(super) struct Decisive<Move> {
    extent: Extent,
    moves: Vec<Move>,
    replies: Vec<Move>,
}

impl<Move: Copy> Decisive<Move> {
    pub(super) fn new<G: Game<Move = Move>>(extent: Extent, game: &G) -> Self {
        let room = if extent == Extent::Nothing { 0 } else { game.slots() };
        Decisive { extent, moves: Vec::with_capacity(room), replies: Vec::with_capacity(room) }
    }

    /// A winning move; else what `choose` finds, unless the next player could win after it and some
    /// other move prevents that.
    #[inline]
    pub(super) fn or_else<G: Game<Move = Move>>(
        &mut self,
        game: &G,
        state: &G::State,
        choose: impl FnOnce() -> Option<Move>,
    ) -> Option<Move> {
        if self.extent == Extent::Nothing {
            return choose();
        }
        self.look(game, state, choose)
    }

    fn look<G: Game<Move = Move>>(
        &mut self,
        game: &G,
        state: &G::State,
        choose: impl FnOnce() -> Option<Move>,
    ) -> Option<Move> {
        let player = game.turn(state).player()?;
        if let Some(win) = win(game, state, player, &mut self.moves) {
            return Some(win);
        }
        let chosen = choose()?;
        if self.extent == Extent::Win || is_safe(game, state, player, chosen, &mut self.replies) {
            return Some(chosen);
        }
        let Decisive { moves, replies, .. } = self;
        let safe = moves.iter().find(|&&mv| is_safe(game, state, player, mv, replies));
        Some(safe.copied().unwrap_or(chosen))
    }
}

/// The first move that wins for the player to move.
fn win<G: Game>(game: &G, state: &G::State, player: Player, moves: &mut Vec<G::Move>) -> Option<G::Move> {
    game.legal_moves(state, moves);
    moves.iter().copied().find(|&mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        game.turn(&next) == Turn::Over && game.scores(&next).of(player) == 1.0
    })
}

/// Whether nobody but allies can win at once after this move.
fn is_safe<G: Game>(game: &G, state: &G::State, player: Player, mv: G::Move, replies: &mut Vec<G::Move>) -> bool {
    let mut next = state.clone();
    game.play(&mut next, mv);
    match game.turn(&next) {
        Turn::Player(other) => game.teams().are_allies(other, player) || win(game, &next, other, replies).is_none(),
        Turn::Chance | Turn::Over => true,
    }
}
