//! Comparisons as they are shown: as text, HTML, Markdown and CSV.

pub(crate) mod csv;
pub(crate) mod html;
pub(crate) mod markdown;
mod plot;
pub(crate) mod text;

use kingmaker_arena::Comparison;
use kingmaker_arena::comparison::{Basis, Figure, Line, PlayedMatch, Row, Unit, Verdict};

use crate::output::grouped;
use crate::sequential;

/// The version of the program, and the commit it was built from.
pub(crate) const PROGRAM: &str = concat!("kingmaker ", env!("CARGO_PKG_VERSION"), " (", env!("KINGMAKER_COMMIT"), ")");

/// Rows that stand under one heading.
struct Section<'a> {
    heading: String,
    lines: Vec<&'a Line>,
    matches: &'a [PlayedMatch],
    /// What a reader should know, with what is left to be played.
    notes: Vec<String>,
}

/// The sections of a table. Speeds of one game stand together.
fn sections(comparison: &Comparison) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for row in &comparison.rows {
        let heading = if row.name == row.game { row.game.clone() } else { format!("{}: {}", row.name, row.game) };
        match sections.last_mut() {
            Some(section) if row.matches.is_empty() && section.matches.is_empty() && section.heading == heading => {
                section.lines.extend(&row.lines);
                section.notes.extend(row.notes.iter().cloned());
            }
            _ => {
                let lines = row.lines.iter().collect();
                sections.push(Section { heading, lines, matches: &row.matches, notes: notes(row) });
            }
        }
    }
    sections
}

fn notes(row: &Row) -> Vec<String> {
    let mut notes = row.notes.clone();
    let sum = |count: fn(&PlayedMatch) -> u64| row.matches.iter().map(count).sum::<u64>();
    let (games, scheduled) = (sum(|played| played.games), sum(|played| played.scheduled));
    if row.matches.iter().any(|played| !played.complete) {
        notes.push(format!("{games} of {scheduled} games are finished, so not every seating counts equally often"));
    }
    for played in &row.matches {
        notes.extend(played.sprt.iter().map(|finding| sequential::sentences(finding, played.games).join("; ")));
    }
    match (sum(|played| played.draws), sum(|played| played.capped)) {
        (0, _) => {}
        (draws, 0) => notes.push(format!("draws, which are shared: {draws}")),
        (draws, capped) => notes.push(format!("draws, which are shared: {draws}, of which {capped} were cut off")),
    }
    notes
}

/// The columns of a table: their headings, and the cells of each line.
struct Columns {
    headings: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

fn columns(lines: &[&Line]) -> Columns {
    let has = |column: fn(&Line) -> bool| lines.iter().any(|line| column(line));
    let (games, speeds) = (has(|line| line.games.is_some()), has(|line| line.unit == Unit::PerSecond));
    let published = has(|line| line.published.is_some());
    let (playouts, depth) = (has(|line| line.playouts.1.is_some()), has(|line| line.depth.1.is_some()));
    let shown = [
        ("", true),
        ("games", games),
        ("ours", true),
        ("95% interval", games),
        ("published", published),
        ("95% interval", published && games),
        ("factor", speeds),
        ("playouts/move (published)", playouts),
        ("depth (published)", depth),
        ("verdict", published),
    ];
    let cells = |line: &&Line| {
        let none = || "-".to_owned();
        let beside = |(ours, published): (Option<f64>, Option<f64>), show: fn(f64) -> String| {
            let show = |figure: Option<f64>| figure.map_or_else(none, show);
            format!("{} ({})", show(ours), show(published))
        };
        let all = [
            label(line),
            line.games.map_or_else(none, |games| games.to_string()),
            line.ours.map_or_else(none, |ours| value(line.unit, ours.value)),
            line.ours.map_or_else(none, |ours| interval(line.unit, ours)),
            line.published.map_or_else(none, |published| value(line.unit, published.value)),
            line.published.map_or_else(none, |published| interval(line.unit, published) + mark(line.basis)),
            line.factor().map_or_else(none, |factor| format!("{factor:.1}")),
            beside(line.playouts, grouped),
            beside(line.depth, |depth| format!("{depth:.2}")),
            line.verdict.map_or_else(none, |verdict| verdict.words().to_owned()),
        ];
        all.into_iter().zip(shown).filter(|(_, (_, shown))| *shown).map(|(cell, _)| cell).collect()
    };
    Columns {
        headings: shown.into_iter().filter(|(_, shown)| *shown).map(|(heading, _)| heading).collect(),
        rows: lines.iter().map(cells).collect(),
    }
}

/// Of whom a figure is.
fn label(line: &Line) -> String {
    match (&line.part, &line.against) {
        (Some(part), _) => format!("{part}: {}", line.name),
        (None, Some(against)) => format!("{} against {against}", line.name),
        (None, None) => line.name.clone(),
    }
}

/// A figure in its unit.
fn value(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Percent => format!("{value:.1}%"),
        Unit::Mean | Unit::Log10 => format!("{value:.2}"),
        Unit::PerSecond => grouped(value),
    }
}

fn interval(unit: Unit, figure: Figure) -> String {
    figure.interval.map_or("-".to_owned(), |(low, high)| format!("{} - {}", value(unit, low), value(unit, high)))
}

/// Marks an interval that is not printed; the notes of the table explain it.
fn mark(basis: Basis) -> &'static str {
    match basis {
        Basis::Wilson => "*",
        Basis::LikeOurs => "~",
        Basis::Printed | Basis::Rounding | Basis::None => "",
    }
}

/// "12 of 20 figures agree, 5 have the same order, 3 differ"
pub(crate) fn summary(comparison: &Comparison) -> String {
    let tally = comparison.tally();
    let judged: usize = tally.iter().sum();
    let said = Verdict::ALL.iter().zip(tally).map(|(verdict, count)| format!("{} {count}", verdict.words()));
    match judged {
        0 => "nothing to judge yet".to_owned(),
        _ => format!("{} (of {judged} figures{})", said.collect::<Vec<_>>().join(", "), exactness(comparison)),
    }
}

/// How exactly our win rates are known: agreement says nothing without it.
fn exactness(comparison: &Comparison) -> String {
    let rates = comparison.rows.iter().flat_map(|row| &row.lines).filter(|line| line.unit == Unit::Percent);
    let mut spreads: Vec<f64> =
        rates.filter_map(|line| line.ours?.interval).map(|(low, high)| (high - low) / 2.0).collect();
    spreads.sort_by(f64::total_cmp);
    let median = spreads.get(spreads.len() / 2);
    median
        .map_or(String::new(), |spread| format!("; half of our win rates are known to ± {spread:.1} points or better"))
}

/// How the figures came about: effort, budgets, seed.
fn settings(comparison: &Comparison) -> String {
    let budgets = if comparison.as_published { ", budgets as published" } else { "" };
    format!("{} effort{budgets}, seed {}", comparison.effort, comparison.seed)
}
