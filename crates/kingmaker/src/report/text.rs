//! For the terminal.

use kingmaker_arena::Comparison;
use kingmaker_arena::store::Place;

use crate::output::TextTable;

use super::{Columns, Section, players, sections, settings, summary};

/// An experiment: its sections, who the players are, the notes and the summary.
pub(super) fn text(comparison: &Comparison, database: &Place) -> String {
    let mut text = format!("{}\n", comparison.title);
    if let Some(source) = &comparison.source {
        text += &format!("published: {source}\n");
    }
    text += &format!("{}, games in {database}\n", settings(comparison));
    for part in sections(comparison) {
        text += &format!("\n{}", section(&part, ""));
    }
    if let Some(players) = players(comparison) {
        text += &format!("\n{}", table(&players));
    }
    let notes = notes(&comparison.notes);
    if !notes.is_empty() {
        text += &format!("\n{notes}");
    }
    text + &summary(comparison).map_or(String::new(), |summary| summary + "\n")
}

/// A section, with `gap` around its tables.
pub(crate) fn section(section: &Section<'_>, gap: &str) -> String {
    let mut text = format!("{}\n{}{gap}", section.heading, lines(&section.intro));
    for (at, columns) in section.tables.iter().enumerate() {
        text += if at > 0 && gap.is_empty() { "\n" } else { "" };
        text += &columns.caption.as_ref().map_or(String::new(), |caption| format!("{caption}\n{gap}"));
        text += &format!("{}{gap}", table(columns));
    }
    text + &lines(&section.sentences) + &notes(&section.notes)
}

fn table(columns: &Columns) -> String {
    let headings: Vec<&str> = columns.headings.iter().map(String::as_str).collect();
    let mut table = TextTable::new(columns.words, &headings);
    columns.rows.iter().for_each(|row| table.row(row.iter().cloned()));
    table.text()
}

fn lines(sentences: &[String]) -> String {
    sentences.iter().map(|sentence| format!("{sentence}\n")).collect()
}

fn notes(notes: &[String]) -> String {
    notes.iter().map(|note| format!("note: {note}\n")).collect()
}
