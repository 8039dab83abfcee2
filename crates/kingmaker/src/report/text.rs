//! A comparison for the terminal.

use std::path::Path;

use kingmaker_arena::Comparison;

use crate::output::TextTable;

use super::{columns, sections, settings, summary};

/// The tables, the notes and the summary.
pub(crate) fn text(comparison: &Comparison, database: &Path) -> String {
    let mut text = format!("{}\n", comparison.title);
    if let Some(source) = &comparison.source {
        text += &format!("published: {source}\n");
    }
    text += &format!("{}, games in {}\n", settings(comparison), database.display());
    for section in sections(comparison) {
        let columns = columns(&section.lines);
        let mut table = TextTable::new(1, &columns.headings);
        columns.rows.into_iter().for_each(|row| table.row(row));
        text += &format!("\n{}\n{}", section.heading, table.text());
        text += &notes(&section.notes);
    }
    text += "\n";
    text += &notes(&comparison.notes);
    text + &summary(comparison) + "\n"
}

fn notes(notes: &[String]) -> String {
    notes.iter().map(|note| format!("note: {note}\n")).collect()
}
