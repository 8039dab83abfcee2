//! The position: stones as rows of bits, and for each stone the number of its chain.
//!
//! Joining two chains gives all stones of one the number of the other. That is a pass over all
//! cells, but one of a few vector instructions, and it makes the chain of a stone one load away
//! where a forest of links would have to be climbed.

use crate::key::key;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::hint::select_unpredictable;

use crate::outcome::Outcome;
use kingmaker_core::Player;

use super::board::{Board, CELLS, Cell, ROWS, Rim, Rows, Site};
use super::pattern::{Around, Pattern};

/// A position. Two are equal when the same stones are on the board and the same player is to
/// move: how the chains came to their numbers does not matter.
#[derive(Clone)]
pub struct State {
    pub(super) rows: [Rows; 2],
    /// The number of the chain that each cell's stone belongs to; 0 where there is none.
    chains: [u8; CELLS],
    /// For each number of a chain, what the chain touches. Those not yet in use touch nothing.
    rims: [Rim; 256],
    /// The lowest number that no chain has had.
    next: u8,
    pub(super) empty: u16,
    pub(super) turn: Player,
    pub(super) outcome: Outcome,
}

impl State {
    /// No stones, the first player to move.
    pub(super) fn new(board: &Board) -> State {
        State {
            rows: [[0; ROWS]; 2],
            chains: [0; CELLS],
            rims: [Rim::default(); 256],
            next: 1,
            empty: board.cells() as u16,
            turn: Player::new(0),
            outcome: Outcome::Open,
        }
    }

    /// Whether there is no stone on a cell.
    #[inline]
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.chains[cell.index()] == 0
    }

    /// Whether a stone of this player is on a cell.
    #[inline]
    pub(super) fn has_stone(&self, board: &Board, player: Player, cell: Cell) -> bool {
        let site = board.site(cell);
        self.rows[player.index() & 1][usize::from(site.row)] >> site.bit & 1 == 1
    }

    /// Whose stone is on a cell.
    pub(super) fn stone(&self, board: &Board, cell: Cell) -> Option<Player> {
        Player::all(2).find(|&player| self.has_stone(board, player, cell))
    }

    /// The number of the chain that a cell's stone belongs to.
    #[inline]
    pub(super) fn chain(&self, cell: Cell) -> usize {
        usize::from(self.chains[cell.index()])
    }

    /// What the chain of a cell's stone touches.
    #[inline]
    pub(super) fn rim(&self, cell: Cell) -> Rim {
        self.rims[self.chain(cell)]
    }

    /// Puts a stone on an empty cell and says whether it completes a ring, a bridge or a fork.
    #[inline(always)]
    pub(super) fn place(&mut self, board: &Board, player: Player, cell: Cell) -> bool {
        let site = board.site(cell);
        let rows = &mut self.rows[player.index() & 1];
        let pattern = Around::read(rows, site).pattern();
        rows[usize::from(site.row)] |= 1 << site.bit;
        self.empty -= 1;
        if pattern.complex {
            return self.join(board, player, cell, pattern);
        }
        // Nowhere is a place of no chain.
        let beside = self.beside(site, pattern.runs[0]);
        let chain = select_unpredictable(beside == 0, self.next, beside);
        self.next += u8::from(beside == 0);
        self.chains[cell.index()] = chain;
        let rim = &mut self.rims[usize::from(chain)];
        *rim = rim.with(site.rim);
        rim.wins()
    }

    /// The chain of the stone in this direction, of which 6 is none.
    #[inline(always)]
    fn beside(&self, site: &Site, direction: u8) -> u8 {
        self.chains[usize::from(site.around[usize::from(direction & 7)])]
    }

    /// The rest of placing a stone where chains meet or a ring around a stone may be completed.
    #[inline(never)]
    fn join(&mut self, board: &Board, player: Player, cell: Cell, pattern: &Pattern) -> bool {
        let site = board.site(cell);
        let chain = self.beside(site, pattern.runs[0]);
        let mut rim = self.rims[usize::from(chain)].with(site.rim);
        let mut ring = middle_fits(board, site, pattern.middles, &self.rows[player.index() & 1], Around::is_full);
        for &run in &pattern.runs[1..] {
            let other = self.beside(site, run);
            if other == 0 {
                break;
            }
            ring |= other == chain;
            rim = rim.with(self.rims[usize::from(other)]);
            self.rename(board, other, chain);
        }
        self.chains[cell.index()] = chain;
        self.rims[usize::from(chain)] = rim;
        ring | rim.wins()
    }

    /// Gives all stones of one chain the number of another.
    #[inline]
    fn rename(&mut self, board: &Board, from: u8, to: u8) {
        for part in self.chains.chunks_exact_mut(32).take(board.cells().div_ceil(32)) {
            for chain in part {
                *chain = if *chain == from { to } else { *chain };
            }
        }
    }

    /// Gives the only stone on the board to the other player, who takes it over.
    pub(super) fn take_over(&mut self) {
        self.rows.swap(0, 1);
    }

    /// A key of all that matters for the future, made when it is asked for: playouts never ask.
    pub(super) fn key(&self) -> u64 {
        let rows = self.rows[0].iter().zip(&self.rows[1]);
        key(self.turn.index() as u64, rows.map(|(&one, &two)| (u64::from(one), u64::from(two))))
    }

    fn parts(&self) -> (&[Rows; 2], Player, Outcome) {
        (&self.rows, self.turn, self.outcome)
    }
}

/// Whether what is around one of the neighbours in these directions fits.
#[inline]
fn middle_fits(board: &Board, site: &Site, mut middles: u8, rows: &Rows, fits: impl Fn(Around) -> bool) -> bool {
    while middles != 0 {
        let middle = Cell::new(site.around[middles.trailing_zeros() as usize & 7].into());
        if fits(Around::read(rows, board.site(middle))) {
            return true;
        }
        middles &= middles - 1;
    }
    false
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.parts().hash(hasher);
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("turn", &self.turn)
            .field("outcome", &self.outcome)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}
