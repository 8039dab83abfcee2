//! The page in a real browser: what that needs is installed first; then this checks the types of the page's code, and plays.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::{debian, run_in, target};

const CHROMIUM: &str = "/usr/bin/chromium";

/// Runs the tests of the page against the program that was built for the other tests.
pub(crate) fn test(root: &Path) -> Result<()> {
    let folder = root.join("crates/kingmaker-web/browser");
    run_in(&folder, Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    run_in(&folder, Command::new("npx").args(["--no-install", "tsc", "-p", "."]))?;
    let program = target(root).join("debug/kingmaker");
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| CHROMIUM.to_owned());
    let tests = ["--test", "--test-reporter=dot", "games.test.js", "page.test.js"];
    run_in(&folder, Command::new("node").args(tests).env("KINGMAKER", program).env("CHROMIUM", browser))
}

/// A browser and what runs the tests; the error says what is missing and how it is had.
pub(crate) fn install(root: &Path) -> Result<()> {
    let skip = "or leave the page out with 'cargo xtask test --without-browser'";
    for tool in ["node", "npm"] {
        if !Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success()) {
            bail!("{tool} is missing, which the tests of the page need; install Node.js 20 or newer, {skip}");
        }
    }
    if std::env::var_os("CHROMIUM").is_some() || Path::new(CHROMIUM).exists() {
        return Ok(());
    }
    debian::install(
        root,
        &["chromium", "fonts-liberation"],
        &format!("name the browser in the variable CHROMIUM, {skip}"),
    )?;
    if !Path::new(CHROMIUM).exists() {
        bail!("there is still no {CHROMIUM}; install Chromium and name it in the variable CHROMIUM, {skip}");
    }
    Ok(())
}
