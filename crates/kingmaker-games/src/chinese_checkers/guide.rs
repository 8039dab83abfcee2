//! How far every field is from a home base, as sets of fields.

use super::board::{BOARD, DIRECTIONS, FIELDS, Field, Fields, TRIANGLES, shifted};

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

/// The distances to one home base.
#[derive(Debug)]
pub(super) struct Guide {
    /// The home base.
    pub(super) home: Fields,
    /// The distance of each bit that is a field.
    pub(super) distance: [u8; 128],
    /// The fields at each distance.
    pub(super) at: [Fields; FARTHEST + 1],
    /// The fields up to each distance.
    pub(super) within: [Fields; FARTHEST + 1],
    /// The fields that one comes one step closer by entering in this direction.
    pub(super) closer: [Fields; 6],
    /// The fields that one comes no closer nor farther by entering in this direction.
    pub(super) level: [Fields; 6],
}

impl Guide {
    const fn new(triangle: usize, measure: Measure) -> Guide {
        let mut guide = Guide {
            home: TRIANGLES[triangle],
            distance: [0; 128],
            at: [0; FARTHEST + 1],
            within: [0; FARTHEST + 1],
            closer: [0; 6],
            level: [0; 6],
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
                let next = field.offset(DIRECTIONS[direction]);
                if shifted(field.bit(), direction) & BOARD != 0 {
                    let (here, there) = (self.distance[field.index()], self.distance[next.index()]);
                    if here > there {
                        self.closer[direction] |= next.bit();
                    } else if here == there {
                        self.level[direction] |= next.bit();
                    }
                }
                direction += 1;
            }
            place += 1;
        }
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
