//! Players that are other programs: the same games through every protocol, and every way to misbehave.
#![cfg(unix)]

mod program;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use program::{flat, fresh_file, program, run};
use serde_json::Value;

fn this_program() -> String {
    assert_cmd::cargo::cargo_bin!("kingmaker").display().to_string()
}

/// An agent that misbehaves; `mark` is a word in its command line by which it is found among all processes.
fn faulty(kind: &str, likely: &str, mark: &str) -> String {
    let example = assert_cmd::cargo::cargo_bin!("kingmaker").with_file_name("examples").join("faulty_agent");
    assert!(example.exists(), "expected {}; cargo test builds it unless told otherwise", example.display());
    // What comes a little late must not be taken for what never comes, and who writes without end needs time for it.
    let margin = match kind {
        "slow" => "1s",
        "endless" => "20s",
        _ => "100ms",
    };
    let command = format!("{} {kind} {likely} 7 {mark}", example.display());
    format!("agent(cmd=\"{command}\", patience=100ms, margin={margin}, faults=1)")
}

fn records(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("written");
    let mut records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    records.sort_by_key(|record| record["index"].as_u64());
    records
}

/// Plays a match and gives its records.
fn games(name: &str, args: &[&str]) -> Vec<Value> {
    let path: PathBuf = fresh_file(name);
    let run = run(&[&["match"], args, &["--records", path.to_str().expect("a path")]].concat());
    assert_eq!(run.status, 0, "{args:?}: {}", run.err);
    records(&path)
}

/// The moves of each game, and who got what.
fn course(records: &[Value]) -> Vec<(Vec<&str>, &Value)> {
    records
        .iter()
        .map(|record| {
            let moves = record["moves"].as_array().expect("moves");
            (moves.iter().filter_map(|mv| mv["move"].as_str()).collect(), &record["shares"])
        })
        .collect()
}

/// Whether any process has this word in its command line.
fn is_running(mark: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("a list of processes").flatten();
    let has_mark = |path: PathBuf| {
        std::fs::read(path.join("cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).split('\0').any(|word| word == mark))
    };
    processes.map(|process| process.path()).any(has_mark)
}

fn wait_until_gone(mark: &str) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while is_running(mark) {
        assert!(Instant::now() < deadline, "a process '{mark}' is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Two players as programs of their own, through each protocol, and without.
#[test]
fn the_same_games_through_every_protocol() {
    let program = this_program();
    let cases = [
        ("ugi", "focus(players=3)", "mcts", "greedy", "--playouts=20"),
        ("ugi", "quoridor(size=5, fences=2)", "mcts(reuse=yes)", "mcts(c=0.5)", "--playouts=20"),
        ("ugi", "pig(target=15)", "mcts", "random", "--playouts=20"),
        ("ugi", "hide-and-seek", "mcts", "mcts(c=0.5)", "--playouts=10"),
        ("gtp", "blokus(board=duo)", "alphabeta(noise=0)", "maxn(noise=0)", "--nodes=200"),
        ("string", "quoridor(size=5, fences=2)", "alphabeta(noise=0)", "maxn(noise=0)", "--nodes=200"),
    ];
    for (protocol, game, one, other, budget) in cases {
        let agent = |spec: &str| {
            format!(
                "agent(cmd=\"{program} agent '{game}' '{spec}' --protocol {protocol} {budget}\", protocol={protocol})"
            )
        };
        let common = [game, "--games", "100", "--seed", "5"];
        let without = games(&format!("without-{protocol}.jsonl"), &[&common[..], &[one, other, budget]].concat());
        // Not every protocol can tell a limit, so that each program has it on its own command line.
        let limit = if protocol == "ugi" { &[budget][..] } else { &[] };
        let with =
            games(&format!("with-{protocol}.jsonl"), &[&common[..], limit, &[&agent(one), &agent(other)]].concat());
        assert!(without.len() >= 100);
        for (index, (with, without)) in course(&with).into_iter().zip(course(&without)).enumerate() {
            assert_eq!(with, without, "{protocol} {game}: game {index}");
        }
    }
}

#[test]
fn every_fault_has_a_name_and_costs_the_game() {
    let kinds = [
        ("crash", "crashed"),
        ("hang", "silent"),
        ("silent", "silent"),
        ("slow", "late"),
        ("illegal", "illegal-move"),
        ("half-line", "silent"),
        ("half-line-and-end", "crashed"),
        ("not-utf8", "not-utf8"),
        ("twice", "unasked"),
        ("long-line", "flood"),
        ("endless", "flood"),
        ("fork", "crashed"),
        ("give-up", "gave-up"),
    ];
    for (kind, said) in kinds {
        let mark = format!("mark-{kind}-{}", std::process::id());
        let agent = faulty(kind, "1", &mark);
        let records = games(&format!("fault-{kind}.jsonl"), &["quoridor(size=5)", &agent, "random", "--games", "2"]);
        for record in &records {
            let fault = &record["faults"][0];
            assert_eq!(fault["kind"], said, "{kind}: {record}");
            let seat = fault["seat"].as_u64().expect("a seat") as usize;
            assert_eq!((&record["shares"][seat - 1], &record["shares"][2 - seat]), (&0.0.into(), &1.0.into()));
        }
        wait_until_gone(&mark);
    }
}

/// What is written to standard error is no fault, and neither is a program that does not want to end.
#[test]
fn noise_and_stubbornness_are_no_faults() {
    for kind in ["verbose", "ignore-quit"] {
        let mark = format!("mark-{kind}-{}", std::process::id());
        let agent = faulty(kind, "0.2", &mark);
        let records =
            games(&format!("no-fault-{kind}.jsonl"), &["quoridor(size=5, fences=1)", &agent, "random", "--games", "4"]);
        assert!(records.iter().all(|record| record["faults"].is_null()), "{kind}");
        wait_until_gone(&mark);
    }
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let run = run(&["match", "quoridor(size=5)", "agent(cmd=\"no-such-program\", faults=1)", "random", "--games", "2"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(flat(&run.out).contains("it could not be started (2)"), "{}", run.out);
    for (spec, part) in [
        ("agent", "agent has no program"),
        ("agent(cmd=\"x\", protocol=gtp)", "has words for blokus alone"),
        ("agent(cmd=\"x\", fields=2)", "no words for 'fields'; expected protocol=string"),
        ("agent(cmd=\"x\", protocol=string, options=\"a\")", "no words for 'options'; expected them in cmd"),
        ("agent(cmd=\"x\", protocol=string, depth=2)", "no words for 'depth'; expected time, or a limit in cmd"),
    ] {
        let run = program::run(&["match", "focus", spec, "random"]);
        assert_eq!(run.status, 2, "{}", run.err);
        assert!(run.err.contains(part), "{}", run.err);
    }
}

/// Among more than two a fault voids the game for the others, and it is played again.
#[test]
fn among_three_a_game_with_a_fault_is_played_again() {
    let agent = faulty("crash", "0.02", "mark-three");
    let records = games("void.jsonl", &["quoridor(players=3, size=5, fences=1)", &agent, "random", "--games", "60"]);
    let faults: usize = records.iter().map(|record| record["faults"].as_array().map_or(0, Vec::len)).sum();
    assert!(faults > 3, "{faults}");
    for record in &records {
        let won: f64 = record["shares"].as_array().expect("shares").iter().filter_map(Value::as_f64).sum();
        assert!((won - 1.0).abs() < 1e-6, "{record}");
    }
    wait_until_gone("mark-three");
}

#[test]
fn too_many_faults_end_a_match() {
    let agent = faulty("crash", "1", "mark-many").replace("faults=1", "faults=0.2");
    let run = run(&["match", "quoridor(size=5)", &agent, "random", "--games", "100", "--jobs", "1"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.err.contains("lost 10 of 10 games by its faults, which is too many"), "{}", run.err);
    wait_until_gone("mark-many");
}

/// All kinds at random: every game is counted, and no process is left.
#[test]
fn a_thousand_games_against_a_program_that_misbehaves_at_random() {
    let agent = faulty("any", "0.01", "mark-any");
    let records = games("any.jsonl", &["quoridor(size=5, fences=1)", &agent, "random", "--games", "1000"]);
    assert_eq!(records.len(), 1000);
    let lost: Vec<&Value> = records.iter().filter(|record| !record["faults"].is_null()).collect();
    assert!((30..400).contains(&lost.len()), "{}", lost.len());
    wait_until_gone("mark-any");
}

/// Neither a kill of ours nor Ctrl-C leaves a program behind, also one that ignores everything.
#[test]
fn nobody_outlives_us() {
    for signal in ["-KILL", "-INT"] {
        let mark = format!("mark{signal}-{}", std::process::id());
        let agent = faulty("ignore-quit", "0", &mark);
        let args = ["match", "quoridor", agent.as_str(), "random", "--games", "100000"];
        let mut ours = program(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        let deadline = Instant::now() + Duration::from_secs(10);
        while !is_running(&mark) {
            assert!(Instant::now() < deadline, "the agent was not started");
            std::thread::sleep(Duration::from_millis(10));
        }
        let killed = std::process::Command::new("kill").args([signal, &ours.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        ours.wait().expect("it ended");
        wait_until_gone(&mark);
    }
}
