//! Results say what one wants to know, and nothing that does not follow from them.

mod program;

use std::fs;

use program::{fresh_folder, output, run};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&output(args)).expect("JSON")
}

#[test]
fn verdicts_are_explained_and_need_twenty_games() {
    let folder = fresh_folder("results-verdicts");
    let path = folder.join("published.toml");
    let file = path.to_str().expect("text");
    let content = "title = 'T'\nsource = 'A book'\n[[match]]\ngame = 'focus(players=2, cap=20)'\n\
         players = ['greedy', 'random']\ngames = 20\npublished_games = 100\n\
         published = { greedy = { win_rate = 50 }, random = { win_rate = 50 } }\n";
    fs::write(&path, content).expect("written");
    let few = run(&["run", file, "--games", "18"]).out;
    assert_eq!(few.lines().filter(|line| line.ends_with("  too few games")).count(), 2, "{few}");
    assert!(few.contains("agrees 0, same order 0, differs 0, too few games 2 (of 2 figures"), "{few}");
    let enough = run(&["run", file]).out;
    assert_eq!(enough.lines().filter(|line| line.ends_with("  agrees")).count(), 2, "{enough}");
    for text in [few, enough] {
        assert_eq!(text.matches("'agrees': the 95% intervals overlap; 'same order': ").count(), 1, "{text}");
        assert!(text.contains("'too few games': fewer than 20 of our games"), "{text}");
    }
}

#[test]
fn one_alone_has_won_nothing() {
    let text = output(&["match", "focus(cap=60)", "random", "--games", "3"]);
    assert!(text.contains("3 games") && text.contains("mean length"), "{text}");
    for word in ["win", "100.0%", "stronger"] {
        assert!(!text.contains(word), "'{word}' in\n{text}");
    }
    let searched = output(&["match", "focus(cap=20)", "mcts(playouts=7)", "--games", "2"]);
    assert!(searched.contains("playouts/move") && searched.contains("  7 "), "{searched}");
}

#[test]
fn an_analysis_explains_its_columns() {
    let playouts = output(&["analyze", "focus", "mcts(playouts=300)"]);
    assert!(playouts.contains("\nvisits: playouts that began with the move; per cent: "), "{playouts}");
    assert_eq!(playouts.contains("\nbias: "), playouts.contains("  bias\n"), "{playouts}");
    let searched = output(&["analyze", "focus", "maxn(depth=1)"]);
    assert!(searched.contains("\nnodes: positions that were searched after the move; "), "{searched}");
}

/// Also where the budget ends in the middle of an iteration.
#[test]
fn a_depth_first_player_lists_all_moves() {
    let legal = output(&["perft", "focus", "--depth", "1"]).trim().parse::<usize>().expect("a number");
    for player in ["maxn", "paranoid", "brs"] {
        for nodes in ["100", "500", "3000"] {
            let analysis = json(&["analyze", "focus", player, "--nodes", nodes, "--json"]);
            assert_eq!(analysis["candidates"].as_array().expect("moves").len(), legal, "{player} with {nodes} nodes");
        }
        let text = output(&["analyze", "focus", player, "--nodes", "500", "--top", "1000"]);
        assert_eq!(text.lines().skip(3).take_while(|line| !line.is_empty()).count(), legal, "{text}");
    }
}

#[test]
fn numbers_in_json_are_short_and_results_come_first() {
    let text = output(&["analyze", "focus", "mcts(playouts=97)", "--json"]);
    let analysis: Value = serde_json::from_str(&text).expect("JSON");
    for candidate in analysis["candidates"].as_array().expect("moves") {
        for share in candidate["shares"].as_array().into_iter().flatten() {
            let digits = share.to_string();
            assert!(digits.split_once('.').is_none_or(|(_, fraction)| fraction.len() <= 6), "{digits}");
        }
    }
    let text = output(&["match", "focus(cap=60)", "greedy", "random", "--games", "14", "--json"]);
    let place = |key: &str| text.find(&format!("\n  \"{key}\":")).unwrap_or_else(|| panic!("no {key} in {text}"));
    assert!(place("players") < place("seed") && place("comparisons") < place("requested"), "{text}");
    let played: Value = serde_json::from_str(&text).expect("JSON");
    let mean = played["mean_branching"].to_string();
    assert!(mean.split_once('.').is_none_or(|(_, fraction)| fraction.len() <= 6), "{mean}");
}

#[test]
fn a_report_names_its_date_and_machine_and_folds_settings() {
    let folder = fresh_folder("results-report");
    let path = folder.join("own.toml");
    let file = path.to_str().expect("text");
    let long = "mcts(c=0.3, playout=greedy(epsilon=0.1), playouts=";
    let content = format!(
        "title = 'T'\n[[match]]\ngame = 'focus(players=2, cap=8)'\nplayers = ['{long}5)', '{long}6)']\ngames = 4\n"
    );
    fs::write(&path, content).expect("written");
    output(&["run", file]);
    let html = output(&["report", file]);
    assert!(html.contains("<footer><p>Written on ") && html.contains(std::env::consts::ARCH), "{html}");
    assert!(html.contains("<details>\n<summary>Players and their settings</summary>"), "{html}");
    let labels: Vec<&str> = html.lines().filter(|line| line.contains('…')).collect();
    assert_eq!(labels.len(), 2, "{html}");
    assert_ne!(labels[0], labels[1]);
}
