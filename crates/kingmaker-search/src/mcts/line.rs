//! The moves of one iteration.

use kingmaker_core::Player;

/// The moves of one iteration from the root to the end of the game: first those in the tree, then
/// those of the playout. Chance events are left out. Only kept where somebody learns from them.
#[derive(Debug)]
pub struct Line<Move> {
    moves: Vec<(Player, Move)>,
    in_tree: usize,
    is_kept: bool,
}

impl<Move: Copy> Line<Move> {
    /// An empty line, that stays empty unless it `is_kept`.
    pub fn new(is_kept: bool) -> Self {
        Line { moves: Vec::new(), in_tree: 0, is_kept }
    }

    /// Whether moves are remembered at all.
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Before the next iteration.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.in_tree = 0;
    }

    /// A player has moved.
    #[inline]
    pub fn push(&mut self, player: Player, mv: Move) {
        if self.is_kept {
            self.moves.push((player, mv));
        }
    }

    /// The tree ends here, and the playout begins.
    pub fn leave_tree(&mut self) {
        self.in_tree = self.moves.len();
    }

    /// All moves.
    pub fn moves(&self) -> &[(Player, Move)] {
        &self.moves
    }

    /// The moves of the playout.
    pub fn in_playout(&self) -> &[(Player, Move)] {
        &self.moves[self.in_tree..]
    }

    /// The moves in the tree.
    pub fn in_tree(&self) -> &[(Player, Move)] {
        &self.moves[..self.in_tree]
    }
}
