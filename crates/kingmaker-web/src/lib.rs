//! The page: a server for one's own machine, on which people play, watch and understand games in a browser.
//!
//! A room is one game in progress with those who sit at it. Rooms live in memory and in a file (`shelf.rs`), thinking is
//! done by a few threads that take turns (`thinking.rs`), and what a browser is told is made for the seat of the person in
//! front of it (`wire.rs`, `api/told.rs`).

mod api;
mod assets;
mod catalog;
mod experiments;
mod guard;
mod limits;
mod play;
mod problem;
mod review;
mod room;
mod rooms;
mod shelf;
mod stream;
mod thinking;
mod wire;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use kingmaker_arena::Registry;
use kingmaker_arena::store::Place;

pub use limits::Limits;
pub use shelf::ShelfError;

/// What a server is told by whoever starts it.
pub struct Settings {
    /// Where it listens; port 0 is any free one.
    pub address: SocketAddr,
    /// The games and players that there are.
    pub registry: Registry,
    /// Programs that may play, by the names that people see: the browser only ever names them.
    pub agents: Vec<(String, String)>,
    /// Where rooms are kept.
    pub shelf: PathBuf,
    /// Stores of games, whose experiments are shown.
    pub stores: Vec<Place>,
    /// How the report on a store is written, as an HTML document.
    pub report: Report,
    /// What a browser may ask for.
    pub limits: Limits,
}

/// Writes the report on a store as an HTML document; the error says why there is none.
pub type Report = Box<dyn Fn(&Place) -> Result<String, String> + Send + Sync>;

/// A server that listens, and is about to serve.
pub struct Server {
    listener: std::net::TcpListener,
    app: Arc<api::App>,
}

/// Why a server could not begin.
#[derive(Debug)]
pub enum StartError {
    /// The address cannot be listened on.
    Address(SocketAddr, io::Error),
    /// The rooms cannot be kept.
    Shelf(ShelfError),
    /// A program that was allowed is none that can play.
    Agent(String),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::Address(address, error) => write!(f, "cannot listen on {address}: {error}"),
            StartError::Shelf(error) => write!(f, "{error}"),
            StartError::Agent(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StartError {}

impl Server {
    /// Takes the address and opens the shelf.
    pub fn start(settings: Settings) -> Result<Self, StartError> {
        let address = settings.address;
        let listen = || {
            let listener = std::net::TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?, listener))
        };
        let (bound, listener) = listen().map_err(|error| StartError::Address(address, error))?;
        let app = api::App::new(settings, bound)?;
        Ok(Server { listener, app: Arc::new(app) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.app.address
    }

    /// What ends it.
    pub fn ender(&self) -> Ender {
        Ender(Arc::clone(&self.app))
    }

    /// Serves until it is ended; then what is being thought about is given up, and the rooms stay on the shelf.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let Server { listener, app } = self;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let mut over = app.over();
            let is_over = async move {
                // Nobody is left who could end it: then it is over too.
                let _ = over.wait_for(|is_over| *is_over).await;
            };
            axum::serve(listener, api::router(&app)).with_graceful_shutdown(is_over).await
        });
        runtime.shutdown_timeout(std::time::Duration::from_secs(1));
        result
    }
}

/// Ends a server, from any thread.
#[derive(Clone)]
pub struct Ender(Arc<api::App>);

impl Ender {
    /// Requests that have come are answered, and then it is over.
    pub fn end(&self) {
        self.0.end();
    }
}

/// Whether only this machine can reach an address.
pub fn is_private(address: IpAddr) -> bool {
    address.is_loopback()
}
