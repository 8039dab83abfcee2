//! The program with all games and techniques of this project.

use std::process::ExitCode;

use kingmaker::Registry;

fn main() -> ExitCode {
    kingmaker::run(&Registry::ours())
}
