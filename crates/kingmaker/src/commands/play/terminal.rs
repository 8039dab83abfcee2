//! What somebody types, or a pipe brings, and what is shown, a screen at a time.

use std::io::{self, BufRead, IsTerminal, Read};

use kingmaker_arena::draw::{self, terminal::WIDTH};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::failure::Failure;
use crate::output;

/// Nobody types more than this at once.
const LONGEST_LINE: u64 = 65_536;

/// So many rows has a terminal that does not say how many it has.
const ROWS: usize = 24;

/// Where a game is played.
pub(super) struct Terminal {
    /// What reads the lines that somebody types; nothing where they come from a pipe.
    editor: Option<DefaultEditor>,
}

impl Terminal {
    pub(super) fn new() -> Result<Self, Failure> {
        let editor = io::stdin().is_terminal().then(DefaultEditor::new).transpose();
        Ok(Terminal { editor: editor.map_err(anyhow::Error::from)? })
    }

    /// How many rows whoever types can see; `None` if nobody types.
    pub(super) fn rows(&mut self) -> Option<usize> {
        let editor = self.editor.as_mut()?;
        Some(editor.dimensions().map(|(_, rows)| usize::from(rows)).filter(|&rows| rows > 2).unwrap_or(ROWS))
    }

    /// Whether somebody types, and can be asked again.
    pub(super) fn is_typed(&self) -> bool {
        self.editor.is_some()
    }

    /// The next line; `None` if there will be no more.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let Some(editor) = &mut self.editor else { return read(prompt) };
        match editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => Err(Failure::Interrupted),
            Err(error) => Err(Failure::Other(error.into())),
        }
    }

    /// The arrow keys will bring this line back.
    pub(super) fn remember(&mut self, line: &str) {
        if let Some(editor) = &mut self.editor {
            // Who cannot have it back can type it again.
            let _ = editor.add_history_entry(line);
        }
    }

    /// Shows a text, with breaks where a line is too long. Whoever types sees no more at once than there are rows.
    pub(super) fn show(&mut self, text: &str) -> Result<(), Failure> {
        let lines: Vec<String> = text.lines().flat_map(broken).collect();
        let page = self.rows().map_or(lines.len(), |rows| rows - 1).max(1);
        for (number, lines) in lines.chunks(page).enumerate() {
            if number > 0 && !self.wants_more()? {
                break;
            }
            output::print(&(lines.join("\n") + "\n"))?;
        }
        Ok(())
    }

    /// Asks whether to go on, and wipes the question away.
    fn wants_more(&mut self) -> Result<bool, Failure> {
        let answer = self.ask("-- more: Enter goes on, q stops -- ")?;
        if output::colour() {
            output::print("\x1b[A\x1b[2K")?;
        }
        Ok(answer.is_some_and(|answer| answer.trim().is_empty()))
    }
}

/// A line in pieces that fit the width.
fn broken(line: &str) -> Vec<String> {
    let width = anstream::adapter::strip_str(line).to_string().chars().count();
    if width <= WIDTH { vec![line.to_owned()] } else { draw::wrapped(line.split(' '), WIDTH) }
}

/// A line from a pipe.
fn read(prompt: &str) -> Result<Option<String>, Failure> {
    output::print(prompt)?;
    let mut line = Vec::new();
    if io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    // What is no text is no move either, and is refused as such.
    let line = String::from_utf8_lossy(&line).into_owned();
    // Nobody typed the end of the line, so it is not on the screen.
    output::print(&format!("{}\n", line.trim()))?;
    Ok(Some(line))
}
