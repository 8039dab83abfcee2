//! Experiments in parts, on several machines: the stores become one, which is that of a single run.

mod program;

use std::path::{Path, PathBuf};

use program::{flat, fresh_folder, output, run};

const EXPERIMENT: &str = r#"
title = "parts"

[[match]]
name = "three"
game = "rolit(players=3)"
players = ["mcts", "random"]
games = 48
playouts = 10

[[match]]
name = "two"
game = "pig(players=3)"
players = ["mcts", "random", "mcts(c=1)"]
games = 20
playouts = 10
"#;

/// Does something with files of a folder.
fn in_folder(folder: &Path, words: &str) -> program::Run {
    let full = |word: &str| {
        let is_file = word.ends_with(".db") || word.ends_with(".toml");
        if is_file { folder.join(word).display().to_string() } else { word.to_owned() }
    };
    let words: Vec<String> = words.split(' ').map(full).collect();
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Everything that a store has, and what a report says of it.
fn contents(folder: &Path, store: &str) -> (String, String) {
    let path = folder.join(store).display().to_string();
    let games = output(&["export", "--db", &path, "--format", "jsonl"]);
    (games, output(&["report", "--db", &path, "--format", "csv"]))
}

fn prepared(name: &str) -> PathBuf {
    let folder = fresh_folder(name);
    std::fs::write(folder.join("parts.toml"), EXPERIMENT).expect("written");
    assert_eq!(in_folder(&folder, "run parts.toml --db whole.db").status, 0);
    folder
}

#[test]
fn parts_become_what_one_machine_has() {
    let folder = prepared("parts");
    for part in 1..=4 {
        let told = in_folder(&folder, &format!("run parts.toml --shard {part}/4 --db part-{part}.db"));
        assert_eq!(told.status, 0, "{}", told.err);
        assert!(told.out.starts_with(&format!("part {part}/4: ")), "{}", told.out);
    }
    let merged = in_folder(&folder, "merge part-3.db part-1.db --db all.db");
    assert!(merged.status == 0 && merged.out.ends_with("missing\n"), "{}{}", merged.out, merged.err);
    let merged = in_folder(&folder, "merge part-2.db part-4.db part-1.db --db all.db");
    assert!(merged.out.contains("none is missing"), "{}{}", merged.out, merged.err);
    assert_eq!(contents(&folder, "all.db"), contents(&folder, "whole.db"));
    let again = in_folder(&folder, "merge part-1.db part-2.db part-3.db part-4.db --db all.db");
    assert!(again.out.starts_with("0 games added, "), "{}", again.out);
    assert_eq!(contents(&folder, "all.db"), contents(&folder, "whole.db"));
    // A run over the merged store has nothing left to play.
    assert_eq!(in_folder(&folder, "run parts.toml --db all.db").status, 0);
    assert_eq!(contents(&folder, "all.db"), contents(&folder, "whole.db"));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = prepared("unlike");
    std::fs::copy(folder.join("whole.db"), folder.join("changed.db")).expect("copied");
    let change = |sql: &str| {
        let connection = rusqlite::Connection::open(folder.join("changed.db")).expect("a store");
        connection.execute_batch(sql).expect("changed");
    };
    change("UPDATE game SET record = replace(record, '\"move\":\"d3\"', '\"move\":\"z9\"') WHERE number = 3");
    let refused = in_folder(&folder, "merge changed.db --db whole.db");
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(
        refused.err.contains("changed.db") && refused.err.contains("game 3 of rolit") && refused.err.contains("'d3'"),
        "{}",
        refused.err
    );
    change("UPDATE game SET program = 'kingmaker 0.0.1 (another)'");
    let refused = in_folder(&folder, "merge changed.db --db whole.db");
    assert!(refused.status == 2 && refused.err.contains("kingmaker 0.0.1 (another)"), "{}", refused.err);
    for (words, expected) in [
        ("merge none.db --db whole.db", "there is no store"),
        ("merge parts.toml --db whole.db", "is not a store"),
        ("merge whole.db --db whole.db", "into itself"),
        ("run parts.toml --shard 9/8 --db x.db", "9/8"),
        ("run parts.toml --shard half --db x.db", "such as 3/64"),
    ] {
        let refused = in_folder(&folder, words);
        assert!(refused.status == 2 && refused.err.contains(expected), "{words}: {}", refused.err);
    }
    let before = contents(&folder, "whole.db");
    change("UPDATE game SET record = replace(record, '\"move\":\"z9\"', '\"move\":\"d3\"')");
    let forced = in_folder(&folder, "merge changed.db --db whole.db --force");
    assert!(forced.status == 0 && forced.out.starts_with("0 games added"), "{}{}", forced.out, forced.err);
    assert_eq!(contents(&folder, "whole.db"), before);
}

/// Games that depend on time may differ; the first ones stay, and the others are named.
#[test]
fn timed_games_may_differ() {
    let folder = fresh_folder("timed");
    let text = EXPERIMENT.split("[[match]]").take(2).collect::<Vec<_>>().join("[[match]]");
    let text = text.replace("games = 48", "games = 6").replace("playouts = 10", "time = \"2ms\"");
    std::fs::write(folder.join("parts.toml"), text).expect("written");
    for store in ["one.db", "two.db"] {
        assert_eq!(in_folder(&folder, &format!("run parts.toml --db {store}")).status, 0);
    }
    let merged = in_folder(&folder, "merge two.db --db one.db");
    assert_eq!(merged.status, 0, "{}", merged.err);
    assert!(merged.out.starts_with("0 games added"), "{}", merged.out);
    assert!(merged.err.is_empty() || flat(&merged.err).contains("the first one stays"), "{}", merged.err);
}
