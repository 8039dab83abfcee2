//! What takes long before the first move: tables of the board evaluators.

use std::io::Write;

use kingmaker_arena::{AnyGame, PlayerSpec, tables};

use crate::output::folded;
use crate::progress::{Extent, Progress};

/// Notices of the tables, such as that a file is damaged, are lines on standard error.
pub(crate) fn show_notices() {
    tables::on_notice(notice);
}

/// A line that somebody should read, on standard error.
pub(crate) fn notice(line: &str) {
    // If standard error is gone, there is nobody to tell.
    let _ = write!(anstream::stderr(), "{}", folded(&format!("note: {line}"), 6));
}

/// Makes ready what these players need. What cannot be kept is told by a notice, and is no reason
/// to stop.
pub(crate) fn prepare(game: &dyn AnyGame, players: &[PlayerSpec]) {
    let _ = with_progress("building a table", |progress| game.prepare(players, progress));
}

/// Does something that tells how much of it is done, with a progress bar.
pub(crate) fn with_progress<T>(what: &str, work: impl FnOnce(&(dyn Fn(f32) + Sync)) -> T) -> T {
    const PARTS: u64 = 100;
    let progress = Progress::start(format!("{what}, percent"), Extent::Pieces(PARTS));
    work(&|done| progress.set((done.clamp(0.0, 1.0) * PARTS as f32) as u64))
}
