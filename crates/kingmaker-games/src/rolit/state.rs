//! The position: a word of squares per colour, whose turn it is, and where they may play.

use kingmaker_core::Player;

use super::board::Squares;

/// How many colours there are at most.
pub(super) const COLOURS: usize = 4;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The discs of each player, in turn order, then those of the colours that nobody plays.
    pub(super) discs: [Squares; COLOURS],
    /// All squares with a disc.
    pub(super) occupied: Squares,
    /// Where the player to move may put a disc; nowhere when the game is over. It follows from
    /// the rest, and is kept because everything that looks at a position asks for it.
    pub(super) moves: Squares,
    /// The first player when the game is over.
    pub(super) turn: Player,
}

impl State {
    /// The position with these discs, before it is known who is to move.
    pub(super) fn new(discs: [Squares; COLOURS]) -> State {
        State { discs, occupied: discs.iter().fold(0, |all, discs| all | discs), moves: 0, turn: Player::new(0) }
    }

    /// The discs of a player.
    #[inline]
    pub(super) fn of(&self, player: Player) -> Squares {
        self.discs[player.index() % COLOURS]
    }

    /// A key of the discs and the turn, made from scratch: three multiplications cost less than
    /// turning discs one by one through every ply of a playout, where nobody asks for it.
    pub(super) fn key(&self) -> u64 {
        let fold = |one: u64, other: u64| {
            let product = u128::from(one) * u128::from(other);
            (product >> 64) as u64 ^ product as u64
        };
        let turn = (self.turn.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let first = fold(self.discs[0] ^ 0x2545_f491_4f6c_dd1d, self.discs[1] ^ 0xd134_2543_de82_ef95 ^ turn);
        let second = fold(self.discs[2] ^ 0xbf58_476d_1ce4_e5b9, self.discs[3] ^ 0x94d0_49bb_1331_11eb);
        fold(first ^ 0x9e6c_63d0_976a_9f39, second.rotate_left(32) ^ turn) ^ first ^ second
    }
}
