//! The board: a star of 73 fields, as bits of a word.
//!
//! A field in row `r` (0 on top) whose centre is `x` half-fields to the right of the middle is
//! bit `10 r + (x + r) / 2`. The six neighbours are then 1, 10 and 11 bits away, up and down,
//! whatever the field; a step off the board ends on a bit that is no field, or beyond the word.
//! So all pieces of a player step in one direction with one shift and one mask. The order of
//! bits is also that of the usual numbering, row by row from the left.

use std::fmt;

/// Fields as bits.
pub type Fields = u128;

/// How many fields there are.
pub const FIELDS: usize = 73;

/// The fields in each row, from the top.
pub const ROWS: [usize; 13] = [1, 2, 3, 10, 9, 8, 7, 8, 9, 10, 3, 2, 1];

/// How far apart in number neighbouring fields are.
pub const DIRECTIONS: [i32; 6] = [-11, -10, -1, 1, 10, 11];

/// The bit of each field, in the usual numbering.
static BITS: [u8; FIELDS] = {
    let mut bits = [0; FIELDS];
    let (mut row, mut place) = (0, 0);
    while row < ROWS.len() {
        let mut index = 0;
        while index < ROWS[row] {
            let x = 2 * index as i32 - (ROWS[row] as i32 - 1);
            bits[place] = (10 * row as i32 + (x + row as i32) / 2) as u8;
            place += 1;
            index += 1;
        }
        row += 1;
    }
    bits
};

/// For each bit the number of its field.
static PLACES: [u8; 128] = {
    let mut places = [0; 128];
    let mut place = 0;
    while place < FIELDS {
        places[BITS[place] as usize] = place as u8;
        place += 1;
    }
    places
};

/// All fields.
pub const BOARD: Fields = {
    let mut board = 0;
    let mut place = 0;
    while place < FIELDS {
        board |= 1 << BITS[place];
        place += 1;
    }
    board
};

/// One field of the board, by its bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field(u8);

impl Field {
    /// The field with this number, below [`FIELDS`]: row by row from the top, from the left.
    pub const fn from_place(place: usize) -> Field {
        Field(BITS[place])
    }

    /// The field with this bit, which is one of the board's.
    pub(super) const fn from_bit(bit: usize) -> Field {
        Field(bit as u8)
    }

    /// The field in this row, counted from the top, and so far from the left, if it exists.
    pub fn at(row: usize, index: usize) -> Option<Field> {
        (row < ROWS.len() && index < ROWS[row]).then(|| Field::from_place(ROWS[..row].iter().sum::<usize>() + index))
    }

    /// The lowest of some fields, of which there is at least one.
    #[inline]
    pub const fn lowest(fields: Fields) -> Field {
        Field(fields.trailing_zeros() as u8)
    }

    /// The `n`th of some fields, of which there are more than `n`.
    #[inline]
    pub fn nth(fields: Fields, mut n: usize) -> Field {
        let low = (fields as u64).count_ones() as usize;
        let (mut word, base) = if n < low { (fields as u64, 0) } else { ((fields >> 64) as u64, 64) };
        n -= if n < low { 0 } else { low };
        for _ in 0..n {
            word &= word - 1;
        }
        Field(base + word.trailing_zeros() as u8)
    }

    /// All of some fields, in order.
    #[inline]
    pub fn all(mut fields: Fields) -> impl Iterator<Item = Field> {
        std::iter::from_fn(move || {
            (fields != 0).then(|| {
                let field = Field::lowest(fields);
                fields &= fields - 1;
                field
            })
        })
    }

    /// Its number, below [`FIELDS`].
    #[inline]
    pub fn place(self) -> usize {
        usize::from(PLACES[self.index()])
    }

    /// The number of its bit, below 128.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// Where it goes, as a bit, when the board is turned so that the triangle of this number comes to
    /// the top.
    #[inline]
    pub fn turned_back(self, triangle: usize) -> Fields {
        TURNED_BACK[triangle][self.index()]
    }

    /// How many of these fields are before it.
    #[inline]
    pub fn count_below(self, fields: Fields) -> usize {
        (fields & (self.bit() - 1)).count_ones() as usize
    }

    /// The field as a bit.
    #[inline]
    pub const fn bit(self) -> Fields {
        1 << (self.0 & 127)
    }

    /// The field so far away in number. The caller has seen to it that it exists.
    #[inline]
    pub const fn offset(self, distance: i32) -> Field {
        Field((self.0 as i32 + distance) as u8 & 127)
    }

    /// Counted from the top.
    pub const fn row(self) -> usize {
        // In the upper half rows reach to the left of column 0.
        if self.0 < 60 { (self.0 as usize + 3) / 10 } else { self.0 as usize / 10 }
    }

    /// Counted from the left end of the row.
    pub fn index_in_row(self) -> usize {
        self.place() - ROWS[..self.row()].iter().sum::<usize>()
    }

    /// Half-fields to the right of the middle.
    pub const fn x(self) -> i32 {
        2 * (self.0 as i32 - 10 * self.row() as i32) - self.row() as i32
    }

    /// Distances from the middle along three axes, which sum to 0.
    const fn cube(self) -> [i32; 3] {
        let down = self.row() as i32 - 6;
        [-down, (down - self.x()) / 2, (down + self.x()) / 2]
    }

    const fn from_cube([up, _, right]: [i32; 3]) -> Field {
        let row = 6 - up;
        let x = 2 * right + up;
        Field((10 * row + (x + row) / 2) as u8)
    }

    /// Where a turn of the board by this many sixths, clockwise, takes it.
    pub const fn turned(self, sixths: usize) -> Field {
        let mut cube = self.cube();
        let mut done = 0;
        while done < sixths {
            cube = [-cube[2], -cube[0], -cube[1]];
            done += 1;
        }
        Field::from_cube(cube)
    }

    /// How many steps on an empty board without edges lead to another field.
    pub const fn distance(self, other: Field) -> u32 {
        let (a, b) = (self.cube(), other.cube());
        let mut most = 0;
        let mut axis = 0;
        while axis < 3 {
            let difference = a[axis].abs_diff(b[axis]);
            most = if difference > most { difference } else { most };
            axis += 1;
        }
        most
    }
}

impl fmt::Display for Field {
    /// The row as a letter from the top, and the place in it from the left, counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.row() as u8) as char, self.index_in_row() + 1)
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The triangle at the top of the star; its tip is field 0.
const TOP: Fields = 1 | 0b11 << 10 | 0b111 << 20;

/// The six triangles, clockwise from the top.
pub static TRIANGLES: [Fields; 6] = {
    let mut triangles = [0; 6];
    let mut sixths = 0;
    while sixths < 6 {
        let mut place = 0;
        while place < 6 {
            triangles[sixths] |= Field(BITS[place]).turned(sixths).bit();
            place += 1;
        }
        sixths += 1;
    }
    assert!(triangles[0] == TOP);
    triangles
};

/// For each triangle and bit, the field to which a turn takes it that brings the triangle to the top.
static TURNED_BACK: [[Fields; 128]; 6] = {
    let mut table = [[0; 128]; 6];
    let mut triangle = 0;
    while triangle < 6 {
        let mut place = 0;
        while place < FIELDS {
            let field = Field(BITS[place]);
            table[triangle][field.index()] = field.turned((6 - triangle) % 6).bit();
            place += 1;
        }
        triangle += 1;
    }
    table
};

/// The fields one step away in the direction of this number.
#[inline(always)]
pub const fn shifted(fields: Fields, direction: usize) -> Fields {
    match direction {
        0 => fields >> 11,
        1 => fields >> 10,
        2 => fields >> 1,
        3 => fields << 1,
        4 => fields << 10,
        _ => fields << 11,
    }
}

/// The fields one step away in any direction, and bits that are no fields.
#[inline(always)]
pub const fn neighbours(fields: Fields) -> Fields {
    fields >> 11 | fields >> 10 | fields >> 1 | fields << 1 | fields << 10 | fields << 11
}

/// The fields one step away from each bit that is a field.
pub static NEIGHBOURS: [Fields; 128] = {
    let mut table = [0; 128];
    let mut place = 0;
    while place < FIELDS {
        let field = Field::from_place(place);
        table[field.index()] = neighbours(field.bit()) & BOARD;
        place += 1;
    }
    table
};

/// What is behind an occupied neighbour of these fields, seen from them: fields that may be
/// occupied too, and bits that are no fields.
#[inline(always)]
pub const fn behind_neighbours(fields: Fields, occupied: Fields) -> Fields {
    (fields >> 11 & occupied) >> 11
        | (fields >> 10 & occupied) >> 10
        | (fields >> 1 & occupied) >> 1
        | (fields << 1 & occupied) << 1
        | (fields << 10 & occupied) << 10
        | (fields << 11 & occupied) << 11
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> impl Iterator<Item = Field> {
        Field::all(BOARD)
    }

    /// The neighbour of a field by geometry.
    fn neighbour(field: Field, down: i32, right: i32) -> Option<Field> {
        fields().find(|other| (other.row() as i32, other.x()) == (field.row() as i32 + down, field.x() + right))
    }

    const OFFSETS: [(i32, i32); 6] = [(-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)];

    #[test]
    fn numbers_rows_and_names() {
        assert_eq!(fields().count(), FIELDS);
        let columns: Vec<Vec<i32>> = (0..13)
            .map(|row| (0..ROWS[row]).filter_map(|index| Field::at(row, index)).map(Field::x).collect())
            .collect();
        for (row, line) in columns.iter().enumerate() {
            let last = ROWS[row] as i32 - 1;
            assert_eq!(*line, (0..=last).map(|index| 2 * index - last).collect::<Vec<_>>());
        }
        for (place, field) in fields().enumerate() {
            assert_eq!((field.place(), Field::from_place(place)), (place, field));
            assert_eq!(Field::at(field.row(), field.index_in_row()), Some(field));
            assert_eq!(Field::nth(BOARD, place), field);
        }
        let names =
            |places: &[usize]| places.iter().map(|&place| Field::from_place(place).to_string()).collect::<Vec<_>>();
        assert_eq!(names(&[0, 1, 5, 6, 15, 36, 66, 72]), ["a1", "b1", "c3", "d1", "d10", "g4", "j10", "m1"]);
    }

    #[test]
    fn shifts_are_steps_and_stay_on_the_board() {
        let (mut edges, mut jumps) = (0, 0);
        for field in fields() {
            for (direction, (down, right)) in OFFSETS.into_iter().enumerate() {
                let expected = neighbour(field, down, right);
                let reached = shifted(field.bit(), direction) & BOARD;
                assert_eq!(reached, expected.map_or(0, Field::bit), "{field} in direction {direction}");
                let Some(next) = expected else { continue };
                assert_eq!(field.offset(DIRECTIONS[direction]), next);
                let landing = neighbour(next, down, right);
                let behind = behind_neighbours(field.bit(), next.bit()) & BOARD;
                assert_eq!(behind, landing.map_or(0, Field::bit), "{field} over {next}");
                edges += 1;
                jumps += usize::from(landing.is_some());
            }
            let all = OFFSETS.iter().filter_map(|&(down, right)| neighbour(field, down, right));
            assert_eq!(neighbours(field.bit()) & BOARD, all.map(Field::bit).sum::<u128>());
        }
        assert_eq!((edges, jumps), (2 * 180, 294));
    }

    #[test]
    fn turns_and_triangles() {
        let places = |fields: Fields| Field::all(fields).map(Field::place).collect::<Vec<_>>();
        let expected = [
            [0, 1, 2, 3, 4, 5],
            [13, 14, 15, 23, 24, 32],
            [47, 55, 56, 64, 65, 66],
            [67, 68, 69, 70, 71, 72],
            [40, 48, 49, 57, 58, 59],
            [6, 7, 8, 16, 17, 25],
        ];
        for (triangle, places_expected) in TRIANGLES.into_iter().zip(expected) {
            assert_eq!(places(triangle), places_expected);
        }
        for (number, triangle) in TRIANGLES.into_iter().enumerate() {
            assert_eq!(Field::all(triangle).fold(0, |turned, field| turned | field.turned_back(number)), TOP);
        }
        for field in fields() {
            assert_eq!(field.turned(6), field);
            for triangle in 0..6 {
                assert_eq!(Field::lowest(field.turned_back(triangle)).turned(triangle), field);
            }
        }
    }

    #[test]
    fn distances_to_the_lowest_tip() {
        let tip = Field::from_place(72);
        let listed = [(0, 12), (6, 9), (15, 9), (36, 6), (40, 6), (57, 6), (66, 6), (67, 2), (72, 0)];
        for (place, distance) in listed {
            assert_eq!(Field::from_place(place).distance(tip), distance, "field {place}");
        }
    }
}
