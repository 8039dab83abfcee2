//! The Go Text Protocol as Blokus programs speak it.

use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use kingmaker_core::{Player, Rng};
use kingmaker_games::blokus::gtp;
use kingmaker_search::Budget;

use super::{Event, Host};
use crate::PROGRAM;
use crate::session::{Observer, Session};

/// Answers until `quit` or the end of the input.
pub(super) fn serve(host: Host<'_>, events: &Receiver<Event>, output: &mut dyn Write) -> io::Result<()> {
    let (rng, session) = (host.rng(), host.game.session(host.seed));
    let mut desk = Desk { host, rng, session, seated: Vec::new(), spent: Duration::ZERO };
    while let Ok(Event::Line(line)) = events.recv() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (id, command) = match line.split_once(' ') {
            Some((id, command)) if id.parse::<u64>().is_ok() => (id, command.trim()),
            _ => ("", line.as_str()),
        };
        let answer = desk.obey(command);
        let (mark, text) = match &answer {
            Ok(text) => ('=', text.as_str()),
            Err(text) => ('?', text.lines().next().unwrap_or_default()),
        };
        write!(output, "{mark}{id} {text}\n\n")?;
        output.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

struct Desk<'a> {
    host: Host<'a>,
    rng: Rng,
    session: Box<dyn Session>,
    seated: Vec<Player>,
    spent: Duration,
}

const COMMANDS: &[&str] = &[
    "all_legal",
    "clear_board",
    "cputime",
    "final_score",
    "genmove",
    "known_command",
    "list_commands",
    "name",
    "play",
    "quit",
    "reg_genmove",
    "set_game",
    "set_random_seed",
    "showboard",
    "undo",
    "version",
];

type Answer = Result<String, String>;

impl Desk<'_> {
    fn obey(&mut self, command: &str) -> Answer {
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        match word {
            "name" => Ok("Kingmaker".to_owned()),
            "version" => Ok(PROGRAM.to_owned()),
            "quit" => Ok(String::new()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(COMMANDS.contains(&rest).to_string()),
            "set_random_seed" => {
                let seed = rest.parse().map_err(|_| format!("invalid seed '{rest}'"))?;
                self.rng = Rng::new(seed);
                Ok(String::new())
            }
            "set_game" => self.set_game(rest),
            "clear_board" => {
                self.clear();
                Ok(String::new())
            }
            "cputime" => Ok(format!("{:.3}", self.spent.as_secs_f64())),
            "play" => {
                let (colour, mv) = rest.split_once(char::is_whitespace).ok_or("expected a colour and a move")?;
                self.check_turn(colour)?;
                self.session.play(mv).map_err(|error| format!("illegal move: {error}"))?;
                Ok(String::new())
            }
            "genmove" => {
                let mv = self.think(rest)?;
                if let Some(mv) = &mv {
                    self.session.play(mv).map_err(|error| error.to_string())?;
                }
                Ok(mv.unwrap_or_else(|| "pass".to_owned()))
            }
            "reg_genmove" => self.think(rest)?.ok_or_else(|| "no legal move".to_owned()),
            "all_legal" => {
                let seat = self.seat(rest)?;
                if !self.is_out(seat) {
                    self.check_turn(rest)?;
                    return Ok(self.session.legal_moves(Observer::Everything).join("\n"));
                }
                Ok(String::new())
            }
            "undo" => self.session.undo().then(String::new).ok_or_else(|| "cannot undo".to_owned()),
            "final_score" => Ok(gtp::score(&self.session.position(Observer::Everything), self.host.game.players())),
            "showboard" => Ok(format!("\n{}", self.session.position(Observer::Everything))),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn clear(&mut self) {
        self.session = self.host.game.session(self.host.seed);
        self.seated.clear();
    }

    fn set_game(&mut self, name: &str) -> Answer {
        let spec = gtp::spec_of(name);
        let spec = spec.ok_or_else(|| format!("unknown game '{name}'; expected Blokus or Blokus Duo"))?;
        // The game of the command line may have options of its own.
        if gtp::name_of(self.host.game.spec()) != gtp::name_of(spec) {
            let game = self.host.registry.game(spec).map_err(|error| error.to_string())?;
            game.check_player(self.host.player).map_err(|error| error.to_string())?;
            self.host.game = game;
        }
        self.clear();
        Ok(String::new())
    }

    fn seat(&self, colour: &str) -> Result<Player, String> {
        let seat = gtp::seat_of(self.host.game.players(), colour);
        seat.ok_or_else(|| format!("invalid colour '{colour}'"))
    }

    /// Whether it is the turn of a colour. Those who cannot move are skipped by the rules.
    fn check_turn(&self, colour: &str) -> Result<Player, String> {
        let seat = self.seat(colour)?;
        match self.session.turn().player() {
            Some(mover) if mover == seat => Ok(seat),
            Some(mover) => Err(format!("it is the turn of colour {mover}")),
            None => Err("the game is over".to_owned()),
        }
    }

    /// The move of a colour; `None` if it has none.
    fn think(&mut self, colour: &str) -> Result<Option<String>, String> {
        let seat = self.seat(colour)?;
        if self.session.turn().player().is_none_or(|mover| mover != seat) {
            return match self.session.turn().player() {
                Some(mover) if !self.is_out(seat) => Err(format!("it is the turn of colour {mover}")),
                _ => Ok(None),
            };
        }
        if !self.seated.contains(&seat) {
            self.session.seat(seat, self.host.player, 0).map_err(|error| error.to_string())?;
            self.seated.push(seat);
        }
        let budget: Budget = *self.host.player.budget();
        let found = self.session.think(&budget, &mut self.rng, self.host.halt);
        let analysis = found.ok_or("nobody is to move")?.map_err(|fault| fault.to_string())?;
        self.spent += Duration::from_secs_f64(analysis.milliseconds / 1e3);
        Ok(Some(analysis.best))
    }

    /// Whether a colour has no move any more.
    fn is_out(&self, seat: Player) -> bool {
        gtp::is_out(&self.session.position(Observer::Everything), seat)
    }
}

#[cfg(test)]
mod tests {
    use kingmaker_search::Halt;

    use super::*;
    use crate::Registry;
    use crate::agent::Protocol;

    fn said(game: &str, text: &'static str) -> String {
        let player = Registry::ours().player("random", &Budget::default()).expect("a player");
        let game = Registry::ours().game(game).expect("a game");
        let mut output = Vec::new();
        let host = Host { registry: &Registry::ours(), game, player: &player, seed: 1, halt: &Halt::new() };
        host.serve(Protocol::Gtp, text.as_bytes(), &mut output).expect("written");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn a_conversation() {
        let text = "1 name\n# a remark\n\nset_game classic\n2 set_game Blokus\nplay yellow t20\nplay 1 a20\n\
            play 2 t20,s20\n3 final_score\nall_legal 1\nknown_command genmove\nquit\n";
        let expected = "=1 Kingmaker\n\n? unknown game 'classic'; expected Blokus or Blokus Duo\n\n=2 \n\n\
            ? it is the turn of colour 1\n\n= \n\n= \n\n=3 1 2 0 0 \n\n? it is the turn of colour 3\n\n= true\n\n= \n\n";
        assert_eq!(said("blokus", text), expected);
    }

    #[test]
    fn moves_are_played_and_can_be_undone() {
        let answers = said("blokus(board=duo)", "genmove b\ngenmove w\nfinal_score\nundo\nundo\nundo\n");
        let answers: Vec<&str> = answers.trim_end().split("\n\n").collect();
        assert!(answers[0].contains("e10") && answers[1].contains("j5"), "{answers:?}");
        assert_eq!(answers[3..], ["= ", "= ", "? cannot undo"]);
    }
}
