//! All moves of a player in order, by sliding every orientation over the whole board at once.
//!
//! The windows of `windows.rs` find one move faster, but would leave a list to be sorted.

use super::Move;
use super::board::{MAX_SIZE, RIM, Squares};
use super::pieces;
use super::windows::Site;

/// Rows of a board that are looked at together: whole vectors.
const ROWS: usize = 24;

/// How far a cell of a piece may be from the corner of its bounding box.
const REACH: usize = 5;

/// For each shift to the left, the rows of a set from the board's lowest up.
type Shifted = [[u32; ROWS + REACH - 1]; REACH];

fn shifted(squares: &Squares) -> Shifted {
    std::array::from_fn(|column| std::array::from_fn(|row| squares.rows()[row + RIM] >> (column + RIM)))
}

/// Replaces the contents of `out` by the moves in order; once there are `enough`, smaller pieces
/// are left out.
pub(super) fn moves(site: Site<'_>, enough: usize, out: &mut Vec<Move>) {
    out.clear();
    let blocked = shifted(site.blocked);
    let attach = shifted(site.attach);
    for (number, orientation) in pieces::ALL.iter().enumerate() {
        if site.played.contains(orientation.piece) {
            continue;
        }
        if out.len() >= enough {
            break;
        }
        let (mut hits, mut touches) = ([0; ROWS], [0; ROWS]);
        for &(up, right) in &orientation.cells {
            for row in 0..ROWS {
                hits[row] |= blocked[right][row + up];
                touches[row] |= attach[right][row + up];
            }
        }
        for row in 0..MAX_SIZE {
            let mut columns = touches[row] & !hits[row];
            while columns != 0 {
                out.push(Move(Move::encode(number, row, columns.trailing_zeros() as usize)));
                columns &= columns - 1;
            }
        }
    }
}
