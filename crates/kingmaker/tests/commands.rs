//! The other commands.

mod program;

use std::process::Stdio;

use program::{fresh_file, output, program, run};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let text = output(&[args, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error} in:\n{text}"))
}

#[test]
fn perft_counts_as_published() {
    for (players, depth, count) in [("2", "2", "4460"), ("3", "4", "156240"), ("4", "3", "80983")] {
        assert_eq!(output(&["perft", "focus", "--players", players, "--depth", depth]), format!("{count}\n"));
    }
    let divided = output(&["perft", "focus", "--players", "4", "--depth", "2", "--divide"]);
    let numbers: Vec<u64> = divided
        .lines()
        .map(|line| line.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number"))
        .collect();
    assert_eq!((numbers[0], numbers.len(), numbers[1..].iter().sum()), (1895, 45, 1895));
    let result = json(&["perft", "focus", "--depth", "2", "--divide"]);
    assert_eq!((&result["perft"], result["divide"].as_array().map(Vec::len)), (&1895.into(), Some(44)));
}

#[test]
fn lists_what_there_is() {
    let listed = output(&["games"]);
    assert!(listed.lines().any(|line| line.starts_with("focus ") && line.contains(" 2 to 4 ")), "{listed}");
    for listed in [&["games"][..], &["players"], &["players", "mcts"], &["games", "scotland-yard"], &["reproduce"]] {
        let wide = output(listed).lines().find(|line| line.chars().count() > 80).map(str::to_owned);
        assert_eq!(wide, None, "{listed:?}");
    }
    let pig = output(&["games", "pig"]);
    assert!(
        pig.contains("\n  players: random, mcts, greedy") && pig.contains("\n      soft-maxn: needs a game without"),
        "{pig}"
    );
    assert!(output(&["games", "focus"]).contains("players: whole number from 2 to 4 (default 4)"));
    assert!(output(&["players"]).contains("\nmcts "));
    assert!(output(&["players", "mcts"]).contains("epsilon: number from 0 to 1 (default 0.05)"));
    assert!(output(&["players"]).contains("\nhider-best "));
    assert!(output(&["players", "hider-best"]).contains("stands for: hider=mcts("));
    assert!(output(&["games", "scotland-yard"]).contains("      seekers-best: "));
    assert_eq!(json(&["games", "scotland-yard"])["games"][0]["presets"][0]["name"], "hider-thesis");
    assert_eq!(json(&["players", "hider-best"])["presets"][0]["game"], "scotland-yard");
    assert_eq!(json(&["games", "focus"])["games"][0]["name"], "focus");
    assert_eq!(json(&["players", "greedy"])["players"][0]["needs"], "static move ordering");
}

#[test]
fn analyses_a_position() {
    let text = output(&["analyze", "focus", "mcts", "--playouts", "60", "--moves", "d4-c4", "--top", "3"]);
    for part in ["player 2 to move, mcts plays ", "visits  player 1  player 2", "more\n", "line: ", "60 playouts of "] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    let result = json(&["analyze", "focus", "--playouts", "60"]);
    assert_eq!((&result["playouts"], &result["mover"], &result["stop"]), (&60.into(), &1.into(), &"playouts".into()));
    assert_eq!(result["candidates"][0]["move"], result["best"]);
    assert_eq!(result["candidates"].as_array().map(Vec::len), Some(44));
    assert!(output(&["analyze", "focus", "random"]).starts_with("player 1 to move, random plays "));
}

#[test]
fn shows_a_position_and_reads_it_back() {
    let shown = json(&["show", "focus", "--moves", "d4-c4"]);
    let position = shown["position"].as_str().expect("text");
    assert_eq!(json(&["show", "focus", "--position", position]), shown);
    let path = fresh_file("board.svg");
    output(&["show", "focus", "--svg", path.to_str().expect("text")]);
    let picture = std::fs::read_to_string(&path).expect("written");
    assert_eq!(picture, output(&["show", "focus", "--svg", "-"]));
    assert!(picture.starts_with("<svg ") && picture.matches("<ellipse ").count() == 52);
    assert_eq!(run(&["show", "focus", "--svg", "/nowhere/at/all.svg"]).status, 1);
}

#[test]
fn measures_speed_beside_what_was_published() {
    let result = json(&["bench", "focus", "--runs", "1", "--time", "5ms"]);
    let speeds = result["speeds"].as_array().expect("speeds");
    let of_mcts = speeds.iter().filter(|speed| speed["subject"] == "mcts").count();
    let of_greedy = speeds.iter().filter(|speed| speed["subject"] == "greedy playouts").count();
    assert_eq!((of_greedy, of_mcts), (3, 3), "for 2, 3 and 4 players");
    let published: Vec<f64> = speeds.iter().filter_map(|speed| speed["published"].as_f64()).collect();
    let three = [5476.0, 4686.0, 982.0, 1678.0, 756.0, 6474.0];
    let four = [5118.0, 4413.0, 1063.0, 1847.0, 561.0, 6310.0];
    assert_eq!(published, [three, four].concat());
    let table = output(&["bench", "focus", "--players", "3", "--runs", "1", "--time", "5ms"]);
    assert!(table.contains("5,476") && table.contains("Nijssen 2013, Table 6.3"), "{table}");
    let along = output(&["bench", "focus", "--players", "3", "--runs", "1", "--time", "5ms", "--along"]);
    let line = along.lines().find(|line| line.starts_with("mcts, greedy")).expect("MCTS with greedy playouts");
    assert!(line.contains("5,476") && along.contains("in positions along games"), "{along}");
    assert_eq!(run(&["bench", "focus", "--along", "--search"]).status, 2);
}

#[test]
fn measures_depth_first_searches() {
    let searches = ["bench", "rolit", "--players", "3", "--runs", "4", "--search", "maxn", "brs", "--depth", "3"];
    let table = output(&searches);
    assert!(table.contains("nodes/s") && table.contains("4 positions along games, depth 3"), "{table}");
    let result = json(&searches);
    let nodes = |index: usize| result["searches"][index]["nodes_per_search"].as_f64().expect("a number");
    assert!(nodes(1) < nodes(0), "brs visits fewer nodes than max^n: {result}");
    let refused = run(&["bench", "rolit", "--search", "mcts"]);
    assert_eq!(refused.status, 2);
    assert_eq!(run(&["bench", "rolit", "--depth", "3"]).status, 2);
}

#[test]
fn completions_and_the_manual_come_from_the_definitions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(output(&["completions", shell]).contains("records"), "{shell}");
    }
    assert!(output(&["man"]).contains(".TH kingmaker 1"));
    assert!(output(&["man", "match"]).contains("Wilson"));
    assert!(output(&["--version"]).starts_with("kingmaker "));
    assert!(output(&["match", "--help"]).contains("Examples:"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in
        [["completions", "bash"].as_slice(), &["games", "--json"], &["match", "focus", "greedy", "--games", "1"]]
    {
        let mut child = program(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ended");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_aloud() {
    let full = std::fs::File::create("/dev/full").expect("there");
    let output = program(&["games"]).stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"));
}
