//! The page itself: files that are part of the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        /// Each file of the page, and what is in it.
        const ASSETS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../page/", $name)))),*];
    };
}

assets![
    "index.html",
    "style.css",
    "icon.svg",
    "main.js",
    "api.js",
    "dom.js",
    "setup.js",
    "forms.js",
    "game.js",
    "board.js",
    "controls.js",
    "keys.js",
    "memory.js",
    "pieces.js",
    "placing.js",
    "touch.js",
    "tray.js",
    "thoughts.js",
    "graph.js",
    "words.js",
    "experiments.js",
    "types.js",
];

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    }
}

/// The file of this name; the page itself for nothing.
pub(crate) fn asset(name: &str) -> Response {
    let name = if name.is_empty() { "index.html" } else { name };
    match ASSETS.iter().find(|(known, _)| *known == name) {
        Some((_, content)) => ([(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, "no-cache")], *content).into_response(),
        None => Problem::missing(&format!("page '{name}'")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_nobody_else() {
        let bytes: usize = ASSETS.iter().map(|(_, content)| content.len()).sum();
        assert!(bytes < 130_000, "the page has {bytes} bytes");
        for (name, content) in ASSETS {
            let foreign = content
                .match_indices("://")
                .find(|(at, _)| !content[..*at].ends_with("http") || { !content[*at..].starts_with("://www.w3.org/") });
            assert_eq!(foreign, None, "{name} names another site");
        }
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        for entry in std::fs::read_dir(folder).expect("the page") {
            let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
            assert!(ASSETS.iter().any(|(known, _)| *known == name), "{name} is not among the assets");
        }
    }
}
