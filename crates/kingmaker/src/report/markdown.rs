//! Experiments as Markdown, for issues and papers.

use kingmaker_arena::{Comparison, PROGRAM};

use super::{Columns, players, sections, settings, summary};

/// A document with a section for each experiment.
pub(crate) fn markdown(comparisons: &[Comparison]) -> String {
    comparisons.iter().map(section).collect::<String>() + &format!("{}\n", escape(PROGRAM))
}

fn section(comparison: &Comparison) -> String {
    let mut text = format!("# {} ({})\n\n", escape(&comparison.title), escape(&comparison.id));
    if let Some(source) = &comparison.source {
        text += &format!("Published: {}. ", escape(source));
    }
    text += &format!("Here: {}.\n\n", settings(comparison));
    if let Some(summary) = summary(comparison) {
        text += &format!("**{summary}**\n\n");
    }
    text += &list(&comparison.notes);
    for section in sections(comparison) {
        text += &format!("## {}\n\n", escape(&section.heading));
        text += &section.intro.iter().map(|line| format!("{}\n\n", escape(line))).collect::<String>();
        text += &section.tables.iter().map(table).collect::<String>();
        text += &list(&[section.sentences, section.notes].concat());
    }
    if let Some(players) = players(comparison) {
        text += &format!("## Players\n\n{}", table(&players));
    }
    text
}

fn table(columns: &Columns) -> String {
    let rule = |at: usize| if at < columns.words { "---" } else { "---:" }.to_owned();
    let mut text = line(columns.headings.iter().cloned()) + &line((0..columns.headings.len()).map(rule));
    for row in &columns.rows {
        text += &line(row.iter().map(|cell| escape(cell.trim())));
    }
    text + "\n"
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn list(sentences: &[String]) -> String {
    let list: String = sentences.iter().map(|sentence| format!("- {}\n", escape(sentence))).collect();
    if list.is_empty() { list } else { list + "\n" }
}

/// Characters that would mean something.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\n' | '\r' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(super::escape("a|b\n<i>*_"), "a\\|b \\<i\\>\\*\\_");
    }
}
