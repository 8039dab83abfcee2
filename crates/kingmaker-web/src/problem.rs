//! What goes wrong, as a status and one message.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A request that was not fulfilled.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

/// Why a request was not fulfilled.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemJson {
    /// One message that names the offender and what was expected.
    pub(crate) error: String,
}

impl Problem {
    fn new(status: StatusCode, message: impl ToString) -> Self {
        Problem { status, message: message.to_string() }
    }

    /// Something in the request cannot be.
    pub(crate) fn wrong(message: impl ToString) -> Self {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// It is not there.
    pub(crate) fn missing(what: &str) -> Self {
        Problem::new(StatusCode::NOT_FOUND, format!("there is no {what} here"))
    }

    /// Not now: the game has gone on, or it is somebody else's turn.
    pub(crate) fn untimely(message: impl ToString) -> Self {
        Problem::new(StatusCode::CONFLICT, message)
    }

    /// Not for whoever asks.
    pub(crate) fn secret(message: impl ToString) -> Self {
        Problem::new(StatusCode::FORBIDDEN, message)
    }

    /// The disk is full, say.
    pub(crate) fn failure(message: impl ToString) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// There are too many at the moment.
    pub(crate) fn busy(message: impl ToString) -> Self {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(ProblemJson { error: self.message })).into_response()
    }
}
