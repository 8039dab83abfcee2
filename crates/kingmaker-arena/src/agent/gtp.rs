//! The Go Text Protocol as Blokus programs speak it. The program keeps the position; it is told what others played.

use std::time::Duration;

use kingmaker_core::Player;
use kingmaker_games::blokus::gtp;
use kingmaker_search::Budget;

use super::{Answer, Dialect, Fault, FaultKind, Question, Table, Talk, shortened};

/// A program that speaks it.
#[derive(Default)]
pub(super) struct Gtp {
    /// The moves of the game that it knows.
    known: Vec<String>,
    /// The number of the last command.
    id: u64,
}

/// How long a response may take.
enum Limit<'a> {
    Time(Duration),
    Move(&'a Budget),
}

impl Gtp {
    /// Gives a command and waits for its response: an `=` or `?` with its number, lines, and an empty line.
    fn command(
        &mut self,
        talk: &mut Talk<'_>,
        command: &str,
        limit: Limit<'_>,
    ) -> Result<Result<String, String>, Fault> {
        self.id += 1;
        talk.say(&format!("{} {command}", self.id));
        let (good, bad) = (format!("={}", self.id), format!("?{}", self.id));
        let mut response: Option<(bool, String)> = None;
        let read = |line: &str| {
            match &mut response {
                None if line.trim().is_empty() => {}
                None => {
                    let rest = |start: &str| {
                        let rest = line.strip_prefix(start)?;
                        (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim().to_owned())
                    };
                    match (rest(&good), rest(&bad)) {
                        (Some(text), _) => response = Some((true, text)),
                        (_, Some(text)) => response = Some((false, text)),
                        _ if line.starts_with(['=', '?']) => {
                            return Some(Err(Fault::new(FaultKind::Unasked, shortened(line))));
                        }
                        _ => return Some(Err(Fault::new(FaultKind::Garbled, shortened(line)))),
                    }
                }
                Some((is_good, text)) if line.trim().is_empty() => {
                    return Some(Ok(if *is_good { Ok(text.clone()) } else { Err(text.clone()) }));
                }
                Some((_, text)) => *text += &format!("\n{line}"),
            }
            None
        };
        let what = format!("response to '{command}'");
        match limit {
            Limit::Move(budget) => talk.wait_for_move(&what, budget, None, read),
            Limit::Time(limit) => talk.wait_for(&what, limit, read),
        }
    }

    fn clear(&mut self, talk: &mut Talk<'_>) -> Result<(), Fault> {
        self.known.clear();
        self.order(talk, "clear_board", talk.settings.new_game).map(|_| ())
    }

    /// A command that must succeed.
    fn order(&mut self, talk: &mut Talk<'_>, command: &str, limit: Duration) -> Result<String, Fault> {
        let response = self.command(talk, command, Limit::Time(limit))?;
        response.map_err(|why| Fault::new(FaultKind::GaveUp, format!("{} to '{command}'", shortened(&why))))
    }
}

impl Dialect for Gtp {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Fault> {
        self.order(talk, "name", talk.settings.start)?;
        let orders: Vec<String> = talk.options().map(str::to_owned).collect();
        orders.iter().try_for_each(|order| self.order(talk, order, talk.settings.start).map(|_| ()))
    }

    fn new_game(&mut self, talk: &mut Talk<'_>, table: &Table) -> Result<(), Fault> {
        let Some(name) = gtp::name_of(&table.game) else {
            return Err(Fault::new(FaultKind::GaveUp, format!("gtp has no word for {}", table.game)));
        };
        if table.start.is_some() {
            return Err(Fault::new(FaultKind::GaveUp, "gtp has no word for a position to begin with"));
        }
        self.order(talk, &format!("set_game {name}"), talk.settings.new_game)?;
        // Who has no random draws to repeat does not know this one.
        let seed = table.seed >> 33;
        let _ = self.command(talk, &format!("set_random_seed {seed}"), Limit::Time(talk.settings.new_game))?;
        self.clear(talk)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, table: &Table, question: &Question<'_>) -> Result<Answer, Fault> {
        let colour = |seat: usize| gtp::colour_of(table.players, Player::new(seat - 1));
        // Somebody may have taken moves back.
        let is_ahead = self.known.len() > question.moves.len();
        if is_ahead || self.known.iter().zip(question.moves).any(|(known, (_, mv))| known != mv) {
            self.clear(talk)?;
        }
        for (seat, mv) in &question.moves[self.known.len()..] {
            // There is no chance in these games: every move is somebody's.
            let colour = colour(seat.unwrap_or(table.seat));
            self.order(talk, &format!("play {colour} {mv}"), talk.settings.new_game)?;
            self.known.push(mv.clone());
        }
        let response = self.command(talk, &format!("genmove {}", colour(table.seat)), Limit::Move(question.budget))?;
        let mv = response.map_err(|why| Fault::new(FaultKind::GaveUp, shortened(&why)))?;
        // It has played its own move already.
        self.known.push(mv.clone());
        Ok(Answer { mv, ..Answer::default() })
    }

    fn result(&mut self, _: &mut Talk<'_>, _: &[f32]) {}

    fn farewell(&self) -> Option<&'static str> {
        Some("quit")
    }
}
