use kingmaker_search::Halt;

use super::*;
use crate::store::Store;
use crate::{Budget, Match};

/// A match of which every game is cut off at the ply cap.
fn the_match() -> Match {
    let game = Registry::ours().game("focus(players=3, cap=16)").unwrap_or_else(|error| panic!("{error}"));
    let players =
        ["mcts(c=0.4)", "greedy"].map(|text| Registry::ours().player(text, &Budget::playouts(5)).expect("valid"));
    Match::new(game, players.into(), 6, 3).expect("possible")
}

/// A game of it, in which greedy has the second seat.
fn record() -> GameRecord {
    game(1)
}

fn game(index: u64) -> GameRecord {
    let the_match = the_match();
    let scheduled = the_match.schedule().game(index).expect("within");
    the_match
        .game()
        .play_game(scheduled, the_match.players(), &Halt::new(), &|| false)
        .expect("legal")
        .expect("not stopped")
}

#[test]
fn a_true_record_holds() {
    let record = record();
    let mut positions = 0;
    assert_eq!(follow(&Registry::ours(), &record, &mut |_| positions += 1), Ok(()));
    assert_eq!(positions, record.moves.len() + 1);
    assert_eq!(again(&Registry::ours(), &record, &Halt::new()), Ok(true));
}

/// A change of a record, and what is said about it.
type Lie = (fn(&mut GameRecord), &'static str);

fn found(lies: &[Lie], check: impl Fn(&GameRecord) -> Result<(), ReplayError>) {
    for (lie, expected) in lies {
        let mut record = record();
        lie(&mut record);
        let found = check(&record).expect_err(expected).to_string();
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn every_lie_is_found() {
    let lies: [Lie; 21] = [
        (|record| record.moves[3].text = "a1-h8".to_owned(), "ply 4"),
        (|record| record.moves[3].seat = Some(2), "ply 4 is of seat 2, and it was seat 1's turn"),
        (|record| drop(record.moves.pop()), "the game is not over after 15 plies"),
        (|record| record.moves.push(record.moves[0].clone()), "ply 17"),
        (|record| record.shares = vec![1.0, 0.0, 0.0], "the shares are [1.0, 0.0, 0.0]"),
        (|record| record.plies += 1, "the number of plies"),
        (|record| record.legal_moves += 1, "legal moves is wrong"),
        (|record| record.game = "focsu".to_owned(), "unknown game 'focsu'"),
        (|record| record.capped = false, "the game is said not to be cut off at the ply cap, which is wrong"),
        (|record| drop(record.seating.pop()), "there are 2 players for 3 seats"),
        (|record| record.seating.push("greedy".to_owned()), "there are 4 players for 3 seats"),
        (|record| drop(record.budgets.pop()), "there are 2 budgets for 3 seats"),
        (|record| record.seating[1] = "mtcs".to_owned(), "did you mean 'mcts'?"),
        (|record| record.seating[1] = "alphabeta".to_owned(), "player 'alphabeta' cannot play focus"),
        (|record| record.budgets[0] = "plaouts=6".to_owned(), "did you mean 'playouts'?"),
        (|record| record.budgets[0] = "depth=6".to_owned(), "expected playouts or plies or time"),
        (
            |record| record.budgets[0] = String::new(),
            "the budget of 'mcts(c=0.4)' is '', and should be 'playouts=1000'",
        ),
        (|record| record.budgets[1] = "playouts=5".to_owned(), "the budget of 'greedy' is 'playouts=5'"),
        (|record| record.index = 2, "in game 2 of a match players sit 1 2 1, and should sit 1 2 2"),
        (
            |record| [&mut record.seating, &mut record.budgets].into_iter().for_each(|seats| seats.swap(0, 1)),
            "in game 1 of a match players sit 1 2 2, and should sit 1 2 1",
        ),
        (|record| record.index = u64::MAX, "players sit 1 2 1"),
    ];
    found(&lies, |record| follow(&Registry::ours(), record, &mut |_| ()));
    let unfaithful: [Lie; 3] = [
        (|record| record.seed += 1, "and is now"),
        (|record| record.budgets[0] = "playouts=6".to_owned(), "ply "),
        (|record| drop(record.seating.pop()), "there are 2 players for 3 seats"),
    ];
    found(&unfaithful, |record| again(&Registry::ours(), record, &Halt::new()).map(|_| ()));
}

/// A game that somebody wins is not cut off, however long it takes.
#[test]
fn a_game_that_is_decided_is_not_cut_off() {
    let game = Registry::ours().game("rolit(players=3, size=4)").unwrap_or_else(|error| panic!("{error}"));
    let players = vec![Registry::ours().player("random", &Budget::default()).expect("valid")];
    let the_match = Match::new(game, players, 1, 3).expect("possible");
    let scheduled = the_match.schedule().game(0).expect("within");
    let played = the_match.game().play_game(scheduled, the_match.players(), &Halt::new(), &|| false);
    let mut record = played.expect("legal").expect("not stopped");
    assert_eq!((follow(&Registry::ours(), &record, &mut |_| ()), record.capped), (Ok(()), false));
    record.capped = true;
    let found = follow(&Registry::ours(), &record, &mut |_| ()).expect_err("a lie").to_string();
    assert_eq!(found, "the game is said to be cut off at the ply cap, which is wrong");
}

/// Lies that only those can tell who know the match.
#[test]
fn a_stored_game_is_the_one_that_its_match_has() {
    let folder = std::env::temp_dir().join(format!("kingmaker-replay-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("created");
    let store = Store::open(folder.join("games.db")).expect("new");
    store.match_id(&the_match()).expect("written");
    let matches = store.matches().expect("readable");
    drop(store);
    std::fs::remove_dir_all(&folder).expect("removed");
    let origin = StoredOrigin::new(&Registry::ours(), &matches[0]).expect("possible");
    for index in 0..6 {
        assert_eq!(origin.check(&game(index)), Ok(()));
    }
    let lies: [Lie; 6] = [
        // The fifth game has the same pattern of seats.
        (|record| record.index = 4, "the seed of game 4 is not that of its match"),
        (|record| record.index = u64::MAX, "no match has a game"),
        (|record| record.seed += 1, "the seed of game 1"),
        (|record| record.game = "focus(players=3)".to_owned(), "the game of game 1"),
        (
            |record| record.seating = ["greedy", "mcts(c=0.4)", "greedy"].map(str::to_owned).into(),
            "the seating of game 1",
        ),
        (|record| record.budgets[2] = "playouts=6".to_owned(), "the budgets of game 1"),
    ];
    found(&lies, |record| origin.check(record));
}

#[test]
fn records_of_a_file_agree_with_each_other() {
    let seen = || {
        let mut seen = SeenRecords::default();
        for index in [0, 1, 2, 1] {
            assert_eq!(seen.check(&Registry::ours(), &game(index)), Ok(()), "the same game twice is no contradiction");
        }
        seen
    };
    let lies: [Lie; 4] = [
        (|record| record.index = 4, "game 4 has the seed of game 1"),
        (|record| record.moves[3].text = "a1".to_owned(), "game 1 of the same players was another one before"),
        (|record| record.moves[3].nodes += 1, "was another one before"),
        (|record| record.shares = vec![1.0, 0.0, 0.0], "was another one before"),
    ];
    found(&lies, |record| seen().check(&Registry::ours(), record));
    // Others play the game with the same index and seed in another way, and so do they in another time.
    for change in [
        (|record| record.seating.swap(0, 1)) as fn(&mut GameRecord),
        |record| record.budgets[0] = "playouts=6".to_owned(),
        |record| record.game = "focus(players=3)".to_owned(),
    ] {
        let (mut seen, mut other) = (seen(), record());
        change(&mut other);
        other.moves.pop();
        assert_eq!(seen.check(&Registry::ours(), &other), Ok(()));
    }
    let (mut timed, mut seen) = (record(), SeenRecords::default());
    timed.budgets[0] = "time=5ms".to_owned();
    assert_eq!(seen.check(&Registry::ours(), &timed), Ok(()));
    timed.moves.pop();
    assert_eq!(seen.check(&Registry::ours(), &timed), Ok(()));
}
