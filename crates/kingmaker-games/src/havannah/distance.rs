//! How many stones a player still needs: shortest ways over empty cells, on which the player's
//! own stones cost nothing and the opponent's are no way at all.

use kingmaker_core::Player;

use super::Havannah;
use super::board::{Board, CELLS, Cell, Rim};
use super::state::State;

/// More stones than any board takes: there is no way.
pub(super) const NO_WAY: u32 = 1000;

impl Havannah {
    /// The fewest stones with which this player, moving alone, has a bridge or a fork.
    pub(super) fn stones_needed(&self, state: &State, player: Player) -> u32 {
        let mut spread = Spread::begin(self.board, state, player);
        // What is completed by a way of so many stones takes at least as many.
        while spread.stones < spread.needed && spread.step() {}
        spread.needed
    }
}

/// All corners and edges spread over the board at once, by one stone in each step.
struct Spread<'a> {
    board: &'a Board,
    state: &'a State,
    /// The empty cells, then the player's own stones, and how many there are of both.
    cells: [Cell; CELLS],
    empty: usize,
    count: usize,
    /// What each cell can be connected to with the stones put so far.
    reached: [Rim; CELLS],
    tallies: [Tally; CELLS],
    stones: u32,
    needed: u32,
}

/// The corners and edges that a cell was reached from, and the stones that all their ways take.
#[derive(Clone, Copy, Default)]
struct Tally {
    corners: (u32, u32),
    edges: (u32, u32),
}

impl<'a> Spread<'a> {
    fn begin(board: &'a Board, state: &'a State, player: Player) -> Spread<'a> {
        let mut spread = Spread {
            board,
            state,
            cells: [Cell::new(0); CELLS],
            empty: 0,
            count: 0,
            reached: [Rim::default(); CELLS],
            tallies: [Tally::default(); CELLS],
            stones: 0,
            needed: NO_WAY,
        };
        for cell in board.all().filter(|&cell| state.is_empty(cell)) {
            spread.cells[spread.count] = cell;
            spread.count += 1;
        }
        spread.empty = spread.count;
        for cell in board.all().filter(|&cell| state.has_stone(board, player, cell)) {
            spread.cells[spread.count] = cell;
            spread.count += 1;
            spread.reach(cell, state.rim(cell), false);
        }
        spread
    }

    /// Puts one more stone at the end of every way, and says whether that led anywhere.
    fn step(&mut self) -> bool {
        self.stones += 1;
        let before = self.reached;
        let mut chains = [Rim::default(); 256];
        let mut went_on = false;
        for index in 0..self.empty {
            let cell = self.cells[index];
            let site = self.board.site(cell);
            // The first stone may also go to the corner or edge itself.
            let own = if self.stones == 1 { site.rim } else { Rim::default() };
            let around = site.around[..6].iter().map(|&next| before[usize::from(next)]);
            went_on |= self.reach(cell, around.fold(own, Rim::with), true);
        }
        for &cell in &self.cells[self.empty..self.count] {
            let around = self.board.site(cell).around[..6].iter().map(|&next| self.reached[usize::from(next)]);
            let chain = &mut chains[self.state.chain(cell)];
            *chain = around.fold(*chain, Rim::with);
        }
        for index in self.empty..self.count {
            let cell = self.cells[index];
            went_on |= self.reach(cell, chains[self.state.chain(cell)], false);
        }
        went_on
    }

    /// Notes what a cell is connected to now, and whether that is more than before.
    #[inline]
    fn reach(&mut self, cell: Cell, rim: Rim, empty: bool) -> bool {
        let gained = rim.without(self.reached[cell.index()]);
        if gained.is_empty() {
            return false;
        }
        self.reached[cell.index()] = self.reached[cell.index()].with(gained);
        let tally = &mut self.tallies[cell.index()];
        for (wanted, parts, (found, stones)) in
            [(2, gained.corners(), &mut tally.corners), (3, gained.edges(), &mut tally.edges)]
        {
            let added = parts.min(wanted - *found);
            *found += added;
            *stones += added * self.stones;
            if added > 0 && *found == wanted {
                // An empty cell where ways meet was counted on each of them.
                let twice = if empty { wanted - 1 } else { 0 };
                self.needed = self.needed.min(*stones - twice);
            }
        }
        true
    }
}
