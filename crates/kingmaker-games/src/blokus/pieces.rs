//! The 21 pieces in all the ways they can be turned and turned over.

use std::sync::LazyLock;

use super::board::{Patch, Square};

/// How many pieces each player has.
pub(super) const PIECES: usize = 21;

/// How many orientations all pieces have together.
pub(super) const ORIENTATIONS: usize = 91;

/// The squares of all pieces together.
pub(super) const ALL_SQUARES: u32 = 89;

/// How many squares the largest pieces have.
pub(super) const MAX_PIECE: usize = 5;

/// The pieces by falling size, so that moves in their order begin with the largest pieces.
const DRAWINGS: [(&str, &str); PIECES] = [
    ("F", ".XX/XX./.X."),
    ("I5", "XXXXX"),
    ("L5", "X./X./X./XX"),
    ("N", ".X/.X/XX/X."),
    ("P", "XX/XX/X."),
    ("T5", "XXX/.X./.X."),
    ("U", "X.X/XXX"),
    ("V5", "X../X../XXX"),
    ("W", "X../XX./.XX"),
    ("X", ".X./XXX/.X."),
    ("Y", ".X/XX/.X/.X"),
    ("Z5", "XX./.X./.XX"),
    ("I4", "XXXX"),
    ("L4", "X./X./XX"),
    ("O", "XX/XX"),
    ("T4", "XXX/.X."),
    ("Z4", "XX./.XX"),
    ("I3", "XXX"),
    ("V3", "X./XX"),
    ("2", "XX"),
    ("1", "X"),
];

/// One of the pieces, numbered by falling size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Piece(u8);

impl Piece {
    /// The piece of one square.
    pub(super) const MONOMINO: Piece = Piece(PIECES as u8 - 1);

    /// The piece with this number.
    pub(super) const fn new(index: usize) -> Piece {
        debug_assert!(index < PIECES);
        Piece(index as u8)
    }

    /// All pieces, the largest first.
    pub(super) fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES).map(Piece::new)
    }

    /// Counted from zero.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// As Blokus programs call it.
    pub(super) fn name(self) -> &'static str {
        DRAWINGS[self.index()].0
    }

    /// How many squares it covers.
    #[inline]
    pub(super) const fn size(self) -> usize {
        match self.0 {
            0..12 => 5,
            12..17 => 4,
            17..19 => 3,
            19 => 2,
            _ => 1,
        }
    }
}

/// A piece, turned in one of its ways.
#[derive(Debug)]
pub(super) struct Orientation {
    /// Which piece it is.
    pub(super) piece: Piece,
    /// The rows and columns that it covers, from the lower left corner of its bounding box.
    pub(super) cells: Vec<(usize, usize)>,
    /// The same for all sizes of pieces: smaller ones repeat a cell.
    pub(super) filled: [(usize, usize); MAX_PIECE],
    /// The squares that it covers.
    pub(super) covered: Patch,
    /// Those, and the squares at their edges.
    pub(super) edges: Patch,
    /// The squares at its corners, where the next piece may be attached.
    pub(super) corners: Patch,
}

impl Orientation {
    fn new(piece: Piece, cells: Vec<(usize, usize)>) -> Self {
        let patch = |steps: &[(isize, isize)]| {
            let mut patch = [0; 8];
            for &(row, column) in &cells {
                for &(up, right) in steps {
                    patch[(row + 1).saturating_add_signed(up)] |= 1 << (column + 1).saturating_add_signed(right);
                }
            }
            patch
        };
        let covered = patch(&[(0, 0)]);
        let edges = patch(&[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]);
        let diagonal = patch(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        let corners = std::array::from_fn(|row| diagonal[row] & !edges[row]);
        let filled = std::array::from_fn(|index| cells[index % cells.len()]);
        Orientation { piece, cells, filled, covered, edges, corners }
    }

    /// The squares that it covers when the lower left corner of its bounding box is at `corner`.
    pub(super) fn squares(&self, corner: Square) -> impl Iterator<Item = Square> {
        self.cells.iter().map(move |&(row, column)| Square::new(corner.row() + row, corner.column() + column))
    }

    /// Rows and columns of the bounding box.
    pub(super) fn extent(&self) -> (usize, usize) {
        let rows = self.cells.iter().map(|&(row, _)| row + 1).max();
        let columns = self.cells.iter().map(|&(_, column)| column + 1).max();
        (rows.unwrap_or(0), columns.unwrap_or(0))
    }
}

/// All orientations of all pieces, the largest pieces first.
pub(super) static ALL: LazyLock<Vec<Orientation>> = LazyLock::new(|| {
    Piece::all().flat_map(|piece| turned(piece).into_iter().map(move |cells| Orientation::new(piece, cells))).collect()
});

/// The number of the orientation that covers these squares, if they are the shape of a piece, and
/// the lower left corner of their bounding box.
pub(super) fn recognize(squares: &[Square]) -> Option<(usize, Square)> {
    let row = squares.iter().map(|square| square.row()).min()?;
    let column = squares.iter().map(|square| square.column()).min()?;
    let mut cells: Vec<_> = squares.iter().map(|square| (square.row() - row, square.column() - column)).collect();
    cells.sort_unstable();
    let orientation = ALL.iter().position(|orientation| orientation.cells == cells)?;
    Some((orientation, Square::new(row, column)))
}

/// The cells of a piece in each of its orientations.
fn turned(piece: Piece) -> Vec<Vec<(usize, usize)>> {
    let drawing = DRAWINGS[piece.index()].1.split('/').enumerate();
    let mut cells: Vec<(usize, usize)> = drawing
        .flat_map(|(row, line)| line.bytes().enumerate().filter(|&(_, cell)| cell == b'X').map(move |(c, _)| (row, c)))
        .collect();
    let mut ways = Vec::new();
    for turn in 0..8 {
        let (height, width) = (max_of(&cells, |cell| cell.0), max_of(&cells, |cell| cell.1));
        // A quarter turn, and after the first four one flip.
        cells = cells.iter().map(|&(row, column)| (column, height - row)).collect();
        if turn == 4 {
            cells = cells.iter().map(|&(row, column)| (width - row, column)).collect();
        }
        cells.sort_unstable();
        ways.push(cells.clone());
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

fn max_of(cells: &[(usize, usize)], part: impl Fn(&(usize, usize)) -> usize) -> usize {
    cells.iter().map(part).max().unwrap_or(0)
}
