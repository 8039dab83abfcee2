//! What a seat knows of a position, as Python holds it.

use kingmaker_arena::draw;
use kingmaker_arena::position::AnyView;
use kingmaker_core::Rng;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{Error, OrRaise};
use crate::game::Game;
use crate::state::{State, number};
use crate::work::guarded;

/// What the player at a seat may know of a position. What is hidden from them is not in it.
#[pyclass(module = "kingmaker", frozen)]
pub(crate) struct View {
    game: Game,
    view: Box<dyn AnyView>,
}

impl View {
    pub(crate) fn new(game: Game, view: Box<dyn AnyView>) -> Self {
        View { game, view }
    }

    /// What it is to the arena.
    pub(crate) fn any(&self) -> &dyn AnyView {
        &*self.view
    }

    /// The game.
    pub(crate) fn of_game(&self) -> &Game {
        &self.game
    }

    fn ask<T>(&self, question: impl FnOnce(&dyn AnyView) -> T) -> PyResult<T> {
        guarded(&self.game.trouble(), || question(&*self.view))
    }
}

#[pymethods]
impl View {
    fn get_game(&self) -> Game {
        self.game.clone()
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat().index()
    }

    fn current_player(&self) -> PyResult<i32> {
        self.ask(|view| number(view.turn()))
    }

    /// The legal actions of the seat; none if it is not its turn.
    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        self.ask(|view| view.actions())
    }

    fn legal_actions_mask(&self) -> PyResult<Vec<u8>> {
        let mut mask = vec![0; self.game.any().slots()];
        self.legal_actions()?.into_iter().for_each(|action| mask[action] = 1);
        Ok(mask)
    }

    fn action_to_string(&self, action: i64) -> PyResult<String> {
        let action = usize::try_from(action).unwrap_or(usize::MAX);
        self.ask(|view| view.action_text(action))?.or_raise()
    }

    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        self.ask(|view| view.parse_action(text))?.or_raise()
    }

    /// What the seat sees of the board, as numbers.
    fn observation_tensor(&self) -> PyResult<Vec<f32>> {
        self.game.numbers(&self.ask(|view| view.picture())?)
    }

    /// Every state that the seat holds possible, and how likely it is to it.
    fn worlds(&self) -> PyResult<Vec<(State, f64)>> {
        let worlds = self.ask(|view| view.worlds())?.into_iter();
        Ok(worlds.map(|(position, weight)| (State::new(self.game.clone(), position), weight)).collect())
    }

    /// One of these states, drawn with its weight.
    #[pyo3(signature = (seed = 1))]
    fn sample(&self, seed: u64) -> PyResult<State> {
        Ok(State::new(self.game.clone(), self.ask(|view| view.sample(&mut Rng::new(seed)))?))
    }

    fn __str__(&self) -> PyResult<String> {
        self.ask(|view| view.text())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<kingmaker.View of seat {} in {}: {}>", self.seat(), self.game.any().spec(), self.__str__()?))
    }

    /// The board in characters.
    fn picture(&self) -> PyResult<String> {
        self.ask(|view| draw::terminal(&view.picture(), false))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.ask(|view| draw::svg(&view.picture()))
    }

    fn __eq__(&self, other: &View) -> PyResult<bool> {
        self.ask(|view| view.is_same(&*other.view))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        if self.game.is_own() {
            return Err(Error::new_err("views of games written in Python cannot be pickled; expected a State"));
        }
        let restore = py.get_type::<View>().getattr("_restore")?;
        Ok((restore, (self.game.clone(), self.__str__()?, self.seat()).into_pyobject(py)?))
    }

    /// What pickling has kept.
    #[staticmethod]
    fn _restore(game: &Game, text: &str, seat: i64) -> PyResult<View> {
        let seat = game.seat(seat)?;
        Ok(View::new(game.clone(), game.any().view_at(text, seat).or_raise()?))
    }
}
