//! All tests, with a line for each program of tests as it ends, and everything that a failing one has said.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// Runs every test of the workspace.
pub(crate) fn run(root: &Path, with_postgres: bool) -> Result<()> {
    let mut command = Command::new("sh");
    // Both outputs come as one, so that what belongs together stands together.
    command.args(["-c", "exec \"$0\" test --workspace --no-fail-fast 2>&1", env!("CARGO")]);
    command.env("XDG_CACHE_HOME", crate::cache(root)).current_dir(root).stdout(Stdio::piped());
    if !with_postgres {
        command.env(crate::servers::WITHOUT_POSTGRES, "1");
    }
    let mut child = command.spawn().context("cargo test")?;
    let mut reader = Reader::default();
    for line in BufReader::new(child.stdout.take().context("no output")?).lines() {
        reader.read(&line?);
    }
    let status = child.wait()?;
    eprintln!("tests: {} passed, {} failed", reader.passed, reader.failed);
    if !status.success() {
        bail!("cargo test ended with {status}: {}", reader.last.join("\n"));
    }
    Ok(())
}

/// Reads what `cargo test` prints.
#[derive(Default)]
struct Reader {
    passed: usize,
    failed: usize,
    /// What the program of tests at hand is called, and when it began.
    program: Option<(String, Instant)>,
    /// What it has said so far.
    said: Vec<String>,
    /// The last lines that were outside of any, such as those of the compiler.
    last: Vec<String>,
}

impl Reader {
    fn read(&mut self, line: &str) {
        if let Some(name) = program(line) {
            self.program = Some((name, Instant::now()));
            self.said.clear();
        } else if let Some((passed, failed)) = result(line) {
            self.passed += passed;
            self.failed += failed;
            let (name, begun) = self.program.take().unwrap_or_else(|| (String::new(), Instant::now()));
            let seconds = begun.elapsed().as_secs_f64();
            if failed > 0 {
                self.said.iter().for_each(|line| eprintln!("{line}"));
                eprintln!("   {name}: {failed} of {} FAILED, {seconds:.0} s", passed + failed);
            } else if passed > 0 {
                eprintln!("   {name}: {passed} good, {seconds:.0} s");
            }
        } else if self.program.is_some() {
            self.said.push(line.to_owned());
        } else {
            if line.trim_start().starts_with("Compiling kingmaker") {
                eprintln!("   {}", line.trim());
            }
            if line.starts_with("error") || !self.last.is_empty() {
                self.last.push(line.to_owned());
            }
        }
    }
}

/// The name of the program of tests that begins with this line.
fn program(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(name) = line.strip_prefix("Doc-tests ") {
        return Some(format!("{} (examples in its documentation)", name.trim()));
    }
    let (source, file) = line.strip_prefix("Running ")?.split_once(" (")?;
    let file = Path::new(file.trim_end_matches(')')).file_stem()?.to_str()?;
    let name = file.rsplit_once('-').map_or(file, |(name, _)| name);
    let source = source.strip_prefix("unittests ").unwrap_or(source);
    Some(format!("{name} ({source})"))
}

/// How many tests passed and failed, if this line says so.
fn result(line: &str) -> Option<(usize, usize)> {
    let counts = line.strip_prefix("test result: ")?.split_once(". ")?.1;
    let count = |word: &str| {
        let part = counts.split("; ").find(|part| part.ends_with(word))?;
        part.split(' ').next()?.parse().ok()
    };
    Some((count(" passed")?, count(" failed")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let unit = "     Running unittests src/lib.rs (target/debug/deps/kingmaker_core-0a1b2c)";
        assert_eq!(program(unit).as_deref(), Some("kingmaker_core (src/lib.rs)"));
        let other = "     Running tests/agents.rs (target/debug/deps/agents-0a1b2c)";
        assert_eq!(program(other).as_deref(), Some("agents (tests/agents.rs)"));
        assert!(program("   Doc-tests kingmaker_core").is_some());
        assert_eq!(program("test running ... ok"), None);
        let said = "test result: FAILED. 9 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.88s";
        assert_eq!(result(said), Some((9, 1)));
        assert_eq!(result("test rules::one ... ok"), None);
    }
}
