//! The published figures of an experiment beside ours, with a verdict for each.

mod lines;
mod verdict;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::experiment::{Choice, Effort, Experiment, MatchRow, NamedMatch, Plan, PlannedRow, SpeedRow};
use crate::stopping::{Finding, Standing};
use crate::{AnyGame, Budget};

use lines::{rate_lines, seating_lines, size_lines};
pub use verdict::{Basis, Figure, Verdict, published_rate, verdicts};

/// What was found out, row by row.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// How the experiment is called: the id of a table, or the name of a file.
    pub id: String,
    /// What is compared.
    pub title: String,
    /// Where the published figures are printed.
    pub source: Option<String>,
    /// How much time was spent: `quick`, `normal`, `full`.
    pub effort: &'static str,
    /// Whether players had the budgets of the source.
    pub as_published: bool,
    /// Where all random draws come from.
    pub seed: u64,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// The rows of the table.
    pub rows: Vec<Row>,
}

/// A row of an experiment: matches of one game, or a measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// How it is called.
    pub name: String,
    /// The game, as a spec.
    pub game: String,
    /// Our matches.
    pub matches: Vec<PlayedMatch>,
    /// The figures.
    pub lines: Vec<Line>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// A match of ours.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedMatch {
    /// Who plays.
    pub players: Vec<Player>,
    /// How many games there are to be, at the most.
    pub scheduled: u64,
    /// How many are finished.
    pub games: u64,
    /// How many of them had so many plies.
    pub lengths: BTreeMap<u32, u64>,
    /// Games that nobody won alone.
    pub draws: u64,
    /// Those of them that were cut off.
    pub capped: u64,
    /// Whether the same seed gives the same games.
    pub reproducible: bool,
    /// Whether no more games are to be played: as many as there are to be are finished, or a test has
    /// decided.
    pub complete: bool,
    /// What the test that may end it early has found, if there is one.
    pub sprt: Option<Finding>,
}

/// A player of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// How the experiment calls it.
    pub name: String,
    /// Its canonical spec.
    pub spec: String,
    /// What it may spend on a move.
    #[serde(serialize_with = "as_text")]
    pub budget: Budget,
}

fn as_text<S: serde::Serializer>(budget: &Budget, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(budget)
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Percent of games.
    Percent,
    /// A mean.
    Mean,
    /// A decimal logarithm.
    Log10,
    /// Playouts per second.
    PerSecond,
}

/// A figure, ours and the published one.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Of whom or of what.
    pub name: String,
    /// Against whom, if against one.
    pub against: Option<String>,
    /// Which games, if not all of them.
    pub part: Option<String>,
    /// What it counts.
    pub unit: Unit,
    /// How many of our games are behind it.
    pub games: Option<u64>,
    /// Ours, if there is one.
    pub ours: Option<Figure>,
    /// The published one.
    pub published: Option<Figure>,
    /// Where its interval comes from.
    pub basis: Basis,
    /// Whether ours bears it out.
    pub verdict: Option<Verdict>,
    /// Median playouts per move: ours, and the published.
    pub playouts: (Option<f64>, Option<f64>),
    /// Mean depth: ours, and the published.
    pub depth: (Option<f64>, Option<f64>),
    /// Lines of one group can be ranked.
    #[serde(skip)]
    group: Option<String>,
    /// Whether somebody else has what is missing to 100%.
    #[serde(skip)]
    is_of_two: bool,
}

impl Line {
    fn new(name: &str, unit: Unit) -> Self {
        Line {
            name: name.to_owned(),
            against: None,
            part: None,
            unit,
            games: None,
            ours: None,
            published: None,
            basis: Basis::None,
            verdict: None,
            playouts: (None, None),
            depth: (None, None),
            group: None,
            is_of_two: false,
        }
    }

    /// How many times ours is the published figure.
    pub fn factor(&self) -> Option<f64> {
        let (ours, published) = self.ours.zip(self.published)?;
        (published.value != 0.0).then(|| ours.value / published.value)
    }
}

impl Comparison {
    /// Puts what was found out beside what was published: the standing of every match and the
    /// playouts per second of every measurement, in the order of the plan.
    pub fn new(
        id: &str,
        experiment: &Experiment,
        plan: &Plan<'_>,
        choice: &Choice,
        standings: &[Standing],
        speeds: &[Option<f64>],
    ) -> Self {
        let (mut standings, mut speeds) = (standings.iter(), speeds.iter());
        let mut rows: Vec<Row> = Vec::new();
        for (number, row) in plan.rows.iter().enumerate() {
            rows.push(match row {
                PlannedRow::Match(row, matches) => {
                    let games: Vec<_> = matches.iter().zip(standings.by_ref()).collect();
                    match_row(number, row, &games, choice)
                }
                PlannedRow::Speed(row, game, _) => speed_row(row, &**game, speeds.next().copied().flatten()),
            });
        }
        judge(&mut rows);
        let mut notes = experiment.notes.clone();
        notes.extend(remarks(choice, &rows));
        Comparison {
            id: id.to_owned(),
            title: experiment.title.clone(),
            source: experiment.source.clone(),
            effort: choice.effort.word(),
            as_published: choice.as_published,
            seed: plan.seed,
            notes,
            rows,
        }
    }

    /// How many figures have each verdict, in the order of [`Verdict::ALL`].
    pub fn tally(&self) -> [usize; 3] {
        let lines = || self.rows.iter().flat_map(|row| &row.lines);
        Verdict::ALL.map(|verdict| lines().filter(|line| line.verdict == Some(verdict)).count())
    }
}

fn match_row(number: usize, row: &MatchRow, games: &[(&NamedMatch, &Standing)], choice: &Choice) -> Row {
    let mut lines = Vec::new();
    for (index, &(named, standing)) in games.iter().enumerate() {
        let statistics = standing.statistics();
        let group = format!("match {number}.{index}");
        if row.seatings.is_empty() && named.names.len() > 1 {
            lines.extend(rate_lines(&group, row, named, statistics));
        }
        lines.extend(seating_lines(&group, row, named, statistics));
        if let Some(size) = &row.size {
            lines.extend(size_lines(number, row, size, named.the_match.game(), statistics));
        }
    }
    let game = games.first().map_or(String::new(), |(named, _)| named.the_match.game().spec().to_owned());
    let matches: Vec<PlayedMatch> = games.iter().map(|(named, standing)| played(named, standing)).collect();
    let mut notes = row.notes.clone();
    if matches.iter().all(|played| played.scheduled == 0) {
        notes.push(format!("left out with {} effort", choice.effort.word()));
    }
    Row { name: row.name.clone().unwrap_or_else(|| game.clone()), game, matches, lines, notes }
}

fn played(named: &NamedMatch, standing: &Standing) -> PlayedMatch {
    let (the_match, summary) = (&named.the_match, standing.summary());
    let player = |(name, spec): (&String, &crate::PlayerSpec)| Player {
        name: name.clone(),
        spec: spec.label().to_owned(),
        budget: *spec.budget(),
    };
    PlayedMatch {
        players: named.names.iter().zip(the_match.players()).map(player).collect(),
        scheduled: the_match.schedule().games(),
        games: summary.games,
        lengths: standing.statistics().sizes().lengths().clone(),
        draws: summary.draws,
        capped: summary.capped,
        reproducible: the_match.is_reproducible() && standing.is_complete(),
        complete: standing.is_complete(),
        // By the name that the experiment gives it.
        sprt: standing.finding().map(|found| Finding { player: named.names[0].clone(), ..found }),
    }
}

/// Speeds are ranked among those of the same game.
fn speed_row(row: &SpeedRow, game: &dyn AnyGame, ours: Option<f64>) -> Row {
    let spec = game.spec().to_owned();
    let mut line = Line::new(&row.strategy, Unit::PerSecond);
    line.ours = ours.map(Figure::point);
    line.published = row.published.map(Figure::point);
    line.group = Some(format!("speed {spec}"));
    let name = row.name.clone().unwrap_or_else(|| spec.clone());
    Row { name, game: spec, matches: Vec::new(), lines: vec![line], notes: row.notes.clone() }
}

/// Gives every line its verdict.
fn judge(rows: &mut [Row]) {
    let mut groups: BTreeMap<String, Vec<&mut Line>> = BTreeMap::new();
    for line in rows.iter_mut().flat_map(|row| &mut row.lines) {
        if let (Some(group), Some(_), Some(_)) = (line.group.clone(), line.ours, line.published) {
            groups.entry(group).or_default().push(line);
        }
    }
    for mut lines in groups.into_values() {
        let mut pairs: Vec<(Figure, Figure)> = lines.iter().filter_map(|line| line.published.zip(line.ours)).collect();
        if let ([line], [(published, ours)]) = (&lines[..], &pairs[..])
            && line.is_of_two
        {
            pairs.push((published.rest(), ours.rest()));
        }
        let verdicts = verdicts(&pairs);
        // Without an interval on either side there is nothing but the order.
        let has_verdict = |line: &Line| {
            let is_known = |figure: Option<Figure>| figure.is_some_and(|figure| figure.interval.is_some());
            pairs.len() > 1 || is_known(line.published) || is_known(line.ours)
        };
        for (line, verdict) in lines.iter_mut().zip(verdicts) {
            line.verdict = has_verdict(line).then_some(verdict);
        }
    }
}

/// What must be said about the way in which the figures came about.
fn remarks(choice: &Choice, rows: &[Row]) -> Vec<String> {
    let mut remarks = Vec::new();
    let lines = || rows.iter().flat_map(|row| &row.lines);
    let is_used = |basis: Basis| lines().any(|line| line.published.is_some() && line.basis == basis);
    let has_games = rows.iter().any(|row| !row.matches.is_empty());
    if has_games && (choice.effort != Effort::Full || choice.games.is_some()) {
        let budgets = if choice.as_published { "" } else { " and playouts or nodes" };
        remarks.push(format!(
            "{}: fewer games{budgets} than published. Wide intervals overlap easily, and what needs thousands of \
             playouts does not show.",
            choice.effort.word()
        ));
    }
    if rows.iter().flat_map(|row| &row.matches).any(|played| played.sprt.is_some()) {
        remarks.push(
            "A test may end matches early: their intervals are those of matches of fixed length, and only a guide."
                .to_owned(),
        );
    }
    let is_timed = |player: &Player| player.budget.time.is_some();
    if rows.iter().flat_map(|row| &row.matches).flat_map(|played| &played.players).any(is_timed) {
        remarks.push("Thinking time was limited: another run will differ.".to_owned());
    }
    if is_used(Basis::Wilson) {
        remarks.push("* No interval is printed: it is Wilson's for the published number of games.".to_owned());
    }
    if is_used(Basis::LikeOurs) {
        remarks.push("~ No interval is printed: published games are taken to vary as ours do.".to_owned());
    }
    if lines().any(|line| line.unit == Unit::PerSecond) {
        remarks.push(
            "Speeds depend on the machine: they are compared as factors, and only their order is judged.".to_owned(),
        );
    }
    remarks
}

#[cfg(test)]
mod tests;
