//! Players, and what a search finds.

use std::collections::HashMap;

use kingmaker_arena::session::AnalysisError;
use kingmaker_arena::{Analysis, AnyPosition, PlayerSpec};
use kingmaker_core::{Rng, Turn};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::budget::Limits;
use crate::errors::{Error, OrRaise};
use crate::game::Game;
use crate::registry;
use crate::state::State;
use crate::view::View;
use crate::work::work;

/// A player of ours, with what it may spend on a move.
#[pyclass(module = "kingmaker", frozen)]
pub(crate) struct Player {
    spec: PlayerSpec,
}

/// The player that a spec such as `mcts(c=0.3)` names.
#[pyfunction]
pub(crate) fn player(spec: &str, limits: Limits) -> PyResult<Player> {
    let spec = registry().player(spec, &limits.budget()?).or_raise()?;
    Ok(Player { spec })
}

impl Player {
    /// What it is to the arena.
    pub(crate) fn arena_spec(&self) -> &PlayerSpec {
        &self.spec
    }
}

#[pymethods]
impl Player {
    /// The shortest spec that means this player.
    #[getter]
    fn spec(&self) -> &str {
        self.spec.label()
    }

    /// What it may spend on a move, in the words of a spec.
    #[getter]
    fn budget(&self) -> String {
        self.spec.budget().to_string()
    }

    /// What it thinks in the place of whoever is to move, of whom it is handed the view.
    #[pyo3(signature = (position, seat = None, seed = 1))]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        seat: Option<i64>,
        seed: u64,
    ) -> PyResult<SearchResult> {
        if let Ok(view) = position.cast::<View>() {
            let view = view.get();
            check_seat(view.of_game(), Some(view.any().seat().index() as i64), view.any().turn())?;
            check_seat(view.of_game(), seat, view.any().turn())?;
            // What the seat does not know is made up, which it does not notice.
            let world = view.any().sample(&mut Rng::new(seed));
            return self.think(py, view.of_game(), &*world, seed);
        }
        let state = position.cast::<State>()?.borrow();
        check_seat(state.of_game(), seat, state.position().turn())?;
        let (game, position) = (state.of_game().clone(), state.position().copied());
        drop(state);
        self.think(py, &game, &*position, seed)
    }

    fn __repr__(&self) -> String {
        format!("<kingmaker.Player {}, {}>", self.spec.label(), self.spec.budget())
    }

    fn __eq__(&self, other: &Player) -> bool {
        self.spec.label() == other.spec.label() && self.spec.budget() == other.spec.budget()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.get_type::<Player>().getattr("_restore")?;
        Ok((restore, (self.spec.label(), self.spec.budget().to_string()).into_pyobject(py)?))
    }

    /// What pickling has kept.
    #[staticmethod]
    fn _restore(label: &str, budget: &str) -> PyResult<Player> {
        Ok(Player { spec: PlayerSpec::from_record(registry(), label, budget).or_raise()? })
    }
}

impl Player {
    fn think(&self, py: Python<'_>, game: &Game, position: &dyn AnyPosition, seed: u64) -> PyResult<SearchResult> {
        let found: Result<_, AnalysisError> = work(py, &game.trouble(), |halt| {
            game.any().check_player(&self.spec).map_err(AnalysisError::Player)?;
            // What cannot be kept can be used all the same.
            let _ = game.any().prepare(std::slice::from_ref(&self.spec), &|_| ());
            let analysis = position.analyze(&self.spec, seed, halt)?;
            let texts = position.actions().into_iter().filter_map(|action| {
                let text = position.action_text(action).ok()?;
                Some((text, action))
            });
            Ok((analysis, texts.collect()))
        })?;
        let (analysis, actions): (Analysis, HashMap<String, usize>) = found.or_raise()?;
        SearchResult::new(py, analysis, &actions)
    }
}

/// Only who is to move thinks about a move.
fn check_seat(game: &Game, seat: Option<i64>, turn: Turn) -> PyResult<()> {
    let Some(seat) = seat.map(|seat| game.seat(seat)).transpose()? else { return Ok(()) };
    match turn {
        Turn::Player(mover) if mover != seat => Err(Error::new_err(format!(
            "seat {} is to move, not {}: only who is to move thinks about a move; expected seat={}",
            mover.index(),
            seat.index(),
            mover.index()
        ))),
        _ => Ok(()),
    }
}

/// What a search found.
#[pyclass(module = "kingmaker", frozen, get_all)]
pub(crate) struct SearchResult {
    /// The chosen action.
    action: usize,
    /// The same as text.
    text: String,
    /// The seat that was to move.
    seat: usize,
    /// What is known about the moves at hand, best first. Empty if the technique compares none.
    candidates: Vec<Py<Candidate>>,
    /// The expected continuation, beginning with the chosen move.
    line: Vec<String>,
    /// Finished playouts.
    playouts: u64,
    /// Nodes of the tree, or positions visited.
    nodes: u64,
    /// The deepest ply that was looked at, or the last depth that was searched completely.
    depth: u32,
    /// Why the search ended.
    stop: &'static str,
    /// How long it took.
    milliseconds: f64,
}

impl SearchResult {
    fn new(py: Python<'_>, analysis: Analysis, actions: &HashMap<String, usize>) -> PyResult<Self> {
        let action = |text: &str| {
            let found = actions.get(text).copied();
            found.ok_or_else(|| Error::new_err(format!("the search speaks of '{text}', which is not legal here")))
        };
        let mut candidates = Vec::new();
        for candidate in analysis.candidates {
            let (action, text) = (action(&candidate.text)?, candidate.text);
            let (visits, proven) = (candidate.visits, candidate.proven);
            candidates.push(Py::new(py, Candidate { action, text, visits, shares: candidate.shares, proven })?);
        }
        Ok(SearchResult {
            action: action(&analysis.best)?,
            text: analysis.best,
            seat: analysis.mover - 1,
            candidates,
            line: analysis.line,
            playouts: analysis.playouts,
            nodes: analysis.nodes,
            depth: analysis.depth,
            stop: analysis.stop,
            milliseconds: analysis.milliseconds,
        })
    }
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let SearchResult { text, playouts, nodes, depth, .. } = self;
        format!("<kingmaker.SearchResult {text}: {playouts} playouts, {nodes} nodes, depth {depth}>")
    }
}

/// One of the moves at hand.
#[pyclass(module = "kingmaker", frozen, get_all)]
pub(crate) struct Candidate {
    /// The action.
    action: usize,
    /// The same as text.
    text: String,
    /// How often it was tried; of a depth-first search, how many nodes were spent on it.
    visits: u64,
    /// The expected share of each seat, as far as it is known.
    shares: Option<Vec<Option<f32>>>,
    /// Whether these shares are proven.
    proven: bool,
}

#[pymethods]
impl Candidate {
    fn __repr__(&self) -> String {
        format!("<kingmaker.Candidate {}: {} visits, shares {:?}>", self.text, self.visits, self.shares)
    }
}
