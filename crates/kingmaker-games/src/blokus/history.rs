//! What a position tells about the moves before.
//!
//! Players place one piece each in turn until they cannot, and who cannot move is out for good. So the
//! numbers of pieces tell who is next. In which order a player has placed their pieces matters to
//! nobody else, but for who placed the smallest piece last.
//!
//! One question is left open: whether those who are out could not move already when they were
//! passed over.

use kingmaker_core::Player;

use super::state::State;
use super::{Blokus, Move};

/// A player who has placed as many pieces as cannot be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrongCount {
    /// Who that is.
    pub(super) player: Player,
    /// How many pieces it would have to be.
    pub(super) expected: usize,
    /// Whether fewer would do.
    pub(super) or_fewer: bool,
}

impl Blokus {
    /// Who is next, if anybody can move, by how many pieces each player has placed.
    pub(super) fn next_player(&self, state: &mut State) -> Result<Option<Player>, WrongCount> {
        let count = |state: &State, player: Player| state.played(player).count();
        // Of those who can move, the first with the fewest pieces is next.
        let movers: Vec<Player> = Player::all(self.players).filter(|&player| state.has_move(player)).collect();
        let next = movers.iter().copied().min_by_key(|&player| count(state, player));
        for player in Player::all(self.players) {
            let (placed, out) = (count(state, player), !movers.contains(&player));
            let expected = match next {
                Some(next) => count(state, next) + usize::from(player < next),
                None => placed.max(1),
            };
            // Nobody comes so near to a start square in one round that its owner could not begin.
            let is_possible = placed == expected || out && (1..expected).contains(&placed);
            if !is_possible {
                return Err(WrongCount { player, expected, or_fewer: out && expected > 1 });
            }
        }
        Ok(next)
    }

    /// Whether a player can have placed these pieces in an order in which this one is the last.
    pub(super) fn can_be_last(&self, player: Player, pieces: &[Move], last: Move) -> bool {
        let mut state = State::empty(self.size, &self.starts());
        let mut left: Vec<Move> = pieces.iter().copied().filter(|&mv| mv != last).collect();
        while !left.is_empty() {
            let site = state.site(player);
            let Some(next) = left.iter().position(|&mv| site.allows(mv)) else { return false };
            state.place(player, left.swap_remove(next));
        }
        state.site(player).allows(last)
    }
}
