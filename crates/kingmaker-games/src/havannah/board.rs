//! The board: a hexagon of hexagons, as a table that is built once for each base.
//!
//! Rows are counted from the top, cells within all rows from the left. Seen from a cell, the
//! cells around it are numbered clockwise from the upper left one:
//!
//! ```text
//!   0 1
//!  5 . 2
//!   4 3
//! ```

use std::sync::OnceLock;

/// The shortest side of a board.
pub const SMALLEST_BASE: usize = 4;

/// The longest side of a board.
pub const LARGEST_BASE: usize = 10;

/// More than the cells of the largest board, and a multiple of what a vector register holds.
pub const CELLS: usize = 288;

/// A place in a table of cells that no cell has.
pub const NOWHERE: usize = CELLS - 1;

/// One of the cells of a board, counted from the left of the top row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this number.
    #[inline]
    pub const fn new(index: usize) -> Cell {
        Cell(index as u16)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The rim that a cell or a chain touches, as bits: six corners, then six edges.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Rim(u16);

impl Rim {
    /// How many corners and edges there are.
    pub const PARTS: usize = 12;

    /// The first of the edges; the parts before it are corners.
    pub const FIRST_EDGE: usize = 6;

    /// One corner or edge.
    pub const fn part(index: usize) -> Rim {
        Rim(1 << index)
    }

    /// What either touches.
    #[inline]
    pub const fn with(self, other: Rim) -> Rim {
        Rim(self.0 | other.0)
    }

    /// What this touches and the other does not.
    #[inline]
    pub const fn without(self, other: Rim) -> Rim {
        Rim(self.0 & !other.0)
    }

    /// How many corners are touched.
    #[inline]
    pub const fn corners(self) -> u32 {
        (self.0 & 0b11_1111).count_ones()
    }

    /// How many edges are touched.
    #[inline]
    pub const fn edges(self) -> u32 {
        (self.0 >> Rim::FIRST_EDGE).count_ones()
    }

    /// Whether any part is touched by both.
    pub const fn shares(self, other: Rim) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether nothing is touched.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a chain that touches this is a bridge (two corners) or a fork (three edges).
    #[inline]
    pub const fn wins(self) -> bool {
        (self.corners() >= 2) | (self.edges() >= 3)
    }
}

/// What does not change about a cell.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Site {
    /// Its row plus one, so that there is a row above it.
    pub row: u8,
    /// Its column plus one, so that there is a bit to the left of it.
    pub bit: u8,
    /// The corner or the edge that it belongs to.
    pub rim: Rim,
    /// The numbers of the cells around it; [`NOWHERE`] off the board, and for the last two.
    pub around: [u16; 8],
}

/// A board of one base.
#[derive(Debug)]
pub struct Board {
    base: usize,
    cells: usize,
    sites: [Site; CELLS],
    /// For each row, counted from one, the number of its cell with bit 0, if there were one.
    origins: [i32; ROWS],
    masks: Rows,
    rim: Rows,
}

/// A set of cells: a word per row, with an empty one above and some below.
pub type Rows = [u32; ROWS];

/// The words of a set of cells: three vectors of eight rows, and one row above and below.
pub const ROWS: usize = 26;

/// How many rows are looked at together, in one vector register.
pub const LANES: usize = 8;

/// The rows from this one on that are looked at together.
#[inline(always)]
pub fn lanes(rows: &Rows, first: usize) -> [u32; LANES] {
    rows[first..].first_chunk().copied().unwrap_or([0; LANES])
}

/// For all cells of a row, from the rows above, here and below, what is in each direction.
#[inline(always)]
pub const fn around(above: u32, here: u32, below: u32) -> [u32; 6] {
    [above, above >> 1, here >> 1, below, below << 1, here << 1]
}

/// Rows and columns from one cell to the six around it.
pub const STEPS: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

impl Board {
    /// The board of this base, from [`SMALLEST_BASE`] to [`LARGEST_BASE`].
    pub fn of_base(base: usize) -> &'static Board {
        static BOARDS: [OnceLock<Board>; LARGEST_BASE + 1] = [const { OnceLock::new() }; LARGEST_BASE + 1];
        BOARDS[base].get_or_init(|| Board::build(base))
    }

    fn build(base: usize) -> Board {
        let side = 2 * base - 1;
        let columns = |row: usize| (base - 1).saturating_sub(row)..side.min(side + base - 1 - row);
        let places: Vec<(usize, usize)> =
            (0..side).flat_map(|row| columns(row).map(move |column| (row, column))).collect();
        let number = |row: i32, column: i32| {
            let place = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
            places.binary_search(&place).ok()
        };
        let site = |&(row, column): &(usize, usize)| {
            let mut around = [NOWHERE as u16; 8];
            for (index, (down, right)) in around.iter_mut().zip(STEPS) {
                *index = number(row as i32 + down, column as i32 + right).unwrap_or(NOWHERE) as u16;
            }
            Site { row: row as u8 + 1, bit: column as u8 + 1, rim: rim_of(base, row, column), around }
        };
        let mut sites = [Site { row: 1, bit: 1, rim: Rim::default(), around: [NOWHERE as u16; 8] }; CELLS];
        let (mut masks, mut rim, mut origins) = ([0u32; ROWS], [0; ROWS], [0; ROWS]);
        for (index, place) in places.iter().enumerate() {
            let site = site(place);
            sites[index] = site;
            let (row, bit) = (usize::from(site.row), usize::from(site.bit));
            masks[row] |= 1 << bit;
            rim[row] |= u32::from(!site.rim.is_empty()) << bit;
            origins[row] = index as i32 - bit as i32;
        }
        Board { base, cells: places.len(), sites, origins, masks, rim }
    }

    /// The number of cells along a side.
    pub fn base(&self) -> usize {
        self.base
    }

    /// The number of rows.
    #[inline]
    pub fn side(&self) -> usize {
        2 * self.base - 1
    }

    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// All cells, in order.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cells()).map(Cell::new)
    }

    /// What does not change about a cell.
    #[inline]
    pub fn site(&self, cell: Cell) -> &Site {
        &self.sites[cell.index()]
    }

    /// The cell at this row and bit of a set of cells.
    #[inline]
    pub fn cell_at(&self, row: usize, bit: u32) -> Cell {
        Cell::new((self.origins[row] + bit as i32) as usize)
    }

    /// All cells, as a set.
    #[inline]
    pub fn masks(&self) -> &Rows {
        &self.masks
    }

    /// The cells of corners and edges, as a set.
    #[inline]
    pub fn rim(&self) -> &Rows {
        &self.rim
    }

    /// How many times [`LANES`] rows hold the board.
    #[inline]
    pub fn parts(&self) -> usize {
        self.side().div_ceil(LANES)
    }

    /// The cell with this letter (from 0) and number (from 0), if it exists.
    pub fn named(&self, letter: usize, number: usize) -> Option<Cell> {
        let row = self.side().checked_sub(number + 1)?;
        let inside = letter < self.side() && self.masks[row + 1] >> (letter + 1) & 1 == 1;
        inside.then(|| self.cell_at(row + 1, letter as u32 + 1))
    }

    /// A cell's name: a letter for its slanting column, and its row as a number from below.
    pub fn name(&self, cell: Cell) -> String {
        let site = self.site(cell);
        let letter = char::from(b'a' + site.bit - 1);
        format!("{letter}{}", self.side() + 1 - usize::from(site.row))
    }
}

/// The part of the rim that a cell is on. A corner belongs to no edge.
fn rim_of(base: usize, row: usize, column: usize) -> Rim {
    let most = base as i32 - 1;
    // The coordinate along each of three axes, from -most to most.
    let (q, r) = (column as i32 - most, row as i32 - most);
    let ends = [q, -q, r, -r, q + r, -q - r].map(|coordinate| coordinate == most);
    let mut touched = (0..6).filter(|&edge| ends[edge]);
    match (touched.next(), touched.next()) {
        (Some(edge), None) => Rim::part(Rim::FIRST_EDGE + edge),
        (Some(one), Some(other)) => {
            let corner = CORNERS.iter().position(|&edges| edges == (one, other));
            corner.map_or(Rim::default(), Rim::part)
        }
        _ => Rim::default(),
    }
}

/// The two edges that meet in each corner, numbered as in [`rim_of`].
const CORNERS: [(usize, usize); 6] = [(0, 3), (0, 4), (2, 4), (1, 2), (1, 5), (3, 5)];
