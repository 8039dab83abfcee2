//! What one player may know of a position, and what they see of a move.

use std::borrow::Cow;

use crate::capability::{Model, Models};
use crate::game::{Game, Turn};
use crate::notation::{Notation, NotationError};
use crate::player::Player;
use crate::rng::Rng;
use crate::scene::{Picture, Scene};

/// What one player, the observer, may know of a position.
///
/// Whoever searches, draws or writes on behalf of a player is handed a view. It can be opened in two ways only:
/// by [`determinize`](View::determinize), which makes up what is hidden, and by the list of all
/// [`worlds`](View::worlds) that the observer holds possible. In a game without secrets a view is the position itself,
/// nothing is copied, and [`position`](View::position) hands it out.
#[derive(Clone, Debug)]
pub struct View<'a, G: Game> {
    known: Cow<'a, G::State>,
    observer: Player,
}

impl<'a, G: Game> View<'a, G> {
    /// What `observer` may know of `state`.
    pub fn new(game: &G, state: &'a G::State, observer: Player) -> Self {
        let known = match game.secrets() {
            None => Cow::Borrowed(state),
            Some(secrets) => {
                let mut known = state.clone();
                secrets.hide(&mut known, observer);
                Cow::Owned(known)
            }
        };
        View { known, observer }
    }

    /// The view of `observer` that `text` describes.
    pub fn parse(game: &G, text: &str, observer: Player) -> Result<Self, NotationError>
    where
        G: Notation,
    {
        Ok(View { known: Cow::Owned(game.parse_view(text, observer)?), observer })
    }

    /// The same as a value that lends nothing.
    pub fn owned(&self) -> View<'static, G> {
        View { known: Cow::Owned(G::State::clone(&self.known)), observer: self.observer }
    }

    /// Whose view it is.
    #[inline]
    pub fn observer(&self) -> Player {
        self.observer
    }

    /// Whose turn it is, which everybody knows.
    #[inline]
    pub fn turn(&self, game: &G) -> Turn {
        game.turn(&self.known)
    }

    /// Replaces the contents of `out` by the legal moves of the observer; by nothing if it is not their turn.
    pub fn legal_moves(&self, game: &G, out: &mut Vec<G::Move>) {
        if self.turn(game) == Turn::Player(self.observer) {
            game.legal_moves(&self.known, out);
        } else {
            out.clear();
        }
    }

    /// The position, if nobody has secrets from the observer.
    #[inline]
    pub fn position(&self, game: &G) -> Option<&G::State> {
        game.secrets().is_none_or(|secrets| secrets.knows_all(self.observer)).then_some(&*self.known)
    }

    /// The game in which the observer searches instead of the real one.
    pub fn model(&self, game: &G, by: Model) -> G
    where
        G: Models,
    {
        game.model(&self.known, self.observer, by)
    }

    /// What the observer does in the real game where a search in the model chose `mv`.
    pub fn real_move(&self, game: &G, by: Model, mv: G::Move) -> G::Move
    where
        G: Models,
    {
        game.real_move(&self.known, self.observer, by, mv)
    }

    /// A position that the observer holds possible, drawn with its weight; the position itself in a game without
    /// secrets.
    pub fn determinize(&self, game: &G, rng: &mut Rng) -> Cow<'_, G::State> {
        match game.secrets() {
            None => Cow::Borrowed(&*self.known),
            Some(secrets) => Cow::Owned(secrets.determinize(&self.known, self.observer, rng)),
        }
    }

    /// Every position that the observer holds possible, with its weight. Weights are positive and sum to 1.
    pub fn worlds(&self, game: &G) -> Vec<(G::State, f64)> {
        let mut worlds = Vec::new();
        match game.secrets() {
            None => worlds.push((self.known.clone().into_owned(), 1.0)),
            Some(secrets) => secrets.worlds(&self.known, self.observer, &mut |world, weight| {
                worlds.push((world, weight));
            }),
        }
        worlds
    }

    /// What the observer knows, in one line.
    pub fn text(&self, game: &G) -> String
    where
        G: Notation,
    {
        game.position_text(&self.known)
    }

    /// A move of the observer, or what they saw of one, as text.
    pub fn move_text(&self, game: &G, mv: G::Move) -> String
    where
        G: Notation,
    {
        game.move_text(&self.known, mv)
    }

    /// The move of the observer that a text means. Whether it is legal is decided by what the observer knows.
    pub fn parse_move(&self, game: &G, text: &str) -> Result<G::Move, NotationError>
    where
        G: Notation,
    {
        game.parse_move(&self.known, text)
    }

    /// What the observer sees of the board, with what they saw of the last move marked.
    pub fn picture(&self, game: &G, last: Option<Seen<G::Move>>) -> Picture
    where
        G: Scene,
    {
        game.picture(&self.known, last.map(|seen| seen.mv))
    }
}

impl<G: Game> PartialEq for View<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        self.observer == other.observer && self.known == other.known
    }
}

/// What somebody saw of a move or of an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen<Move> {
    /// The move; if it was not seen whole, one that stands for all that look the same.
    pub mv: Move,
    /// Whether it was seen whole.
    pub is_whole: bool,
}

/// What `observer` sees of a move that is about to be made in `state`.
pub fn seen<G: Game>(game: &G, state: &G::State, mv: G::Move, observer: Player) -> Seen<G::Move> {
    let part = game.secrets().map_or(mv, |secrets| secrets.seen(state, mv, observer));
    Seen { mv: part, is_whole: part == mv }
}
