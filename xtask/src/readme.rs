//! The commands that the README promises, run as they stand there.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Runs every `cargo run` line in the README's shell blocks.
pub(crate) fn run_commands(root: &Path) -> Result<()> {
    let readme = std::fs::read_to_string(root.join("README.md")).context("README.md")?;
    let lines = readme.lines().count();
    ensure!(lines <= 120, "README.md has {lines} lines, and should have no more than 120");
    let commands = shell_commands(&readme);
    ensure!(!commands.is_empty(), "README.md has no 'cargo run' command");
    for command in commands {
        eprintln!("$ {command}");
        crate::run(Command::new("sh").args(["-c", command]))?;
    }
    Ok(())
}

fn shell_commands(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut commands = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside && line.starts_with("cargo run ") {
            commands.push(line);
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::shell_commands;

    #[test]
    fn only_shell_blocks_count() {
        let text = "cargo run a\n```sh\ncargo run b\ncargo xtask test\n```\n```text\ncargo run c\n```\n";
        assert_eq!(shell_commands(text), ["cargo run b"]);
    }
}
