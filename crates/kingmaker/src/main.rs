//! The command-line program. Results go to standard output; progress, logs and errors to
//! standard error. The exit status is 0, 1 for a failure such as a full disk, 2 for bad input,
//! and 130 after Ctrl-C.

mod commands;
mod conduct;
mod describe;
mod failure;
mod interrupt;
mod options;
mod output;
mod prepare;
mod progress;
mod report;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    prepare::show_notices();
    match commands::Program::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}
