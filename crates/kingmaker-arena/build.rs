//! Tells the crate which commit it is built from, because every stored game says what played it.

#[path = "build/commit.rs"]
mod commit;

use std::path::Path;

fn main() {
    let here = Path::new(".");
    let set = std::env::var("KINGMAKER_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = set.unwrap_or_else(|| commit::commit(here).unwrap_or_else(|| "unknown".to_owned()));
    println!("cargo::rustc-env=KINGMAKER_COMMIT={commit}");
    println!("cargo::rerun-if-env-changed=KINGMAKER_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    // What is watched must exist: what does not is taken for changed at every build.
    for path in commit::watched(here) {
        if std::fs::exists(&path).unwrap_or(false) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
