//! A position, as Python holds it, with the names that users of OpenSpiel know.

use kingmaker_arena::draw;
use kingmaker_arena::position::AnyPosition;
use kingmaker_core::{Rng, Turn};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{Error, OrRaise};
use crate::game::Game;
use crate::view::View;
use crate::work::guarded;

/// Who moves where chance does; the number is that of OpenSpiel.
pub(crate) const CHANCE: i32 = -1;

/// Who moves where the game is over; the number is that of OpenSpiel.
pub(crate) const TERMINAL: i32 = -4;

/// The number of whoever is to move.
pub(crate) fn number(turn: Turn) -> i32 {
    match turn {
        Turn::Player(player) => player.index() as i32,
        Turn::Chance => CHANCE,
        Turn::Over => TERMINAL,
    }
}

/// An action, or its text.
#[derive(FromPyObject)]
pub(crate) enum Action {
    /// Its number.
    Number(i64),
    /// As text.
    Text(String),
}

/// A number below zero names no action; it is told like others that are not possible.
fn action_number(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A position of a game, and how it came about. Whoever has it knows everything; [`View`] is what one seat knows.
#[pyclass(module = "kingmaker")]
pub(crate) struct State {
    game: Game,
    position: Box<dyn AnyPosition>,
}

impl State {
    pub(crate) fn new(game: Game, position: Box<dyn AnyPosition>) -> Self {
        State { game, position }
    }

    /// What it is to the arena.
    pub(crate) fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// The game.
    pub(crate) fn of_game(&self) -> &Game {
        &self.game
    }

    fn ask<T>(&self, question: impl FnOnce(&dyn AnyPosition) -> T) -> PyResult<T> {
        guarded(&self.game.trouble(), || question(&*self.position))
    }

    fn tell<T>(&mut self, change: impl FnOnce(&mut dyn AnyPosition) -> T) -> PyResult<T> {
        let trouble = self.game.trouble();
        guarded(&trouble, || change(&mut *self.position))
    }

    /// The legal actions of a seat, or of whoever is to move.
    fn actions_of(&self, player: Option<i64>) -> PyResult<Vec<usize>> {
        match player {
            Some(player) if player != i64::from(self.current_player()?) => {
                if player != i64::from(CHANCE) && player != i64::from(TERMINAL) {
                    self.game.seat(player)?;
                }
                Ok(Vec::new())
            }
            _ => self.ask(|position| position.actions()),
        }
    }
}

#[pymethods]
impl State {
    fn get_game(&self) -> Game {
        self.game.clone()
    }

    fn num_players(&self) -> usize {
        self.game.any().players()
    }

    fn num_distinct_actions(&self) -> usize {
        self.game.any().slots()
    }

    fn current_player(&self) -> PyResult<i32> {
        self.ask(|position| number(position.turn()))
    }

    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.current_player()? == TERMINAL)
    }

    fn is_chance_node(&self) -> PyResult<bool> {
        Ok(self.current_player()? == CHANCE)
    }

    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<usize>> {
        self.actions_of(player)
    }

    #[pyo3(signature = (player = None))]
    fn legal_actions_mask(&self, player: Option<i64>) -> PyResult<Vec<u8>> {
        let mut mask = vec![0; self.game.any().slots()];
        self.actions_of(player)?.into_iter().for_each(|action| mask[action] = 1);
        Ok(mask)
    }

    /// What chance may do, each with its probability.
    fn chance_outcomes(&self) -> PyResult<Vec<(usize, f64)>> {
        if !self.is_chance_node()? {
            return Err(Error::new_err("it is not the turn of chance here; expected a state where is_chance_node()"));
        }
        self.ask(|position| position.outcomes())
    }

    /// Makes a move, or lets an outcome of chance happen. The action may be its text.
    fn apply_action(&mut self, action: Action) -> PyResult<()> {
        let action = match action {
            Action::Number(number) => action_number(number),
            Action::Text(text) => self.ask(|position| position.parse_action(&text))?.or_raise()?,
        };
        self.tell(|position| position.play(action))?.or_raise()
    }

    /// The state after an action; this one stays as it is.
    fn child(&self, action: Action) -> PyResult<State> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// Lets players and chance move at random, at most so many plies, and says what was played.
    #[pyo3(signature = (seed, plies = None))]
    fn apply_random_actions(&mut self, seed: u64, plies: Option<usize>) -> PyResult<Vec<usize>> {
        self.tell(|position| {
            let mut rng = Rng::new(seed);
            std::iter::from_fn(|| position.play_random(&mut rng)).take(plies.unwrap_or(usize::MAX)).collect()
        })
    }

    fn clone(&self) -> State {
        State { game: self.game.clone(), position: self.position.copied() }
    }

    /// What each player gets; zeros before the end.
    fn returns(&self) -> PyResult<Vec<f32>> {
        let scores = self.ask(|position| position.scores())?;
        Ok(scores.unwrap_or_else(|| vec![0.0; self.game.any().players()]))
    }

    fn player_return(&self, player: i64) -> PyResult<f32> {
        let seat = self.game.seat(player)?;
        Ok(self.returns()?[seat.index()])
    }

    /// What each player has beside the result, in a game that counts something.
    fn points(&self) -> PyResult<Option<Vec<f32>>> {
        self.ask(|position| position.points())
    }

    /// An action as text. As in OpenSpiel, the player may stand before it.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        let action = action_number(action.unwrap_or(player_or_action));
        self.ask(|position| position.action_text(action))?.or_raise()
    }

    /// The action that a text means. As in OpenSpiel, the player may stand before it.
    #[pyo3(signature = (player_or_text, text = None))]
    fn string_to_action(&self, player_or_text: Action, text: Option<String>) -> PyResult<usize> {
        let text = match (text, player_or_text) {
            (Some(text), _) | (None, Action::Text(text)) => text,
            (None, Action::Number(number)) => number.to_string(),
        };
        self.ask(|position| position.parse_action(&text))?.or_raise()
    }

    /// The actions that were played.
    fn history(&self) -> PyResult<Vec<usize>> {
        self.ask(|position| position.history(None).into_iter().map(|played| played.action).collect())
    }

    /// What was played: who moved, the action, and its text. Of a seat, as it saw that.
    #[pyo3(signature = (seat = None))]
    fn full_history(&self, seat: Option<i64>) -> PyResult<Vec<(i32, usize, String)>> {
        let seat = seat.map(|seat| self.game.seat(seat)).transpose()?;
        let told = |position: &dyn AnyPosition| {
            let played = position.history(seat).into_iter();
            played.map(|played| (number(played.turn), played.action, played.text)).collect()
        };
        self.ask(told)
    }

    /// How many plies were played.
    fn move_number(&self) -> PyResult<usize> {
        Ok(self.history()?.len())
    }

    /// What a seat knows.
    fn view(&self, seat: i64) -> PyResult<View> {
        let seat = self.game.seat(seat)?;
        Ok(View::new(self.game.clone(), self.ask(|position| position.view(seat))?))
    }

    /// What a seat knows, in one line.
    fn observation_string(&self, seat: i64) -> PyResult<String> {
        let seat = self.game.seat(seat)?;
        self.ask(|position| position.view(seat).text())
    }

    /// What a seat sees of the board, as numbers.
    fn observation_tensor(&self, seat: i64) -> PyResult<Vec<f32>> {
        let seat = self.game.seat(seat)?;
        self.game.numbers(&self.ask(|position| position.view(seat).picture())?)
    }

    /// A number that is equal for equal states.
    fn key(&self) -> PyResult<u64> {
        self.ask(|position| position.key())
    }

    fn __str__(&self) -> PyResult<String> {
        self.ask(|position| position.text())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<kingmaker.State {}: {}>", self.game.any().spec(), self.__str__()?))
    }

    /// The board in characters.
    fn picture(&self) -> PyResult<String> {
        self.ask(|position| draw::terminal(&position.picture(), false))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.ask(|position| draw::svg(&position.picture()))
    }

    /// Whether the positions are equal, however they came about.
    fn __eq__(&self, other: &State) -> PyResult<bool> {
        self.ask(|position| position.is_same(&*other.position))
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let start = match self.game.is_own() {
            true => None,
            false => Some(self.ask(|position| position.start().text())?),
        };
        let restore = py.get_type::<State>().getattr("_restore")?;
        Ok((restore, (self.game.clone(), start, self.history()?).into_pyobject(py)?))
    }

    /// What pickling has kept: where it began, if not at the only start there is, and what was played.
    #[staticmethod]
    fn _restore(game: &Game, start: Option<String>, history: Vec<usize>) -> PyResult<State> {
        let mut position = match start {
            Some(text) => guarded(&game.trouble(), || game.any().position_at(&text))?.or_raise()?,
            None => guarded(&game.trouble(), || game.any().position(1))?,
        };
        for action in history {
            guarded(&game.trouble(), || position.play(action))?.or_raise()?;
        }
        Ok(State { game: game.clone(), position })
    }
}
