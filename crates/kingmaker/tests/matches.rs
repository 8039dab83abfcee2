//! Matches: the same bytes for any number of threads, records that survive, a clean stop.

mod program;

use std::fs;
use std::time::{Duration, Instant};

use program::{fresh_file, output, program, run};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in:\n{text}"))
}

#[test]
fn the_number_of_threads_does_not_show() {
    let play = |jobs: &str, seed: &str| {
        let common = ["match", "focus", "mcts", "greedy", "--players", "3", "--games", "7", "--playouts", "15"];
        output(&[&common[..], &["--json", "--jobs", jobs, "--seed", seed]].concat())
    };
    let alone = play("1", "7");
    assert_eq!(alone, play("3", "7"));
    assert_ne!(alone, play("1", "8"));
    let result = json(&alone);
    assert_eq!((&result["games"], &result["rounds"], &result["seatings"]), (&12.into(), &2.into(), &6.into()));
    assert_eq!(result["players"][0]["median_playouts"], 15.0);
    assert_eq!(result["players"][0]["budget"], serde_json::json!({ "playouts": 15 }));
    assert_eq!(result["reproducible"], true);
    let wins = |index: usize| result["players"][index]["wins"].as_f64().expect("a number");
    assert!((wins(0) + wins(1) - 12.0).abs() < 1e-4);
}

#[test]
fn the_table_says_what_was_played() {
    let table = output(&["match", "focus", "mcts", "random", "--players", "3", "--games", "5", "--playouts", "10"]);
    assert!(table.starts_with("focus(players=3), 3 players, seed 1\n"), "{table}");
    assert!(table.contains("6 games: 1 round of 6 seatings (5 rounded up to whole rounds)"), "{table}");
    for part in ["win rate", "95% interval", "playouts/move", "mean length ", "mean branching ", "draws 0"] {
        assert!(table.contains(part), "{part} is missing in:\n{table}");
    }
    let capped = output(&["match", "focus(cap=9)", "random", "--games", "4"]);
    assert!(capped.contains("draws 4 (4 cut off after 9 plies)"), "{capped}");
    let timed = output(&["match", "focus(cap=9)", "mcts", "--games", "1", "--time", "2"]);
    assert!(timed.contains("another run will differ"), "{timed}");
}

#[test]
fn records_are_appended_line_by_line() {
    let path = fresh_file("records.jsonl");
    let file = path.to_str().expect("a path that is text");
    let play = |player: &str| output(&["match", "focus(cap=60)", player, "--games", "3", "--records", file]);
    play("random");
    play("mcts(playouts=3)");
    let lines: Vec<Value> = fs::read_to_string(&path).expect("written").lines().map(json).collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[5]["seating"], serde_json::json!(vec!["mcts(playouts=3)"; 4]));
    for record in &lines {
        assert_eq!(record["plies"], record["moves"].as_array().expect("moves").len());
        assert!(record["moves"][0].get("milliseconds").is_none(), "no times without a limit on time");
    }
    assert_eq!(lines[5]["moves"][0]["playouts"], 3);
    let timed = fresh_file("timed.jsonl");
    let args = ["match", "focus(cap=3)", "mcts(time=2ms)", "--games", "1", "--records", timed.to_str().expect("text")];
    output(&args);
    let record = json(fs::read_to_string(&timed).expect("written").trim());
    assert!(record["moves"][0]["milliseconds"].as_f64().expect("a number") >= 2.0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_what_is_finished() {
    let path = fresh_file("interrupted.jsonl");
    let file = path.to_str().expect("a path that is text");
    let args = ["match", "focus", "greedy", "--games", "10000000", "--records", file, "--json"];
    let child = program(&args).stdout(std::process::Stdio::piped()).spawn().expect("the program runs");
    let begun = Instant::now();
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no game finished");
        std::thread::sleep(Duration::from_millis(10));
    }
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("kill is there").success());
    let output = child.wait_with_output().expect("the program ended");
    assert_eq!(output.status.code(), Some(130));
    let result = json(&String::from_utf8(output.stdout).expect("text"));
    let lines: Vec<Value> = fs::read_to_string(&path).expect("written").lines().map(json).collect();
    assert_eq!(result["games"], lines.len());
    assert!(result["games"].as_u64() < result["scheduled"].as_u64());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = run(&["match", "focus", "greedy", "--games", "2", "--records", "/dev/full"]);
    assert_eq!(full.status, 1);
    assert!(full.err.contains("cannot write records to '/dev/full'"), "{}", full.err);
    assert!(full.out.contains("0 of 2 games finished"), "{}", full.out);
}
