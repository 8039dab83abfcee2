//! The rules themselves.

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{ByPlayer, Game, HiddenInformation, OutOfTurn, Player, Rng, Scores, Teams, Turn};

use super::cells::{Cell, CellSet};
use super::{HIDER, HIDERS_TEAM, HideAndSeek, SEEKERS_TEAM, State};

impl HideAndSeek {
    /// Whether the hider shows itself after its turn in this round, counted from 0.
    pub fn shows_in(&self, round: usize) -> bool {
        (round + 1).is_multiple_of(self.shows)
    }

    pub(super) fn seekers(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.players).skip(1)
    }

    pub(super) fn free_neighbours(&self, state: &State, cell: Cell) -> CellSet {
        self.board[cell.index()].without(self.taken(state))
    }

    /// The cells of the seekers.
    pub(super) fn taken(&self, state: &State) -> CellSet {
        self.seekers().filter_map(|seeker| state.places[seeker]).collect()
    }

    pub(super) fn is_found(&self, state: &State) -> bool {
        state.places[HIDER].is_some_and(|cell| self.taken(state).contains(cell))
    }

    pub(super) fn is_over(&self, state: &State) -> bool {
        usize::from(state.round) >= self.rounds || self.is_found(state)
    }

    pub(super) fn is_boxed_in(&self, state: &State, cell: Cell) -> bool {
        self.free_neighbours(state, cell).is_empty()
    }

    /// The turn goes to the next player who can move.
    fn pass_on(&self, state: &mut State) {
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

    /// Whether the player whose turn has come takes it, or the game is over. Everybody sees whether the hider is
    /// skipped.
    fn settle(&self, state: &mut State) -> bool {
        if self.is_over(state) {
            return true;
        }
        let Some(cell) = state.places[state.turn] else { return true };
        let is_skipped = self.is_boxed_in(state, cell);
        if state.turn == HIDER {
            let boxed_in = state.possible.iter().filter(|&cell| self.is_boxed_in(state, cell)).collect();
            state.possible = if is_skipped { boxed_in } else { state.possible.without(boxed_in) };
            if is_skipped {
                self.show(state);
            }
        }
        !is_skipped
    }

    /// The end of the hider's turn.
    fn show(&self, state: &mut State) {
        if !self.is_hidden || self.shows_in(usize::from(state.round)) {
            state.possible = state.places[HIDER].into_iter().collect();
        }
    }
}

impl Game for HideAndSeek {
    type State = State;
    type Move = Cell;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, rng: &mut Rng) -> State {
        let (seekers, cells) = (self.players - 1, self.board.len());
        let places = ByPlayer::from_fn(self.players, |player| match player {
            HIDER => None,
            seeker => Some(Cell::new((seeker.index() - 1) * cells / seekers)),
        });
        let all: CellSet = (0..cells).map(Cell::new).collect();
        let mut state = State { places, possible: all, turn: HIDER, round: 0 };
        state.possible = all.without(self.taken(&state));
        state.places[HIDER] = state.possible.pick(rng);
        if !self.is_hidden {
            state.possible = state.places[HIDER].into_iter().collect();
        }
        if !self.settle(&mut state) {
            self.pass_on(&mut state);
        }
        state
    }

    fn turn(&self, state: &State) -> Turn {
        if self.is_over(state) { Turn::Over } else { Turn::Player(state.turn) }
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Cell>) {
        self.legal_moves_of(state, state.turn, out);
    }

    fn play(&self, state: &mut State, mv: Cell) {
        state.places[state.turn] = Some(mv);
        if state.turn == HIDER {
            let reached = |cell: Cell| self.free_neighbours(state, cell).iter();
            state.possible = state.possible.iter().flat_map(reached).collect();
            self.show(state);
        } else if self.is_found(state) {
            state.possible = CellSet::from_iter([mv]);
            return;
        } else {
            state.possible = state.possible.without(CellSet::from_iter([mv]));
        }
        self.pass_on(state);
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::team(&self.teams(), if self.is_found(state) { SEEKERS_TEAM } else { HIDERS_TEAM })
    }

    fn key(&self, state: &State) -> u64 {
        let place = |(_, place): (Player, Option<Cell>)| place.map_or(63, |cell| cell.index() as u64);
        let places = state.places.iter().map(place).fold(0, |bits, place| bits << 6 | place);
        let rest = (u64::from(state.possible.bits()) << 8 | u64::from(state.round)) << 3 | state.turn.index() as u64;
        derive_seed(rest, places)
    }

    fn slot(&self, mv: Cell) -> usize {
        if mv == Cell::HIDDEN { self.board.len() } else { mv.index() }
    }

    fn slots(&self) -> usize {
        self.board.len() + 1
    }

    fn ply_cap(&self) -> usize {
        self.rounds * self.players
    }

    fn teams(&self) -> Teams {
        Teams::new(self.players, &["hider", "seekers"], |player| usize::from(player != HIDER))
    }

    fn credit(&self, state: &State) -> Option<Player> {
        let hider = state.places[HIDER]?;
        self.seekers().find(|&seeker| state.places[seeker] == Some(hider))
    }

    fn secrets(&self) -> Option<&dyn HiddenInformation<State = State, Move = Cell>> {
        if self.is_hidden { Some(self) } else { None }
    }
}
