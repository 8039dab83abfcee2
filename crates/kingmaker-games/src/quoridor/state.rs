//! The position.

use kingmaker_core::Player;

use super::board::{Board, Direction, MOST_PLAYERS, Square, Squares};
use super::paths::{Step, Ways, closed};
use crate::key::key;
use crate::outcome::Outcome;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Which ways are open. It follows from the fences.
    pub(super) ways: Ways,
    /// The posts of the fences across, and of the upright ones.
    pub(super) fences: [Squares; 2],
    /// Where the pawn of the player to move can go; nowhere when the game is over. It follows from the rest.
    pub(super) targets: Squares,
    pub(super) pawns: [Square; MOST_PLAYERS],
    /// How many fences each player has left.
    pub(super) left: [u8; MOST_PLAYERS],
    pub(super) ply: u16,
    pub(super) turn: Player,
    pub(super) outcome: Outcome,
}

impl State {
    /// The fences that lie in a direction.
    #[inline]
    pub(super) fn lying(&self, direction: Direction) -> Squares {
        self.fences[direction as usize]
    }

    /// The square of a pawn.
    #[inline]
    pub(super) fn pawn(&self, player: Player) -> Square {
        self.pawns[player.index() % MOST_PLAYERS]
    }

    /// The squares with a pawn.
    #[inline]
    pub(super) fn occupied(&self, players: usize) -> Squares {
        self.pawns[..players].iter().fold(0, |all, pawn| all | pawn.bit())
    }

    /// Where a pawn can go: a step, or over the pawn that is in the way, or to either side of it.
    #[inline]
    pub(super) fn targets_of(&self, board: &Board, players: usize, player: Player) -> Squares {
        board.by_column(|column| {
            let occupied = self.occupied(players);
            let from = self.pawn(player).bit();
            let targets = Step::ALL.into_iter().fold(0, |all, step| all | self.ways.step(column, from, step));
            if targets & occupied == 0 { targets } else { self.targets_among(column, occupied, from) }
        })
    }

    /// The same where a pawn is in the way.
    fn targets_among(&self, column: u32, occupied: Squares, from: Squares) -> Squares {
        let mut targets = 0;
        for step in Step::ALL {
            let next = self.ways.step(column, from, step);
            if next & occupied == 0 {
                targets |= next;
                continue;
            }
            let behind = self.ways.step(column, next, step) & !occupied;
            targets |= if behind != 0 {
                behind
            } else {
                let [one, other] = step.sideways();
                (self.ways.step(column, next, one) | self.ways.step(column, next, other)) & !occupied
            };
        }
        targets
    }

    /// Whether there is room for a fence, whatever it cuts off.
    #[inline]
    pub(super) fn has_room(&self, board: &Board, post: Square, direction: Direction) -> bool {
        let closed = closed(board, post, direction);
        let open = match direction {
            Direction::Across => self.ways.up,
            Direction::Upright => self.ways.right,
        };
        (self.fences[0] | self.fences[1]) & post.bit() == 0 && open & closed == closed
    }

    /// Where there is room for a fence.
    #[inline]
    pub(super) fn room(&self, board: &Board, direction: Direction) -> Squares {
        let free = board.posts & !(self.fences[0] | self.fences[1]);
        match direction {
            Direction::Across => free & self.ways.up & self.ways.up >> board.size(),
            Direction::Upright => free & self.ways.right & self.ways.right >> 1,
        }
    }

    /// The posts where a fence would touch others or the rim at two of its three points or more. No other can cut
    /// anything off.
    #[inline]
    pub(super) fn touching(&self, board: &Board, direction: Direction) -> Squares {
        let column = board.size();
        let [across, upright] = self.fences;
        let touched =
            (across | upright | across << column | across >> column | upright << 1 | upright >> 1) & board.posts;
        let (before, after) = match direction {
            Direction::Across => (touched << column | board.at_left, touched >> column | board.at_right),
            Direction::Upright => (touched << 1 | board.at_bottom, touched >> 1 | board.at_top),
        };
        before & touched | touched & after | before & after
    }

    /// Puts a fence for which there is room.
    #[inline]
    pub(super) fn fence(&mut self, board: &Board, post: Square, direction: Direction) {
        self.ways = self.ways.fenced(board, post, direction);
        self.fences[direction as usize] |= post.bit();
    }

    /// A key of what is on the board, what is left and whose turn it is.
    pub(super) fn key(&self) -> u64 {
        let halves = |word: Squares| (word as u64, (word >> 64) as u64);
        let bytes = |bytes: [u8; MOST_PLAYERS]| u64::from(u32::from_le_bytes(bytes));
        let pawns = bytes(self.pawns.map(|pawn| pawn.index() as u8));
        let rest = (pawns << 32 | bytes(self.left), self.turn.index() as u64);
        key(0, [halves(self.fences[0]), halves(self.fences[1]), rest].into_iter())
    }
}
