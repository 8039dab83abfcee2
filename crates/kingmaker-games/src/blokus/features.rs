//! Moves as numbers.

use kingmaker_core::Features;

use super::state::State;
use super::{Blokus, Move};

impl Features for Blokus {
    fn features(&self) -> &'static [&'static str] {
        &["squares", "column of the middle", "row of the middle", "width", "height"]
    }

    fn describe(&self, _: &State, mv: Move, out: &mut [f32]) {
        let (cells, corner) = (&mv.orientation().cells, mv.corner());
        let count = cells.len() as f32;
        let (mut rows, mut columns, mut height, mut width) = (0, 0, 0, 0);
        for &(row, column) in cells {
            (rows, columns) = (rows + row, columns + column);
            (height, width) = (height.max(row + 1), width.max(column + 1));
        }
        let [row, column] =
            [(corner.row(), rows), (corner.column(), columns)].map(|(begin, sum)| begin as f32 + sum as f32 / count);
        out.copy_from_slice(&[count, column, row, width as f32, height as f32]);
    }
}
