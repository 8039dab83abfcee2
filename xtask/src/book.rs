//! The book: every page is in the table of contents, and every link leads somewhere.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Checks the book and the Markdown files at the top.
pub(crate) fn check(root: &Path) -> Result<()> {
    let source = root.join("docs/src");
    let mut pages = pages(&source)?;
    let summary = std::fs::read_to_string(source.join("SUMMARY.md")).context("docs/src/SUMMARY.md")?;
    let mut wrong = Vec::new();
    for page in &pages {
        let name = page.strip_prefix(&source)?.to_string_lossy().into_owned();
        if name != "SUMMARY.md" && !summary.contains(&format!("({name})")) {
            wrong.push(format!("docs/src/{name} is not in SUMMARY.md"));
        }
    }
    for entry in std::fs::read_dir(root)? {
        pages.push(entry?.path());
    }
    for page in pages.iter().filter(|page| page.extension().is_some_and(|extension| extension == "md")) {
        let text = std::fs::read_to_string(page)?;
        for link in links(&text) {
            let target = page.with_file_name(link.split('#').next().unwrap_or_default());
            let name = page.strip_prefix(root)?.display();
            if !target.exists() {
                wrong.push(format!("{name}: '{link}' leads nowhere"));
            } else if page.starts_with(&source) && !target.canonicalize()?.starts_with(source.canonicalize()?) {
                wrong.push(format!("{name}: '{link}' leads out of the book"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { bail!("{}", wrong.join("\n")) }
}

/// All pages below a folder, by name.
pub(crate) fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    collect_pages(folder, &mut pages)?;
    pages.sort_unstable();
    Ok(pages)
}

fn collect_pages(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            collect_pages(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

/// The targets of links to files of the project.
fn links(text: &str) -> Vec<&str> {
    let mut inside_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside_code = !inside_code;
        }
        if inside_code {
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let target = line[at + 2..].split(')').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !target.starts_with('#') {
                links.push(target);
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn finds_links_to_files() {
        let text = "[a](b.md#c) and [d](https://e.f) and [g](#h)\n```\n[i](j)\n```\n![k](l.svg)";
        assert_eq!(links(text), ["b.md#c", "l.svg"]);
    }
}
