//! Which games and players there are.

use kingmaker_core::options::Schema;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::registry;

/// Every game: its name, what it is, and specs that show how it is used.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    registry().schemas().map(|schema| described(py, schema)).collect()
}

/// Every player: its name, what it is, what it needs of a game, and its options.
#[pyfunction]
pub(crate) fn players(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let players = registry().players();
    players
        .map(|(schema, need)| {
            let told = described(py, schema)?;
            told.set_item("needs", need.words())?;
            Ok(told)
        })
        .collect()
}

fn described<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("name", schema.name)?;
    told.set_item("summary", schema.summary)?;
    told.set_item("source", schema.source)?;
    let options = PyDict::new(py);
    for option in schema.options {
        options.set_item(option.name, (option.kind.to_string(), option.default, option.help))?;
    }
    told.set_item("options", options)?;
    told.set_item("examples", schema.examples.to_vec())?;
    Ok(told)
}
