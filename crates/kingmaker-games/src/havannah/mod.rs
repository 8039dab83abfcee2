//! Havannah (Christian Freeling 1979), for two players.
//!
//! Stones are put on a hexagon of hexagons; a ring, a bridge or a fork wins. Nijssen 2013 reports
//! on it in section 5.4; `docs/src/games/havannah.md` tells what was decided where sources differ.

pub mod board;
mod distance;
mod knowledge;
#[cfg(test)]
mod naive;
mod notation;
#[cfg(test)]
mod notation_tests;
mod pattern;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use std::hint::select_unpredictable;

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, OutOfTurn, Player, Registered, Rng, Scores, StateSpace, Turn, settings};

use crate::outcome::Outcome;
use board::{Board, Cell, LARGEST_BASE, SMALLEST_BASE};

pub use state::State;

/// The rules of one variant.
#[derive(Clone, Debug)]
pub struct Havannah {
    board: &'static Board,
    swap: bool,
}

/// A stone on a cell; on the cell of the only stone, taking that over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(Cell);

/// How often a random move is guessed before the empty cells are counted. Each guess is two
/// cells, of which one is empty three times in four when half of the board is full.
const GUESSES: usize = 16;

impl Havannah {
    /// The game on a board with `base` cells along each side.
    ///
    /// # Panics
    /// With a base below [`SMALLEST_BASE`] or above [`LARGEST_BASE`].
    pub fn new(base: usize) -> Self {
        assert!((SMALLEST_BASE..=LARGEST_BASE).contains(&base), "Havannah has no board of base {base}");
        Havannah { board: Board::of_base(base), swap: false }
    }

    /// With the swap rule: the second player's first move may be to take over the first stone.
    pub fn swap(self) -> Self {
        Havannah { swap: true, ..self }
    }

    /// Whether `player` may take over the only stone.
    #[inline]
    fn may_take_over(&self, state: &State, player: Player) -> bool {
        self.swap && player == Player::new(1) && self.has_one_stone(state) && state.rows[1] == [0; board::ROWS]
    }

    #[inline]
    fn has_one_stone(&self, state: &State) -> bool {
        usize::from(state.empty) + 1 == self.board.cells()
    }

    /// The empty cells.
    fn empty_cells(&self, state: &State) -> impl Iterator<Item = Cell> {
        self.board.all().filter(|&cell| state.is_empty(cell))
    }

    /// A random move by counting the empty cells.
    #[cold]
    fn random_by_count(&self, state: &State, rng: &mut Rng) -> Option<Move> {
        let skipped = rng.below(usize::from(state.empty));
        self.empty_cells(state).nth(skipped).map(Move)
    }

    /// The cells that `player` may choose, in an unfinished game.
    fn moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        out.clear();
        if self.may_take_over(state, player) {
            out.extend(self.board.all().map(Move));
        } else {
            out.extend(self.empty_cells(state).map(Move));
        }
    }
}

impl Game for Havannah {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _: &mut Rng) -> State {
        State::new(self.board)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.outcome.turn(state.turn)
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        self.legal_moves_of(state, state.turn, out);
    }

    #[inline(always)]
    fn play(&self, state: &mut State, Move(cell): Move) {
        let mover = state.turn;
        if self.swap && !state.is_empty(cell) {
            state.take_over();
        } else if state.place(self.board, mover, cell) {
            state.outcome = Outcome::Won(mover);
            return;
        }
        state.turn = mover.next(2);
        if state.empty == 0 {
            state.outcome = Outcome::Drawn;
            state.turn = Player::new(0);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        state.outcome.scores(2)
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn slot(&self, Move(cell): Move) -> usize {
        cell.index()
    }

    fn slots(&self) -> usize {
        self.board.cells()
    }

    fn ply_cap(&self) -> usize {
        self.board.cells() + usize::from(self.swap)
    }

    /// A move on a larger board may be on a cell that this one does not have.
    #[inline]
    fn is_legal(&self, state: &State, Move(cell): Move, _: &mut Vec<Move>) -> bool {
        state.outcome == Outcome::Open
            && cell.index() < self.board.cells()
            && (state.is_empty(cell) || self.may_take_over(state, state.turn))
    }

    /// Guesses cells until one is empty, which makes each equally likely and, unlike a list of
    /// them kept in the state, depends on nothing but the position and the generator.
    #[inline(always)]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let cells = self.board.cells();
        if self.may_take_over(state, state.turn) {
            return Some(Move(Cell::new(rng.below(cells))));
        }
        for _ in 0..GUESSES {
            // Two guesses of 32 bits each, biased by less than 2^-23.
            let bits = rng.bits();
            let [one, other] = [bits >> 32, bits & 0xffff_ffff].map(|half| ((half * cells as u64) >> 32) as usize);
            let guess = select_unpredictable(state.is_empty(Cell::new(one)), one, other);
            if state.is_empty(Cell::new(guess)) {
                return Some(Move(Cell::new(guess)));
            }
        }
        self.random_by_count(state, rng)
    }
}

impl OutOfTurn for Havannah {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        match state.outcome {
            Outcome::Open => self.moves_of(state, player, out),
            Outcome::Won(_) | Outcome::Drawn => out.clear(),
        }
    }

    /// A cell is empty as long as the game goes on.
    fn can_move(&self, state: &State, _: Player) -> bool {
        state.outcome == Outcome::Open
    }

    fn hand_turn(&self, state: &mut State, player: Player) {
        state.turn = player;
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "havannah" {
        summary: "a ring, a bridge between two corners or a fork of three edges wins",
        source: "Freeling 1979; Nijssen 2013, section 5.4",
        options: {
            base: usize {
                name: "base",
                kind: Kind::Integer(SMALLEST_BASE as u64, LARGEST_BASE as u64),
                default: "8",
                help: "cells along each side of the board",
            },
            swap: bool {
                name: "swap",
                default: "no",
                help: "whether the second player may begin by taking over the first stone",
            },
        },
        examples: ["havannah", "havannah(base=4)", "havannah(base=5, swap=yes)", "havannah(base=10)"],
    }
}

impl Registered for Havannah {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let game = Havannah::new(settings.base);
        Ok(if settings.swap { game.swap() } else { game })
    }

    fn state_space(&self) -> Option<StateSpace> {
        Some(StateSpace { log10: self.board.cells() as f64 * 3f64.log10(), formula: "3^cells" })
    }
}
