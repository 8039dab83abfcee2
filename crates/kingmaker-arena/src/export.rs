//! Stored games as tables for other programs: one line for each seat of each game.

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

/// The columns: what they are called, and what is in them.
pub const COLUMNS: &[(&str, &str)] = &[
    ("match", "number of the match in the store"),
    ("game", "the game's spec"),
    ("match_seed", "seed of the match"),
    ("index", "which game of the match, from zero"),
    ("seed", "seed of the game"),
    ("seat", "the seat, from one"),
    ("player", "the player's spec"),
    ("budget", "what it may spend on a move"),
    ("share", "what the seat got"),
    ("moves", "moves of this seat"),
    ("playouts", "playouts of this seat, summed over its moves"),
    ("nodes", "nodes of this seat, summed over its moves"),
    ("depth", "depths of this seat's searches, summed over its moves"),
    ("thinking_ms", "thinking time of this seat, if time was limited"),
    ("plies", "length of the game"),
    ("capped", "1 if the game was cut off undecided"),
    ("legal_moves", "legal moves, summed over the moves of all seats"),
    ("game_ms", "how long the game took"),
    ("program", "what played it"),
];

/// The lines of a game, with a cell for each column.
pub fn lines(of: &StoredMatch, number: u64, game: &StoredGame) -> Vec<Vec<Cell>> {
    let record = &game.record;
    let line = |seat: usize| {
        let moves = || record.moves.iter().filter(move |mv| mv.seat == Some(seat + 1));
        let sum = |part: fn(&crate::record::MoveRecord) -> u64| Cell::Whole(moves().map(part).sum());
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
            sum(|_| 1),
            sum(|mv| mv.playouts),
            sum(|mv| mv.nodes),
            sum(|mv| mv.depth),
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
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
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
