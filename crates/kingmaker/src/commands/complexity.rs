//! `kingmaker complexity`

use std::num::NonZeroUsize;

use clap::Args;
use kingmaker_arena::literature::{self, Size};
use kingmaker_arena::{AnyGame, Match, PlayerSpec, Registry, StateSpace, Statistics, runner};
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, count, jobs, seed, threads};
use crate::output::{self, TextTable};
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

/// Measure how large a game is, beside published figures
///
/// Games of a player against itself give the mean number of legal moves b and the mean length d;
/// the game tree has about b^d leaves. The number of positions is an upper bound by a formula.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker complexity focus
  kingmaker complexity rolit --players 4 --games 500 --playouts 200")]
pub(crate) struct Options {
    /// The game, such as `focus` or `rolit(size=6)`
    game: String,

    /// How many players [default: every number that the game allows]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<String>,

    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "mcts")]
    player: String,

    /// How many games
    #[arg(long, value_name = "N", default_value = "100", value_parser = count, allow_negative_numbers = true)]
    games: u64,

    /// Where all random draws come from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,

    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetOptions,
}

/// What was measured about one variant.
struct Measured {
    game: String,
    branching: f64,
    length: f64,
    states: Option<StateSpace>,
    published: Option<&'static Size>,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let player = registry.player(&self.player, &self.budget.budget())?;
        let games = registry.games_of_every_size(&self.game, self.players.as_deref())?;
        for game in &games {
            prepare(&**game, std::slice::from_ref(&player));
        }
        interrupt::watch()?;
        let mut measured = Vec::new();
        for game in games {
            measured.extend(self.measure(game, &player)?);
        }
        if self.json {
            let rows: Vec<_> = measured.iter().map(Measured::json).collect();
            let (player, games, seed) = (player.label(), self.games, self.seed);
            output::print_json(&json!({ "player": player, "games": games, "seed": seed, "sizes": rows }))?;
        } else {
            output::print_folded(&self.table(&player, &measured))?;
        }
        // What is finished is reported all the same.
        if interrupt::pressed() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// `None` after an interrupt.
    fn measure(&self, game: Box<dyn AnyGame>, player: &PlayerSpec) -> Result<Option<Measured>, Failure> {
        let spec = game.spec().to_owned();
        let (states, published) = (game.state_space(), literature::size_of(&*game));
        let the_match = Match::new(game, vec![player.clone()], self.games, self.seed)?;
        let mut statistics = Statistics::new([player.label()], the_match.game().teams());
        let progress = Progress::start(spec.clone(), Extent::Pieces(the_match.schedule().games()));
        let count = |record| -> Result<(), std::convert::Infallible> {
            statistics.add(&record);
            progress.advance();
            Ok(())
        };
        runner::run(&the_match, threads(self.jobs), interrupt::halt(), count).map_err(anyhow::Error::from)?;
        if interrupt::pressed() {
            return Ok(None);
        }
        let summary = statistics.summary();
        let (branching, length) = (summary.mean_branching.unwrap_or_default(), summary.mean_length.unwrap_or_default());
        Ok(Some(Measured { game: spec, branching, length, states, published }))
    }

    fn table(&self, player: &PlayerSpec, measured: &[Measured]) -> String {
        let headings = ["game", "", "moves b", "length d", "tree b^d", "positions at most"];
        let mut table = TextTable::new(2, &headings);
        let mut notes: Vec<String> = Vec::new();
        let mut note = |text: String| {
            if !notes.contains(&text) {
                notes.push(text);
            }
        };
        for row in measured {
            let states = row.states.as_ref().map_or("-".to_owned(), |states| power(states.log10));
            table.row([
                row.game.clone(),
                "here".to_owned(),
                format!("{:.1}", row.branching),
                format!("{:.1}", row.length),
                power(row.tree_log10()),
                states,
            ]);
            if let Some(published) = row.published {
                let figures = published.figures;
                let mean = |mean: Option<f64>| mean.map_or("-".to_owned(), |mean| format!("{mean:.1}"));
                let size = |log10: Option<f64>| log10.map_or("-".to_owned(), power);
                table.row([
                    String::new(),
                    "published".to_owned(),
                    mean(figures.branching),
                    mean(figures.length),
                    size(figures.tree),
                    size(figures.states),
                ]);
                note(format!("published: {}\n", published.source));
            }
            if let Some(states) = &row.states {
                note(format!("positions: {}\n", states.formula));
            }
        }
        let played = format!("{} games of {} against itself, seed {}\n", self.games, player.label(), self.seed);
        table.text() + &played + &notes.concat()
    }
}

impl Measured {
    fn tree_log10(&self) -> f64 {
        self.length * self.branching.log10()
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "game": self.game,
            "mean_branching": self.branching,
            "mean_length": self.length,
            "tree_log10": self.tree_log10(),
            "states_log10": self.states.as_ref().map(|states| states.log10),
            "states_formula": self.states.as_ref().map(|states| states.formula),
            "published": self.published.map(|size| json!({
                "mean_branching": size.figures.branching,
                "mean_length": size.figures.length,
                "tree_log10": size.figures.tree,
                "states_log10": size.figures.states,
                "source": size.source,
            })),
        })
    }
}

/// A large number by its decimal logarithm: 1.23e45.
fn power(log10: f64) -> String {
    let mantissa = (10f64.powf(log10.fract()) * 100.0).round() / 100.0;
    if mantissa >= 10.0 { format!("1.00e{}", log10.floor() + 1.0) } else { format!("{mantissa:.2}e{}", log10.floor()) }
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn powers_of_ten() {
        assert_eq!(power(94.086), "1.22e94");
        assert_eq!(power(2.999_999), "1.00e3");
    }
}
