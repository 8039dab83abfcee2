//! Players that are other programs.
//!
//! `agent(cmd="...")` is a player whose moves are asked from a process. A [`Protocol`] says in which words; `Agent` is the
//! program at a seat of one game, and `Pool` keeps programs between games. What they do wrong is a [`Fault`], never an error
//! of ours. The other way round, [`host`] lets a player of ours be such a program.

mod fault;
pub(crate) mod foreign;
mod gtp;
pub mod host;
mod process;
mod settings;
mod string;
mod ugi;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kingmaker_search::{Budget, Halt};

pub use fault::{Fault, FaultKind};
pub use process::LONGEST_LINE;
use process::Process;
pub use settings::{Protocol, SCHEMA, Settings};

/// What a program is told before a game.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The game's spec.
    pub(crate) game: String,
    /// How many play.
    pub(crate) players: usize,
    /// Where the program sits, as people count.
    pub(crate) seat: usize,
    /// Where its random draws should come from.
    pub(crate) seed: u64,
    /// The position at the start, if not every game starts there.
    pub(crate) start: Option<String>,
}

/// What a program is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    /// Every move so far with the seat of who made it, none for chance; as the program saw them.
    pub(crate) moves: &'a [(Option<usize>, String)],
    /// The position in one line, as far as the program may know it.
    pub(crate) position: &'a str,
    /// Whether that is less than everything.
    pub(crate) is_view: bool,
    /// What the program may spend.
    pub(crate) budget: &'a Budget,
}

/// What a program answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    /// The move.
    pub(crate) mv: String,
    /// What it says that it spent.
    pub(crate) playouts: u64,
    pub(crate) nodes: u64,
    pub(crate) depth: u32,
    pub(crate) time: Option<Duration>,
    /// How long it took, as we measured it.
    pub(crate) elapsed: Duration,
}

/// The words of a protocol.
trait Dialect: Send {
    /// After the start of the program.
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Fault>;

    /// Before a game.
    fn new_game(&mut self, talk: &mut Talk<'_>, table: &Table) -> Result<(), Fault>;

    /// Asks for a move.
    fn ask(&mut self, talk: &mut Talk<'_>, table: &Table, question: &Question<'_>) -> Result<Answer, Fault>;

    /// Tells the result of a game: what each seat got.
    fn result(&mut self, talk: &mut Talk<'_>, shares: &[f32]);

    /// What to say before the program's input is closed.
    fn farewell(&self) -> Option<&'static str>;
}

/// A conversation with a program.
struct Talk<'a> {
    process: &'a mut Process,
    settings: &'a Settings,
    halt: &'a Halt,
}

/// After so many lines without an answer it is enough.
const MOST_LINES: usize = 100_000;

impl Talk<'_> {
    fn say(&self, line: &str) {
        self.process.say(line);
    }

    /// Lines until one of them is an answer, as `read` finds.
    fn wait_for<T>(
        &mut self,
        what: &str,
        limit: Duration,
        mut read: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + limit;
        for _ in 0..MOST_LINES {
            let line = self.process.hear(deadline, self.halt).map_err(|fault| match fault.kind {
                FaultKind::Silent => Fault::new(FaultKind::Silent, format!("no {what} after {limit:?}")),
                _ => fault,
            })?;
            if let Some(answer) = read(&line) {
                return answer;
            }
        }
        Err(Fault::new(FaultKind::Flood, format!("{MOST_LINES} lines, and no {what}")))
    }

    /// The same for a move, which may come late.
    fn wait_for_move<T>(
        &mut self,
        what: &str,
        budget: &Budget,
        stop: Option<&str>,
        mut read: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        let limit = budget.time.unwrap_or(self.settings.patience) + self.settings.margin;
        let answer = self.wait_for(what, limit, &mut read);
        match answer {
            Err(fault) if fault.kind == FaultKind::Silent && !self.halt.is_stopped() => {
                stop.into_iter().for_each(|word| self.say(word));
                // An answer that comes a little later is late, and not missing.
                match self.wait_for(what, self.settings.margin, read) {
                    Ok(_) => Err(Fault::new(FaultKind::Late, format!("more than {limit:?}"))),
                    Err(_) => Err(fault),
                }
            }
            answer => answer,
        }
    }

    /// What is set for the program, piece by piece.
    fn options(&self) -> impl Iterator<Item = &str> {
        let options = self.settings.options.as_deref().unwrap_or_default();
        options.split(';').map(str::trim).filter(|option| !option.is_empty())
    }

    /// What the program says of itself without having been asked is no fault unless it is an answer.
    fn check_silence(&mut self, is_answer: impl Fn(&str) -> bool) -> Result<(), Fault> {
        for _ in 0..MOST_LINES {
            match self.process.overheard() {
                None => return Ok(()),
                Some(line) if is_answer(&line) => return Err(Fault::new(FaultKind::Unasked, shortened(&line))),
                Some(_) => {}
            }
        }
        Err(Fault::new(FaultKind::Flood, format!("{MOST_LINES} lines that nobody asked for")))
    }
}

/// A text that may be shown to people.
fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let mut short: String = text.chars().filter(|character| !character.is_control()).take(MOST).collect();
    if short.len() < text.trim_end().len() {
        short += "...";
    }
    format!("'{short}'")
}

/// A program that runs and knows its protocol.
struct Running {
    process: Process,
    dialect: Box<dyn Dialect>,
}

/// Programs of one spec: those that run and have no game are kept for the next one.
#[derive(Clone)]
pub(crate) struct Pool {
    settings: Arc<Settings>,
    idle: Arc<Mutex<Vec<Running>>>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("cmd", &self.settings.cmd).finish_non_exhaustive()
    }
}

/// A program that has a seat in a game.
pub(crate) struct Agent {
    pool: Pool,
    table: Table,
    running: Option<Running>,
}

impl Pool {
    /// Programs that are started when they are needed.
    pub(crate) fn new(settings: Settings) -> Self {
        Pool { settings: Arc::new(settings), idle: Arc::default() }
    }

    /// A program for a seat. It is started, or told of the game, when it is first asked.
    pub(crate) fn agent(&self, table: Table) -> Agent {
        Agent { pool: self.clone(), table, running: None }
    }

    /// What was set.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    fn idle(&self) -> Option<Running> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn start(&self, halt: &Halt) -> Result<Running, Fault> {
        let settings = &*self.settings;
        let mut process = Process::start(settings.cmd.as_deref().unwrap_or_default())?;
        let mut dialect: Box<dyn Dialect> = match settings.protocol {
            Protocol::Ugi => Box::new(ugi::Ugi::new("ugi")),
            Protocol::Uci => Box::new(ugi::Ugi::new("uci")),
            Protocol::Gtp => Box::new(gtp::Gtp::default()),
            Protocol::String => Box::new(string::Text),
        };
        dialect.greet(&mut Talk { process: &mut process, settings, halt })?;
        Ok(Running { process, dialect })
    }
}

impl Drop for Pool {
    /// The last one lets the programs go that are left.
    fn drop(&mut self) {
        if Arc::strong_count(&self.idle) == 1 {
            let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
            idle.into_iter().for_each(Running::end);
        }
    }
}

impl Running {
    /// How long a program may take to end when it is told to.
    const FAREWELL: Duration = Duration::from_millis(500);

    fn end(self) {
        self.dialect.farewell().into_iter().for_each(|word| self.process.say(word));
        self.process.end(Self::FAREWELL);
    }
}

impl Agent {
    /// Asks for a move. After a fault the program is gone, and another one is started for the next question.
    pub(crate) fn ask(&mut self, question: &Question<'_>, halt: &Halt) -> Result<Answer, Fault> {
        let settings = Arc::clone(&self.pool.settings);
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.begin(&settings, halt)?,
        };
        let begun = Instant::now();
        let mut talk = Talk { process: &mut running.process, settings: &settings, halt };
        let answer = running.dialect.ask(&mut talk, &self.table, question)?;
        self.running = Some(running);
        Ok(Answer { elapsed: begun.elapsed(), ..answer })
    }

    /// A program that is ready for the game. One that was idle may have ended meanwhile: then a new one is started.
    fn begin(&self, settings: &Settings, halt: &Halt) -> Result<Running, Fault> {
        let ready = |mut running: Running| {
            let mut talk = Talk { process: &mut running.process, settings, halt };
            running.dialect.new_game(&mut talk, &self.table).map(|()| running)
        };
        match self.pool.idle().map(ready) {
            Some(Ok(running)) => Ok(running),
            _ => ready(self.pool.start(halt)?),
        }
    }

    /// Ends the program, which has made a fault.
    pub(crate) fn dismiss(&mut self) {
        self.running = None;
    }

    /// Tells the result, and gives the program back.
    pub(crate) fn finish(&mut self, shares: &[f32], halt: &Halt) {
        let Some(mut running) = self.running.take() else { return };
        let mut talk = Talk { process: &mut running.process, settings: &self.pool.settings, halt };
        running.dialect.result(&mut talk, shares);
        self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner).push(running);
    }
}
