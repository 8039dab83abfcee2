//! What a game is.

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::player::Player;
use crate::rng::Rng;
use crate::scores::Scores;

/// Who decides what happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This player moves, and has at least one legal move.
    Player(Player),
    /// A die is rolled or a card is drawn.
    Chance,
    /// The game has ended.
    Over,
}

impl Turn {
    /// The player to move, if it is a player's turn.
    #[inline]
    pub fn player(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// The rules of a game. The value holds what does not change during play (the number of
/// players, options, tables); a state is small, and searches copy it instead of taking back.
///
/// There is no pass unless the rules have one: [`play`](Game::play) skips a player who cannot
/// move. A game that could go on for ever is a draw after [`ply_cap`](Game::ply_cap) plies.
pub trait Game: Send + Sync + 'static {
    /// Everything that changes during play.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One move, or one outcome of chance.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// How many players there are, from 2 to [`MAX_PLAYERS`](crate::MAX_PLAYERS).
    fn players(&self) -> usize;

    /// The position before the first move. Random only where the rules deal or draw.
    fn start(&self, rng: &mut Rng) -> Self::State;

    /// Who is to move.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Replaces the contents of `out` by the legal moves, sorted and without duplicates; by
    /// nothing when it is no player's turn.
    fn legal_moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Makes a move or lets an outcome of chance happen. The caller guarantees that it is
    /// possible here; [`try_play`](Game::try_play) does not take it on trust.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// What each player gets. Only meaningful once the game is over.
    fn scores(&self, state: &Self::State) -> Scores;

    /// A 64-bit key of the position: equal for equal states, and different for positions with
    /// a different future, but for accidents. A ply number that matters only for the ply cap is
    /// no part of it.
    fn key(&self, state: &Self::State) -> u64;

    /// A dense number for each move or outcome of chance, below [`slots`](Game::slots), so that
    /// tables of moves are arrays.
    fn slot(&self, mv: Self::Move) -> usize;

    /// How many slots there are.
    fn slots(&self) -> usize;

    /// No game takes more plies (moves and outcomes of chance) than this.
    fn ply_cap(&self) -> usize;

    /// Makes a player's move if it is legal, else leaves the state as it is.
    fn try_play(&self, state: &mut Self::State, mv: Self::Move) -> Result<(), IllegalMove<Self::Move>> {
        if !self.is_legal(state, mv, &mut Vec::new()) {
            return Err(IllegalMove(mv));
        }
        self.play(state, mv);
        Ok(())
    }

    /// Whether a player's move is legal here. A game overrides this where it can do without the list,
    /// for which `scratch` is there.
    fn is_legal(&self, state: &Self::State, mv: Self::Move, scratch: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(state, scratch);
        scratch.binary_search(&mv).is_ok()
    }

    /// A legal move, each equally likely; `None` when it is no player's turn. A game overrides
    /// this where it can do without the list, for which `scratch` is there.
    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.legal_moves(state, scratch);
        rng.pick(scratch).copied()
    }

    /// When it is the turn of [`Turn::Chance`], an outcome drawn with its probability. A game
    /// with chance implements this together with [`Chance`](crate::Chance).
    #[inline]
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Move> {
        let _ = (state, rng);
        None
    }
}

/// A move that the rules do not allow in the position at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove<Move>(pub Move);

impl<Move: Debug> fmt::Display for IllegalMove<Move> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not legal here", self.0)
    }
}

impl<Move: Debug> std::error::Error for IllegalMove<Move> {}
