//! Work without the interpreter's lock, which ends when Python is interrupted or when something written in Python fails.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use kingmaker_arena::Halt;
use pyo3::{PyErr, PyResult, Python};

/// So often somebody looks whether Python was interrupted.
const LOOK: Duration = Duration::from_millis(50);

/// How many failures of Python code are on their way to whoever asked. The panics that carry them are no news.
static UNDERWAY: AtomicUsize = AtomicUsize::new(0);

/// What went wrong in Python code that was called from a search. Copies share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trouble(Arc<Mutex<Option<PyErr>>>);

impl Trouble {
    /// Keeps an error. The first one stays.
    pub(crate) fn keep(&self, error: PyErr) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            UNDERWAY.fetch_add(1, Ordering::Relaxed);
            *kept = Some(error);
        }
    }

    /// Whether there is an error.
    pub(crate) fn is_there(&self) -> bool {
        UNDERWAY.load(Ordering::Relaxed) > 0 && self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The error, if there is one.
    pub(crate) fn take(&self) -> Option<PyErr> {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if taken.is_some() {
            UNDERWAY.fetch_sub(1, Ordering::Relaxed);
        }
        taken
    }

    /// Gives up whatever calls us: the rules of a game cannot fail, so this unwinds to [`guarded`] or [`work`].
    pub(crate) fn unwind(&self) -> ! {
        panic::resume_unwind(Box::new("a game written in Python has failed"))
    }
}

/// Panics that carry a failure of Python code write nothing: the exception will say it all.
pub(crate) fn hush_expected_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if UNDERWAY.load(Ordering::Relaxed) == 0 {
            usual(info);
        }
    }));
}

/// Does something short at once. What fails in Python code is an error.
pub(crate) fn guarded<T>(trouble: &Trouble, task: impl FnOnce() -> T) -> PyResult<T> {
    finished(trouble, panic::catch_unwind(AssertUnwindSafe(task)))
}

fn finished<T>(trouble: &Trouble, result: thread::Result<T>) -> PyResult<T> {
    match (trouble.take(), result) {
        (Some(error), _) => Err(error),
        (None, Ok(value)) => Ok(value),
        (None, Err(payload)) => panic::resume_unwind(payload),
    }
}

/// Does something long on a thread of its own, while other Python threads go on. Signals are looked for on the calling
/// thread; `KeyboardInterrupt` stops what is done through the `Halt` and is raised.
pub(crate) fn work<T: Send>(py: Python<'_>, trouble: &Trouble, task: impl FnOnce(&Halt) -> T + Send) -> PyResult<T> {
    let halt = Halt::new();
    let (result, interrupted) = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let halt = &halt;
            let worker = scope.spawn(move || {
                let result = panic::catch_unwind(AssertUnwindSafe(|| task(halt)));
                // The receiver waits until this has come.
                let _ = sender.send(());
                result
            });
            let mut interrupted = None;
            while receiver.recv_timeout(LOOK) == Err(mpsc::RecvTimeoutError::Timeout) {
                if interrupted.is_none() {
                    interrupted = Python::attach(|py| py.check_signals()).err();
                    if interrupted.is_some() {
                        halt.stop();
                    }
                }
            }
            (worker.join().and_then(|result| result), interrupted)
        })
    });
    match interrupted {
        Some(error) => {
            trouble.take();
            Err(error)
        }
        None => finished(trouble, result),
    }
}
