//! Rules, knowledge and notation by hand.

use kingmaker_core::conformance::Kit;
use kingmaker_core::perft::perft;
use kingmaker_core::{BoardEvaluator, Knowledge, MoveOrdering, OutOfTurn, Turn, View};

use super::super::LONDON;
use super::*;

const FULL: &str = "10/8/4,10/8/4,10/8/4,10/8/4,10/8/4";

#[test]
fn conforms_in_london() {
    let game = london();
    let kit = Kit::new(&game, "scotland-yard").games(5).seed(7);
    kit.check_rules().check_notation().check_knowledge().check_out_of_turn();
    kit.check_scene().check_view_notation().check_view_scene();
}

#[test]
fn states_and_moves_are_small() {
    assert!(size_of::<State>() <= 64, "{}", size_of::<State>());
    assert_eq!(size_of::<Move>(), 2);
}

/// London without a station.
fn london_without(number: &str) -> String {
    let shorten = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [_, from, ..] if from == number => String::new(),
            ["taxi" | "bus" | "underground" | "boat", ..] => {
                let left: Vec<&str> = words.into_iter().filter(|&word| word != number).collect();
                if left.len() > 2 { left.join(" ") } else { String::new() }
            }
            _ => line.to_owned(),
        }
    };
    LONDON.lines().map(|line| shorten(line) + "\n").collect()
}

#[test]
fn the_example_of_figure_7_4() {
    let game = game(&london_without("52"), "scotland-yard");
    assert_eq!(game.map().len(), 198);
    let text = format!("hider=86 seekers=85,115,89,116,127 tickets=4/3/3/5/2,{FULL} possible=86 turn=1 round=9");
    let mut state = position(&game, &text);
    play(&game, &mut state, "black-69");
    assert_eq!(numbers(&game, &state.possible), BTreeSet::from([69, 87, 102, 103, 104]));
    play(&game, &mut state, "taxi-103 taxi-102");
    assert_eq!(numbers(&game, &state.possible), BTreeSet::from([69, 87, 104]));
    // The figure does not say where the others go, but 88 and 116 are taken in the next round.
    play(&game, &mut state, "taxi-88 taxi-117 taxi-116");
    assert_eq!((state.turn, state.round), (HIDER, 9));
    play(&game, &mut state, "taxi-53");
    assert_eq!(numbers(&game, &state.possible), BTreeSet::from([53, 68, 70, 86]));
}

#[test]
fn the_same_on_the_whole_map() {
    let game = london();
    let text = format!("hider=86 seekers=85,115,89,116,127 tickets=4/3/3/5/2,{FULL} possible=86 turn=1 round=9");
    let mut state = position(&game, &text);
    play(&game, &mut state, "double-black-52");
    assert_eq!(numbers(&game, &state.possible), BTreeSet::from([52, 69, 87, 102, 103, 104]));
    // The seekers skip the round, and a double may follow a double.
    assert_eq!((state.turn, state.round, state.purses.double), (HIDER, 9, 1));
    play(&game, &mut state, "double-taxi-69");
    assert_eq!((state.turn, state.round, state.purses.double), (HIDER, 10, 0));
    let tickets = format!("tickets=3/3/3/4/0,{FULL}");
    assert!(game.position_text(&state).contains(&tickets), "{}", game.position_text(&state));
    play(&game, &mut state, "taxi-86 taxi-103");
    assert_eq!((state.turn, state.purses.regular[0]), (Player::new(2), [3, 3, 3]));
}

#[test]
fn a_surfacing_round_of_a_double_is_seen() {
    let game = london();
    let text = format!("hider=86 seekers=85,115,89,116,127 tickets=4/3/3/5/2,{FULL} possible=86,108 turn=1 round=8");
    let mut state = position(&game, &text);
    play(&game, &mut state, "double-taxi-69");
    assert_eq!(numbers(&game, &state.possible), BTreeSet::from([69]));
    assert_eq!(View::new(&game, &state, Player::new(1)).text(&game), game.position_text(&state));
}

#[test]
fn no_double_in_the_last_round() {
    let game = london();
    let text = format!("hider=86 seekers=85,115,89,116,127 tickets=4/3/3/5/2,{FULL} possible=86 turn=1 round=24");
    let state = position(&game, &text);
    // Three taxi rides, three by bus, and the same six with black tickets.
    assert_eq!(perft(&game, &state, 1), 12);
    assert!(game.has_long_turns() && !game_without_doubles().has_long_turns());
}

fn game_without_doubles() -> ScotlandYard {
    game(SQUARE, "scotland-yard(players=3, double=0)")
}

#[test]
fn a_capture_wins_for_all_and_is_one_players() {
    let game = london();
    let text = format!("hider=86 seekers=85,115,89,116,127 tickets=4/3/3/5/2,{FULL} possible=86,108 turn=5 round=9");
    let mut state = position(&game, &text);
    assert_eq!(game.credit(&state), None);
    play(&game, &mut state, "bus-86");
    assert_eq!((game.turn(&state), game.credit(&state)), (Turn::Over, Some(Player::new(4))));
    assert_eq!(game.scores(&state).shares().as_slice(), [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(numbers(&game, &state.possible), BTreeSet::from([86]));
}

#[test]
fn a_hider_who_cannot_move_has_lost() {
    let game = game(STREET, "scotland-yard(players=3, black=0, hider-bus=0, surfaces=\"\")");
    // From 20 a taxi leads to 11 alone, and the seeker on 11 leaves no other way.
    let text = "hider=20 seekers=2,7 tickets=4/0/3/0/2,10/8/4,10/8/4 possible=11,20,250 turn=3 round=2";
    let mut state = position(&game, text);
    play(&game, &mut state, "taxi-11");
    assert_eq!((game.turn(&state), state.end, game.credit(&state)), (Turn::Over, End::Cornered, None));
    assert_eq!(game.scores(&state).shares().as_slice(), [0.0, 1.0, 1.0]);
    // With the hider elsewhere, the seekers know that it is not on 20.
    let mut state = position(&game, &text.replace("hider=20", "hider=250"));
    play(&game, &mut state, "taxi-11");
    assert_eq!((state.turn, numbers(&game, &state.possible)), (HIDER, BTreeSet::from([250])));
}

#[test]
fn seekers_without_tickets_lose_at_once() {
    let game = game(STREET, "scotland-yard(players=3, surfaces=\"\")");
    let text = "hider=20 seekers=2,7 tickets=4/3/3/5/2,0/0/4,1/0/4 possible=11,20 turn=3 round=2";
    let mut state = position(&game, text);
    play(&game, &mut state, "taxi-5");
    assert_eq!((game.turn(&state), state.end), (Turn::Over, End::Escaped));
    assert_eq!(game.scores(&state).shares().as_slice(), [1.0, 0.0, 0.0]);
}

#[test]
fn orderings_by_hand() {
    let game = london();
    let tickets = format!("tickets=4/3/3/5/2,{FULL}");
    let state = position(&game, &format!("hider=86 seekers=85,115,89,116,127 {tickets} possible=86 turn=1 round=9"));
    let [mc, mm] = ["mc", "mm"].map(|name| MoveOrdering::find(&game, name).expect("an ordering"));
    let priority = |text: &str| game.priority(&state, mc, game.parse_move(&state, text).expect("a move"));
    let distance = |one: usize, other: usize| {
        let [one, other] = [one, other].map(|number| game.map().station(number).expect("a station"));
        i32::from(game.map().distance(one, other))
    };
    let nearest = [85, 115, 89, 116, 127].into_iter().map(|seeker| distance(52, seeker)).min().expect("a seeker");
    assert_eq!(priority("bus-52"), 4 * nearest + 3);
    assert_eq!(
        ["bus-52", "double-bus-52", "black-52", "double-black-52"].map(priority).map(|p| p - 4 * nearest),
        [3, 2, 1, 0]
    );
    // A seeker goes to the hider, or near all stations where it may be.
    let seeker =
        position(&game, &format!("hider=86 seekers=85,115,89,116,127 {tickets} possible=69,86 turn=2 round=9"));
    let mv = game.parse_move(&seeker, "taxi-103").expect("a move");
    assert_eq!(game.priority(&seeker, mc, mv), -4 * distance(103, 86) + 3);
    assert_eq!(game.priority(&seeker, mm, mv), -4 * (distance(103, 86) + distance(103, 69)) + 3);
    let mut view = seeker.clone();
    kingmaker_core::HiddenInformation::hide(&game, &mut view, Player::new(1));
    assert_eq!(game.priority(&view, mc, mv), -4 * distance(103, 86).min(distance(103, 69)) + 3);
    let [thesis, mean] = ["thesis", "mean"].map(|name| BoardEvaluator::find(&game, name).expect("an evaluator"));
    let values = game.evaluate(&seeker, thesis);
    let total = (distance(85, 86) + distance(85, 69)) as f32;
    assert_eq!((values[HIDER], values[Player::new(1)]), (100.0 + 50.0 + 2.0, 1990.0 - total));
    assert_eq!(game.evaluate(&seeker, mean)[Player::new(1)], 10.0 - total / 2.0);
}

#[test]
fn errors_name_what_is_wrong() {
    let game = game(STREET, "scotland-yard(players=3)");
    let usual = "hider=20 seekers=2,7 tickets=4/3/3/5/2,10/8/4,10/8/4 possible=11,20 turn=2 round=2";
    position(&game, usual);
    let possible = "rising stations where the hider may be and could move, with its own and none of a seeker's; if it \
                    has just been seen, that alone";
    let cases = [
        ("hider=20", "hider=21", "21", "the number of a station of the map"),
        ("hider=20", "hider=?", "?", "where the hider is"),
        ("hider=20", "hider=250", "11,20", possible),
        ("hider=20", "hider=7", "7", "the hider on a station without a seeker, but for one whose turn was the last"),
        ("2,7", "2,2", "2,2", "seekers on different stations"),
        ("2,7", "2", "2", "the stations of 2 seekers"),
        ("11,20", "20,11", "20,11", possible),
        ("11,20", "7,11,20", "7,11,20", possible),
        ("round=2", "round=3", "11,20", possible),
        ("round=2", "round=26", "26", "a number from 1 to 25"),
        ("turn=2", "turn=4", "4", "a number from 1 to 3"),
        ("4/3/3/5/2", "5/3/3/5/2", "5", "a number from 0 to 4"),
        (
            "4/3/3/5/2",
            "4/3/3/5",
            "4/3/3/5",
            "taxi/bus/underground/black/double tickets of the hider, such as 4/3/3/5/2",
        ),
        (",10/8/4,10/8/4", ",10/8/4", "4/3/3/5/2,10/8/4", "the tickets of 3 players"),
        (",10/8/4,10/8/4", ",10/8/4,10/8", "10/8", "taxi/bus/underground tickets of a seeker, such as 10/8/4"),
        (",10/8/4,10/8/4", ",0/0/4,10/8/4", "2", "a player who can move, or whose move was the last"),
        ("round=2", "round=2 x", "x", "the end of the text"),
        ("seekers=", "seeker=", "seeker=2,7", "seekers="),
    ];
    for (from, to, offender, expected) in cases {
        let text = usual.replacen(from, to, 1);
        let error = game.parse_position(&text).expect_err("should not parse");
        assert_eq!((error.offender.as_str(), error.expected.as_str()), (offender, expected), "for {text:?}");
    }
    let state = position(&game, usual);
    let error = game.parse_move(&state, "taxi-6").expect_err("should not parse").to_string();
    assert_eq!(error, "'taxi-6' is not understood; expected the only legal move: taxi-5");
    assert_eq!(game.parse_move(&state, " TAXI-5 "), Ok(Move::single(Ticket::Taxi, game.map().station(5).expect("5"))));
}

#[test]
fn out_of_turn_the_hider_can_move_again() {
    let game = london();
    let state = game.start(&mut Rng::new(3));
    for player in game.seekers() {
        assert!(game.can_move(&state, player));
        let mut handed = state.clone();
        game.hand_turn(&mut handed, player);
        assert_eq!(game.turn(&handed), Turn::Player(player));
    }
}
