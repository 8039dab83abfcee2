//! A player that is written in Python.

use std::sync::Arc;

use kingmaker_arena::own::{OwnPlayer, OwnSeat};
use kingmaker_arena::{AnyView, Halt, PlayerError, PlayerSpec};
use kingmaker_core::Player as Seat;
use pyo3::prelude::*;

use crate::errors::{Error, Raise};
use crate::game::Game;
use crate::state::Action;
use crate::view::View;
use crate::work::Trouble;

/// A Python object with a method `choose`.
#[derive(Debug)]
struct InPython {
    object: Py<PyAny>,
    table: Table,
}

/// What a player needs to know of the match.
#[derive(Clone)]
struct Table {
    name: String,
    game: Game,
    trouble: Trouble,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// The player of a match that a Python object is. What goes wrong in it is kept in `trouble`, and ends the match.
pub(crate) fn spec(object: &Bound<'_, PyAny>, game: &Game, trouble: &Trouble) -> PyResult<PlayerSpec> {
    if !object.hasattr("choose")? {
        let expected = "expected a spec, a Player, or an object with a method choose(view)";
        return Err(Error::new_err(format!("{} is no player; {expected}", object.repr()?)));
    }
    let name: String = match object.getattr_opt("name")? {
        Some(name) => name.extract()?,
        None => object.get_type().name()?.to_string(),
    };
    let role: Option<String> = object.getattr_opt("role")?.map(|role| role.extract()).transpose()?.flatten();
    let table = Table { name: name.clone(), game: game.clone(), trouble: trouble.clone() };
    let own = InPython { object: object.clone().unbind(), table };
    Ok(PlayerSpec::of_own(&name, role.as_deref(), Arc::new(own)))
}

impl OwnPlayer for InPython {
    fn sit(&self, seat: Seat, seed: u64) -> Box<dyn OwnSeat> {
        let seated = Python::attach(|py| {
            let object = self.object.bind(py);
            let own = match object.getattr_opt("new_game")? {
                Some(begin) => Some(begin.call1((seat.index(), seed))?).filter(|own| !own.is_none()),
                None => None,
            };
            PyResult::Ok(own.unwrap_or_else(|| object.clone()).unbind())
        });
        let object = seated.map_err(|error| self.table.trouble.keep(error)).ok();
        Box::new(AtSeat { object, table: self.table.clone() })
    }
}

/// A Python object at a seat; none if it failed to sit down.
struct AtSeat {
    object: Option<Py<PyAny>>,
    table: Table,
}

impl OwnSeat for AtSeat {
    fn choose(&mut self, view: Box<dyn AnyView>, halt: &Halt) -> Option<usize> {
        let chosen = self.object.as_ref().map(|object| self.table.choose(object, view));
        match chosen {
            Some(Ok(action)) => return Some(action),
            Some(Err(error)) => self.table.trouble.keep(error),
            None => {}
        }
        halt.stop();
        None
    }
}

impl Table {
    fn choose(&self, object: &Py<PyAny>, view: Box<dyn AnyView>) -> PyResult<usize> {
        Python::attach(|py| {
            let handed = Py::new(py, View::new(self.game.clone(), view.copied()))?;
            let answer = object.bind(py).call_method1("choose", (handed,))?;
            let told = answer.repr()?.to_string();
            let action = match answer.extract::<Action>() {
                Ok(Action::Number(number)) => usize::try_from(number).ok(),
                Ok(Action::Text(text)) => view.parse_action(&text).ok(),
                Err(_) => None,
            };
            action.filter(|action| view.actions().binary_search(action).is_ok()).ok_or_else(|| {
                PlayerError::IllegalMove { player: self.name.clone(), chosen: told, position: view.text() }.raise()
            })
        })
    }
}
