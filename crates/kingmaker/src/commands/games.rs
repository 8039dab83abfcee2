//! `kingmaker games`

use clap::Args;
use kingmaker_arena::knowledge::{BY, EVALUATOR};
use kingmaker_arena::modelled::MODEL;
use kingmaker_arena::representatives::REPRESENTATIVES;
use kingmaker_arena::{AnyGame, Budget, PlayerError, Preset, Registry, agent};
use kingmaker_core::Named;
use kingmaker_core::options::{Schema, unknown};
use serde_json::{Value, json};

use crate::describe::{self, paragraph};
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
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let all: Vec<&'static Schema> = registry.schemas().collect();
        let mut schemas = all.clone();
        if let Some(wanted) = &self.game {
            schemas.retain(|schema| schema.name == *wanted);
            if schemas.is_empty() {
                return Err(Failure::Input(unknown("game", wanted, all.iter().map(|schema| schema.name))));
            }
        }
        if self.json {
            let games: Result<Vec<Value>, Failure> = schemas.iter().map(|schema| to_json(registry, schema)).collect();
            return output::print_json(&json!({ "games": games? }));
        }
        if self.game.is_some() {
            let details: Result<String, Failure> = schemas.iter().map(|schema| detail(registry, schema)).collect();
            return output::print_folded(&details?);
        }
        let mut table = TextTable::new(3, &["game", "players", "what it is"]);
        for schema in schemas {
            table.row([schema.name.to_owned(), numbers_of_players(registry, schema)?, schema.summary.to_owned()]);
        }
        let more = "\nName one of them to be told all about it, and who can play it.\n";
        output::print_folded(&(table.text() + more))
    }
}

/// How many can play: `2 to 4`, or `2, 3, 4, 6`.
fn numbers_of_players(registry: &Registry, schema: &Schema) -> Result<String, Failure> {
    let games = registry.games_of_every_size(schema.name, None)?;
    let numbers: Vec<usize> = games.iter().map(|game| game.players()).collect();
    let (least, most) = (numbers[0], numbers[numbers.len() - 1]);
    let is_range = numbers.len() > 2 && numbers.iter().copied().eq(least..=most);
    let list = || numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    Ok(if is_range { format!("{least} to {most}") } else { list() })
}

/// A game in full, with the names that its players may use where there is a choice, and who can play it.
fn detail(registry: &Registry, schema: &Schema) -> Result<String, Failure> {
    let (game, mut text) = (registry.game(schema.name)?, describe::detail(schema, None, registry.words()));
    let list = |text: &mut String, heading: String, entries: Vec<(&str, &str)>| {
        *text += &paragraph("  ", &heading);
        entries.iter().for_each(|(name, help)| *text += &paragraph("      ", &format!("{name}: {help}")));
    };
    // With one ordering or evaluator there is nothing to choose; a model can be left out.
    for (what, option, names, least) in [
        ("move orderings", BY.name, game.orderings(), 2),
        ("board evaluators", EVALUATOR.name, game.evaluators(), 2),
        ("models", MODEL.name, game.models(), 1),
    ] {
        if names.len() >= least {
            let entries = names.iter().map(|named| (named.name, named.help)).collect();
            list(&mut text, format!("{what}, for players with the option '{option}':"), entries);
        }
    }
    if !game.features().is_empty() {
        text += &paragraph("  ", &format!("moves as numbers, for players with the option '{}':", REPRESENTATIVES.name));
        text += &paragraph("      ", &game.features().join(", "));
    }
    let presets: Vec<(&str, &str)> = presets_of(registry, schema).map(|preset| (preset.name, preset.help)).collect();
    if !presets.is_empty() {
        list(&mut text, "presets, players of note:".to_owned(), presets);
    }
    let (able, unable) = able(registry, &*game);
    text += &paragraph("  ", &format!("players: {}", able.join(", ")));
    if !unable.is_empty() {
        let entries = unable.iter().map(|(name, reason)| (*name, reason.as_str())).collect();
        list(&mut text, "not for this game:".to_owned(), entries);
    }
    Ok(text)
}

/// Who can play a game with the options as they are, and why others cannot.
fn able(registry: &Registry, game: &dyn AnyGame) -> (Vec<&'static str>, Vec<(&'static str, String)>) {
    let (mut able, mut unable) = (Vec::new(), Vec::new());
    // Another program can play everything, and is no player until it is named.
    for (schema, _) in registry.players().filter(|(schema, _)| *schema != &agent::SCHEMA) {
        let refused = registry.player(schema.name, &Budget::default()).and_then(|player| game.check_player(&player));
        match refused {
            Ok(()) => able.push(schema.name),
            Err(PlayerError::Unsuitable { message, .. }) => {
                // What would do instead is the list above.
                let reason = message.split("; expected").next().unwrap_or_default();
                unable.push((schema.name, reason.strip_prefix(schema.name).unwrap_or(reason).trim().to_owned()));
            }
            Err(error) => unable.push((schema.name, error.to_string())),
        }
    }
    (able, unable)
}

/// The players of note of a game.
fn presets_of(registry: &Registry, schema: &Schema) -> impl Iterator<Item = &'static Preset> {
    registry.presets().filter(|(game, _)| game.name == schema.name).map(|(_, preset)| preset)
}

/// The same as JSON.
fn to_json(registry: &Registry, schema: &Schema) -> Result<Value, Failure> {
    let (game, mut value) = (registry.game(schema.name)?, describe::to_json(schema, registry.words()));
    let list = |names: &[Named]| -> Value {
        names.iter().map(|named| json!({ "name": named.name, "help": named.help })).collect()
    };
    value["orderings"] = list(game.orderings());
    value["evaluators"] = list(game.evaluators());
    value["models"] = list(game.models());
    value["features"] = json!(game.features());
    value["presets"] =
        presets_of(registry, schema).map(|preset| json!({ "name": preset.name, "help": preset.help })).collect();
    Ok(value)
}
