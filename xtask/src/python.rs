//! The Python package: an environment with what its tests need, the package in it, and the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{run_in, target};

/// How to go on without it.
const SKIP: &str = "or leave the Python package out with 'cargo xtask test --without-python'";

/// What is asked about Python: whether it is new enough, and whether it can make environments.
const CHECK: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";

/// Python, and an environment with what the tests need, from the package index by name. The error says what is missing.
pub(crate) fn install(root: &Path) -> Result<()> {
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let found = Command::new(&python).args(["-c", CHECK]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        bail!(
            "Python 3.11 or newer with its module 'venv' is missing; install it and name it in the variable PYTHON, {SKIP}"
        );
    }
    prepare(root, &python, &home(root).join("venv"))
}

/// Makes an environment, unless it is there with what is needed now.
fn prepare(root: &Path, python: &std::ffi::OsStr, folder: &Path) -> Result<()> {
    let requirements = root.join("crates/kingmaker-py/requirements-test.txt");
    let (wanted, stamp) = (fs::read_to_string(&requirements)?, folder.join("installed.txt"));
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    eprintln!("   installing what the Python tests need, which takes a minute");
    run_in(root, Command::new(python).args(["-m", "venv", "--clear"]).arg(folder))?;
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    let installed = run_in(root, Command::new(interpreter(folder)).args(quiet).arg(&requirements));
    installed.with_context(|| {
        format!("pip could not install {}; is the package index within reach? {SKIP}", requirements.display())
    })?;
    Ok(fs::write(stamp, wanted)?)
}

/// After the other tests: the features are those of all tests, so that nothing is compiled twice.
pub(crate) const WITH_OTHERS: &[&str] = &["--workspace", "--lib", "--tests"];

/// Without the other tests: the library, and the program with which it is compared.
pub(crate) const ALONE: &[&str] = &["-p", "kingmaker-py", "-p", "kingmaker"];

/// Builds the library with these options, puts the package into the environment, and runs its tests.
pub(crate) fn test(root: &Path, options: &[&str]) -> Result<()> {
    run_in(root, Command::new(env!("CARGO")).args(["build", "--quiet"]).args(options))?;
    let venv = home(root).join("venv");
    let found = Command::new(interpreter(&venv))
        .args(["-c", "import sysconfig; print(sysconfig.get_path('platlib'))"])
        .output()
        .context("the environment of the Python tests")?;
    let package = Path::new(String::from_utf8(found.stdout)?.trim()).join("kingmaker");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    for entry in fs::read_dir(root.join("crates/kingmaker-py/python/kingmaker"))? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, package.join(name))?;
        }
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = target(root).join(format!("debug/{prefix}kingmaker_native{suffix}"));
    let name = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    fs::copy(&library, package.join(name)).with_context(|| format!("cannot copy '{}'", library.display()))?;
    tests(root, &venv)
}

/// Builds the wheel as users do, installs it in a fresh environment, and runs the tests on it.
pub(crate) fn wheel(root: &Path) -> Result<()> {
    install(root)?;
    let fresh = home(root).join("fresh");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    prepare(root, interpreter(&home(root).join("venv")).as_os_str(), &fresh)?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "./crates/kingmaker-py"];
    run_in(root, Command::new(interpreter(&fresh)).args(install))?;
    tests(root, &fresh)?;
    on_an_old_processor(root, &fresh)
}

/// Plays a match on a processor of 2009, if there is what stands for one.
fn on_an_old_processor(root: &Path, venv: &Path) -> Result<()> {
    const QEMU: &str = "qemu-x86_64";
    if !cfg!(target_arch = "x86_64") || Command::new(QEMU).arg("--version").output().is_err() {
        eprintln!("   not tried on an old processor: there is no {QEMU} (Debian has it in 'qemu-user')");
        return Ok(());
    }
    let play = "import kingmaker; print(kingmaker.match('focus', ['mcts', 'greedy'], games=4, playouts=100))";
    let mut command = Command::new(QEMU);
    // What the system says about the processor is about the real one.
    command.args(["-cpu", "Nehalem"]).arg(interpreter(venv)).args(["-c", play]).env("KINGMAKER_PROCESSOR", "v2");
    run_in(root, &mut command)
}

fn tests(root: &Path, venv: &Path) -> Result<()> {
    let folder = root.join("crates/kingmaker-py");
    let program = target(root).join("debug/kingmaker");
    let mut command = Command::new(interpreter(venv));
    command.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).env("KINGMAKER", program);
    run_in(&folder, command.env("PYTHONDONTWRITEBYTECODE", "1"))
}

fn home(root: &Path) -> PathBuf {
    target(root).join("python")
}

fn interpreter(venv: &Path) -> PathBuf {
    venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}
