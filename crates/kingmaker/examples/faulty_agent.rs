//! An agent that makes random moves and misbehaves now and then, to see what that does to a tournament:
//!
//! ```text
//! kingmaker match focus 'agent(cmd="faulty_agent crash 0.1 1")' random
//! ```
//!
//! The arguments are the kind of misbehaviour (`any` for all in turn), how likely it is at each move, and a seed.

use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use kingmaker_arena::{AnyGame, Observer, Registry, Session};
use kingmaker_core::Rng;

const KINDS: [&str; 15] = [
    "crash",
    "hang",
    "silent",
    "slow",
    "verbose",
    "illegal",
    "half-line",
    "half-line-and-end",
    "not-utf8",
    "twice",
    "long-line",
    "endless",
    "stale",
    "fork",
    "give-up",
];

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize| words.get(index).map_or("", String::as_str);
    let (kind, likely, seed) = (word(0), word(1).parse().unwrap_or(1.0), word(2).parse().unwrap_or(1));
    let mut rng = Rng::new(seed);
    let mut game: Option<Box<dyn AnyGame>> = None;
    let mut session: Option<Box<dyn Session>> = None;
    let mut last = "0000".to_owned();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ugi" => say("ugiok"),
            "isready" => say("readyok"),
            "game" => game = Registry::ours().game(rest).ok(),
            // Another seed for every game, so that a program that was started anew does not do the same again.
            "seed" => rng = Rng::new(seed ^ rest.parse::<u64>().unwrap_or(0)),
            "position" => {
                session = game.as_ref().map(|game| game.session(1));
                let moves = rest.split_once(" moves ").map_or("", |(_, moves)| moves);
                let session = session.as_mut().expect("a game was named");
                moves.split_whitespace().for_each(|mv| drop(session.play(mv).expect("legal")));
            }
            "go" => {
                let moves = session.as_ref().expect("a position was told").legal_moves(Observer::Everything);
                let mv = rng.pick(&moves).expect("somebody is to move").clone();
                if rng.happens(likely) {
                    let index = rng.below(KINDS.len());
                    misbehave(if kind == "any" { KINDS[index] } else { kind }, &mv, &last);
                } else {
                    say(&format!("bestmove {mv}"));
                }
                last = mv;
            }
            // Who ignores this must be ended by force.
            "quit" if kind != "ignore-quit" => break,
            _ => {}
        }
    }
    if kind == "ignore-quit" {
        sleep(Duration::from_secs(1000));
    }
    Ok(())
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn raw(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn misbehave(kind: &str, mv: &str, last: &str) {
    const LONG: Duration = Duration::from_secs(1000);
    match kind {
        "crash" => exit(3),
        "hang" => sleep(LONG),
        "silent" => {}
        "slow" => {
            sleep(Duration::from_millis(1300));
            say(&format!("bestmove {mv}"));
        }
        "verbose" => {
            let noise = vec![b'x'; 1 << 16];
            (0..64).for_each(|_| drop(io::stderr().lock().write_all(&noise)));
            say(&format!("bestmove {mv}"));
        }
        "illegal" => say("bestmove nonsense"),
        "half-line" => {
            raw(b"bestmo");
            sleep(LONG);
        }
        "half-line-and-end" => {
            raw(b"bestmove");
            exit(0);
        }
        "not-utf8" => raw(b"bestmove \xff\xfe\n"),
        "twice" => {
            say(&format!("bestmove {mv}"));
            say(&format!("bestmove {mv}"));
        }
        "long-line" => {
            raw(&vec![b'a'; 3 << 20]);
            sleep(LONG);
        }
        "endless" => loop {
            say("info string and so on");
        },
        "stale" => say(&format!("bestmove {last}")),
        "fork" => {
            // The child keeps our output open after our end.
            let _ = Command::new("sleep").arg("1000").spawn();
            exit(4);
        }
        "give-up" => say("error I do not know this position"),
        // Plays on, but does not go.
        "ignore-quit" => say(&format!("bestmove {mv}")),
        _ => exit(9),
    }
}
