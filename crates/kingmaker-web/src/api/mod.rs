//! The HTTP interface: what can be asked, and what is answered. Its description is made from the code.

mod asked;
mod told;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY};
use axum::response::{Html, IntoResponse, Response};
use axum::{Router, middleware};
use kingmaker_arena::Budget;
use kingmaker_arena::store::Place;
use tokio::sync::watch;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::catalog::CatalogJson;
use crate::experiments::StoreJson;
use crate::problem::{Problem, ProblemJson};
use crate::room::{Pace, Room};
use crate::rooms::{Rooms, fresh_seed};
use crate::shelf::{Record, Shelf};
use crate::wire::PositionJson;
use crate::{Report, Settings, StartError, assets, guard, stream};
use asked::{AdviceAsked, Body, LineAsked, MoveAsked, PaceAsked, Params, RoomAsked, TouchesAsked, ViewAsked};
pub(crate) use told::{CreatedJson, RoomJson, ThoughtJson};

/// What all requests have in common.
pub(crate) struct App {
    pub(crate) address: SocketAddr,
    pub(crate) rooms: Arc<Rooms>,
    stores: Vec<Place>,
    report: Report,
    over: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(settings: Settings, address: SocketAddr) -> Result<Self, StartError> {
        let Settings { registry, agents, shelf, stores, report, limits, .. } = settings;
        let agent = |(name, spec): (String, String)| match registry.player(&spec, &Budget::time(Duration::from_secs(5)))
        {
            Ok(player) => Ok((name, player)),
            Err(error) => Err(StartError::Agent(format!("agent '{name}': {error}"))),
        };
        let agents = agents.into_iter().map(agent).collect::<Result<_, _>>()?;
        let shelf = Shelf::open(&shelf).map_err(StartError::Shelf)?;
        let rooms = Arc::new(Rooms::new(registry, limits, shelf, agents));
        Ok(App { address, rooms, stores, report, over: watch::Sender::new(false) })
    }

    /// Becomes true when the server is to end.
    pub(crate) fn over(&self) -> watch::Receiver<bool> {
        self.over.subscribe()
    }

    /// Everybody is told to end.
    pub(crate) fn end(&self) {
        self.over.send_replace(true);
        self.rooms.end();
    }

    /// What is in the stores now.
    pub(crate) fn stores(&self) -> Vec<StoreJson> {
        let read = |(number, path): (usize, &Place)| StoreJson::read(&self.rooms.registry, number, path);
        self.stores.iter().enumerate().map(read).collect()
    }

    /// The room of this id. One that was left alone goes on.
    fn room(&self, id: &str) -> Result<Arc<Room>, Problem> {
        let (room, is_back) = self.rooms.find(id)?;
        if is_back {
            self.rooms.go_on(&room, room.table())?;
        }
        Ok(room)
    }
}

/// No request is longer than this.
const LONGEST_BODY: usize = 512 * 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Kingmaker",
    description = "Games in progress, who sits at them, and what players think. All positions are as the seat in question sees them."
))]
struct Description;

type Shared = State<Arc<App>>;

/// Everything that the server answers.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let (api, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalog))
        .routes(routes!(create))
        .routes(routes!(show))
        .routes(routes!(play_move))
        .routes(routes!(undo))
        .routes(routes!(advise))
        .routes(routes!(hurry))
        .routes(routes!(pace))
        .routes(routes!(review))
        .routes(routes!(follow))
        .routes(routes!(why))
        .routes(routes!(save))
        .routes(routes!(room_events))
        .routes(routes!(stores))
        .routes(routes!(store_events))
        .routes(routes!(report))
        .split_for_parts();
    let described = Json(description);
    api.route("/api/openapi.json", axum::routing::get(move || async { described }))
        .route("/", axum::routing::get(|| async { assets::asset("") }))
        .route("/{file}", axum::routing::get(|Path(file): Path<String>| async move { assets::asset(&file) }))
        .fallback(|| async { Problem::missing("such page") })
        .method_not_allowed_fallback(|| async {
            (StatusCode::METHOD_NOT_ALLOWED, Json(ProblemJson { error: "this cannot be done here".to_owned() }))
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(app.address, guard::guard))
        .with_state(Arc::clone(app))
}

/// What can be chosen: games, players and all their options.
#[utoipa::path(get, path = "/api/catalog", responses((status = 200, body = CatalogJson)))]
async fn catalog(State(app): Shared) -> Json<CatalogJson> {
    Json(CatalogJson::new(&app.rooms))
}

/// Begins a game, at its start, in a position, or after moves that were saved.
#[utoipa::path(post, path = "/api/rooms", request_body = RoomAsked, responses(
    (status = 201, body = CreatedJson), (status = "4XX", body = ProblemJson), (status = 503, body = ProblemJson)))]
async fn create(State(app): Shared, Body(asked): Body<RoomAsked>) -> Result<(StatusCode, Json<CreatedJson>), Problem> {
    let RoomAsked { game, seats, start, moves, seed } = asked;
    let seed = seed.map_or_else(fresh_seed, Ok)?;
    let room = app.rooms.create(Record { game, seats, seed, start, moves })?;
    app.rooms.go_on(&room, room.table())?;
    Ok((StatusCode::CREATED, Json(CreatedJson { id: room.id.clone() })))
}

/// A game as a seat sees it, now or after so many plies.
#[utoipa::path(get, path = "/api/rooms/{id}", params(("id" = String, Path), ViewAsked), responses(
    (status = 200, body = RoomJson), (status = "4XX", body = ProblemJson)))]
async fn show(
    State(app): Shared,
    Path(id): Path<String>,
    Params(asked): Params<ViewAsked>,
) -> Result<Json<RoomJson>, Problem> {
    RoomJson::new(&*app.room(&id)?, asked.seat, asked.ply).map(Json)
}

/// Makes the move of a person whose turn it is.
#[utoipa::path(post, path = "/api/rooms/{id}/moves", params(("id" = String, Path)), request_body = MoveAsked, responses(
    (status = 204), (status = "4XX", body = ProblemJson)))]
async fn play_move(
    State(app): Shared,
    Path(id): Path<String>,
    Body(asked): Body<MoveAsked>,
) -> Result<StatusCode, Problem> {
    app.rooms.play(&app.room(&id)?, asked.ply, &asked.text)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes back the last move of a person, and what came after it.
#[utoipa::path(post, path = "/api/rooms/{id}/undo", params(("id" = String, Path)), responses(
    (status = 204), (status = "4XX", body = ProblemJson)))]
async fn undo(State(app): Shared, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    app.rooms.undo(&app.room(&id)?)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks a player what it would do; what it finds comes as events.
#[utoipa::path(post, path = "/api/rooms/{id}/advice", params(("id" = String, Path)), request_body = AdviceAsked, responses(
    (status = 202), (status = "4XX", body = ProblemJson)))]
async fn advise(
    State(app): Shared,
    Path(id): Path<String>,
    Body(asked): Body<AdviceAsked>,
) -> Result<StatusCode, Problem> {
    app.rooms.advise(&app.room(&id)?, asked.ply, asked.player.as_deref())?;
    Ok(StatusCode::ACCEPTED)
}

/// Whoever thinks ends with what they have found; a player makes its move.
#[utoipa::path(post, path = "/api/rooms/{id}/hurry", params(("id" = String, Path)), responses(
    (status = 204), (status = "4XX", body = ProblemJson)))]
async fn hurry(State(app): Shared, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    app.rooms.hurry(&*app.room(&id)?);
    Ok(StatusCode::NO_CONTENT)
}

/// How fast players play, and whether they pause.
#[utoipa::path(post, path = "/api/rooms/{id}/pace", params(("id" = String, Path)), request_body = PaceAsked, responses(
    (status = 204), (status = "4XX", body = ProblemJson)))]
async fn pace(State(app): Shared, Path(id): Path<String>, Body(asked): Body<PaceAsked>) -> Result<StatusCode, Problem> {
    let delay = Duration::from_millis(asked.milliseconds.min(asked::LONGEST_DELAY));
    app.rooms.set_pace(&app.room(&id)?, Pace { is_paused: asked.paused, delay })?;
    Ok(StatusCode::NO_CONTENT)
}

/// Looks back at every position of a game; the graph of the room grows.
#[utoipa::path(post, path = "/api/rooms/{id}/review", params(("id" = String, Path)), responses(
    (status = 202), (status = "4XX", body = ProblemJson)))]
async fn review(State(app): Shared, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    app.rooms.review(&app.room(&id)?)?;
    Ok(StatusCode::ACCEPTED)
}

/// The position after a line of moves that nobody has made.
#[utoipa::path(get, path = "/api/rooms/{id}/line", params(("id" = String, Path), LineAsked), responses(
    (status = 200, body = PositionJson), (status = "4XX", body = ProblemJson)))]
async fn follow(
    State(app): Shared,
    Path(id): Path<String>,
    Params(asked): Params<LineAsked>,
) -> Result<Json<PositionJson>, Problem> {
    told::line(&*app.room(&id)?, &asked).map(Json)
}

/// Why touching these makes no legal move.
#[utoipa::path(get, path = "/api/rooms/{id}/why", params(("id" = String, Path), TouchesAsked), responses(
    (status = 200, body = ProblemJson), (status = "4XX", body = ProblemJson)))]
async fn why(
    State(app): Shared,
    Path(id): Path<String>,
    Params(asked): Params<TouchesAsked>,
) -> Result<Json<ProblemJson>, Problem> {
    told::why(&*app.room(&id)?, &asked).map(|error| Json(ProblemJson { error }))
}

/// The game as a file, which can be loaded again. A game with secrets can be saved when it is over.
#[utoipa::path(get, path = "/api/rooms/{id}/file", params(("id" = String, Path)), responses(
    (status = 200, body = RoomAsked), (status = "4XX", body = ProblemJson)))]
async fn save(State(app): Shared, Path(id): Path<String>) -> Result<Response, Problem> {
    let room = app.room(&id)?;
    let table = room.table();
    if !room.is_open(&table) {
        return Err(Problem::secret("a game with secrets can be saved when it is over"));
    }
    let Record { game, seats, seed, start, moves } = room.record(&table);
    let name = room.game.schema().name;
    let header = (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.json\""));
    Ok(([header], Json(RoomAsked { game, seats, start, moves, seed: Some(seed) })).into_response())
}

/// What happens in a game, as it happens: `room` (as `GET /api/rooms/{id}`) and `thought`.
#[utoipa::path(get, path = "/api/rooms/{id}/events", params(("id" = String, Path), ViewAsked), responses(
    (status = 200, content_type = "text/event-stream", body = ThoughtJson), (status = "4XX", body = ProblemJson)))]
async fn room_events(
    State(app): Shared,
    Path(id): Path<String>,
    Params(asked): Params<ViewAsked>,
) -> Result<Response, Problem> {
    let room = app.room(&id)?;
    Ok(stream::of_room(app, room, asked.seat)?.into_response())
}

/// The stores of games that the server shows, and how far their experiments are.
#[utoipa::path(get, path = "/api/stores", responses((status = 200, body = Vec<StoreJson>)))]
async fn stores(State(app): Shared) -> Result<Json<Vec<StoreJson>>, Problem> {
    tokio::task::spawn_blocking(move || app.stores()).await.map(Json).map_err(Problem::failure)
}

/// The same as events, whenever a game is finished.
#[utoipa::path(get, path = "/api/stores/events", responses(
    (status = 200, content_type = "text/event-stream", body = Vec<StoreJson>), (status = 503, body = ProblemJson)))]
async fn store_events(State(app): Shared) -> Result<Response, Problem> {
    Ok(stream::of_experiments(app)?.into_response())
}

/// What experiments have found out so far, as a document with tables and plots.
#[utoipa::path(get, path = "/api/stores/{number}/report", params(("number" = usize, Path)), responses(
    (status = 200, content_type = "text/html", body = String), (status = "4XX", body = ProblemJson)))]
async fn report(State(app): Shared, number: asked::Number) -> Result<Response, Problem> {
    let path = app.stores.get(number.0).cloned().ok_or_else(|| Problem::missing("store of this number"))?;
    let written = tokio::task::spawn_blocking(move || (app.report)(&path)).await.map_err(Problem::failure)?;
    let document = written.map_err(Problem::untimely)?;
    // Reports bring their own styles, and nothing that acts.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(document)).into_response())
}
