//! Cells of the ring and sets of them.

use std::fmt;

use crate::rng::Rng;

/// The most cells a ring may have: a set of them has a bit for each.
pub(super) const MAX_CELLS: usize = 16;

/// A cell of the ring, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CellSet(pub(super) u16);

impl CellSet {
    pub(super) fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    pub(super) fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        (0..MAX_CELLS as u8).map(Cell).filter(move |&cell| self.contains(cell))
    }

    pub(super) fn pick(self, rng: &mut Rng) -> Option<Cell> {
        if self.0 == 0 { None } else { self.iter().nth(rng.below(self.len())) }
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        CellSet(cells.into_iter().fold(0, |set, cell| set | 1 << cell.0))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0 + 1)
    }
}
