//! How games begin: with moves that nobody chose, the same in all seatings of a round.

use std::fmt;

use kingmaker_core::Rng;
use kingmaker_core::rng::derive_seed;

use crate::erased::AnyGame;
use crate::session::{Observer, Session};

/// The beginnings of the games of a match. Every round has one of them, drawn by the seed of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// One of these sequences of moves.
    List(Vec<Vec<String>>),
    /// So many random moves.
    Random(u32),
}

impl Openings {
    /// Reads a list: an opening in each line, its moves separated by blanks. What follows a `#` is a remark.
    pub fn read(text: &str) -> Self {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let moves = lines.map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        Openings::List(moves.filter(|moves| !moves.is_empty()).collect())
    }

    /// Whether games of this sort can begin so.
    pub(crate) fn check(&self, game: &dyn AnyGame) -> Result<(), OpeningError> {
        if game.has_secrets() {
            return Err(OpeningError::Secrets(game.spec().to_owned()));
        }
        let Openings::List(list) = self else { return Ok(()) };
        if list.is_empty() {
            return Err(OpeningError::Empty);
        }
        for moves in list {
            let mut session = game.session(0);
            let wrong = |message: String| OpeningError::Moves { opening: moves.join(" "), message };
            for mv in moves {
                session.play(mv).map_err(|error| wrong(error.to_string()))?;
            }
            if session.scores().is_some() {
                return Err(wrong("the game is over at its end; expected one that goes on".to_owned()));
            }
        }
        Ok(())
    }

    /// The moves with which the games of a round begin.
    pub(crate) fn of_round(&self, game: &dyn AnyGame, seed: u64, round: u64) -> Vec<String> {
        // Seeds of games and of players are derived in other ways.
        let mut rng = Rng::new(derive_seed(derive_seed(seed, u64::MAX - 1), round));
        match self {
            Openings::List(list) => rng.pick(list).cloned().unwrap_or_default(),
            Openings::Random(plies) => random(game, *plies, &mut rng),
        }
    }
}

/// Random moves after which the game goes on; none if that is not to be found.
fn random(game: &dyn AnyGame, plies: u32, rng: &mut Rng) -> Vec<String> {
    const TRIES: usize = 1000;
    let try_once = |rng: &mut Rng| {
        let mut session: Box<dyn Session> = game.session(rng.bits());
        let moves = (0..plies).map_while(|_| match session.draw() {
            Some(drawn) => Some(drawn),
            None => {
                let mv = rng.pick(&session.legal_moves(Observer::Everything))?.clone();
                session.play(&mv).ok()
            }
        });
        let moves: Vec<String> = moves.collect();
        session.scores().is_none().then_some(moves)
    };
    (0..TRIES).find_map(|_| try_once(rng)).unwrap_or_default()
}

impl fmt::Display for Openings {
    /// What tells matches apart that differ in nothing else.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Random(plies) => write!(f, "random plies {plies}"),
            Openings::List(list) => {
                let lines: Vec<String> = list.iter().map(|moves| moves.join(" ")).collect();
                write!(f, "openings {}", lines.join(", "))
            }
        }
    }
}

/// Openings with which games cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// Games are not all dealt alike, or not everybody would see them.
    Secrets(String),
    /// There is none.
    Empty,
    /// One is not to be played.
    Moves {
        /// The opening.
        opening: String,
        /// Why not.
        message: String,
    },
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Secrets(game) => {
                write!(f, "games of {game} are dealt in secret; expected a game without secrets for openings")
            }
            OpeningError::Empty => {
                f.write_str("there are no openings; expected moves separated by blanks, a line each")
            }
            OpeningError::Moves { opening, message } => write!(f, "opening '{opening}': {message}"),
        }
    }
}

impl std::error::Error for OpeningError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn game(spec: &str) -> Box<dyn AnyGame> {
        Registry::ours().game(spec).expect("a game")
    }

    #[test]
    fn openings_are_checked_before_the_first_game() {
        let said = |text: &str, spec: &str| Openings::read(text).check(&*game(spec)).map_err(|error| error.to_string());
        assert_eq!(said("E2 E8 # a remark\n\n  E2\n", "quoridor"), Ok(()));
        assert!(said("E2 E9", "quoridor").is_err_and(|error| error.starts_with("opening 'E2 E9': ")));
        assert!(said("# nothing", "quoridor").is_err_and(|error| error.starts_with("there are no openings")));
        assert!(said("a", "hide-and-seek").is_err_and(|error| error.contains("dealt in secret")));
    }

    #[test]
    fn rounds_have_openings_of_their_own() {
        let game = game("quoridor(players=3)");
        let of = |seed, round| Openings::Random(4).of_round(&*game, seed, round);
        assert_eq!((of(1, 0), of(1, 0).len()), (of(1, 0), 4));
        assert!(of(1, 0) != of(1, 1) && of(1, 0) != of(2, 0));
        let list = Openings::read("E2\nD1\nF1\nE1h\n");
        let drawn: std::collections::BTreeSet<_> = (0..40).map(|round| list.of_round(&*game, 1, round)).collect();
        assert_eq!(drawn.len(), 4, "each is drawn now and then");
    }
}
