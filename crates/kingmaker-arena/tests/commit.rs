//! Which commit a program is built from.

#[path = "../build/commit.rs"]
mod commit;

use std::fs;
use std::path::Path;
use std::process::Command;

use commit::{commit, watched};

fn git(folder: &Path, arguments: &[&str]) {
    let who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.com"];
    let mut command = Command::new("git");
    // A hook that runs the tests has set these, and they must not be touched.
    command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
    let run = command.arg("-C").arg(folder).args(who).args(arguments).output();
    let run = run.unwrap_or_else(|error| panic!("these tests need git: {error}"));
    assert!(run.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn a_commit_is_told_from_a_changed_tree_and_from_none() {
    let top = std::env::temp_dir().join(format!("kingmaker-commit-{}", std::process::id()));
    let _ = fs::remove_dir_all(&top);
    let [here, games] = ["kingmaker-arena", "kingmaker-games"].map(|name| top.join("crates").join(name));
    for folder in [&here, &games] {
        fs::create_dir_all(folder.join("src")).expect("created");
        fs::write(folder.join("src/lib.rs"), "// rules").expect("written");
    }
    fs::write(here.join("Cargo.toml"), "[package]").expect("written");
    // Where the temporary folder lies within a checkout, the files are none of it.
    assert_eq!(commit(&here), None, "no checkout");
    git(&top, &["init", "--quiet"]);
    assert_eq!(commit(&here), None, "nothing of it is in the checkout around it");
    git(&top, &["add", "."]);
    git(&top, &["commit", "--quiet", "--no-gpg-sign", "--message", "rules"]);
    let clean = commit(&here).expect("a checkout");
    assert!(clean.len() == 12 && clean.chars().all(|digit| digit.is_ascii_hexdigit()), "{clean}");
    fs::write(top.join("README.md"), "plays no part").expect("written");
    assert_eq!(commit(&here), Some(clean.clone()));
    fs::write(games.join("src/lib.rs"), "// other rules").expect("written");
    assert_eq!(commit(&here), Some(format!("{clean}-dirty")));
    git(&top, &["commit", "--quiet", "--no-gpg-sign", "--all", "--message", "other rules"]);
    let next = commit(&here).expect("a checkout");
    assert!(next != clean && !next.ends_with("-dirty"), "{next}");
    fs::write(here.join("src/new.rs"), "// not added yet").expect("written");
    assert_eq!(commit(&here), Some(format!("{next}-dirty")));
    let heads = watched(&here).into_iter().filter(|path| path.ends_with("HEAD")).count();
    assert_eq!(heads, 2, "{:?}", watched(&here));
    fs::remove_dir_all(&top).expect("removed");
}

#[test]
fn the_program_is_named_with_version_and_commit() {
    let (name, rest) = kingmaker_arena::PROGRAM.split_once(" (").expect("a commit");
    assert_eq!(name, concat!("kingmaker ", env!("CARGO_PKG_VERSION")));
    assert!(rest.ends_with(')') && rest.len() > 3, "{rest}");
}
