//! A game whose rules are written in Python.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use kingmaker_arena::AnyGame;
use kingmaker_arena::erased::Erased;
use kingmaker_core::{ByPlayer, Chance, Game, MAX_PLAYERS, Notation, NotationError, Player, Rng, Scene, Scores, Turn};
use pyo3::prelude::*;

use crate::errors::Error;
use crate::state::{CHANCE, TERMINAL};
use crate::work::Trouble;

/// No game has more actions than this: some techniques have tables of them.
const MOST_ACTIONS: usize = 1 << 20;

/// Rules that are written in Python, with the techniques that need the rules alone.
#[derive(Clone)]
pub(crate) struct OwnRules {
    erased: Erased<Rules>,
    object: Arc<Py<PyAny>>,
    trouble: Trouble,
}

impl OwnRules {
    /// Reads what does not change during play.
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name: String = object.getattr("name")?.extract()?;
        let is_word = |text: &str| {
            text.starts_with(|letter: char| letter.is_ascii_lowercase())
                && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
        };
        if !is_word(&name) {
            let expected = "small letters, digits and hyphens, such as 'tic-tac-toe'";
            return Err(Error::new_err(format!("'{name}' is no name of a game; expected {expected}")));
        }
        let number = |attribute: &str, most: usize, least: usize| -> PyResult<usize> {
            let number: i64 = object.getattr(attribute)?.extract()?;
            let fits = usize::try_from(number).ok().filter(|number| (least..=most).contains(number));
            let message = || format!("'{attribute}' of {name} is {number}; expected {least} to {most}");
            fits.ok_or_else(|| Error::new_err(message()))
        };
        let trouble = Trouble::default();
        let shared = Arc::new(object.clone().unbind());
        let rules = Rules {
            players: number("players", MAX_PLAYERS, 2)?,
            actions: number("actions", MOST_ACTIONS, 1)?,
            longest: number("longest", u32::MAX as usize, 1)?,
            has_chance: object.hasattr("chance_outcomes")?,
            object: Arc::clone(&shared),
            trouble: trouble.clone(),
        };
        let toolbox = kingmaker_search::toolbox!(of & rules, &());
        Ok(OwnRules { erased: Erased::new(&name, rules, toolbox), object: shared, trouble })
    }

    /// The game as the arena knows it.
    pub(crate) fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.erased.clone())
    }

    /// The Python object.
    pub(crate) fn object(&self) -> &Py<PyAny> {
        &self.object
    }

    /// What went wrong in it.
    pub(crate) fn trouble(&self) -> Trouble {
        self.trouble.clone()
    }
}

/// The rules.
struct Rules {
    object: Arc<Py<PyAny>>,
    players: usize,
    actions: usize,
    longest: usize,
    has_chance: bool,
    trouble: Trouble,
}

/// A position: any Python value that can be compared and hashed. What was asked of it once is kept.
#[derive(Clone)]
struct Position(Arc<Kept>);

struct Kept {
    value: Py<PyAny>,
    turn: OnceLock<Turn>,
    legal: OnceLock<Vec<u32>>,
    hash: OnceLock<u64>,
    trouble: Trouble,
}

/// What is kept, or what is found out now. Nobody waits for somebody else who is at it: they might wait for the lock of
/// the interpreter, which we may hold.
fn once<T>(cell: &OnceLock<T>, find: impl FnOnce() -> T) -> &T {
    if cell.get().is_none() {
        // If somebody else was faster, they have found the same.
        let _ = cell.set(find());
    }
    cell.get().expect("it was just set")
}

/// Asks Python. What fails unwinds to whoever asked us.
fn ask<T>(trouble: &Trouble, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    if trouble.is_there() {
        trouble.unwind();
    }
    Python::attach(question).unwrap_or_else(|error| {
        trouble.keep(error);
        trouble.unwind()
    })
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || ask(&self.0.trouble, |py| self.0.value.bind(py).eq(other.0.value.bind(py)))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash_of_value());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ask(&self.0.trouble, |py| Ok(self.0.value.bind(py).repr()?.to_string())))
    }
}

impl Position {
    fn hash_of_value(&self) -> u64 {
        *once(&self.0.hash, || ask(&self.0.trouble, |py| Ok(self.0.value.bind(py).hash()? as u64)))
    }
}

impl Rules {
    fn ask<T>(&self, question: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        ask(&self.trouble, |py| question(self.object.bind(py)))
    }

    fn position(&self, value: Bound<'_, PyAny>) -> Position {
        Position(Arc::new(Kept {
            value: value.unbind(),
            turn: OnceLock::new(),
            legal: OnceLock::new(),
            hash: OnceLock::new(),
            trouble: self.trouble.clone(),
        }))
    }

    /// An action that Python has named.
    fn action(&self, method: &str, number: i64) -> PyResult<u32> {
        let fits = u32::try_from(number).ok().filter(|&action| (action as usize) < self.actions);
        let most = self.actions - 1;
        fits.ok_or_else(|| Error::new_err(format!("{method} gave action {number}; expected 0 to {most}")))
    }

    fn find_turn(&self, state: &Position) -> Turn {
        self.ask(|rules| {
            let number: i32 = rules.call_method1("current_player", (&state.0.value,))?.extract()?;
            match (number, usize::try_from(number)) {
                (TERMINAL, _) => Ok(Turn::Over),
                (CHANCE, _) if self.has_chance => Ok(Turn::Chance),
                (_, Ok(seat)) if seat < self.players => Ok(Turn::Player(Player::new(seat))),
                _ => {
                    let most = self.players - 1;
                    let chance = if self.has_chance { ", CHANCE" } else { "" };
                    let expected = format!("expected 0 to {most}{chance} or TERMINAL");
                    Err(Error::new_err(format!("current_player gave {number}; {expected}")))
                }
            }
        })
    }

    fn find_legal(&self, state: &Position) -> Vec<u32> {
        self.ask(|rules| {
            let numbers = rules.call_method1("legal_actions", (&state.0.value,))?;
            let mut actions = Vec::new();
            for number in numbers.try_iter()? {
                actions.push(self.action("legal_actions", number?.extract()?)?);
            }
            actions.sort_unstable();
            actions.dedup();
            if actions.is_empty() {
                let message = "legal_actions gave none where current_player is a seat; expected at least one";
                return Err(Error::new_err(message));
            }
            Ok(actions)
        })
    }

    fn find_outcomes(&self, state: &Position) -> Vec<(u32, f64)> {
        self.ask(|rules| {
            let told = rules.call_method1("chance_outcomes", (&state.0.value,))?;
            let mut outcomes = Vec::new();
            for outcome in told.try_iter()? {
                let (number, probability): (i64, f64) = outcome?.extract()?;
                outcomes.push((self.action("chance_outcomes", number)?, probability));
            }
            outcomes.sort_by_key(|&(action, _)| action);
            let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
            if (sum - 1.0).abs() > 1e-6 || outcomes.iter().any(|&(_, probability)| probability <= 0.0) {
                let message =
                    format!("chance_outcomes gave {outcomes:?}; expected positive probabilities that sum to 1");
                return Err(Error::new_err(message));
            }
            Ok(outcomes)
        })
    }
}

impl Game for Rules {
    type State = Position;
    type Move = u32;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> Position {
        self.ask(|rules| Ok(self.position(rules.call_method0("start")?)))
    }

    fn turn(&self, state: &Position) -> Turn {
        *once(&state.0.turn, || self.find_turn(state))
    }

    fn legal_moves(&self, state: &Position, out: &mut Vec<u32>) {
        out.clear();
        if let Turn::Player(_) = self.turn(state) {
            let legal: &Vec<u32> = once(&state.0.legal, || self.find_legal(state));
            out.extend_from_slice(legal);
        }
    }

    fn play(&self, state: &mut Position, mv: u32) {
        *state = self.ask(|rules| Ok(self.position(rules.call_method1("apply", (&state.0.value, mv))?)));
    }

    fn scores(&self, state: &Position) -> Scores {
        let shares: Vec<f32> = self.ask(|rules| {
            let shares: Vec<f32> = rules.call_method1("returns", (&state.0.value,))?.extract()?;
            if shares.len() != self.players || shares.iter().any(|share| !share.is_finite() || *share < 0.0) {
                let expected = format!("expected {} numbers that are not negative", self.players);
                return Err(Error::new_err(format!("returns gave {shares:?}; {expected}")));
            }
            Ok(shares)
        });
        Scores::in_proportion(&self.teams(), &ByPlayer::from_fn(self.players, |player| shares[player.index()]))
    }

    fn key(&self, state: &Position) -> u64 {
        // Hashes of small values are small numbers: bits are spread (the finaliser of SplitMix64).
        let word = state.hash_of_value().wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn slot(&self, mv: u32) -> usize {
        mv as usize
    }

    fn slots(&self) -> usize {
        self.actions
    }

    fn ply_cap(&self) -> usize {
        self.longest
    }

    fn chance(&self) -> Option<&dyn Chance<State = Position, Move = u32>> {
        if self.has_chance { Some(self) } else { None }
    }
}

impl Chance for Rules {
    fn outcomes(&self, state: &Position, each: &mut dyn FnMut(u32, f64)) {
        if self.turn(state) == Turn::Chance {
            self.find_outcomes(state).into_iter().for_each(|(action, probability)| each(action, probability));
        }
    }
}

impl Notation for Rules {
    fn move_text(&self, state: &Position, mv: u32) -> String {
        let text: String = self.ask(|rules| match rules.getattr_opt("action_to_string")? {
            Some(method) => method.call1((&state.0.value, mv))?.extract(),
            None => Ok(mv.to_string()),
        });
        text.split_whitespace().collect()
    }

    fn position_text(&self, state: &Position) -> String {
        self.ask(|rules| match rules.getattr_opt("state_to_string")? {
            Some(method) => method.call1((&state.0.value,))?.extract(),
            None => Ok(format!("{state:?}")),
        })
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let read = self.ask(|rules| match rules.getattr_opt("string_to_state")? {
            Some(method) => Ok(Some(self.position(method.call1((text,))?))),
            None => Ok(None),
        });
        read.ok_or_else(|| NotationError::new(text, "no position: these rules have no 'string_to_state'"))
    }
}

impl Scene for Rules {}
