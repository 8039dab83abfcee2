//! All moves of a player in order, by sliding every orientation over the whole board at once.
//!
//! The windows of `windows.rs` find one move faster, but would leave a list to be sorted.

use super::Move;
use super::board::{RIM, Squares};
use super::pieces::{self, MAX_PIECE};
use super::site::Site;

/// How many rows of the board are looked at together: a vector.
const LANES: usize = 8;

/// Vectors that make up a board, the last of which reaches into the rim.
const VECTORS: usize = 3;

/// For each shift to the left, the rows of a set from the board's lowest up.
type Shifted = [[u32; VECTORS * LANES + MAX_PIECE - 1]; MAX_PIECE];

fn shifted(squares: &Squares) -> Shifted {
    std::array::from_fn(|column| std::array::from_fn(|row| squares.rows()[row + RIM] >> (column + RIM)))
}

/// For each place of a piece's corner in eight rows, whether the piece would cover one of the
/// squares.
#[inline(always)]
fn covers(squares: &Shifted, cells: &[(usize, usize); MAX_PIECE], first: usize) -> [u32; LANES] {
    let mut places = [0; LANES];
    for &(up, right) in cells {
        if let Some(rows) = squares[right][first + up..].first_chunk::<LANES>() {
            for (place, row) in places.iter_mut().zip(rows) {
                *place |= row;
            }
        }
    }
    places
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
        for first in (0..VECTORS * LANES).step_by(LANES) {
            let hits = covers(&blocked, &orientation.filled, first);
            let mut places = covers(&attach, &orientation.filled, first);
            for (place, hit) in places.iter_mut().zip(hits) {
                *place &= !hit;
            }
            if places == [0; LANES] {
                continue;
            }
            let base = Move::encode(number, first, 0);
            for pair in 0..LANES / 2 {
                // A move's number grows by 32 with each row, as the bit does here.
                let mut bits = u64::from(places[2 * pair]) | u64::from(places[2 * pair + 1]) << 32;
                while bits != 0 {
                    out.push(Move(base + 64 * pair as u16 + bits.trailing_zeros() as u16));
                    bits &= bits - 1;
                }
            }
        }
    }
}
