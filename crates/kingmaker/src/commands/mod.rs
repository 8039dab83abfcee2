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
mod perft;
mod play;
mod players;
mod rate;
mod replay;
mod report;
mod reproduce;
mod run;
mod show;
mod tables;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// A workbench for search in games with more than two players
///
/// Games and players are named by specs: a word, with options in parentheses, such as
/// `focus(players=3)` or `mcts(c=0.3, playout=greedy(epsilon=0.1))`. `kingmaker games` and
/// `kingmaker players` list them with all options. In a shell, a spec with parentheses needs
/// quotes.
#[derive(Parser, Debug)]
#[command(name = "kingmaker", version, after_help = EXAMPLES, max_term_width = 100)]
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
    Export(export::Options),
    Learn(learn::Options),
    Replay(replay::Options),
    Play(play::Options),
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
    /// Does what was asked for.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Games(options) => options.run(),
            Command::Players(options) => options.run(),
            Command::Match(options) => options.run(),
            Command::Rate(options) => options.run(),
            Command::Run(options) => options.run(),
            Command::Reproduce(options) => options.run(),
            Command::Report(options) => options.run(),
            Command::Export(options) => options.run(),
            Command::Learn(options) => options.run(),
            Command::Replay(options) => options.run(),
            Command::Play(options) => options.run(),
            Command::Analyze(options) => options.run(),
            Command::Show(options) => options.run(),
            Command::Agent(options) => options.run(),
            Command::Perft(options) => options.run(),
            Command::Bench(options) => options.run(),
            Command::Complexity(options) => options.run(),
            Command::Tables(options) => options.run(),
            Command::Completions(options) => options.run(),
            Command::Man(options) => options.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

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
