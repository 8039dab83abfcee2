//! A game, as Python holds it.

use std::sync::{Arc, OnceLock};

use kingmaker_arena::position::{places, planes};
use kingmaker_arena::{AnyGame, Budget, PlayerError, agent};
use kingmaker_core::Player as Seat;
use kingmaker_core::scene::Picture;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{Error, OrRaise};
use crate::own_game::OwnRules;
use crate::registry;
use crate::state::State;
use crate::view::View;
use crate::work::{Trouble, guarded, work};

/// A game: its rules, with the options chosen.
#[pyclass(module = "kingmaker", frozen)]
#[derive(Clone)]
pub(crate) struct Game {
    any: Arc<dyn AnyGame>,
    /// If the rules are written in Python: these.
    own: Option<OwnRules>,
    /// How many places pictures have, once somebody has asked.
    places: Arc<OnceLock<usize>>,
}

/// The game that a spec such as `focus(players=3)` names.
#[pyfunction]
#[pyo3(signature = (spec, players = None))]
pub(crate) fn load_game(spec: &str, players: Option<usize>) -> PyResult<Game> {
    let players = players.map(|players| players.to_string());
    let any = registry().game_with_players(spec, players.as_deref()).or_raise()?;
    Ok(Game { any: any.into(), own: None, places: Arc::default() })
}

impl Game {
    /// What it is to the arena.
    pub(crate) fn any(&self) -> &dyn AnyGame {
        &*self.any
    }

    /// The same for somebody who wants to keep it.
    pub(crate) fn boxed(&self) -> PyResult<Box<dyn AnyGame>> {
        match &self.own {
            Some(own) => Ok(own.boxed()),
            None => registry().game(self.any.spec()).or_raise(),
        }
    }

    /// Whether the rules are written in Python.
    pub(crate) fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// What went wrong in rules that are written in Python.
    pub(crate) fn trouble(&self) -> Trouble {
        self.own.as_ref().map(OwnRules::trouble).unwrap_or_default()
    }

    /// What a picture shows, as numbers.
    pub(crate) fn numbers(&self, picture: &Picture) -> PyResult<Vec<f32>> {
        let places = match self.places.get() {
            Some(&places) => places,
            None => {
                let found = guarded(&self.trouble(), || places(&*self.any))?;
                // If somebody else was faster, they have found the same.
                let _ = self.places.set(found);
                found
            }
        };
        Ok(planes(picture, self.any.players(), places))
    }

    /// The player at a seat, if there is one.
    pub(crate) fn seat(&self, number: i64) -> PyResult<Seat> {
        let players = self.any.players();
        let seat = usize::try_from(number).ok().filter(|&seat| seat < players);
        seat.map(Seat::new).ok_or_else(|| {
            let spec = self.any.spec();
            Error::new_err(format!("there is no seat {number} in {spec}; expected 0 to {}", players - 1))
        })
    }
}

#[pymethods]
impl Game {
    /// The game of rules that are written in Python.
    #[staticmethod]
    fn from_rules(rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let own = OwnRules::new(rules)?;
        Ok(Game { any: own.boxed().into(), own: Some(own), places: Arc::default() })
    }

    /// The rules, if they are written in Python.
    #[getter]
    fn own_rules(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.own.as_ref().map(|own| own.object().clone_ref(py))
    }

    /// The word that stands for the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.any.schema().name
    }

    /// The shortest spec that means this game with these options.
    #[getter]
    fn spec(&self) -> &str {
        self.any.spec()
    }

    /// The rules in a few lines.
    #[getter]
    fn rules(&self) -> &'static str {
        self.any.rules()
    }

    /// Whether some players know more than others.
    #[getter]
    fn has_secrets(&self) -> bool {
        self.any.has_secrets()
    }

    /// Whether something is drawn during play.
    #[getter]
    fn has_chance(&self) -> bool {
        self.any.has_chance()
    }

    /// The number of each seat's team.
    #[getter]
    fn teams(&self) -> Vec<usize> {
        let teams = self.any.teams();
        Seat::all(self.any.players()).map(|seat| teams.of(seat)).collect()
    }

    /// What each team is called, where they play different parts.
    #[getter]
    fn roles(&self) -> Vec<&'static str> {
        self.any.teams().roles().to_vec()
    }

    fn num_players(&self) -> usize {
        self.any.players()
    }

    fn num_distinct_actions(&self) -> usize {
        self.any.slots()
    }

    fn max_game_length(&self) -> usize {
        self.any.ply_cap()
    }

    /// The least that a player can get.
    fn min_utility(&self) -> f64 {
        0.0
    }

    /// The most that a player can get.
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// How many numbers an observation has.
    fn observation_tensor_shape(&self) -> PyResult<Vec<usize>> {
        Ok(vec![self.numbers(&Picture::default())?.len()])
    }

    /// The position before the first move. What is dealt comes from the seed.
    #[pyo3(signature = (seed = 1))]
    fn new_initial_state(&self, seed: u64) -> PyResult<State> {
        let position = guarded(&self.trouble(), || self.any.position(seed))?;
        Ok(State::new(self.clone(), position))
    }

    /// The position that a text describes.
    fn state_from_string(&self, text: &str) -> PyResult<State> {
        let position = guarded(&self.trouble(), || self.any.position_at(text))?.or_raise()?;
        Ok(State::new(self.clone(), position))
    }

    /// What a text says that a seat knows of a position.
    fn view_from_string(&self, text: &str, seat: i64) -> PyResult<View> {
        let seat = self.seat(seat)?;
        let view = guarded(&self.trouble(), || self.any.view_at(text, seat))?.or_raise()?;
        Ok(View::new(self.clone(), view))
    }

    /// The names of the players that can play this game.
    fn players(&self) -> Vec<&'static str> {
        let all = registry().players().map(|(schema, _)| schema).filter(|schema| **schema != agent::SCHEMA);
        let can = |name: &str| -> Result<(), PlayerError> {
            self.any.check_player(&registry().player(name, &Budget::default())?)
        };
        all.map(|schema| schema.name).filter(|name| can(name).is_ok()).collect()
    }

    /// Plays so many games out from the start, in one go.
    #[pyo3(signature = (playouts, seed = 1, strategy = "random"))]
    fn random_playouts(&self, py: Python<'_>, playouts: u64, seed: u64, strategy: &str) -> PyResult<Playouts> {
        let run = work(py, &self.trouble(), |halt| self.any.count_playouts(strategy, playouts, seed, halt))?;
        let run = run.ok_or_else(|| {
            let offered = self.any.playout_strategies().join(", ");
            Error::new_err(format!("{} has no playouts '{strategy}'; expected one of {offered}", self.any.spec()))
        })?;
        let seconds = run.elapsed.as_secs_f64();
        Ok(Playouts { playouts: run.playouts, plies: run.plies, returns: run.won.as_slice().to_vec(), seconds })
    }

    fn __eq__(&self, other: &Game) -> bool {
        match (&self.own, &other.own) {
            (None, None) => self.any.spec() == other.any.spec(),
            (Some(one), Some(two)) => one.object().is(two.object()),
            _ => false,
        }
    }

    fn __hash__(&self) -> u64 {
        let bytes = self.any.spec().bytes();
        bytes.fold(17, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)))
    }

    fn __repr__(&self) -> String {
        format!("<kingmaker.Game {}>", self.any.spec())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let module = py.import("kingmaker._native")?;
        match &self.own {
            Some(own) => {
                let make = module.getattr("Game")?.getattr("from_rules")?;
                Ok((make, PyTuple::new(py, [own.object()])?))
            }
            None => Ok((module.getattr("load_game")?, PyTuple::new(py, [self.any.spec()])?)),
        }
    }
}

/// What playouts have come to.
#[pyclass(module = "kingmaker", frozen, get_all)]
pub(crate) struct Playouts {
    /// How many were finished.
    playouts: u64,
    /// Plies played in them.
    plies: u64,
    /// What each seat has won in them, all together.
    returns: Vec<f64>,
    /// How long it took.
    seconds: f64,
}

#[pymethods]
impl Playouts {
    fn __repr__(&self) -> String {
        let Playouts { playouts, plies, returns, .. } = self;
        format!("<kingmaker.Playouts {playouts} playouts, {plies} plies, returns {returns:?}>")
    }
}
