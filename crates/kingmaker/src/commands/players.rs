//! `kingmaker players`

use clap::Args;
use kingmaker_arena::player;
use kingmaker_core::options::unknown;
use serde_json::{Value, json};

use crate::describe;
use crate::failure::Failure;
use crate::output::{self, TextTable};

/// List the players, with their options and defaults
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kingmaker players\n  kingmaker players mcts\n  kingmaker players --json")]
pub(crate) struct Options {
    /// Show only this player, in detail
    player: Option<String>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut schemas = player::schemas().to_vec();
        if let Some(wanted) = &self.player {
            schemas.retain(|(schema, _)| schema.name == *wanted);
            if schemas.is_empty() {
                let names = player::schemas().iter().map(|(schema, _)| schema.name);
                return Err(Failure::Input(unknown("player", wanted, names)));
            }
        }
        if self.json {
            let describe = |&(schema, need): &(_, player::Need)| {
                let mut value = describe::to_json(schema);
                value["needs"] = json!(need.words());
                value
            };
            let players: Value = schemas.iter().map(describe).collect();
            return output::print_json(&json!({ "players": players }));
        }
        if self.player.is_some() {
            let detail = |&(schema, need): &(_, player::Need)| describe::detail(schema, Some(need.words()));
            return output::print(&schemas.iter().map(detail).collect::<String>());
        }
        let mut table = TextTable::new(3, &["player", "options", "what it does"]);
        for (schema, _) in schemas {
            table.row([schema.name.to_owned(), describe::options_line(schema), schema.summary.to_owned()]);
        }
        output::print(&table.text())
    }
}
