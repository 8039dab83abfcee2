//! Chains of jumps, without following any.
//!
//! A jump can be taken back, so the vacant fields fall into groups within which a jumping piece
//! gets everywhere, and every piece that reaches one field of a group reaches all. The piece
//! itself may stay on the board meanwhile: it only ever gets to fields an even number of steps
//! away, so that it never comes to jump over where it stood.
//!
//! Where pieces may not stop everywhere, they still jump through all fields; only the targets are fewer.

use super::board::{BOARD, Fields, behind_neighbours, shifted};

/// Jumps that go together: each of the sources can reach each of the targets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub(super) sources: Fields,
    pub(super) targets: Fields,
}

/// The jumps of some pieces. Those that cannot be continued are kept apart: they are groups of
/// one target each, and need no search.
#[derive(Clone, Copy)]
pub(super) struct Jumps {
    pieces: Fields,
    occupied: Fields,
    vacant: Fields,
    /// Where the pieces may stop.
    stops: Fields,
    /// Where jumps end that cannot be continued.
    single: Fields,
    /// Where jumps end that can be continued, be it only by going on.
    chained: Fields,
}

impl Jumps {
    #[inline(always)]
    pub(super) fn new(pieces: Fields, occupied: Fields, stops: Fields) -> Self {
        let vacant = BOARD & !occupied;
        let landings = behind_neighbours(pieces, occupied) & vacant;
        // From these fields, a jump leads to a vacant one.
        let linked = behind_neighbours(vacant, occupied);
        Jumps { pieces, occupied, vacant, stops, single: landings & !linked & stops, chained: landings & linked }
    }

    /// Where jumps end that cannot be continued, by direction.
    #[inline(always)]
    pub(super) fn single(&self) -> [Fields; 6] {
        std::array::from_fn(|direction| {
            shifted(shifted(self.pieces, direction) & self.occupied, direction) & self.single
        })
    }

    /// Whether there are jumps that cannot be continued.
    #[inline(always)]
    pub(super) fn has_single(&self) -> bool {
        self.single != 0
    }

    /// Hands the jumps that can be continued to `each`, in groups. One has no targets if no piece may stop there.
    #[inline(always)]
    pub(super) fn for_each_chain(&self, each: impl FnMut(Group)) {
        self.for_each_group(self.chained, each);
    }

    /// Hands all jumps to `each`, in groups.
    #[inline(always)]
    pub(super) fn for_each(&self, each: impl FnMut(Group)) {
        self.for_each_group(self.single | self.chained, each);
    }

    #[inline(always)]
    fn for_each_group(&self, mut landings: Fields, mut each: impl FnMut(Group)) {
        while landings != 0 {
            let mut targets = landings & landings.wrapping_neg();
            let (mut newest, mut sources) = (targets, 0);
            while newest != 0 {
                let reached = behind_neighbours(newest, self.occupied);
                sources |= reached;
                newest = reached & self.vacant & !targets;
                targets |= newest;
            }
            landings &= !targets;
            each(Group { sources: sources & self.pieces, targets: targets & self.stops });
        }
    }
}

/// Whether a piece on one field can jump to another, which is vacant.
#[inline]
pub(super) fn can_jump(from: Fields, to: Fields, occupied: Fields) -> bool {
    let vacant = BOARD & !occupied;
    let (mut reached, mut newest) = (0, from);
    while newest != 0 {
        newest = behind_neighbours(newest, occupied) & vacant & !reached;
        reached |= newest;
        if reached & to != 0 {
            return true;
        }
    }
    false
}
