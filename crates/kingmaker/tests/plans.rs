//! What an experiment would take (`--plan`), and games that are kept without their moves (`--without-moves`).

mod program;

use std::fs;

use program::{flat, fresh_folder, output, run};

const EXPERIMENT: &str = r#"
title = "plans"

[[match]]
name = "small"
game = "rolit(players=2, size=4)"
players = ["mcts", "random"]
games = 10
playouts = 10

[[match]]
name = "later"
game = "rolit(players=3)"
players = ["mcts", "random"]
normal = { games = 0 }
"#;

#[test]
fn a_plan_plays_nothing_and_knows_what_is_kept() {
    let folder = fresh_folder("plans");
    let [file, store] = ["my.toml", "my.db"].map(|name| folder.join(name).display().to_string());
    fs::write(&file, EXPERIMENT).expect("written");
    let before = output(&["run", &file, "--plan"]);
    assert!(before.starts_with("my.toml: plans, normal effort\n") && before.contains("10 games to play"), "{before}");
    assert!(before.contains("rows without games are left to more effort: 1"), "{before}");
    assert!(before.lines().all(|line| line.chars().count() <= 80), "{before}");
    assert!(!folder.join("my.db").exists(), "something was played");
    // Games without their moves are the same games.
    assert_eq!(output(&["run", &file, "--plan", "--without-moves"]), before);
    let kept = output(&["run", &file, "--without-moves"]);
    let after = output(&["run", &file, "--plan"]);
    assert!(after.contains("0 games to play") && after.contains("small      0    10"), "{after}");
    // They count as games with moves do, and cannot be followed.
    let other = folder.join("whole.db").display().to_string();
    let whole = output(&["run", &file, "--db", &other]);
    let figures = |text: &str| text.lines().filter(|line| line.contains('%')).collect::<Vec<_>>().join("\n");
    assert!(figures(&kept).contains("mcts") && figures(&kept) == figures(&whole), "{kept}\n{whole}");
    let sizes = [&store, &other].map(|path| output(&["export", "--db", path, "--format", "jsonl"]).len());
    assert!(2 * sizes[0] < sizes[1], "{sizes:?}");
    let followed = run(&["replay", "--db", &store]);
    assert!(followed.status != 0 && flat(&followed.err).contains("its moves were not kept"), "{}", followed.err);
}

#[test]
fn what_a_plan_would_ignore_is_refused() {
    let folder = fresh_folder("plans-refused");
    let file = folder.join("my.toml").display().to_string();
    fs::write(&file, EXPERIMENT).expect("written");
    for more in [&["--json"][..], &["--jobs", "2"], &["--shard", "1/2"]] {
        let refused = run(&[&["run", &file, "--plan"], more].concat());
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{more:?}");
        assert!(refused.err.contains("--plan"), "{}", refused.err);
    }
    let shared = run(&["run", &file, "--without-moves", "--db", "postgres://ann@localhost:1/games"]);
    assert_eq!((shared.status, shared.out.as_str()), (2, ""));
    assert!(flat(&shared.err).contains("--without-moves is for stores of one's own"), "{}", shared.err);
}
