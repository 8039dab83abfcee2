//! Cells of the board and sets of them.

use std::fmt;

use kingmaker_core::Rng;

/// The most cells a board may have: a set of them has a bit for each.
pub(super) const MAX_CELLS: usize = 32;

/// A cell of the board, which is also the move to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CellSet(u32);

impl Cell {
    /// What seekers see of a move of the hider: that there was one.
    pub const HIDDEN: Cell = Cell(MAX_CELLS as u8);

    /// Counted from 0.
    pub(super) const fn new(index: usize) -> Self {
        Cell(index as u8)
    }

    /// Counted from 0.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl CellSet {
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    pub(super) fn contains(self, cell: Cell) -> bool {
        cell != Cell::HIDDEN && self.0 >> cell.0 & 1 == 1
    }

    pub(super) fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| Cell(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(cell)
        })
    }

    pub(super) fn pick(self, rng: &mut Rng) -> Option<Cell> {
        if self.is_empty() { None } else { self.iter().nth(rng.below(self.len())) }
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        CellSet(cells.into_iter().fold(0, |set, cell| set | 1 << cell.0))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Cell::HIDDEN { f.write_str("?") } else { write!(f, "c{}", self.0 + 1) }
    }
}
