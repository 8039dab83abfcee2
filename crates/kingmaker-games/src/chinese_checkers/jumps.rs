//! Chains of jumps, without following any.

use super::board::{BOARD, Fields, behind_neighbours};

/// Jumps that go together: each of the sources can reach each of the targets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Jumps {
    pub(super) sources: Fields,
    pub(super) targets: Fields,
}

/// Hands all jumps of some pieces to `each`, in groups.
///
/// A jump can be taken back, so the vacant fields fall into groups within which a jumping piece
/// gets everywhere, and every piece that reaches one field of a group reaches all. The piece
/// itself may stay on the board meanwhile: it only ever gets to fields an even number of steps
/// away, so that it never comes to jump over where it stood.
#[inline(always)]
pub(super) fn for_each_jumps(pieces: Fields, occupied: Fields, mut each: impl FnMut(Jumps)) {
    let vacant = BOARD & !occupied;
    let mut landings = behind_neighbours(pieces, occupied) & vacant;
    while landings != 0 {
        let mut targets = landings & landings.wrapping_neg();
        let (mut newest, mut sources) = (targets, 0);
        while newest != 0 {
            let reached = behind_neighbours(newest, occupied);
            sources |= reached;
            newest = reached & vacant & !targets;
            targets |= newest;
        }
        landings &= !targets;
        each(Jumps { sources: sources & pieces, targets });
    }
}
