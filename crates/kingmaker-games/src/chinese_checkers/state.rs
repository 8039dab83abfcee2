//! The position: the fields of each player's pieces.

use crate::key::key;
use crate::outcome::Outcome;
use kingmaker_core::{MAX_PLAYERS, Player};

use super::board::{BOARD, Fields, behind_neighbours, neighbours};

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pieces: [Fields; MAX_PLAYERS],
    /// The same on a board that is turned so that each player has begun at the top, as evaluation
    /// wants them: it asks several times per ply.
    turned: [Fields; MAX_PLAYERS],
    /// All of the pieces.
    occupied: Fields,
    pub(super) ply: u32,
    pub(super) turn: Player,
    pub(super) outcome: Outcome,
}

impl State {
    /// An empty board, the first player to move.
    pub(super) fn empty() -> State {
        State {
            pieces: [0; MAX_PLAYERS],
            turned: [0; MAX_PLAYERS],
            occupied: 0,
            ply: 0,
            turn: Player::new(0),
            outcome: Outcome::Open,
        }
    }

    /// The pieces of this player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> Fields {
        self.pieces[player.index()]
    }

    /// The pieces of this player on a board that is turned so that they have begun at the top.
    #[inline]
    pub(super) fn turned(&self, player: Player) -> Fields {
        self.turned[player.index()]
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

    /// Puts pieces on fields that are vacant, or takes them from fields where this player has them;
    /// `turned` is where these fields are on the player's turned board.
    #[inline]
    pub(super) fn toggle(&mut self, player: Player, fields: Fields, turned: Fields) {
        self.pieces[player.index()] ^= fields;
        self.turned[player.index()] ^= turned;
        self.occupied ^= fields;
    }

    /// Whether a step or a single jump of this player ends where they may stop.
    #[inline]
    pub(super) fn can_move(&self, player: Player, stops: Fields) -> bool {
        let (pieces, open) = (self.pieces(player), self.vacant() & stops);
        // Nearly always some piece can step down, and one shift settles it.
        if pieces << 10 & open != 0 {
            return true;
        }
        (neighbours(pieces) | behind_neighbours(pieces, self.occupied)) & open != 0
    }

    /// A key of all that matters for the future, made from scratch: playouts never ask for it.
    pub(super) fn key(&self) -> u64 {
        key(self.turn.index() as u64, self.pieces.iter().map(|&pieces| (pieces as u64, (pieces >> 64) as u64)))
    }
}
