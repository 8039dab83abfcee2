//! Packages of Debian that tests need, installed where they are missing.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::{run_in, target};

/// Installs packages, and nothing that they merely recommend; the error says how to do without.
pub(crate) fn install(root: &Path, packages: &[&str], skip: &str) -> Result<()> {
    let names = packages.join(" ");
    eprintln!("   {names} not found; installing with apt-get, which takes a minute or two");
    // A folder of our own, because some systems empty the usual one after each update, even while packages are unpacked from it.
    let archives = std::path::absolute(target(root).join("archives"))?;
    fs::create_dir_all(archives.join("partial"))?;
    let folder = format!("Dir::Cache::archives={}", archives.display());
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(["-qq", "-o", &folder, "-o", "APT::Sandbox::User=root"]).args(arguments);
        run_in(root, command.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // Old lists of packages may do.
    let _ = apt(&["update"]);
    let installed = apt(&[&["install", "-y", "--no-install-recommends"], packages].concat());
    fs::remove_dir_all(&archives)?;
    if installed.is_err() {
        bail!("{names} could not be installed; install what your system calls so, {skip}");
    }
    Ok(())
}
