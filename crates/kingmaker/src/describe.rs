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
    text += &options(schema, "  ");
    if !schema.examples.is_empty() {
        text += &format!("  examples: {}\n", schema.examples.join("  "));
    }
    text
}

fn options(schema: &Schema, indent: &str) -> String {
    let mut text = String::new();
    for option in schema.options {
        text += &format!("{indent}{}: {}{}\n", option.name, option.kind, default(option));
        text += &format!("{indent}    {}\n", option.help);
        if let Kind::Part(parts) = option.kind {
            for part in parts {
                text += &format!("{indent}    {}={}: {}\n", option.name, part.name, part.summary);
                text += &options(part, &format!("{indent}        "));
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

/// A schema as JSON.
pub(crate) fn to_json(schema: &Schema) -> Value {
    let option = |option: &OptionDef| {
        let mut value = json!({
            "name": option.name,
            "values": option.kind.to_string(),
            "default": option.default,
            "help": option.help,
        });
        if let Kind::Part(parts) = option.kind {
            value["parts"] = parts.iter().map(|part| to_json(part)).collect();
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
