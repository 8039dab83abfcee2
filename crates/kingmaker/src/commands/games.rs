//! `kingmaker games`

use clap::Args;
use kingmaker_arena::knowledge::{BY, EVALUATOR};
use kingmaker_arena::modelled::MODEL;
use kingmaker_arena::representatives::REPRESENTATIVES;
use kingmaker_arena::{Preset, registry};
use kingmaker_core::Named;
use kingmaker_core::options::{Schema, unknown};
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
            let games: Result<Vec<Value>, Failure> = schemas.iter().map(|schema| to_json(schema)).collect();
            return output::print_json(&json!({ "games": games? }));
        }
        if self.game.is_some() {
            let details: Result<String, Failure> = schemas.iter().map(|schema| detail(schema)).collect();
            return output::print(&details?);
        }
        let mut table = TextTable::new(3, &["game", "options", "what it is"]);
        for schema in schemas {
            table.row([schema.name.to_owned(), describe::options_line(schema), schema.summary.to_owned()]);
        }
        output::print(&table.text())
    }
}

/// A game in full, with the names that its players may use where there is a choice.
fn detail(schema: &Schema) -> Result<String, Failure> {
    let (game, mut text) = (registry::game(schema.name)?, describe::detail(schema, None));
    // With one ordering or evaluator there is nothing to choose; a model can be left out.
    for (what, option, names, least) in [
        ("move orderings", BY.name, game.orderings(), 2),
        ("board evaluators", EVALUATOR.name, game.evaluators(), 2),
        ("models", MODEL.name, game.models(), 1),
    ] {
        if names.len() >= least {
            text += &format!("  {what}, for players with the option '{option}':\n");
            text += &names.iter().map(|named| format!("      {}: {}\n", named.name, named.help)).collect::<String>();
        }
    }
    if !game.features().is_empty() {
        let (names, option) = (game.features().join(", "), REPRESENTATIVES.name);
        text += &format!("  moves as numbers, for players with the option '{option}':\n      {names}\n");
    }
    let presets: String =
        presets_of(schema).map(|preset| format!("      {}: {}\n", preset.name, preset.help)).collect();
    if !presets.is_empty() {
        text += &format!("  presets, players of note:\n{presets}");
    }
    Ok(text)
}

/// The players of note of a game.
fn presets_of(schema: &Schema) -> impl Iterator<Item = &'static Preset> {
    registry::presets().filter(|(game, _)| game.name == schema.name).map(|(_, preset)| preset)
}

/// The same as JSON.
fn to_json(schema: &Schema) -> Result<Value, Failure> {
    let (game, mut value) = (registry::game(schema.name)?, describe::to_json(schema));
    let list = |names: &[Named]| -> Value {
        names.iter().map(|named| json!({ "name": named.name, "help": named.help })).collect()
    };
    value["orderings"] = list(game.orderings());
    value["evaluators"] = list(game.evaluators());
    value["models"] = list(game.models());
    value["features"] = json!(game.features());
    value["presets"] = presets_of(schema).map(|preset| json!({ "name": preset.name, "help": preset.help })).collect();
    Ok(value)
}
