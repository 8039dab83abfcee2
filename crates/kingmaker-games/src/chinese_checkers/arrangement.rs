//! Numbers for arrangements of pieces of one colour.
//!
//! This is the combinatorial number system: pieces on the fields p0 < p1 < ... have the number
//! C(p0, 1) + C(p1, 2) + ... With six pieces there are 170,230,452 of them.

use super::board::{FIELDS, Field, Fields};

/// How many of the pieces, from the lowest, [`Arrangements`] looks up together.
const LOW: usize = 3;

/// `BINOMIALS[k][bit]`: in how many ways k of the fields before this one can be chosen.
pub(super) static BINOMIALS: [[u32; 128]; 8] = {
    let mut table = [[0; 128]; 8];
    let mut place = 0;
    while place < FIELDS {
        let bit = Field::from_place(place).index();
        let mut k = 0;
        while k < 8 {
            table[k][bit] = binomial(place, k) as u32;
            k += 1;
        }
        place += 1;
    }
    table
};

/// The mirror image of each field, left and right exchanged, as a bit.
static MIRRORED: [Fields; 128] = {
    let mut table = [0; 128];
    let mut place = 0;
    while place < FIELDS {
        let field = Field::from_place(place);
        table[field.index()] = Field::from_bit((field.index() as i32 - field.x()) as usize).bit();
        place += 1;
    }
    table
};

/// In how many ways k of n things can be chosen.
pub(super) const fn binomial(n: usize, k: usize) -> usize {
    let mut product = 1;
    let mut factor = 0;
    while factor < k {
        if factor >= n {
            return 0;
        }
        product = product * (n - factor) / (factor + 1);
        factor += 1;
    }
    product
}

/// The number of an arrangement of up to seven pieces.
#[inline]
pub(super) fn rank(pieces: Fields) -> u32 {
    let (mut sum, mut base) = (0u32, 0);
    let (mut word, mut high) = (pieces as u64, (pieces >> 64) as u64);
    // One loop over both words: how many pieces are in each is hard to foresee for a processor.
    for table in &BINOMIALS[1..] {
        if word == 0 {
            (word, high, base) = (high, 0, 64);
        }
        if word == 0 {
            break;
        }
        sum = sum.wrapping_add(table[(base + word.trailing_zeros() as usize) & 127]);
        word &= word - 1;
    }
    sum
}

/// What the other pieces add to the number of an arrangement when the piece of this index, of pieces on `fields` (as
/// bits, in order), goes where so many of the others are before it. Each one that it passes becomes one lower or one
/// higher in the order.
#[inline(always)]
pub(super) fn numbers_of_others<const PIECES: usize>(
    number: u32,
    fields: &[usize; PIECES],
    index: usize,
) -> [u32; PIECES] {
    let term = |k: usize, index: usize| BINOMIALS[k][fields[index] & 127];
    let mut others = [0u32; PIECES];
    others[index] = number.wrapping_sub(term(index + 1, index));
    for passed in index + 1..PIECES {
        let change = term(passed, passed).wrapping_sub(term(passed + 1, passed));
        others[passed] = others[passed - 1].wrapping_add(change);
    }
    for passed in (0..index).rev() {
        let change = term(passed + 2, passed).wrapping_sub(term(passed + 1, passed));
        others[passed] = others[passed + 1].wrapping_add(change);
    }
    others
}

/// The pieces with left and right exchanged.
#[inline]
pub(super) fn mirrored(pieces: Fields) -> Fields {
    Field::all(pieces).fold(0, |image, field| image | MIRRORED[field.index()])
}

/// All arrangements of so many pieces, in blocks that differ only in the lowest three, so that an
/// arrangement can be had from its number by looking it up.
pub(super) struct Arrangements {
    pub(super) count: usize,
    /// The lowest pieces in the order of their numbers, and their mirror images.
    low: Vec<(Fields, Fields)>,
    pub(super) blocks: Vec<Block>,
}

/// Arrangements with consecutive numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The highest pieces, which all have.
    high: Fields,
    high_mirrored: Fields,
    /// The first of the numbers, and how many there are.
    pub(super) first: usize,
    pub(super) count: usize,
}

impl Arrangements {
    pub(super) fn new(pieces: usize) -> Self {
        let together = pieces.min(LOW);
        let mut low = Vec::new();
        for_each_choice(together, FIELDS, &mut |fields| low.push((fields, mirrored(fields))));
        let mut blocks = Vec::new();
        for_each_choice(pieces - together, FIELDS, &mut |high| {
            let lowest = if high == 0 { FIELDS } else { Field::lowest(high).place() };
            if lowest >= LOW {
                // The high pieces are counted on from the low ones.
                let terms = Field::all(high).zip(together + 1..).map(|(field, k)| binomial(field.place(), k));
                let (first, count) = (terms.sum(), binomial(lowest, together));
                blocks.push(Block { high, high_mirrored: mirrored(high), first, count });
            }
        });
        Arrangements { count: binomial(FIELDS, pieces), low, blocks }
    }

    /// The pieces of an arrangement of this block, counted from its first.
    #[inline]
    pub(super) fn pieces(&self, block: &Block, index: usize) -> Fields {
        block.high | self.low[index].0
    }

    /// The mirror image of an arrangement of this block, counted from its first.
    #[inline]
    pub(super) fn image(&self, block: &Block, index: usize) -> Fields {
        block.high_mirrored | self.low[index].1
    }
}

/// All choices of k of the first n fields, in the order of their numbers.
fn for_each_choice(k: usize, n: usize, each: &mut impl FnMut(Fields)) {
    fn extend(k: usize, n: usize, above: Fields, each: &mut dyn FnMut(Fields)) {
        if k == 0 {
            return each(above);
        }
        for highest in k - 1..n {
            extend(k - 1, highest, above | Field::from_place(highest).bit(), each);
        }
    }
    extend(k, n, 0, each);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(places: &[usize]) -> u32 {
        rank(places.iter().map(|&place| Field::from_place(place).bit()).sum())
    }

    #[test]
    fn numbers_of_six_pieces() {
        assert_eq!(binomial(FIELDS, 6), 170_230_452);
        let listed: [([usize; 6], u32); 14] = [
            ([0, 1, 2, 3, 4, 5], 0),
            ([67, 68, 69, 70, 71, 72], 170_230_451),
            ([13, 14, 15, 23, 24, 32], 958_110),
            ([47, 55, 56, 64, 65, 66], 99_783_284),
            ([40, 48, 49, 57, 58, 59], 50_054_192),
            ([6, 7, 8, 16, 17, 25], 185_191),
            ([3, 14, 17, 28, 31, 35], 1_814_320),
            ([3, 4, 11, 13, 54, 69], 123_040_871),
            ([3, 11, 25, 27, 29, 64], 75_113_031),
            ([0, 28, 35, 53, 57, 69], 124_364_326),
            ([19, 20, 27, 35, 43, 54], 26_845_257),
            ([11, 12, 13, 43, 45, 48], 13_617_044),
            ([5, 15, 33, 44, 58, 68], 114_176_777),
            ([12, 20, 35, 46, 48, 58], 42_357_594),
        ];
        for (places, expected) in listed {
            assert_eq!(number(&places), expected, "{places:?}");
        }
    }

    #[test]
    fn blocks_list_everything_in_order() {
        for pieces in [1, 2, 3, 4] {
            let all = Arrangements::new(pieces);
            let mut next = 0;
            for block in &all.blocks {
                assert_eq!(block.first, next);
                for index in (0..block.count).step_by(if pieces < 4 { 1 } else { 37 }) {
                    let fields = all.pieces(block, index);
                    assert_eq!(rank(fields) as usize, block.first + index);
                    assert_eq!(all.image(block, index), mirrored(fields));
                    assert_eq!(mirrored(mirrored(fields)), fields);
                }
                next += block.count;
            }
            assert_eq!(next, all.count);
        }
    }

    #[test]
    fn mirror_images() {
        let image = |place| Field::lowest(mirrored(Field::from_place(place).bit())).place();
        assert_eq!([0, 1, 4, 6, 15, 36, 67, 72].map(image), [0, 2, 4, 15, 6, 36, 69, 72]);
    }
}
