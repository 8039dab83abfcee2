//! What happens in a room, as it happens: a stream of server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::watch;

use crate::api::{App, RoomJson, ThoughtJson};
use crate::problem::Problem;
use crate::room::{Room, Version};

/// So many browsers may listen at once.
const MOST_LISTENERS: usize = 2000;

static LISTENERS: AtomicUsize = AtomicUsize::new(0);

/// Counts a listener for as long as there is one.
struct Listening;

impl Listening {
    fn begin() -> Result<Self, Problem> {
        if LISTENERS.fetch_add(1, Ordering::Relaxed) >= MOST_LISTENERS {
            LISTENERS.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::busy("too many browsers are listening; try again later"));
        }
        Ok(Listening)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENERS.fetch_sub(1, Ordering::Relaxed);
    }
}

type Events =
    Sse<axum::response::sse::KeepAliveStream<std::pin::Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>>>;

fn events(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Events {
    let stream: std::pin::Pin<Box<dyn Stream<Item = _> + Send>> = Box::pin(stream);
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

fn event(name: &str, content: &impl Serialize) -> Event {
    Event::default().event(name).json_data(content).unwrap_or_else(|_| Event::default().comment("not to be told"))
}

/// A listener of a room.
struct Listener {
    app: Arc<App>,
    room: Arc<Room>,
    seat: Option<usize>,
    changed: watch::Receiver<Version>,
    /// What the browser knows.
    told: Option<Version>,
    /// What is still to be sent.
    next: Option<Event>,
    over: watch::Receiver<bool>,
    _counted: Listening,
}

/// The events of a room, for whoever sits at a seat: `room` when anything has changed, `thought` while somebody thinks.
/// A browser that reads slowly misses what was between, never the last state.
pub(crate) fn of_room(app: Arc<App>, room: Arc<Room>, seat: Option<usize>) -> Result<Events, Problem> {
    // A seat that may not look is told so at once.
    room.observer(&room.table(), seat)?;
    let (changed, over) = (room.listen(), app.over());
    let listener = Listener { app, room, seat, changed, told: None, next: None, over, _counted: Listening::begin()? };
    Ok(events(stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    })))
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.next.take() {
            return Some(event);
        }
        loop {
            let now = *self.changed.borrow_and_update();
            let told = self.told.replace(now);
            if told.is_none_or(|told| told.position != now.position) {
                self.next = Some(self.thought());
                return Some(match RoomJson::new(&self.room, self.seat, None) {
                    Ok(room) => event("room", &room),
                    Err(problem) => event("problem", &problem.message),
                });
            }
            if told.is_none_or(|told| told.thought != now.thought) {
                return Some(self.thought());
            }
            tokio::select! {
                changed = self.changed.changed() => changed.ok()?,
                _ = self.over.wait_for(|is_over| *is_over) => return None,
            }
        }
    }

    fn thought(&self) -> Event {
        event("thought", &ThoughtJson::new(&self.app, &self.room))
    }
}

/// How far experiments are, told whenever a game is finished.
pub(crate) fn of_experiments(app: Arc<App>) -> Result<Events, Problem> {
    let (counted, over) = (Listening::begin()?, app.over());
    Ok(events(stream::unfold((app, over, None, counted), |(app, mut over, told, counted)| async move {
        let mut told = told;
        loop {
            let asked = Arc::clone(&app);
            let stores = tokio::task::spawn_blocking(move || asked.stores()).await.ok()?;
            if told.as_ref() != Some(&stores) {
                let event = event("stores", &stores);
                told = Some(stores);
                return Some((Ok(event), (app, over, told, counted)));
            }
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
                _ = over.wait_for(|is_over| *is_over) => return None,
            }
        }
    })))
}
