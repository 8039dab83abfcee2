//! How far every field is from a home base, as sets of fields.

use super::board::{BOARD, FIELDS, Field, Fields, TRIANGLES, shifted};

/// No distance is longer.
pub(super) const FARTHEST: usize = 12;

/// What is meant by the distance to the home base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Steps to the tip of its triangle.
    Tip,
    /// Steps to its nearest field.
    Base,
}

/// Targets by how much closer (from -2 to 2) they bring a piece, and the direction it comes in.
#[derive(Debug)]
pub(super) struct Gains([[Fields; 6]; 5]);

impl Gains {
    /// The targets that bring a piece so much closer, by direction.
    #[inline]
    pub(super) fn by(&self, gain: i32) -> &[Fields; 6] {
        self.0.get((gain + 2) as usize).unwrap_or(&[0; 6])
    }
}

/// The distances to one home base.
#[derive(Debug)]
pub(super) struct Guide {
    /// The home base.
    pub(super) home: Fields,
    /// The distance of each bit that is a field.
    distance: [u8; 128],
    /// The fields at each distance.
    pub(super) at: [Fields; FARTHEST + 1],
    /// The fields up to each distance.
    pub(super) within: [Fields; FARTHEST + 1],
    /// The targets of steps.
    pub(super) steps: Gains,
    /// The targets of single jumps.
    pub(super) jumps: Gains,
}

impl Guide {
    /// The distance of a field.
    #[inline]
    pub(super) fn distance(&self, field: Field) -> usize {
        usize::from(self.distance[field.index()])
    }

    const fn new(triangle: usize, measure: Measure) -> Guide {
        let mut guide = Guide {
            home: TRIANGLES[triangle],
            distance: [0; 128],
            at: [0; FARTHEST + 1],
            within: [0; FARTHEST + 1],
            steps: Gains([[0; 6]; 5]),
            jumps: Gains([[0; 6]; 5]),
        };
        let tip = Field::from_place(0).turned(triangle);
        let mut bit = 0;
        while bit < 128 {
            if BOARD >> bit & 1 == 1 {
                let field = Field::from_bit(bit);
                let distance = match measure {
                    Measure::Tip => field.distance(tip),
                    Measure::Base => nearest(field, guide.home),
                };
                guide.distance[bit] = distance as u8;
                guide.at[distance as usize] |= 1 << bit;
            }
            bit += 1;
        }
        let mut distance = 0;
        while distance <= FARTHEST {
            guide.within[distance] = guide.at[distance];
            if distance > 0 {
                guide.within[distance] |= guide.within[distance - 1];
            }
            distance += 1;
        }
        guide.compare_steps();
        guide
    }

    const fn compare_steps(&mut self) {
        let mut place = 0;
        while place < FIELDS {
            let field = Field::from_place(place);
            let mut direction = 0;
            while direction < 6 {
                let next = shifted(field.bit(), direction) & BOARD;
                let landing = shifted(next, direction) & BOARD;
                self.steps.0[self.gain(field, next)][direction] |= next;
                self.jumps.0[self.gain(field, landing)][direction] |= landing;
                direction += 1;
            }
            place += 1;
        }
    }

    /// How much closer the other field is, plus 2; anything if there is no other field.
    const fn gain(&self, field: Field, other: Fields) -> usize {
        if other == 0 {
            return 0;
        }
        (2 + self.distance[field.index()] - self.distance[Field::lowest(other).index()]) as usize
    }
}

/// The distance to the nearest of some fields.
const fn nearest(field: Field, fields: Fields) -> u32 {
    let mut least = u32::MAX;
    let mut bit = 0;
    while bit < 128 {
        if fields >> bit & 1 == 1 {
            let distance = field.distance(Field::from_bit(bit));
            least = if distance < least { distance } else { least };
        }
        bit += 1;
    }
    least
}

const fn guides(measure: Measure) -> [Guide; 6] {
    [
        Guide::new(0, measure),
        Guide::new(1, measure),
        Guide::new(2, measure),
        Guide::new(3, measure),
        Guide::new(4, measure),
        Guide::new(5, measure),
    ]
}

static TO_TIP: [Guide; 6] = guides(Measure::Tip);
static TO_BASE: [Guide; 6] = guides(Measure::Base);

/// The guide to the triangle of this number.
pub(super) fn guide(triangle: usize, measure: Measure) -> &'static Guide {
    match measure {
        Measure::Tip => &TO_TIP[triangle],
        Measure::Base => &TO_BASE[triangle],
    }
}
