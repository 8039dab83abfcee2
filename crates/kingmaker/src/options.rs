//! Options that several commands share.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use kingmaker_arena::budget::{MAX_DEPTH, MAX_PLAYOUTS};
use kingmaker_arena::experiment::{Choice, Effort};
use kingmaker_arena::{AnyGame, Budget, Observer, PlayerSpec, Registry, Session, Shard};
use kingmaker_core::Player;
use kingmaker_core::options::parse_time;

use crate::failure::Failure;
use crate::output::STANDARD_OUTPUT;
use crate::prepare::notice;

pub(crate) use kingmaker_arena::played::budget_json;

/// Which game.
#[derive(Args, Debug)]
pub(crate) struct GameOptions {
    /// The game, such as `focus` or `focus(players=3, win=long)`
    pub(crate) game: String,

    /// How many players: short for the game's option of that name
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) players: Option<String>,
}

impl GameOptions {
    /// The game that is meant.
    pub(crate) fn game(&self, registry: &Registry) -> Result<Box<dyn AnyGame>, Failure> {
        Ok(registry.game_with_players(&self.game, self.players.as_deref())?)
    }
}

/// Which position.
#[derive(Args, Debug)]
pub(crate) struct PositionOptions {
    /// Start from this position instead of the first, as `kingmaker show` writes it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

impl PositionOptions {
    /// A game in progress from the position that is meant, or from what the observer knows of one.
    pub(crate) fn session(
        &self,
        game: &dyn AnyGame,
        observer: Observer,
        seed: u64,
    ) -> Result<Box<dyn Session>, Failure> {
        match &self.position {
            None => Ok(game.session(seed)),
            Some(text) => game
                .session_at(text, observer, seed)
                .map_err(|error| Failure::input(format!("bad position of {}: {error}", game.spec()))),
        }
    }
}

/// For whom the program speaks.
#[derive(Args, Debug)]
pub(crate) struct ObserverOptions {
    /// Tell only what the player at this seat, or of this role, may know; a position may then be their view of it
    #[arg(long = "as", value_name = "SEAT", allow_negative_numbers = true)]
    seat: Option<String>,
}

impl ObserverOptions {
    /// Who is told.
    pub(crate) fn observer(&self, game: &dyn AnyGame) -> Result<Observer, Failure> {
        let Some(text) = &self.seat else { return Ok(Observer::Everything) };
        let teams = game.teams();
        let number = text.parse().ok().filter(|seat| (1..=game.players()).contains(seat));
        // A team knows together what one of its members knows.
        let member = || teams.members(teams.roles().iter().position(|role| role == text)?).next();
        let seat = number.map(|seat| Player::new(seat - 1)).or_else(member);
        seat.map(Observer::Seat).ok_or_else(|| {
            let roles: String = teams.roles().iter().map(|role| format!(", or {role}")).collect();
            let expected = format!("expected 1 to {}{roles}", game.players());
            Failure::input(format!("there is no seat '{text}' in {}; {expected}", game.spec()))
        })
    }
}

/// What players may spend on a move if their spec says nothing.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits per move, if a spec sets none [default: 1000 playouts or 20000 nodes]")]
pub(crate) struct BudgetOptions {
    /// Playouts
    #[arg(long, value_name = "N", value_parser = playouts, allow_negative_numbers = true)]
    playouts: Option<u64>,

    /// Plies in the tree and in playouts, which the last playout may exceed
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    plies: Option<u64>,

    /// Thinking time: milliseconds, or with a unit as in `5s`. Results then vary from run to run
    #[arg(long, value_name = "MS", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// Positions visited by a depth-first search
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Plies of look-ahead of a depth-first search
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,
}

impl BudgetOptions {
    /// The players of a match with these limits; what is to be said about that is said.
    pub(crate) fn players(&self, registry: &Registry, texts: &[String]) -> Result<Vec<PlayerSpec>, Failure> {
        let (players, notes) = PlayerSpec::read_all(registry, texts, &self.budget())?;
        notes.iter().for_each(|note| notice(note));
        Ok(players)
    }

    /// The limits as the search understands them.
    pub(crate) fn budget(&self) -> Budget {
        Budget { time: self.time, playouts: self.playouts, plies: self.plies, nodes: self.nodes, depth: self.depth }
    }
}

/// What may be different from what an experiment says.
#[derive(Args, Debug)]
pub(crate) struct RunOptions {
    /// At least so many games for each match, instead of what the experiment says
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    games: Option<u64>,

    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    /// Where all random draws come from, instead of what the experiment says
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Play only every N-th round, from the K-th on: for one of N machines, each with a store of its own, which
    /// `merge` brings together
    #[arg(long, value_name = "K/N", value_parser = Shard::parse)]
    shard: Option<Shard>,

    /// With the thinking times of the source, where the experiment gives them. Results then vary
    #[arg(long)]
    as_published_time: bool,

    /// Keep games without their moves, in some 400 bytes each. They count, and can no longer be replayed
    #[arg(long)]
    pub(crate) without_moves: bool,

    /// Say what would be played, and about how long that takes, and play nothing
    #[arg(long, conflicts_with_all = ["json", "jobs", "shard"])]
    pub(crate) plan: bool,
}

/// Where a document goes.
#[derive(Args, Debug)]
pub(crate) struct Destination {
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Destination {
    /// What the file's name says about its format: one of `known`, each an ending and what it means, or the first of
    /// them if the name has no ending.
    pub(crate) fn format<T: Copy>(&self, known: &[(&str, T)]) -> Result<T, Failure> {
        let ending = self.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let found = known.iter().find(|(name, _)| ending.as_deref().is_none_or(|ending| ending == *name));
        found.map(|&(_, format)| format).ok_or_else(|| {
            let names: Vec<String> = known.iter().map(|(name, _)| format!(".{name}")).collect();
            let (file, names) = (self.output.display(), names.join(", "));
            Failure::input(format!("'{file}' has an unknown ending; expected one of {names}, or --format"))
        })
    }

    /// Lets something be written, which is on the disk afterwards.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.output == Path::new("-") {
            let mut out = BufWriter::new(io::stdout());
            let written = write(&mut out).and_then(|()| Ok(out.flush()?));
            return written.map_err(|failure| failure.writing(STANDARD_OUTPUT));
        }
        let failed = |failure: Failure| failure.writing(&format!("'{}'", self.output.display()));
        let file = File::create(&self.output).map_err(|error| failed(error.into()))?;
        let mut out = BufWriter::new(&file);
        let written = write(&mut out).and_then(|()| Ok(out.flush()?)).and_then(|()| Ok(synchronize(&file)?));
        written.map_err(failed)
    }
}

/// Makes sure that a file is on the disk. Pipes and terminals have none.
fn synchronize(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
}

/// How much time a reader has.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Level {
    /// Fewer games, to see that it works
    Quick,
    /// As the experiment says
    Normal,
    /// For those who can wait
    Full,
}

impl RunOptions {
    pub(crate) fn choice(&self, effort: Level) -> Choice {
        let effort = match effort {
            Level::Quick => Effort::Quick,
            Level::Normal => Effort::Normal,
            Level::Full => Effort::Full,
        };
        Choice { effort, as_published: self.as_published_time, games: self.games, seed: self.seed }
    }

    /// The part that is played here.
    pub(crate) fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    pub(crate) fn jobs(&self) -> NonZeroUsize {
        threads(self.jobs)
    }
}

/// Reads a whole number from 1.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    match text.replace('_', "").parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("expected a whole number from 1".to_owned()),
    }
}

/// Reads a depth of search.
pub(crate) fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("expected a whole number from 1 to {MAX_DEPTH}"))
}

/// Reads a number of playouts.
fn playouts(text: &str) -> Result<u64, String> {
    let playouts = count(text).ok().filter(|&playouts| playouts <= MAX_PLAYOUTS);
    playouts.ok_or_else(|| format!("expected a whole number from 1 to {MAX_PLAYOUTS}"))
}

/// Reads a number of plies or runs.
pub(crate) fn up_to_thousand(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=1000).contains(number));
    number.ok_or_else(|| "expected a whole number from 1 to 1000".to_owned())
}

/// As many threads as the user wants, or as the machine has.
pub(crate) fn threads(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Reads a number of threads.
pub(crate) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1".to_owned())
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Reads a time.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| "expected a time such as 250, 250ms or 5s".to_owned())
}
