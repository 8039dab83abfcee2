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
    /// How many plies it takes at least until somebody is skipped.
    pub(crate) first_skip: u32,
    /// Who has won, and why.
    pub(crate) winner: Option<(Player, &'a str)>,
    /// Who may be next.
    pub(crate) can_move: &'a dyn Fn(Player) -> bool,
}

impl TurnField<'_> {
    /// How the game stands and whose turn it is, or would be.
    pub(crate) fn read(&self, text: &str) -> Result<(Outcome, Player), NotationError> {
        let refuse = |expected: String| Err(NotationError::new(text, expected));
        let (players, ply, cap) = (self.players, self.ply, self.cap);
        if ply > cap {
            return Err(NotationError::new(ply.to_string(), format!("at most {cap} plies, which are the cap")));
        }
        let single = |text: &str| {
            let mut characters = text.chars();
            let player = characters.next().and_then(|character| read_player(character, players));
            player.filter(|_| characters.next().is_none())
        };
        if let Some(player) = text.strip_prefix("won").and_then(single) {
            return match self.winner {
                Some((winner, _)) if winner == player => Ok((Outcome::Won(player), player)),
                _ => refuse(format!("a position that player {player} has won")),
            };
        }
        let player = single(text);
        if player.is_none() && text != "drawn" {
            return refuse(format!("the player to move from 1 to {players}, wonN or drawn"));
        }
        if let Some((winner, reason)) = self.winner {
            return refuse(format!("won{winner}, because {reason}"));
        }
        match player {
            None if ply < cap => refuse(format!("a draw only after {cap} plies")),
            None => Ok((Outcome::Drawn, Player::new(0))),
            Some(_) if ply >= cap => refuse(format!("drawn, because {cap} plies are the cap")),
            Some(player) if !(self.can_move)(player) => {
                refuse(format!("a player who can move; player {player} cannot"))
            }
            Some(player) if ply < self.first_skip && player != mover(ply, players) => {
                let next = mover(ply, players);
                refuse(format!("{next}, because nobody is skipped before ply {}", self.first_skip))
            }
            Some(player) => Ok((Outcome::Open, player)),
        }
    }
}

/// Who moves after so many plies in which nobody was skipped.
pub(crate) fn mover(ply: u32, players: usize) -> Player {
    Player::new(ply as usize % players)
}
