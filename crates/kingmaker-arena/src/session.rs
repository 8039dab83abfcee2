//! A game in progress, with moves and positions as text.

use std::fmt;
use std::sync::Arc;

use kingmaker_core::scene::Picture;
use kingmaker_core::{NotationError, Rng, Turn, perft};
use kingmaker_games::Registered;

use crate::analysis::Analysis;
use crate::erased::Shared;
use crate::player::{PlayerError, PlayerSpec};

/// A game in progress.
pub trait Session: Send {
    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The legal moves, in the order of the rules.
    fn legal_moves(&self) -> Vec<String>;

    /// Makes a move, and says how it is properly written.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;

    /// If it is the turn of chance, lets it happen, and says what happened.
    fn draw(&mut self) -> Option<String>;

    /// Takes back the last ply, whoever played it; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// What was played so far.
    fn history(&self) -> &[Played];

    /// The position in one line.
    fn position(&self) -> String;

    /// The position as a picture, with the last move marked.
    fn picture(&self) -> Picture;

    /// What each player gets, once the game is over.
    fn scores(&self) -> Option<Vec<f32>>;

    /// What `player` thinks of the position. The session itself goes on as if nothing happened.
    fn analyze(&self, player: &PlayerSpec, seed: u64) -> Result<Analysis, AnalysisError>;

    /// The number of move sequences of `depth` plies. Tells `on_move` each first move with the
    /// number of sequences that begin with it as soon as they are counted.
    fn perft(&self, depth: u32, on_move: &mut dyn FnMut(&str, u64)) -> u64;
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whose turn it was: a player's or that of chance.
    pub turn: Turn,
    /// The move as text.
    pub text: String,
}

/// A position that cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// Nobody is to move: the game is over.
    Over,
    /// Nobody is to move: it is the turn of chance.
    Chance,
    /// The player cannot play this game.
    Player(PlayerError),
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::Over => f.write_str("the game is over here; expected a position with a player to move"),
            AnalysisError::Chance => {
                f.write_str("it is the turn of chance here; expected a position with a player to move")
            }
            AnalysisError::Player(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AnalysisError {}

/// A session of one game.
pub(crate) struct GameSession<G: Registered> {
    shared: Arc<Shared<G>>,
    state: G::State,
    last: Option<G::Move>,
    /// The states and last moves before each ply of the history.
    before: Vec<(G::State, Option<G::Move>)>,
    history: Vec<Played>,
    rng: Rng,
}

impl<G: Registered> GameSession<G> {
    pub(crate) fn new(shared: Arc<Shared<G>>, state: G::State, rng: Rng) -> Self {
        GameSession { shared, state, last: None, before: Vec::new(), history: Vec::new(), rng }
    }

    fn advance(&mut self, mv: G::Move) -> String {
        let game = &self.shared.game;
        let text = game.move_text(&self.state, mv);
        self.history.push(Played { turn: game.turn(&self.state), text: text.clone() });
        self.before.push((self.state.clone(), self.last));
        game.play(&mut self.state, mv);
        self.last = Some(mv);
        text
    }
}

impl<G: Registered> Session for GameSession<G> {
    fn turn(&self) -> Turn {
        self.shared.game.turn(&self.state)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.shared.game.legal_moves(&self.state, &mut moves);
        moves.into_iter().map(|mv| self.shared.game.move_text(&self.state, mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, NotationError> {
        let mv = self.shared.game.parse_move(&self.state, text)?;
        Ok(self.advance(mv))
    }

    fn draw(&mut self) -> Option<String> {
        match self.turn() {
            Turn::Chance => self.shared.game.draw(&self.state, &mut self.rng).map(|outcome| self.advance(outcome)),
            Turn::Player(_) | Turn::Over => None,
        }
    }

    fn undo(&mut self) -> bool {
        let Some((state, last)) = self.before.pop() else { return false };
        self.history.pop();
        self.state = state;
        self.last = last;
        true
    }

    fn history(&self) -> &[Played] {
        &self.history
    }

    fn position(&self) -> String {
        self.shared.game.position_text(&self.state)
    }

    fn picture(&self) -> Picture {
        self.shared.game.picture(&self.state, self.last)
    }

    fn scores(&self) -> Option<Vec<f32>> {
        let over = self.turn() == Turn::Over;
        over.then(|| self.shared.game.scores(&self.state).shares().as_slice().to_vec())
    }

    fn analyze(&self, player: &PlayerSpec, seed: u64) -> Result<Analysis, AnalysisError> {
        let mover = match self.turn() {
            Turn::Player(mover) => mover,
            Turn::Chance => return Err(AnalysisError::Chance),
            Turn::Over => return Err(AnalysisError::Over),
        };
        let mut searcher = self.shared.searcher(player).map_err(AnalysisError::Player)?;
        let mut rng = Rng::new(seed);
        let report = self.shared.choose(&mut *searcher, &self.state, mover, player.budget(), &mut rng);
        Ok(Analysis::new(&self.shared.game, &self.state, mover.number(), &report))
    }

    fn perft(&self, depth: u32, on_move: &mut dyn FnMut(&str, u64)) -> u64 {
        let game = &self.shared.game;
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        game.legal_moves(&self.state, &mut moves);
        let mut total = 0;
        for mv in moves {
            let mut next = self.state.clone();
            game.play(&mut next, mv);
            let count = perft::perft(game, &next, depth - 1);
            on_move(&game.move_text(&self.state, mv), count);
            total += count;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGame, Budget, test_game};

    #[test]
    fn plays_and_takes_back() {
        let game = test_game::heap(3);
        let mut session = game.session(1);
        let start = session.position();
        assert_eq!(session.legal_moves(), ["take1", "take2", "take3"]);
        assert_eq!(session.play(" TAKE3 "), Ok("take3".to_owned()));
        assert!(session.play("take4").is_err());
        assert_eq!(
            session.history(),
            [Played { turn: Turn::Player(kingmaker_core::Player::new(0)), text: "take3".into() }]
        );
        assert_ne!(session.position(), start);
        assert!(session.undo() && !session.undo());
        assert_eq!((session.position(), session.history().len(), session.scores()), (start, 0, None));
    }

    #[test]
    fn finds_a_win_and_explains_it() {
        let game = test_game::heap(2);
        let session = game.session_at("2 0", 1).expect("a position");
        let player = PlayerSpec::read("mcts", &Budget::playouts(200)).expect("valid");
        let analysis = session.analyze(&player, 3).expect("a player is to move");
        assert_eq!((analysis.best.as_str(), analysis.line.as_slice()), ("take2", ["take2".to_owned()].as_slice()));
        assert_eq!((analysis.mover, analysis.playouts, analysis.stop), (1, 200, "playouts"));
        assert_eq!(analysis.candidates[0].shares, Some(vec![Some(1.0), Some(0.0)]));
        let over = game.session_at("0 1", 1).expect("a position");
        assert_eq!(over.analyze(&player, 3), Err(AnalysisError::Over));
    }

    #[test]
    fn counts_sequences() {
        let session = test_game::heap(2).session_at("3 0", 1).expect("a position");
        let mut parts = Vec::new();
        assert_eq!(session.perft(2, &mut |mv, count| parts.push((mv.to_owned(), count))), 3);
        assert_eq!(parts, [("take1".to_owned(), 2), ("take2".to_owned(), 1), ("take3".to_owned(), 0)]);
        assert_eq!((session.perft(0, &mut |_, _| ()), session.perft(3, &mut |_, _| ())), (1, 1));
    }
}
