//! Names of cells, positions as text and back, and text that is neither.

use kingmaker_core::{BoardEvaluator, Game, Knowledge, Notation, Rng};
use proptest::prelude::*;

use super::tests::{BASES, cell, start};
use super::{Havannah, Move};
use crate::outcome::Outcome;

#[test]
fn cells_have_the_names_of_the_book() {
    let game = Havannah::new(5);
    let names = [((-4, 4), "a1"), ((0, 4), "e1"), ((-4, 0), "a5"), ((0, 0), "e5"), ((4, 0), "i5"), ((0, -4), "e9")];
    for (place, name) in names {
        assert_eq!(game.board.name(cell(&game, place)), name);
    }
    assert_eq!(game.board.name(cell(&game, (4, -4))), "i9");
    for base in BASES {
        let game = Havannah::new(base);
        for cell in game.board.all() {
            assert_eq!(game.parse_move(&start(&game), &game.board.name(cell)), Ok(Move(cell)));
        }
    }
}

#[test]
fn garbled_moves_are_refused_with_the_offender() {
    let game = Havannah::new(4);
    let state = game.parse_position("..../...../....../...1.../....../...../.... 2").expect("valid");
    let cases =
        [("d4", "a stone is there"), ("a5", "from a1"), ("a0", "from a1"), ("a01", "from a1"), ("h4", "from a1")];
    for (text, expected) in
        cases.into_iter().chain([("4d", "d4 in the middle"), ("d", "to g7"), ("swap", "taken over")])
    {
        let error = game.parse_move(&state, text).expect_err(text);
        assert_eq!(error.offender, text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn garbled_positions_are_refused_with_the_offender() {
    let game = Havannah::new(4);
    let empty = game.position_text(&start(&game));
    assert_eq!(empty, "..../...../....../......./....../...../.... 1");
    let cases = [
        ("", "two fields"),
        ("..../...../....../......./....../...../....", "two fields"),
        ("..../...../....../......./....../...../.... 3", "the player to move from 1 to 2"),
        ("..../...../....../......./....../...../.... won1", "a position that player 1 has won"),
        ("..../...../....../......./....../...../.... drawn", "only when the board is full"),
        ("..../...../....../....../...../.... 1", "7 rows"),
        ("..../...../....../....../....../...../.... 1", "7 cells in row 4"),
        ("..../...../....../...x.../....../...../.... 1", "'.', '1' or '2'"),
    ];
    for (text, expected) in cases {
        check_refused(&game, text, expected);
    }
}

fn check_refused(game: &Havannah, text: &str, expected: &str) {
    let error = game.parse_position(text).expect_err(text);
    assert!(error.expected.contains(expected), "{text}: {error}");
    assert!(text.contains(&error.offender), "{text}: {error}");
}

/// Whether a position can occur is a question of counting, and of who has won by the last stone.
#[test]
fn positions_that_cannot_occur_are_refused() {
    let game = Havannah::new(4);
    let cases = [
        ("..../...../....../......./....../...../.... 2", "1, because player 1 begins"),
        ("..../...../....../...1.../....../...../.... 1", "2, because player 1 was the last to move"),
        ("..../...../....../..12.../....../...../.... 2", "1, because player 2 was the last to move"),
        ("..../...../....../...2.../....../...../.... 1", "one more of player 1, not 0 and 1"),
        ("..../...../....../..1.1../....../...../.... 2", "one more of player 1, not 2 and 0"),
        ("..../...../....../..1.1../....../...../2222 won2", "one more of player 1, not 2 and 4"),
        ("1111/...../....../......./2.2.2./...../.... 1", "won1, because player 1 has won"),
        ("1111/...../....../......./2.2.2./...../.... 2", "won1, because player 1 has won"),
        ("1111/...../....../......./2.2.2./...../.... drawn", "won1, because player 1 has won"),
        ("1111/...../....../......./2.2.2./...../.... won2", "a position that player 2 has won"),
        ("1111/...../....../......./2.2.2./...../2... won1", "in which player 1 was the last to move"),
        ("1.1./...../1.1.1./......./....../...../2222 won2", "in which player 2 was the last to move"),
        ("1111/...../....../......./....../...../2222 won1", "only one player has won"),
        ("1111/2.2.2/....../2.2.2.2/....../...../1111 won1", "one last stone of player 1"),
    ];
    for (text, expected) in cases {
        check_refused(&game, text, expected);
    }
    for text in [
        "..../...../....../...1.../....../...../.... 2",
        "..../...../....../..12.../....../...../.... 1",
        "1111/...../....../......./2.2.2./...../.... won1",
        "1.1./...../1..1../......./....../...../2222 won2",
    ] {
        let state = game.parse_position(text).expect(text);
        assert_eq!(game.position_text(&state), text);
    }
}

#[test]
fn a_stone_that_was_taken_over_counts_for_player_2() {
    let (plain, swap) = (Havannah::new(4), Havannah::new(4).swap());
    let taken_over = [
        "..../...../....../...2.../....../...../.... 1",
        "..../...../....../..12.../....../...../.... 2",
        "..../...../....../..122../....../...../.... 1",
        "1111/...../....../......./2.2.2./...../2... won1",
        "1.1./...../..1.../......./....../...../2222 won2",
    ];
    for text in taken_over {
        assert!(plain.parse_position(text).is_err(), "{text}");
        assert_eq!(swap.position_text(&swap.parse_position(text).expect(text)), text);
    }
    let cases = [
        ("..../...../....../......./....../...../.... 2", "1, because player 1 begins"),
        ("..../...../....../...2.../....../...../.... 2", "1, because player 2 was the last to move"),
        ("..../...../....../...1.../....../...../.... 1", "2, because player 1 was the last to move"),
        ("..../...../....../..22.../....../...../.... 1", "one more of either player, not 0 and 2"),
    ];
    for (text, expected) in cases {
        check_refused(&swap, text, expected);
    }
}

#[test]
fn a_draw_is_read_back() {
    let game = Havannah::new(4);
    let mut rng = Rng::new(4);
    let state = (0..20_000).find_map(|_| {
        let mut state = start(&game);
        while let Some(mv) = game.random_move(&state, &mut rng, &mut Vec::new()) {
            game.play(&mut state, mv);
        }
        (state.outcome == Outcome::Drawn).then_some(state)
    });
    let state = state.expect("one game in 2,000 is a draw");
    let text = game.position_text(&state);
    assert_eq!(game.evaluate(&state, BoardEvaluator::default()).as_slice(), [50.0, 50.0]);
    let error = game.parse_position(&text.replace("drawn", "1")).expect_err("the board is full");
    assert!(error.expected.starts_with("drawn"), "{error}");
    assert_eq!(game.parse_position(&text), Ok(state));
}

proptest! {
    #[test]
    fn parsers_never_panic(text in "[12./ a-jswonrd]{0,80}", base in 4usize..=10, swap: bool) {
        let game = if swap { Havannah::new(base).swap() } else { Havannah::new(base) };
        let _ = game.parse_position(&text);
        let _ = game.parse_move(&start(&game), &text);
    }

    /// A valid text with one character replaced is refused or is another position.
    #[test]
    fn mutated_positions_never_panic(seed: u64, plies in 0usize..37, at in 0usize..60, character in "[12./ wd]") {
        let game = Havannah::new(4);
        let mut rng = Rng::new(seed);
        let mut state = start(&game);
        for _ in 0..plies {
            if let Some(mv) = game.random_move(&state, &mut rng, &mut Vec::new()) {
                game.play(&mut state, mv);
            }
        }
        let mut text = game.position_text(&state);
        prop_assert_eq!(game.parse_position(&text), Ok(state));
        if at < text.len() {
            text.replace_range(at..=at, &character);
        }
        if let Ok(state) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        }
    }
}
