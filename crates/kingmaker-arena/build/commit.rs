//! The commit of a source tree, as git tells it.

use std::path::Path;
use std::process::Command;

/// What decides how games are played, seen from the folder of the crate. Whoever changes it compiles
/// the crate anew anyway, so that to watch it costs nothing.
const SOURCES: &[&str] =
    &["src", "../kingmaker-core/src", "../kingmaker-games/src", "../kingmaker-search/src", "../../Cargo.lock"];

/// The commit of the crate in `folder`, with `-dirty` behind it if the sources are not those of the
/// commit. Nothing outside of a checkout: not even if the folder lies within that of another project.
pub(crate) fn commit(folder: &Path) -> Option<String> {
    git(folder, &["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let commit = git(folder, &["rev-parse", "--short=12", "HEAD"])?;
    let changes = git(folder, &[&["status", "--porcelain", "--"], SOURCES].concat())?;
    Some(if changes.is_empty() { commit } else { commit + "-dirty" })
}

/// The files and folders whose change may change the answer: the sources, and where git notes every
/// change of HEAD.
pub(crate) fn watched(folder: &Path) -> Vec<String> {
    let notes = ["HEAD", "logs/HEAD"].map(|note| git(folder, &["rev-parse", "--git-path", note]));
    SOURCES.iter().map(|&source| source.to_owned()).chain(notes.into_iter().flatten()).collect()
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // Whoever calls from within git, as a hook does, must not be told about another checkout.
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].iter().for_each(|name| {
        command.env_remove(name);
    });
    let output = command.arg("-C").arg(folder).args(arguments).output().ok();
    let output = output.filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
