//! `kingmaker completions`

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Program;
use crate::failure::Failure;
use crate::output;

/// Print the completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker completions bash > ~/.local/share/bash-completion/completions/kingmaker
  kingmaker completions fish > ~/.config/fish/completions/kingmaker.fish")]
pub(crate) struct Options {
    /// The shell
    shell: Shell,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Program::command(), "kingmaker", &mut script);
        output::print(&String::from_utf8_lossy(&script))
    }
}
