//! What goes to standard output.

use std::io::{self, Write};

use kingmaker_arena::draw::{self, terminal::WIDTH};
use kingmaker_core::{Player, Teams};
use serde::Serialize;

use crate::failure::Failure;

/// Whether standard output understands colours: a terminal, and no `NO_COLOR`.
pub(crate) fn colour() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// How messages call it.
pub(crate) const STANDARD_OUTPUT: &str = "to standard output";

/// Prints text as it is.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::from(error).writing(STANDARD_OUTPUT))
}

/// Prints text for people: lines of more than 80 columns are wrapped by words.
pub(crate) fn print_folded(text: &str) -> Result<(), Failure> {
    print(&folded(text, 2))
}

/// Text of which no line has more than 80 columns, if its words allow it. What is wrapped hangs by so many blanks.
pub(crate) fn folded(text: &str, hang: usize) -> String {
    let fold = |line: &str| {
        if line.chars().count() <= WIDTH {
            return format!("{line}\n");
        }
        let start = line.len() - line.trim_start().len();
        let first = draw::wrapped(line.split_whitespace(), WIDTH.saturating_sub(start)).swap_remove(0);
        let others = line.split_whitespace().skip(first.split(' ').count());
        let others = draw::wrapped(others, WIDTH.saturating_sub(start + hang)).into_iter();
        let lines: Vec<String> = [first].into_iter().chain(others.filter(|line| !line.is_empty())).collect();
        let [indent, gap] = [start, start + hang].map(|blanks| " ".repeat(blanks));
        format!("{indent}{}\n", lines.join(&format!("\n{gap}")))
    };
    text.lines().map(fold).collect()
}

/// Prints one JSON document.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    print(&text)
}

/// A share in per cent.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

/// Words with blanks between them, in lines of at most 80 columns.
pub(crate) fn wrapped(words: &[String]) -> String {
    draw::wrapped(words.iter().map(String::as_str), WIDTH).join("\n") + "\n"
}

/// Whose shares are told apart: the players, or where some win together, the teams. Each with one of its players.
pub(crate) fn sides(teams: &Teams) -> Vec<(String, usize)> {
    if teams.are_alone() {
        return Player::all(teams.players()).map(|player| (format!("player {player}"), player.index())).collect();
    }
    let name = |team: usize| teams.roles().get(team).map_or_else(|| format!("team {}", team + 1), |&role| role.into());
    (0..teams.count()).map(|team| (name(team), teams.members(team).next().map_or(0, Player::index))).collect()
}

/// Rows of text in columns, the first one aligned to the left and the others to the right.
#[derive(Debug, Default)]
pub(crate) struct TextTable {
    rows: Vec<Vec<String>>,
    left: usize,
}

impl TextTable {
    /// A table with these headings, of which the first `left` columns are aligned to the left.
    pub(crate) fn new(left: usize, headings: &[&str]) -> Self {
        TextTable { rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()], left }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as lines of text, of 80 columns if that is possible: a name before numbers that would make it too wide has
    /// lines of its own, and where there are several columns of text, the widest are wrapped by words.
    pub(crate) fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let length = |cell: &String| cell.chars().count();
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column)).map(length);
        let mut widths: Vec<usize> = (0..columns).map(|column| cells(column).max().unwrap_or(0)).collect();
        let numbers: usize = widths.iter().skip(1).map(|width| width + 2).sum();
        if self.left == 1 {
            let room = WIDTH.saturating_sub(numbers);
            let is_long = |name: &String| length(name) > room;
            if !self.rows.first().and_then(|headings| headings.first()).is_some_and(is_long) {
                widths
                    .iter_mut()
                    .take(1)
                    .for_each(|width| *width = cells(0).filter(|&width| width <= room).max().unwrap_or(0));
            }
        } else {
            let total = numbers + widths.first().copied().unwrap_or(0);
            let words = |column: usize| {
                self.rows.iter().filter_map(move |row| row.get(column)).flat_map(|cell| cell.split(' '))
            };
            let narrowest = |column: usize| words(column).map(|word| word.chars().count()).max().unwrap_or(0);
            for _ in WIDTH..total {
                let wide = (0..self.left.min(columns)).filter(|&column| widths[column] > narrowest(column));
                let Some(widest) = wide.max_by_key(|&column| widths[column]) else { break };
                widths[widest] -= 1;
            }
        }
        self.rows.iter().map(|row| self.row_text(row, &widths)).collect()
    }

    fn row_text(&self, row: &[String], widths: &[usize]) -> String {
        let mut text = String::new();
        let mut cells: Vec<Vec<String>> = row
            .iter()
            .zip(widths)
            .map(|(cell, &width)| match cell.chars().count() > width {
                true if self.left > 1 => draw::wrapped(cell.split(' '), width),
                _ => vec![cell.clone()],
            })
            .collect();
        // A name that is too long stands above its numbers.
        if cells.first().is_some_and(|name| name[0].chars().count() > widths[0]) && self.left == 1 {
            let name = std::mem::replace(&mut cells[0], vec![String::new()]);
            text += &(draw::wrapped(name[0].split(' '), WIDTH).join("\n") + "\n");
        }
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let mut columns = String::new();
            for (column, lines) in cells.iter().enumerate() {
                let cell = lines.get(line).map_or("", String::as_str);
                let blanks = " ".repeat(widths[column].saturating_sub(cell.chars().count()));
                let gap = if column == 0 { "" } else { "  " };
                columns +=
                    &if column < self.left { format!("{gap}{cell}{blanks}") } else { format!("{gap}{blanks}{cell}") };
            }
            text += columns.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A number with commas between thousands.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.max(0.0));
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number without needless digits: shared wins are fractions.
pub(crate) fn fraction(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// So many games, in words.
pub(crate) fn games(games: u64) -> String {
    if games == 1 { "one game".to_owned() } else { format!("{games} games") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        let text = wrapped(&vec!["b18,a19,b19,c19,a20".to_owned(); 9]);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!((text.lines().count(), text.split_whitespace().count()), (3, 9));
    }

    #[test]
    fn columns_line_up() {
        let mut table = TextTable::new(1, &["player", "wins"]);
        table.row(["a".to_owned(), "10".to_owned()]);
        assert_eq!(table.text(), "player  wins\na         10\n");
    }

    #[test]
    fn a_long_name_has_a_line_of_its_own() {
        let mut table = TextTable::new(1, &["player", "wins"]);
        let long = "mcts(".to_owned() + &"x".repeat(90) + ")";
        table.row([long.clone(), "10".to_owned()]);
        table.row(["a".to_owned(), "7".to_owned()]);
        assert_eq!(table.text(), format!("player  wins\n{long}\n          10\na          7\n"));
    }

    #[test]
    fn long_lines_hang() {
        let text = folded(&format!("  {}\nshort", ["word"; 20].join(" ")), 2);
        let second = format!("\n    {}\nshort\n", ["word"; 5].join(" "));
        assert!(text.starts_with("  word word") && text.ends_with(&second), "{text}");
    }

    #[test]
    fn the_widest_of_several_columns_of_text_is_wrapped() {
        let mut table = TextTable::new(2, &["game", "what it is"]);
        table.row(["focus".to_owned(), ["stacks"; 14].join(" ")]);
        let text = table.text();
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.ends_with("\n       stacks stacks stacks stacks\n"), "{text}");
    }

    #[test]
    fn thousands() {
        assert_eq!([0.0, 999.4, 1000.0, 1234567.0].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
