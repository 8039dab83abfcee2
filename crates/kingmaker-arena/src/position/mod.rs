//! Positions of any game as values, with moves as numbers: for callers who keep many of them, such as programs in Python.
//!
//! The number of a move, its *action*, is [`slot`](kingmaker_core::Game::slot): it means the same in every position, and
//! what is possible in one position has different ones.

mod of_game;
#[cfg(test)]
mod tests;

use std::any::Any;

use kingmaker_core::scene::{Picture, Piece};
use kingmaker_core::{NotationError, Player, Rng, Turn};
use kingmaker_search::Halt;

use crate::analysis::Analysis;
use crate::erased::AnyGame;
use crate::player::PlayerSpec;
use crate::session::AnalysisError;

pub(crate) use of_game::{GamePosition, GameView};

/// A position, and how it came about. Whoever has it knows everything.
pub trait AnyPosition: Send + Sync {
    /// The same once more.
    fn copied(&self) -> Box<dyn AnyPosition>;

    /// For comparisons.
    fn as_any(&self) -> &dyn Any;

    /// Whether the other one is an equal position of the same game, however it came about.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// A number that is equal for equal positions.
    fn key(&self) -> u64;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The legal moves, from the lowest number; the possible outcomes when it is the turn of chance.
    fn actions(&self) -> Vec<usize>;

    /// The possible outcomes when it is the turn of chance, from the lowest number, and how likely each is.
    fn outcomes(&self) -> Vec<(usize, f64)>;

    /// Makes a move, or lets an outcome of chance happen. What is not possible changes nothing.
    fn play(&mut self, action: usize) -> Result<(), NotationError>;

    /// Lets chance happen, or a player move at random, and says what was played; `None` if the game is over.
    fn play_random(&mut self, rng: &mut Rng) -> Option<usize>;

    /// What is possible here, as text.
    fn action_text(&self, action: usize) -> Result<String, NotationError>;

    /// The number of the move that a text means.
    fn parse_action(&self, text: &str) -> Result<usize, NotationError>;

    /// What was played, as an observer saw it; everything, if there is none.
    fn history(&self, observer: Option<Player>) -> Vec<PlayedAction>;

    /// Where it began.
    fn start(&self) -> Box<dyn AnyPosition>;

    /// What each player gets, once the game is over.
    fn scores(&self) -> Option<Vec<f32>>;

    /// What each player has beside the result, in a game that counts something.
    fn points(&self) -> Option<Vec<f32>>;

    /// The position in one line.
    fn text(&self) -> String;

    /// The position as a picture.
    fn picture(&self) -> Picture;

    /// What the player at a seat may know of it.
    fn view(&self, seat: Player) -> Box<dyn AnyView>;

    /// What `player` thinks in the place of whoever is to move, handed their view.
    fn analyze(&self, player: &PlayerSpec, seed: u64, halt: &Halt) -> Result<Analysis, AnalysisError>;
}

/// What the player at a seat may know of a position.
pub trait AnyView: Send + Sync {
    /// The same once more.
    fn copied(&self) -> Box<dyn AnyView>;

    /// For comparisons.
    fn as_any(&self) -> &dyn Any;

    /// Whether the other one is the same view of the same seat.
    fn is_same(&self, other: &dyn AnyView) -> bool;

    /// Whose view it is.
    fn seat(&self) -> Player;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The legal moves of the seat, from the lowest number; none if it is not their turn.
    fn actions(&self) -> Vec<usize>;

    /// A legal move of the seat, as text.
    fn action_text(&self, action: usize) -> Result<String, NotationError>;

    /// The number of the seat's move that a text means.
    fn parse_action(&self, text: &str) -> Result<usize, NotationError>;

    /// What is known, in one line.
    fn text(&self) -> String;

    /// What is seen of the board.
    fn picture(&self) -> Picture;

    /// Every position that the seat holds possible, and how likely it is to them.
    fn worlds(&self) -> Vec<(Box<dyn AnyPosition>, f64)>;

    /// One of these, drawn with its weight.
    fn sample(&self, rng: &mut Rng) -> Box<dyn AnyPosition>;
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedAction {
    /// Whose turn it was.
    pub turn: Turn,
    /// The number of what was seen of the move.
    pub action: usize,
    /// The same as text.
    pub text: String,
}

/// How many places pictures of a game have, so that its observations have a fixed length. Most games have a board, and so
/// the same number in every position; in others it is the most that some random games have.
pub fn places(game: &dyn AnyGame) -> usize {
    const GAMES: u64 = 10;
    const PLIES: usize = 300;
    let count = |picture: Picture| picture.cells.len() + picture.bars.len();
    let most_of_game = |seed: u64| {
        let (mut position, mut rng) = (game.position(seed), Rng::new(seed));
        let mut most = count(position.picture());
        for _ in 0..PLIES {
            if position.play_random(&mut rng).is_none() {
                break;
            }
            most = most.max(count(position.picture()));
        }
        most
    };
    let first = most_of_game(0);
    if first == count(game.position(0).picture()) {
        first
    } else {
        (1..GAMES).map(most_of_game).fold(first, usize::max)
    }
}

/// What a picture shows as numbers: for each place (the cells, then the bars), how many pieces of each player lie there
/// and how many of nobody, and then the same of the topmost piece alone. There are as many places as is said: where a
/// picture has fewer, the rest is zero, and what it has beyond is left out.
pub fn planes(picture: &Picture, players: usize, places: usize) -> Vec<f32> {
    let kinds = players + 1;
    let mut numbers = vec![0.0; places * 2 * kinds];
    let kind = |piece: &Piece| match piece {
        Piece::Of(player) | Piece::Tile(player) => player.index(),
        Piece::Neutral => players,
    };
    let cells = picture.cells.iter().map(|cell| &cell.pieces[..]);
    let pieces = cells.chain(picture.bars.iter().map(|bar| bar.piece.as_slice()));
    for (place, pieces) in numbers.chunks_mut(2 * kinds).zip(pieces) {
        pieces.iter().for_each(|piece| place[kind(piece)] += 1.0);
        pieces.last().into_iter().for_each(|top| place[kinds + kind(top)] = 1.0);
    }
    numbers
}
