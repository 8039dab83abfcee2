//! Names of squares, positions as text and back, and text that is neither.

use std::collections::HashSet;

use kingmaker_core::{Game, Notation};
use proptest::prelude::*;

use super::board::Square;
use super::tests::{game, start};
use super::{Rolit, State};

#[test]
fn squares_are_named_as_usual() {
    let (rolit, othello) = (Rolit::new(4, 6), Rolit::othello(8));
    assert_eq!(rolit.name(Square::at(1, 1)), "a6");
    assert_eq!(rolit.name(Square::at(6, 6)), "f1");
    let state = start(&othello);
    let mut moves = Vec::new();
    othello.legal_moves(&state, &mut moves);
    assert_eq!(moves.iter().map(|&square| othello.name(square)).collect::<Vec<_>>(), ["d3", "c4", "f5", "e6"]);
}

#[test]
fn garbled_positions_are_refused_with_the_offender() {
    let game = game("rolit(players=3)");
    let text = game.position_text(&start(&game));
    assert_eq!(text, "......../......../......../...RY.../...BG.../......../......../........ R");
    let cases = [
        (text.as_str(), "", "", "two fields"),
        (" R", "", text.trim_end_matches(" R"), "two fields"),
        (" R", " R R", "", "two fields"),
        ("......../", "", "", "8 rows"),
        ("...RY...", "...RY....", "...RY....", "8 squares in row 5"),
        ("...RY...", "...RX...", "X", "a colour: R, Y, G, B"),
        ("...RY...", "...R\u{e9}...", "\u{e9}", "a colour: R, Y, G, B"),
        ("...RY...", "...R....", "", "a disc on e5"),
        ("........", "R.......", "", "a chain of discs from a8"),
        ("...RY...", "..BRY...", "", "no B on c5: blue does not play"),
        (" R", " B", "B", "the colour to move (R, Y, G)"),
        (" R", " RY", "RY", "the colour to move (R, Y, G)"),
        (" R", " -", "-", "red can still move"),
    ];
    for (from, to, offender, expected) in cases {
        let garbled = text.replacen(from, to, 1);
        let error = game.parse_position(&garbled).expect_err(&garbled);
        assert!(error.expected.contains(expected), "{garbled}: {error}");
        assert!(offender.is_empty() || error.offender == offender, "{garbled}: {error}");
    }
    let othello = Rolit::othello(4);
    let error = othello.parse_position("BBBB/BBBB/BBBB/BBBB W").expect_err("white cannot move");
    assert_eq!(error.expected, "-: white cannot move");
    let error = othello.parse_position(".BBB/BWBB/BBBB/BWWW W").expect_err("only black can move");
    assert_eq!(error.expected, "B: white cannot move");
    let error = game.parse_move(&start(&game), "a1").expect_err("illegal");
    assert_eq!((error.offender.as_str(), error.expected.starts_with("one of the 3 legal moves")), ("a1", true));
}

fn check_refused(game: &Rolit, text: &str, offender: &str, expected: &str) {
    let error = game.parse_position(text).expect_err(text);
    assert_eq!((error.offender.as_str(), error.expected.as_str()), (offender, expected), "{text}");
}

#[test]
fn positions_that_cannot_occur_are_refused() {
    let rolit = Rolit::new(4, 4);
    let cases = [
        ("..../.RY./.BG./.... Y", "Y", "R: red makes move 1"),
        ("..../.RRR/.BG./.... R", "R", "Y: yellow makes move 2"),
        ("..../.RRR/.BG./.... B", "B", "Y: yellow makes move 2"),
        ("..../.YR./.BG./.... R", "", "no R on c3: red has not moved yet and has only what it began with"),
        ("..../.RRR/.YG./.... Y", "", "no Y on b2: yellow has not moved yet and has only what it began with"),
        // There was something to turn.
        ("..../RRY./.BG./.... Y", "", "a disc that red can have put last"),
        // Yellow was between two red discs.
        ("..../.RYR/.BG./.... Y", "", "a disc that red can have put last"),
        ("..../GGGG/.GG./.... G", "", "no G on a3: green has not moved yet and has only what it began with"),
        // Whoever moves last has a disc.
        ("RRRR/RYYR/RGGR/RRRR -", "", "a disc that blue can have put last"),
    ];
    for (text, offender, expected) in cases {
        let board = text.split(' ').next().expect("a field");
        check_refused(&rolit, text, if offender.is_empty() { board } else { offender }, expected);
    }
    // The last disc may have come from below, but then it has left green between red discs.
    let large = "......../......../...YY.../...RYR../...BGR../.....R../......../........ Y";
    let board = large.trim_end_matches(" Y");
    check_refused(&Rolit::new(4, 8), large, board, "a disc that red can have put last");
    let text = large.replace("BGR", "BRR");
    assert_eq!(Rolit::new(4, 8).parse_position(&text).map(|state| Rolit::new(4, 8).position_text(&state)), Ok(text));
}

#[test]
fn positions_that_cannot_occur_are_refused_in_othello() {
    let othello = Rolit::othello(4);
    let cases = [
        ("..../.WB./.BW./.... W", "W", "B: black makes move 1"),
        ("..../.BW./.WB./.... B", "", "no B on b2: black has not moved yet and has only what it began with"),
        ("..../BBB./.BW./.... B", "B", "W: white makes move 2"),
        ("..../.BB./.BB./.BB. -", "-", "a colour that can move, as there is after any 2 plies"),
        // Every move turns something.
        ("..../.WBB/.BW./.... W", "", "a disc that black can have put last"),
        // White can move, so that black has not moved twice.
        ("..../BBB./BBBW/BBBB B", "", "a disc that white can have put last"),
        ("WBWB/BWBW/WBWB/BWBW -", "", "a disc that black or white can have put last"),
    ];
    for (text, offender, expected) in cases {
        let board = text.split(' ').next().expect("a field");
        check_refused(&othello, text, if offender.is_empty() { board } else { offender }, expected);
    }
}

/// The positions after one ply more, and whether anybody was skipped on the way.
fn next_positions(game: &Rolit, positions: &HashSet<State>) -> (HashSet<State>, bool) {
    let (mut next, mut skipped, mut legal) = (HashSet::new(), false, Vec::new());
    for state in positions {
        game.legal_moves(state, &mut legal);
        for &square in &legal {
            let mut after = state.clone();
            game.play(&mut after, square);
            skipped |= game.turn(&after) == game.turn(state);
            next.insert(after);
        }
    }
    (next, skipped)
}

#[test]
fn nobody_is_skipped_in_the_first_plies_of_othello() {
    for size in [4, 6, 8] {
        let game = Rolit::othello(size);
        let mut positions = HashSet::from([start(&game)]);
        for ply in 1..=game.plies_without_skips() {
            let skipped;
            (positions, skipped) = next_positions(&game, &positions);
            assert_eq!(skipped, ply == game.plies_without_skips(), "size {size}, ply {ply}");
        }
    }
}

/// Nothing is refused that occurs within a few plies of any game.
#[test]
fn all_positions_of_the_first_plies_are_read_back() {
    for spec in <Rolit as kingmaker_core::Registered>::SCHEMA.examples {
        let game = game(spec);
        let mut positions = HashSet::from([start(&game)]);
        for _ in 0..5 {
            positions = next_positions(&game, &positions).0;
            for state in &positions {
                assert_eq!(game.parse_position(&game.position_text(state)).as_ref(), Ok(state), "{spec}");
            }
        }
    }
}

const PROPERTY_SPECS: [&str; 4] =
    ["rolit", "rolit(players=3, size=6)", "rolit(players=2, size=4)", "rolit(rules=othello)"];

proptest! {
    #[test]
    fn parsers_never_panic(text in "[RYGBWrygbw./ a-h0-9-]{0,90}", spec in 0usize..4) {
        let game = game(PROPERTY_SPECS[spec]);
        let _ = game.parse_position(&text);
        let _ = game.parse_move(&start(&game), &text);
    }

    /// A valid text with one character replaced is refused or is another position.
    #[test]
    fn mutated_positions_never_panic(at in 0usize..74, character in "[RYGBW./ -]", spec in 0usize..4) {
        let game = game(PROPERTY_SPECS[spec]);
        let mut text = game.position_text(&start(&game));
        if at < text.len() {
            text.replace_range(at..=at, &character);
        }
        if let Ok(state) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        }
    }
}
