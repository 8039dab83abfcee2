//! How far a long command is: a bar on a terminal, a line now and then elsewhere, nothing for
//! what takes less than a second.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use kingmaker_arena::draw::{self, terminal::WIDTH};

/// Work that takes less time shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar is drawn.
const FRAME: Duration = Duration::from_millis(150);
/// So many columns are left for the bar, and a blank or two.
const BAR: usize = 12;
/// How often a line is written where there is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// How the end of the work is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    /// So many pieces.
    Pieces(u64),
    /// So many pieces, but it may end at any time.
    AtMost(u64),
    /// So much time.
    Time(Duration),
    /// Not at all.
    Unknown,
}

/// Shows progress on standard error until it is dropped.
pub(crate) struct Progress {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    what: String,
    extent: Extent,
    started: Instant,
    /// What was done before we began: it says nothing about our speed.
    before: u64,
    done: AtomicU64,
    /// How many pieces there are, where they are counted. It may turn out that there are less.
    total: AtomicU64,
    note: Mutex<String>,
    over: Mutex<bool>,
    wake: Condvar,
}

impl Progress {
    /// Begins to show how far `what` is.
    pub(crate) fn start(what: impl Into<String>, extent: Extent) -> Self {
        Progress::resume(what, extent, 0)
    }

    /// Begins to show how far `what` is, of which so many pieces are done already.
    pub(crate) fn resume(what: impl Into<String>, extent: Extent, before: u64) -> Self {
        let shared = Arc::new(Shared {
            what: what.into(),
            extent,
            started: Instant::now(),
            before,
            done: AtomicU64::new(before),
            total: AtomicU64::new(match extent {
                Extent::Pieces(total) | Extent::AtMost(total) => total,
                Extent::Time(_) | Extent::Unknown => 0,
            }),
            note: Mutex::new(String::new()),
            over: Mutex::new(false),
            wake: Condvar::new(),
        });
        let watcher = Arc::clone(&shared);
        // Without a thread there is no progress to be seen, which is no reason to stop.
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || watcher.show()).ok();
        Progress { shared, thread }
    }

    /// So many pieces are done.
    pub(crate) fn set(&self, done: u64) {
        self.shared.done.store(done, Ordering::Relaxed);
    }

    /// One more piece is done.
    pub(crate) fn advance(&self) {
        self.advance_by(1);
    }

    /// So many more pieces are done.
    pub(crate) fn advance_by(&self, pieces: u64) {
        self.shared.done.fetch_add(pieces, Ordering::Relaxed);
    }

    /// There are so many pieces in all.
    pub(crate) fn expect(&self, total: u64) {
        self.shared.total.store(total, Ordering::Relaxed);
    }

    /// Something to be shown behind the numbers.
    pub(crate) fn note(&self, note: String) {
        *self.shared.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        *self.shared.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            // A bar that failed to draw has nothing to tell.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Sleeps, and says whether the work went on all that time.
    fn sleep(&self, time: Duration) -> bool {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        let (over, _) = self.wake.wait_timeout_while(over, time, |over| !*over).unwrap_or_else(PoisonError::into_inner);
        !*over
    }

    fn show(&self) {
        if !self.sleep(PATIENCE) {
            return;
        }
        if io::stderr().is_terminal() {
            self.draw();
        } else {
            while self.sleep(LOG_INTERVAL) {
                let _ = writeln!(io::stderr(), "{}", self.line(WIDTH));
            }
        }
    }

    fn draw(&self) {
        let (length, template) = match self.extent {
            Extent::Pieces(total) => (total, "{msg} {wide_bar}"),
            Extent::Time(time) => (time.as_millis() as u64, "{msg} {wide_bar}"),
            Extent::AtMost(_) | Extent::Unknown => (0, "{spinner} {msg}"),
        };
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        loop {
            bar.set_message(self.line(WIDTH - BAR));
            match self.extent {
                Extent::Time(_) => bar.set_position(self.started.elapsed().as_millis() as u64),
                Extent::Pieces(_) => bar.set_position(self.done.load(Ordering::Relaxed)),
                Extent::AtMost(_) | Extent::Unknown => bar.tick(),
            }
            if !self.sleep(FRAME) {
                bar.finish_and_clear();
                return;
            }
        }
    }

    /// How far it is, in one line of so many columns: what is too long is cut at its end.
    fn line(&self, columns: usize) -> String {
        let line = self.whole_line();
        let cut = || draw::wrapped(line.split(' '), columns - 4).swap_remove(0) + " ...";
        if line.chars().count() > columns { cut() } else { line }
    }

    fn whole_line(&self) -> String {
        let elapsed = self.started.elapsed();
        match self.extent {
            Extent::Pieces(_) | Extent::AtMost(_) => {
                let total = self.total.load(Ordering::Relaxed);
                let done = self.done.load(Ordering::Relaxed).min(total);
                let note = self.note.lock().unwrap_or_else(PoisonError::into_inner);
                let (of, most) =
                    if matches!(self.extent, Extent::AtMost(_)) { (" of at most ", "at most ") } else { ("/", "") };
                let pace = pace(done.saturating_sub(self.before), total - done, elapsed, most);
                format!("{} {done}{of}{total}, {} gone, {pace}{note}", self.what, clock(elapsed))
            }
            Extent::Time(time) => format!("{}, {} left", self.what, clock(time.saturating_sub(elapsed))),
            Extent::Unknown => format!("{}, {} gone", self.what, clock(elapsed)),
        }
    }
}

/// How fast pieces are done, and how long the rest will take: `12/s, 0:07 left`.
fn pace(done: u64, rest: u64, elapsed: Duration, most: &str) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
    if done == 0 {
        return "? left".to_owned();
    }
    let speed = if rate >= 1.0 { format!("{rate:.0}/s") } else { format!("{:.0}/min", rate * 60.0) };
    format!("{speed}, {most}{} left", clock(Duration::from_secs_f64(rest as f64 / rate)))
}

/// A time such as `0:07`, `12:30` or `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks() {
        assert_eq!([7, 750, 3723].map(|seconds| clock(Duration::from_secs(seconds))), ["0:07", "12:30", "1:02:03"]);
    }

    #[test]
    fn what_was_done_before_is_no_pace() {
        assert_eq!(pace(0, 5, Duration::from_secs(3), ""), "? left");
        assert_eq!(pace(60, 120, Duration::from_secs(5), ""), "12/s, 0:10 left");
        assert_eq!(pace(1, 2, Duration::from_secs(4), "at most "), "15/min, at most 0:08 left");
    }

    #[test]
    fn a_long_note_is_cut() {
        let progress = Progress::start("games", Extent::Pieces(2));
        progress.note("; bold leads in focus".repeat(9));
        let line = progress.shared.line(60);
        assert!(line.chars().count() <= 60 && line.ends_with(" ..."), "{line}");
    }

    #[test]
    fn short_work_is_not_delayed() {
        let started = Instant::now();
        let progress = Progress::start("work", Extent::Pieces(2));
        progress.advance();
        drop(progress);
        assert!(started.elapsed() < PATIENCE);
    }
}
