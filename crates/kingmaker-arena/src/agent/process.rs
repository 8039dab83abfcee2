//! A foreign program: started, spoken to, listened to, and ended, whatever it does.
//!
//! Nothing here waits for the program without a limit. Threads of their own write to it, read from it and drain its standard
//! error, so that a program that does not read, or writes without end, holds up nobody else. It is the leader of a process group,
//! and the whole group is killed in the end. Should we be killed first, a small watcher notices that and does it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use kingmaker_search::Halt;

use super::fault::{Fault, FaultKind};

/// No line is longer.
pub const LONGEST_LINE: u64 = 1 << 20;

/// So many lines may wait to be heard.
const WAITING: usize = 1024;

/// So much of the standard error is remembered.
const LAST_WORDS: usize = 2048;

/// How often we look whether the program is still there, or we are to stop.
const LOOK: Duration = Duration::from_millis(20);

/// What a program that ended wrote before is heard for so long.
const ECHO: Duration = Duration::from_millis(100);

/// Something that came from the program.
enum Heard {
    Line(String),
    NotUtf8,
    TooLong,
    End,
}

/// A program that runs.
pub(super) struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Heard>,
    last_words: Arc<Mutex<Vec<u8>>>,
    watcher: Option<Child>,
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a program. The command line is split into words as a shell does it, but no shell reads it.
    pub(super) fn start(command: &str) -> Result<Self, Fault> {
        let refuse = |detail: String| Fault::new(FaultKind::NotStarted, detail);
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| refuse(format!("'{command}' is no command line")))?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = in_group(&mut command).spawn().map_err(|error| refuse(format!("'{}': {error}", words[0])))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(refuse("it has no standard streams".to_owned()));
        };
        let watcher = watcher(child.id());
        let (input, to_write) = mpsc::channel();
        let (heard, output) = mpsc::sync_channel(WAITING);
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&last_words);
        let process = Process { child, input: Some(input), output, last_words, watcher, status: None };
        let threads = [
            thread::Builder::new().spawn(move || write_all(stdin, &to_write)),
            thread::Builder::new().spawn(move || read_lines(stdout, &heard)),
            thread::Builder::new().spawn(move || drain(stderr, &kept)),
        ];
        match threads.into_iter().find_map(Result::err) {
            Some(error) => Err(refuse(error.to_string())),
            None => Ok(process),
        }
    }

    /// Writes a line to the program. It may be gone: that is noticed when its answer is waited for.
    pub(super) fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line that the program writes, without its end, until `deadline`.
    pub(super) fn hear(&mut self, deadline: Instant, halt: &Halt) -> Result<String, Fault> {
        let (mut deadline, mut has_ended) = (deadline, false);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::NotUtf8) => return Err(Fault::new(FaultKind::NotUtf8, "")),
                Ok(Heard::TooLong) => {
                    return Err(Fault::new(FaultKind::Flood, format!("a line of more than {LONGEST_LINE} bytes")));
                }
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() && has_ended => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || halt.is_stopped() => {
                    return Err(Fault::new(FaultKind::Silent, ""));
                }
                // A child of the program may hold its streams open: its end shows only here.
                Err(RecvTimeoutError::Timeout) if !has_ended && self.has_ended() => {
                    has_ended = true;
                    deadline = deadline.min(Instant::now() + ECHO);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What the program has written and nobody has heard yet.
    pub(super) fn overheard(&mut self) -> Option<String> {
        match self.output.try_recv() {
            Ok(Heard::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// The fault of having ended, with what can be said about it.
    fn crash(&mut self) -> Fault {
        self.kill();
        let status = self.status.map_or("it closed its output".to_owned(), |status| status.to_string());
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words).trim().lines().next_back().unwrap_or_default().to_owned();
        Fault::new(FaultKind::Crashed, if words.is_empty() { status } else { format!("{status}; it said '{words}'") })
    }

    /// Closes the program's input and waits for it to end; kills it if it does not.
    pub(super) fn end(mut self, patience: Duration) {
        self.input = None;
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if self.has_ended() {
                return;
            }
            // What it still writes must not keep it from ending.
            while self.output.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether the program has ended. It is not waited for: as long as it is not, nobody else gets its number, and its group
    /// can be killed.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)) | Err(_))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the program and all that it started.
    fn kill(&mut self) {
        self.input = None;
        kill_group(&mut self.child);
        if let Ok(status) = self.child.wait() {
            self.status.get_or_insert(status);
        }
        if let Some(mut watcher) = self.watcher.take() {
            // A line tells it that there is nothing left to do.
            if let Some(mut stdin) = watcher.stdin.take() {
                let _ = stdin.write_all(b"\n");
            }
            let _ = watcher.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn in_group(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt;
    command.process_group(0)
}

#[cfg(not(unix))]
fn in_group(command: &mut Command) -> &mut Command {
    command
}

/// Kills a program and all of its group.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// Somebody who kills the group of a program as soon as we are gone: its input ends when we do, however that happens.
#[cfg(unix)]
fn watcher(group: u32) -> Option<Child> {
    let script = "read -r _ || kill -s KILL -- \"-$0\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, &group.to_string()]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    in_group(&mut command).spawn().ok()
}

#[cfg(not(unix))]
fn watcher(_: u32) -> Option<Child> {
    None
}

fn write_all(mut stdin: impl Write, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, heard: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        let ended = line.pop_if(|byte| *byte == b'\n').is_some();
        line.pop_if(|byte| *byte == b'\r');
        let next = match read {
            Ok(_) if ended => String::from_utf8(line).map_or(Heard::NotUtf8, Heard::Line),
            Ok(_) if line.len() as u64 > LONGEST_LINE => Heard::TooLong,
            // What has no end of line is not said.
            _ => Heard::End,
        };
        let is_last = !matches!(next, Heard::Line(_));
        if heard.send(next).is_err() || is_last {
            return;
        }
    }
}

/// Reads all of the standard error, and remembers its end.
fn drain(mut stderr: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
}
