//! What browsers ask for, and what becomes of requests that cannot be read.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::problem::Problem;
use crate::wire::SeatJson;

/// A game that is to begin; also what a saved game is.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomAsked {
    /// Its spec, such as `focus(players=3)`.
    pub(crate) game: String,
    /// Who sits where, in turn order.
    pub(crate) seats: Vec<SeatJson>,
    /// A position to begin in, instead of the start.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// What was played already.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Where all random draws come from.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
}

/// A move that is to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveAsked {
    /// The ply that the browser sees; another means that the game has gone on.
    pub(crate) ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
}

/// Whose advice is wanted, and where.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdviceAsked {
    /// A player's spec.
    #[serde(default)]
    pub(crate) player: Option<String>,
    /// After how many plies; now, if nothing is said.
    #[serde(default)]
    pub(crate) ply: Option<usize>,
}

/// The longest time between two moves, in milliseconds.
pub(crate) const LONGEST_DELAY: u64 = 60_000;

/// How fast players play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaceAsked {
    /// Nobody begins to think.
    pub(crate) paused: bool,
    /// At least so much time lies between two moves of players.
    #[serde(default)]
    pub(crate) milliseconds: u64,
}

/// For whom, and when.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewAsked {
    /// The seat whose view is wanted, as people count.
    #[serde(rename = "as")]
    pub(crate) seat: Option<usize>,
    /// After how many plies; now, if nothing is said.
    pub(crate) ply: Option<usize>,
}

/// A line of moves that nobody has made.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LineAsked {
    /// The seat whose view is wanted, as people count.
    #[serde(rename = "as")]
    pub(crate) seat: Option<usize>,
    /// After how many plies the line begins.
    pub(crate) ply: usize,
    /// The moves, with a space between them.
    pub(crate) moves: String,
}

/// What somebody has touched.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TouchesAsked {
    /// The seat of whoever has, as people count.
    #[serde(rename = "as")]
    pub(crate) seat: Option<usize>,
    /// The names, with a space between them.
    pub(crate) touches: String,
}

/// The body of a request, as JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let read = Json::from_request(request, state).await;
        read.map(|Json(asked)| Body(asked))
            .map_err(|error| Problem { status: error.status(), message: error.body_text() })
    }
}

/// What is behind the question mark.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Query::from_request_parts(parts, state).await;
        read.map(|Query(asked)| Params(asked))
            .map_err(|error| Problem { status: error.status(), message: error.body_text() })
    }
}

/// A number in the path.
pub(crate) struct Number(pub(crate) usize);

impl<S: Send + Sync> FromRequestParts<S> for Number {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Path::<String>::from_request_parts(parts, state).await;
        let number = read.ok().and_then(|Path(text)| text.parse().ok());
        number.map(Number).ok_or_else(|| Problem::missing("store of this number"))
    }
}
