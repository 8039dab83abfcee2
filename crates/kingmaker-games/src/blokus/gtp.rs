//! What Blokus programs call things in the Go Text Protocol: games, colours and points.

use kingmaker_core::Player;

use super::pieces::ALL_SQUARES;

/// The games that have a name, each with its spec.
const GAMES: [(&str, &str); 2] = [("Blokus", "blokus"), ("Blokus Duo", "blokus(board=duo)")];

/// The names of colours, seat by seat; the first of each is what we say.
const FOUR: &[&[&str]] = &[&["1", "blue"], &["2", "yellow"], &["3", "red"], &["4", "green"]];
const TWO: &[&[&str]] = &[&["b", "blue", "black", "1"], &["w", "green", "white", "2"]];

fn colours(players: usize) -> &'static [&'static [&'static str]] {
    if players == 2 { TWO } else { FOUR }
}

/// What the game of a spec is called, if it has a name.
pub fn name_of(spec: &str) -> Option<&'static str> {
    let is_duo = spec.contains("board=duo");
    (spec.split('(').next() == Some("blokus")).then_some(GAMES[usize::from(is_duo)].0)
}

/// The spec of the game that is called so.
pub fn spec_of(name: &str) -> Option<&'static str> {
    GAMES.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, spec)| spec)
}

/// What the colour of a seat is called in a game for so many.
pub fn colour_of(players: usize, seat: Player) -> &'static str {
    colours(players)[seat.index()][0]
}

/// The seat of the colour that is called so.
pub fn seat_of(players: usize, colour: &str) -> Option<Player> {
    let has_name = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(colour));
    colours(players).iter().position(|names| has_name(names)).map(Player::new)
}

/// Whether a seat has no move any more, in a position as this game writes it.
pub fn is_out(position: &str, seat: Player) -> bool {
    position.split(' ').nth(2).is_some_and(|stuck| stuck.contains(&seat.to_string()))
}

/// The points in a position as this game writes it: those of four colours, or by how much one of two leads. A colour has
/// a point for each square, and more for all pieces, the smallest one last.
pub fn score(position: &str, players: usize) -> String {
    let fields: Vec<&str> = position.split(' ').collect();
    let points = |seat: Player| {
        let mark = seat.to_string();
        let squares = fields.first().map_or(0, |rows| rows.matches(&mark).count());
        let has_smallest_last = fields.last().is_some_and(|finished| finished.contains(&mark));
        squares + if squares == ALL_SQUARES as usize { 15 } else { 0 } + if has_smallest_last { 5 } else { 0 }
    };
    let points: Vec<usize> = Player::all(players).map(points).collect();
    match points[..] {
        [first, second] if first > second => format!("B+{}", first - second),
        [first, second] if second > first => format!("W+{}", second - first),
        [_, _] => "0".to_owned(),
        _ => points.iter().map(|points| format!("{points} ")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for (name, spec) in GAMES {
            assert_eq!((name_of(spec), spec_of(&name.to_lowercase())), (Some(name), Some(spec)));
        }
        assert_eq!(
            (name_of("blokus(scoring=bonus)"), name_of("focus"), spec_of("classic")),
            (Some("Blokus"), None, None)
        );
        for players in [2, 4] {
            for seat in Player::all(players) {
                assert_eq!(seat_of(players, colour_of(players, seat)), Some(seat));
            }
        }
        assert_eq!(
            (seat_of(4, "Yellow"), seat_of(2, "Green"), seat_of(4, "black")),
            (seat_of(4, "2"), seat_of(2, "w"), None)
        );
    }

    #[test]
    fn scores_are_written_as_usual() {
        let two = |first: usize, second: usize| score(&format!("{}{} 1 - -", "1".repeat(first), "2".repeat(second)), 2);
        assert_eq!([two(5, 3), two(3, 4), two(3, 3)], ["B+2", "W+1", "0"]);
        let rows = "1".repeat(ALL_SQUARES as usize);
        assert_eq!(score(&format!("{rows}/22/3 4 13 -"), 4), "104 2 1 0 ");
        assert_eq!(score(&format!("{rows}/22/3 4 13 1"), 4), "109 2 1 0 ");
        assert!(is_out("22/3 4 13 1", Player::new(2)) && !is_out("22/3 4 13 1", Player::new(1)));
    }
}
