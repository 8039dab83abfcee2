//! Positions as text and back, and text that is neither a position nor a move.

use kingmaker_core::{Game, Notation, Player, Rng};
use proptest::prelude::*;

use super::board::{BOARD, FIELDS, Field, Fields, TRIANGLES, behind_neighbours, neighbours};
use super::notation::FIRST_SKIP;
use super::tests::{PLAYERS, game};
use super::{ChineseCheckers, PIECES};

#[test]
fn garbled_positions_are_refused_with_the_offender() {
    let game = game(2);
    let start = game.position_text(&game.start(&mut Rng::new(0)));
    assert_eq!(start, "1/11/111/........../........./......../......./......../........./........../222/22/2 1 0");
    let cases = [
        ("", "", "", "three fields"),
        (" 1 ", " 3 ", "3", "the player to move from 1 to 2"),
        ("1/11/", "1/1.1/", "1.1", "2 characters for row b"),
        ("1/11/", "11/", "11/111/", "13 rows"),
        ("1/11/", "1/13/", "3", "players from 1 to 2 in row b"),
        ("1/11/", "1/1./", "1/1./", "6 pieces of player 1, not 5"),
        ("1/11/", "1/12/", "1/12/", "6 pieces of player 1, not 5"),
        (" 0", " x", "x", "the number of plies"),
        (" 0", " -1", "-1", "the number of plies"),
        (" 0", " 4294967296", "4294967296", "the number of plies"),
        (" 0", " 1000000", "1", "drawn, because 1000000 plies"),
        (" 1 ", " won1 ", "won1", "a position that player 1 has won"),
        (" 1 ", " drawn ", "drawn", "after 1000000 plies"),
        (" 1 ", " 1 1 ", "1/11", "three fields"),
    ];
    for (from, to, offender, expected) in cases {
        let text = if from.is_empty() { String::new() } else { start.replacen(from, to, 1) };
        let error = game.parse_position(&text).expect_err(&text);
        let message = error.expected.replace("a player from", "players from");
        assert!(message.contains(expected), "{text}: {error}");
        assert!(error.offender.contains(offender), "{text}: {error}");
    }
}

fn check_refused(game: &ChineseCheckers, text: &str, offender: &str, expected: &str) {
    let error = game.parse_position(text).expect_err(text);
    assert_eq!((error.offender.as_str(), error.expected.as_str()), (offender, expected), "{text}");
}

#[test]
fn positions_that_cannot_occur_are_refused() {
    let rows = "........./......../......./......../.........";
    let start = format!("1/11/111/........../{rows}/........../222/22/2");
    let one_step = format!("1/11/11./.....1..../{rows}/........../222/22/2");
    let two_steps = format!("1/11/111/........../{rows}/....22..../2../22/2");
    let exchanged = format!("2/22/222/........../{rows}/........../111/11/1");
    let home = format!("2/22/22./......2.../{rows}/........../111/11/1");
    let cases = [
        (format!("{start} 2 0"), "2", "1, because nobody is skipped before ply 9"),
        (format!("{start} 1 5"), "1", "2, because nobody is skipped before ply 9"),
        (format!("{one_step} 1 1"), "1", "2, because nobody is skipped before ply 9"),
        (format!("{one_step} 1 0"), "0", "at least 1, a ply for every piece that has left its triangle"),
        (format!("{two_steps} 1 2"), "2", "at least 2 by player 2, a ply for every piece that has left its triangle"),
        (format!("{home} won1 11"), "11", "at least 12, a ply for every piece that has left its triangle"),
        (format!("{home} 1 50"), "1", "won1, because the home base of 1 is full"),
        (format!("{home} drawn 1000000"), "drawn", "won1, because the home base of 1 is full"),
        (format!("{home} won1 1000001"), "1000001", "at most 1000000 plies, which are the cap"),
        (format!("{start} drawn 1000001"), "1000001", "at most 1000000 plies, which are the cap"),
        (format!("{exchanged} won1 50"), "won1", "a position in which only one home base is full"),
        (format!("{exchanged} 1 50"), "1", "a position in which only one home base is full"),
    ];
    for (text, offender, expected) in cases {
        check_refused(&game(2), &text, offender, expected);
    }
    for text in [format!("{home} won1 50"), format!("{one_step} 2 1"), format!("{two_steps} 1 4")] {
        let state = game(2).parse_position(&text).expect(&text);
        assert_eq!(game(2).position_text(&state), text);
    }
}

#[test]
fn a_base_that_nobody_can_leave_has_not_just_been_filled() {
    let text = "./../.../........../........./......../......./.333..../..22333../...2222.../111/11/1 won1 90";
    let expected = "a piece in the home base of 1 that can have been the last to get there";
    check_refused(&game(3), text, "won1", expected);
    let open = text.replace(".333..../..22333..", "33.33.../..223.3..");
    assert!(game(3).parse_position(&open).is_ok(), "{open}");
}

/// The fewest pieces that must have left their triangles when this player is shut in with pieces on some
/// fields. Their neighbours are occupied, and so is what is behind these.
fn pieces_astray(game: &ChineseCheckers, player: Player, pieces: Fields, closed: Fields) -> u32 {
    let own = TRIANGLES[game.seats[player.index()]];
    let others = triangles(game) & !own;
    let entered = (pieces & others).count_ones();
    (pieces & !own).count_ones() + entered.max((closed & !pieces & !others).count_ones())
}

fn triangles(game: &ChineseCheckers) -> Fields {
    game.seats[..game.players].iter().fold(0, |all, &seat| all | TRIANGLES[seat])
}

/// The fewest over all ways to add `left` more pieces on fields from `first` on, if fewer than `best`.
fn fewest(
    game: &ChineseCheckers,
    player: Player,
    first: usize,
    left: usize,
    (pieces, closed): (Fields, Fields),
    best: u32,
) -> u32 {
    let (own, all) = (TRIANGLES[game.seats[player.index()]], triangles(game));
    // This can only grow, and is never more than what it is about.
    if (closed & !all).count_ones() + (pieces & all & !own).count_ones() >= best {
        return best;
    }
    if left == 0 {
        return best.min(pieces_astray(game, player, pieces, closed));
    }
    (first..FIELDS).fold(best, |best, place| {
        let field = Field::from_place(place).bit();
        let around = (neighbours(field) | behind_neighbours(field, BOARD)) & BOARD;
        fewest(game, player, place + 1, left - 1, (pieces | field, closed | field | around), best)
    })
}

#[test]
fn nobody_is_shut_in_before_so_many_pieces_have_left() {
    for game in PLAYERS.map(game) {
        for player in Player::all(game.players) {
            assert_eq!(fewest(&game, player, 0, PIECES, (0, 0), FIRST_SKIP + 1), FIRST_SKIP, "player {player}");
        }
    }
}

#[test]
fn moves_are_read_in_any_case_and_refused_with_examples() {
    let game = game(3);
    let start = game.start(&mut Rng::new(0));
    let mv = game.parse_move(&start, " B1-D4 ").expect("a jump");
    assert_eq!((mv.from.place(), mv.to.place()), (1, 9));
    for text in ["b1-d3", "b1", "b1d4", "z9-d4", "m1-l1", ""] {
        let error = game.parse_move(&start, text).expect_err(text);
        assert_eq!(error.offender, text);
        assert!(error.expected.starts_with("one of the 10 legal moves: "), "{error}");
    }
}

proptest! {
    #[test]
    fn parsers_never_panic(text in "[0-9.,/ wondraebcm-]{0,120}", players in 0usize..4) {
        let game = game(PLAYERS[players]);
        let start = game.start(&mut Rng::new(0));
        let _ = game.parse_position(&text);
        let _ = game.parse_move(&start, &text);
    }

    /// A valid text with one character replaced is refused or is another position.
    #[test]
    fn mutated_positions_never_panic(at in 0usize..100, character in "[0-9./ wd\u{e9}-]", players in 0usize..4) {
        let game = game(PLAYERS[players]);
        let mut text = game.position_text(&game.start(&mut Rng::new(0)));
        if at < text.len() {
            text.replace_range(at..=at, &character);
        }
        if let Ok(state) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        }
    }
}
