//! How a game stands that somebody wins alone, or that is a draw.

use kingmaker_core::{Player, Scores, Turn};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// It goes on.
    Open,
    /// This player has won.
    Won(Player),
    /// Nobody can win any more: the ply cap was reached, or the board is full.
    Drawn,
}

impl Outcome {
    /// Whether it goes on.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self == Outcome::Open
    }

    /// Whose turn it is, if `player` is next.
    #[inline]
    pub(crate) fn turn(self, player: Player) -> Turn {
        if self.is_open() { Turn::Player(player) } else { Turn::Over }
    }

    /// What each player gets.
    pub(crate) fn scores(self, players: usize) -> Scores {
        match self {
            Outcome::Won(winner) => Scores::winner(players, winner),
            Outcome::Open | Outcome::Drawn => Scores::draw(players),
        }
    }
}
