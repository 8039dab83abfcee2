//! The heuristics of Nijssen 2013, section 3.3.3.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering, Player, Rng};

use super::Rolit;
use super::board::{Square, Squares, board};
use super::state::State;

/// How many different values squares have.
const LEVELS: usize = 5;

/// Figure 3.5 of the thesis, by the distances of a square to the nearest edges; the other three
/// quarters of the board mirror this one. A smaller board lacks the squares in the middle.
const QUARTER: [[u8; 4]; 4] = [[5, 2, 4, 3], [2, 1, 3, 3], [4, 3, 4, 4], [3, 3, 4, 4]];

/// What squares are worth.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// The squares of each value, from 1 to 5.
    levels: [Squares; LEVELS],
    of: [u8; 64],
}

impl Values {
    /// The values on a board of this size.
    pub(super) fn new(size: usize) -> Values {
        let margin = (8 - size) / 2;
        let to_edge = |place: usize| (place - margin).min(7 - margin - place);
        let mut values = Values { levels: [0; LEVELS], of: [0; 64] };
        for square in Square::all(board(size)) {
            let value = QUARTER[to_edge(square.row())][to_edge(square.column())];
            values.levels[usize::from(value) - 1] |= square.bit();
            values.of[square.index()] = value;
        }
        values
    }

    /// Those of some squares that have the highest value.
    #[inline]
    fn best(&self, squares: Squares) -> Squares {
        // From the worst to the best without a branch: a better level that is there replaces.
        let mut best = squares & self.levels[0];
        for level in &self.levels[1..] {
            let found = squares & level;
            best = if found == 0 { best } else { found };
        }
        best
    }
}

impl Knowledge for Rolit {
    /// m + 10 s: the player could move to m squares and has s stable discs.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        let stable = self.stable(state);
        ByPlayer::from_fn(self.players, |player| {
            (self.mobility(state, player) + 10 * (stable & state.of(player)).count_ones()) as f32
        })
    }

    /// The value of the square.
    #[inline]
    fn priority(&self, _: &State, _: MoveOrdering, square: Square) -> i32 {
        i32::from(self.values.of[square.index()])
    }

    #[inline]
    fn greedy_move(&self, state: &State, _: MoveOrdering, rng: &mut Rng, _: &mut Vec<Square>) -> Option<Square> {
        Square::any(self.values.best(state.moves), rng)
    }

    fn k_best(&self, state: &State, _: MoveOrdering, k: usize, out: &mut Vec<Square>) {
        out.clear();
        for level in self.values.levels.iter().rev() {
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
