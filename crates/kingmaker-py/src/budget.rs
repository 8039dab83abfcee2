//! What a player may spend on a move.

use kingmaker_arena::Budget;
use kingmaker_core::options::parse_time;
use pyo3::{FromPyObject, PyResult};

use crate::errors::SpecError;

/// Thinking time: milliseconds, or a text such as `5s`.
#[derive(FromPyObject)]
pub(crate) enum Time {
    /// Milliseconds.
    Milliseconds(f64),
    /// As in specs.
    Text(String),
}

/// The limits of a call.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Limits {
    playouts: Option<u64>,
    plies: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<Time>,
}

impl Limits {
    /// As the arena understands them.
    pub(crate) fn budget(&self) -> PyResult<Budget> {
        let Limits { playouts, plies, nodes, depth, time } = self;
        for (name, count) in [("playouts", playouts), ("plies", plies), ("nodes", nodes)] {
            if *count == Some(0) {
                return Err(SpecError::new_err(format!("{name} is 0; expected at least 1")));
            }
        }
        if *depth == Some(0) {
            return Err(SpecError::new_err("depth is 0; expected at least 1"));
        }
        let text = match time {
            None => None,
            Some(Time::Milliseconds(number)) => Some(format!("{number}ms")),
            Some(Time::Text(text)) => Some(text.clone()),
        };
        let read = |text: String| {
            let message = format!("time '{text}' is not understood; expected milliseconds, or a text such as '5s'");
            parse_time(&text).ok_or_else(|| SpecError::new_err(message))
        };
        let time = text.map(read).transpose()?;
        Ok(Budget { time, playouts: *playouts, plies: *plies, nodes: *nodes, depth: *depth })
    }
}
