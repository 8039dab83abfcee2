//! All rooms: made, found again, and left.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kingmaker_arena::{AnyGame, Budget, PlayerSpec, Registry, agent};

use crate::limits::{LONGEST_SPEC, Limits};
use crate::problem::Problem;
use crate::room::{Room, Seat};
use crate::shelf::{Record, Shelf, ShelfError};
use crate::thinking::Thinkers;
use crate::wire::SeatJson;

/// All rooms, and what they have in common.
pub(crate) struct Rooms {
    pub(crate) registry: Registry,
    pub(crate) limits: Limits,
    pub(crate) thinkers: Thinkers,
    agents: Vec<(String, PlayerSpec)>,
    shelf: Shelf,
    open: Mutex<HashMap<String, Arc<Room>>>,
}

/// So many rooms stay in memory although nobody listens.
const MOST_OPEN: usize = 500;

/// No game that is loaded has more plies than this.
const MOST_PLIES: usize = 20_000;

impl Rooms {
    pub(crate) fn new(registry: Registry, limits: Limits, shelf: Shelf, agents: Vec<(String, PlayerSpec)>) -> Self {
        let thinkers = Thinkers::start(limits.thinkers);
        Rooms { registry, limits, thinkers, agents, shelf, open: Mutex::new(HashMap::new()) }
    }

    /// The names of the programs that may play.
    pub(crate) fn agents(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().map(|(name, _)| name.as_str())
    }

    /// A new room of what a browser has described.
    pub(crate) fn create(&self, record: Record) -> Result<Arc<Room>, Problem> {
        let id = fresh_id()?;
        if record.moves.len() > MOST_PLIES {
            return Err(Problem::wrong(format!(
                "the game has {} plies; expected {MOST_PLIES} at the most",
                record.moves.len()
            )));
        }
        let room = self.build(id, record)?;
        let kept = self.put(&room.id, &room.record(&room.table())).and_then(|()| self.shelf.prune(self.limits.rooms));
        kept.map_err(Problem::failure)?;
        let room = Arc::new(room);
        let mut open = self.open();
        if open.len() >= MOST_OPEN {
            open.retain(|_, room| !room.is_idle());
        }
        if open.len() >= 4 * MOST_OPEN {
            return Err(Problem::busy("too many games are being played at the moment; try again later"));
        }
        open.insert(room.id.clone(), Arc::clone(&room));
        Ok(room)
    }

    /// The room of this id, from memory or from the shelf; and whether it was just taken from there.
    pub(crate) fn find(&self, id: &str) -> Result<(Arc<Room>, bool), Problem> {
        if let Some(room) = self.open().get(id) {
            return Ok((Arc::clone(room), false));
        }
        let record =
            self.shelf.get(id).map_err(Problem::failure)?.ok_or_else(|| Problem::missing("game of this id"))?;
        let room = Arc::new(self.build(id.to_owned(), record)?);
        // Somebody else may have been faster.
        let room = Arc::clone(self.open().entry(id.to_owned()).or_insert(room));
        Ok((room, true))
    }

    /// Keeps what is to be had again of a room.
    pub(crate) fn put(&self, id: &str, record: &Record) -> Result<(), ShelfError> {
        self.shelf.put(id, record)
    }

    /// Everybody who thinks is told to stop.
    pub(crate) fn end(&self) {
        self.thinkers.end();
        for room in self.open().values() {
            room.table().forget_thought();
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn build(&self, id: String, record: Record) -> Result<Room, Problem> {
        let game = self.game(&record.game)?;
        let (given, players) = (record.seats.len(), game.players());
        if given != players {
            return Err(Problem::wrong(format!("{} has {players} seats, and {given} are given", game.spec())));
        }
        let seats = record.seats.iter().enumerate().map(|(index, seat)| self.seat(&*game, index, seat));
        let seats = seats.collect::<Result<_, _>>()?;
        Room::new(id, game, seats, record)
    }

    /// The game that a spec from a browser names.
    pub(crate) fn game(&self, spec: &str) -> Result<Box<dyn AnyGame>, Problem> {
        check_spec(spec)?;
        self.registry.game(spec).map_err(Problem::wrong)
    }

    /// The player that a spec from a browser names, within what is allowed.
    pub(crate) fn player(&self, spec: &str) -> Result<PlayerSpec, Problem> {
        check_spec(spec)?;
        let player = self.registry.player(spec, &Budget::default()).map_err(Problem::wrong)?;
        if player.args().schema() == &agent::SCHEMA {
            return Err(Problem::secret(
                "another program plays only if the server was started with it; expected one of its agents by name",
            ));
        }
        self.limits.check(&player).map_err(Problem::wrong)?;
        Ok(player)
    }

    fn seat(&self, game: &dyn AnyGame, index: usize, seat: &SeatJson) -> Result<Seat, Problem> {
        let (name, player) = match seat {
            SeatJson::Person => return Ok(Seat::Person),
            SeatJson::Player(spec) => (spec.trim().to_owned(), self.player(spec)?),
            SeatJson::Agent(name) => {
                let known = self.agents.iter().find(|(known, _)| known == name);
                let (_, player) = known.ok_or_else(|| Problem::wrong(format!("there is no agent '{name}' here")))?;
                (name.clone(), player.clone())
            }
        };
        let of_seat = |error: &dyn std::fmt::Display| Problem::wrong(format!("seat {}: {error}", index + 1));
        game.check_player(&player).map_err(|error| of_seat(&error))?;
        let (teams, mover) = (game.teams(), kingmaker_core::Player::new(index));
        match player.check_role(&teams).map_err(|error| of_seat(&error))? {
            Some(team) if teams.of(mover) != team => {
                Err(of_seat(&format!("'{name}' does not play {}", teams.roles()[teams.of(mover)])))
            }
            _ => Ok(Seat::Player { name, player: Box::new(player) }),
        }
    }
}

/// A browser may not name files: what is in quotes can only be numbers.
fn check_spec(spec: &str) -> Result<(), Problem> {
    if spec.len() > LONGEST_SPEC {
        return Err(Problem::wrong(format!("a spec of {} bytes; expected {LONGEST_SPEC} at the most", spec.len())));
    }
    let mut quoted = spec.split('"').skip(1).step_by(2);
    let is_harmless = |text: &str| text.chars().all(|letter| letter.is_ascii_digit() || ", ".contains(letter));
    match quoted.find(|text| !is_harmless(text)) {
        Some(text) => Err(Problem::secret(format!("\"{text}\" may name a file of the server; expected numbers alone"))),
        None => Ok(()),
    }
}

/// An id that nobody can guess: 128 random bits.
fn fresh_id() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Problem::failure(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Where the draws of a new game come from.
pub(crate) fn fresh_seed() -> Result<u64, Problem> {
    // Browsers know whole numbers exactly up to 53 bits.
    getrandom::u64().map(|seed| seed >> 11).map_err(|error| Problem::failure(format!("no random numbers: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_specs_name_no_files() {
        let ids: Vec<String> = (0..100).filter_map(|_| fresh_id().ok()).collect();
        let different: std::collections::HashSet<&String> = ids.iter().collect();
        assert!(different.len() == 100 && ids.iter().all(|id| id.len() == 32));
        assert!(check_spec("scotland-yard(rounds=8, surfaces=\"3, 8\")").is_ok());
        for spec in ["scotland-yard(map=\"/etc/passwd\")", "skirmish(deck=\"..\")", "focus(\"a"] {
            assert!(check_spec(spec).is_err(), "{spec}");
        }
        assert!(check_spec(&"a".repeat(LONGEST_SPEC + 1)).is_err());
    }
}
