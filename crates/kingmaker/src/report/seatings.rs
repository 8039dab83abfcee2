//! Win rates by seating, by numbers of seats and by seat.

use kingmaker_arena::statistics::Rate;
use kingmaker_arena::statistics::seating::{SeatingLine, Seatings};

use crate::output::{fraction, percent};

use super::Columns;

/// The three tables, with a letter for each player.
pub(crate) fn tables(names: &[&str], seatings: &Seatings) -> Vec<Columns> {
    let letters: Vec<String> = ('A'..='Z').take(names.len()).map(String::from).collect();
    let legend: Vec<String> = letters.iter().zip(names).map(|(letter, name)| format!("{letter} = {name}")).collect();
    let table = |first: [&str; 2], rows: Vec<Vec<String>>| Columns {
        caption: None,
        headings: first.into_iter().map(str::to_owned).chain(letters.iter().cloned()).collect(),
        rows,
        verdicts: Vec::new(),
        words: 1,
    };
    let seated = |kinds: &[usize]| kinds.iter().map(|&kind| letters[kind].as_str()).collect::<Vec<_>>().join(" ");
    let numbers = |numbers: &[usize]| {
        let seats = letters.iter().zip(numbers).map(|(letter, seats)| format!("{seats} {letter}"));
        seats.collect::<Vec<_>>().join(", ")
    };
    let mut by_seating =
        table(["seating", "games"], rows(seatings.by_seating(), seated, |kinds, kind| kinds.contains(&kind)));
    by_seating.caption = Some(legend.join(", "));
    let by_number =
        table(["seats", "games"], rows(seatings.by_number_of_seats(), numbers, |numbers, kind| numbers[kind] > 0));
    vec![by_seating, by_number, table(["seat", "games each"], by_seat(seatings))]
}

/// Games that have something in common, and how often each player won them.
fn rows(
    lines: Vec<SeatingLine>,
    key: impl Fn(&[usize]) -> String,
    has_seat: impl Fn(&[usize], usize) -> bool,
) -> Vec<Vec<String>> {
    let row = |line: SeatingLine| {
        let rate = |(kind, wins): (usize, &f64)| match has_seat(&line.key, kind) {
            true => percent(wins / line.games as f64),
            false => "-".to_owned(),
        };
        [key(&line.key), line.games.to_string()].into_iter().chain(line.wins.iter().enumerate().map(rate)).collect()
    };
    lines.into_iter().map(row).collect()
}

fn by_seat(seatings: &Seatings) -> Vec<Vec<String>> {
    let row = |(seat, rates): (usize, Vec<Rate>)| {
        let games = rates.iter().map(|rate| rate.games).fold(0.0, f64::max);
        let rate = |rate: &Rate| rate.value().map_or("-".to_owned(), percent);
        [seat.to_string(), fraction(games)].into_iter().chain(rates.iter().map(rate)).collect()
    };
    (1..).zip(seatings.by_seat()).map(row).collect()
}
