//! Positions as text and back, and text that is neither a position nor a move.

use kingmaker_core::{Game, Notation, Rng};
use proptest::prelude::*;

use super::Focus;
use super::tests::game;

#[test]
fn garbled_positions_are_refused_with_the_offender() {
    let game = game(2);
    let start = game.position_text(&game.start(&mut Rng::new(0)));
    let cases = [
        ("", "", "six fields"),
        (" 1 ", " 3 ", "the player to move from 1 to 2"),
        ("1,1,2,2,1,1", "1,1,2,2,1", "6 stacks"),
        ("1,1,2,2,1,1", "1,1,2,2,1,3", "players from 1 to 2"),
        ("1,1,2,2,1,1", "1,1,2,2,1,111111", "up to 5"),
        (" 0,0 ", " 0,0,0 ", "the reserves"),
        (" 0,0 ", " 1,0 ", "at most 18"),
        (" - ", " 1 ", "with three players"),
        (" - 0", " - x", "the number of plies"),
        (" 1 ", " won1 ", "has won"),
        (" 1 ", " drawn ", "after 20000 plies"),
        (" 0,0/0,0 ", " 0,7/0,0 ", "at most 18"),
        (" 0,0/0,0 ", " 1,0/0,0 ", "own colour"),
    ];
    for (from, to, expected) in cases {
        let text = if from.is_empty() { String::new() } else { start.replacen(from, to, 1) };
        let error = game.parse_position(&text).expect_err(&text);
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}

/// An otherwise empty board with this upper row, and the other fields.
fn upper_row(stacks: &str, fields: &str) -> String {
    let rest = [6, 8, 8, 8, 8, 6, 4].map(|width| vec!["."; width].join(","));
    format!("{stacks}/{} {fields}", rest.join("/"))
}

fn check_refused(game: &Focus, text: &str, offender: &str, expected: &str) {
    let error = game.parse_position(text).expect_err(text);
    assert_eq!((error.offender.as_str(), error.expected.as_str()), (offender, expected), "{text}");
}

fn check_accepted(game: &Focus, text: &str) {
    let state = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.position_text(&state), text);
}

#[test]
fn plies_have_to_fit_the_board() {
    let game = game(2);
    let start = game.position_text(&game.start(&mut Rng::new(0)));
    let one_step = start.replacen("./1,1,", "./.,1,", 1).replacen(".,", "1,", 1);
    let stacked = start.replacen("/1,1,", "/.,11,", 1);
    let cases = [
        (&start, " 1 0,0", " 2 0,0", "2", "1, because nobody is skipped before ply 18"),
        (&start, "- 0", "- 17", "1", "2, because nobody is skipped before ply 18"),
        (&start, "- 0", "- 20001", "20001", "at most 20000 plies, which are the cap"),
        (&start, " 1 0,0 0,0/0,0 - 0", " drawn 0,0 0,0/0,0 - 20001", "20001", "at most 20000 plies, which are the cap"),
        (&start, "- 0", "- 20000", "1", "drawn, because 20000 plies are the cap"),
        (&one_step, "", "", "0", "at least 1, which so many changes of the set-up take"),
        (&stacked, "", "", "0", "at least 1, which so many changes of the set-up take"),
        (&stacked, "- 0", "- 1", "1", "2, because nobody is skipped before ply 18"),
        // Four stacks are gone, each of which took a ply.
        (
            &start,
            "1,1,2,2,1,1/.,2,2",
            "1,22211,.,.,.,1/.,2,.",
            "0",
            "at least 4, which so many changes of the set-up take",
        ),
    ];
    for (text, from, to, offender, expected) in cases {
        check_refused(&game, &text.replacen(from, to, 1), offender, expected);
    }
    check_accepted(&game, &one_step.replace(" 1 0,0 0,0/0,0 - 0", " 2 0,0 0,0/0,0 - 1"));
    check_accepted(&game, &stacked.replace(" 1 0,0 0,0/0,0 - 0", " 2 0,0 0,0/0,0 - 1"));
}

#[test]
fn three_players_enter_their_pieces_in_turn() {
    let game = game(3);
    let start = game.position_text(&game.start(&mut Rng::new(0)));
    assert!(start.starts_with(".,.,.,./1,") && start.ends_with(" 1 0,0,0 0,0,0/0,0,0/0,0,0 123 0"), "{start}");
    let fields = " 1 0,0,0 0,0,0/0,0,0/0,0,0 123 0";
    let with = |row: &str, turn: &str, held: &str, ply: u32| {
        let fields_now = format!(" {turn} 0,0,0 0,0,0/0,0,0/0,0,0 {held} {ply}");
        start.replacen(".,.,.,.", row, 1).replace(fields, &fields_now)
    };
    for (row, turn, held, ply) in [(".,1,.,.", "2", "23", 1), (".,1,2,.", "3", "3", 2), ("3,1,2,.", "1", "-", 3)] {
        check_accepted(&game, &with(row, turn, held, ply));
    }
    let cases = [
        (with(".,1,.,.", "2", "123", 1), "14 pieces of player 1", "at most 13"),
        (with(".,2,.,.", "2", "13", 1), "13", "23 at ply 1"),
        (with(".,1,2,.", "3", "3", 1), "3", "23 at ply 1"),
        (with("3,1,2,.", "1", "-", 2), "-", "3 at ply 2"),
        (with(".,1,.,.", "3", "23", 1), "3", "2, because nobody is skipped before ply 16"),
        (with(".,12,.,.", "3", "3", 2), "2", "at least 3, which so many changes of the set-up take"),
    ];
    for (text, offender, expected) in cases {
        check_refused(&game, &text, offender, expected);
    }
}

#[test]
fn whoever_moved_last_controls_a_stack() {
    let game = game(2).long();
    check_accepted(&game, &upper_row("1,2,.,.", "1 0,0 0,17/17,0 - 200"));
    check_accepted(&game, &upper_row("1,2,.,.", "2 0,0 0,17/17,0 - 200"));
    check_accepted(&game, &upper_row("1,.,.,.", "2 0,5 0,13/17,0 - 200"));
    check_accepted(&game, &upper_row("1,.,.,.", "won1 0,0 0,18/17,0 - 200"));
    check_accepted(&game, &upper_row("1,2,.,.", "drawn 0,0 0,17/17,0 - 20000"));
    let cases = [
        ("1,.,.,.", "1 0,5 0,13/17,0 - 200", "1", "a stack of player 2, who was the last to move"),
        ("1,.,.,.", "1 0,0 0,18/17,0 - 200", "1", "won1, because nobody else can move"),
        ("1,.,.,.", "drawn 0,0 0,18/17,0 - 20000", "drawn", "won1, because nobody else can move"),
        ("1,2,.,.", "won1 0,0 0,17/17,0 - 200", "won1", "a position that player 1 has won"),
        (".,.,.,.", "won1 4,0 0,18/14,0 - 200", "won1", "a stack of player 1, who was the last to move"),
        (".,.,.,.", "drawn 4,4 0,14/14,0 - 20000", "drawn", "a stack of whoever was the last to move"),
    ];
    for (row, fields, offender, expected) in cases {
        check_refused(&game, &upper_row(row, fields), offender, expected);
    }
}

#[test]
fn captures_have_become_enough_with_the_last_move() {
    let cases = [
        ("21211,2,.,.", "won1 15,0 0,15/0,0 - 200", "captures of player 1 that the last move can have made enough"),
        ("2121,2,.,.", "won1 16,9 0,6/0,0 - 200", "captures of player 1 that the last move can have made enough"),
        ("11112,2,.,.", "won1 14,10 0,6/0,0 - 200", "captures of player 1 that the last move can have made enough"),
        ("21211,2,.,.", "won1 9,9 0,6/6,0 - 200", "a position in which only one player has captured enough"),
        ("21211,2,.,.", "won2 15,9 0,6/0,0 - 200", "a position that player 2 has won"),
        ("21211,2,.,.", "2 15,9 0,6/0,0 - 200", "won1, because player 1 has captured enough"),
        ("21211,2,.,.", "drawn 15,9 0,6/0,0 - 20000", "won1, because player 1 has captured enough"),
    ];
    for (row, fields, expected) in cases {
        let turn = fields.split(' ').next().expect("a field");
        check_refused(&game(2), &upper_row(row, fields), turn, expected);
    }
    check_accepted(&game(2), &upper_row("21211,2,.,.", "won1 15,9 0,6/0,0 - 200"));
    check_accepted(&game(2), &upper_row("21211,2,.,.", "won1 15,5 0,10/0,0 - 200"));
    // Three of each opponent: five pieces less are two of one.
    check_accepted(&game(3), &upper_row("33331,2,.,.", "won1 12,4,3 0,8,6/0,0,0/0,0,0 - 200"));
    let text = upper_row("33331,2,.,.", "won1 12,3,3 0,9,6/0,0,0/0,0,0 - 200");
    let expected = "captures of player 1 that the last move can have made enough";
    check_refused(&game(3), &text, "won1", expected);
}

proptest! {
    #[test]
    fn parsers_never_panic(text in "[0-9.,/ wondrae@-]{0,120}", players in 2usize..=4) {
        let game = game(players);
        let start = game.start(&mut Rng::new(0));
        let _ = game.parse_position(&text);
        let _ = game.parse_move(&start, &text);
    }

    /// A valid text with one character replaced is refused or is another position.
    #[test]
    fn mutated_positions_never_panic(at in 0usize..140, character in "[0-9.,/ wd-]", players in 2usize..=4) {
        let game = game(players);
        let mut text = game.position_text(&game.start(&mut Rng::new(0)));
        if at < text.len() {
            text.replace_range(at..=at, &character);
        }
        if let Ok(state) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        }
    }
}
