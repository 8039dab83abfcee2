//! What a game is.

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::capability::{Chance, HiddenInformation};
use crate::player::{ByPlayer, Player};
use crate::rng::Rng;
use crate::scores::Scores;
use crate::teams::Teams;

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
///
/// A game in which everybody plays for themselves, nothing is drawn and nobody has secrets writes nothing about that.
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
    /// no part of it: see [`plies_left`](Game::plies_left).
    fn key(&self, state: &Self::State) -> u64;

    /// A dense number for each move or outcome of chance, below [`slots`](Game::slots), so that
    /// tables of moves are arrays. What is possible in one position has different slots.
    fn slot(&self, mv: Self::Move) -> usize;

    /// How many slots there are.
    fn slots(&self) -> usize;

    /// No game takes more plies (moves and outcomes of chance) than this.
    fn ply_cap(&self) -> usize;

    /// After how many more plies the game is cut off, in a game that could go on for ever; `None` in one that ends
    /// by itself. A search that remembers positions asks for it, because the same position is worth something else
    /// shortly before the end.
    fn plies_left(&self, state: &Self::State) -> Option<usize> {
        let _ = state;
        None
    }

    /// Who wins together.
    fn teams(&self) -> Teams {
        Teams::each_alone(self.players())
    }

    /// Whose move won a game that is over for their team, if it was one player's (Nijssen 2013, section 7.2.6).
    fn credit(&self, state: &Self::State) -> Option<Player> {
        let _ = state;
        None
    }

    /// Whether a player may have several decisions in a row in one turn.
    fn has_long_turns(&self) -> bool {
        false
    }

    /// How many whole turns are over, in a game in which a turn may have several decisions and turns are counted. A
    /// search that looks some turns ahead asks for it.
    fn turns_over(&self, state: &Self::State) -> Option<usize> {
        let _ = state;
        None
    }

    /// What each player has at the end beside the result, in a game that counts something: points, or health.
    fn points(&self, state: &Self::State) -> Option<ByPlayer<f32>> {
        let _ = state;
        None
    }

    /// What is drawn, if anything is: a game with chance events hands out itself.
    fn chance(&self) -> Option<&dyn Chance<State = Self::State, Move = Self::Move>> {
        None
    }

    /// What players do not know of each other, if there is anything: a game with secrets hands out itself.
    fn secrets(&self) -> Option<&dyn HiddenInformation<State = Self::State, Move = Self::Move>> {
        None
    }

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

    /// When it is the turn of [`Turn::Chance`], an outcome drawn with its probability. A game overrides this where
    /// it can do without the list of outcomes.
    #[inline]
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Move> {
        let mut left = rng.unit();
        let mut drawn = None;
        self.chance()?.outcomes(state, &mut |outcome, probability| {
            if drawn.is_none() || left >= 0.0 {
                drawn = Some(outcome);
                left -= probability;
            }
        });
        drawn
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
