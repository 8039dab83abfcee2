//! The commands, one file each.

mod agent;
mod analyze;
mod bench;
mod completions;
mod complexity;
mod export;
mod games;
mod learn;
mod man;
mod match_games;
mod merge;
mod perft;
mod play;
mod players;
mod rate;
mod replay;
mod report;
mod reproduce;
mod run;
#[cfg(feature = "page")]
mod serve;
mod show;
mod tables;
#[cfg(feature = "postgres")]
mod worker;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::StyledStr;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use kingmaker_arena::Registry;

use crate::failure::Failure;

/// A workbench for search in games with more than two players
///
/// Games and players are named by specs: a word, with options in parentheses, such as
/// `focus(players=3)` or `mcts(c=0.3, playout=greedy(epsilon=0.1))`. `kingmaker games` and
/// `kingmaker players` list them with all options. In a shell, a spec with parentheses needs
/// quotes.
#[derive(Parser, Debug)]
#[command(name = "kingmaker", version, after_help = EXAMPLES, max_term_width = 80)]
pub(crate) struct Program {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  kingmaker match focus mcts greedy --players 3
  kingmaker run experiment.toml
  kingmaker reproduce nijssen-5.1
  kingmaker play focus
  kingmaker analyze 'focus(players=4)' 'mcts(playouts=20000)'";

#[derive(Subcommand, Debug)]
enum Command {
    Games(games::Options),
    Players(players::Options),
    Match(match_games::Options),
    Rate(rate::Options),
    Run(run::Options),
    Reproduce(reproduce::Options),
    Report(report::Options),
    Merge(merge::Options),
    #[cfg(feature = "postgres")]
    Worker(worker::Options),
    Export(export::Options),
    Learn(learn::Options),
    Replay(replay::Options),
    Play(play::Options),
    #[cfg(feature = "page")]
    Serve(serve::Options),
    Analyze(analyze::Options),
    Show(show::Options),
    Agent(agent::Options),
    Perft(perft::Options),
    Bench(bench::Options),
    Complexity(complexity::Options),
    Tables(tables::Options),
    Completions(completions::Options),
    Man(man::Options),
}

impl Program {
    /// What the command line says. The program goes by the name that it was called by, also in examples.
    pub(crate) fn from_command_line() -> Self {
        let name = std::env::args_os().next().map(PathBuf::from);
        let name = name.as_deref().and_then(Path::file_stem).and_then(OsStr::to_str).unwrap_or(NAME);
        let command = named(Program::command(), name);
        Program::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
    }

    /// Does what was asked for, with the games and players that there are.
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        match &self.command {
            Command::Games(options) => options.run(registry),
            Command::Players(options) => options.run(registry),
            Command::Match(options) => options.run(registry),
            Command::Rate(options) => options.run(registry),
            Command::Run(options) => options.run(registry),
            Command::Reproduce(options) => options.run(),
            Command::Report(options) => options.run(registry),
            Command::Merge(options) => options.run(registry),
            #[cfg(feature = "postgres")]
            Command::Worker(options) => options.run(registry),
            Command::Export(options) => options.run(),
            Command::Learn(options) => options.run(registry),
            Command::Replay(options) => options.run(registry),
            Command::Play(options) => options.run(registry),
            #[cfg(feature = "page")]
            Command::Serve(options) => options.run(registry),
            Command::Analyze(options) => options.run(registry),
            Command::Show(options) => options.run(registry),
            Command::Agent(options) => options.run(registry),
            Command::Perft(options) => options.run(registry),
            Command::Bench(options) => options.run(registry),
            Command::Complexity(options) => options.run(registry),
            Command::Tables(options) => options.run(),
            Command::Completions(options) => options.run(),
            Command::Man(options) => options.run(),
        }
    }
}

const NAME: &str = "kingmaker";

/// The same commands in a program of this name.
fn named(command: clap::Command, name: &str) -> clap::Command {
    if name == NAME {
        return command;
    }
    let renamed = |text: &StyledStr| text.to_string().replace(&format!("{NAME} "), &format!("{name} "));
    let examples = command.get_after_help().map(renamed);
    let command = command.name(&*String::from(name).leak()).bin_name(name).mut_subcommands(|inner| {
        let examples = inner.get_after_help().map(renamed);
        examples.into_iter().fold(inner, clap::Command::after_help)
    });
    examples.into_iter().fold(command, clap::Command::after_help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Program::command().debug_assert();
    }

    #[test]
    fn every_command_has_help_and_examples() {
        for command in Program::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{} says nothing", command.get_name());
            assert!(command.get_after_help().is_some(), "{} has no examples", command.get_name());
        }
    }
}
