//! What a position tells about the moves before.
//!
//! All of this is necessary and cheap to find out. It is not sufficient: whether moves lead from the
//! set-up to a position is not searched for.

use kingmaker_core::Player;

use super::Focus;
use super::board::{BOARD, MAX_HEIGHT, Square};
use super::state::State;

impl Focus {
    /// How many plies it takes at least until somebody is skipped. Who is skipped controls no stack and
    /// has none to enter; nobody loses a stack while three players enter their first pieces, and a ply
    /// takes at most one stack from each player.
    pub(super) fn first_skip(&self) -> u16 {
        let first_round = if self.players == 3 { 3 } else { 0 };
        first_round + u16::from(self.pieces_each())
    }

    /// The players, as bits, who still hold the piece they began with: three enter theirs in turn.
    pub(super) fn held_after(&self, ply: u16) -> u8 {
        if self.players == 3 { 0b111 << ply.min(3) & 0b111 } else { 0 }
    }

    /// How many plies it takes at least to get here.
    ///
    /// Entering a held piece changes one square, and every other move two at the most. A move puts at
    /// most one stack onto another. So the pieces that are not at the bottom of a stack any more,
    /// because they are above others or off the board, become more by at most one with every move.
    pub(super) fn fewest_plies(&self, state: &State) -> u32 {
        let entered = (self.held_after(0) & !state.held).count_ones();
        let set_up = self.set_up();
        let changed = Square::all(BOARD).filter(|&square| state.stack(square) != set_up.stack(square)).count() as u32;
        let above: u32 = (2..=MAX_HEIGHT).map(|height| state.at_least(height).count_ones()).sum();
        let off_board: u32 = state.captured.iter().flatten().chain(&state.reserve).map(|&count| u32::from(count)).sum();
        entered + (above + off_board).max(changed.saturating_sub(entered).div_ceil(2))
    }

    /// Who moved last if it is the turn of `player`: whoever is before them and was not skipped.
    pub(super) fn last_mover(&self, state: &State, player: Player) -> Player {
        let before = |steps: usize| Player::new((player.index() + self.players - steps) % self.players);
        (1..self.players).map(before).find(|&last| state.can_move(last)).unwrap_or(player)
    }

    /// Whether the last move of this player, who has captured enough, can have been the one that did it:
    /// it has left a stack of five under a piece of theirs, and took no more from below than it had
    /// put on top.
    pub(super) fn can_just_have_won(&self, state: &State, player: Player) -> bool {
        let full = state.at_least(MAX_HEIGHT) & state.controlled(player);
        full != 0 && self.had_captured_less(state.captured[player.index()], player, 0, MAX_HEIGHT as u8)
    }

    /// Whether less was not enough, without up to `most` of the pieces of the colours from `first` on.
    fn had_captured_less(&self, captured: [u8; 4], player: Player, first: usize, most: u8) -> bool {
        if self.missing_with(&captured, player) > 0 {
            return true;
        }
        (first..self.players).any(|colour| {
            let mut before = captured;
            before[colour] = before[colour].saturating_sub(1);
            most > 0 && before != captured && self.had_captured_less(before, player, colour, most - 1)
        })
    }
}
