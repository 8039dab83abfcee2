//! Errors as Python knows them. Bad input is a `ValueError`; what the world does wrong is an `OSError`.

use kingmaker_arena::PlayerError as ArenaPlayerError;
use kingmaker_arena::campaign::CampaignError;
use kingmaker_arena::experiment::{ExperimentError, Mistake};
use kingmaker_arena::matches::MatchError;
use kingmaker_arena::registry::GameError;
use kingmaker_arena::session::AnalysisError;
use kingmaker_arena::store::{Problem, StoreError as ArenaStoreError};
use kingmaker_core::NotationError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(kingmaker, Error, PyValueError, "Bad input. The message says what is wrong and what was expected.");
create_exception!(kingmaker, SpecError, Error, "A text that names no game, player or experiment.");
create_exception!(kingmaker, PlayerError, Error, "A player that cannot play this game, or did not keep to its rules.");
create_exception!(kingmaker, IllegalActionError, Error, "An action or a text that is no legal move here.");
create_exception!(kingmaker, StoreError, Error, "A file that is no store of games, or games that do not go together.");

/// How an error of ours is raised.
pub(crate) trait Raise {
    /// The exception.
    fn raise(self) -> PyErr;
}

/// A result whose errors become exceptions.
pub(crate) trait OrRaise<T> {
    /// The same, with an exception.
    fn or_raise(self) -> Result<T, PyErr>;
}

impl<T, E: Raise> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> Result<T, PyErr> {
        self.map_err(Raise::raise)
    }
}

impl Raise for GameError {
    fn raise(self) -> PyErr {
        SpecError::new_err(self.to_string())
    }
}

impl Raise for NotationError {
    fn raise(self) -> PyErr {
        IllegalActionError::new_err(self.to_string())
    }
}

impl Raise for ArenaPlayerError {
    fn raise(self) -> PyErr {
        match self {
            ArenaPlayerError::Spec(_) | ArenaPlayerError::Setting { .. } | ArenaPlayerError::Budget { .. } => {
                SpecError::new_err(self.to_string())
            }
            _ => PlayerError::new_err(self.to_string()),
        }
    }
}

impl Raise for AnalysisError {
    fn raise(self) -> PyErr {
        match self {
            AnalysisError::Player(error) => error.raise(),
            AnalysisError::Over | AnalysisError::Chance => Error::new_err(self.to_string()),
        }
    }
}

impl Raise for MatchError {
    fn raise(self) -> PyErr {
        match self {
            MatchError::Player(error) => error.raise(),
            _ => Error::new_err(self.to_string()),
        }
    }
}

impl Raise for Mistake {
    fn raise(self) -> PyErr {
        SpecError::new_err(self.to_string())
    }
}

impl Raise for ExperimentError {
    fn raise(self) -> PyErr {
        match self {
            ExperimentError::Unreadable(..) => PyOSError::new_err(self.to_string()),
            ExperimentError::Mistake(mistake) => mistake.raise(),
        }
    }
}

impl Raise for ArenaStoreError {
    fn raise(self) -> PyErr {
        match self.problem {
            Problem::Missing | Problem::Foreign | Problem::Newer(_) | Problem::Unlike(_) | Problem::Changed(_) => {
                StoreError::new_err(self.to_string())
            }
            _ => PyOSError::new_err(self.to_string()),
        }
    }
}

impl Raise for CampaignError {
    fn raise(self) -> PyErr {
        match self {
            CampaignError::Player(error) => error.raise(),
            CampaignError::Store(error) => error.raise(),
            CampaignError::NoThread => PyOSError::new_err(self.to_string()),
        }
    }
}
