//! Players of note.

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[Preset {
    name: "minmax-2023",
    help: "the Min-Max agent of Parshotam 2023: two plies, with its order of moves and its evaluation",
    spec: "alphabeta(depth=2, value=margin, by=paper, killers=no, history=off, table=0, deepen=no, noise=0)",
}];
