//! Ctrl-C in every command that runs long: it ends with status 130, and one line says so.

#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use program::{fresh_folder, program};

/// Whether a process handles Ctrl-C by itself already.
fn is_watching(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    u64::from_str_radix(caught.trim(), 16).is_ok_and(|signals| signals & 0b10 != 0)
}

/// Runs a command in a folder, presses Ctrl-C, and expects it to end as it should.
fn interrupted(folder: &std::path::Path, args: &[&str]) {
    let mut command = program(args);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // Kept to the end: a game whose input ends is over.
    let input = child.stdin.take();
    let begun = Instant::now();
    while !is_watching(child.id()) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{args:?} does not watch for Ctrl-C");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("kill is there").success(), "{args:?} has ended already");
    let pressed = Instant::now();
    let output = child.wait_with_output().expect("the program ended");
    drop(input);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{args:?}: {said}");
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("interrupted: ")).collect();
    assert_eq!(lines.len(), 1, "{args:?}: {said}");
    assert!(pressed.elapsed() < Duration::from_secs(60), "{args:?} took {:?}", pressed.elapsed());
}

#[test]
fn every_long_command_says_that_it_was_interrupted() {
    let folder = fresh_folder("interrupts");
    let experiment = "title = 'Long'\n[[match]]\ngame = 'focus'\nplayers = ['greedy', 'random']\ngames = 1000000\n";
    fs::write(folder.join("long.toml"), experiment).expect("written");
    interrupted(&folder, &["match", "focus", "greedy", "--games", "1000000"]);
    interrupted(&folder, &["run", "long.toml"]);
    interrupted(&folder, &["reproduce", "nijssen-5.1"]);
    interrupted(&folder, &["learn", "hide-and-seek", "mcts", "--games", "1000000", "--db", "learn.db"]);
    interrupted(&folder, &["play", "focus"]);
    interrupted(&folder, &["play", "focus", "--time", "100s", "--seat", "1=mcts"]);
    interrupted(&folder, &["analyze", "focus", "mcts", "--time", "100s"]);
    interrupted(&folder, &["analyze", "focus", "maxn", "--time", "100s"]);
    interrupted(&folder, &["bench", "focus", "--runs", "1000"]);
    interrupted(&folder, &["perft", "focus", "--depth", "9"]);
    interrupted(&folder, &["complexity", "focus", "--games", "1000000"]);
}

#[test]
fn reading_can_be_interrupted() {
    let folder = fresh_folder("interrupts-reading");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("there").success());
    let writer = folder.join("pipe");
    // Somebody holds the pipe open and writes nothing.
    let holder = std::thread::spawn(move || fs::OpenOptions::new().read(true).write(true).open(writer));
    let holder = holder.join().expect("opened").expect("opened");
    interrupted(&folder, &["rate", "pipe"]);
    drop(holder);
    // Games to replay for a while.
    let play = ["match", "focus(players=2)", "mcts(playouts=400)", "--games", "12", "--records", "games.jsonl"];
    assert!(program(&play).current_dir(&folder).stdout(Stdio::null()).status().expect("it runs").success());
    interrupted(&folder, &["replay", "games.jsonl", "--again"]);
}
