//! The position: what each player has covered, and where their next piece may go.

use crate::key::key;
use std::fmt;
use std::hash::{Hash, Hasher};

use kingmaker_core::Player;

use super::Move;
use super::board::{MAX_SIZE, RIM, Square, Squares};
use super::pieces::Piece;
use super::site::Site;
use super::windows::Played;

/// How many players there are at most.
pub(super) const SEATS: usize = 4;

/// The turn when nobody can move.
const OVER: u8 = u8::MAX;

/// A position.
///
/// What a player has covered determines which pieces they have left and where the next may go.
/// That is kept up to date in further fields, which do not count when states are compared.
#[derive(Clone)]
pub struct State {
    /// The squares that each player has covered.
    covered: [Squares; SEATS],
    /// Squares where a player's pieces may not be: covered ones, those at an edge of the player's
    /// own, and everything outside the board.
    blocked: [Squares; SEATS],
    /// Squares at a corner of a player's own, and where the first piece must be.
    attach: [Squares; SEATS],
    played: [Played; SEATS],
    /// Players, as bits, who have placed all pieces and the piece of one square last.
    finished: u8,
    /// Players, as bits, who are known to have no move, now and for ever.
    out: u8,
    turn: u8,
}

impl State {
    /// A board of this size without pieces, where player `i` begins on square `starts[i]`.
    pub(super) fn empty(size: usize, starts: &[Square]) -> State {
        let mut state = State {
            covered: [Squares::EMPTY; SEATS],
            blocked: [Squares::outside(size); SEATS],
            attach: [Squares::EMPTY; SEATS],
            played: [Played::NONE; SEATS],
            finished: 0,
            out: 0,
            turn: 0,
        };
        for (attach, &start) in state.attach.iter_mut().zip(starts) {
            attach.insert(start);
        }
        state
    }

    /// Who is to move, if the game is not over.
    #[inline]
    pub(super) fn turn(&self) -> Option<Player> {
        if self.turn == OVER { None } else { Some(Player::new(usize::from(self.turn))) }
    }

    /// Gives the turn to a player, or ends the game.
    #[inline]
    pub(super) fn set_turn(&mut self, turn: Option<Player>) {
        self.turn = turn.map_or(OVER, |player| player.index() as u8);
    }

    /// The squares that a player has covered.
    pub(super) fn covered(&self, player: Player) -> &Squares {
        &self.covered[player.index()]
    }

    /// Who has covered this square.
    pub(super) fn owner(&self, square: Square) -> Option<Player> {
        Player::all(SEATS).find(|&player| self.covered(player).contains(square))
    }

    /// The pieces that a player has placed.
    #[inline]
    pub(super) fn played(&self, player: Player) -> Played {
        self.played[player.index()]
    }

    /// Where a player's next piece may go.
    #[inline]
    pub(super) fn site(&self, player: Player) -> Site<'_> {
        let seat = player.index();
        Site { blocked: &self.blocked[seat], attach: &self.attach[seat], played: self.played[seat] }
    }

    /// Whether a player has placed all pieces and the piece of one square last.
    pub(super) fn has_finished_with_monomino(&self, player: Player) -> bool {
        self.finished >> player.index() & 1 == 1
    }

    /// Says so; parsing has to, because the board does not show in which order pieces came.
    pub(super) fn set_finished_with_monomino(&mut self, player: Player, yes: bool) {
        let bit = 1 << player.index();
        self.finished = if yes { self.finished | bit } else { self.finished & !bit };
    }

    /// Whether a player could move if it were their turn. Remembers if not.
    #[inline]
    pub(super) fn has_move(&mut self, player: Player) -> bool {
        if self.out >> player.index() & 1 == 1 {
            return false;
        }
        let has_move = self.site(player).has_move();
        self.out |= u8::from(!has_move) << player.index();
        has_move
    }

    /// Puts a piece of this player on the board.
    #[inline]
    pub(super) fn place(&mut self, player: Player, mv: Move) {
        let (orientation, corner) = (mv.orientation(), mv.corner());
        for blocked in &mut self.blocked {
            blocked.add(&orientation.covered, corner);
        }
        let seat = player.index();
        self.covered[seat].add(&orientation.covered, corner);
        self.blocked[seat].add(&orientation.edges, corner);
        self.attach[seat].add(&orientation.corners, corner);
        self.played[seat].insert(orientation.piece);
        let finished = orientation.piece == Piece::MONOMINO && self.played[seat].is_all();
        self.finished |= u8::from(finished) << seat;
    }

    /// Whether the states are equal in all that is kept up to date, too.
    #[cfg(test)]
    pub(super) fn is_identical(&self, other: &State) -> bool {
        let sets = |state: &State| (state.blocked, state.attach, state.played);
        self == other && sets(self) == sets(other)
    }

    /// A key of all that matters for the future, made from scratch: playouts never ask for it.
    pub(super) fn key(&self, players: usize) -> u64 {
        let pair = |rows: &[u32]| {
            let word = |row: usize| u64::from(rows[row]) << 32 | u64::from(rows[row + 1]);
            (word(0), word(2))
        };
        let rows =
            self.covered[..players].iter().flat_map(|covered| covered.rows()[RIM..RIM + MAX_SIZE].chunks_exact(4));
        let pairs = rows.map(pair);
        key(u64::from(self.turn) << 8 | u64::from(self.finished), pairs)
    }
}

/// Shows what counts when states are compared.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("State");
        fields.field("covered", &self.covered).field("finished", &self.finished).field("turn", &self.turn());
        fields.finish()
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let rest = |state: &State| (state.turn, state.finished);
        rest(self) == rest(other) && self.covered == other.covered
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.covered, self.turn, self.finished).hash(hasher);
    }
}
