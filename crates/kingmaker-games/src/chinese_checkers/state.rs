//! The position: the fields of each player's pieces.

use kingmaker_core::{MAX_PLAYERS, Player};

use super::board::{BOARD, Fields, behind_neighbours, neighbours};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    /// It goes on.
    Open,
    /// This player has won.
    Won(Player),
    /// The ply cap was reached.
    Drawn,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pieces: [Fields; MAX_PLAYERS],
    /// All of the pieces.
    occupied: Fields,
    pub(super) ply: u32,
    pub(super) turn: Player,
    pub(super) outcome: Outcome,
}

impl State {
    /// An empty board, the first player to move.
    pub(super) fn empty() -> State {
        State { pieces: [0; MAX_PLAYERS], occupied: 0, ply: 0, turn: Player::new(0), outcome: Outcome::Open }
    }

    /// The pieces of this player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> Fields {
        self.pieces[player.index()]
    }

    /// All of the pieces.
    #[inline]
    pub(super) fn occupied(&self) -> Fields {
        self.occupied
    }

    /// The fields without a piece.
    #[inline]
    pub(super) fn vacant(&self) -> Fields {
        BOARD & !self.occupied
    }

    /// Puts pieces on fields that are vacant, or takes them from fields where this player has them.
    #[inline]
    pub(super) fn toggle(&mut self, player: Player, fields: Fields) {
        self.pieces[player.index()] ^= fields;
        self.occupied ^= fields;
    }

    /// Whether this player could move if it were their turn.
    #[inline]
    pub(super) fn can_move(&self, player: Player) -> bool {
        let (pieces, vacant) = (self.pieces(player), self.vacant());
        // Nearly always some piece can step down, and one shift settles it.
        if pieces << 10 & vacant != 0 {
            return true;
        }
        (neighbours(pieces) | behind_neighbours(pieces, self.occupied)) & vacant != 0
    }

    /// A key of all that matters for the future, made from scratch: playouts never ask for it.
    pub(super) fn key(&self) -> u64 {
        let mut salt = 0x9e37_79b9_7f4a_7c15u64;
        let mut key = (self.turn.index() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
        for pieces in self.pieces {
            salt = salt.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x2545_f491_4f6c_dd1d);
            let (low, high) = (pieces as u64, (pieces >> 64) as u64);
            let product = u128::from(low ^ salt) * u128::from(high ^ salt.rotate_left(29));
            key = key.wrapping_add((product >> 64) as u64 ^ product as u64);
        }
        (key ^ key >> 32).wrapping_mul(0x9e6c_63d0_976a_9f39) ^ key
    }
}
