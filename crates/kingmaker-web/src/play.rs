//! What happens in a room: moves, taking back, thoughts, and looking back.

use std::sync::Arc;
use std::time::Instant;

use kingmaker_arena::session::{AnalysisError, Choice, Tell};
use kingmaker_arena::{Analysis, Halt, Observer, PlayerSpec};
use kingmaker_core::Turn;

use crate::catalog::best;
use crate::problem::Problem;
use crate::room::{Pace, Room, Seat, Table, Thought};
use crate::rooms::Rooms;
use crate::wire::FindingsJson;

/// Who looks back at games.
const REVIEWER: &str = "mcts(playouts=1000, time=2s)";

impl Rooms {
    /// A person makes a move, in the position that they saw.
    pub(crate) fn play(self: &Arc<Self>, room: &Arc<Room>, ply: usize, text: &str) -> Result<(), Problem> {
        let mut table = room.table();
        if ply != table.moves.len() {
            let message = format!("the game has gone on: this is ply {}, not {ply}", table.moves.len());
            return Err(Problem::untimely(message));
        }
        match room.mover(&*table.session) {
            None => return Err(Problem::untimely("nobody is to move; the game is over")),
            Some((mover, Seat::Player { name, .. })) => {
                return Err(Problem::untimely(format!(
                    "it is the turn of player {mover}, {name}; expected a person's"
                )));
            }
            Some((_, Seat::Person)) => {}
        }
        let played = table.session.play(text).map_err(Problem::wrong)?;
        table.forget_thought();
        table.push(played, None);
        self.go_on(room, table)
    }

    /// Takes back the last move of a person, and what came after it; without persons, the last ply.
    pub(crate) fn undo(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), Problem> {
        let mut table = room.table();
        let is_persons =
            |turn: Turn| turn.player().is_some_and(|mover| matches!(room.seats[mover.index()], Seat::Person));
        let has_persons = room.persons().next().is_some();
        let history = table.session.history(Observer::Everything);
        let to = match history.iter().rposition(|played| is_persons(played.turn) || !has_persons) {
            Some(ply) => ply,
            None => return Err(Problem::untimely("there is no move of a person to take back")),
        };
        table.forget_thought();
        while table.moves.len() > to && table.session.undo() {
            table.moves.pop();
        }
        table.thoughts.truncate(to);
        table.review = Default::default();
        table.fault = None;
        if !has_persons {
            // Else the same move would be made again at once.
            table.pace.is_paused = true;
        }
        self.go_on(room, table)
    }

    /// Players play at another pace.
    pub(crate) fn set_pace(self: &Arc<Self>, room: &Arc<Room>, pace: Pace) -> Result<(), Problem> {
        let mut table = room.table();
        table.pace = pace;
        if pace.is_paused && table.thought.as_ref().is_some_and(|thought| !thought.is_advice && !thought.is_done) {
            table.forget_thought();
        }
        self.go_on(room, table)
    }

    /// Whoever thinks ends with what they have; a player makes its move.
    pub(crate) fn hurry(&self, room: &Room) {
        if let Some(thought) = &room.table().thought {
            thought.halt.stop();
        }
    }

    /// Everything that happens without a person: chance, and the players' turns.
    pub(crate) fn go_on(
        self: &Arc<Self>,
        room: &Arc<Room>,
        mut table: std::sync::MutexGuard<'_, Table>,
    ) -> Result<(), Problem> {
        while table.session.turn() == Turn::Chance {
            let seed = room.seed_at(table.moves.len());
            table.session.reseed(seed);
            match table.session.draw() {
                Some(outcome) => table.push(outcome, None),
                None => break,
            }
        }
        self.put(&room.id, &room.record(&table)).map_err(Problem::failure)?;
        self.let_think(room, &mut table);
        drop(table);
        room.tell();
        Ok(())
    }

    /// If it is a player's turn, lets them think.
    fn let_think(self: &Arc<Self>, room: &Arc<Room>, table: &mut Table) {
        let is_busy = table.thought.as_ref().is_some_and(|thought| !thought.is_done);
        if is_busy || table.pace.is_paused || table.fault.is_some() {
            return;
        }
        if let Some((mover, Seat::Player { player, .. })) = room.mover(&*table.session) {
            let not_before = if table.moves.is_empty() { Instant::now() } else { Instant::now() + table.pace.delay };
            let thought = Thought::new(mover, table.moves.len(), player, false);
            self.begin(room, table, thought, not_before);
        }
    }

    /// A person asks what a player would do in their place, or in that of whoever was to move after so many plies.
    pub(crate) fn advise(
        self: &Arc<Self>,
        room: &Arc<Room>,
        ply: Option<usize>,
        spec: Option<&str>,
    ) -> Result<(), Problem> {
        let mut table = room.table();
        let ply = ply.unwrap_or(table.moves.len());
        let session = room.at(&table, ply)?;
        let Some((mover, _)) = room.mover(&*session) else {
            return Err(Problem::untimely("nobody is to move here; expected a position with a player to move"));
        };
        if !room.may_know_thoughts(&table, mover) {
            return Err(Problem::secret(format!(
                "what player {mover} knows is secret until the game is over; expected a person's turn"
            )));
        }
        let teams = room.game.teams();
        let best = best(&self.registry, room.game.schema().name, teams.roles().get(teams.of(mover)).copied());
        let player = self.player(spec.unwrap_or(&format!("{best}(time=1s)")))?;
        room.game.check_player(&player).map_err(Problem::wrong)?;
        if table.thought.as_ref().is_some_and(|thought| !thought.is_advice && !thought.is_done) {
            return Err(Problem::untimely("a player is thinking; expected a person's turn, or a pause"));
        }
        table.forget_thought();
        self.begin(room, &mut table, Thought::new(mover, ply, &player, true), Instant::now());
        drop(table);
        room.tell_thought();
        Ok(())
    }

    /// Lets somebody think, after everybody who waits.
    fn begin(self: &Arc<Self>, room: &Arc<Room>, table: &mut Table, mut thought: Thought, not_before: Instant) {
        let number = table.next_number();
        thought.number = number;
        thought.player = thought.player.with_budget(self.limits.bounded(thought.player.budget()));
        table.thought = Some(thought);
        let (rooms, room) = (Arc::clone(self), Arc::clone(room));
        self.thinkers.add(not_before, move || rooms.think(&room, number));
    }

    /// On a thread of the thinkers: the thought of this number, if it is still wanted.
    fn think(self: &Arc<Self>, room: &Arc<Room>, number: u64) {
        let begun = {
            let mut table = room.table();
            if !table.is_current(number) {
                return;
            }
            let Some(thought) = &mut table.thought else { return };
            thought.begun = Some(Instant::now());
            let thought = thought.clone();
            room.at(&table, thought.ply).map(|session| (session, thought))
        };
        room.tell_thought();
        let Ok((session, thought)) = begun else { return };
        // What cannot be kept can be used all the same.
        let _ = room.game.prepare(std::slice::from_ref(&thought.player), &|_| ());
        let choices = Arc::new(session.choices(Observer::Seat(thought.seat)));
        let (listener, told) = (Arc::clone(room), Arc::clone(&choices));
        let tell: Tell = Box::new(move |analysis| {
            let mut table = listener.table();
            if let Some(thought) = table.thought.as_mut().filter(|thought| thought.number == number) {
                thought.findings = Some(FindingsJson::new(&analysis, &told));
            }
            drop(table);
            listener.tell_thought();
        });
        let found = session.watch(&thought.player, room.seed_at(thought.ply), &thought.halt, Some(tell));
        self.conclude(room, &thought, found, &choices);
    }

    fn conclude(
        self: &Arc<Self>,
        room: &Arc<Room>,
        thought: &Thought,
        found: Result<Analysis, AnalysisError>,
        choices: &[Choice],
    ) {
        let mut table = room.table();
        if !table.is_current(thought.number) {
            return;
        }
        let findings = found.as_ref().ok().map(|analysis| FindingsJson::new(analysis, choices));
        if let Some(current) = &mut table.thought {
            current.is_done = true;
            current.findings = findings.clone().or(current.findings.take());
        }
        if thought.is_advice {
            drop(table);
            return room.tell_thought();
        }
        let played = match found {
            Ok(analysis) => table.session.play(&analysis.best).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match played {
            Ok(text) => table.push(text, findings),
            Err(message) => table.fault = Some(format!("player {} could not move: {message}", thought.seat)),
        }
        if let Err(problem) = self.go_on(room, table) {
            room.table().fault = Some(problem.message);
            room.tell();
        }
    }

    /// Looks back at all positions of a game, one after the other.
    pub(crate) fn review(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), Problem> {
        let player = self.player(REVIEWER)?;
        room.game.check_player(&player).map_err(Problem::wrong)?;
        let mut table = room.table();
        if !room.is_open(&table) {
            return Err(Problem::secret("what players know is secret until the game is over"));
        }
        if table.review.is_running {
            return Ok(());
        }
        table.review.is_running = true;
        drop(table);
        self.review_next(room, player);
        room.tell();
        Ok(())
    }

    fn review_next(self: &Arc<Self>, room: &Arc<Room>, player: PlayerSpec) {
        let (rooms, room) = (Arc::clone(self), Arc::clone(room));
        self.thinkers.add(Instant::now(), move || {
            let table = room.table();
            let (ply, plies) = (table.review.shares.len(), table.moves.len());
            let session = (ply <= plies && table.review.is_running).then(|| room.at(&table, ply));
            drop(table);
            let shares = match session {
                Some(Ok(session)) => match session.scores() {
                    Some(scores) => Some(scores.into_iter().map(Some).collect()),
                    None => session
                        .analyze(&player, room.seed_at(ply), &Halt::new())
                        .ok()
                        .and_then(|analysis| FindingsJson::new(&analysis, &[]).shares()),
                },
                _ => {
                    room.table().review.is_running = false;
                    return room.tell();
                }
            };
            let mut table = room.table();
            if table.review.is_running {
                table.review.shares.push(shares);
            }
            drop(table);
            room.tell();
            rooms.review_next(&room, player);
        });
    }
}
