//! Where a player's next piece may go, and one move of many without a list of them.

use kingmaker_core::Rng;

use super::Move;
use super::board::{MAX_SIZE, RIM, Squares};
use super::pieces::{ORIENTATIONS, Piece};
use super::windows::{CLASSES, Played, TABLE, WAYS, Ways, Window};

/// More than the convex corners of all pieces together, of which there are 113.
const MOST_POINTS: usize = 128;

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
        let around = Around::new(self);
        around.draw::<0, WAYS>(around.monominoes, rng)
    }

    /// A move with one of the largest pieces that can be placed, each equally likely.
    #[inline]
    pub(super) fn draw_largest(self, rng: &mut Rng) -> Option<Move> {
        const FOURS: usize = CLASSES[1];
        const THREES: usize = CLASSES[2];
        const TWOS: usize = CLASSES[3];
        let around = Around::new(self);
        let mut found = None;
        if self.played.has_left(5) {
            found = around.draw::<0, FOURS>(0, rng);
        }
        if found.is_none() && self.played.has_left(4) {
            found = around.draw::<FOURS, THREES>(0, rng);
        }
        if found.is_none() && self.played.has_left(3) {
            found = around.draw::<THREES, TWOS>(0, rng);
        }
        if found.is_none() && self.played.has_left(2) {
            found = around.draw::<TWOS, WAYS>(0, rng);
        }
        found.or_else(|| around.draw::<0, 0>(around.monominoes, rng))
    }

    /// How many moves there are.
    #[cfg(test)]
    pub(super) fn count(self) -> usize {
        let around = Around::new(self);
        let windows = around.windows[..around.count].iter();
        windows.map(|window| window.count::<0, WAYS>(&TABLE)).sum::<usize>() + around.monominoes
    }
}

/// The free squares to attach to.
struct Points {
    /// As bits.
    rows: [u32; 32],
    /// Those of two rows together, and the lower row, where there are any.
    pairs: [(u64, usize); MAX_SIZE / 2 + 1],
    count: usize,
}

impl Points {
    #[inline]
    fn new(site: Site<'_>) -> Points {
        let (blocked, attach) = (site.blocked.rows(), site.attach.rows());
        let rows: [u32; 32] = std::array::from_fn(|row| attach[row] & !blocked[row]);
        let mut points = Points { rows, pairs: [(0, 0); MAX_SIZE / 2 + 1], count: 0 };
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
            pair += usize::from(bits == 0);
            if bits == 0 {
                (bits, row) = self.pairs[pair.min(MAX_SIZE / 2)];
            }
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
    windows: [Window; MOST_POINTS],
    places: [(u8, u8); MOST_POINTS],
    count: usize,
    points: Points,
    /// How many moves there are with the piece of one square.
    monominoes: usize,
}

impl Around<'_> {
    #[inline]
    fn new(site: Site<'_>) -> Self {
        let points = Points::new(site);
        let monominoes = if site.played.contains(Piece::MONOMINO) { 0 } else { points.count };
        let mut windows = [Window::default(); MOST_POINTS];
        let mut places = [(0, 0); MOST_POINTS];
        let mut count = 0;
        for (row, column) in points.iter() {
            let window = points.window(site, row, column);
            windows[count % MOST_POINTS] = window;
            places[count % MOST_POINTS] = (row as u8, column as u8);
            count += usize::from(!window.is_closed());
        }
        Around { ways: &TABLE, windows, places, count, points, monominoes }
    }

    /// One of these ways or one of so many ways to place the piece of one square.
    #[inline]
    fn draw<const FROM: usize, const TO: usize>(&self, monominoes: usize, rng: &mut Rng) -> Option<Move> {
        let mut counts = [0; MOST_POINTS];
        let mut total = 0;
        for (window, count) in self.windows[..self.count].iter().zip(&mut counts) {
            let possible = window.count::<FROM, TO>(self.ways);
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
                let (row, column) = self.places[index];
                let way = self.windows[index].nth::<FROM, TO>(self.ways, n)?;
                return Some(way.around(usize::from(row), usize::from(column)));
            }
            n -= usize::from(count);
        }
        None
    }
}
