//! Experiments as one table of comma-separated values, a line for each figure.

use kingmaker_arena::comparison::{Figure, Line, Row};
use kingmaker_arena::export::{Cell, csv_line};
use kingmaker_arena::{Comparison, PROGRAM};
use serde::Serialize;

use crate::failure::Failure;

const COLUMNS: [&str; 22] = [
    "id",
    "source",
    "effort",
    "as_published",
    "seed",
    "row",
    "game",
    "part",
    "name",
    "against",
    "unit",
    "games",
    "ours",
    "ours_low",
    "ours_high",
    "published",
    "published_low",
    "published_high",
    "published_interval",
    "factor",
    "verdict",
    "program",
];

/// Headings and lines.
pub(crate) fn csv(comparisons: &[Comparison]) -> Result<String, Failure> {
    let mut out = Vec::new();
    let headings: Vec<Cell> = COLUMNS.iter().map(|&heading| text(Some(heading))).collect();
    csv_line(&headings, &mut out)?;
    for comparison in comparisons {
        for (row, line) in comparison.rows.iter().flat_map(|row| row.lines.iter().map(move |line| (row, line))) {
            csv_line(&cells(comparison, row, line), &mut out)?;
        }
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn cells(comparison: &Comparison, row: &Row, line: &Line) -> Vec<Cell> {
    let [ours, published] = [line.ours, line.published].map(figure);
    let mut cells = vec![
        text(Some(&comparison.id)),
        text(comparison.source.as_deref()),
        text(Some(comparison.effort)),
        Cell::Whole(u64::from(comparison.as_published)),
        Cell::Whole(comparison.seed),
        text(Some(&row.name)),
        text(Some(&row.game)),
        text(line.part.as_deref()),
        text(Some(&line.name)),
        text(line.against.as_deref()),
        word(line.unit),
        line.games.map_or(Cell::Nothing, Cell::Whole),
    ];
    cells.extend(ours);
    cells.extend(published);
    cells.push(if line.published.is_some() { word(line.basis) } else { Cell::Nothing });
    cells.push(number(line.factor()));
    cells.push(line.verdict.map_or(Cell::Nothing, word));
    cells.push(text(Some(PROGRAM)));
    cells
}

/// A figure, and where its interval begins and ends.
fn figure(figure: Option<Figure>) -> [Cell; 3] {
    let interval = figure.and_then(|figure| figure.interval);
    [figure.map(|figure| figure.value), interval.map(|(low, _)| low), interval.map(|(_, high)| high)].map(number)
}

/// To six digits: beyond them are only rounding errors.
fn number(number: Option<f64>) -> Cell {
    number.map_or(Cell::Nothing, |number| Cell::Real((number * 1e6).round() / 1e6))
}

fn text(text: Option<&str>) -> Cell {
    text.map_or(Cell::Nothing, |text| Cell::Text(text.to_owned()))
}

/// A word as JSON has it.
fn word(word: impl Serialize) -> Cell {
    let value = serde_json::to_value(word).unwrap_or_default();
    text(value.as_str())
}
