//! Discs that can never be turned again.
//!
//! A disc is turned along a line when it is in a run of discs that are foreign to the mover,
//! between the square that the mover fills and the next disc of the mover. It is *held* on a line
//! if one of these is true:
//!
//! - every square of the line is filled: nothing can be put on it any more;
//! - it is at an end of the line: it is between nothing;
//! - a disc of the same colour next to it on the line is stable: both are foreign to the mover,
//!   so that a run with the one contains the other.
//!
//! A disc that is held on all four lines is stable. These are found in rounds. If a stable disc
//! were ever turned, take the first move that does so, and of the stable discs that it turns the
//! one found in the earliest round: on the line in question it was held by a disc of an earlier
//! round, which is turned in the same run. So none is. This is true for any number of colours,
//! and for colours that nobody plays. There are stable discs that it does not find.

use super::Rolit;
use super::board::{Line, Squares};
use super::state::State;

impl Rolit {
    /// The stable discs of all colours, as far as they are recognised.
    pub(super) fn stable(&self, state: &State) -> Squares {
        let occupied = state.occupied();
        let empty = self.board & !occupied;
        let held = Line::ALL.map(|line| {
            let between = line.after(self.board) & line.before(self.board);
            !line.through(empty) | !between
        });
        let mut stable = occupied & held[0] & held[1] & held[2] & held[3];
        // Without a first disc, such as one in a corner, there is no second.
        let mut found = stable;
        while found != 0 {
            let mut next = occupied;
            for (line, mut held) in Line::ALL.into_iter().zip(held) {
                for discs in &state.discs {
                    let holding = stable & discs;
                    held |= discs & (line.after(holding) | line.before(holding));
                }
                next &= held;
            }
            found = next & !stable;
            stable = next;
        }
        stable
    }
}
