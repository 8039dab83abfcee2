//! Tells the program which commit it is built from: `KINGMAKER_COMMIT` if that is set, else what git
//! says, else "unknown".

use std::process::Command;

fn main() {
    let commit = std::env::var("KINGMAKER_COMMIT").ok().or_else(|| git(&["rev-parse", "--short=12", "HEAD"]));
    println!("cargo::rustc-env=KINGMAKER_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    println!("cargo::rerun-if-env-changed=KINGMAKER_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    // Where git notes every change of HEAD.
    if let Some(log) =
        git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| std::fs::exists(log).unwrap_or(false))
    {
        println!("cargo::rerun-if-changed={log}");
    }
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
