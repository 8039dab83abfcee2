//! Who is how far from home.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering, Named, Player};

use super::board::{Board, MOST_PLAYERS, Square};
use super::state::State;
use super::{Action, Move, Quoridor};

impl Quoridor {
    /// How many steps a pawn has to go if nobody stands in its way.
    #[inline]
    pub(super) fn distance(&self, state: &State, player: Player) -> u32 {
        let player = player.index() % MOST_PLAYERS;
        state.ways.distance(&self.board, state.pawns[player], self.board.goals[player]).unwrap_or(0)
    }
}

/// The place of the ordering in which Parshotam's program lists its moves.
const OF_PAPER: usize = 1;

impl Knowledge for Quoridor {
    fn orderings(&self) -> &'static [Named] {
        &[
            Named {
                name: "path",
                help: "moves that make the own way shorter, and that of the nearest opponent longer",
            },
            Named { name: "paper", help: "steps, then jumps, then fences, as Parshotam 2023 tries them" },
        ]
    }

    /// As many as there are squares, less the steps to go.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        let squares = self.board.all.count_ones();
        ByPlayer::from_fn(self.players, |player| (squares - self.distance(state, player)) as f32)
    }

    fn priority(&self, state: &State, by: MoveOrdering, mv: Move) -> i32 {
        let mover = state.turn;
        if by.index() == OF_PAPER {
            let Action::Go(square) = self.action(mv) else { return 0 };
            let steps = |pick: fn(&Board, Square) -> usize| {
                pick(&self.board, square).abs_diff(pick(&self.board, state.pawn(mover)))
            };
            return if steps(Board::column) + steps(Board::row) == 1 { 2 } else { 1 };
        }
        let mut after = state.clone();
        match self.action(mv) {
            Action::Go(square) => after.pawns[mover.index()] = square,
            Action::Fence(post, direction) => after.fence(&self.board, post, direction),
        }
        let lead = |state: &State| {
            let others = Player::all(self.players).filter(|&player| player != mover);
            let nearest = others.map(|player| self.distance(state, player)).min().unwrap_or(0);
            nearest as i32 - self.distance(state, mover) as i32
        };
        2 * (lead(&after) - lead(state)) + i32::from(matches!(self.action(mv), Action::Go(_)))
    }
}
