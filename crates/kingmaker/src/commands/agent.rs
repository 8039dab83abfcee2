//! `kingmaker agent`

use std::io;

use clap::Args;
use kingmaker_arena::Registry;
use kingmaker_arena::agent::Protocol;
use kingmaker_arena::agent::host::Host;

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, GameOptions, seed};
use crate::prepare::prepare;

/// Let a player be a program that others can ask for moves
///
/// Reads questions from standard input and writes answers to standard output, one line each; the book tells every word. What
/// a question says about time and playouts counts, unless the player's own spec says something. Ends with `quit`, or with
/// the input.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker agent focus mcts
  kingmaker agent blokus 'mcts(playouts=5000)' --protocol gtp
  echo 'E1/E9 None 1 10/10' | kingmaker agent quoridor minmax-2023 --protocol string
  kingmaker match focus 'agent(cmd=\"kingmaker agent focus mcts\")' greedy")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// The player who answers
    #[arg(value_name = "PLAYER", default_value = "mcts")]
    spec: String,

    /// In which words: ugi, uci, gtp or string
    #[arg(long, value_name = "P", default_value = "ugi", value_parser = protocol)]
    protocol: Protocol,

    /// Where random draws come from until somebody asks for another seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    budget: BudgetOptions,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let game = self.game.game(registry)?;
        let player = registry.player(&self.spec, &self.budget.budget())?;
        game.check_player(&player)?;
        prepare(&*game, std::slice::from_ref(&player));
        let host = Host { registry, game, player: &player, seed: self.seed, halt: interrupt::halt() };
        Ok(host.serve(self.protocol, io::stdin(), &mut io::stdout().lock())?)
    }
}

fn protocol(text: &str) -> Result<Protocol, String> {
    let known = Protocol::ALL.iter().find(|protocol| protocol.word() == text);
    let words = || Protocol::ALL.iter().map(|protocol| protocol.word()).collect::<Vec<_>>().join(", ");
    known.copied().ok_or_else(|| format!("expected {}", words()))
}
