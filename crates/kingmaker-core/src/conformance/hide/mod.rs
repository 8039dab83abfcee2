//! Hide and seek on a ring of cells: the smallest game with a secret, teams and moves out of turn.
//!
//! Player 1 hides from two or more seekers, who know everything but where the hider is. Everybody
//! in turn goes one cell to the left or to the right. Nobody may enter a seeker's cell; a player
//! who cannot go anywhere is skipped. The hider starts on a random cell and has to show itself
//! after its turn in every few rounds. A seeker who enters the hider's cell wins for all seekers;
//! a hider who is not found by the end of the last round wins.
//!
//! What the seekers can work out is part of the state: the cells where the hider may be. The
//! secret shrinks when a seeker finds a cell empty, and when the hider is skipped or is not.

mod cells;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use crate::capability::{HiddenInformation, Knowledge, OutOfTurn, Teams};
use crate::game::{Game, Turn};
use crate::player::{ByPlayer, MAX_PLAYERS, Player};
use crate::rng::{Rng, derive_seed};
use crate::scores::Scores;

pub use cells::Cell;
use cells::{CellSet, MAX_CELLS};

/// The player who hides.
pub const HIDER: Player = Player::new(0);

const HIDERS_TEAM: usize = 0;
const SEEKERS_TEAM: usize = 1;

/// The rules, with their sizes.
#[derive(Clone, Debug)]
pub struct HideAndSeek {
    players: usize,
    cells: usize,
    rounds: usize,
    shows_every: usize,
}

/// A position, or what a seeker knows of it: then the hider's place may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HideState {
    places: ByPlayer<Option<Cell>>,
    possible: CellSet,
    turn: Player,
    round: u8,
}

impl HideAndSeek {
    /// One hider and `seekers` (2 to 5) on a ring of at most 16 cells, at least two for each
    /// seeker and one more. The hider shows itself in every round whose number, counted from 1,
    /// is a multiple of `shows_every`.
    pub fn new(seekers: usize, cells: usize, rounds: usize, shows_every: usize) -> Self {
        assert!((2..MAX_PLAYERS).contains(&seekers) && (2 * seekers + 1..=MAX_CELLS).contains(&cells));
        assert!((1..=200).contains(&rounds) && shows_every > 0);
        HideAndSeek { players: seekers + 1, cells, rounds, shows_every }
    }

    /// Whether the hider shows itself after its turn in this round, counted from 0.
    pub fn shows_in(&self, round: usize) -> bool {
        (round + 1).is_multiple_of(self.shows_every)
    }

    fn seekers(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.players).skip(1)
    }

    fn neighbours(&self, cell: Cell) -> [Cell; 2] {
        let cell = usize::from(cell.0);
        let mut both = [(cell + 1) % self.cells, (cell + self.cells - 1) % self.cells];
        both.sort_unstable();
        both.map(|index| Cell(index as u8))
    }

    fn free_neighbours(&self, state: &HideState, cell: Cell) -> impl Iterator<Item = Cell> {
        let taken = self.taken(state);
        self.neighbours(cell).into_iter().filter(move |&next| !taken.contains(next))
    }

    /// The cells of the seekers.
    fn taken(&self, state: &HideState) -> CellSet {
        self.seekers().filter_map(|seeker| state.places[seeker]).collect()
    }

    fn found(&self, state: &HideState) -> bool {
        state.places[HIDER].is_some_and(|cell| self.taken(state).contains(cell))
    }

    fn is_over(&self, state: &HideState) -> bool {
        usize::from(state.round) >= self.rounds || self.found(state)
    }

    fn boxed_in(&self, state: &HideState, cell: Cell) -> bool {
        self.free_neighbours(state, cell).next().is_none()
    }

    /// The way from a cell to the nearest seeker.
    fn distance(&self, state: &HideState, cell: Cell) -> usize {
        let way = |seeker: Cell| {
            let steps = usize::from(cell.0.abs_diff(seeker.0));
            steps.min(self.cells - steps)
        };
        self.taken(state).iter().map(way).min().unwrap_or(0)
    }

    /// The turn goes to the next player who can move.
    fn pass_on(&self, state: &mut HideState) {
        loop {
            state.turn = state.turn.next(self.players);
            if state.turn == HIDER {
                state.round += 1;
            }
            if self.settle(state) {
                return;
            }
        }
    }

    /// Whether the player whose turn has come takes it, or the game is over. Everybody sees
    /// whether the hider is skipped.
    fn settle(&self, state: &mut HideState) -> bool {
        if self.is_over(state) {
            return true;
        }
        let Some(cell) = state.places[state.turn] else { return true };
        let skipped = self.boxed_in(state, cell);
        if state.turn == HIDER {
            let boxed_in = state.possible.iter().filter(|&cell| self.boxed_in(state, cell)).collect();
            state.possible = if skipped { boxed_in } else { state.possible.without(boxed_in) };
            if skipped {
                self.show(state);
            }
        }
        !skipped
    }

    /// The end of the hider's turn.
    fn show(&self, state: &mut HideState) {
        if self.shows_in(usize::from(state.round)) {
            state.possible = state.places[HIDER].into_iter().collect();
        }
    }
}

impl Game for HideAndSeek {
    type State = HideState;
    type Move = Cell;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, rng: &mut Rng) -> HideState {
        let seekers = self.players - 1;
        let places = ByPlayer::from_fn(self.players, |player| match player {
            HIDER => None,
            seeker => Some(Cell(((seeker.index() - 1) * self.cells / seekers) as u8)),
        });
        let mut state = HideState { places, possible: CellSet(0), turn: HIDER, round: 0 };
        let all: CellSet = (0..self.cells).map(|index| Cell(index as u8)).collect();
        state.possible = all.without(self.taken(&state));
        state.places[HIDER] = state.possible.pick(rng);
        if !self.settle(&mut state) {
            self.pass_on(&mut state);
        }
        state
    }

    fn turn(&self, state: &HideState) -> Turn {
        if self.is_over(state) { Turn::Over } else { Turn::Player(state.turn) }
    }

    fn legal_moves(&self, state: &HideState, out: &mut Vec<Cell>) {
        self.legal_moves_of(state, state.turn, out);
    }

    fn play(&self, state: &mut HideState, mv: Cell) {
        state.places[state.turn] = Some(mv);
        if state.turn == HIDER {
            let reached = state.possible.iter().flat_map(|cell| self.free_neighbours(state, cell)).collect();
            state.possible = reached;
            self.show(state);
        } else if self.found(state) {
            state.possible = CellSet::from_iter([mv]);
            return;
        } else {
            state.possible = state.possible.without(CellSet::from_iter([mv]));
        }
        self.pass_on(state);
    }

    fn scores(&self, state: &HideState) -> Scores {
        let winners = if self.found(state) { SEEKERS_TEAM } else { HIDERS_TEAM };
        let share = |player| if self.team(player) == winners { 1.0 } else { 0.0 };
        Scores::from_shares(ByPlayer::from_fn(self.players, share))
    }

    fn key(&self, state: &HideState) -> u64 {
        // Everything fits into 6 * 5 + 16 + 3 + 8 bits, and mixing loses none of them: no accidents.
        let mut bits = u64::from(state.possible.0);
        for (_, place) in state.places.iter() {
            bits = bits << 5 | place.map_or(31, |cell| u64::from(cell.0));
        }
        bits = bits << 3 | state.turn.index() as u64;
        derive_seed(bits << 8 | u64::from(state.round), 0)
    }

    fn slot(&self, mv: Cell) -> usize {
        usize::from(mv.0)
    }

    fn slots(&self) -> usize {
        self.cells
    }

    fn ply_cap(&self) -> usize {
        self.rounds * self.players
    }
}

impl Teams for HideAndSeek {
    /// The hider is team 0, the seekers are team 1.
    fn team(&self, player: Player) -> usize {
        if player == HIDER { HIDERS_TEAM } else { SEEKERS_TEAM }
    }
}

impl OutOfTurn for HideAndSeek {
    fn legal_moves_of(&self, state: &HideState, player: Player, out: &mut Vec<Cell>) {
        out.clear();
        if self.is_over(state) {
            return;
        }
        if let Some(cell) = state.places[player] {
            out.extend(self.free_neighbours(state, cell));
        }
    }

    fn hand_turn(&self, state: &mut HideState, player: Player) {
        state.turn = player;
    }
}

impl HiddenInformation for HideAndSeek {
    fn view(&self, state: &HideState, observer: Player) -> HideState {
        let mut view = state.clone();
        if observer != HIDER && state.possible.len() > 1 {
            view.places[HIDER] = None;
        }
        view
    }

    fn determinize(&self, view: &HideState, observer: Player, rng: &mut Rng) -> HideState {
        let mut state = view.clone();
        if observer != HIDER {
            state.places[HIDER] = view.possible.pick(rng);
        }
        state
    }
}

impl Knowledge for HideAndSeek {
    /// How far the nearest seeker is from the hider, as a part of the way around; for the seekers
    /// what is missing from 1. A hider of whom nothing is known counts as halfway.
    fn evaluate(&self, state: &HideState) -> ByPlayer<f32> {
        let safety = state.places[HIDER].map_or(0.5, |cell| self.distance(state, cell) as f32 / self.cells as f32);
        ByPlayer::from_fn(self.players, |player| if player == HIDER { safety } else { 1.0 - safety })
    }

    /// The hider goes where no seeker is near, a seeker to where the hider is known to be.
    fn priority(&self, state: &HideState, mv: Cell) -> i32 {
        if state.turn == HIDER { self.distance(state, mv) as i32 } else { i32::from(state.possible.contains(mv)) }
    }
}
