//! The crates as packages: what a crate includes lies within it, so that it can be published.

use std::path::{Component, Path, PathBuf};

use anyhow::{Result, bail};

/// Checks every crate.
pub(crate) fn check(root: &Path) -> Result<()> {
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(root.join("crates"))? {
        let folder = entry?.path();
        for file in ["Cargo.toml", "README.md"] {
            if !folder.join(file).exists() {
                wrong.push(format!("{} has no {file}", folder.display()));
            }
        }
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            // A link that became a file of its own would be published with nothing but a path in it.
            let text = |folder: &Path| std::fs::read_to_string(folder.join(file)).ok();
            if text(&folder) != text(root) {
                wrong.push(format!("{} has not the text of {file}", folder.display()));
            }
        }
        for file in sources(&folder.join("src"))? {
            let text = std::fs::read_to_string(&file)?;
            let place = file.strip_prefix(&folder)?.parent().map_or(0, |parent| parent.components().count());
            // Tests are not compiled by whoever uses the crate.
            let is_test = file.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests"));
            let outside = included(&text).filter(|path| ups(path) > place && !is_test);
            wrong.extend(
                outside.map(|path| format!("{} includes '{path}', which is outside of its crate", file.display())),
            );
        }
    }
    if wrong.is_empty() { Ok(()) } else { bail!("{}", wrong.join("\n")) }
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// The paths of `include_str!` and `include_bytes!`, or how they begin.
fn included(text: &str) -> impl Iterator<Item = &str> {
    text.split("include_").skip(1).filter_map(|rest| {
        let quoted = rest.strip_prefix("str!(").or_else(|| rest.strip_prefix("bytes!("))?;
        quoted.split('"').nth(1)
    })
}

/// How many folders a path goes up.
fn ups(path: &str) -> usize {
    Path::new(path).components().take_while(|part| *part == Component::ParentDir).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_included() {
        let text = "include_str!(\"a.txt\") include_bytes!(concat!(\"../../b/\", $c)) include_what(\"d\")";
        assert_eq!(included(text).map(|path| (path, ups(path))).collect::<Vec<_>>(), [("a.txt", 0), ("../../b/", 2)]);
    }
}
