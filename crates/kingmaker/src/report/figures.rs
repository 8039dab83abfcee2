//! Figures as tables. What was published has its columns where something was.

use kingmaker_arena::comparison::{Basis, Figure, Line, Unit};

use crate::output::{fraction, grouped};

use super::Columns;

/// A column: its heading, and what it has of a line.
type Column<'a> = (&'static str, &'a dyn Fn(&Line) -> String);

/// The figures of so many matches, or of measurements: win rates, sizes and speeds apart.
pub(super) fn tables(lines: &[&Line], matches: usize) -> Vec<Columns> {
    let of = |units: &[Unit]| lines.iter().copied().filter(|line| units.contains(&line.unit)).collect::<Vec<_>>();
    let others = [
        sizes("size", &of(&[Unit::Mean, Unit::Log10]), matches),
        sizes("playouts per move", &of(&[Unit::Playouts]), matches),
        speeds(&of(&[Unit::PerSecond])),
        trees(&of(&[Unit::Count, Unit::Seconds])),
    ];
    rates(&of(&[Unit::Percent]), matches).into_iter().chain(others).filter(|table| !table.rows.is_empty()).collect()
}

/// How often players win, and what they spend on it: two tables where the first has published figures.
fn rates(lines: &[&Line], matches: usize) -> Vec<Columns> {
    let has = |what: fn(&Line) -> bool| lines.iter().any(|line| what(line));
    let is_published = has(|line| line.published.is_some());
    // Against whom is plain where both are lines of the one match there is.
    let is_listed = |name: &String| lines.iter().any(|line| line.name == *name);
    let is_plain = matches == 1 && lines.iter().all(|line| line.against.as_ref().is_none_or(is_listed));
    let name = |line: &Line| if is_plain && line.part.is_none() { line.name.clone() } else { label(line) };
    let wins = |line: &Line| line.wins.map_or_else(none, fraction);
    let playouts = |line: &Line| beside(line.playouts, grouped);
    let depth = |line: &Line| beside(line.depth, |depth| format!("{depth:.2}"));
    let mut columns: Vec<Column<'_>> = vec![("player", &name)];
    if matches > 1 || has(|line| line.part.is_some()) {
        columns.push(("games", &games));
    }
    // One alone wins every game, which is not to its credit.
    if is_published {
        columns.extend([("win rate (95%)", &ours_within as &dyn Fn(&Line) -> String), PUBLISHED]);
    } else if has(|line| !line.is_alone) {
        columns.extend([("win rate", &ours as &dyn Fn(&Line) -> String), ("95% interval", &interval)]);
    }
    let mut spent: Vec<Column<'_>> = Vec::new();
    if has(|line| line.wins.is_some()) {
        spent.push(("wins", &wins));
    }
    // Of parts of a match it is not known what was spent on them.
    if has(|line| line.wins.is_some() || line.is_alone) {
        let is_told = |line: &Line| line.playouts.1.is_some();
        spent.push((if has(is_told) { "playouts/move (published)" } else { "playouts/move" }, &playouts));
        let is_told = |line: &Line| line.depth.1.is_some();
        spent.push((if has(is_told) { "depth (published)" } else { "depth" }, &depth));
    }
    if !is_published {
        columns.extend(spent);
        return vec![table(lines, columns, false)];
    }
    let mut tables = vec![table(lines, columns, true)];
    if !spent.is_empty() {
        spent.insert(0, ("player", &name));
        tables.push(table(lines, spent, false));
    }
    tables
}

/// How large games are, or what else is known in numbers.
fn sizes(what: &'static str, lines: &[&Line], matches: usize) -> Columns {
    let name = |line: &Line| line.name.clone();
    let mut columns: Vec<Column<'_>> = vec![(what, &name)];
    if matches > 1 {
        columns.push(("games", &games));
    }
    columns.extend([("ours (95%)", &ours_within as &dyn Fn(&Line) -> String), PUBLISHED]);
    table(lines, columns, true)
}

/// How many playouts there are in a second.
fn speeds(lines: &[&Line]) -> Columns {
    let name = |line: &Line| line.name.clone();
    let factor = |line: &Line| line.factor().map_or_else(none, |factor| format!("{factor:.1}"));
    let is_published = lines.iter().any(|line| line.published.is_some());
    let mut columns: Vec<Column<'_>> = vec![("strategy", &name), ("playouts/s", &ours)];
    if is_published {
        columns.extend([("published", &published as &dyn Fn(&Line) -> String), ("factor", &factor)]);
    }
    table(lines, columns, is_published)
}

/// How large a look-ahead is, and how long it takes.
fn trees(lines: &[&Line]) -> Columns {
    let name = |line: &Line| line.name.clone();
    let factor = |line: &Line| line.factor().map_or_else(none, |factor| format!("{factor:.3}"));
    let mut columns: Vec<Column<'_>> = vec![("look-ahead", &name), ("ours", &ours)];
    if lines.iter().any(|line| line.published.is_some()) {
        columns.extend([("published", &published as &dyn Fn(&Line) -> String), ("factor", &factor)]);
    }
    table(lines, columns, false)
}

/// Fills the columns, and adds one for the verdicts.
fn table(lines: &[&Line], mut columns: Vec<Column<'_>>, is_judged: bool) -> Columns {
    if is_judged {
        columns.push(("verdict", &verdict));
    }
    let cells = |line: &&Line| columns.iter().map(|(_, cell)| cell(line)).collect();
    Columns {
        caption: None,
        headings: columns.iter().map(|(heading, _)| (*heading).to_owned()).collect(),
        rows: lines.iter().map(cells).collect(),
        verdicts: if is_judged { lines.iter().map(|line| line.verdict).collect() } else { Vec::new() },
        words: 1,
    }
}

/// What stands in the place of a figure that there is not.
fn none() -> String {
    "-".to_owned()
}

fn verdict(line: &Line) -> String {
    line.verdict.map_or_else(none, |verdict| verdict.words().to_owned())
}

fn games(line: &Line) -> String {
    line.games.map_or_else(none, |games| games.to_string())
}

fn ours(line: &Line) -> String {
    line.ours.map_or_else(none, |ours| value(line.unit, ours.value))
}

fn interval(line: &Line) -> String {
    line.ours.map_or_else(none, |ours| range(line.unit, ours))
}

fn published(line: &Line) -> String {
    line.published.map_or_else(none, |published| value(line.unit, published.value))
}

/// A column of its own.
const PUBLISHED: Column<'static> = ("published (95%)", &published_within);

/// Our figure with its interval.
fn ours_within(line: &Line) -> String {
    line.ours.map_or_else(none, |ours| within(line.unit, ours))
}

/// The published figure with its interval. One that is not printed has a mark, which the notes explain.
fn published_within(line: &Line) -> String {
    let mark = match line.basis {
        Basis::Wilson => "*",
        Basis::LikeOurs => "~",
        Basis::Printed | Basis::Rounding | Basis::None => "",
    };
    line.published.map_or_else(none, |published| within(line.unit, published) + mark)
}

/// Our figure, and the published one in parentheses if there is one.
fn beside((ours, published): (Option<f64>, Option<f64>), show: fn(f64) -> String) -> String {
    let ours = ours.map_or_else(none, show);
    published.map_or(ours.clone(), |published| format!("{ours} ({})", show(published)))
}

/// Of whom a figure is.
pub(super) fn label(line: &Line) -> String {
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
        Unit::Playouts | Unit::PerSecond | Unit::Count => grouped(value),
        Unit::Seconds => format!("{value:.3}"),
    }
}

/// A figure, and in parentheses where it may lie: `75.0% (55.1 - 88.0)`.
fn within(unit: Unit, figure: Figure) -> String {
    let said = value(unit, figure.value);
    let Some((low, high)) = figure.interval else { return said };
    let [low, high] = [low, high].map(|end| value(unit, end));
    format!("{said} ({} - {})", low.trim_end_matches('%'), high.trim_end_matches('%'))
}

/// Where a figure may lie. Percentages are as wide as the widest, so that they stand below each other.
fn range(unit: Unit, figure: Figure) -> String {
    let Some((low, high)) = figure.interval else { return none() };
    let [low, high] = [low, high].map(|end| value(unit, end));
    if unit == Unit::Percent { format!("{low:>6} - {high:>6}") } else { format!("{low} - {high}") }
}
