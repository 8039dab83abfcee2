//! The program in a terminal of 24 rows and 80 columns, and somebody who types.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::program::program;

/// Long enough for the slowest machine; nobody waits so long if all is well.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the program asks, at the beginning or the end of a line.
const QUESTIONS: [&str; 2] = ["your move (or help):", "-- more: Enter goes on, q stops --"];

/// A running program, and what its terminal shows.
pub(crate) struct Screen {
    child: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    emulator: vt100::Parser,
}

impl Screen {
    /// Starts the program. What it writes to standard error depends on how long things take, and is left out.
    pub(crate) fn start(args: &[&str]) -> Screen {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).expect("its other end can be opened");
        let name = ptsname(&keyboard, Vec::new()).expect("it has a name");
        let path = OsStr::from_bytes(name.as_bytes());
        let terminal = open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("the other end");
        let emulator = vt100::Parser::default();
        let (rows, columns) = emulator.screen().size();
        let size = Winsize { ws_row: rows.get(), ws_col: columns.get(), ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).expect("a size");
        let mut command = program(args);
        command.env("TERM", "xterm").stdin(terminal.try_clone().expect("a copy")).stdout(terminal);
        let child = command.stderr(Stdio::null()).spawn().expect("the program runs");
        let keyboard = File::from(keyboard);
        let mut reader = keyboard.try_clone().expect("a copy");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Once the program is gone, so is the terminal, which is an error on Linux.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut screen = Screen { child, keyboard, output, emulator };
        screen.wait("a question", Screen::is_asking);
        screen
    }

    /// What is on the screen, without blanks at the ends.
    pub(crate) fn rows(&self) -> Vec<String> {
        self.emulator.screen().rows(0, 80).map(|row| row.trim_end().to_owned()).collect()
    }

    /// What is on the screen as one text, in which lines that the terminal has broken are whole again.
    pub(crate) fn text(&self) -> String {
        self.emulator.screen().contents()
    }

    /// Whether the terminal had to break a line.
    pub(crate) fn has_broken_lines(&self) -> bool {
        (0..24).any(|row| self.emulator.screen().row_wrapped(row))
    }

    /// Whether there is more to be seen.
    pub(crate) fn has_more(&self) -> bool {
        self.line_of_cursor().starts_with(QUESTIONS[1])
    }

    /// Whether the program has ended by itself.
    pub(crate) fn is_over(&mut self) -> bool {
        self.child.try_wait().expect("a status").is_some()
    }

    /// Types a line and waits for the next question, or for the end.
    pub(crate) fn enter(&mut self, line: &str) {
        self.edit(line, line);
    }

    /// Presses keys that make this line, and enters it.
    pub(crate) fn edit(&mut self, keys: &str, line: &str) {
        self.press(keys, line);
        self.wait("the next question", Screen::is_asking);
    }

    /// Has everything wiped off the screen but the question.
    pub(crate) fn clear(&mut self) {
        self.keyboard.write_all(b"\x0c").expect("typed");
        self.wait("an empty screen", |screen| screen.emulator.screen().cursor_position().0 == 0 && screen.is_asking());
    }

    /// Types the last line if there is somebody to read it, and gives the exit status.
    pub(crate) fn leave(mut self, line: &str) -> Option<i32> {
        if !self.is_over() {
            self.press(line, line);
        }
        self.child.wait().expect("it ends").code()
    }

    fn press(&mut self, keys: &str, line: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("typed");
        // Only what is seen is really in the line.
        self.wait("what was typed", |screen| screen.typed().is_some_and(|typed| typed == line));
        self.keyboard.write_all(b"\r").expect("typed");
    }

    /// What stands between the last question and the cursor.
    fn typed(&self) -> Option<String> {
        let screen = self.emulator.screen();
        let (row, column) = screen.cursor_position();
        let character =
            |column| screen.cell(row, column).and_then(|cell| cell.contents().chars().next()).unwrap_or(' ');
        let text: String = (0..column).map(character).collect();
        QUESTIONS.iter().find_map(|question| Some(text.split_once(question)?.1.strip_prefix(' ')?.to_owned()))
    }

    fn line_of_cursor(&self) -> String {
        let (row, _) = self.emulator.screen().cursor_position();
        self.rows().swap_remove(usize::from(row))
    }

    /// Whether the cursor stands behind a question, with nothing typed yet.
    fn is_asking(&self) -> bool {
        self.typed().is_some_and(|typed| typed.is_empty())
    }

    fn wait(&mut self, what: &str, is_there: impl Fn(&Screen) -> bool) {
        while !is_there(self) {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.emulator.process(&bytes),
                // The program has closed its terminal, and is about to end.
                Err(RecvTimeoutError::Disconnected) if self.child.wait().is_ok() => break,
                Err(error) => panic!("waiting for {what}: {error}; on the screen is\n{}", self.text()),
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Where a test has failed, the program still waits for a line.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
