//! No line of text that any command prints is wider than a terminal of 80 columns. Positions are: they are one line, to be
//! copied.

mod program;

use std::process::Output;

use program::{fresh_folder, program};

const COLUMNS: usize = 80;

const EXPERIMENT: &str = "title = 'Widths'\n\
     [players]\n\
     thoughtful = 'mcts(select=history(w=3), c=0.3, playout=one-ply(epsilon=0.1))'\n\
     quick = 'mcts(select=uct, c=0.4, playout=greedy(epsilon=0.1))'\n\
     [[match]]\nname = 'a row with a name that is long enough to be wrapped somewhere'\ngame = 'focus(players=3, cap=30)'\n\
     players = ['thoughtful', 'quick']\nplayouts = 5\ngames = 6\n\
     published = { thoughtful = { win_rate = 60, playouts = 12345, depth = 3.45 }, quick = 40 }\npublished_games = 1050\n\
     notes = ['a note that goes on for as long as a note must go on to be wider than a terminal is']\n\
     size = { branching = 66.4 }\n";

/// A sample of each command, in an order in which each finds the files that it reads.
const COMMANDS: &[&[&str]] = &[
    &["games"],
    &["games", "scotland-yard"],
    &["players"],
    &["players", "mcts"],
    &["match", "pig", "mcts", "greedy", "random", "--players", "3", "--playouts", "5", "--games", "6", "--seatings"],
    &[
        "match",
        "rolit",
        LONG,
        "mcts(select=uct, c=0.4, playout=random)",
        "--playouts",
        "5",
        "--seatings",
        "--games",
        "2",
    ],
    &["match", "focus", "mcts", "random", "--players", "2", "--playouts", "5", "--sprt", "50:65"],
    &["match", "pig", "greedy", "random", "--games", "6", "--records", "games.jsonl"],
    &["match", "pig", "brs", "random"],
    &["match", "focus", "mctx(playouts=5)", "random"],
    &["run", "widths.toml"],
    &["reproduce"],
    &["reproduce", "nijssen-6.3"],
    &["rate", "games.jsonl"],
    &["rate", "--db", "widths.db"],
    &["export", "--db", "widths.db", "-o", "stored.jsonl"],
    &["replay", "stored.jsonl"],
    &["replay", "games.jsonl", "--game", "1", "--boards"],
    &[
        "learn",
        "hide-and-seek",
        "hider=mcts",
        "seekers=mcts",
        "--games",
        "4",
        "--playouts",
        "5",
        "--db",
        "l.db",
        "-o",
        "l.txt",
    ],
    &["play", "pig", "--seat", "1=random"],
    &["analyze", "focus(players=4)", "mcts", "--playouts", "50"],
    &["analyze", "rolit", "maxn", "--nodes", "500"],
    &["show", "rolit"],
    &["show", "scotland-yard", "--position", "nonsense"],
    &["agent", "focus", "random"],
    &["perft", "focus", "--players", "4", "--depth", "2"],
    &["bench", "focus", "--players", "4", "--time", "1", "--runs", "1"],
    &["bench", "rolit", "--players", "3", "--search", "--time", "1", "--runs", "1"],
    &["bench", "pig", "--fingerprint"],
    &["complexity", "focus", "--games", "2"],
    &["worker", "--db", "widths.db"],
    &["export", "--db", "postgres://ann:secret@no.such.host.invalid/a-database-of-games"],
    &["tables"],
];

const LONG: &str = "mcts(select=history(w=3), c=0.3, playout=greedy(epsilon=0.1), solver=no)";

fn check(args: &[&str], output: &Output) {
    for text in [&output.stdout, &output.stderr] {
        let text = String::from_utf8_lossy(text);
        for line in text.lines() {
            assert!(line.chars().count() <= COLUMNS, "{args:?} prints\n{line}\n\n{text}");
        }
    }
}

#[test]
fn lines_fit_a_terminal() {
    let folder = fresh_folder("width");
    std::fs::write(folder.join("widths.toml"), EXPERIMENT).expect("written");
    for args in COMMANDS {
        let mut command = program(args);
        if *args == ["tables"] {
            // Where no table is kept, so that no long path is printed.
            command.env("XDG_CACHE_HOME", &folder);
        }
        check(args, &command.current_dir(&folder).output().expect("it runs"));
    }
}

#[test]
fn help_fits_a_terminal() {
    let help = program(&["--help"]).output().expect("it runs");
    check(&["--help"], &help);
    let listed = String::from_utf8_lossy(&help.stdout).into_owned();
    let commands: Vec<&str> = listed
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"match") && commands.contains(&"man"), "{commands:?}");
    for command in commands {
        for help in ["-h", "--help"] {
            check(&[command, help], &program(&[command, help]).output().expect("it runs"));
        }
    }
}
