//! Ctrl-C: the first asks to finish with what is there, the second ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use kingmaker_arena::budget::stop_all_searches;

use crate::failure::Failure;

static PRESSED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C only makes [`pressed`] true.
pub(crate) fn watch() -> Result<(), Failure> {
    let handler = || {
        if PRESSED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        stop_all_searches();
    };
    Ok(ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?)
}

/// Whether Ctrl-C was pressed.
pub(crate) fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
