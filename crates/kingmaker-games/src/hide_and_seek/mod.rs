//! Hide and seek on a graph: the smallest game with a secret, teams and moves out of turn.
//!
//! Player 1 hides from two or more seekers, who know everything but where the hider is. Everybody in turn goes to a
//! neighbouring cell. Nobody may enter a seeker's cell; a player who cannot go anywhere is skipped. The hider starts on
//! a random cell and has to show itself after its turn in every few rounds. A seeker who enters the hider's cell wins
//! for all seekers; a hider who is not found by the end of the last round wins.
//!
//! What the seekers can work out is part of the state: the cells where the hider may be. The secret shrinks when a
//! seeker finds a cell empty, and when the hider is skipped or is not.

mod categories;
mod cells;
mod knowledge;
mod notation;
mod rules;
mod scene;
#[cfg(test)]
mod tests;

use kingmaker_core::options::Kind;
use kingmaker_core::{ByPlayer, HiddenInformation, OutOfTurn, Player, Registered, choices, settings};

pub use cells::Cell;
use cells::{CellSet, MAX_CELLS};

/// The player who hides.
pub const HIDER: Player = Player::new(0);

const HIDERS_TEAM: usize = 0;
const SEEKERS_TEAM: usize = 1;

choices! {
    /// The shape of the board.
    pub enum Shape {
        /// Cells in a circle.
        Ring = "ring",
        /// Cells in rows.
        Grid = "grid",
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "hide-and-seek" {
        summary: "one hides, the others seek together: secrets and a team in a small game",
        source: "",
        options: {
            players: usize { name: "players", kind: Kind::Integer(3, 6), default: "3", help: "the hider and the seekers" },
            board: Shape { name: "board", default: "ring", help: "shape" },
            cells: usize {
                name: "cells",
                kind: Kind::Integer(5, MAX_CELLS as u64),
                default: "12",
                help: "size of the board, at least two cells for each seeker and one more",
            },
            rounds: usize {
                name: "rounds",
                kind: Kind::Integer(1, 200),
                default: "8",
                help: "after these the hider wins",
            },
            shows: usize {
                name: "shows",
                kind: Kind::Integer(1, 200),
                default: "3",
                help: "the hider shows itself after its turn in every so many rounds",
            },
            hidden: bool { name: "hidden", default: "yes", help: "whether the seekers do not see the hider" },
        },
        examples: [
            "hide-and-seek",
            "hide-and-seek(hidden=no)",
            "hide-and-seek(players=4, board=grid, cells=16)",
            "hide-and-seek(players=5, board=grid, cells=20, rounds=12, shows=4)",
            "hide-and-seek(players=6, cells=16, rounds=4, shows=2)",
        ],
    }
}

/// The rules, with their sizes.
#[derive(Clone, Debug)]
pub struct HideAndSeek {
    players: usize,
    /// Of each cell its neighbours.
    board: Vec<CellSet>,
    /// The cells of a row, on a grid.
    width: Option<usize>,
    rounds: usize,
    shows: usize,
    is_hidden: bool,
}

/// A position, or what a seeker knows of it: then the hider's place may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    places: ByPlayer<Option<Cell>>,
    possible: CellSet,
    turn: Player,
    round: u8,
}

impl HideAndSeek {
    /// One hider and `seekers` on a ring of `cells`. The hider shows itself in every round whose number, counted from
    /// 1, is a multiple of `shows`.
    ///
    /// # Panics
    ///
    /// If there are not 2 to 5 seekers, or not at least two cells for each of them and one more.
    pub fn ring(seekers: usize, cells: usize, rounds: usize, shows: usize) -> Self {
        let ways = |cell: usize| [(cell + 1) % cells, (cell + cells - 1) % cells];
        let board = (0..cells).map(|cell| ways(cell).map(Cell::new).into_iter().collect()).collect();
        HideAndSeek::new(seekers, board, None, rounds, shows)
    }

    /// The same on a grid, in rows of about as many cells as there are rows.
    ///
    /// # Panics
    ///
    /// As [`ring`](HideAndSeek::ring).
    pub fn grid(seekers: usize, cells: usize, rounds: usize, shows: usize) -> Self {
        let width = (1..=cells).find(|width| width * width >= cells).unwrap_or(1);
        let is_near = |one: usize, other: usize| {
            let (row, column) = (one / width, one % width);
            row.abs_diff(other / width) + column.abs_diff(other % width) == 1
        };
        let near = |cell: usize| (0..cells).filter(|&other| is_near(cell, other)).map(Cell::new).collect();
        HideAndSeek::new(seekers, (0..cells).map(near).collect(), Some(width), rounds, shows)
    }

    fn new(seekers: usize, board: Vec<CellSet>, width: Option<usize>, rounds: usize, shows: usize) -> Self {
        assert!((2..=5).contains(&seekers) && (2 * seekers + 1..=MAX_CELLS).contains(&board.len()));
        assert!((1..=200).contains(&rounds) && shows > 0);
        HideAndSeek { players: seekers + 1, board, width, rounds, shows, is_hidden: true }
    }

    /// The same game in which everybody sees the hider.
    pub fn in_the_open(self) -> Self {
        HideAndSeek { is_hidden: false, ..self }
    }
}

impl Registered for HideAndSeek {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let Settings { players, board, cells, rounds, shows, hidden } = *settings;
        let seekers = players - 1;
        if cells < 2 * seekers + 1 {
            return Err(format!("{seekers} seekers need at least {} cells, not {cells}", 2 * seekers + 1));
        }
        let make = if board == Shape::Grid { HideAndSeek::grid } else { HideAndSeek::ring };
        let game = make(seekers, cells, rounds, shows);
        Ok(if hidden { game } else { game.in_the_open() })
    }
}

impl OutOfTurn for HideAndSeek {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Cell>) {
        out.clear();
        if !self.is_over(state)
            && let Some(cell) = state.places[player]
        {
            out.extend(self.free_neighbours(state, cell).iter());
        }
    }

    fn can_move(&self, state: &State, player: Player) -> bool {
        !self.is_over(state) && state.places[player].is_some_and(|cell| !self.is_boxed_in(state, cell))
    }

    fn hand_turn(&self, state: &mut State, player: Player) {
        state.turn = player;
    }
}

impl HiddenInformation for HideAndSeek {
    fn hide(&self, state: &mut State, observer: Player) {
        if observer != HIDER && state.possible.len() > 1 {
            state.places[HIDER] = None;
        }
    }

    /// The seekers hold all cells equally likely where the hider may be.
    fn worlds(&self, view: &State, observer: Player, each: &mut dyn FnMut(State, f64)) {
        if observer == HIDER {
            return each(view.clone(), 1.0);
        }
        for cell in view.possible.iter() {
            let mut world = view.clone();
            world.places[HIDER] = Some(cell);
            each(world, 1.0 / view.possible.len() as f64);
        }
    }

    fn knows_all(&self, observer: Player) -> bool {
        observer == HIDER
    }

    /// Seekers see the hider move, but not where, unless it shows itself.
    fn seen(&self, state: &State, mv: Cell, observer: Player) -> Cell {
        let is_hidden = state.turn == HIDER && observer != HIDER && !self.shows_in(usize::from(state.round));
        if is_hidden { Cell::HIDDEN } else { mv }
    }
}
