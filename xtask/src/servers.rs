//! Servers that tests start for themselves: PostgreSQL for stores that many share, Slurm and GNU parallel for job scripts.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::debian::install;
use crate::run;

/// The variable by which tests that need PostgreSQL are left out.
pub(crate) const WITHOUT_POSTGRES: &str = "KINGMAKER_WITHOUT_POSTGRES";

/// What the quick tests need; the error says how to do without.
pub(crate) fn install_postgres(root: &Path) -> Result<()> {
    if has_postgres() {
        return Ok(());
    }
    install(root, &["postgresql", "openssl"], "or leave it out with 'cargo xtask test --without-postgres'")?;
    if has_postgres() { Ok(()) } else { bail!("there is still no /usr/lib/postgresql/*/bin/postgres") }
}

fn has_postgres() -> bool {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let is_there = installed.into_iter().any(|entry| entry.path().join("bin/postgres").exists());
    let is_in_path = || ["postgres", "initdb"].iter().all(|name| has(name));
    (is_there || is_in_path()) && has("psql") && has("openssl")
}

fn has(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).exists())
        || Path::new("/usr/sbin").join(program).exists()
}

/// The long part: kills by the hundred, a cluster that loses a node, and what sharing costs.
pub(crate) fn cluster(root: &Path) -> Result<()> {
    install_postgres(root)?;
    if !["munged", "slurmctld", "slurmd", "sbatch", "parallel"].iter().all(|name| has(name)) {
        install(root, &["slurm-wlm", "munge", "parallel"], "and run 'cargo xtask cluster' as root")?;
    }
    for tests in ["cluster", "slurm", "throughput"] {
        let mut command = Command::new(env!("CARGO"));
        command.args(["test", "--quiet", "--package", "kingmaker", "--test", tests]);
        run(command.args(["--", "--ignored", "--nocapture", "--test-threads=1"]))?;
    }
    Ok(())
}
