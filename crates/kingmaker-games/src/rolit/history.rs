//! What the discs on the board tell about the moves before.
//!
//! Every move adds a disc, so the number of discs is the number of plies, and in Rolit, where nobody
//! is ever skipped, it tells who is next. The last disc shows, too: it has the colour of whoever put
//! it, the others would be connected without it, and it encloses no foreign run, which it would
//! have turned. It turned some, which are of its colour now, or there was nothing to turn anywhere.
//!
//! All of this is necessary and cheap to find out. It is not sufficient: moves before the last one are
//! not looked for.

use kingmaker_core::Player;

use super::board::{Line, Square, Squares, around, captured, capturing};
use super::state::State;
use super::{Colour, Rolit};

impl Rolit {
    /// The squares that are occupied before the first move.
    pub(super) fn set_up(&self) -> Squares {
        self.colours.iter().fold(0, |squares, colour| squares | colour.home())
    }

    /// How many plies it took to get here.
    pub(super) fn plies(&self, state: &State) -> usize {
        (state.occupied & !self.set_up()).count_ones() as usize
    }

    /// The discs of each colour that nobody plays or whose player has not moved yet. They are those
    /// that it began with, or fewer.
    pub(super) fn unmoved(&self, state: &State) -> impl Iterator<Item = (Colour, Squares)> {
        let moved = self.players.min(self.plies(state));
        self.colours.iter().copied().zip(state.discs).skip(moved)
    }

    /// How many plies are played before somebody can have been skipped; none ever is in Rolit.
    pub(super) fn plies_without_skips(&self) -> usize {
        match (self.othello, self.size) {
            (false, _) => usize::MAX,
            (true, 4) => 4,
            (true, _) => 8,
        }
    }

    /// The player whose turn it is after so many plies in which nobody was skipped.
    pub(super) fn next_after(&self, plies: usize) -> Player {
        Player::new(plies % self.players)
    }

    /// Who can have moved last if it is this player's turn, or nobody's.
    pub(super) fn last_movers(&self, state: &State, turn: Option<Player>) -> impl Iterator<Item = Player> {
        let plies = self.plies(state);
        Player::all(self.players).filter(move |&last| {
            if plies <= self.plies_without_skips() {
                return last == self.next_after(plies + self.players - 1);
            }
            turn.is_none_or(|turn| last != turn || self.moves_of(state, last.next(self.players)) == 0)
        })
    }

    /// Whether one of this player's discs can have been the last to be put on the board.
    pub(super) fn can_have_moved_last(&self, state: &State, player: Player) -> bool {
        let own = state.of(player);
        // Where two own discs in a line follow, one may have been turned towards the other.
        let turning = Line::ALL.iter().fold(0, |found, line| {
            let (after, before) = (line.after(own), line.before(own));
            found | line.after(own & after) | line.before(own & before)
        });
        Square::all(own & !self.set_up()).any(|last| {
            let (others, rest) = (own & !last.bit(), state.occupied & !last.bit());
            let foreign = rest & !others;
            let nothing_to_turn = || !self.othello && capturing(others, foreign) & self.board & !rest == 0;
            connected(self.set_up(), rest) == rest
                && captured(last, others, foreign) == 0
                && (turning & last.bit() != 0 || nothing_to_turn())
        })
    }
}

/// Those of the `occupied` squares that a chain of neighbours links to `from`.
pub(super) fn connected(from: Squares, occupied: Squares) -> Squares {
    let mut reached = from & occupied;
    loop {
        let next = around(reached) & occupied;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
