//! Chains of jumps, without following any.
//!
//! A jump can be taken back, so the vacant fields fall into groups within which a jumping piece
//! gets everywhere, and every piece that reaches one field of a group reaches all. The piece
//! itself may stay on the board meanwhile: it only ever gets to fields an even number of steps
//! away, so that it never comes to jump over where it stood.

use super::board::{BOARD, Fields, behind_neighbours, shifted};

/// Jumps that go together: each of the sources can reach each of the targets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Jumps {
    pub(super) sources: Fields,
    pub(super) targets: Fields,
}

/// Hands all jumps of some pieces to `each`, in groups.
#[inline(always)]
pub(super) fn for_each_jumps(pieces: Fields, occupied: Fields, each: impl FnMut(Jumps)) {
    let landings = behind_neighbours(pieces, occupied) & BOARD & !occupied;
    for_each_group(landings, pieces, occupied, each);
}

/// Hands the groups of vacant fields that contain one of the landings to `each`.
#[inline(always)]
fn for_each_group(mut landings: Fields, pieces: Fields, occupied: Fields, mut each: impl FnMut(Jumps)) {
    let vacant = BOARD & !occupied;
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

/// The jumps of some pieces, with those that cannot be continued apart: most cannot, and need no
/// search for their group.
pub(super) struct FirstJumps {
    pieces: Fields,
    occupied: Fields,
    /// Where single jumps end from which no other leads on, by direction.
    pub(super) single: [Fields; 6],
    /// Where jumps end that can be continued.
    chained: Fields,
}

impl FirstJumps {
    #[inline(always)]
    pub(super) fn new(pieces: Fields, occupied: Fields) -> Self {
        let vacant = BOARD & !occupied;
        let mut single: [Fields; 6] =
            std::array::from_fn(|direction| shifted(shifted(pieces, direction) & occupied, direction) & vacant);
        let landings = single[0] | single[1] | single[2] | single[3] | single[4] | single[5];
        let further = behind_neighbours(landings, occupied) & vacant;
        let mut chained = 0;
        if further != 0 {
            chained = landings & behind_neighbours(further, occupied);
            for landings in &mut single {
                *landings &= !chained;
            }
        }
        FirstJumps { pieces, occupied, single, chained }
    }

    /// Hands the jumps that can be continued to `each`, in groups.
    #[inline(always)]
    pub(super) fn for_each_chain(&self, each: impl FnMut(Jumps)) {
        for_each_group(self.chained, self.pieces, self.occupied, each);
    }
}
