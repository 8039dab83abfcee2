//! How a game stands that somebody wins alone, or that is a draw, and how positions write it.

use kingmaker_core::{NotationError, Player, Scores, Turn};

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

/// The player with this digit, if there are so many.
pub(crate) fn read_player(character: char, players: usize) -> Option<Player> {
    let number = character.to_digit(10)? as usize;
    (1..=players).contains(&number).then(|| Player::new(number - 1))
}

/// The field of a position that says who moves next, or how the game ended, with what the rest of the
/// position has to say about it.
pub(crate) struct TurnField<'a> {
    /// How many play.
    pub(crate) players: usize,
    /// Plies so far.
    pub(crate) ply: u32,
    /// Plies after which the game is a draw.
    pub(crate) cap: u32,
    /// Who must have won, and why.
    pub(crate) winner: Option<(Player, &'a str)>,
    /// Who may have won besides.
    pub(crate) may_have_won: &'a dyn Fn(Player) -> bool,
    /// Who may be next.
    pub(crate) can_move: &'a dyn Fn(Player) -> bool,
}

impl TurnField<'_> {
    /// How the game stands and whose turn it is, or would be.
    pub(crate) fn read(&self, text: &str) -> Result<(Outcome, Player), NotationError> {
        let refuse = |expected: String| Err(NotationError::new(text, expected));
        let (players, cap) = (self.players, self.cap);
        let single = |text: &str| {
            let mut characters = text.chars();
            let player = characters.next().and_then(|character| read_player(character, players));
            player.filter(|_| characters.next().is_none())
        };
        if text == "drawn" {
            if self.winner.is_some() || self.ply < cap {
                return refuse(format!("a draw only after {cap} plies"));
            }
            Ok((Outcome::Drawn, Player::new(0)))
        } else if let Some(player) = text.strip_prefix("won").and_then(single) {
            if self.winner.is_none_or(|(winner, _)| winner != player) && !(self.may_have_won)(player) {
                return refuse(format!("a position that player {player} has won"));
            }
            Ok((Outcome::Won(player), player))
        } else if let Some(player) = single(text) {
            if let Some((winner, reason)) = self.winner {
                return refuse(format!("won{winner}, for {reason}"));
            }
            if !(self.can_move)(player) {
                return refuse(format!("a player who can move; player {player} cannot"));
            }
            if self.ply >= cap {
                return refuse(format!("drawn, for {cap} plies are the cap"));
            }
            Ok((Outcome::Open, player))
        } else {
            refuse(format!("the player to move from 1 to {players}, wonN or drawn"))
        }
    }
}
