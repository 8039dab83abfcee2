//! Tasks around the code: `cargo xtask test` runs every check there is.

mod book;
mod browser;
mod console;
mod debian;
mod packages;
mod python;
mod readme;
mod servers;
mod testing;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

const USAGE: &str = "usage: cargo xtask COMMAND

  test      format, lints, all tests, documentation, the commands of the README and the book, the
            Python package (not with --without-python), and the page in a browser (not with
            --without-browser); installs PostgreSQL, which some tests start (not with
            --without-postgres)
  python    the tests of the Python package
  wheel     the Python package as users have it: built, installed in a fresh environment, tested
  book      the book's links, and what it and the README say that commands print
  cluster   stores that many share, at length: 200 kills of workers and 20 of the server, Slurm with
            two nodes of which one is killed, GNU parallel, and what sharing costs (as root)
  fuzz      fuzz every parser for a while (needs cargo-fuzz; seconds per target as an argument)
";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("test") => {
            let with = |part: &str| arguments.iter().all(|argument| *argument != format!("--without-{part}"));
            test(with("browser"), with("postgres"), with("python"))
        }
        Some("cluster") => step("cluster", || servers::cluster(&root())),
        Some("python") => step("what is needed", || python::install(&root()))
            .and_then(|()| step("python", || python::test(&root(), python::ALONE))),
        Some("wheel") => {
            step("program", || cargo(&["build", "--quiet"])).and_then(|()| step("wheel", || python::wheel(&root())))
        }
        Some("book") => step("program", || cargo(&["build", "--quiet"])).and_then(|()| written(&root())),
        Some("fuzz") => fuzz(arguments.get(1).map_or("60", String::as_str)),
        other => bail!("unknown command '{}'\n\n{USAGE}", other.unwrap_or_default()),
    }
}

fn test(with_browser: bool, with_postgres: bool, with_python: bool) -> Result<()> {
    let begun = Instant::now();
    let root = root();
    step("what is needed", || {
        needs(&root)?;
        if with_postgres {
            servers::install_postgres(&root)?;
        }
        if with_python {
            python::install(&root)?;
        }
        if with_browser { browser::install(&root) } else { Ok(()) }
    })?;
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("lints", || cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    step("tests", || testing::run(&root, with_postgres))?;
    step("documentation", || {
        let mut command = Command::new(env!("CARGO"));
        run(command.args(["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("packages", || packages::check(&root))?;
    written(&root)?;
    if with_python {
        step("python", || python::test(&root, python::WITH_OTHERS))?;
    }
    if with_browser {
        step("page", || browser::test(&root))?;
    }
    eprintln!("all is good, {:.0} min", begun.elapsed().as_secs_f64() / 60.0);
    Ok(())
}

/// Checks everything that is written about the program, against the one that was built last.
fn written(root: &Path) -> Result<()> {
    step("links", || book::check(root))?;
    step("book", || console::check(root))?;
    step("README", || readme::run_commands(root))
}

/// Whether there is what the checks need; the error says what is not.
fn needs(root: &Path) -> Result<()> {
    for (tool, arguments, how) in [
        ("rustfmt", ["fmt", "--version"], "rustup component add rustfmt"),
        ("clippy", ["clippy", "--version"], "rustup component add clippy"),
    ] {
        let found = Command::new(env!("CARGO")).args(arguments).current_dir(root).output();
        if !found.is_ok_and(|output| output.status.success()) {
            bail!("{tool} is missing; install it with '{how}'");
        }
    }
    if !["cc", "gcc", "clang"].iter().any(|name| Command::new(name).arg("--version").output().is_ok()) {
        bail!("there is no C compiler, which SQLite is built with; expected cc, gcc or clang");
    }
    Ok(())
}

fn fuzz(seconds: &str) -> Result<()> {
    // The sanitizer needs switches that the stable compiler only accepts with this variable.
    let fuzz = || {
        let mut command = Command::new(env!("CARGO"));
        command.arg("fuzz").env("RUSTC_BOOTSTRAP", "1").current_dir(root());
        command
    };
    let listed = fuzz().arg("list").output().context("cargo fuzz: install it with 'cargo install cargo-fuzz'")?;
    for target in String::from_utf8(listed.stdout)?.lines() {
        step(target, || run(fuzz().args(["run", target, "--", &format!("-max_total_time={seconds}")])))?;
    }
    Ok(())
}

/// Runs one check, and says how long it took.
fn step(name: &str, check: impl FnOnce() -> Result<()>) -> Result<()> {
    eprintln!("== {name}");
    let begun = Instant::now();
    check().with_context(|| format!("{name} failed"))?;
    eprintln!("== {name}: good, {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    run(Command::new(env!("CARGO")).args(arguments))
}

fn run(command: &mut Command) -> Result<()> {
    run_in(&root(), command)
}

/// Runs a command in a folder; an error if it fails.
fn run_in(folder: &Path, command: &mut Command) -> Result<()> {
    command.env("XDG_CACHE_HOME", cache(&root()));
    let status = command.current_dir(folder).status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(())
}

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Where the tables go that games build, so that they do not end up in the user's own cache.
fn cache(root: &Path) -> PathBuf {
    target(root).join("cache")
}

/// The top of the tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}
