//! The figures of an experiment: ours, and beside them those that were published, with a verdict for each.

mod lines;
mod verdict;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::AnyGame;
use crate::experiment::{Choice, Effort, Experiment, MatchRow, NamedMatch, Plan, PlannedRow, SpeedRow, TreeRow};
use crate::played::{PlayedMatch, SizeFigure};
use crate::stopping::Standing;

use lines::{playout_lines, point_lines, rate_lines, seating_lines, size_lines};
pub use verdict::{Basis, FEWEST_GAMES, Figure, Verdict, published_rate, verdicts};

/// What was found out by an experiment, row by row.
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
    /// How many games are behind the published figures of matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_games: Option<u64>,
    /// Our matches.
    pub matches: Vec<PlayedMatch>,
    /// Our measurement.
    #[serde(flatten)]
    pub speed: Option<MeasuredSpeed>,
    /// Our look-ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<MeasuredTree>,
    /// The figures.
    pub lines: Vec<Line>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// How many playouts there are in a second.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuredSpeed {
    /// A playout strategy, or `mcts` for a whole search.
    pub strategy: String,
    /// Ours, if there was time to measure it.
    pub playouts_per_second: Option<f64>,
    /// The published figure.
    pub published: Option<f64>,
}

/// What was measured for a row without games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measured {
    /// Playouts per second, if there was time for it.
    Speed(Option<f64>),
    /// A look-ahead, if there was time for it.
    Tree(Option<MeasuredTree>),
}

/// A look-ahead that was counted and searched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeasuredTree {
    /// Its leaves, if nothing is pruned.
    pub leaves: u64,
    /// Positions that the search visited.
    pub nodes: u64,
    /// How long the search took.
    pub seconds: f64,
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
    /// Playouts per move.
    Playouts,
    /// Playouts per second.
    PerSecond,
    /// Positions.
    Count,
    /// Seconds.
    Seconds,
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
    /// What was won of them; of whole matches.
    pub wins: Option<f64>,
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
    /// Whether one player has all seats, so that winning says nothing.
    #[serde(skip)]
    pub is_alone: bool,
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
            wins: None,
            ours: None,
            published: None,
            basis: Basis::None,
            verdict: None,
            playouts: (None, None),
            depth: (None, None),
            group: None,
            is_alone: false,
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
    /// Puts what was found out beside what was published: the standing of every match, and what was measured for every
    /// other row, in the order of the plan.
    pub fn new(
        id: &str,
        experiment: &Experiment,
        plan: &Plan<'_>,
        choice: &Choice,
        standings: &[Standing],
        measured: &[Measured],
    ) -> Self {
        let (mut standings, mut measured) = (standings.iter(), measured.iter());
        let mut rows: Vec<Row> = Vec::new();
        for (number, row) in plan.rows.iter().enumerate() {
            rows.push(match row {
                PlannedRow::Match(row, matches) => {
                    let games: Vec<_> = matches.iter().zip(standings.by_ref()).collect();
                    match_row(number, row, &games, choice)
                }
                PlannedRow::Speed(row, game, _) => {
                    let Some(&Measured::Speed(speed)) = measured.next() else { continue };
                    speed_row(row, &**game, speed)
                }
                PlannedRow::Tree(row, game, _) => {
                    let Some(&Measured::Tree(tree)) = measured.next() else { continue };
                    tree_row(row, &**game, tree, choice)
                }
            });
        }
        judge(&mut rows);
        let mut notes = experiment.notes.clone();
        notes.extend(remarks(experiment.is_scaled(choice), choice, &rows));
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

    /// Whether there is a published figure at all.
    pub fn is_published(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.lines).any(|line| line.published.is_some())
    }

    /// How many figures have each verdict, in the order of [`Verdict::ALL`].
    pub fn tally(&self) -> [usize; 4] {
        let lines = || self.rows.iter().flat_map(|row| &row.lines);
        Verdict::ALL.map(|verdict| lines().filter(|line| line.verdict == Some(verdict)).count())
    }
}

impl Row {
    /// A match that stands by itself, with nothing published about it.
    pub fn of_match(played: PlayedMatch) -> Self {
        let game = played.game.clone();
        Row {
            name: game.clone(),
            game,
            published_games: None,
            lines: rate_lines("", &played, None),
            matches: vec![played],
            speed: None,
            tree: None,
            notes: Vec::new(),
        }
    }
}

fn match_row(number: usize, row: &MatchRow, games: &[(&NamedMatch, &Standing)], choice: &Choice) -> Row {
    let (mut lines, mut matches) = (Vec::new(), Vec::new());
    for (index, &(named, standing)) in games.iter().enumerate() {
        let (statistics, game) = (standing.statistics(), named.the_match.game());
        let group = format!("match {number}.{index}");
        let mut played = PlayedMatch::named(&named.the_match, &named.names, standing);
        for player in &mut played.players {
            let published = row.published.iter().find(|(name, _)| *name == player.name);
            player.published = published.map(|(_, figures)| *figures);
        }
        // One alone wins everything; where the size of the game is asked for, that is not of interest.
        if row.seatings.is_empty() && (named.names.len() > 1 || row.size.is_none()) {
            lines.extend(rate_lines(&group, &played, row.published_games));
        }
        lines.extend(seating_lines(&group, row, named, statistics));
        lines.extend(point_lines(row, &played, statistics));
        lines.extend(playout_lines(row, &played, statistics));
        if let Some(size) = &row.size {
            let sizes = size_lines(number, row, size, game, statistics);
            let value = |figure: Option<Figure>| figure.map(|figure| figure.value);
            played.size.extend(sizes.iter().map(|line| SizeFigure {
                what: line.name.clone(),
                ours: value(line.ours),
                published: value(line.published),
            }));
            lines.extend(sizes.into_iter().filter(|line| line.published.is_some()));
        }
        matches.push(played);
    }
    let game = games.first().map_or(String::new(), |(named, _)| named.the_match.game().spec().to_owned());
    let mut notes = row.notes.clone();
    if matches.iter().all(|played| played.scheduled == 0) {
        notes.push(format!("left out with {} effort", choice.effort.word()));
    }
    let name = row.name.clone().unwrap_or_else(|| game.clone());
    Row { name, game, published_games: row.published_games, matches, speed: None, tree: None, lines, notes }
}

/// Speeds are ranked among those of the same game.
fn speed_row(row: &SpeedRow, game: &dyn AnyGame, ours: Option<f64>) -> Row {
    let spec = game.spec().to_owned();
    let mut line = Line::new(&row.strategy, Unit::PerSecond);
    line.ours = ours.map(Figure::point);
    line.published = row.published.map(Figure::point);
    line.group = Some(format!("speed {spec}"));
    Row {
        name: row.name.clone().unwrap_or_else(|| spec.clone()),
        game: spec,
        published_games: None,
        matches: Vec::new(),
        speed: Some(MeasuredSpeed {
            strategy: row.strategy.clone(),
            playouts_per_second: ours,
            published: row.published,
        }),
        tree: None,
        lines: vec![line],
        notes: row.notes.clone(),
    }
}

/// Numbers of positions and times have no intervals: they are compared as factors.
fn tree_row(row: &TreeRow, game: &dyn AnyGame, ours: Option<MeasuredTree>, choice: &Choice) -> Row {
    let spec = game.spec().to_owned();
    let line = |name: &str, unit: Unit, ours: Option<f64>, published: Option<f64>| {
        let mut line = Line::new(name, unit);
        (line.ours, line.published) = (ours.map(Figure::point), published.map(Figure::point));
        line
    };
    let mut notes = row.notes.clone();
    if choice.effort < row.effort {
        notes.push(format!("left out with {} effort", choice.effort.word()));
    }
    Row {
        name: row.name.clone().unwrap_or_else(|| spec.clone()),
        game: spec,
        published_games: None,
        matches: Vec::new(),
        speed: None,
        tree: ours,
        lines: vec![
            line("leaves, nothing pruned", Unit::Count, ours.map(|tree| tree.leaves as f64), row.leaves),
            line("positions searched", Unit::Count, ours.map(|tree| tree.nodes as f64), None),
            line("seconds of the search", Unit::Seconds, ours.map(|tree| tree.seconds), row.seconds),
        ],
        notes,
    }
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
            let is_too_few = line.games.is_some_and(|games| games < FEWEST_GAMES);
            let verdict = if is_too_few { Verdict::TooFewGames } else { verdict };
            line.verdict = has_verdict(line).then_some(verdict);
        }
    }
}

/// What must be said about the way in which the figures came about.
fn remarks(is_scaled: bool, choice: &Choice, rows: &[Row]) -> Vec<String> {
    let mut remarks = Vec::new();
    let lines = || rows.iter().flat_map(|row| &row.lines);
    let matches = rows.iter().flat_map(|row| &row.matches);
    let is_published = |line: &Line| line.published.is_some();
    let is_used = |basis: Basis| lines().any(|line| is_published(line) && line.basis == basis);
    let is_compared = rows.iter().any(|row| !row.matches.is_empty() && row.lines.iter().any(is_published));
    if is_compared && (choice.effort != Effort::Full || choice.games.is_some()) {
        let effort = choice.effort.word();
        remarks.push(match is_scaled {
            true => format!(
                "{effort}: fewer games and smaller budgets than published. Wide intervals overlap easily, and what needs \
                 thousands of playouts does not show."
            ),
            false => format!("{effort}: fewer games than published. Wide intervals overlap easily."),
        });
    }
    if matches.filter(|played| !played.comparisons.is_empty()).count() > 1 {
        remarks.push(
            "Each p-value is that of its match alone: of twenty matches between equals, about one shows a difference."
                .to_owned(),
        );
    }
    if lines().any(|line| line.verdict.is_some()) {
        let said = Verdict::ALL.map(|verdict| format!("'{}': {}", verdict.words(), verdict.meaning()));
        remarks.push(format!("Verdicts: {}.", said.join("; ")));
    }
    if is_used(Basis::Wilson) {
        remarks.push("* No interval is printed: it is Wilson's for the published number of games.".to_owned());
    }
    if is_used(Basis::LikeOurs) {
        remarks.push("~ No interval is printed: published games are taken to vary as ours do.".to_owned());
    }
    if lines().any(|line| line.unit == Unit::PerSecond) {
        let is_compared = lines().any(|line| line.unit == Unit::PerSecond && is_published(line));
        let judged = if is_compared { ": they are compared as factors, and only their order is judged" } else { "" };
        remarks.push(format!("Speeds depend on the machine{judged}."));
    }
    remarks
}

#[cfg(test)]
mod tests;
