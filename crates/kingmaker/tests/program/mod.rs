//! Runs the program as a user would.

use std::process::{Command, Stdio};

/// What a run of the program gave.
pub(crate) struct Run {
    /// The exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// The program, without the colours of whoever runs the tests.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kingmaker"));
    command.args(args).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs the program with this standard input.
pub(crate) fn run_with(args: &[&str], input: &str) -> Run {
    let output = assert_cmd::Command::from_std(program(args)).write_stdin(input).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let status = output.status.code().expect("the program ended by itself");
    Run { status, out: text(output.stdout), err: unfolded(&text(output.stderr)) }
}

/// Messages in one line each: what hangs below `error: ` belongs to it, unless it points at something.
fn unfolded(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let rest = line.strip_prefix("       ").filter(|rest| !rest.starts_with([' ', '^']));
        match (rest, lines.last_mut()) {
            (Some(rest), Some(last)) => *last += &format!(" {rest}"),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

/// Sentences without line breaks.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs the program.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn run(args: &[&str]) -> Run {
    run_with(args, "")
}

/// Runs the program, which must succeed, and gives what it prints.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn output(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{args:?}");
    run.out
}

/// A file for one test, which does not exist yet.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn fresh_file(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A folder for one test, empty.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub(crate) fn fresh_folder(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("created");
    path
}
