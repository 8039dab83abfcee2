//! What the book says that commands print: its `console` blocks, run and compared.
//!
//! A line that begins with `$ ` is a command, and the lines below are what it prints: on standard output, and if it fails, on
//! standard error as well. A line `...` stands for any lines. Blocks marked `console,times` depend on the time or the machine: their
//! commands are run, and not compared. All commands of a page are run in one folder, which is empty at first.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// Runs the commands of all pages.
pub(crate) fn check(root: &Path) -> Result<()> {
    let source = root.join("docs/src");
    for page in crate::book::pages(&source)? {
        let name = page.strip_prefix(&source)?.display().to_string();
        let text = std::fs::read_to_string(&page)?;
        let examples = examples(&text);
        if examples.is_empty() {
            continue;
        }
        let begun = Instant::now();
        let folder = crate::target(root).join("book").join(name.replace('/', "-"));
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        for Example { command, expected, is_compared } in &examples {
            let found = shell(root, command, &folder)?;
            // Progress is no part of it.
            let errors = if found.status.success() { Vec::new() } else { found.stderr };
            let printed = [found.stdout, errors].concat();
            let printed = String::from_utf8_lossy(&printed);
            ensure!(
                !is_compared || matches(&lines(expected), &lines(&printed)),
                "'{command}' prints\n{printed}\nand {name} says\n{expected}"
            );
        }
        eprintln!("   {name}: {} good, {:.0} s", examples.len(), begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Runs a command in a folder. The program is that of the tests, which plays the same games as a release and is there
/// already.
pub(crate) fn shell(root: &Path, command: &str, folder: &Path) -> Result<Output> {
    let programs = std::path::absolute(crate::target(root).join("debug"))?;
    let known = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&known)))?;
    let command = command.replacen("cargo run --release --", "kingmaker", 1);
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).env("PATH", path).env("XDG_CACHE_HOME", std::path::absolute(crate::cache(root))?);
    shell.current_dir(folder).stdin(Stdio::null()).output().with_context(|| format!("cannot run {command}"))
}

/// A command, and what a page says that it prints.
#[derive(Debug, PartialEq)]
struct Example<'a> {
    command: &'a str,
    expected: String,
    is_compared: bool,
}

/// The commands of the `console` blocks of a page.
fn examples(text: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut block: Option<&str> = None;
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind) };
        } else if let Some(kind) = block.filter(|kind| kind.split(',').next() == Some("console")) {
            if let Some(command) = line.strip_prefix("$ ") {
                examples.push(Example { command, expected: String::new(), is_compared: kind != "console,times" });
            } else if let Some(example) = examples.last_mut() {
                example.expected += &format!("{line}\n");
            }
        }
    }
    examples
}

/// Lines without blanks at their ends, nor empty ones at the end of the text.
fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

/// Whether lines are as expected, where `...` stands for any.
fn matches(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], _) => found.is_empty(),
        (["...", rest @ ..], _) => (0..=found.len()).any(|from| matches(rest, &found[from..])),
        ([first, rest @ ..], [line, others @ ..]) => first == line && matches(rest, others),
        (_, []) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_console_blocks_count() {
        let text = "$ a\n```console\n$ b\nc\n\n$ d\n```\n```text\n$ e\n```\n```console,times\n$ f\n9 s\n```";
        let example =
            |command, expected: &str, is_compared| Example { command, expected: expected.to_owned(), is_compared };
        assert_eq!(examples(text), [example("b", "c\n\n", true), example("d", "", true), example("f", "9 s\n", false)]);
    }

    #[test]
    fn dots_stand_for_any_lines() {
        assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
        assert!(matches(&["a", "..."], &["a"]));
        assert!(!matches(&["a", "...", "d"], &["a", "b"]));
        assert!(!matches(&["a"], &["a", "b"]));
    }
}
