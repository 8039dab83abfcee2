//! Comparisons as one HTML file that needs nothing else. Every element is closed, so that it is XML
//! as well.

use std::collections::BTreeMap;

use kingmaker_arena::Comparison;
use kingmaker_arena::comparison::{Line, Unit};

use crate::failure::Failure;

use super::{PROGRAM, Section, columns, plot, sections, settings, summary};

const STYLE: &str = include_str!("style.css");

/// The document.
pub(crate) fn html(comparisons: &[Comparison]) -> Result<String, Failure> {
    let title = match comparisons {
        [one] => one.title.as_str(),
        _ => "Published tables and ours",
    };
    let title = escape(title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    if comparisons.len() > 1 {
        html += &contents(comparisons);
    }
    for (number, comparison) in comparisons.iter().enumerate() {
        html += &article(number, comparison, comparisons.len() > 1)?;
    }
    html += &format!("<footer><p>{}</p></footer>\n</body>\n</html>\n", escape(PROGRAM));
    Ok(html)
}

fn contents(comparisons: &[Comparison]) -> String {
    let entry = |(number, comparison): (usize, &Comparison)| {
        let (id, title) = (escape(&comparison.id), escape(&comparison.title));
        format!("<li><a href=\"#table-{number}\">{id}: {title}</a><br/>{}</li>\n", escape(&summary(comparison)))
    };
    format!("<ul>\n{}</ul>\n", comparisons.iter().enumerate().map(entry).collect::<String>())
}

fn article(number: usize, comparison: &Comparison, is_titled: bool) -> Result<String, Failure> {
    let mut html = format!("<article id=\"table-{number}\">\n");
    if is_titled {
        html += &format!("<h2>{}: {}</h2>\n", escape(&comparison.id), escape(&comparison.title));
    }
    if let Some(source) = &comparison.source {
        html += &format!("<p>Published: {}.</p>\n", escape(source));
    }
    html +=
        &format!("<p>Ours: {}. <strong>{}</strong></p>\n", escape(&settings(comparison)), escape(&summary(comparison)));
    html += &notes(&comparison.notes);
    for section in sections(comparison) {
        html += &format!("<section>\n<h3>{}</h3>\n{}", escape(&section.heading), figures(&section));
        html += &notes(&section.notes);
        html += &plots(&section)?;
        html += "</section>\n";
    }
    Ok(html + &players(comparison) + "</article>\n")
}

/// The table of published figures and ours.
fn figures(section: &Section<'_>) -> String {
    let columns = columns(&section.lines);
    let headings: String = columns.headings.iter().map(|heading| format!("<th>{heading}</th>")).collect();
    let row = |(cells, line): (&Vec<String>, &&Line)| {
        let cells = cells.iter().map(|cell| match line.verdict {
            Some(verdict) if cell == verdict.words() => {
                format!("<td class=\"{}\">{cell}</td>", cell.replace(' ', "-"))
            }
            _ => format!("<td>{}</td>", escape(cell)),
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = columns.rows.iter().zip(&section.lines).map(row).collect();
    table("", &headings, &rows)
}

/// A table that scrolls by itself where it is too wide, and repeats its headings on every page.
fn table(attributes: &str, headings: &str, rows: &str) -> String {
    format!(
        "<div class=\"scroll\"><table{attributes}>\n<thead><tr>{headings}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

fn notes(notes: &[String]) -> String {
    let list: String = notes.iter().map(|note| format!("<li>{}</li>\n", escape(note))).collect();
    if list.is_empty() { list } else { format!("<ul class=\"notes\">\n{list}</ul>\n") }
}

fn plots(section: &Section<'_>) -> Result<String, Failure> {
    const KEY: &str = "<span class=\"key-ours\">● ours</span> <span class=\"key-published\">● published</span>";
    let mut plots = String::new();
    let figure = |svg: String, what: &str, key: &str| {
        let label = escape(&format!("{what} {}", section.heading));
        let svg = svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{label}\" "), 1);
        format!("<figure>\n{svg}\n<figcaption>{} {key}</figcaption>\n</figure>\n", escape(what))
    };
    let is_compared = section.lines.iter().any(|line| line.published.is_some());
    let key = if is_compared { KEY } else { "" };
    if let Some(sweep) = plot::sweep(&section.lines) {
        let what = format!("Win rate against {}, 95% bands.", sweep.parameter);
        plots += &figure(plot::sweep_plot(&sweep)?, &what, key);
    } else {
        for (unit, what) in [
            (Unit::Percent, "Win rates, 95% intervals."),
            (Unit::Mean, "Size, 95% intervals."),
            (Unit::PerSecond, "Playouts per second."),
        ] {
            let is_drawn = |line: &&Line| line.unit == unit && (line.ours.is_some() || line.published.is_some());
            let lines: Vec<&Line> = section.lines.iter().copied().filter(is_drawn).collect();
            if !lines.is_empty() {
                plots += &figure(plot::dot_plot(&lines)?, what, key);
            }
        }
    }
    let mut lengths: BTreeMap<u32, u64> = BTreeMap::new();
    for (plies, games) in section.matches.iter().flat_map(|played| &played.lengths) {
        *lengths.entry(*plies).or_default() += games;
    }
    if !lengths.is_empty() {
        let lengths: Vec<(u32, u64)> = lengths.into_iter().collect();
        plots += &figure(plot::histogram(&lengths)?, "Lengths of our games.", "");
    }
    Ok(if plots.is_empty() { plots } else { format!("<div class=\"plots\">\n{plots}</div>\n") })
}

/// Who played, with which budget, how many games.
fn players(comparison: &Comparison) -> String {
    let mut rows = String::new();
    for row in &comparison.rows {
        for played in &row.matches {
            let player =
                |player: &kingmaker_arena::comparison::Player| escape(&format!("{} ({})", player.spec, player.budget));
            let players: Vec<String> = played.players.iter().map(player).collect();
            let most = if played.sprt.is_some() { "at most " } else { "" };
            let games = format!("{} of {most}{}", played.games, played.scheduled);
            let (name, game) = (escape(&row.name), escape(&row.game));
            rows +=
                &format!("<tr><td>{name}</td><td>{game}</td><td>{}</td><td>{games}</td></tr>\n", players.join("<br/>"));
        }
    }
    if rows.is_empty() {
        return rows;
    }
    let headings = "<th>row</th><th>game</th><th>players (budget per move)</th><th>games</th>";
    let heading = format!("<h3>Settings</h3>\n<p>Seed {}.</p>\n", comparison.seed);
    format!("<section>\n{heading}{}</section>\n", table(" class=\"words\"", headings, &rows))
}

/// Text that cannot become markup.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Not allowed in XML at all.
            character if character.is_control() && !character.is_whitespace() => escaped.push('\u{FFFD}'),
            character => escaped.push(character),
        }
    }
    escaped
}
