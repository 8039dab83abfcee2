//! `kingmaker learn`

use std::num::NonZeroUsize;

use clap::Args;
use kingmaker_arena::learn::learn;
use kingmaker_arena::store::Place;
use kingmaker_arena::{Campaign, Match, Registry, Store};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, Destination, GameOptions, count, jobs, seed, threads};
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

/// Learn from games where secrets usually are
///
/// Players play against each other, and after each move that hides something it is counted in which categories the
/// possible worlds were, and in which the truth was. The table is text; players use it with
/// `belief=categories(file="FILE")`. Every finished game is kept first: after Ctrl-C or a kill the same command goes on
/// where it stopped.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker learn hide-and-seek hider=mcts seekers=mcts --games 200 --db learn.db -o seek.categories
  kingmaker match hide-and-seek hider=mcts seekers=mcts 'seekers=mcts(belief=categories(file=\"seek.categories\"))'")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// The players, each with its role
    #[arg(required = true, value_name = "PLAYER")]
    specs: Vec<String>,

    /// At least so many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count, allow_negative_numbers = true)]
    games: u64,

    /// Where all random draws come from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,

    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    /// Where games are kept: a file, or `postgres://...`
    #[arg(long, value_name = "STORE", default_value = "learn.db")]
    db: Place,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    budget: BudgetOptions,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let game = self.game.game(registry)?;
        if game.blank_learnt().is_none() {
            let message =
                format!("{} has no categories to learn about; expected a game with secrets that has", game.spec());
            return Err(Failure::Input(message));
        }
        let players = self.budget.players(registry, &self.specs)?;
        let the_match = Match::new(game, players, self.games, self.seed)?;
        prepare(the_match.game(), the_match.players());
        interrupt::watch()?;
        let mut campaign = Campaign::new(Store::open(&self.db)?, [&the_match])?;
        let progress = Progress::resume("games", Extent::Pieces(campaign.total()), campaign.done());
        campaign.run(threads(self.jobs), interrupt::halt(), |news| progress.advance_by(news.games))?;
        drop(progress);
        drop(campaign);
        if interrupt::pressed() {
            return Err(Failure::Interrupted);
        }
        let Some(learnt) = learn(registry, &self.db, &the_match)? else { return Ok(()) };
        self.destination.write(|out| Ok(write!(out, "{learnt}")?))
    }
}
