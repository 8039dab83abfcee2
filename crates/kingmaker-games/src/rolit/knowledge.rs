//! The heuristics of Nijssen 2013, section 3.3.3.

use kingmaker_core::{ByPlayer, Knowledge, Player, Rng};

use super::Rolit;
use super::board::{Square, Squares};
use super::state::State;

/// How many different values squares have.
const LEVELS: usize = 5;

/// Figure 3.5 of the thesis, by the distances of a square to the nearest edges; the other three
/// quarters of the board mirror this one. A smaller board lacks the squares in the middle.
const QUARTER: [[u8; 4]; 4] = [[5, 2, 4, 3], [2, 1, 3, 3], [4, 3, 4, 4], [3, 3, 4, 4]];

/// The squares of each value, from 1 to 5.
#[derive(Clone, Debug)]
pub(super) struct Values([Squares; LEVELS]);

impl Values {
    /// The values on a board of this size.
    pub(super) fn new(size: usize) -> Values {
        let margin = (8 - size) / 2;
        let mut values = Values([0; LEVELS]);
        for square in Square::all(super::board::board(size)) {
            let to_edge = |place: usize| (place - margin).min(7 - margin - place);
            let value = QUARTER[to_edge(square.row())][to_edge(square.column())];
            values.0[usize::from(value) - 1] |= square.bit();
        }
        values
    }

    /// The value of a square.
    fn of(&self, square: Square) -> i32 {
        self.0.iter().position(|squares| squares & square.bit() != 0).map_or(0, |level| level as i32 + 1)
    }

    /// Those of some squares that have the highest value.
    #[inline]
    fn best(&self, squares: Squares) -> Squares {
        // From the worst to the best without a branch: a better level that is there replaces.
        let mut best = squares & self.0[0];
        for level in &self.0[1..] {
            let found = squares & level;
            best = if found == 0 { best } else { found };
        }
        best
    }
}

impl Knowledge for Rolit {
    /// m + 10 s: the player could move to m squares and has s stable discs.
    fn evaluate(&self, state: &State) -> ByPlayer<f32> {
        let stable = self.stable(state);
        ByPlayer::from_fn(self.players, |player| {
            (self.mobility(state, player) + 10 * (stable & state.of(player)).count_ones()) as f32
        })
    }

    /// The value of the square.
    #[inline]
    fn priority(&self, _: &State, square: Square) -> i32 {
        self.values.of(square)
    }

    #[inline]
    fn greedy_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Square>) -> Option<Square> {
        Square::any(self.values.best(state.moves), rng)
    }

    fn k_best(&self, state: &State, k: usize, out: &mut Vec<Square>) {
        out.clear();
        for level in self.values.0.iter().rev() {
            out.extend(Square::all(state.moves & level).take(k - out.len()));
        }
    }
}

impl Rolit {
    /// How many moves `player` would have if it were their turn; none once the game is over.
    fn mobility(&self, state: &State, player: Player) -> u32 {
        let moves = match state.moves {
            0 => 0,
            moves if player == state.turn => moves,
            _ => self.moves_of(state, player),
        };
        moves.count_ones()
    }
}
