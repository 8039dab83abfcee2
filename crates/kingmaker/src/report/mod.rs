//! What is said about matches and experiments, whoever asks: `match`, `run`, `reproduce` and `report`.
//!
//! What is said is decided here, section by section: [`figures`] has the tables, [`sentences`] what
//! stands around them. How that is written down is a file each: text for the terminal, Markdown, HTML
//! with plots. CSV is another view of the same figures.

pub(crate) mod csv;
mod figures;
pub(crate) mod html;
mod machine;
pub(crate) mod markdown;
mod plot;
pub(crate) mod seatings;
mod sentences;
pub(crate) mod sequential;
pub(crate) mod text;

use kingmaker_arena::comparison::{Line, Row, Unit, Verdict};
use kingmaker_arena::store::Place;
use kingmaker_arena::{Comparison, PlayedMatch};

use crate::failure::Failure;
use crate::output;

/// What stands under one heading.
pub(crate) struct Section<'a> {
    pub(crate) heading: String,
    /// How many games there are.
    intro: Vec<String>,
    pub(crate) tables: Vec<Columns>,
    /// What follows from the games.
    sentences: Vec<String>,
    /// What else a reader should know.
    notes: Vec<String>,
    lines: Vec<&'a Line>,
    matches: Vec<&'a PlayedMatch>,
}

/// The columns of a table: their headings, and the cells of each line.
pub(crate) struct Columns {
    /// What the reader must know to understand the cells, if anything.
    caption: Option<String>,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The verdicts that stand in the last column of each line, if it has them.
    verdicts: Vec<Option<Verdict>>,
    /// So many columns are words, the others numbers.
    words: usize,
}

impl<'a> Section<'a> {
    /// Everything that is to be said about these rows.
    pub(crate) fn new(heading: String, rows: &[&'a Row]) -> Self {
        let lines: Vec<&Line> = rows.iter().flat_map(|row| &row.lines).collect();
        let matches: Vec<&PlayedMatch> = rows.iter().flat_map(|row| &row.matches).collect();
        Section {
            heading,
            intro: sentences::games(&matches),
            tables: figures::tables(&lines, matches.len()),
            sentences: sentences::findings(&matches),
            notes: rows.iter().flat_map(|row| row.notes.iter().cloned()).collect(),
            lines,
            matches,
        }
    }
}

/// The sections of an experiment, one for each row. Speeds of one game stand together.
fn sections(comparison: &Comparison) -> Vec<Section<'_>> {
    let mut groups: Vec<(String, Vec<&Row>)> = Vec::new();
    for row in &comparison.rows {
        let heading = if row.name == row.game { row.game.clone() } else { format!("{}: {}", row.name, row.game) };
        match groups.last_mut() {
            Some((above, rows)) if row.speed.is_some() && rows[0].speed.is_some() && *above == heading => {
                rows.push(row);
            }
            _ => groups.push((heading, vec![row])),
        }
    }
    groups.into_iter().map(|(heading, rows)| Section::new(heading, &rows)).collect()
}

/// Who the players are, and what they may spend: one line for each that differs in any of it.
fn players(comparison: &Comparison) -> Option<Columns> {
    let mut players: Vec<([String; 3], Vec<&str>)> = Vec::new();
    let rows: Vec<&Row> = comparison.rows.iter().filter(|row| !row.matches.is_empty()).collect();
    for row in &rows {
        for player in row.matches.iter().flat_map(|played| &played.players) {
            let budget = if player.budget.is_unlimited() { "-".to_owned() } else { player.budget.to_string() };
            let cells = [player.name.clone(), player.spec.clone(), budget];
            match players.iter_mut().find(|(known, _)| *known == cells) {
                Some((_, names)) if names.contains(&row.name.as_str()) => {}
                Some((_, names)) => names.push(&row.name),
                None => players.push((cells, vec![&row.name])),
            }
        }
    }
    let cells = |(cells, names): ([String; 3], Vec<&str>)| {
        let is_everywhere = rows.iter().all(|row| names.contains(&row.name.as_str()));
        cells.into_iter().chain([if is_everywhere { "all".to_owned() } else { names.join("; ") }]).collect()
    };
    (!players.is_empty()).then(|| Columns {
        caption: None,
        headings: ["player", "spec", "budget per move", "rows"].map(str::to_owned).into(),
        rows: players.into_iter().map(cells).collect(),
        verdicts: Vec::new(),
        words: 4,
    })
}

/// Prints an experiment: for people, or as one JSON document.
pub(crate) fn print(comparison: &Comparison, database: &Place, json: bool) -> Result<(), Failure> {
    if json { output::print_json(comparison) } else { output::print_folded(&text::text(comparison, database)) }
}

/// "agrees 12, same order 5, differs 3 (of 20 figures)"; nothing if nothing was published.
fn summary(comparison: &Comparison) -> Option<String> {
    let tally = comparison.tally();
    let judged: usize = tally.iter().sum();
    let said = Verdict::ALL.iter().zip(tally).map(|(verdict, count)| format!("{} {count}", verdict.words()));
    comparison.is_published().then(|| match judged {
        0 => "nothing to judge yet".to_owned(),
        _ => format!("{} (of {judged} figures{})", said.collect::<Vec<_>>().join(", "), exactness(comparison)),
    })
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
