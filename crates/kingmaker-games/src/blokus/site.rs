//! Where a player's next piece may go, and one move of many without a list of them.

use kingmaker_core::Rng;

use super::Move;
use super::board::{MAX_SIZE, RIM, Squares};
use super::pieces::{MAX_PIECE, ORIENTATIONS, Piece};
use super::windows::{CLASSES, Played, TABLE, WAYS, Ways, Window};

/// More than the convex corners of all pieces together, of which there are 113.
const MOST_POINTS: usize = 128;

/// A power of two above half the rows of the board.
const PAIRS: usize = 16;

/// What decides about a player's moves.
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
    /// Whether this is one of the moves.
    #[inline]
    pub(super) fn allows(self, mv: Move) -> bool {
        let (orientation, corner) = (mv.orientation(), mv.corner());
        !self.played.contains(orientation.piece)
            && self.blocked.misses(&orientation.covered, corner)
            && !self.attach.misses(&orientation.covered, corner)
    }

    /// Whether there is a move.
    #[inline]
    pub(super) fn has_move(self) -> bool {
        let points = Points::new(self);
        if points.count == 0 || !self.played.contains(Piece::MONOMINO) {
            return points.count > 0;
        }
        let ways = &*TABLE;
        points.iter().any(|(row, column)| {
            let window = points.window(self, row, column);
            !window.is_closed() && window.count::<0, WAYS>(ways) > 0
        })
    }

    /// A move, each equally likely.
    #[inline]
    pub(super) fn draw(self, rng: &mut Rng) -> Option<Move> {
        Around::look(self, |around| around.draw::<0, WAYS>(around.monominoes, rng))
    }

    /// A move with one of the largest pieces that can be placed, each equally likely.
    #[inline]
    pub(super) fn draw_largest(self, rng: &mut Rng) -> Option<Move> {
        Around::look(self, |around| {
            let mut sizes = (1..=MAX_PIECE).rev().filter(|&size| self.played.has_left(size));
            sizes.find_map(|size| around.draw_of_size(size, rng))
        })
    }

    /// How many moves there are.
    #[cfg(test)]
    pub(super) fn count(self) -> usize {
        Around::look(self, |around| {
            let windows = (0..around.count).map(|index| around.window(index));
            windows.map(|window| window.count::<0, WAYS>(&TABLE)).sum::<usize>() + around.monominoes
        })
    }
}

/// The free squares to attach to.
struct Points {
    /// As bits.
    rows: [u32; 32],
    /// Those of two rows together, and the lower row, where there are any.
    pairs: [(u64, usize); PAIRS],
    count: usize,
}

impl Points {
    #[inline]
    fn new(site: Site<'_>) -> Points {
        let (blocked, attach) = (site.blocked.rows(), site.attach.rows());
        let rows: [u32; 32] = std::array::from_fn(|row| attach[row] & !blocked[row]);
        let mut points = Points { rows, pairs: [(0, 0); PAIRS], count: 0 };
        let mut filled = 0;
        for row in (RIM..RIM + MAX_SIZE).step_by(2) {
            let bits = u64::from(rows[row]) | u64::from(rows[row + 1]) << 32;
            points.pairs[filled] = (bits, row);
            filled += usize::from(bits != 0);
            points.count += bits.count_ones() as usize;
        }
        points
    }

    /// Rows and columns of the board with its rim, in order.
    #[inline]
    fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut pair = 0;
        let (mut bits, mut row) = self.pairs[0];
        (0..self.count).map(move |_| {
            let bit = bits.trailing_zeros() as usize;
            let point = (row + (bit >> 5), bit & 31);
            bits &= bits - 1;
            let done = usize::from(bits == 0);
            pair = (pair + done) % PAIRS;
            let next = self.pairs[pair];
            bits |= next.0 & (done as u64).wrapping_neg();
            row = next.1;
            point
        })
    }

    #[inline]
    fn window(&self, site: Site<'_>, row: usize, column: usize) -> Window {
        Window::new(site.blocked.rows(), &self.rows, row, column, site.played)
    }
}

/// The windows around all points where more than one square fits.
struct Around<'a> {
    ways: &'a Ways,
    words: [u64; MOST_POINTS],
    places: [u16; MOST_POINTS],
    count: usize,
    points: &'a Points,
    /// How many moves there are with the piece of one square.
    monominoes: usize,
}

impl Around<'_> {
    /// Hands the windows to `look`. They are not returned, for that would copy them.
    #[inline]
    fn look<T>(site: Site<'_>, look: impl FnOnce(&Around<'_>) -> T) -> T {
        let points = &Points::new(site);
        let monominoes = if site.played.contains(Piece::MONOMINO) { 0 } else { points.count };
        let (words, places) = ([0; MOST_POINTS], [0; MOST_POINTS]);
        let mut around = Around { ways: &TABLE, words, places, count: 0, points, monominoes };
        for (row, column) in points.iter() {
            let window = points.window(site, row, column);
            around.words[around.count % MOST_POINTS] = window.word;
            around.places[around.count % MOST_POINTS] = window.place;
            around.count += usize::from(!window.is_closed());
        }
        look(&around)
    }

    #[inline]
    fn window(&self, index: usize) -> Window {
        Window { word: self.words[index], place: self.places[index] }
    }

    /// A move with a piece of this size.
    #[inline]
    fn draw_of_size(&self, size: usize, rng: &mut Rng) -> Option<Move> {
        const FOURS: usize = CLASSES[1];
        const THREES: usize = CLASSES[2];
        const TWOS: usize = CLASSES[3];
        match size {
            5 => self.draw::<0, FOURS>(0, rng),
            4 => self.draw::<FOURS, THREES>(0, rng),
            3 => self.draw::<THREES, TWOS>(0, rng),
            2 => self.draw::<TWOS, WAYS>(0, rng),
            _ => self.draw::<0, 0>(self.monominoes, rng),
        }
    }

    /// One of these ways or one of so many ways to place the piece of one square.
    #[inline]
    fn draw<const FROM: usize, const TO: usize>(&self, monominoes: usize, rng: &mut Rng) -> Option<Move> {
        let mut counts = [0; MOST_POINTS];
        let mut total = 0;
        for (index, count) in counts.iter_mut().enumerate().take(self.count) {
            let possible = self.window(index).count::<FROM, TO>(self.ways);
            *count = possible as u8;
            total += possible;
        }
        if total + monominoes == 0 {
            return None;
        }
        let mut n = rng.below(total + monominoes);
        if n >= total {
            let (row, column) = self.points.iter().nth(n - total)?;
            return Some(Move(Move::encode(ORIENTATIONS - 1, row - RIM, column - RIM)));
        }
        for (index, &count) in counts[..self.count].iter().enumerate() {
            if n < usize::from(count) {
                return self.window(index).nth::<FROM, TO>(self.ways, n);
            }
            n -= usize::from(count);
        }
        None
    }
}
