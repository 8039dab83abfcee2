//! Bad input: exit status 2, nothing on standard output, and one message that names the
//! offender and what would have been right.

mod program;

use program::{fresh_file, run, run_with};

/// Checks that a command is refused with a message that has all these parts.
fn refused(args: &[&str], parts: &[&str]) {
    let run = run(args);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
    assert_eq!(run.err.matches("error:").count(), 1, "{args:?}: {}", run.err);
    for part in parts {
        assert!(run.err.contains(part), "{args:?} should say '{part}':\n{}", run.err);
    }
}

#[test]
fn unknown_games() {
    for command in ["match", "play", "analyze", "show", "bench", "perft"] {
        let mut args = vec![command, "focsu"];
        args.extend(match command {
            "match" => ["random"].as_slice(),
            "perft" => ["--depth", "1"].as_slice(),
            _ => [].as_slice(),
        });
        refused(&args, &["unknown game 'focsu'; did you mean 'focus'?"]);
    }
    refused(&["games", "focsu"], &["did you mean 'focus'?"]);
    refused(&["match", "tictactoe", "random"], &["unknown game 'tictactoe'; expected "]);
}

#[test]
fn impossible_numbers_of_players() {
    for (players, said) in [("5", "'5'"), ("1", "'1'"), ("-3", "'-3'"), ("many", "'many'")] {
        let expected = format!("'players' of focus takes a whole number from 2 to 4, not {said}");
        refused(&["match", "focus", "random", "--players", players], &[&expected]);
        refused(&["bench", "focus", "--players", players], &[&expected]);
    }
    refused(&["show", "focus(players=5)"], &["'players' takes a whole number from 2 to 4, not '5'", "^"]);
}

#[test]
fn misspelt_options_are_marked() {
    let marked =
        "unknown option of mcts 'plaouts'; did you mean 'playouts'?\n  mcts(c=0.3, plaouts=3)\n              ^^^^^^^\n";
    refused(&["match", "focus", "random", "mcts(c=0.3, plaouts=3)"], &[marked]);
    refused(&["analyze", "focus", "mcts(playout=gredy)"], &["unknown playout 'gredy'; did you mean 'greedy'?"]);
    refused(&["match", "focus(playerz=3)", "random"], &["unknown option of focus 'playerz'; did you mean 'players'?"]);
    refused(&["match", "focus", "mtcs"], &["unknown player 'mtcs'; did you mean 'mcts'?"]);
    refused(&["match", "focus", "mcts(c="], &["found the end of the text"]);
    refused(&["mach", "focus", "mcts"], &["'mach'", "'match'"]);
    refused(&["players", "mtcs"], &["did you mean 'mcts'?"]);
    refused(&["man", "mach"], &["did you mean 'match'?"]);
}

#[test]
fn impossible_numbers() {
    for (option, value) in [
        ("--games", "-5"),
        ("--games", "0"),
        ("--games", "many"),
        ("--playouts", "-1"),
        ("--jobs", "0"),
        ("--seed", "-1"),
        ("--nodes", "0"),
        ("--plies", "0"),
    ] {
        let named = format!("invalid value '{value}' for '{option}");
        refused(&["match", "focus", "random", option, value], &[&named, "expected a whole number from"]);
    }
    refused(&["match", "focus", "random", "--time", "-5"], &["'-5'", "expected a time such as"]);
    refused(&["perft", "focus", "--depth", "-1"], &["'-1'", "from 1 to 1000"]);
    refused(&["bench", "focus", "--runs", "0"], &["'0'", "'--runs"]);
}

#[test]
fn impossible_matches() {
    refused(&["match", "focus", "random", "random"], &["player 'random' is named twice"]);
    refused(
        &["match", "focus", "--players", "2", "random", "greedy", "mcts"],
        &["3 different players cannot share 2 seats"],
    );
    refused(&["match", "focus"], &["<PLAYER>"]);
    // What no game lacks today is tried on a game that lacks it in the arena's own tests.
    refused(&["match", "focus", "mcts", "--depth", "3"], &["mcts cannot be limited by depth; expected playouts"]);
}

#[test]
fn impossible_tests() {
    let sprt = |rates: &str, part: &str| refused(&["match", "focus", "mcts", "greedy", "--sprt", rates], &[part]);
    sprt("50", "invalid value '50' for '--sprt <H0:H1>': expected two win rates in per cent, such as 50:55");
    sprt("50:50", "both hypotheses are 50%; expected two different win rates");
    sprt("50:101", "a win rate of 101% cannot be tested; expected more than 0 and less than 100");
    sprt("-5:50", "a win rate of -5% cannot be tested");
    refused(&["match", "focus", "mcts", "--sprt", "50:55"], &["expected at least two players"]);
    refused(&["match", "focus", "mcts", "greedy", "--alpha", "0.1"], &["--sprt"]);
    let args = ["match", "focus", "mcts", "greedy", "--sprt", "50:55", "--beta", "0.5"];
    refused(&args, &["'0.5'", "expected an error rate above 0 and below 0.5"]);
}

#[test]
fn files_without_games() {
    refused(&["rate", "/nowhere/at/all.jsonl"], &["cannot read '/nowhere/at/all.jsonl'", "No such file"]);
    let path = fresh_file("no-games.jsonl");
    let file = path.to_str().expect("a path that is text");
    std::fs::write(&path, "\n").expect("written");
    refused(&["rate", file], &["there is no game in these files"]);
    std::fs::write(&path, "\n{\"game\": 3}\n").expect("written");
    refused(
        &["rate", file],
        &["no-games.jsonl', line 2: no record of a game", "expected what 'match --records' writes"],
    );
    let game = r#"{"game":"g","index":0,"seed":1,"seating":["a","b"],"budgets":["",""],"shares":[SHARES],"plies":1,"capped":false,"legal_moves":1,"moves":[]}"#;
    for (shares, part) in [("1.0", "differ in length"), ("2.0,0.0", "numbers from 0 to 1"), ("0.0,0.0", "above 0")] {
        std::fs::write(&path, game.replace("SHARES", shares)).expect("written");
        refused(&["rate", file], &["line 1: ", part]);
    }
    refused(&["rate", file, "--prior", "-1"], &["'-1'", "expected a number of games from 0"]);
}

#[test]
fn illegal_moves_and_garbled_positions() {
    for command in ["analyze", "show"] {
        refused(&[command, "focus", "--moves", "d4-c4 a1-h8"], &["move 2 of --moves: 'a1-h8'", "legal moves: "]);
    }
    for command in
        [["analyze", "focus"].as_slice(), &["play", "focus"], &["show", "focus"], &["perft", "focus", "--depth", "1"]]
    {
        let mut args = command.to_vec();
        args.extend(["--position", "garbled"]);
        refused(&args, &["bad position of focus: 'garbled' is not understood; expected"]);
    }
    refused(&["play", "focus", "--seat", "5=random"], &["there is no seat '5' in focus; expected a seat from 1 to 4"]);
    refused(&["play", "focus", "--seat", "2=mtcs"], &["did you mean 'mcts'?"]);
    refused(&["play", "focus", "--seat", "2=random", "--seat", "2=mcts"], &["seat 2 is given twice"]);
    refused(&["play", "focus", "--seat", "random"], &["'random' names no seat"]);
}

#[test]
fn an_illegal_move_from_a_pipe_ends_the_game() {
    let run = run_with(&["play", "focus", "--playouts", "5"], "a1-h8\nquit\n");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("'a1-h8' is not understood; expected one of the 44 legal moves"), "{}", run.err);
}

/// Roles, maps, tickets and positions of Scotland Yard.
#[test]
fn mistakes_in_scotland_yard() {
    refused(
        &["match", "scotland-yard", "hidder=mcts", "seekers=mcts"],
        &["unknown role 'hidder'; did you mean 'hider'?"],
    );
    refused(&["match", "scotland-yard", "mcts", "seekers=mcts"], &["'mcts'", "role"]);
    refused(&["match", "scotland-yard", "seekers=hider-best", "hider=mcts"], &["plays hider, not seekers"]);
    refused(&["match", "scotland-yard", "hider=mcts", "seekers=paranoid"], &["seekers=paranoid", "expected mcts"]);
    let misspelt = "seekers=mcts(model=alone+thrift)";
    refused(
        &["match", "scotland-yard", "hider=mcts", misspelt],
        &["this game has no model 'thrift'; did you mean 'thrifty'?"],
    );
    let map = fresh_file("wrong.map");
    let path = map.to_str().expect("text");
    for (text, line, said) in [
        ("station 1\nstation 2\ntaxi 1 3\n", "3", "unknown station '3'"),
        ("station 1\nstation 2\ntaxi 1 1\n", "3", "leads from a station to itself"),
        ("station 1\nstation 1\n", "2", "station 1 is there twice"),
        ("station 1\nstation 2\nstation 3\ntaxi 1 2\n", "", "3"),
        ("station 1\nstation 2\ntaxi 1 2\nstart 1\n", "", "start"),
    ] {
        std::fs::write(&map, text).expect("written");
        refused(&["show", &format!("scotland-yard(map=\"{path}\")")], &[path, line, said, "expected"]);
    }
    let position = "hider=86 seekers=85,115,86,116,127 tickets=4/3/3/5/2,10/8/4,10/8/4,10/8/4,10/8/4,10/8/4 possible=86 \
                    turn=1 round=9";
    refused(
        &["show", "scotland-yard", "--position", position],
        &["'86'", "expected the hider on a station without a seeker"],
    );
    let run = run_with(&["play", "scotland-yard", "--seed", "3", "--playouts", "5"], "underground-9\nquit\n");
    assert_eq!(run.status, 2);
    assert!(
        run.err
            .contains("'underground-9' is not legal here: no such ride leads to 9; expected one of the 36 legal moves"),
        "{}",
        run.err
    );
}

#[test]
fn a_finished_game_cannot_be_analysed() {
    let position = finished_position();
    refused(&["analyze", "focus(players=2)", "--position", &position], &["the game is over here"]);
}

/// A game is played out by two random players; its last position is written by `show`.
fn finished_position() -> String {
    let records = fresh_file("finished.jsonl");
    let path = records.to_str().expect("a path that is text");
    let args = ["match", "focus", "--players", "2", "greedy", "--games", "1", "--records", path];
    assert_eq!(run(&args).status, 0);
    let record: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&records).expect("written")).expect("one record");
    let moves: Vec<&str> =
        record["moves"].as_array().expect("moves").iter().filter_map(|mv| mv["move"].as_str()).collect();
    let shown = run(&["show", "focus", "--players", "2", "--moves", &moves.join(" "), "--json"]).out;
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!((&shown["to_move"], &shown["scores"]), (&serde_json::Value::Null, &record["shares"]));
    shown["position"].as_str().expect("text").to_owned()
}

#[test]
fn a_file_that_cannot_be_written_is_found_out_first() {
    let run = run(&["match", "focus", "random", "--records", "/nowhere/at/all.jsonl"]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert_eq!(run.err.matches("No such file").count(), 1, "{}", run.err);
    assert!(run.err.contains("cannot write records to '/nowhere/at/all.jsonl'"), "{}", run.err);
}

#[test]
fn a_page_for_others_or_with_what_is_not_there() {
    let games = fresh_file("page.db");
    let games = games.to_str().expect("text");
    for (arguments, expected) in [
        (&["serve", "--listen", "0.0.0.0"][..], "--public"),
        (&["serve", "--agent", "mine"][..], "NAME=SPEC"),
        (&["serve", "--games", games, "--agent", "mine=agnet(cmd=\"x\")"][..], "did you mean 'agent'"),
        (&["serve", "--store", "nowhere.db"][..], "there is no store 'nowhere.db'"),
        (&["serve", "--max-time", "soon"][..], "expected 250ms or 5s"),
        (&["serve", "--listen", "home"][..], "--listen"),
    ] {
        let refused = run(arguments);
        assert!(refused.status == 2 && refused.err.contains(expected), "{arguments:?}: {}", refused.err);
    }
}
