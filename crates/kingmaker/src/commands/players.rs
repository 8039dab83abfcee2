//! `kingmaker players`

use clap::Args;
use kingmaker_arena::{Preset, Registry, player};
use kingmaker_core::options::{Schema, unknown};
use serde_json::{Value, json};

use crate::describe::{self, paragraph};
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
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let mut schemas = registry.players().collect::<Vec<_>>();
        let mut presets: Vec<_> = registry.presets().collect();
        if let Some(wanted) = &self.player {
            schemas.retain(|(schema, _)| schema.name == *wanted);
            presets.retain(|(_, preset)| preset.name == *wanted);
            if schemas.is_empty() && presets.is_empty() {
                let names = registry.players().map(|(schema, _)| schema.name);
                let names = names.chain(registry.presets().map(|(_, preset)| preset.name));
                return Err(Failure::Input(unknown("player", wanted, names)));
            }
        }
        if self.json {
            let describe = |&(schema, need): &(_, player::Need)| {
                let mut value = describe::to_json(schema, registry.words());
                value["needs"] = json!(need.words());
                value
            };
            let players: Value = schemas.iter().map(describe).collect();
            let preset = |(game, preset): &(&Schema, &Preset)| json!({ "name": preset.name, "game": game.name, "help": preset.help, "spec": preset.spec });
            let presets: Value = presets.iter().map(preset).collect();
            return output::print_json(&json!({ "players": players, "presets": presets }));
        }
        if self.player.is_some() {
            let detail =
                |&(schema, need): &(_, player::Need)| describe::detail(schema, Some(need.words()), registry.words());
            let players: String = schemas.iter().map(detail).collect();
            let preset = |(game, preset): &(&Schema, &Preset)| {
                let heading = paragraph("", &format!("{}: {}", preset.name, preset.help));
                let spec = paragraph("  ", &format!("stands for: {}", preset.spec));
                format!("{heading}  game: {}\n{spec}", game.name)
            };
            return output::print_folded(&(players + &presets.iter().map(preset).collect::<String>()));
        }
        let mut table = TextTable::new(2, &["player", "what it does"]);
        for (schema, _) in schemas {
            table.row([schema.name.to_owned(), schema.summary.to_owned()]);
        }
        let mut of_note = TextTable::new(3, &["preset", "game", "what it is"]);
        for (game, preset) in presets {
            of_note.row([preset.name.to_owned(), game.name.to_owned(), preset.help.to_owned()]);
        }
        let more = "Name one of them to be told all its options.";
        output::print_folded(&format!("{}\n{}\n{more}\n", table.text(), of_note.text()))
    }
}
