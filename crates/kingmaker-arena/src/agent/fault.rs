//! What a foreign program can do wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of misbehaviour. It costs the program the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started.
    NotStarted,
    /// It ended.
    Crashed,
    /// It did not answer within its limit.
    Silent,
    /// It answered, but after its limit.
    Late,
    /// It answered with something that is no answer.
    Garbled,
    /// It answered with bytes that are no UTF-8.
    NotUtf8,
    /// It wrote a line that is too long, or lines without end.
    Flood,
    /// It answered what nobody asked, or what was asked before.
    Unasked,
    /// Its move is not legal.
    IllegalMove,
    /// It said that it cannot go on.
    GaveUp,
}

impl FaultKind {
    /// In words, after "it".
    pub fn words(self) -> &'static str {
        match self {
            FaultKind::NotStarted => "could not be started",
            FaultKind::Crashed => "ended",
            FaultKind::Silent => "did not answer in time",
            FaultKind::Late => "answered too late",
            FaultKind::Garbled => "gave an answer that is none",
            FaultKind::NotUtf8 => "wrote bytes that are no UTF-8",
            FaultKind::Flood => "wrote too much",
            FaultKind::Unasked => "answered what was not asked",
            FaultKind::IllegalMove => "made an illegal move",
            FaultKind::GaveUp => "gave up",
        }
    }
}

/// What a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What sort of thing.
    pub kind: FaultKind,
    /// What exactly.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Fault { kind, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it {}", self.kind.words())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

impl std::error::Error for Fault {}
