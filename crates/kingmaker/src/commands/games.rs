//! `kingmaker games`

use clap::Args;
use kingmaker_arena::registry;
use kingmaker_core::options::unknown;
use serde_json::{Value, json};

use crate::describe;
use crate::failure::Failure;
use crate::output::{self, TextTable};

/// List the games, with their options and defaults
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kingmaker games\n  kingmaker games focus\n  kingmaker games --json")]
pub(crate) struct Options {
    /// Show only this game, in detail
    game: Option<String>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let all = registry::schemas();
        let mut schemas = all.clone();
        if let Some(wanted) = &self.game {
            schemas.retain(|schema| schema.name == *wanted);
            if schemas.is_empty() {
                return Err(Failure::Input(unknown("game", wanted, all.iter().map(|schema| schema.name))));
            }
        }
        if self.json {
            let games: Value = schemas.iter().map(|schema| describe::to_json(schema)).collect();
            return output::print_json(&json!({ "games": games }));
        }
        if self.game.is_some() {
            return output::print(&schemas.iter().map(|schema| describe::detail(schema, None)).collect::<String>());
        }
        let mut table = TextTable::new(3, &["game", "options", "what it is"]);
        for schema in schemas {
            table.row([schema.name.to_owned(), describe::options_line(schema), schema.summary.to_owned()]);
        }
        output::print(&table.text())
    }
}
