//! Kingmaker for Python: the module `kingmaker._native`, on which the package `kingmaker` rests.
//!
//! Whatever may take long is done on a thread of its own without the interpreter's lock, and ends when Python is
//! interrupted (`work`). Bad input is a `ValueError` with the program's message (`errors`). Games and players that are
//! written in Python are values of the arena's traits (`own_game`, `own_player`).

mod budget;
mod errors;
mod experiment;
mod game;
mod listing;
mod matches;
mod own_game;
mod own_player;
mod player;
mod state;
mod store;
mod view;
mod work;

use std::sync::OnceLock;

use kingmaker_arena::Registry;

/// All games and players of this project.
fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::ours)
}

/// What Python sees.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::errors::{Error, IllegalActionError, PlayerError, SpecError, StoreError};
    #[pymodule_export]
    use crate::experiment::{Experiment, PlayedGame, play_games};
    #[pymodule_export]
    use crate::game::{Game, Playouts, load_game};
    #[pymodule_export]
    use crate::listing::{games, players};
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::player::{Candidate, Player, SearchResult, player};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::store::{Merged, merge_games, missing_games};
    #[pymodule_export]
    use crate::view::View;

    /// The version and the commit.
    #[pymodule_export]
    const PROGRAM: &str = kingmaker_arena::PROGRAM;

    /// The number of whoever moves where chance does.
    #[pymodule_export]
    const CHANCE: i32 = crate::state::CHANCE;

    /// The number of whoever moves where the game is over.
    #[pymodule_export]
    const TERMINAL: i32 = crate::state::TERMINAL;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::work::hush_expected_panics();
        Ok(())
    }
}
