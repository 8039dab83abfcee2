//! Heuristics of our own, for Nijssen 2013 gives none for Havannah: to join chains and to lead
//! them to the rim, and to count the stones that are still needed.

use kingmaker_core::{BoardEvaluator, ByPlayer, Game, Knowledge, MoveOrdering, Rng};

use super::board::{Board, Cell, LANES, ROWS, Rows, around, lanes};
use super::pattern::Around;
use super::state::State;
use super::{Havannah, Move};
use crate::outcome::Outcome;

impl Knowledge for Havannah {
    /// 100 / (1 + 2^(n - m)), where the player needs n stones more for a bridge or a fork, and the
    /// opponent m; half a stone less for whoever is to move.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        match state.outcome {
            Outcome::Won(winner) => ByPlayer::from_fn(2, |player| if player == winner { 100.0 } else { 0.0 }),
            Outcome::Drawn => ByPlayer::splat(2, 50.0),
            Outcome::Open => {
                let needed = ByPlayer::from_fn(2, |player| {
                    let tempo = if player == state.turn { 0.5 } else { 0.0 };
                    self.stones_needed(state, player) as f32 - tempo
                });
                ByPlayer::from_fn(2, |player| 100.0 / (1.0 + (needed[player] - needed[player.next(2)]).exp2()))
            }
        }
    }

    /// 2 for a stone that joins two runs of one's stones or leads one to the rim, 1 for any other
    /// beside one's own, else 0.
    fn priority(&self, state: &State, _: MoveOrdering, Move(cell): Move) -> i32 {
        let site = self.board.site(cell);
        let runs = Around::read(&state.rows[state.turn.index() & 1], site).pattern().count();
        let joins = runs > 1 || runs == 1 && !site.rim.is_empty();
        if state.is_empty(cell) { i32::from(runs > 0) + i32::from(joins) } else { 0 }
    }

    /// Finds all cells of each priority at once, by operations on rows.
    #[inline]
    fn greedy_move(&self, state: &State, _: MoveOrdering, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let (joining, beside) = self.promising_cells(state);
        let cell = draw_cell(self.board, &joining, rng).or_else(|| draw_cell(self.board, &beside, rng));
        cell.map(Move).or_else(|| self.random_move(state, rng, scratch))
    }
}

impl Havannah {
    /// The empty cells of priority 2, and those of priority 1 or 2.
    #[inline(always)]
    fn promising_cells(&self, state: &State) -> (Rows, Rows) {
        let turn = state.turn.index() & 1;
        let (own, other) = (&state.rows[turn], &state.rows[1 - turn]);
        let (mut joining, mut beside) = ([0; ROWS], [0; ROWS]);
        for part in 0..self.board.parts() {
            let first = LANES * part + 1;
            let [above, here, below] = [first - 1, first, first + 1].map(|row| lanes(own, row));
            let [other, board, rim] = [other, self.board.masks(), self.board.rim()].map(|rows| lanes(rows, first));
            let (mut joins, mut touches) = ([0; LANES], [0; LANES]);
            for lane in 0..LANES {
                let around = around(above[lane], here[lane], below[lane]);
                let (mut one, mut two) = (0, 0);
                for direction in 0..6 {
                    let begins = around[direction] & !around[(direction + 5) % 6];
                    two |= one & begins;
                    one |= begins;
                }
                let empty = board[lane] & !here[lane] & !other[lane];
                // Six stones in a circle have no beginning, but have won.
                joins[lane] = empty & (two | one & rim[lane]);
                touches[lane] = empty & one;
            }
            joining[first..first + LANES].copy_from_slice(&joins);
            beside[first..first + LANES].copy_from_slice(&touches);
        }
        (joining, beside)
    }
}

/// One of some cells, each equally likely.
#[inline(always)]
fn draw_cell(board: &Board, cells: &Rows, rng: &mut Rng) -> Option<Cell> {
    let words = cells.as_chunks().0.iter().map(|&[even, odd]: &[u32; 2]| u64::from(even) | u64::from(odd) << 32);
    let count: u32 = words.clone().map(u64::count_ones).sum();
    if count == 0 {
        return None;
    }
    let mut skipped = rng.below(count as usize) as u32;
    for (index, word) in words.enumerate() {
        if skipped < word.count_ones() {
            let bit = (0..skipped).fold(word, |word, _| word & (word - 1)).trailing_zeros();
            return Some(board.cell_at(2 * index + (bit / 32) as usize, bit % 32));
        }
        skipped -= word.count_ones();
    }
    None
}
