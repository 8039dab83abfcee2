//! `kingmaker serve`

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kingmaker_arena::Registry;
use kingmaker_arena::store::Place;
use kingmaker_core::options::parse_time;
use kingmaker_web::{Limits, Server, Settings, StartError};

use crate::commands::report;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::prepare::notice;

/// Open the page: play, watch and understand games in a browser
///
/// The page is for this machine alone, unless told otherwise. Games are kept, so that they go on after the server has ended.
/// Ctrl-C ends it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker serve
  kingmaker serve --port 8080 --store reproduce.db
  kingmaker serve --agent 'pentobi=agent(cmd=\"pentobi-gtp --quiet\", protocol=gtp)'
  kingmaker serve --listen 192.168.1.5 --public")]
pub(crate) struct Options {
    /// The port [default: any that is free]
    #[arg(long, value_name = "P", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// The address to listen on; another than this machine's own needs --public
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Let others in: everybody who reaches the address can play here and let this machine think
    #[arg(long)]
    public: bool,

    /// A store of games whose experiments are shown, a file or `postgres://...`; may be given more than once
    #[arg(long = "store", value_name = "STORE")]
    stores: Vec<Place>,

    /// Another program that may play, by a name for people; may be given more than once
    #[arg(long = "agent", value_name = "NAME=SPEC")]
    agents: Vec<String>,

    /// Where the page's games are kept [default: kingmaker/page.db in the user's data folder]
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,

    /// No player thinks longer than this for a move
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    max_time: Duration,
}

fn time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| format!("'{text}' is not a time; expected 250ms or 5s"))
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let agents = self.agents.iter().map(|text| agent(text)).collect::<Result<_, _>>()?;
        if let Some(missing) = self.stores.iter().find(|store| store.file().is_some_and(|file| !file.exists())) {
            return Err(Failure::input(format!("there is no store '{missing}'")));
        }
        if !kingmaker_web::is_private(self.listen) {
            if !self.public {
                return Err(Failure::input(format!(
                    "{} can be reached from other machines; expected --public with it, which lets everybody who \
                     reaches it play here and use this machine's processors",
                    self.listen
                )));
            }
            notice("everybody who reaches this address can play here and use this machine's processors");
        }
        let games = match &self.games {
            Some(path) => path.clone(),
            None => data_folder()
                .map(|folder| folder.join("kingmaker/page.db"))
                .ok_or_else(|| Failure::input("neither XDG_DATA_HOME nor HOME is set; expected --games FILE"))?,
        };
        let reporting = registry.clone();
        let settings = Settings {
            address: SocketAddr::new(self.listen, self.port),
            registry: registry.clone(),
            agents,
            shelf: games,
            stores: self.stores.clone(),
            report: Box::new(move |path| report::document(&reporting, path).map_err(|failure| failure.message())),
            limits: Limits { time: self.max_time, ..Limits::default() },
        };
        let server = Server::start(settings).map_err(|error| match error {
            StartError::Agent(message) => Failure::Input(message),
            other => Failure::Other(other.into()),
        })?;
        let ender = server.ender();
        interrupt::end(move || ender.end())?;
        output::print(&format!("The page is at http://{}/ (Ctrl-C ends it)\n", server.address()))?;
        server.run()?;
        Ok(())
    }
}

/// Where programs keep what belongs to the user.
fn data_folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
}

fn agent(text: &str) -> Result<(String, String), Failure> {
    let named = text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.contains('('));
    let (name, spec) = named.ok_or_else(|| {
        Failure::input(format!("'{text}' names no agent; expected NAME=SPEC, such as 'mine=agent(cmd=\"./mine\")'"))
    })?;
    Ok((name.trim().to_owned(), spec.trim().to_owned()))
}
