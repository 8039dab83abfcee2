//! The command-line program, as a library: [`run`] is all of it, with the games and techniques that it is given.
//!
//! A game of one's own becomes a program with all commands, alone or beside ours:
//!
//! ```ignore
//! fn main() -> std::process::ExitCode {
//!     kingmaker::run(&Registry::ours().with(entry!(MyGame)))
//! }
//! ```
//!
//! Results go to standard output; progress, logs and errors to standard error. The exit status is 0, 1 for a failure such as a
//! full disk, 2 for bad input, and 130 after Ctrl-C.

mod commands;
mod conduct;
mod describe;
mod failure;
mod interrupt;
mod options;
mod output;
mod plan;
mod prepare;
mod progress;
mod report;
mod sharing;

use std::process::ExitCode;

pub use kingmaker_arena::{self as arena, Registry, entry};
pub use kingmaker_core as core;
pub use kingmaker_search as search;

/// Does what the command line asks for, with these games and techniques.
pub fn run(registry: &Registry) -> ExitCode {
    prepare::show_notices();
    match commands::Program::from_command_line().run(registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}
