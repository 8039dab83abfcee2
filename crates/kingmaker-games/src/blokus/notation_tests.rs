//! Moves and positions as text and back, and text that is neither.

use kingmaker_core::{Game, Notation, OutOfTurn, Player, Rng};
use proptest::prelude::*;

use super::Blokus;
use super::board::Square;
use super::tests::{MIDGAME, legal, play_all, start, two_place_everything};

#[test]
fn moves_are_read_in_any_order_and_refused_with_a_reason() {
    let game = Blokus::standard();
    let mut state = start(&game);
    let mv = game.parse_move(&state, "A20, c20,c19 ,b20,c18").expect("a legal move");
    assert_eq!(game.move_text(&state, mv), "c18,c19,a20,b20,c20");
    play_all(&game, &mut state, &[(1, "c18,c19,a20,b20,c20"), (2, "t20"), (1, "d17,e17")]);
    game.hand_turn(&mut state, Player::new(0));
    let cases = [
        ("", "", "a square from a1 to t20"),
        ("u1", "u1", "a square from a1 to t20"),
        ("a21", "a21", "a square from a1 to t20"),
        ("a+1", "a+1", "a square from a1 to t20"),
        ("f16,,f15", "", "a square from a1 to t20"),
        ("f16,é", "é", "a square from a1 to t20"),
        ("f16,f16", "f16", "only once"),
        ("f16,h16", "f16,h16", "squares of a piece"),
        ("f16,f15,f14,f13,f12,f11", "f16,f15,f14,f13,f12,f11", "squares of a piece"),
        ("f16,g16", "f16,g16", "already placed the 2"),
        ("t20", "t20", "t20 is not empty"),
        ("d18", "d18", "d18 is at an edge of an own piece"),
        ("h10", "h10", "no square of it is at a corner of an own piece"),
    ];
    for (text, offender, expected) in cases {
        let error = game.parse_move(&state, text).expect_err(text);
        assert_eq!(error.offender, offender, "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
    game.hand_turn(&mut state, Player::new(2));
    let error = game.parse_move(&state, "a1").expect_err("another player's corner");
    assert_eq!(error.illegal.as_deref(), Some("player 3 begins at t1"));
}

#[test]
fn garbled_positions_are_refused_with_the_offender() {
    let game = Blokus::standard();
    let empty_row = ".".repeat(20);
    let cases = [
        ("1 - -", "1 -", "", "four fields"),
        ("1 - -", "5 - -", "5", "the player to move, who is 1"),
        ("1 - -", "over - -", "over", "the player to move"),
        ("1 - -", "1 2 -", "2", "-, the players who cannot move"),
        ("1 - -", "1 - 1", "1", "placed all pieces"),
        ("/444.4", "444.4", "", "20 rows separated by '/', not 19"),
        ("444.4...", "444.4..", "444.4.........3...3", "20 squares in row 1"),
        ("444.4", "444.5", "5", "a player from 1 to 4 in row 1"),
        ("11....", ".1....", "", "a piece of player 1 on a20"),
        ("444.4...", "444.4444", "", "at most five squares for player 4"),
        ("444.4..", "444.4.4", "g1", "player 4 that touches the others"),
        ("..1..11.", "..1...1.", "", "only one"),
    ];
    for (from, to, offender, expected) in cases {
        let text = MIDGAME.replacen(from, to, 1);
        assert_ne!(text, MIDGAME, "{from}");
        let error = game.parse_position(&text).expect_err(&text);
        assert!(error.expected.contains(expected), "{text}: {error}");
        assert!(offender.is_empty() || error.offender == offender, "{error}");
    }
    assert!(game.parse_position(&empty_row).is_err());
}

#[test]
fn everybody_places_one_piece_in_turn_until_they_cannot() {
    let game = Blokus::standard();
    // Without the four squares of player 2 at the right edge.
    let column = ["2.2/..1", "..2/.1.", "..2/.11", "..2/..1"].map(|rows| (rows, rows.replacen("2/", "./", 1)));
    let shorter = column.iter().fold(MIDGAME.to_owned(), |text, (from, to)| text.replacen(from, to, 1));
    let rule = ", as everybody places one piece in turn until they cannot";
    let cases = [
        (MIDGAME.replace(" 1 - -", " 2 - -"), "2", "the player to move, who is 1".to_owned()),
        (MIDGAME.replace(" 1 - -", " 12 - -"), "12", "the player to move, who is 1".to_owned()),
        (shorter.clone(), "7 pieces of player 3", format!("6{rule}")),
        (shorter.replace(" 1 - -", " 2 - -"), "7 pieces of player 3", format!("6{rule}")),
    ];
    for (text, offender, expected) in cases {
        let error = game.parse_position(&text).expect_err(&text);
        assert_eq!((error.offender.as_str(), error.expected), (offender, expected), "{text}");
    }
    let duo = Blokus::duo();
    let mut state = start(&duo);
    play_all(&duo, &mut state, &[(1, "e10"), (2, "j5"), (1, "f9,g9"), (1, "h8,h7,h6")]);
    let text = duo.position_text(&state);
    let error = duo.parse_position(&text).expect_err(&text);
    assert_eq!((error.offender.as_str(), error.expected), ("3 pieces of player 1", format!("2{rule}")), "{text}");
}

/// In a random game only the right turn is accepted, also when somebody is out and has fewer pieces.
#[test]
fn who_is_out_may_have_fewer_pieces() {
    let game = Blokus::standard();
    let (mut rng, mut scratch) = (Rng::new(5), Vec::new());
    let mut state = start(&game);
    let mut fewer = false;
    while let Some(mv) = game.random_move(&state, &mut rng, &mut scratch) {
        game.play(&mut state, mv);
        let counts: Vec<usize> = Player::all(4).map(|player| state.played(player).count()).collect();
        assert_eq!(game.next_player(&mut state.clone()), Ok(state.turn()), "{counts:?}");
        fewer |= state.turn().is_some() && counts.iter().max() > counts.iter().min().map(|least| least + 1).as_ref();
        for player in Player::all(4).filter(|&player| state.turn().is_some() && state.turn() != Some(player)) {
            let mut handed = state.clone();
            game.hand_turn(&mut handed, player);
            let text = game.position_text(&handed);
            assert!(game.parse_position(&text).is_err(), "{text}");
        }
    }
    assert!(fewer, "somebody was out before the end");
}

#[test]
fn the_monomino_was_last_or_not_by_how_the_pieces_touch() {
    let game = Blokus::standard();
    let (mut state, pieces) = two_place_everything(&game);
    for (text, expected) in [("13", "without player 3"), ("3", "without player 3"), ("2", "placed all pieces")] {
        let error = game.read_finished(text, &pieces, &mut state.clone()).expect_err(text);
        assert!(error.offender == text && error.expected.contains(expected), "{error}");
    }
    for text in ["1", "-"] {
        assert_eq!(game.read_finished(text, &pieces, &mut state), Ok(()), "{text}");
    }
    // Three pieces of player 4 in a row, the smallest at the end.
    let four = Player::new(3);
    let mut state = start(&game);
    let chain = ["a1,b1", "c2,c3,c4", "d5"].map(|text| {
        game.hand_turn(&mut state, four);
        let mv = game.parse_move(&state, text).expect("legal");
        game.play(&mut state, mv);
        mv
    });
    assert_eq!(chain.map(|last| game.can_be_last(four, &chain, last)), [false, false, true]);
}

proptest! {
    #[test]
    fn parsers_never_panic(text in "[0-9a-u., /+é-]{0,60}", duo: bool) {
        let game = if duo { Blokus::duo() } else { Blokus::standard() };
        let _ = game.parse_position(&text);
        let _ = game.parse_move(&start(&game), &text);
    }

    /// A valid text with one character replaced is refused or is another position.
    #[test]
    fn mutated_positions_never_panic(at in 0usize..425, character in "[0-5./ ov-]") {
        let game = Blokus::standard();
        let mut text = MIDGAME.to_owned();
        if at < text.len() {
            text.replace_range(at..=at, &character);
        }
        if let Ok(state) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        }
    }

    #[test]
    fn random_squares_are_moves_or_refused(squares in proptest::collection::vec((0usize..20, 0usize..20), 1..7)) {
        let game = Blokus::standard();
        let state = game.parse_position(MIDGAME).expect("a valid position");
        let names: Vec<String> =
            squares.iter().map(|&(row, column)| Square::new(row, column).to_string()).collect();
        if let Ok(mv) = game.parse_move(&state, &names.join(",")) {
            prop_assert!(legal(&game, &state).contains(&mv));
        }
    }
}
