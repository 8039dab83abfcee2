//! `kingmaker perft`

use clap::Args;
use kingmaker_arena::{Observer, Registry};
use kingmaker_core::perft::Extent as CountExtent;
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{GameOptions, PositionOptions, up_to_thousand};
use crate::output;
use crate::progress::{Extent, Progress};

/// Count move sequences, to compare implementations of the rules
///
/// Prints the number of legal sequences of exactly that many plies; a finished game has no
/// continuation. In games that count turns it can be whole turns instead: the leaves of a search
/// that looks so far ahead, those where the game ends earlier included.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker perft focus --players 4 --depth 4
  kingmaker perft focus --depth 3 --divide
  kingmaker perft skirmish --turns 2 --model representatives")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// How many plies
    #[arg(long, value_name = "D", value_parser = up_to_thousand, allow_negative_numbers = true)]
    #[arg(required_unless_present = "turns", conflicts_with = "turns")]
    depth: Option<u32>,

    /// How many whole turns
    #[arg(long, value_name = "T", value_parser = up_to_thousand, allow_negative_numbers = true)]
    turns: Option<u32>,

    /// Count in this model of the game
    #[arg(long, value_name = "NAME")]
    model: Option<String>,

    #[command(flatten)]
    position: PositionOptions,

    /// Also print the number for each first move
    #[arg(long)]
    divide: bool,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let game = self.game.game(registry)?;
        interrupt::leave()?;
        let session = self.position.session(&*game, Observer::Everything, 1)?;
        let progress =
            Progress::start("first moves", Extent::Pieces(session.legal_moves(Observer::Everything).len() as u64));
        let mut parts = Vec::new();
        let extent = self.turns.map_or(CountExtent::Plies(self.depth.unwrap_or(0)), CountExtent::Turns);
        let total = session.perft(extent, self.model.as_deref(), &mut |mv, count| {
            parts.push((mv.to_owned(), count));
            progress.advance();
        });
        drop(progress);
        let total = total.map_err(Failure::Input)?;
        if self.json {
            let mut result = json!({
                "game": game.spec(),
                "position": session.position(Observer::Everything),
                "perft": total,
            });
            let mut told = |name: &str, value: serde_json::Value| {
                if !value.is_null() {
                    result[name] = value;
                }
            };
            told("depth", json!(self.depth));
            told("turns", json!(self.turns));
            told("model", json!(self.model));
            if self.divide {
                result["divide"] = parts.iter().map(|(mv, count)| json!({ "move": mv, "perft": count })).collect();
            }
            return output::print_json(&result);
        }
        let mut text = format!("{total}\n");
        if self.divide {
            text.extend(parts.iter().map(|(mv, count)| format!("{mv} {count}\n")));
        }
        output::print_folded(&text)
    }
}
