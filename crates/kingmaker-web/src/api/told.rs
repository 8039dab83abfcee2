//! What a browser is told of a room: always as an observer may know it.

use kingmaker_arena::{Observer, Session};
use kingmaker_core::Turn;
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::asked::{LineAsked, TouchesAsked};
use crate::problem::Problem;
use crate::review::{GraphJson, blunders};
use crate::room::{Room, Seat, Table};
use crate::wire::{BudgetJson, FindingsJson, PlyJson, PositionJson, SeatJson, plies};

/// A game that has begun.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedJson {
    /// Its id, which is a secret of those who play.
    pub(crate) id: String,
}

/// A game in progress, as a seat sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoomJson {
    id: String,
    /// The game's spec, and its name.
    game: String,
    name: &'static str,
    rules: &'static str,
    /// Who sits where, in turn order.
    seats: Vec<SeatedJson>,
    /// Whether some know more than others.
    secrets: bool,
    /// The seat whose view this is; nothing if everything is shown.
    observer: Option<usize>,
    /// The seats whose view may be asked for.
    may_see: Vec<usize>,
    /// How many plies were played.
    plies: usize,
    /// What was played, as it was seen.
    history: Vec<PlyJson>,
    /// The position after the ply that was asked for.
    position: PositionJson,
    /// What whoever moved next had found out here, if it may be told.
    findings: Option<FindingsJson>,
    /// Expected shares over the game, as far as they may be told.
    graph: GraphJson,
    paused: bool,
    /// At least so many milliseconds lie between two moves of players.
    delay: u64,
    /// Why a player could not move, if so.
    fault: Option<String>,
}

/// Who sits at a seat.
#[derive(Debug, Serialize, ToSchema)]
struct SeatedJson {
    #[serde(flatten)]
    who: SeatJson,
    name: String,
    /// The role, where there are any.
    role: Option<&'static str>,
    /// Who wins together has the same number.
    team: usize,
}

impl RoomJson {
    /// A room as a seat sees it, now or after so many plies.
    pub(crate) fn new(room: &Room, seat: Option<usize>, ply: Option<usize>) -> Result<Self, Problem> {
        let table = room.table();
        let observer = room.observer(&table, seat)?;
        let earlier = ply.filter(|&ply| ply != table.moves.len()).map(|ply| room.at(&table, ply)).transpose()?;
        let (session, is_now) = (earlier.as_deref().unwrap_or(&*table.session), earlier.is_none());
        let is_persons = matches!(room.mover(session), Some((_, Seat::Person)));
        let (teams, is_open) = (room.game.teams(), room.is_open(&table));
        let seats = room.written.iter().enumerate().map(|(index, who)| {
            let team = teams.of(kingmaker_core::Player::new(index));
            let name = who.name().to_owned();
            SeatedJson { who: who.clone(), name, role: teams.roles().get(team).copied(), team }
        });
        let may_know = |ply: usize| is_open && ply < table.thoughts.len();
        let shown = session.plies();
        Ok(RoomJson {
            id: room.id.clone(),
            game: room.game.spec().to_owned(),
            name: room.game.schema().name,
            rules: room.game.rules(),
            seats: seats.collect(),
            secrets: room.game.has_secrets(),
            observer: match observer {
                Observer::Everything => None,
                Observer::Seat(seat) => Some(seat.number()),
            },
            may_see: if is_open {
                (1..=room.game.players()).collect()
            } else {
                room.persons().map(|person| person.number()).collect()
            },
            plies: table.moves.len(),
            history: plies(&*table.session, observer),
            position: PositionJson::new(&*room.game, session, observer, is_persons && is_now),
            findings: if may_know(shown) { table.thoughts[shown].clone() } else { None },
            graph: graph(&table, is_open),
            paused: table.pace.is_paused,
            delay: table.pace.delay.as_millis() as u64,
            fault: table.fault.clone(),
        })
    }
}

/// What is known of the course of the game; nothing while something is secret.
fn graph(table: &Table, is_open: bool) -> GraphJson {
    if !is_open {
        return GraphJson { shares: Vec::new(), blunders: Vec::new(), running: false };
    }
    let history = table.session.history(Observer::Everything);
    let movers: Vec<Option<usize>> =
        history.iter().map(|played| played.turn.player().map(|player| player.number())).collect();
    let thought = |ply: usize| table.thoughts.get(ply)?.as_ref()?.shares();
    let reviewed = |ply: usize| table.review.shares.get(ply).cloned().flatten();
    let mut shares: Vec<_> = (0..=movers.len()).map(|ply| reviewed(ply).or_else(|| thought(ply))).collect();
    if let (Some(last), Some(scores)) = (shares.last_mut(), table.session.scores()) {
        *last = Some(scores.into_iter().map(Some).collect());
    }
    // Only what one and the same player has found can be compared.
    let blunders = blunders(&movers, &table.review.shares);
    GraphJson { shares, blunders, running: table.review.is_running }
}

/// A search, at work or done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThoughtJson {
    /// Its number in this room.
    number: u64,
    /// The position: after so many plies.
    ply: usize,
    /// In whose place it is thought, and by whom.
    player: usize,
    name: String,
    /// Whether it is advice, and no move will be made.
    advice: bool,
    budget: BudgetJson,
    /// Whether others are thinking first, and how much waits in all rooms.
    waiting: bool,
    queue: usize,
    done: bool,
    findings: Option<FindingsJson>,
}

impl ThoughtJson {
    /// What is thought in a room, if anything is and it may be told.
    pub(crate) fn new(app: &App, room: &Room) -> Option<Self> {
        let table = room.table();
        let thought = table.thought.as_ref()?;
        let may_know = room.may_know_thoughts(&table, thought.seat);
        Some(ThoughtJson {
            number: thought.number,
            ply: thought.ply,
            player: thought.seat.number(),
            name: match &room.seats[thought.seat.index()] {
                Seat::Player { name, .. } if !thought.is_advice => name.clone(),
                _ => thought.player.written().to_owned(),
            },
            advice: thought.is_advice,
            budget: thought.player.budget().into(),
            waiting: thought.begun.is_none(),
            queue: app.rooms.thinkers.waiting(),
            done: thought.is_done,
            findings: thought.findings.clone().filter(|_| may_know),
        })
    }
}

/// The position after a line that nobody has played.
pub(super) fn line(room: &Room, asked: &LineAsked) -> Result<PositionJson, Problem> {
    let table = room.table();
    let observer = room.observer(&table, asked.seat)?;
    // What a line does to what is hidden would tell what is hidden.
    if !room.is_open(&table) {
        return Err(Problem::secret("lines can be followed when nothing is secret, or the game is over"));
    }
    let mut session = room.at(&table, asked.ply)?;
    drop(table);
    for text in asked.moves.split_whitespace() {
        session.play(text).map_err(Problem::wrong)?;
    }
    Ok(PositionJson::new(&*room.game, &*session, observer, false))
}

/// Why touching these makes no legal move, in the words of the game where it knows.
pub(super) fn why(room: &Room, asked: &TouchesAsked) -> Result<String, Problem> {
    let table = room.table();
    let Some((mover, Seat::Person)) = room.mover(&*table.session) else {
        return Ok(match table.session.turn() {
            Turn::Over => "the game is over".to_owned(),
            _ => "it is not your turn".to_owned(),
        });
    };
    if room.observer(&table, asked.seat)? != Observer::Seat(mover) && !room.is_open(&table) {
        return Ok(format!("it is the turn of player {mover}"));
    }
    let mut trial = room.at(&table, table.moves.len())?;
    drop(table);
    let touches: Vec<&str> = asked.touches.split_whitespace().collect();
    let reason = ["-", "", "=", ","].iter().find_map(|between| reason(&mut *trial, &touches.join(between)));
    Ok(reason.unwrap_or_else(|| format!("no legal move touches {}", touches.join(", then "))))
}

/// Why a text is no legal move, if the game knows more than that it is not one.
fn reason(session: &mut dyn Session, text: &str) -> Option<String> {
    let reason = session.play(text).err()?.illegal?;
    Some(if reason.is_empty() { format!("{text} is not legal here") } else { format!("{text}: {reason}") })
}
