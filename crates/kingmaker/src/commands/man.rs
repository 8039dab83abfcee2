//! `kingmaker man`

use clap::{Args, CommandFactory};
use clap_mangen::Man;
use kingmaker_core::options::unknown;

use super::Program;
use crate::failure::Failure;
use crate::output;

/// Print the manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker man | man -l -
  kingmaker man match > kingmaker-match.1")]
pub(crate) struct Options {
    /// The command whose page is wanted, instead of the program's
    command: Option<String>,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut program = Program::command();
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => match program.find_subcommand(name) {
                Some(command) => command.clone(),
                None => {
                    let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                    return Err(Failure::Input(unknown("command", name, names.into_iter())));
                }
            },
        };
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        output::print(&String::from_utf8_lossy(&page))
    }
}
