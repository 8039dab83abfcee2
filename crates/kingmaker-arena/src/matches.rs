//! A match that has been checked and can be played.

use std::fmt;

use kingmaker_core::Teams;

use crate::erased::AnyGame;
use crate::openings::{OpeningError, Openings};
use crate::player::{PlayerError, PlayerSpec};
use crate::schedule::{Schedule, ScheduleError};
use crate::statistics::Hypotheses;
use crate::statistics::sprt::Sprt;
use crate::stopping::Stopping;

/// Who plays what against whom, and how often.
pub struct Match {
    game: Box<dyn AnyGame>,
    players: Vec<PlayerSpec>,
    schedule: Schedule,
    requested: u64,
    seed: u64,
    stop: Option<Hypotheses>,
    openings: Option<Openings>,
}

impl Match {
    /// At least `games` games, as many as the [`Schedule`] needs to be fair.
    pub fn new(game: Box<dyn AnyGame>, players: Vec<PlayerSpec>, games: u64, seed: u64) -> Result<Self, MatchError> {
        for (index, player) in players.iter().enumerate() {
            game.check_player(player).map_err(MatchError::Player)?;
            if players[..index].iter().any(|earlier| earlier.label() == player.label()) {
                return Err(MatchError::Twice(player.label().to_owned()));
            }
        }
        let schedule = schedule(&players, &game.teams(), games, seed)?;
        Ok(Match { game, players, schedule, requested: games, seed, stop: None, openings: None })
    }

    /// The same match, but it ends as soon as a test of the first player's win rate has decided.
    pub fn stopped_by(self, hypotheses: Hypotheses) -> Result<Self, MatchError> {
        if self.players.len() < 2 {
            return Err(MatchError::NobodyElse);
        }
        Ok(Match { stop: Some(hypotheses), ..self })
    }

    /// The same match, but games begin with moves that nobody chose, the same in all seatings of a round.
    pub fn opened_by(self, openings: Openings) -> Result<Self, MatchError> {
        openings.check(&*self.game).map_err(MatchError::Opening)?;
        Ok(Match { openings: Some(openings), ..self })
    }

    /// How games begin, if not at the start.
    pub fn openings(&self) -> Option<&Openings> {
        self.openings.as_ref()
    }

    /// The moves with which a game begins.
    pub fn opening(&self, index: u64) -> Vec<String> {
        let round = index / self.schedule.round_length();
        self.openings.as_ref().map_or_else(Vec::new, |openings| openings.of_round(&*self.game, self.seed, round))
    }

    /// The rule that ends it early, if there is one, before the first game.
    pub fn stopping(&self) -> Option<Stopping> {
        let (first, hypotheses) = (self.players.first()?, self.stop?);
        // Games that begin alike are not independent of each other: then a round is one observation.
        let test = match self.openings {
            None => Sprt::new(hypotheses),
            Some(_) => Sprt::of_rounds(hypotheses),
        };
        Some(Stopping::new(test, first.label(), self.game.teams(), self.schedule.round_length()))
    }

    /// What is played.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Who plays.
    pub fn players(&self) -> &[PlayerSpec] {
        &self.players
    }

    /// Who sits where in which game.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// At least so many games were asked for; the schedule has as many as are needed to be fair.
    pub fn requested(&self) -> u64 {
        self.requested
    }

    /// Where all random draws come from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the same seed gives the same games.
    pub fn is_reproducible(&self) -> bool {
        self.players.iter().all(PlayerSpec::is_reproducible)
    }
}

/// Who sits where in which game: either all players have a role, or none has.
pub(crate) fn schedule(players: &[PlayerSpec], teams: &Teams, games: u64, seed: u64) -> Result<Schedule, MatchError> {
    let roles: Vec<usize> = players.iter().filter_map(|player| player.check_role(teams).ok().flatten()).collect();
    let schedule = match roles.len() {
        0 => Schedule::new(players.len(), teams, games, seed),
        count if count == players.len() => Schedule::of_roles(&roles, teams, games, seed),
        _ => {
            let without = players.iter().find(|player| player.role().is_none()).map_or("", PlayerSpec::label);
            return Err(MatchError::NoRole { player: without.to_owned(), roles: teams.roles().join(" or ") });
        }
    };
    schedule.map_err(MatchError::Schedule)
}

/// A match that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// A player cannot play this game.
    Player(PlayerError),
    /// The same player is named twice.
    Twice(String),
    /// The players do not fit the seats.
    Schedule(ScheduleError),
    /// A test compares a player with others, of whom there are none.
    NobodyElse,
    /// Games cannot begin as they should.
    Opening(OpeningError),
    /// Others have a role, and one has none.
    NoRole {
        /// The player.
        player: String,
        /// What it could be.
        roles: String,
    },
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Player(error) => write!(f, "{error}"),
            MatchError::Twice(label) => write!(
                f,
                "player '{label}' is named twice; expected different players, as each may take several seats (one alone plays itself)"
            ),
            MatchError::Schedule(error) => write!(f, "{error}"),
            MatchError::Opening(error) => write!(f, "{error}"),
            MatchError::NoRole { player, roles } => write!(
                f,
                "player '{player}' has no role, and others have; expected each to be {roles}, or none to have a role"
            ),
            MatchError::NobodyElse => {
                f.write_str("an SPRT tests one player against others; expected at least two players")
            }
        }
    }
}

impl std::error::Error for MatchError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::{Budget, test_game};

    fn match_of(specs: &[&str]) -> Result<Match, MatchError> {
        let read = |text: &&str| Registry::ours().player(text, &Budget::playouts(5)).expect("valid");
        Match::new(test_game::any_heap(2), specs.iter().map(read).collect(), 3, 1)
    }

    #[test]
    fn checks_what_can_be_checked_before_the_first_game() {
        let refused = |specs: &[&str]| match_of(specs).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused(&["mcts", "random", "mcts( )"]).starts_with("player 'mcts' is named twice"));
        assert!(refused(&["mcts", "random", "mcts(c=1)"]).starts_with("3 different players cannot share 2 seats"));
        assert!(refused(&["greedy"]).contains("needs static move ordering"));
        let timed = match_of(&["random", "mcts(time=5ms)"]).unwrap_or_else(|error| panic!("{error}"));
        assert!(!timed.is_reproducible() && timed.schedule().games() == 4);
    }
}
