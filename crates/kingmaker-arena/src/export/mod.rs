//! Stored games as tables for other programs: one line for each seat of each game.

#[cfg(feature = "parquet")]
pub mod parquet;

use std::io::{self, Write};

use crate::store::{StoredGame, StoredMatch};

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A number.
    Real(f64),
    /// Not known.
    Nothing,
}

/// What is in the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// Whole numbers.
    Whole,
    /// Numbers.
    Real,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// How it is called.
    pub name: &'static str,
    /// What is in its cells, unless nothing is known.
    pub kind: Kind,
    /// What that means.
    pub help: &'static str,
}

const fn column(name: &'static str, kind: Kind, help: &'static str) -> Column {
    Column { name, kind, help }
}

/// The columns, in their order.
pub const COLUMNS: &[Column] = &[
    column("match", Kind::Whole, "number of the match in the store"),
    column("game", Kind::Text, "the game's spec"),
    column("match_seed", Kind::Whole, "seed of the match"),
    column("index", Kind::Whole, "which game of the match, from zero"),
    column("seed", Kind::Whole, "seed of the game"),
    column("seat", Kind::Whole, "the seat, from one"),
    column("player", Kind::Text, "the player's spec"),
    column("budget", Kind::Text, "what it may spend on a move"),
    column("share", Kind::Real, "what the seat got"),
    column("moves", Kind::Whole, "moves of this seat"),
    column("playouts", Kind::Whole, "playouts of this seat, summed over its moves"),
    column("nodes", Kind::Whole, "nodes of this seat, summed over its moves"),
    column("depth", Kind::Whole, "depths of this seat's searches, summed over its moves"),
    column("thinking_ms", Kind::Real, "thinking time of this seat, if time was limited"),
    column("plies", Kind::Whole, "length of the game"),
    column("capped", Kind::Whole, "1 if the game was cut off undecided"),
    column("legal_moves", Kind::Whole, "legal moves, summed over the moves of all seats"),
    column("game_ms", Kind::Real, "how long the game took"),
    column("program", Kind::Text, "what played it: version and commit"),
];

/// The lines of a game, with a cell for each column.
pub fn lines(of: &StoredMatch, number: u64, game: &StoredGame) -> Vec<Vec<Cell>> {
    let record = &game.record;
    let line = |seat: usize| {
        let moves = || record.moves.iter().filter(move |mv| mv.seat == Some(seat + 1));
        let spent = record.spent(seat);
        let thinking: Option<f64> = moves().map(|mv| mv.milliseconds).sum();
        let is_timed = moves().next().is_some() && thinking.is_some();
        let text = |texts: &[String]| texts.get(seat).map_or(Cell::Nothing, |text| Cell::Text(text.clone()));
        vec![
            Cell::Whole(number),
            Cell::Text(record.game.clone()),
            Cell::Whole(of.seed),
            Cell::Whole(record.index),
            Cell::Whole(record.seed),
            Cell::Whole(seat as u64 + 1),
            text(&record.seating),
            text(&record.budgets),
            record.shares.get(seat).map_or(Cell::Nothing, |&share| Cell::Real(f64::from(share))),
            Cell::Whole(spent.moves),
            Cell::Whole(spent.playouts),
            Cell::Whole(spent.nodes),
            Cell::Whole(spent.depth),
            thinking.filter(|_| is_timed).map_or(Cell::Nothing, Cell::Real),
            Cell::Whole(u64::from(record.plies)),
            Cell::Whole(u64::from(record.capped)),
            Cell::Whole(record.legal_moves),
            game.milliseconds.map_or(Cell::Nothing, Cell::Real),
            game.program.clone().map_or(Cell::Nothing, Cell::Text),
        ]
    };
    (0..record.seating.len()).map(line).collect()
}

/// Writes the names of the columns as a line of CSV.
pub fn csv_header(out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))
}

/// Writes one line of CSV (RFC 4180, but for the line's end).
pub fn csv_line(line: &[Cell], out: &mut dyn Write) -> io::Result<()> {
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) if text.contains(['"', ',', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Cell::Text(text) => text.clone(),
        Cell::Whole(number) => number.to_string(),
        Cell::Real(number) => number.to_string(),
        Cell::Nothing => String::new(),
    };
    let cells: Vec<String> = line.iter().map(cell).collect();
    writeln!(out, "{}", cells.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_where_they_must_be() {
        let mut out = Vec::new();
        let line = [Cell::Text("mcts(c=0.3, a=\"b\")".to_owned()), Cell::Nothing, Cell::Whole(7), Cell::Real(0.5)];
        csv_line(&line, &mut out).expect("written");
        assert_eq!(String::from_utf8(out).expect("text"), "\"mcts(c=0.3, a=\"\"b\"\")\",,7,0.5\n");
    }
}
