//! The commands that the README promises, run as they stand there.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::console;

/// Runs every `cargo run` line in the README's shell blocks, and compares what the README says that it prints.
pub(crate) fn run_commands(root: &Path) -> Result<()> {
    let readme = std::fs::read_to_string(root.join("README.md")).context("README.md")?;
    let lines = readme.lines().count();
    ensure!(lines <= 120, "README.md has {lines} lines, and should have no more than 120");
    let promises = promises(&readme);
    ensure!(!promises.is_empty(), "README.md has no 'cargo run' command");
    for Promise { command, output } in promises {
        let begun = Instant::now();
        let found = console::shell(root, command, root)?;
        let (told, errors) = (String::from_utf8_lossy(&found.stdout), String::from_utf8_lossy(&found.stderr));
        ensure!(found.status.success(), "'{command}' ended with {}:\n{errors}", found.status);
        if let Some(expected) = output {
            ensure!(told.trim() == expected.trim(), "'{command}' prints\n{told}\nand README.md says\n{expected}");
        }
        eprintln!("   $ {command}: good, {:.0} s", begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// A command, and what the README says that it prints.
#[derive(Debug, PartialEq)]
struct Promise<'a> {
    command: &'a str,
    output: Option<String>,
}

/// The `cargo run` commands in shell blocks. A block of text after a block with one command is what that one prints.
fn promises(text: &str) -> Vec<Promise<'_>> {
    let mut promises: Vec<Promise<'_>> = Vec::new();
    let (mut block, mut in_block, mut printed) = ("", 0, String::new());
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            if block == "text" && in_block == 1 {
                promises.last_mut().into_iter().for_each(|last| last.output = Some(std::mem::take(&mut printed)));
            }
            if kind == "sh" {
                in_block = 0;
            }
            block = if block.is_empty() { kind } else { "" };
        } else if block == "sh" && line.starts_with("cargo run ") {
            promises.push(Promise { command: line, output: None });
            in_block += 1;
        } else if block == "text" {
            printed += &format!("{line}\n");
        } else if block.is_empty() && !line.trim().is_empty() {
            in_block = 0;
        }
    }
    promises
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_shell_blocks_count() {
        let text = "cargo run a\n```sh\ncargo run b\n```\n\n```text\nit\nprints\n```\n\n```sh\nls\ncargo run d\ncargo run e\n```\n```text\nf\n```";
        let promise = |command, output: Option<&str>| Promise { command, output: output.map(str::to_owned) };
        let expected =
            [promise("cargo run b", Some("it\nprints\n")), promise("cargo run d", None), promise("cargo run e", None)];
        assert_eq!(promises(text), expected);
    }
}
