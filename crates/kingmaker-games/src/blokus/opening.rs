//! First moves: a player's first piece must cover the start square.
//!
//! Nothing is at the corners of that square, and in Blokus Duo nothing at its edges, so that the
//! windows do not apply. But the moves are few, and the same in nearly every game.

use kingmaker_core::Rng;

use super::Move;
use super::board::{Square, Squares};
use super::pieces;
use super::site::Site;

/// All ways to begin on one square.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// The square to be covered.
    pub(super) start: Square,
    /// In order, so that the largest pieces come first.
    moves: Vec<Move>,
    /// How many of the moves are with the largest pieces.
    largest: usize,
    /// All squares that any of the moves covers.
    reach: Squares,
}

impl Opening {
    /// The ways to begin on this square of a board of this size.
    pub(super) fn new(size: usize, start: Square) -> Opening {
        let mut moves = Vec::new();
        let mut reach = Squares::EMPTY;
        for (number, orientation) in pieces::ALL.iter().enumerate() {
            let (rows, columns) = orientation.extent();
            for corner in Square::all(size).filter(|c| c.row() + rows <= size && c.column() + columns <= size) {
                if orientation.squares(corner).any(|square| square == start) {
                    moves.push(Move::new(number, corner));
                    reach.add(&orientation.covered, corner);
                }
            }
        }
        let largest = moves.iter().filter(|mv| size_of(**mv) == pieces::MAX_PIECE).count();
        Opening { start, moves, largest, reach }
    }

    /// One of the moves, each equally likely.
    #[inline]
    pub(super) fn draw(&self, site: Site<'_>, rng: &mut Rng) -> Option<Move> {
        if self.reach.is_disjoint(site.blocked) {
            return rng.pick(&self.moves).copied();
        }
        self.draw_among(site, rng, 1)
    }

    /// One of the moves with the largest pieces that can be placed, each equally likely.
    #[inline]
    pub(super) fn draw_largest(&self, site: Site<'_>, rng: &mut Rng) -> Option<Move> {
        if self.reach.is_disjoint(site.blocked) {
            return rng.pick(&self.moves[..self.largest]).copied();
        }
        let largest = self.moves.iter().find(|mv| fits(**mv, site))?;
        self.draw_among(site, rng, size_of(*largest))
    }

    /// One of the moves that are possible with pieces of at least this size. Somebody else has
    /// come close, which takes a player who moves more often than their opponents.
    fn draw_among(&self, site: Site<'_>, rng: &mut Rng, smallest: usize) -> Option<Move> {
        let possible = || self.moves.iter().filter(|mv| size_of(**mv) >= smallest && fits(**mv, site));
        let count = possible().count();
        if count == 0 { None } else { possible().nth(rng.below(count)).copied() }
    }
}

fn size_of(mv: Move) -> usize {
    mv.orientation().piece.size()
}

fn fits(mv: Move, site: Site<'_>) -> bool {
    site.blocked.misses(&mv.orientation().covered, mv.corner())
}
