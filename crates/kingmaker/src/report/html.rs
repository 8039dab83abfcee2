//! Experiments as one HTML file that needs nothing else. Every element is closed, so that it is XML
//! as well.

use std::collections::BTreeMap;

use kingmaker_arena::comparison::{Line, Unit};
use kingmaker_arena::{Comparison, PROGRAM};

use crate::failure::Failure;

use super::machine::date_and_machine;
use super::{Columns, Section, players, plot, sections, settings, summary};

const STYLE: &str = include_str!("style.css");

/// The document.
pub(crate) fn html(comparisons: &[Comparison]) -> Result<String, Failure> {
    let title = match comparisons {
        [one] => one.title.as_str(),
        _ if comparisons.iter().any(Comparison::is_published) => "Published tables and ours",
        _ => "Experiments",
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
    let written = escape(&format!("Written on {} by {PROGRAM}.", date_and_machine()));
    html += &format!("<footer><p>{written}</p></footer>\n</body>\n</html>\n");
    Ok(html)
}

fn contents(comparisons: &[Comparison]) -> String {
    let entry = |(number, comparison): (usize, &Comparison)| {
        let (id, title) = (escape(&comparison.id), escape(&comparison.title));
        let summary = summary(comparison).map_or(String::new(), |summary| format!("<br/>{}", escape(&summary)));
        format!("<li><a href=\"#table-{number}\">{id}: {title}</a>{summary}</li>\n")
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
    let summary =
        summary(comparison).map_or(String::new(), |summary| format!(" <strong>{}</strong>", escape(&summary)));
    html += &format!("<p>Here: {}.{summary}</p>\n", escape(&settings(comparison)));
    html += &folded("How these figures came about", &list(&comparison.notes));
    for section in sections(comparison) {
        html += &format!("<section>\n<h3>{}</h3>\n", escape(&section.heading));
        html += &paragraph(&section.intro);
        html += &section.tables.iter().map(table).collect::<String>();
        html += &paragraph(&section.sentences);
        html += &list(&section.notes);
        html += &plots(&section)?;
        html += "</section>\n";
    }
    if let Some(players) = players(comparison) {
        html += &folded("Players and their settings", &table(&players));
    }
    Ok(html + "</article>\n")
}

/// A table that scrolls by itself where it is too wide, and repeats its headings on every page.
fn table(columns: &Columns) -> String {
    let headings: String = columns.headings.iter().map(|heading| format!("<th>{}</th>", escape(heading))).collect();
    let row = |(at, cells): (usize, &Vec<String>)| {
        let verdict = columns.verdicts.get(at).copied().flatten();
        let cells = cells.iter().enumerate().map(|(column, cell)| match verdict {
            Some(verdict) if column + 1 == columns.headings.len() => {
                format!("<td class=\"{}\">{cell}</td>", verdict.words().replace(' ', "-"))
            }
            _ => format!("<td>{}</td>", escape(cell)),
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = columns.rows.iter().enumerate().map(row).collect();
    let class = match columns.words == columns.headings.len() {
        true => " class=\"words\"",
        false if !columns.verdicts.is_empty() => " class=\"judged\"",
        false => "",
    };
    format!(
        "<div class=\"scroll\"><table{class}>\n<thead><tr>{headings}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

/// What is shown when somebody asks for it, so that figures come first; on paper all of it.
fn folded(title: &str, html: &str) -> String {
    if html.is_empty() {
        return String::new();
    }
    format!("<details>\n<summary>{title}</summary>\n{html}</details>\n")
}

/// Sentences, each on a line of its own.
fn paragraph(sentences: &[String]) -> String {
    let lines: Vec<String> = sentences.iter().map(|sentence| escape(sentence)).collect();
    if lines.is_empty() { String::new() } else { format!("<p>{}</p>\n", lines.join("<br/>\n")) }
}

fn list(sentences: &[String]) -> String {
    let list: String = sentences.iter().map(|sentence| format!("<li>{}</li>\n", escape(sentence))).collect();
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
    for played in section.matches.iter().filter(|played| !played.secrecy.is_empty()) {
        let names: Vec<&str> = played.players.iter().map(|player| player.name.as_str()).collect();
        let what = format!(
            "Possible worlds after each move of player 1, for whoever knows least: mean, and the middle half of the \
             games, {}.",
            names.join(" and ")
        );
        plots += &figure(plot::secrecy(&played.secrecy)?, &what, "");
    }
    Ok(if plots.is_empty() { plots } else { format!("<div class=\"plots\">\n{plots}</div>\n") })
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
