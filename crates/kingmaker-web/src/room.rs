//! One game in progress, and those who sit at it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kingmaker_arena::{AnyGame, Halt, Observer, PlayerSpec, Session};
use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Player, Turn};
use tokio::sync::watch;

use crate::problem::Problem;
use crate::review::Review;
use crate::shelf::Record;
use crate::wire::{FindingsJson, SeatJson};

/// Who sits at a seat.
pub(crate) enum Seat {
    /// A person in front of the browser.
    Person,
    /// A player, and how people call it.
    Player { name: String, player: Box<PlayerSpec> },
}

/// A game in progress.
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) seats: Vec<Seat>,
    /// The seats as they are told and kept.
    pub(crate) written: Vec<SeatJson>,
    pub(crate) seed: u64,
    start: Option<String>,
    table: Mutex<Table>,
    changed: watch::Sender<Version>,
}

/// What is on the table: everything that changes.
pub(crate) struct Table {
    pub(crate) session: Box<dyn Session>,
    /// Every ply as it really was.
    pub(crate) moves: Vec<String>,
    /// What whoever moved had found out before each ply, if it was a player.
    pub(crate) thoughts: Vec<Option<FindingsJson>>,
    /// What is being thought about, or was last.
    pub(crate) thought: Option<Thought>,
    /// How many thoughts there were. It never goes back, else a thought that nobody wants any more could end a later one.
    thoughts_begun: u64,
    /// What a look back at all plies has found so far.
    pub(crate) review: Review,
    pub(crate) pace: Pace,
    /// Why a player could not move.
    pub(crate) fault: Option<String>,
}

/// How fast players play.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// Nobody begins to think.
    pub(crate) is_paused: bool,
    /// At least so much time lies between two moves of players.
    pub(crate) delay: Duration,
}

/// A search, at work or done.
#[derive(Clone)]
pub(crate) struct Thought {
    /// Its number in this room.
    pub(crate) number: u64,
    /// The position: after so many plies.
    pub(crate) ply: usize,
    pub(crate) seat: Player,
    /// Whether it chooses a move, or only gives advice.
    pub(crate) is_advice: bool,
    pub(crate) player: PlayerSpec,
    pub(crate) begun: Option<Instant>,
    pub(crate) findings: Option<FindingsJson>,
    pub(crate) is_done: bool,
    pub(crate) halt: Halt,
}

impl Thought {
    /// What a player is to think about, in the place of whoever is at a seat, after so many plies.
    pub(crate) fn new(seat: Player, ply: usize, player: &PlayerSpec, is_advice: bool) -> Self {
        let (player, halt) = (player.clone(), Halt::new());
        Thought { number: 0, ply, seat, is_advice, player, begun: None, findings: None, is_done: false, halt }
    }
}

/// Counts changes, so that listeners know what is new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Version {
    /// Changes of everything but thoughts.
    pub(crate) position: u64,
    /// Changes of thoughts.
    pub(crate) thought: u64,
}

impl Room {
    /// The room of a record; the error says what cannot be.
    pub(crate) fn new(id: String, game: Box<dyn AnyGame>, seats: Vec<Seat>, record: Record) -> Result<Self, Problem> {
        let Record { seats: written, seed, start, moves, .. } = record;
        let game: Arc<dyn AnyGame> = game.into();
        let session = session(&*game, seed, start.as_deref(), &moves)?;
        let thoughts = vec![None; moves.len()];
        let table = Table {
            session,
            moves,
            thoughts,
            thought: None,
            thoughts_begun: 0,
            review: Review::default(),
            pace: Pace::default(),
            fault: None,
        };
        let changed = watch::Sender::new(Version::default());
        Ok(Room { id, game, seats, written, seed, start, table: Mutex::new(table), changed })
    }

    /// What is on the table, for as long as nobody else needs it.
    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        // What is on the table is whole between any two statements that can panic.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody wants to know what changes.
    pub(crate) fn listen(&self) -> watch::Receiver<Version> {
        self.changed.subscribe()
    }

    /// Whether nobody listens and nobody thinks.
    pub(crate) fn is_idle(&self) -> bool {
        self.changed.receiver_count() == 0 && self.table().thought.as_ref().is_none_or(|thought| thought.is_done)
    }

    /// The position has changed, or something else that all should know.
    pub(crate) fn tell(&self) {
        self.changed.send_modify(|version| {
            version.position += 1;
            version.thought += 1;
        });
    }

    /// What is thought has changed.
    pub(crate) fn tell_thought(&self) {
        self.changed.send_modify(|version| version.thought += 1);
    }

    /// What is kept of the room.
    pub(crate) fn record(&self, table: &Table) -> Record {
        Record {
            game: self.game.spec().to_owned(),
            seats: self.written.clone(),
            seed: self.seed,
            start: self.start.clone(),
            moves: table.moves.clone(),
        }
    }

    /// The seat of whoever is to move, if it is a player's turn.
    pub(crate) fn mover<'a>(&'a self, session: &dyn Session) -> Option<(Player, &'a Seat)> {
        session.turn().player().map(|mover| (mover, &self.seats[mover.index()]))
    }

    /// The seats of persons.
    pub(crate) fn persons(&self) -> impl Iterator<Item = Player> {
        let seats = self.seats.iter().enumerate();
        seats.filter(|(_, seat)| matches!(seat, Seat::Person)).map(|(index, _)| Player::new(index))
    }

    /// Whether everything may be told to everybody: nothing is secret, or nobody plays who must not know it.
    pub(crate) fn is_open(&self, table: &Table) -> bool {
        !self.game.has_secrets() || table.session.turn() == Turn::Over || self.persons().next().is_none()
    }

    /// For whom the browser asks: the seat that it names, or the one that seems right. What is secret is not for others.
    pub(crate) fn observer(&self, table: &Table, seat: Option<usize>) -> Result<Observer, Problem> {
        let players = self.game.players();
        let named = match seat {
            None => None,
            Some(number) if (1..=players).contains(&number) => Some(Player::new(number - 1)),
            Some(number) => {
                return Err(Problem::wrong(format!("there is no seat {number}; expected one from 1 to {players}")));
            }
        };
        if self.is_open(table) {
            return Ok(named.map_or(Observer::Everything, Observer::Seat));
        }
        match named {
            Some(seat) if self.persons().any(|person| person == seat) => Ok(Observer::Seat(seat)),
            Some(seat) => Err(Problem::secret(format!(
                "seat {seat} is a player's, and what it knows is secret until the game is over; expected a person's seat"
            ))),
            None => {
                let mover = table.session.turn().player();
                let person = self.persons().find(|&person| Some(person) == mover).or_else(|| self.persons().next());
                Ok(person.map_or(Observer::Everything, Observer::Seat))
            }
        }
    }

    /// Whether whoever sees what this observer sees may know what somebody at this seat thinks.
    pub(crate) fn may_know_thoughts(&self, table: &Table, seat: Player) -> bool {
        self.is_open(table) || self.persons().any(|person| person == seat)
    }

    /// A session of its own at an earlier ply.
    pub(crate) fn at(&self, table: &Table, ply: usize) -> Result<Box<dyn Session>, Problem> {
        let moves = table.moves.get(..ply).ok_or_else(|| {
            Problem::wrong(format!("there is no ply {ply} yet; expected one from 0 to {}", table.moves.len()))
        })?;
        session(&*self.game, self.seed, self.start.as_deref(), moves)
    }

    /// Where the draws of this ply come from, so that taking back does not change what was drawn.
    pub(crate) fn seed_at(&self, ply: usize) -> u64 {
        derive_seed(self.seed, ply as u64)
    }
}

impl Table {
    /// A ply was played; what was found out before it is remembered without its tree.
    pub(crate) fn push(&mut self, text: String, findings: Option<FindingsJson>) {
        self.moves.push(text);
        self.thoughts.push(findings.map(FindingsJson::without_tree));
    }

    /// Whether somebody is at work on a thought of this number.
    pub(crate) fn is_current(&self, number: u64) -> bool {
        self.thought.as_ref().is_some_and(|thought| thought.number == number && !thought.is_done)
    }

    /// Whoever thinks is told to stop, and what they find is not wanted any more.
    pub(crate) fn forget_thought(&mut self) {
        if let Some(thought) = self.thought.take() {
            thought.halt.stop();
        }
    }

    /// The number of the next thought, which no other had.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.thoughts_begun += 1;
        self.thoughts_begun
    }
}

/// A session of a game after these moves.
fn session(game: &dyn AnyGame, seed: u64, start: Option<&str>, moves: &[String]) -> Result<Box<dyn Session>, Problem> {
    let mut session = match start {
        None => game.session(seed),
        Some(position) => game.session_at(position, Observer::Everything, seed).map_err(Problem::wrong)?,
    };
    for (index, text) in moves.iter().enumerate() {
        let played = session.play(text);
        played.map_err(|error| Problem::wrong(format!("ply {}: {error}", index + 1)))?;
    }
    Ok(session)
}
