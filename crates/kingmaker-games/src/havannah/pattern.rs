//! What the stones of one colour around a cell mean for a stone put on it.
//!
//! Stones that follow each other around the cell, a *run*, are one chain already. So a new stone
//! joins as many chains as there are runs, unless two runs belong to the same chain: then the
//! way from one to the other through the chain and back over the new stone is a loop, with a
//! cell on either side of the new stone that is no stone of the chain. One of the two is inside,
//! so it is a ring. The other way to make a ring is to complete the six stones around one's own
//! stone, which is then the middle of three in a run.

use super::board::{Rows, Site};

/// The stones around a cell in seven bits, by rows: two above it, left, itself, right, two below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Around(u8);

/// The bit in [`Around`] of each of the six neighbours, numbered clockwise.
const BITS: [u32; 6] = [0, 1, 4, 6, 5, 2];

impl Around {
    /// The stones among `rows` around the cell.
    #[inline(always)]
    pub(super) fn read(rows: &Rows, site: &Site) -> Around {
        let (row, left) = (usize::from(site.row), u32::from(site.bit) - 1);
        let [above, here, below] = rows[row - 1..row + 2] else { return Around(0) };
        let bits = above >> left >> 1 & 0b11 | (here >> left & 0b111) << 2 | (below >> left & 0b11) << 5;
        Around(bits as u8)
    }

    /// Whether there are six stones around the cell, whatever is on it.
    #[inline]
    pub(super) fn is_full(self) -> bool {
        self.0 | 1 << 3 == 0b111_1111
    }

    /// What follows from these stones.
    #[inline]
    pub(super) fn pattern(self) -> &'static Pattern {
        &PATTERNS[usize::from(self.0 & 0b111_1111)]
    }
}

/// What follows from the stones around an empty cell.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub(super) struct Pattern {
    /// A direction into each of up to three runs; 6 where there is none.
    pub(super) runs: [u8; 3],
    /// The directions, as bits, of stones that are the middle of three in a run.
    pub(super) middles: u8,
    /// Whether there is more than one run, or a middle.
    pub(super) complex: bool,
}

impl Pattern {
    /// How many runs there are.
    pub(super) fn count(&self) -> usize {
        self.runs.iter().filter(|&&run| run < 6).count()
    }
}

static PATTERNS: [Pattern; 128] = {
    let mut patterns = [Pattern { runs: [6; 3], middles: 0, complex: false }; 128];
    let mut bits = 0;
    while bits < 128 {
        let pattern = &mut patterns[bits];
        let (mut count, mut direction) = (0, 0);
        while direction < 6 {
            let here = bits >> BITS[direction] & 1 == 1;
            let before = bits >> BITS[(direction + 5) % 6] & 1 == 1;
            let after = bits >> BITS[(direction + 1) % 6] & 1 == 1;
            if here && !before {
                pattern.runs[count] = direction as u8;
                count += 1;
            }
            if here && before && after {
                pattern.middles |= 1 << direction;
            }
            direction += 1;
        }
        // Six stones in a circle have no first one.
        if count == 0 && pattern.middles != 0 {
            pattern.runs[0] = 0;
        }
        pattern.complex = count > 1 || pattern.middles != 0;
        bits += 1;
    }
    patterns
};
