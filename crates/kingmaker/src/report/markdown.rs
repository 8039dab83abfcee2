//! Comparisons as Markdown, for issues and papers.

use kingmaker_arena::Comparison;

use super::{PROGRAM, columns, sections, settings, summary};

/// A document with a section for each comparison.
pub(crate) fn markdown(comparisons: &[Comparison]) -> String {
    comparisons.iter().map(section).collect::<String>() + &format!("{}\n", escape(PROGRAM))
}

fn section(comparison: &Comparison) -> String {
    let mut text = format!("# {} ({})\n\n", escape(&comparison.title), escape(&comparison.id));
    if let Some(source) = &comparison.source {
        text += &format!("Published: {}. ", escape(source));
    }
    text += &format!("Here: {}.\n\n**{}**\n\n", settings(comparison), summary(comparison));
    text += &notes(&comparison.notes);
    for section in sections(comparison) {
        let columns = columns(&section.lines);
        text += &format!("## {}\n\n", escape(&section.heading));
        text += &line(columns.headings.iter().map(|heading| (*heading).to_owned()));
        text +=
            &line(columns.headings.iter().enumerate().map(|(at, _)| if at == 0 { "---" } else { "---:" }.to_owned()));
        text += &columns.rows.into_iter().map(|row| line(row.iter().map(|cell| escape(cell)))).collect::<String>();
        text += "\n";
        text += &notes(&section.notes);
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn notes(notes: &[String]) -> String {
    let list: String = notes.iter().map(|note| format!("- {}\n", escape(note))).collect();
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
