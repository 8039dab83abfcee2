//! A player of ours as a program that others can ask: the other end of the protocols.

mod gtp;
mod string;
mod ugi;

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;

use kingmaker_core::Rng;
use kingmaker_search::Halt;

use super::{LONGEST_LINE, Protocol};
use crate::erased::AnyGame;
use crate::player::PlayerSpec;
use crate::registry::Registry;

/// A player that answers.
pub struct Host<'a> {
    /// The games that can be named.
    pub registry: &'a Registry,
    /// The game that is played until another is named.
    pub game: Box<dyn AnyGame>,
    /// Who thinks.
    pub player: &'a PlayerSpec,
    /// Where random draws come from until another seed is named.
    pub seed: u64,
    /// Ends searches from outside.
    pub halt: &'a Halt,
}

impl Host<'_> {
    /// Answers what is asked until `quit` or the end of the input. Nothing but answers is written to `output`.
    pub fn serve(
        self,
        protocol: Protocol,
        input: impl Read + Send + 'static,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let (sender, events) = mpsc::channel();
        listen(input, sender.clone());
        match protocol {
            Protocol::Ugi | Protocol::Uci => ugi::serve(self, &sender, &events, output),
            Protocol::Gtp => gtp::serve(self, &events, output),
            Protocol::String => string::serve(self, &events, output),
        }
    }

    fn rng(&self) -> Rng {
        Rng::new(self.seed)
    }
}

/// Something to attend to.
enum Event {
    /// A line was read.
    Line(String),
    /// There will be no more lines.
    End,
    /// A search is over.
    Thought,
}

/// Reads an input on a thread of its own. Whatever is no text is read as if it were.
fn listen(input: impl Read + Send + 'static, heard: Sender<Event>) {
    thread::spawn(move || {
        let mut input = io::BufReader::new(input);
        loop {
            let mut line = Vec::new();
            let event = match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(1..) => Event::Line(String::from_utf8_lossy(&line).trim().to_owned()),
                _ => Event::End,
            };
            let is_last = matches!(event, Event::End);
            if heard.send(event).is_err() || is_last {
                return;
            }
        }
    });
}
