//! The tables of an experiment: our figures next to the published ones.

use std::path::Path;

use kingmaker_arena::AnyGame;
use kingmaker_arena::experiment::{Experiment, Figures, MatchRow, NamedMatch, Plan, PlannedRow, SizeFigures};
use kingmaker_arena::statistics::{PlayerSummary, Summary};
use kingmaker_arena::stopping::Standing;
use serde_json::{Value, json};

use crate::conduct::Conducted;
use crate::options::budget_json;
use crate::output::{self, TextTable, percent};
use crate::sequential;

/// Everything that is to be said about an experiment.
pub(crate) struct Results<'a> {
    experiment: &'a Experiment,
    plan: &'a Plan<'a>,
    database: &'a Path,
    rows: Vec<Measured>,
}

/// What was found out for a row.
enum Measured {
    Games(Vec<Standing>),
    /// Playouts per second, if there was time to measure.
    Speed(Option<f64>),
}

impl<'a> Results<'a> {
    /// Puts what was found out into its rows.
    pub(crate) fn new(experiment: &'a Experiment, plan: &'a Plan<'a>, done: &Conducted, database: &'a Path) -> Self {
        let mut standings = done.standings.iter().cloned();
        let mut speeds = done.speeds.iter().copied();
        let measured = |row: &PlannedRow<'_>| match row {
            PlannedRow::Match(_, matches) => Measured::Games(standings.by_ref().take(matches.len()).collect()),
            PlannedRow::Speed(..) => Measured::Speed(speeds.next().flatten()),
        };
        let rows = plan.rows.iter().map(measured).collect();
        Results { experiment, plan, database, rows }
    }

    /// The tables as text.
    pub(crate) fn text(&self) -> String {
        let Experiment { title, source, notes, .. } = self.experiment;
        let mut text = format!("{title}\n");
        if let Some(source) = source {
            text += &format!("published: {source}\n");
        }
        text += &format!("seed {}, games in {}\n", self.plan.seed, self.database.display());
        text += &notes.iter().map(|note| format!("note: {note}\n")).collect::<String>();
        for (row, measured) in self.plan.rows.iter().zip(&self.rows) {
            match (row, measured) {
                (PlannedRow::Match(row, matches), Measured::Games(standings)) => {
                    text += &match_text(row, matches, standings);
                }
                (PlannedRow::Speed(row, game, _), &Measured::Speed(speed)) => {
                    let name = row.name.clone().unwrap_or_else(|| format!("{}, {}", game.spec(), row.strategy));
                    let mut table = TextTable::new(1, &["", "playouts/s", "published", "ratio"]);
                    let ratio = speed.zip(row.published).map(|(ours, published)| ours / published);
                    let figure = |figure: Option<f64>| figure.map_or("-".to_owned(), output::grouped);
                    let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}"));
                    table.row([row.strategy.clone(), figure(speed), figure(row.published), ratio]);
                    text += &format!("\n{name}\n{}{}", table.text(), notes_text(&row.notes));
                }
                _ => {}
            }
        }
        text
    }

    /// The same as one JSON document.
    pub(crate) fn json(&self) -> Value {
        let rows = self.plan.rows.iter().zip(&self.rows).map(|(row, measured)| match (row, measured) {
            (PlannedRow::Match(row, matches), Measured::Games(standings)) => match_json(row, matches, standings),
            (PlannedRow::Speed(row, game, _), Measured::Speed(speed)) => json!({
                "name": row.name,
                "game": game.spec(),
                "strategy": row.strategy,
                "playouts_per_second": speed,
                "published": row.published,
                "notes": row.notes,
            }),
            _ => Value::Null,
        });
        let Experiment { title, source, notes, .. } = self.experiment;
        let rows: Vec<Value> = rows.collect();
        json!({ "title": title, "source": source, "notes": notes, "seed": self.plan.seed, "rows": rows })
    }
}

fn notes_text(notes: &[String]) -> String {
    notes.iter().map(|note| format!("note: {note}\n")).collect()
}

fn match_text(row: &MatchRow, matches: &[NamedMatch], standings: &[Standing]) -> String {
    let mut text = String::new();
    for (index, (named, standing)) in matches.iter().zip(standings).enumerate() {
        let summary = &standing.summary();
        let game = named.the_match.game();
        let heading = match &row.name {
            Some(name) => format!("{name}: {}", game.spec()),
            None => game.spec().to_owned(),
        };
        // The matches of one row stand under one heading.
        text += &if index == 0 { format!("\n{heading}\n") } else { "\n".to_owned() };
        text += &games_line(named, standing, summary);
        text += &players_table(row, named, summary).text();
        if let Some(finding) = standing.finding() {
            text += &sequential::text(&finding, summary.games);
        }
        if let Some(size) = &row.size {
            text += &size_table(game, summary, size).text();
        }
    }
    text + &notes_text(&row.notes)
}

fn games_line(named: &NamedMatch, standing: &Standing, summary: &Summary) -> String {
    let scheduled = named.the_match.schedule().games();
    let mut line = format!("{} games", summary.games);
    if !standing.is_complete() {
        line = format!("{} of {scheduled} games, so not every seating equally often", summary.games);
    }
    if summary.draws > 0 {
        line += &format!(", {} draws", summary.draws);
    }
    if summary.capped > 0 {
        line += &format!(" ({} cut off after {} plies)", summary.capped, named.the_match.game().ply_cap());
    }
    if !named.the_match.is_reproducible() {
        line += "; another run will differ, for time is limited or a search has several threads";
    }
    line + "\n"
}

fn players_table(row: &MatchRow, named: &NamedMatch, summary: &Summary) -> TextTable {
    let is_published = !row.published.is_empty();
    let mut headings = vec!["player", "spec", "budget", "win rate", "95% interval"];
    if is_published {
        headings.push("published");
    }
    headings.extend(["playouts/move", "depth"]);
    let mut table = TextTable::new(3, &headings);
    let players = named.the_match.players().iter().zip(&summary.players).zip(&named.names);
    for ((spec, player), name) in players {
        let label = if spec.label() == name { String::new() } else { spec.label().to_owned() };
        let mut cells = vec![
            name.clone(),
            label,
            spec.budget().to_string(),
            player.rate.map_or("-".to_owned(), percent),
            format!("{:>6} - {:>6}", percent(player.low), percent(player.high)),
        ];
        let figures = figures_of(row, name);
        if is_published {
            let interval = figures.interval.map_or(String::new(), |interval| format!(" ± {interval:.1}"));
            cells.push(figures.win_rate.map_or("-".to_owned(), |rate| format!("{rate:.1}%{interval}")));
        }
        let beside = |ours: Option<String>, published: Option<f64>| {
            let ours = ours.unwrap_or_else(|| "-".to_owned());
            published.map_or(ours.clone(), |figure| format!("{ours} ({figure})"))
        };
        cells.push(beside(player.playouts.map(output::grouped), figures.playouts));
        cells.push(beside(player.depth.map(|depth| format!("{depth:.2}")), figures.depth));
        table.row(cells);
    }
    table
}

fn figures_of(row: &MatchRow, name: &str) -> Figures {
    row.published.iter().find(|(player, _)| player == name).map(|(_, figures)| *figures).unwrap_or_default()
}

/// What the games say about the size of the game, in the order in which it is printed.
fn sizes(
    game: &dyn AnyGame,
    summary: &Summary,
    published: &SizeFigures,
) -> [(&'static str, Option<f64>, Option<f64>); 4] {
    let (branching, length) = (summary.mean_branching, summary.mean_length);
    let tree = branching.zip(length).map(|(branching, length)| length * branching.log10());
    [
        ("branching", branching, published.branching),
        ("length", length, published.length),
        ("tree, log10", tree, published.tree),
        ("positions at most, log10", game.state_space().map(|states| states.log10), published.states),
    ]
}

fn size_table(game: &dyn AnyGame, summary: &Summary, published: &SizeFigures) -> TextTable {
    let mut table = TextTable::new(1, &["size", "ours", "published"]);
    let cell = |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| format!("{figure:.1}"));
    for (name, ours, published) in sizes(game, summary, published) {
        table.row([name.to_owned(), cell(ours), cell(published)]);
    }
    table
}

fn match_json(row: &MatchRow, matches: &[NamedMatch], standings: &[Standing]) -> Value {
    let games = matches.iter().zip(standings).map(|(named, standing)| {
        let (the_match, summary) = (&named.the_match, &standing.summary());
        let players = the_match.players().iter().zip(&summary.players).zip(&named.names);
        let player = |((spec, player), name): ((&kingmaker_arena::PlayerSpec, &PlayerSummary), &String)| {
            let mut value = json!(player);
            value["name"] = json!(name);
            value["budget"] = budget_json(spec.budget());
            let Figures { win_rate, interval, playouts, depth } = figures_of(row, name);
            value["published"] =
                json!({ "win_rate": win_rate, "interval": interval, "playouts": playouts, "depth": depth });
            value
        };
        let mut value = json!({
            "scheduled": the_match.schedule().games(),
            "games": summary.games,
            "reproducible": the_match.is_reproducible() && standing.is_complete(),
            "players": players.map(player).collect::<Vec<_>>(),
            "mean_length": summary.mean_length,
            "mean_branching": summary.mean_branching,
            "draws": summary.draws,
            "capped": summary.capped,
        });
        if let Some(finding) = standing.finding() {
            value["sprt"] = json!(finding);
        }
        if let Some(size) = &row.size {
            let sizes = sizes(the_match.game(), summary, size);
            let figure = |(name, ours, published)| json!({ "what": name, "ours": ours, "published": published });
            value["size"] = sizes.into_iter().map(figure).collect();
        }
        value
    });
    json!({
        "name": row.name,
        "game": matches.first().map(|named| named.the_match.game().spec()),
        "published_games": row.published_games,
        "matches": games.collect::<Vec<_>>(),
        "notes": row.notes,
    })
}
