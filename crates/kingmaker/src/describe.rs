//! What can be set about a game or a player, from its schema.

use kingmaker_core::options::{Kind, OptionDef, Schema};
use serde_json::{Value, json};

/// A schema in full: summary, source, options with defaults, examples.
pub(crate) fn detail(schema: &Schema, needs: Option<&str>) -> String {
    let mut text = format!("{}: {}\n", schema.name, schema.summary);
    if let Some(needs) = needs {
        text += &format!("  needs: {needs}\n");
    }
    if !schema.source.is_empty() {
        text += &format!("  source: {}\n", schema.source);
    }
    text += &options(schema, "  ", true);
    if !schema.examples.is_empty() {
        text += &format!("  examples: {}\n", schema.examples.join("  "));
    }
    text
}

/// The options, and those of the parts that they take. What parts take in turn is among these, if not
/// the part itself, and is only named.
fn options(schema: &Schema, indent: &str, with_parts: bool) -> String {
    let mut text = String::new();
    for option in schema.options {
        text += &format!("{indent}{}: {}{}\n", option.name, option.kind, default(option));
        text += &format!("{indent}    {}\n", option.help);
        if let Kind::Part(parts) = option.kind
            && with_parts
        {
            for part in parts {
                text += &format!("{indent}    {}={}: {}\n", option.name, part.name, part.summary);
                text += &options(part, &format!("{indent}        "), false);
            }
        }
    }
    text
}

fn default(option: &OptionDef) -> String {
    option.default.map_or(String::new(), |default| format!(" (default {default})"))
}

/// The options in one line: `players=2, win=short`.
pub(crate) fn options_line(schema: &Schema) -> String {
    let option = |option: &OptionDef| match option.default {
        Some(default) => format!("{}={default}", option.name),
        None => option.name.to_owned(),
    };
    schema.options.iter().map(option).collect::<Vec<_>>().join(", ")
}

/// A schema as JSON, with the parts that its options take, but not what those take in turn.
pub(crate) fn to_json(schema: &Schema) -> Value {
    schema_json(schema, true)
}

fn schema_json(schema: &Schema, with_parts: bool) -> Value {
    let option = |option: &OptionDef| {
        let mut value = json!({
            "name": option.name,
            "values": option.kind.to_string(),
            "default": option.default,
            "help": option.help,
        });
        if let Kind::Part(parts) = option.kind
            && with_parts
        {
            value["parts"] = parts.iter().map(|part| schema_json(part, false)).collect();
        }
        value
    };
    json!({
        "name": schema.name,
        "summary": schema.summary,
        "source": schema.source,
        "options": schema.options.iter().map(option).collect::<Vec<_>>(),
        "examples": schema.examples,
    })
}
