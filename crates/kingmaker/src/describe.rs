//! What can be set about a game or a player, from its schema.

use kingmaker_core::options::{Kind, OptionDef, Schema, Words};
use serde_json::{Value, json};

use crate::output;

/// A schema in full: summary, source, options with defaults, examples. Parts may have more words than are listed.
pub(crate) fn detail(schema: &Schema, needs: Option<&str>, words: &Words) -> String {
    let mut text = paragraph("", &format!("{}: {}", schema.name, schema.summary));
    if let Some(needs) = needs {
        text += &paragraph("  ", &format!("needs: {needs}"));
    }
    if !schema.source.is_empty() {
        text += &paragraph("  ", &format!("source: {}", schema.source));
    }
    text += &options(schema, "  ", words, true);
    if !schema.examples.is_empty() {
        text += "  examples:\n";
        text += &schema.examples.iter().map(|example| paragraph("      ", example)).collect::<String>();
    }
    text
}

/// A text in lines of at most 80 columns, indented, and from the second line on a little more.
pub(crate) fn paragraph(indent: &str, text: &str) -> String {
    output::folded(&format!("{indent}{text}"), HANGING)
}

/// By how much further lines of a paragraph are indented.
const HANGING: usize = 4;

/// The options, and those of the parts that they take. What parts take in turn is among these, if not
/// the part itself, and is only named.
fn options(schema: &Schema, indent: &str, words: &Words, with_parts: bool) -> String {
    let mut text = String::new();
    for option in schema.options {
        text += &paragraph(indent, &format!("{}: {}{}", option.name, values(option, words), default(option)));
        text += &paragraph(&format!("{indent}    "), option.help);
        if let Kind::Part(parts) = option.kind
            && with_parts
        {
            for part in words.with(parts) {
                text +=
                    &paragraph(&format!("{indent}    "), &format!("{}={}: {}", option.name, part.name, part.summary));
                text += &options(part, &format!("{indent}        "), words, false);
            }
        }
    }
    text
}

/// What an option can be set to.
fn values(option: &OptionDef, words: &Words) -> String {
    match option.kind {
        Kind::Part(parts) => words.with(parts).map(|part| part.name).collect::<Vec<_>>().join(" or "),
        ref kind => kind.to_string(),
    }
}

fn default(option: &OptionDef) -> String {
    option.default.map_or(String::new(), |default| format!(" (default {default})"))
}

/// A schema as JSON, with the parts that its options take, but not what those take in turn.
pub(crate) fn to_json(schema: &Schema, words: &Words) -> Value {
    schema_json(schema, words, true)
}

fn schema_json(schema: &Schema, words: &Words, with_parts: bool) -> Value {
    let option = |option: &OptionDef| {
        let mut value = json!({
            "name": option.name,
            "values": values(option, words),
            "default": option.default,
            "help": option.help,
        });
        if let Kind::Part(parts) = option.kind
            && with_parts
        {
            value["parts"] = words.with(parts).map(|part| schema_json(part, words, false)).collect();
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
