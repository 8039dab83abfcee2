//! Ctrl-C: the first asks to finish with what is there, the second ends the program at once.

use std::sync::LazyLock;

use anyhow::Context;
use kingmaker_arena::Halt;

use crate::failure::Failure;

static HALT: LazyLock<Halt> = LazyLock::new(Halt::new);

/// From now on, Ctrl-C only makes [`pressed`] true, and ends the searches that were given [`halt`].
pub(crate) fn watch() -> Result<(), Failure> {
    let handler = || {
        if HALT.is_stopped() {
            std::process::exit(130);
        }
        HALT.stop();
    };
    Ok(ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?)
}

/// What Ctrl-C ends, once it is watched for.
pub(crate) fn halt() -> &'static Halt {
    &HALT
}

/// Whether Ctrl-C was pressed.
pub(crate) fn pressed() -> bool {
    HALT.is_stopped()
}
