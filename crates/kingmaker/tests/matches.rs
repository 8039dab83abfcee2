//! Matches: the same bytes for any number of threads, records that survive, a clean stop.

mod program;

use std::fs;
use std::time::{Duration, Instant};

use program::{flat, fresh_file, output, program, run};
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
    assert_eq!((&result["games"], &result["seatings"]), (&12.into(), &6.into()));
    assert_eq!(result["players"][0]["median_playouts"], 15.0);
    assert_eq!(result["players"][0]["budget"], serde_json::json!({ "playouts": 15 }));
    assert_eq!(result["reproducible"], true);
    let wins = |index: usize| result["players"][index]["wins"].as_f64().expect("a number");
    assert!((wins(0) + wins(1) - 12.0).abs() < 1e-4);
}

#[test]
fn a_budget_in_plies_is_reproducible_and_not_for_everybody() {
    let play = |jobs: &str| {
        output(&["match", "focus", "mcts", "greedy", "--games", "4", "--plies", "900", "--json", "--jobs", jobs])
    };
    let alone = play("1");
    assert_eq!(alone, play("2"));
    let result = json(&alone);
    assert_eq!((&result["players"][0]["budget"]["plies"], &result["reproducible"]), (&900.into(), &true.into()));
    let analysis = json(&output(&["analyze", "focus", "mcts", "--plies", "900", "--json"]));
    assert_eq!(analysis["stop"], "plies");
    let plies = analysis["plies"].as_u64().expect("a number");
    assert!((900..1100).contains(&plies), "{plies}");
    let refused = run(&["match", "focus", "maxn", "greedy", "--plies", "900"]);
    assert!(refused.status == 2 && flat(&refused.err).contains("maxn cannot be limited by plies"), "{}", refused.err);
    let told = run(&["match", "focus", "maxn(nodes=50)", "mcts", "--plies", "90", "--games", "2"]);
    assert!(flat(&told.err).contains("'maxn(nodes=50)' keeps its own limits, not 'plies=90'"), "{}", told.err);
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
fn a_clear_result_is_put_into_words() {
    let table = output(&["match", "focus", "greedy", "random", "--players", "2", "--games", "20", "--seatings"]);
    assert!(table.contains("greedy is stronger than random: p < 0.001"), "{table}");
    assert!(table.contains("A = greedy, B = random"), "{table}");
    for line in ["A B         10", "B A         10", "1 A, 1 B     20", "1             10"] {
        assert!(table.contains(line), "'{line}' is missing in:\n{table}");
    }
    let result = json(&output(&["match", "focus", "greedy", "random", "--players", "2", "--games", "20", "--json"]));
    assert_eq!(result["by_seating"][0]["seating"], serde_json::json!(["greedy", "random"]));
    assert_eq!((&result["players"][0]["fair"], &result["by_seat"][1][0]["games"]), (&0.5.into(), &10.0.into()));
    assert!(result["players"][0]["p_value"].as_f64().expect("a number") < 0.001);
    assert_eq!(result["comparisons"][0]["stronger"], "greedy");
}

#[test]
fn a_sequential_test_stops_at_the_same_game_on_any_number_of_threads() {
    let play = |jobs: &str| {
        let path = fresh_file(&format!("sprt-{jobs}.jsonl"));
        let file = path.to_str().expect("a path that is text");
        let common = ["match", "focus", "greedy", "random", "--players", "3", "--sprt", "50:65", "--json"];
        let result = output(&[&common[..], &["--jobs", jobs, "--records", file]].concat());
        (result, fs::read_to_string(&path).expect("written"))
    };
    let (result, records) = play("1");
    assert_eq!((&result, &records), (&play("3").0, &play("3").1), "records come in order, too");
    let result = json(&result);
    let games = result["games"].as_u64().expect("a number");
    assert!(games.is_multiple_of(6) && games < 60, "{games}");
    assert_eq!(records.lines().count() as u64, games, "nothing is recorded that does not count");
    assert_eq!(
        (&result["sprt"]["state"], &result["sprt"]["player"]),
        (&"accepted_alternative".into(), &"greedy".into())
    );
    assert_eq!((&result["reproducible"], &result["players"][0]["p_value"]), (&true.into(), &Value::Null));
    let text =
        flat(&output(&["match", "focus", "random", "greedy", "--players", "2", "--sprt", "50:65", "--beta", "0.01"]));
    assert!(text.contains("SPRT of random: win rate 50.0% (H0) or 65.0% (H1)"), "{text}");
    assert!(text.contains("H0 accepted after 14 games; with a win rate of 65.0% or more"), "{text}");
    assert!(text.contains("at most once in 100 matches"), "{text}");
    let short = ["match", "focus", "greedy", "random", "--players", "2", "--sprt", "50:51", "--games", "4"];
    assert!(flat(&output(&short)).contains("undecided after 4 games; on average it takes"));
}

#[test]
fn ratings_from_records() {
    let path = fresh_file("rated.jsonl");
    let file = path.to_str().expect("a path that is text");
    for players in [["greedy", "random"], ["mcts(playouts=3)", "random"]] {
        let common = ["match", "focus(cap=60)", "--players", "2", "--games", "12", "--records", file];
        output(&[&common[..], &players].concat());
    }
    let games = fs::read_to_string(&path).expect("written");
    fs::write(&path, format!("{games}{}{{\"cut\n", games.lines().next().expect("a game").to_owned() + "\n"))
        .expect("written");
    let table = output(&["rate", file, "--prior", "2"]);
    assert!(table.starts_with("focus(players=2, cap=60), 24 games\n\nplayer "), "{table}");
    assert!(table.contains("twice, and count once: 1\n") && table.contains("cut short, and left out: 1\n"), "{table}");
    let result = json(&output(&["rate", file, "--prior", "2", "--json"]));
    let players = result["ratings"][0]["groups"][0].as_array().expect("one group");
    assert_eq!((players.len(), &result["twice"], &result["cut_short"]), (3, &1.into(), &1.into()));
    let number = |value: &Value| value.as_f64().expect("a number");
    let games: f64 = players.iter().map(|player| number(&player["games"])).sum();
    assert_eq!(games, 48.0, "two players in each game");
    for player in players {
        let elo = &player["elo"];
        assert!(number(&elo["low"]) < number(&elo["rating"]) && number(&elo["rating"]) < number(&elo["high"]));
    }
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
