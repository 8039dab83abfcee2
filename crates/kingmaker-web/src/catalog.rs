//! What there is: games, players and their options, from the same definitions as the command line.

use kingmaker_arena::{AnyGame, Preset, Registry};
use kingmaker_core::options::{Kind, OptionDef, Schema, Words};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rooms::Rooms;

/// Everything that can be chosen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CatalogJson {
    games: Vec<GameJson>,
    /// All techniques that players can be made of.
    players: Vec<SchemaJson>,
    /// What parts of players and games can be set to, by name: options refer to them.
    parts: Vec<SchemaJson>,
    /// Programs that may play, by name.
    agents: Vec<String>,
    /// No player thinks longer than this.
    most_milliseconds: u64,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
struct GameJson {
    #[serde(flatten)]
    schema: SchemaJson,
    /// The rules in a few lines.
    rules: String,
    /// The sizes that it can have, each with who can be chosen.
    sizes: Vec<SizeJson>,
}

/// A game with a number of players.
#[derive(Debug, Serialize, ToSchema)]
struct SizeJson {
    spec: String,
    players: usize,
    /// The role of each seat, where there are any.
    roles: Vec<String>,
    secrets: bool,
    /// Players that are worth a try, for each seat.
    suggestions: Vec<Vec<SuggestionJson>>,
}

/// A player that is worth a try.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SuggestionJson {
    /// In a word: `quick`, `strong`, `thesis`, or the name of a preset.
    name: String,
    spec: String,
    help: String,
}

/// Something with options.
#[derive(Debug, Serialize, ToSchema)]
struct SchemaJson {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    options: Vec<OptionJson>,
}

/// An option.
#[derive(Debug, Serialize, ToSchema)]
struct OptionJson {
    name: &'static str,
    help: &'static str,
    default: Option<&'static str>,
    /// `integer`, `real`, `flag`, `choice`, `time`, `text`, `word` or `part`.
    kind: &'static str,
    /// Of a number: the least and the most.
    least: Option<f64>,
    most: Option<f64>,
    /// Of a choice: the words; of a part: the names of what can stand there.
    words: Vec<&'static str>,
}

impl CatalogJson {
    pub(crate) fn new(rooms: &Rooms) -> Self {
        let registry = &rooms.registry;
        let words = registry.words();
        let mut parts = Vec::new();
        let players: Vec<&'static Schema> = registry
            .players()
            .map(|(schema, _)| schema)
            .filter(|schema| **schema != kingmaker_arena::agent::SCHEMA)
            .collect();
        registry.schemas().chain(players.iter().copied()).for_each(|schema| collect_parts(schema, words, &mut parts));
        CatalogJson {
            games: registry.schemas().map(|schema| game(registry, schema)).collect(),
            players: players.iter().map(|schema| SchemaJson::new(schema, words)).collect(),
            parts: parts.iter().map(|schema| SchemaJson::new(schema, words)).collect(),
            agents: rooms.agents().map(str::to_owned).collect(),
            most_milliseconds: rooms.limits.time.as_millis() as u64,
        }
    }
}

/// All schemas that options of this one can be set to, and so on.
fn collect_parts(schema: &'static Schema, words: &Words, found: &mut Vec<&'static Schema>) {
    for option in schema.options {
        let Kind::Part(parts) = option.kind else { continue };
        for part in words.with(parts) {
            if !found.contains(&part) {
                found.push(part);
                collect_parts(part, words, found);
            }
        }
    }
}

fn game(registry: &Registry, schema: &'static Schema) -> GameJson {
    let sizes = registry.games_of_every_size(schema.name, None).unwrap_or_default();
    let rules = sizes.first().map(|game| game.rules().to_owned()).unwrap_or_default();
    let size = |game: &dyn AnyGame| {
        let (teams, players) = (game.teams(), game.players());
        let role = |seat: usize| teams.roles().get(teams.of(kingmaker_core::Player::new(seat))).copied();
        SizeJson {
            spec: game.spec().to_owned(),
            players,
            roles: (0..players).filter_map(role).map(str::to_owned).collect(),
            secrets: game.has_secrets(),
            suggestions: (0..players).map(|seat| suggestions(registry, schema, role(seat))).collect(),
        }
    };
    GameJson {
        schema: SchemaJson::new(schema, registry.words()),
        rules,
        sizes: sizes.iter().map(|game| size(&**game)).collect(),
    }
}

/// Whether the player of a preset plays this role.
fn plays(spec: &str, role: Option<&str>) -> bool {
    match (spec.split_once('='), role) {
        (Some((own, rest)), Some(role)) if !own.contains('(') && rest.contains('(') => own == role,
        _ => true,
    }
}

/// Who plays where a game has no players of note: with the settings of Nijssen 2013, if nothing is said.
const PLAIN: &str = "mcts";

/// The name of the best player that we have found for a game, in a role if there are roles; the plain one if none was
/// looked for.
pub(crate) fn best(registry: &Registry, game: &str, role: Option<&str>) -> &'static str {
    let fits = |(of, preset): &(&Schema, &Preset)| {
        of.name == game && preset.name.ends_with("-best") && plays(preset.spec, role)
    };
    registry.presets().find(fits).map_or(PLAIN, |(_, preset)| preset.name)
}

/// Players that are worth a try in a game, in a role if there are roles.
fn suggestions(registry: &Registry, game: &Schema, role: Option<&str>) -> Vec<SuggestionJson> {
    let of_game = || registry.presets().filter(|(of, _)| of.name == game.name).map(|(_, preset)| preset);
    let fits = |spec: &str| plays(spec, role);
    let thesis = of_game().find(|preset| preset.name.ends_with("-thesis") && fits(preset.spec));
    let suggestion =
        |name: &str, spec: String, help: &str| SuggestionJson { name: name.into(), spec, help: help.into() };
    let strong = best(registry, game.name, role);
    let strong_help = match strong {
        PLAIN => "Monte-Carlo tree search, three seconds for a move",
        _ => "the best player that we have found for this game, three seconds for a move",
    };
    let published = thesis.map_or(PLAIN, |preset| preset.name);
    let mut all = vec![
        suggestion("quick", "mcts(time=300ms)".to_owned(), "Monte-Carlo tree search, a third of a second for a move"),
        suggestion("strong", format!("{strong}(time=3s)"), strong_help),
        suggestion(
            "thesis",
            format!("{published}(playouts=5000)"),
            "with the settings of Nijssen 2013, 5,000 playouts for a move",
        ),
        suggestion("random", "random".to_owned(), "any legal move"),
    ];
    all.extend(
        of_game()
            .filter(|preset| fits(preset.spec))
            .map(|preset| suggestion(preset.name, preset.name.into(), preset.help)),
    );
    all
}

impl SchemaJson {
    fn new(schema: &'static Schema, words: &Words) -> Self {
        let Schema { name, summary, source, options, .. } = *schema;
        SchemaJson {
            name,
            summary,
            source,
            options: options.iter().map(|option| OptionJson::new(option, words)).collect(),
        }
    }
}

impl OptionJson {
    fn new(option: &'static OptionDef, words: &Words) -> Self {
        let (kind, least, most) = match option.kind {
            Kind::Integer(least, most) => ("integer", Some(least as f64), Some(most as f64)),
            Kind::Real(least, most) => ("real", Some(least), Some(most)),
            Kind::Flag => ("flag", None, None),
            Kind::Choice(_) => ("choice", None, None),
            Kind::Time => ("time", None, None),
            Kind::Text => ("text", None, None),
            Kind::Word => ("word", None, None),
            Kind::Part(_) => ("part", None, None),
        };
        let words = match option.kind {
            Kind::Choice(words) => words.to_vec(),
            Kind::Part(parts) => words.with(parts).map(|part| part.name).collect(),
            _ => Vec::new(),
        };
        // Browsers know no endless numbers.
        let finite = |bound: Option<f64>| bound.filter(|bound| bound.abs() < 1e15);
        let OptionDef { name, help, default, .. } = *option;
        OptionJson { name, help, default, kind, least: finite(least), most: finite(most), words }
    }
}
