//! The position: stacks by square, and the same as bit planes.
//!
//! Plane `d` has the squares with a piece at depth `d` below the top; two more planes per depth
//! have the low and the high bit of that piece's player. All moves of a player are then a few
//! word operations. Reading a stack off the planes would do without the list, but takes a
//! fifth off the speed of random playouts.

use super::board::{BOARD, MAX_HEIGHT, SQUARES, Square, Squares};
use crate::key::key;
use crate::outcome::Outcome;
use kingmaker_core::Player;

const PLANES: usize = 3 * MAX_HEIGHT;
const LOW: usize = MAX_HEIGHT;
const HIGH: usize = 2 * MAX_HEIGHT;
const FIELD: u16 = (1 << MAX_HEIGHT) - 1;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    planes: [Squares; PLANES],
    stacks: [Stack; SQUARES],
    /// How many pieces of each colour each player has captured.
    pub(super) captured: [[u8; 4]; 4],
    /// How many own pieces each player may put back on the board.
    pub(super) reserve: [u8; 4],
    /// The players, as bits, who still have to enter the piece they began with in their hand.
    pub(super) held: u8,
    pub(super) turn: Player,
    pub(super) outcome: Outcome,
    pub(super) ply: u16,
}

/// A stack of at most five pieces in three fields of five bits: which depths are filled, and
/// the low and high bits of the players. Bit 0 of a field is the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stack(u16);

/// The pieces pushed out below a stack that grew too tall.
#[derive(Clone, Copy)]
pub(super) struct Overflow {
    filled: u16,
    low: u16,
    high: u16,
}

impl Stack {
    /// No piece.
    pub(super) const EMPTY: Stack = Stack(0);

    /// One piece.
    #[inline]
    pub(super) fn single(player: Player) -> Stack {
        let player = player.index() as u16;
        Stack(1 | (player & 1) << LOW | (player >> 1) << HIGH)
    }

    #[inline]
    fn fields(self) -> (u16, u16, u16) {
        (self.0 & FIELD, (self.0 >> LOW) & FIELD, (self.0 >> HIGH) & FIELD)
    }

    #[inline]
    fn from_fields(filled: u16, low: u16, high: u16) -> Stack {
        Stack(filled | low << LOW | high << HIGH)
    }

    /// How many pieces there are.
    #[inline]
    pub(super) fn height(self) -> usize {
        (self.0 & FIELD).count_ones() as usize
    }

    /// The player on top, of a stack that is not empty.
    #[inline]
    pub(super) fn top(self) -> Player {
        self.player_at(0)
    }

    /// The player of the piece at `depth` below the top, if there is one so deep.
    #[inline]
    pub(super) fn player_at(self, depth: usize) -> Player {
        Player::new(usize::from((self.0 >> (LOW + depth) & 1) | (self.0 >> (HIGH + depth) & 1) << 1))
    }

    /// The players from the bottom to the top.
    pub(super) fn players(self) -> impl Iterator<Item = Player> {
        (0..self.height()).rev().map(move |depth| self.player_at(depth))
    }

    /// The top `n` pieces, and what stays behind.
    #[inline]
    pub(super) fn split(self, n: usize) -> (Stack, Stack) {
        let (filled, low, high) = self.fields();
        let top = (1 << n) - 1;
        (Stack::from_fields(filled & top, low & top, high & top), Stack::from_fields(filled >> n, low >> n, high >> n))
    }

    /// This stack with `top` put onto it, and what is pushed out below.
    #[inline]
    pub(super) fn under(self, top: Stack) -> (Stack, Overflow) {
        let n = top.height();
        let ((filled, low, high), (top_filled, top_low, top_high)) = (self.fields(), top.fields());
        let (filled, low, high) = (filled << n | top_filled, low << n | top_low, high << n | top_high);
        let overflow = Overflow { filled: filled >> LOW, low: low >> LOW, high: high >> LOW };
        (Stack::from_fields(filled & FIELD, low & FIELD, high & FIELD), overflow)
    }
}

impl Overflow {
    /// Whether nothing was pushed out.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.filled == 0
    }

    /// How many pieces of this player were pushed out.
    #[inline]
    pub(super) fn count(self, player: usize) -> u8 {
        let low = if player & 1 == 1 { self.low } else { !self.low };
        let high = if player & 2 == 2 { self.high } else { !self.high };
        (self.filled & low & high).count_ones() as u8
    }
}

impl State {
    /// An empty board, the first player to move.
    pub(super) fn empty() -> State {
        State {
            planes: [0; PLANES],
            stacks: [Stack::EMPTY; SQUARES],
            captured: [[0; 4]; 4],
            reserve: [0; 4],
            held: 0,
            turn: Player::new(0),
            outcome: Outcome::Open,
            ply: 0,
        }
    }

    /// The squares with at least `height` pieces, from 1 to 5.
    #[inline]
    pub(super) fn at_least(&self, height: usize) -> Squares {
        self.planes[height - 1]
    }

    /// The squares with exactly `height` pieces, which may be 0.
    #[inline]
    pub(super) fn exactly(&self, height: usize) -> Squares {
        let below = if height == 0 { BOARD } else { self.planes[height - 1] };
        let above = if height == MAX_HEIGHT { 0 } else { self.planes[height] };
        below & !above
    }

    /// The squares where the piece at `depth` below the top is this player's.
    #[inline]
    pub(super) fn pieces_of(&self, player: Player, depth: usize) -> Squares {
        let player = player.index() as u64;
        let low = self.planes[LOW + depth] ^ (player & 1).wrapping_sub(1);
        let high = self.planes[HIGH + depth] ^ (player >> 1).wrapping_sub(1);
        self.planes[depth] & low & high
    }

    /// The squares that this player controls after the top `pieces` have left.
    #[inline]
    pub(super) fn below_top(&self, player: Player, pieces: usize) -> Squares {
        if pieces < MAX_HEIGHT { self.pieces_of(player, pieces) } else { 0 }
    }

    /// The height of the tallest stack on these squares.
    #[inline]
    pub(super) fn tallest_among(&self, squares: Squares) -> usize {
        // The planes are nested, so that counting needs no branch.
        (1..=MAX_HEIGHT).map(|height| usize::from(squares & self.at_least(height) != 0)).sum()
    }

    /// The stacks that this player controls.
    #[inline]
    pub(super) fn controlled(&self, player: Player) -> Squares {
        self.pieces_of(player, 0)
    }

    /// Whether this player could move if it were their turn.
    #[inline]
    pub(super) fn can_move(&self, player: Player) -> bool {
        self.controlled(player) != 0 || self.reserve[player.index()] > 0 || self.holds(player)
    }

    /// Whether this player's next turn is to enter their held piece.
    #[inline]
    pub(super) fn holds(&self, player: Player) -> bool {
        self.held >> player.index() & 1 == 1
    }

    /// The stack on a square.
    #[inline]
    pub(super) fn stack(&self, square: Square) -> Stack {
        self.stacks[square.place()]
    }

    /// Replaces the stacks on two different squares.
    #[inline]
    pub(super) fn replace(&mut self, [a, b]: [(Square, Stack); 2]) {
        let change_a = self.exchange(a);
        let change_b = self.exchange(b);
        for (index, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= (change_a >> index & 1) << a.0.index() | (change_b >> index & 1) << b.0.index();
        }
    }

    /// Replaces the stack on one square.
    #[inline]
    pub(super) fn replace_one(&mut self, new: (Square, Stack)) {
        let change = self.exchange(new);
        for (index, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= (change >> index & 1) << new.0.index();
        }
    }

    /// Puts a stack into the list and says which of its planes change.
    #[inline]
    fn exchange(&mut self, (square, new): (Square, Stack)) -> u64 {
        let old = std::mem::replace(&mut self.stacks[square.place()], new);
        u64::from(old.0 ^ new.0)
    }

    /// A key of all that matters for the future.
    ///
    /// It is made from scratch: eighteen words in independent multiplications cost less than
    /// keeping it up to date through every ply of a playout, where nobody asks for it.
    pub(super) fn key(&self) -> u64 {
        let words = |bytes: [[u8; 4]; 2]| {
            u64::from(u32::from_le_bytes(bytes[0])) << 32 | u64::from(u32::from_le_bytes(bytes[1]))
        };
        let rest = [
            words([self.captured[0], self.captured[1]]),
            words([self.captured[2], self.captured[3]]),
            words([self.reserve, [self.held, self.turn.index() as u8, 0, 0]]),
        ];
        let (even, last) = self.planes.split_at(PLANES - 1);
        let words = [last[0], rest[0], rest[1], rest[2]];
        let pairs = even.chunks_exact(2).chain(words.chunks_exact(2));
        key(0, pairs.map(|pair| (pair[0], pair[1])))
    }
}
