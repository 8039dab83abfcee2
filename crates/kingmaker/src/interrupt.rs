//! Ctrl-C: the first asks to finish with what is there and says so, the second ends the program at once.

use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;

use anyhow::Context;
use kingmaker_arena::Halt;

use crate::failure::Failure;

static HALT: LazyLock<Halt> = LazyLock::new(Halt::new);

/// The exit status after Ctrl-C.
pub(crate) const STATUS: u8 = 130;

/// From now on, Ctrl-C only makes [`pressed`] true, and ends the searches that were given [`halt`].
pub(crate) fn watch() -> Result<(), Failure> {
    handle(|| {
        if HALT.is_stopped() {
            std::process::exit(STATUS.into());
        }
        HALT.stop();
        say("interrupted: ending with what is finished; once more ends at once");
    })
}

/// From now on, Ctrl-C ends what goes on until somebody ends it.
#[cfg(feature = "page")]
pub(crate) fn end(mut end: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    handle(move || {
        if HALT.is_stopped() {
            std::process::exit(STATUS.into());
        }
        HALT.stop();
        end();
        say("ending; games are kept");
    })
}

/// From now on, Ctrl-C says so and ends the program: for commands that have nothing to show before their end.
pub(crate) fn leave() -> Result<(), Failure> {
    handle(|| {
        say("interrupted: ended without a result");
        std::process::exit(STATUS.into());
    })
}

fn handle(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    Ok(ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?)
}

/// One line, which does not begin behind a progress bar.
fn say(line: &str) {
    let start = if io::stderr().is_terminal() { "\n" } else { "" };
    // If standard error is gone, the exit status has to do.
    let _ = writeln!(io::stderr(), "{start}{line}");
}

/// What Ctrl-C ends, once it is watched for.
pub(crate) fn halt() -> &'static Halt {
    &HALT
}

/// Whether Ctrl-C was pressed.
pub(crate) fn pressed() -> bool {
    HALT.is_stopped()
}
