//! Moves and positions as text, and back.

use std::fmt;

use crate::game::{Game, Turn};
use crate::player::Player;

/// How people and files write the moves and positions of a game. All of it can come later: without a word of its own, a
/// game writes what [`Debug`](std::fmt::Debug) writes, and reads moves, but no positions.
pub trait Notation: Game {
    /// The move or outcome of chance as text: without blanks, and different for different legal moves. `state` may
    /// be a view of the position.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        let _ = state;
        format!("{mv:?}").split_whitespace().collect()
    }

    /// The legal move that `text` names, or the outcome when it is the turn of chance. A game overrides this to
    /// accept more than what [`move_text`](Notation::move_text) writes.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, NotationError> {
        let mut legal = Vec::new();
        self.legal_moves(state, &mut legal);
        if let (Turn::Chance, Some(chance)) = (self.turn(state), self.chance()) {
            chance.outcomes(state, &mut |outcome, _| legal.push(outcome));
        }
        let written: Vec<String> = legal.iter().map(|&mv| self.move_text(state, mv)).collect();
        let wanted = text.trim();
        if let Some(index) = written.iter().position(|candidate| candidate.eq_ignore_ascii_case(wanted)) {
            return Ok(legal[index]);
        }
        let error = NotationError::illegal_move(wanted, &written);
        Err(match self.why_illegal(state, wanted) {
            Some(reason) => error.because(reason),
            None => error,
        })
    }

    /// Why a text that is written as moves are is no legal move here, if it is written so: with what the game knows, or
    /// nothing at all. [`parse_move`](Notation::parse_move) tells it.
    fn why_illegal(&self, state: &Self::State, text: &str) -> Option<String> {
        let _ = (state, text);
        None
    }

    /// The whole position in one line.
    fn position_text(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// The position that `text` describes, if it could occur on the board.
    fn parse_position(&self, text: &str) -> Result<Self::State, NotationError> {
        Err(NotationError::new(text, "no position: this game has no notation of positions yet"))
    }

    /// What `text` says that `observer` knows of a position, as [`HiddenInformation::hide`](crate::HiddenInformation)
    /// leaves it. A game with secrets overrides this.
    fn parse_view(&self, text: &str, observer: Player) -> Result<Self::State, NotationError> {
        let _ = observer;
        self.parse_position(text)
    }
}

/// Text that is not a move or a position, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The part that is wrong.
    pub offender: String,
    /// Why a move that is written as moves are cannot be made here; `None` where nothing can be made of the text.
    pub illegal: Option<String>,
    /// What was expected instead.
    pub expected: String,
}

impl NotationError {
    /// The offending part of a text and what should have stood there.
    pub fn new(offender: impl Into<String>, expected: impl Into<String>) -> Self {
        NotationError { offender: offender.into(), illegal: None, expected: expected.into() }
    }

    /// The same of a move that is written as moves are, but cannot be made here for this reason.
    pub fn because(self, reason: impl Into<String>) -> Self {
        NotationError { illegal: Some(reason.into()), ..self }
    }

    /// A text that is none of these moves, with some of them as examples.
    pub fn illegal_move(text: &str, legal: &[String]) -> Self {
        if legal.is_empty() {
            return NotationError::new(text, "no move: no player is to move here");
        }
        let closest = crate::options::closest(text, legal.iter().map(String::as_str));
        let mut examples: Vec<&str> = closest.into_iter().collect();
        for candidate in legal {
            if examples.len() >= 6 {
                break;
            }
            if !examples.contains(&candidate.as_str()) {
                examples.push(candidate);
            }
        }
        if let [only] = legal {
            return NotationError::new(text, format!("the only legal move: {only}"));
        }
        let more = if legal.len() > examples.len() { ", ..." } else { "" };
        NotationError::new(text, format!("one of the {} legal moves: {}{more}", legal.len(), examples.join(", ")))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.illegal {
            None => write!(f, "'{}' is not understood; expected {}", self.offender, self.expected),
            Some(reason) if reason.is_empty() => {
                write!(f, "'{}' is not legal here; expected {}", self.offender, self.expected)
            }
            Some(reason) => write!(f, "'{}' is not legal here: {reason}; expected {}", self.offender, self.expected),
        }
    }
}

impl std::error::Error for NotationError {}
