//! `kingmaker perft`

use clap::Args;
use kingmaker_arena::Observer;
use serde_json::json;

use crate::failure::Failure;
use crate::options::{GameOptions, PositionOptions, up_to_thousand};
use crate::output;
use crate::progress::{Extent, Progress};

/// Count move sequences, to compare implementations of the rules
///
/// Prints the number of legal sequences of exactly that many plies. A finished game has no
/// continuation.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker perft focus --players 4 --depth 4
  kingmaker perft focus --depth 3 --divide")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// How many plies
    #[arg(long, value_name = "D", value_parser = up_to_thousand, allow_negative_numbers = true)]
    depth: u32,

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
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let session = self.position.session(&*game, Observer::Everything, 1)?;
        let progress =
            Progress::start("first moves", Extent::Pieces(session.legal_moves(Observer::Everything).len() as u64));
        let mut parts = Vec::new();
        let total = session.perft(self.depth, &mut |mv, count| {
            parts.push((mv.to_owned(), count));
            progress.advance();
        });
        drop(progress);
        if self.json {
            let mut result = json!({
                "game": game.spec(),
                "position": session.position(Observer::Everything),
                "depth": self.depth,
                "perft": total,
            });
            if self.divide {
                result["divide"] = parts.iter().map(|(mv, count)| json!({ "move": mv, "perft": count })).collect();
            }
            return output::print_json(&result);
        }
        let mut text = format!("{total}\n");
        if self.divide {
            text.extend(parts.iter().map(|(mv, count)| format!("{mv} {count}\n")));
        }
        output::print(&text)
    }
}
