//! What can be attached at one square, by looking at the 64 squares around it.
//!
//! A square where a piece may be attached has an own piece at one of its corners, so that of its
//! neighbours above and below at least one is blocked, and of those left and right too. That
//! leaves 127 ways in which a piece can cover it, none of which reaches beyond a window of 8x8
//! squares. The window is a word, in which the pieces that were already played are bits as well;
//! a way is possible when it has no bit in common with the word.

use std::ops::Range;
use std::sync::LazyLock;

use kingmaker_core::Rng;

use super::Move;
use super::board::{MAX_SIZE, RIM, Squares};
use super::pieces::{self, MAX_PIECE, PIECES, Piece};

/// Where the ways with pieces of five squares begin, those with four squares, and so on, and
/// where the last end. They are filled up to whole vectors with ways that are never possible.
const CLASSES: [usize; MAX_PIECE + 1] = [0, 92, 120, 128, 132, 136];
const WAYS: usize = CLASSES[MAX_PIECE];

/// The squares of a window that a way may cover. The other bits stand for pieces.
const CELLS: u64 = 0x183c_7eff_ff7e_3c18;

/// A bit that is in every window.
const NEVER: u64 = 1 << 63;

/// The pieces that a player has played, as bits of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Played(u64);

impl Played {
    /// No piece yet.
    pub(super) const NONE: Played = Played(NEVER);

    const FLAGS: [u64; PIECES] = {
        let mut flags = [0; PIECES];
        let (mut bits, mut index) = (!CELLS, 0);
        while index < PIECES {
            flags[index] = bits & bits.wrapping_neg();
            bits &= bits - 1;
            index += 1;
        }
        flags
    };

    const OF_SIZE: [u64; MAX_PIECE + 1] = {
        let mut masks = [0; MAX_PIECE + 1];
        let mut index = 0;
        while index < PIECES {
            masks[Piece::new(index).size()] |= Played::FLAGS[index];
            index += 1;
        }
        masks
    };

    /// Whether this piece has been played.
    #[inline]
    pub(super) fn contains(self, piece: Piece) -> bool {
        self.0 & Played::FLAGS[piece.index()] != 0
    }

    /// Counts the piece as played.
    #[inline]
    pub(super) fn insert(&mut self, piece: Piece) {
        self.0 |= Played::FLAGS[piece.index()];
    }

    /// Whether all pieces are left.
    #[inline]
    pub(super) fn is_none(self) -> bool {
        self == Played::NONE
    }

    /// Whether no piece is left.
    #[inline]
    pub(super) fn is_all(self) -> bool {
        self.0.count_ones() as usize == PIECES + 1
    }

    /// How many squares the pieces cover together.
    #[inline]
    pub(super) fn squares(self) -> u32 {
        (1..=MAX_PIECE).map(|size| size as u32 * (self.0 & Played::OF_SIZE[size]).count_ones()).sum()
    }

    /// Whether a piece of this size is left.
    #[inline]
    fn has_left(self, size: usize) -> bool {
        !self.0 & Played::OF_SIZE[size] != 0
    }
}

/// The ways to cover the central square, for each of the four positions of a window.
struct Ways {
    /// The other squares that are covered, and the piece.
    masks: [[u64; WAYS]; 4],
    /// The move, but for the central square, which is to be added.
    moves: [[u16; WAYS]; 4],
}

static TABLE: LazyLock<Ways> = LazyLock::new(|| {
    let mut table = Ways { masks: [[NEVER; WAYS]; 4], moves: [[0; WAYS]; 4] };
    for position in 0..4 {
        let mut next = CLASSES;
        for (number, orientation) in pieces::ALL.iter().enumerate() {
            for &centre in &orientation.cells {
                let Some(cells) = mask(&orientation.cells, centre, position) else { continue };
                let way = &mut next[MAX_PIECE - orientation.piece.size()];
                table.masks[position][*way] = cells | Played::FLAGS[orientation.piece.index()];
                let corner = Move::encode(number, 0, 0).wrapping_sub(Move::encode(0, centre.0, centre.1));
                table.moves[position][*way] = corner;
                *way += 1;
            }
        }
    }
    table
});

/// The cells other than the central one, or nothing if one of them is known to be blocked.
fn mask(cells: &[(usize, usize)], centre: (usize, usize), position: usize) -> Option<u64> {
    let (below, left) = (position & 1, position >> 1);
    let (row, column) = (4 - below as isize, 4 - left as isize);
    let blocked = [(row + 1 - 2 * below as isize, column), (row, column + 1 - 2 * left as isize)];
    let mut mask = 0;
    for &cell in cells.iter().filter(|&&cell| cell != centre) {
        let (up, right) = (cell.0 as isize - centre.0 as isize, cell.1 as isize - centre.1 as isize);
        let at = (row + up, column + right);
        if blocked.contains(&at) {
            return None;
        }
        // Beyond the window is only what cannot be reached past a blocked square.
        if (0..8).contains(&at.0) && (0..8).contains(&at.1) {
            mask |= 1 << (8 * at.0 + at.1);
        }
    }
    Some(mask)
}

/// The surroundings of a square where a piece may be attached.
#[derive(Clone, Copy)]
pub(super) struct Window {
    word: u64,
    position: usize,
    centre: u16,
}

impl Window {
    /// The window around a square in this row and column of the board with its rim.
    #[inline]
    fn around(blocked: &[u32; 32], row: usize, column: usize, played: Played) -> Window {
        // Away from a blocked neighbour a piece reaches one square further than towards it.
        let below = (blocked[(row - 1) & 31] >> column & 1) as usize;
        let left = (blocked[row & 31] >> (column - 1) & 1) as usize;
        let shift = column - RIM + left;
        let mut word = 0;
        if let Some(rows) = blocked.get(row - RIM + below..).and_then(|rows| rows.first_chunk::<8>()) {
            for pair in 0..4 {
                let two = u64::from(rows[2 * pair]) | u64::from(rows[2 * pair + 1]) << 32;
                let two = two >> shift & 0xff_0000_00ff;
                word |= (two | two >> 24) << (16 * pair) & 0xffff << (16 * pair);
            }
        }
        let centre = Move::encode(0, row - RIM, column - RIM);
        Window { word: word & CELLS | played.0, position: below | left << 1, centre }
    }

    /// How many moves with a piece of a size among these there are.
    #[inline]
    fn count(&self, table: &Ways, classes: Range<usize>) -> u64 {
        let masks = &table.masks[self.position & 3][CLASSES[classes.start]..CLASSES[classes.end]];
        masks.iter().map(|mask| u64::from(mask & self.word == 0)).sum()
    }

    /// How many moves with a piece of this class there are.
    #[inline]
    fn count_of(&self, table: &Ways, class: usize) -> u64 {
        // Spelled out so that the bounds are constants.
        match class {
            0 => self.count(table, 0..1),
            1 => self.count(table, 1..2),
            2 => self.count(table, 2..3),
            3 => self.count(table, 3..4),
            _ => self.count(table, 4..5),
        }
    }

    /// The `n`th of these moves.
    #[inline]
    fn nth(&self, table: &Ways, classes: Range<usize>, mut n: u64) -> Option<Move> {
        let ways = CLASSES[classes.start]..CLASSES[classes.end];
        for (mask, mv) in table.masks[self.position & 3][ways.clone()].iter().zip(&table.moves[self.position & 3][ways])
        {
            let possible = mask & self.word == 0;
            if possible && n == 0 {
                return Some(Move(mv.wrapping_add(self.centre)));
            }
            n -= u64::from(possible);
        }
        None
    }
}

/// Where a player's pieces may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<'a> {
    /// Squares that are covered, or at an edge of an own piece, or not on the board.
    pub(super) blocked: &'a Squares,
    /// Squares at a corner of an own piece.
    pub(super) attach: &'a Squares,
    /// The pieces that are no longer there.
    pub(super) played: Played,
}

impl Site<'_> {
    /// Shows the windows around all free squares to attach to, until `look` has seen enough. Each
    /// of these squares is blocked in the windows that follow, so that no move is met twice.
    #[inline]
    fn look_around(self, mut look: impl FnMut(&Window) -> bool) {
        let mut blocked = *self.blocked.rows();
        for row in RIM..RIM + MAX_SIZE {
            let mut points = self.attach.rows()[row] & !blocked[row];
            while points != 0 {
                let column = points.trailing_zeros() as usize;
                if look(&Window::around(&blocked, row, column, self.played)) {
                    return;
                }
                blocked[row] |= points & points.wrapping_neg();
                points &= points - 1;
            }
        }
    }

    /// Whether there is a move.
    #[inline]
    pub(super) fn has_move(self) -> bool {
        let monomino = !self.played.contains(Piece::MONOMINO);
        let table = &*TABLE;
        let mut found = false;
        self.look_around(|window| {
            found = monomino || window.count(table, 0..MAX_PIECE) > 0;
            found
        });
        found
    }

    /// How many moves there are.
    #[cfg(test)]
    pub(super) fn count(self) -> usize {
        let mut total = 0;
        self.look_around(|window| {
            total += window.count(&TABLE, 0..MAX_PIECE);
            false
        });
        total as usize
    }

    /// A move, each equally likely.
    #[inline]
    pub(super) fn draw(self, rng: &mut Rng) -> Option<Move> {
        let table = &*TABLE;
        let (mut total, mut choice) = (0, None);
        self.look_around(|window| {
            let count = window.count(table, 0..MAX_PIECE);
            total += count;
            if count > 0 && (rng.below(total as usize) as u64) < count {
                choice = Some((*window, count));
            }
            false
        });
        let (window, count) = choice?;
        window.nth(table, 0..MAX_PIECE, rng.below(count as usize) as u64)
    }

    /// A move with one of the largest pieces that can be placed, each equally likely.
    #[inline]
    pub(super) fn draw_largest(self, rng: &mut Rng) -> Option<Move> {
        let table = &*TABLE;
        let (mut total, mut choice) = (0, None);
        let first = (0..MAX_PIECE).find(|&class| self.played.has_left(MAX_PIECE - class))?;
        let mut best = MAX_PIECE - 1;
        self.look_around(|window| {
            let found =
                (first..=best).map(|class| (class, window.count_of(table, class))).find(|&(_, count)| count > 0);
            if let Some((class, count)) = found {
                total = if class < best { count } else { total + count };
                best = class;
                if (rng.below(total as usize) as u64) < count {
                    choice = Some((*window, count));
                }
            }
            false
        });
        let (window, count) = choice?;
        window.nth(table, best..best + 1, rng.below(count as usize) as u64)
    }
}
