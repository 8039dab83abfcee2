use kingmaker_search::Halt;

use super::*;
use crate::{Budget, Openings, Registry, test_game};
use rusqlite::{Connection, params};
use schema::{APPLICATION, STEPS, VERSION};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder() -> TempDir {
    TempDir::new().expect("created")
}

fn heap_match(seed: u64, playouts: u64) -> Match {
    let players =
        ["random", "mcts"].map(|text| Registry::ours().player(text, &Budget::playouts(playouts)).expect("valid"));
    Match::new(test_game::any_heap(3), players.into(), 6, seed).unwrap_or_else(|error| panic!("{error}"))
}

fn play(the_match: &Match, index: u64) -> GameRecord {
    let game = the_match.schedule().game(index).expect("within");
    the_match.game().play_game(game, the_match.players(), &Halt::new(), &|| false).expect("legal").expect("not stopped")
}

fn stored(store: &Store, id: MatchId) -> Vec<GameRecord> {
    let mut records = Vec::new();
    let all: Result<(), StoreError> = store.games(id, |game| {
        records.push(game.record);
        Ok(())
    });
    all.expect("readable");
    records
}

fn problem(result: Result<Store, StoreError>) -> Problem {
    result.expect_err("unusable").problem
}

#[test]
fn games_come_back_as_they_were() {
    let folder = folder();
    let path = folder.path().join("odd #name?.db");
    let the_match = heap_match(u64::MAX, 5);
    let (first, second) = (play(&the_match, 0), play(&the_match, 5));
    let id = {
        let mut store = Store::open(&path).expect("new");
        let id = store.match_id(&the_match).expect("new");
        store.add([(id, &second, Duration::from_millis(1500))]).expect("written");
        store.add([(id, &first, Duration::ZERO)]).expect("written");
        id
    };
    let store = Store::open(&path).expect("old");
    assert_eq!(store.match_id(&the_match).expect("known"), id);
    assert_eq!(stored(&store, id), [first, second]);
    let known = store.matches().expect("readable");
    let players = vec![("random".to_owned(), String::new()), ("mcts".to_owned(), "playouts=5".to_owned())];
    let expected = StoredMatch { id, game: the_match.game().spec().to_owned(), players, seed: u64::MAX, games: 2 };
    assert_eq!(known, [expected]);
}

#[test]
fn whatever_determines_a_game_makes_another_match() {
    let folder = folder();
    let store = Store::open(folder.path().join("a.db")).expect("new");
    let id = |the_match: &Match| store.match_id(the_match).expect("written");
    let ids = [heap_match(1, 5), heap_match(2, 5), heap_match(1, 6)].map(|the_match| id(&the_match));
    assert!(ids[0] != ids[1] && ids[0] != ids[2] && ids[1] != ids[2]);
    assert_eq!(id(&heap_match(1, 5)), ids[0]);
    let opened = |plies| id(&heap_match(1, 5).opened_by(Openings::Random(plies)).expect("possible"));
    assert!(!ids.contains(&opened(1)) && opened(1) != opened(2) && opened(2) == opened(2));
}

#[test]
fn a_game_is_never_written_twice_and_a_batch_is_all_or_none() {
    let folder = folder();
    let mut store = Store::open(folder.path().join("a.db")).expect("new");
    let the_match = heap_match(1, 5);
    let id = store.match_id(&the_match).expect("new");
    let (first, second) = (play(&the_match, 0), play(&the_match, 1));
    store.add([(id, &first, Duration::ZERO)]).expect("written");
    assert!(store.add([(id, &second, Duration::ZERO), (id, &first, Duration::ZERO)]).is_err());
    assert_eq!(stored(&store, id), [first]);
}

#[test]
fn a_game_says_what_played_it() {
    let folder = folder();
    let mut store = Store::open(folder.path().join("a.db")).expect("new");
    let the_match = heap_match(1, 5);
    let id = store.match_id(&the_match).expect("new");
    store.add([(id, &play(&the_match, 0), Duration::ZERO)]).expect("written");
    let mut programs = Vec::new();
    let read: Result<(), StoreError> = store.games(id, |game| {
        programs.push(game.program);
        Ok(())
    });
    read.expect("readable");
    assert_eq!(programs, [Some(PROGRAM.to_owned())]);
}

#[test]
fn a_game_is_the_one_that_its_number_says() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let the_match = heap_match(1, 5);
    let mut store = Store::open(&path).expect("new");
    let id = store.match_id(&the_match).expect("new");
    store.add([(id, &play(&the_match, 2), Duration::ZERO)]).expect("written");
    Connection::open(&path).expect("there").execute_batch("UPDATE game SET number = 3").expect("changed");
    let read: Result<(), StoreError> = store.games(id, |_| Ok(()));
    let error = read.expect_err("another game").to_string();
    assert!(error.contains("is damaged (game 3 of a match is recorded as game 2)"), "{error}");
}

#[test]
fn one_writes_and_others_read() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let mut store = Store::open(&path).expect("new");
    let the_match = heap_match(1, 5);
    let id = store.match_id(&the_match).expect("new");
    let Problem::InUse(who) = problem(Store::open(&path)) else { panic!("in use") };
    assert_eq!(who, format!("process {}", std::process::id()));
    let reader = Store::read(&path).expect("readable meanwhile");
    store.add([(id, &play(&the_match, 0), Duration::ZERO)]).expect("written meanwhile");
    assert_eq!(stored(&reader, id).len(), 1);
    drop((store, reader));
    assert!(Store::open(&path).is_ok());
}

/// A store of the first version, as that version wrote it.
#[test]
fn an_older_store_is_brought_up_to_date() {
    let folder = folder();
    for reader in [false, true] {
        let path = folder.path().join(if reader { "read.db" } else { "write.db" });
        let the_match = heap_match(3, 5);
        let record = play(&the_match, 2);
        let old = Connection::open(&path).expect("new");
        old.execute_batch(STEPS[0]).expect("made");
        old.execute_batch(&format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1")).expect("marked");
        let players = r#"[["random",""],["mcts","playouts=5"]]"#;
        old.execute("INSERT INTO match VALUES (7, ?1, ?2, '3')", params![the_match.game().spec(), players])
            .expect("put");
        let text = serde_json::to_string(&record).expect("text");
        old.execute("INSERT INTO game VALUES (7, 2, ?1)", [text]).expect("put");
        drop(old);
        let mut store =
            if reader { Store::read(&path).expect("migrated") } else { Store::open(&path).expect("migrated") };
        assert_eq!(stored(&store, MatchId(7)), [record]);
        if !reader {
            assert_eq!(store.match_id(&the_match).expect("known"), MatchId(7));
            store.add([(MatchId(7), &play(&the_match, 0), Duration::ZERO)]).expect("written");
        }
        drop(store);
        assert_eq!(SqliteFile::read(&path).expect("there").version(), Ok(Some(VERSION)));
    }
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let folder = folder();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "these are my notes, and they are longer than a header would be. ".repeat(40)).expect("written");
    let before = fs::read(&text).expect("read");
    assert_eq!(problem(Store::open(&text)), Problem::Foreign);
    assert_eq!(problem(Store::read(&text)), Problem::Foreign);
    assert_eq!(fs::read(&text).expect("read"), before);
    let other = folder.path().join("other.db");
    Connection::open(&other).expect("new").execute_batch("CREATE TABLE t (x)").expect("made");
    assert_eq!(problem(Store::open(&other)), Problem::Foreign);
    assert_eq!(problem(Store::read(folder.path().join("none.db"))), Problem::Missing);
    let inner = folder.path().join("folder");
    fs::create_dir(&inner).expect("created");
    assert_eq!(problem(Store::open(&inner)), Problem::Foreign);
    assert!(matches!(problem(Store::open(Path::new("/nowhere/at/all.db"))), Problem::ReadOnly(_)));
}

#[test]
fn a_newer_store_is_refused() {
    let folder = folder();
    let path = folder.path().join("a.db");
    drop(Store::open(&path).expect("new"));
    let newer = VERSION + 1;
    Connection::open(&path).expect("ours").execute_batch(&format!("PRAGMA user_version = {newer}")).expect("set");
    for result in [Store::open(&path), Store::read(&path)] {
        let error = result.expect_err("newer");
        assert_eq!(error.problem, Problem::Newer(newer));
        assert!(error.to_string().contains("expected a newer kingmaker"), "{error}");
    }
}

#[test]
fn a_store_that_was_cut_short_is_damaged() {
    let folder = folder();
    let path = folder.path().join("a.db");
    let mut store = Store::open(&path).expect("new");
    let the_match = heap_match(1, 5);
    let id = store.match_id(&the_match).expect("new");
    for index in 0..6 {
        store.add([(id, &play(&the_match, index), Duration::ZERO)]).expect("written");
    }
    drop(store);
    let whole = fs::read(&path).expect("read");
    for length in [whole.len() / 2, whole.len() - 1, 4096, 50] {
        fs::write(&path, &whole[..length]).expect("written");
        let found = Store::open(&path).map_or_else(|error| error.problem, |_| panic!("{length} bytes are taken"));
        assert!(
            length == 50 && found == Problem::Foreign || matches!(found, Problem::Damaged(_)),
            "{length}: {found:?}"
        );
    }
    fs::write(&path, &whole).expect("written");
    assert_eq!(stored(&Store::open(&path).expect("whole again"), id).len(), 6);
}

#[test]
fn what_was_asked_for_is_remembered() {
    let folder = folder();
    let path = folder.path().join("runs.db");
    let store = Store::open(&path).expect("new");
    let run = |name: &str, games: Option<u64>, text: &str| StoredRun {
        name: name.to_owned(),
        choice: Choice { games, ..Choice::default() },
        experiment: text.to_owned(),
    };
    for run in [run("a", None, "old"), run("b", None, "b"), run("a", Some(6), "six"), run("a", None, "new")] {
        store.add_run(&run).expect("written");
    }
    drop(store);
    let store = Store::read(&path).expect("there");
    assert_eq!(store.runs().expect("readable"), [run("a", None, "new"), run("b", None, "b"), run("a", Some(6), "six")]);
}
