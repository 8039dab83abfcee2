//! Heuristics of our own, for Nijssen 2013 gives none: wins and defences at once, after the
//! decisive and anti-decisive moves of Teytaud and Teytaud (2010), and broken connections.

use kingmaker_core::{ByPlayer, Game, Knowledge, Player, Rng};

use super::board::{Cell, ROWS, Rows};
use super::pattern::Around;
use super::state::{Outcome, State};
use super::{Havannah, Move};

/// Rows that are looked at together, in one vector register.
const LANES: usize = 8;

impl Knowledge for Havannah {
    fn evaluate(&self, state: &State) -> ByPlayer<f32> {
        let _ = state;
        ByPlayer::splat(2, 0.0)
    }

    /// 3 for a move that wins, 2 for one that takes a win from the opponent, 1 for one that keeps
    /// two stones connected past an opponent's stone, else 0.
    fn priority(&self, state: &State, Move(cell): Move) -> i32 {
        let (own, other) = (state.turn, state.turn.next(2));
        if !state.is_empty(cell) {
            0
        } else if state.would_win(self.board, own, cell) {
            3
        } else if state.would_win(self.board, other, cell) {
            2
        } else {
            let site = self.board.site(cell);
            let [own, other] = [own, other].map(|player| Around::read(&state.rows[player.index()], site));
            i32::from(own.is_cut_by(other))
        }
    }

    /// Finds where a stone could win at all as sets of cells, and looks at each of those.
    fn greedy_move(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        if self.may_take_over(state, state.turn) {
            return self.random_move(state, rng, scratch);
        }
        let own = state.turn;
        for player in [own, own.next(2)] {
            let cells = self.winning_cells(state, player);
            if let Some(cell) = self.draw_cell(&cells, rng) {
                return Some(Move(cell));
            }
        }
        let cut = self.cut_cells(state);
        self.draw_cell(&cut, rng).map(Move).or_else(|| self.random_move(state, rng, scratch))
    }
}

impl Havannah {
    /// The empty cells on which a stone of this player wins.
    #[inline]
    fn winning_cells(&self, state: &State, player: Player) -> Rows {
        let mut cells = self.joining_cells(state, player);
        for row in 1..=self.board.side() {
            let mut left = cells[row];
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if !state.would_win(self.board, player, self.board.cell_at(row, bit)) {
                    cells[row] &= !(1 << bit);
                }
            }
        }
        cells
    }

    /// The empty cells where a stone of this player has a chain beside it and is on the rim, joins
    /// two runs of stones, or is next to the middle of three: only those can win.
    #[inline]
    fn joining_cells(&self, state: &State, player: Player) -> Rows {
        let [own, other] = [player, player.next(2)].map(|player| &state.rows[player.index()]);
        let (masks, rim) = (self.board.masks(), self.board.rim());
        let mut joining = [0; ROWS];
        for first in (1..=self.board.side()).step_by(LANES) {
            for row in first..first + LANES {
                let around = around(own, row);
                let (mut any, mut two, mut three) = (0, 0, 0);
                for direction in 0..6 {
                    let here = around[direction];
                    let (before, after) = (around[(direction + 5) % 6], around[(direction + 1) % 6]);
                    let begins = here & !before;
                    two |= any & begins;
                    any |= begins;
                    three |= here & before & after;
                }
                let empty = masks[row] & !own[row] & !other[row];
                joining[row] = empty & (two | three | any & rim[row]);
            }
        }
        joining
    }

    /// The empty cells between two stones of the player to move that an opponent's stone, next to
    /// all three, has cut off from each other on the other side.
    #[inline]
    fn cut_cells(&self, state: &State) -> Rows {
        let [own, other] = [state.turn, state.turn.next(2)].map(|player| &state.rows[player.index()]);
        let masks = self.board.masks();
        let mut cut = [0; ROWS];
        for first in (1..=self.board.side()).step_by(LANES) {
            for row in first..first + LANES {
                let (mine, theirs) = (around(own, row), around(other, row));
                let between =
                    |direction: usize| mine[(direction + 5) % 6] & theirs[direction] & mine[(direction + 1) % 6];
                let found = (0..6).fold(0, |found, direction| found | between(direction));
                cut[row] = found & masks[row] & !own[row] & !other[row];
            }
        }
        cut
    }

    /// One of some cells, each equally likely.
    #[inline]
    fn draw_cell(&self, cells: &Rows, rng: &mut Rng) -> Option<Cell> {
        let count: u32 = cells.iter().map(|row| row.count_ones()).sum();
        if count == 0 {
            return None;
        }
        let mut left = rng.below(count as usize) as u32;
        for (row, &bits) in cells.iter().enumerate() {
            if left < bits.count_ones() {
                let bits = (0..left).fold(bits, |bits, _| bits & (bits - 1));
                return Some(self.board.cell_at(row, bits.trailing_zeros()));
            }
            left -= bits.count_ones();
        }
        None
    }
}

/// For all cells of a row at once, whether there is a stone in each direction.
#[inline(always)]
fn around(stones: &Rows, row: usize) -> [u32; 6] {
    let (above, here, below) = (stones[row - 1], stones[row], stones[row + 1]);
    [above, above >> 1, here >> 1, below, below << 1, here << 1]
}
