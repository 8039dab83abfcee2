//! The Universal Game Interface, and what we understand beyond it. The page on agents in the book tells every word.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::Duration;

use kingmaker_core::{Player, Rng, Turn};
use kingmaker_search::{Budget, Halt};

use super::{Event, Host};
use crate::PROGRAM;
use crate::analysis::Analysis;
use crate::session::{Observer, Session};

/// Answers until `quit` or the end of the input.
pub(super) fn serve(
    host: Host<'_>,
    thought: &Sender<Event>,
    events: &Receiver<Event>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let rng = host.rng();
    let mut desk = Desk { host, position: None, seat: None, rng, is_rich: false, waiting: VecDeque::new() };
    while let Some(line) = desk.next(events) {
        if line == "quit" {
            break;
        }
        let answer = match line.split_once(' ').unwrap_or((&line, "")) {
            ("go", limits) => desk.go(limits, thought, events, output),
            (word, rest) => desk.obey(word, rest.trim()),
        };
        match answer {
            Ok(text) => write!(output, "{text}")?,
            // One line is one message.
            Err(why) => writeln!(output, "error {}", why.lines().next().unwrap_or_default())?,
        }
        output.flush()?;
    }
    Ok(())
}

/// What is known between two lines.
struct Desk<'a> {
    host: Host<'a>,
    position: Option<Position>,
    /// The seat that we play, if somebody said so.
    seat: Option<Player>,
    rng: Rng,
    /// Whether everything that was found is told as JSON.
    is_rich: bool,
    /// Lines that came while we were thinking.
    waiting: VecDeque<String>,
}

/// A position, as it was told.
struct Position {
    start: String,
    moves: Vec<String>,
    session: Box<dyn Session>,
    /// Who has a player already.
    seated: Vec<Player>,
}

type Answer = Result<String, String>;

impl Desk<'_> {
    fn next(&mut self, events: &Receiver<Event>) -> Option<String> {
        if let Some(line) = self.waiting.pop_front() {
            return Some(line);
        }
        match events.recv() {
            Ok(Event::Line(line)) => Some(line),
            _ => None,
        }
    }

    fn obey(&mut self, word: &str, rest: &str) -> Answer {
        match word {
            "" | "stop" | "result" | "ponderhit" | "debug" | "register" => Ok(String::new()),
            "ugi" | "uci" => Ok(format!(
                "id name {PROGRAM}, {}\nid author the Kingmaker developers\noption name json type check default false\n{word}ok\n",
                self.host.player.label()
            )),
            "isready" => Ok("readyok\n".to_owned()),
            "setoption" => self.set_option(rest),
            "uginewgame" | "ucinewgame" => {
                self.position = None;
                Ok(String::new())
            }
            "game" => self.set_game(rest),
            "seat" => {
                let seats = self.host.game.players();
                let seat = rest.parse().ok().filter(|seat| (1..=seats).contains(seat));
                let seat: usize = seat.ok_or_else(|| format!("seat '{rest}'; expected 1 to {seats}"))?;
                self.seat = Some(Player::new(seat - 1));
                Ok(String::new())
            }
            "seed" => {
                let seed = rest.parse().map_err(|_| format!("seed '{rest}'; expected a whole number"))?;
                self.rng = Rng::new(seed);
                Ok(String::new())
            }
            "position" => self.set_position(rest),
            "view" => {
                let observer = self.seat.ok_or("view before seat; expected 'seat K' first")?;
                let session = self.host.game.session_at(rest, Observer::Seat(observer), 0);
                let session = session.map_err(|error| error.to_string())?;
                self.position =
                    Some(Position { start: rest.to_owned(), moves: Vec::new(), session, seated: Vec::new() });
                Ok(String::new())
            }
            "query" => self.query(rest),
            _ => Err(format!(
                "unknown word '{word}'; expected position, go, isready, quit or another word of the protocol"
            )),
        }
    }

    fn set_option(&mut self, rest: &str) -> Answer {
        let (name, value) = rest.strip_prefix("name ").unwrap_or(rest).split_once(" value ").unwrap_or((rest, ""));
        match (name.trim(), value.trim()) {
            ("json", value) => self.is_rich = value == "true",
            (name, _) => return Err(format!("unknown option '{name}'; expected json")),
        }
        Ok(String::new())
    }

    fn set_game(&mut self, spec: &str) -> Answer {
        let game = self.host.registry.game(spec).map_err(|error| error.to_string())?;
        game.check_player(self.host.player).map_err(|error| error.to_string())?;
        self.host.game = game;
        self.position = None;
        Ok(String::new())
    }

    /// A position that goes on from the last one is not set up anew, so that players remember what they may.
    fn set_position(&mut self, text: &str) -> Answer {
        let (start, moves) = match text.split_once(" moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text, ""),
        };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let goes_on = |position: &&mut Position| position.start == start && moves.starts_with(&position.moves);
        if self.position.as_mut().filter(goes_on).is_none() {
            let session = match start.split_once(' ').unwrap_or((start, "")) {
                ("startpos", "") => self.host.game.session(self.host.seed),
                ("fen", fen) => {
                    self.host.game.session_at(fen, Observer::Everything, 0).map_err(|error| error.to_string())?
                }
                _ => return Err(format!("position '{start}'; expected startpos or fen TEXT, and moves")),
            };
            self.position = Some(Position { start: start.to_owned(), moves: Vec::new(), session, seated: Vec::new() });
        }
        let position = self.position.as_mut().ok_or("no position")?;
        for mv in moves.into_iter().skip(position.moves.len()).collect::<Vec<_>>() {
            if let Err(error) = position.session.play(&mv) {
                self.position = None;
                return Err(error.to_string());
            }
            position.moves.push(mv);
        }
        Ok(String::new())
    }

    /// The position at hand; the start if nobody has told one.
    fn position(&mut self) -> Result<&mut Position, String> {
        if self.position.is_none() {
            self.set_position("startpos")?;
        }
        self.position.as_mut().ok_or_else(|| "no position".to_owned())
    }

    fn query(&mut self, what: &str) -> Answer {
        let session = &self.position()?.session;
        let response = match what {
            "gameover" => (session.turn() == Turn::Over).to_string(),
            "turn" => session.turn().player().map_or("none".to_owned(), |player| player.to_string()),
            "p1turn" => (session.turn() == Turn::Player(Player::new(0))).to_string(),
            "result" => match session.scores() {
                None => "none".to_owned(),
                Some(shares) if shares.iter().all(|&share| share < 1.0) => "draw".to_owned(),
                Some(shares) => {
                    let winners = shares.iter().enumerate().filter(|(_, share)| **share == 1.0);
                    winners.map(|(seat, _)| format!("p{}win", seat + 1)).collect::<Vec<_>>().join(" ")
                }
            },
            _ => return Err(format!("query '{what}'; expected gameover, turn, p1turn or result")),
        };
        Ok(format!("response {response}\n"))
    }

    /// Thinks, and listens meanwhile.
    fn go(
        &mut self,
        limits: &str,
        thought: &Sender<Event>,
        events: &Receiver<Event>,
        output: &mut dyn Write,
    ) -> Answer {
        let (player, is_rich) = (self.host.player, self.is_rich);
        let position = self.position()?;
        let Some(mover) = position.session.turn().player() else {
            return Err("nobody is to move here; expected another position".to_owned());
        };
        let budget = Budget::for_player(player.args(), &read_limits(limits, mover)?)?;
        if !position.seated.contains(&mover) {
            position.session.seat(mover, player, 0).map_err(|error| error.to_string())?;
            position.seated.push(mover);
        }
        let halt = Halt::new();
        let Desk { position, rng, waiting, host, .. } = self;
        let position = position.as_mut().ok_or("no position")?;
        let found = thread::scope(|scope| {
            let search = scope.spawn(|| {
                let found = position.session.think(&budget, rng, &halt);
                // Whoever waits for events may be gone.
                let _ = thought.send(Event::Thought);
                found
            });
            loop {
                match events.recv() {
                    Ok(Event::Thought) => break,
                    Ok(Event::Line(line)) => match line.as_str() {
                        "stop" => halt.stop(),
                        "isready" => {
                            let _ = writeln!(output, "readyok").and_then(|()| output.flush());
                        }
                        "quit" => {
                            halt.stop();
                            waiting.push_front(line);
                        }
                        _ => waiting.push_back(line),
                    },
                    // Nobody is left who could stop a search without an end.
                    Ok(Event::End) | Err(_) => {
                        if budget.time == Some(FOREVER) {
                            halt.stop();
                        }
                        waiting.push_back("quit".to_owned());
                    }
                }
                if host.halt.is_stopped() {
                    halt.stop();
                }
            }
            search.join()
        });
        match found {
            Ok(Some(Ok(analysis))) => Ok(said(&analysis, is_rich)),
            Ok(Some(Err(fault))) => Err(fault.to_string()),
            Ok(None) | Err(_) => Err("the search failed".to_owned()),
        }
    }
}

/// What a search found, and the move.
fn said(analysis: &Analysis, is_rich: bool) -> String {
    let mut text = format!("info depth {} nodes {}", analysis.depth, analysis.nodes);
    if analysis.playouts > 0 {
        text += &format!(" playouts {}", analysis.playouts);
    }
    text += &format!(" time {}", analysis.milliseconds.round());
    let shares = analysis.candidates.first().and_then(|candidate| candidate.shares.as_ref());
    if let Some(shares) = shares.filter(|shares| shares.iter().all(Option::is_some)) {
        let shares: String = shares.iter().flatten().map(|share| format!(" {share:.4}")).collect();
        text += &format!(" score shares{shares}");
    }
    if !analysis.line.is_empty() {
        text += &format!(" pv {}", analysis.line.join(" "));
    }
    text += "\n";
    if is_rich && let Ok(json) = serde_json::to_string(analysis) {
        text += &format!("info json {json}\n");
    }
    format!("{text}bestmove {}\n", analysis.best)
}

/// The words after `go`. Of the clocks only that of the mover counts.
fn read_limits(text: &str, mover: Player) -> Result<Budget, String> {
    let mut budget = Budget::default();
    let (mut clock, mut increment) = (None, 0);
    let side = if mover.index() == 0 { 'w' } else { 'b' };
    let (time, inc) = (format!("p{mover}time"), format!("p{mover}inc"));
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            return Ok(Budget { time: Some(FOREVER), ..Budget::default() });
        }
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or_else(|| format!("go {word}; expected a whole number after it"))?;
        match word {
            "movetime" => budget.time = Some(Duration::from_millis(number)),
            "playouts" => budget.playouts = Some(number),
            "plies" => budget.plies = Some(number),
            "nodes" => budget.nodes = Some(number),
            "depth" => budget.depth = Some(number.min(u64::from(kingmaker_search::budget::MAX_DEPTH)) as u32),
            _ if word == time || word == format!("{side}time") => clock = Some(number),
            _ if word == inc || word == format!("{side}inc") => increment = number,
            _ if word.ends_with("time") || word.ends_with("inc") || word == "movestogo" => {}
            _ => {
                return Err(format!("go {word}; expected movetime, playouts, plies, nodes, depth, clocks or infinite"));
            }
        }
    }
    if let Some(clock) = clock {
        let share = (clock / 25 + increment * 3 / 4).min(clock / 2).max(1);
        budget.time =
            Some(budget.time.map_or(Duration::from_millis(share), |time| time.min(Duration::from_millis(share))));
    }
    Ok(budget)
}

/// Nobody waits longer.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 86_400);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::agent::Protocol;

    #[test]
    fn limits_are_read() {
        let read = |text: &str| read_limits(text, Player::new(1)).map_err(|_| ());
        assert_eq!(read("playouts 50 depth 3"), Ok(Budget { depth: Some(3), ..Budget::playouts(50) }));
        assert_eq!(read("plies 900"), Ok(Budget::plies(900)));
        assert_eq!(read("movetime 20"), Ok(Budget::time(Duration::from_millis(20))));
        assert_eq!(read("p1time 9 p2time 50000 p2inc 1000"), Ok(Budget::time(Duration::from_millis(2750))));
        assert_eq!(read("wtime 9 btime 100 binc 1000"), Ok(Budget::time(Duration::from_millis(50))));
        assert_eq!((read(""), read("playouts"), read("fast 3")), (Ok(Budget::default()), Err(()), Err(())));
    }

    fn said(game: &str, player: &str, text: &'static str) -> Vec<String> {
        let player = Registry::ours().player(player, &Budget::default()).expect("a player");
        let game = Registry::ours().game(game).expect("a game");
        let mut output = Vec::new();
        let host = Host { registry: &Registry::ours(), game, player: &player, seed: 1, halt: &Halt::new() };
        host.serve(Protocol::Ugi, text.as_bytes(), &mut output).expect("written");
        String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_conversation() {
        let text = "ugi\nisready\ngame quoridor(size=5)\nuginewgame\nseat 1\nseed 7\nposition startpos moves C2 C4\n\
            query turn\nquery gameover\ngo depth 1\nposition startpos moves C2 C4 C3\nquery turn\n";
        let lines = said("quoridor", "alphabeta(noise=0)", text);
        assert!(lines[0].starts_with("id name kingmaker"), "{lines:?}");
        assert_eq!(lines[2..6], ["option name json type check default false", "ugiok", "readyok", "response 1"]);
        assert_eq!((lines[6].as_str(), lines[9].as_str()), ("response false", "response 2"), "{lines:?}");
        let best = lines[8].strip_prefix("bestmove ").expect("a move");
        let is_told = lines[7].starts_with("info depth 1 nodes ") && lines[7].ends_with(&format!(" pv {best}"));
        assert!(is_told && lines.len() == 10, "{lines:?}");
    }

    #[test]
    fn a_search_without_end_is_stopped() {
        let lines = said("focus", "mcts", "setoption name json value true\ngo infinite\nisready\nstop\nquery turn\n");
        assert_eq!((lines[0].as_str(), lines.len()), ("readyok", 5), "{lines:?}");
        assert!(lines[1].starts_with("info depth"), "{}", lines[1]);
        assert!(lines[2].starts_with("info json {") && lines[3].starts_with("bestmove "), "{lines:?}");
        assert_eq!(lines[4], "response 1");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let text = "hello\nposition here\nposition startpos moves z9\nseat 7\nseed x\ngame focsu\ngo fast\nview x\n\
            setoption name Hash value 1\nquery winner\n";
        let lines = said("focus", "mcts", text);
        assert_eq!(lines.len(), 10, "{lines:?}");
        assert!(lines.iter().all(|line| line.starts_with("error ")), "{lines:?}");
        assert!(lines[5].contains("did you mean 'focus'?"), "{}", lines[5]);
    }

    /// What the seat knows is enough for a move.
    #[test]
    fn a_view_is_a_position_for_one_seat() {
        let game = Registry::ours().game("hide-and-seek").expect("a game");
        let view = game.session(3).position(Observer::Seat(Player::new(0)));
        let text: &'static str = Box::leak(format!("seat 1\nview {view}\ngo playouts 20\n").into_boxed_str());
        let lines = said("hide-and-seek", "mcts", text);
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    }
}
