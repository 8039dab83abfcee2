//! Why a command did not do what it was asked for, and the exit status that says so.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use kingmaker_arena::campaign::CampaignError;
use kingmaker_arena::experiment::{ExperimentError, Mistake};
use kingmaker_arena::matches::MatchError;
use kingmaker_arena::player::PlayerError;
use kingmaker_arena::registry::GameError;
use kingmaker_arena::session::AnalysisError;
use kingmaker_arena::store::{Problem, StoreError};
use kingmaker_core::NotationError;

use crate::{interrupt, output};

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong; the message says what would have been right.
    Input(String),
    /// The user pressed Ctrl-C.
    Interrupted,
    /// Nobody reads standard output any more, as after `| head`.
    BrokenPipe,
    /// Something failed that is not the input's fault.
    Other(anyhow::Error),
}

impl Failure {
    /// Bad input.
    pub(crate) fn input(message: impl Display) -> Self {
        Failure::Input(message.to_string())
    }

    /// What could not be written, if it is for that reason that this failed. What a store says names the store itself.
    pub(crate) fn writing(self, what: &str) -> Self {
        match self {
            Failure::Other(error) if !error.is::<StoreError>() => {
                Failure::Other(error.context(format!("cannot write {what}")))
            }
            failure => failure,
        }
    }

    /// What is to be told.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Input(message) => message.clone(),
            Failure::Interrupted | Failure::BrokenPipe => String::new(),
            Failure::Other(error) => format!("{error:#}"),
        }
    }

    /// Tells the user, and says how the program should end.
    pub(crate) fn tell(&self) -> ExitCode {
        let status = match self {
            Failure::Input(_) => 2,
            Failure::Interrupted => return ExitCode::from(interrupt::STATUS),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Other(_) => 1,
        };
        let style = anstyle::AnsiColor::Red.on_default().bold();
        // If standard error is gone as well, the exit status has to do.
        let message = output::folded(&format!("error: {}", self.message()), 7);
        let _ = write!(anstream::stderr(), "{style}error:{style:#}{}", message.trim_start_matches("error:"));
        ExitCode::from(status)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Other(error.into()),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Other(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::IllegalMove { .. } | PlayerError::Fault { .. } | PlayerError::Faulty { .. } => {
                Failure::Other(error.into())
            }
            _ => Failure::input(error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error.problem {
            Problem::Missing
            | Problem::Foreign
            | Problem::Newer(_)
            | Problem::Unlike(_)
            | Problem::Address(_)
            | Problem::UnknownHost(_)
            | Problem::Refused(_)
            | Problem::OtherProgram(_) => Failure::input(error),
            _ => Failure::Other(error.into()),
        }
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Player(error) => error.into(),
            CampaignError::Store(error) => error.into(),
            CampaignError::NoThread => Failure::Other(error.into()),
        }
    }
}

macro_rules! bad_input {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure::input(error)
            }
        })*
    };
}

bad_input!(GameError, MatchError, NotationError, AnalysisError, ExperimentError, Mistake);
