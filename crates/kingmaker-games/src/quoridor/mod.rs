//! Quoridor (M. Marchesi 1997) for two, three and four players.
//!
//! A pawn runs to the other side of the board, and fences make the ways of others longer. The rules follow Parshotam 2023;
//! `docs/src/games/quoridor.md` tells where that is silent and what was decided.

pub mod board;
mod fences;
mod knowledge;
mod models;
#[cfg(test)]
mod naive;
mod notation;
pub mod paths;
mod presets;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, OutOfTurn, Player, Preset, Registered, Rng, Scores, Turn, choices, settings};

use crate::outcome::Outcome;
use board::{Board, Direction, MOST_PLAYERS, Square, Squares};
use paths::Ways;

pub use state::State;

/// A step or a jump to a square, or a fence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The pawn goes to this square.
    Go(Square),
    /// A fence is put here.
    Fence(Square, Direction),
}

/// The rules of one variant.
#[derive(Clone, Debug)]
pub struct Quoridor {
    players: usize,
    fences: u8,
    cap: u16,
    board: Board,
    /// Whether fences are put only across a shortest way of an opponent: a model of the game.
    is_only_across: bool,
}

impl Quoridor {
    /// The game on a board with `size` rows and columns, with so many fences for each player, a draw after `cap` plies.
    ///
    /// # Panics
    /// If there are not 2 to 4 players, or the size is not 5, 7, 9 or 11.
    pub fn new(players: usize, size: usize, fences: u8, cap: u16) -> Self {
        assert!((2..=MOST_PLAYERS).contains(&players), "Quoridor is for 2 to 4 players");
        assert!(
            (board::SMALLEST..=board::LARGEST).contains(&size) && size % 2 == 1,
            "there is no board of size {size}"
        );
        Quoridor { players, fences, cap, board: Board::new(size, players), is_only_across: false }
    }

    /// How many fences each player has who is one of so many.
    pub fn usual_fences(players: usize) -> u8 {
        match players {
            2 => 10,
            3 => 7,
            _ => 5,
        }
    }

    /// The pawn goes to a square.
    #[inline]
    fn going(square: Square) -> Move {
        Move(square.index() as u16)
    }

    /// A fence is put. Fences come after squares, by their posts, those across before upright ones.
    #[inline]
    fn fencing(&self, post: Square, direction: Direction) -> Move {
        let size = self.board.size();
        let place = self.board.column(post) * (size - 1) + self.board.row(post);
        Move((size * size + 2 * place + direction as usize) as u16)
    }

    /// What a move does.
    #[inline]
    pub fn action(&self, mv: Move) -> Action {
        let size = self.board.size();
        let Some(fence) = usize::from(mv.0).checked_sub(size * size) else {
            return Action::Go(Square::new(usize::from(mv.0)));
        };
        let post = self.board.at(fence / 2 / (size - 1), fence / 2 % (size - 1));
        Action::Fence(post, Direction::ALL[fence % 2])
    }

    /// The turn goes to the next player who can move. When nobody can, the game is drawn.
    #[inline]
    fn pass_turn(&self, state: &mut State) {
        let first = state.turn.next(self.players);
        state.turn = first;
        loop {
            state.targets = state.targets_of(&self.board, self.players, state.turn);
            if state.targets != 0 || self.can_fence(state, state.turn) {
                return;
            }
            state.turn = state.turn.next(self.players);
            if state.turn == first {
                state.outcome = Outcome::Drawn;
                return;
            }
        }
    }

    /// Replaces the contents of `out` by the moves of a player whose pawn can go to `targets`.
    fn moves(&self, state: &State, player: Player, targets: Squares, out: &mut Vec<Move>) {
        out.clear();
        out.extend(Square::all(targets).map(Self::going));
        if state.left[player.index()] == 0 {
            return;
        }
        let [across, upright] = self.fences(state, player);
        for post in Square::all(across | upright) {
            for (direction, allowed) in Direction::ALL.into_iter().zip([across, upright]) {
                if allowed & post.bit() != 0 {
                    out.push(self.fencing(post, direction));
                }
            }
        }
    }
}

impl Game for Quoridor {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> State {
        let Board { below, left, starts, .. } = self.board;
        let mut state = State {
            ways: Ways { up: below, right: left },
            fences: [0; 2],
            targets: 0,
            pawns: starts,
            left: std::array::from_fn(|player| if player < self.players { self.fences } else { 0 }),
            ply: 0,
            turn: Player::new(0),
            outcome: Outcome::Open,
        };
        state.targets = state.targets_of(&self.board, self.players, state.turn);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.outcome.turn(state.turn)
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        out.clear();
        if state.outcome.is_open() {
            self.moves(state, state.turn, state.targets, out);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let mover = state.turn;
        state.ply += 1;
        match self.action(mv) {
            Action::Go(square) => {
                state.pawns[mover.index() % MOST_PLAYERS] = square;
                if square.bit() & self.board.goals[mover.index() % MOST_PLAYERS] != 0 {
                    state.outcome = Outcome::Won(mover);
                }
            }
            Action::Fence(post, direction) => {
                state.fence(&self.board, post, direction);
                state.left[mover.index() % MOST_PLAYERS] -= 1;
            }
        }
        if state.ply >= self.cap && state.outcome.is_open() {
            state.outcome = Outcome::Drawn;
        }
        if state.outcome.is_open() {
            self.pass_turn(state);
        }
        if !state.outcome.is_open() {
            (state.turn, state.targets) = (mover.next(self.players), 0);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        state.outcome.scores(self.players)
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        usize::from(mv.0)
    }

    fn slots(&self) -> usize {
        let size = self.board.size();
        size * size + 2 * (size - 1) * (size - 1)
    }

    fn ply_cap(&self) -> usize {
        usize::from(self.cap)
    }

    fn plies_left(&self, state: &State) -> Option<usize> {
        Some(usize::from(self.cap.saturating_sub(state.ply)))
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move, _: &mut Vec<Move>) -> bool {
        state.outcome.is_open()
            && match self.action(mv) {
                Action::Go(square) => state.targets & square.bit() != 0,
                Action::Fence(post, direction) if self.is_only_across => {
                    state.left[state.turn.index()] > 0
                        && self.fences(state, state.turn)[direction as usize] & post.bit() != 0
                }
                Action::Fence(post, direction) => {
                    state.left[state.turn.index()] > 0
                        && self.board.posts & post.bit() != 0
                        && self.may_fence(state, post, direction)
                }
            }
    }

    /// Fences are drawn until one may be put: most may, and looking for all of them takes longer.
    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if !state.outcome.is_open() {
            return None;
        }
        let steps = state.targets.count_ones() as usize;
        if self.is_only_across {
            return Some(self.random_across(state, steps, rng));
        }
        let posts = self.board.size() - 1;
        let fences = if state.left[state.turn.index() % MOST_PLAYERS] > 0 { 2 * posts * posts } else { 0 };
        loop {
            let drawn = rng.below(steps + fences);
            let Some(fence) = drawn.checked_sub(steps) else {
                return Some(Self::going(Square::nth(state.targets, drawn)));
            };
            let post = self.board.at(fence / 2 / posts, fence / 2 % posts);
            let direction = Direction::ALL[fence % 2];
            if self.may_fence(state, post, direction) {
                return Some(self.fencing(post, direction));
            }
        }
    }
}

impl OutOfTurn for Quoridor {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        out.clear();
        if state.outcome.is_open() {
            self.moves(state, player, state.targets_of(&self.board, self.players, player), out);
        }
    }

    fn can_move(&self, state: &State, player: Player) -> bool {
        state.outcome.is_open()
            && (state.targets_of(&self.board, self.players, player) != 0 || self.can_fence(state, player))
    }

    fn hand_turn(&self, state: &mut State, player: Player) {
        state.turn = player;
        state.targets = state.targets_of(&self.board, self.players, player);
    }
}

choices! {
    /// Rows and columns of the board.
    pub enum Size {
        /// Five of each.
        Five = "5",
        /// Seven of each.
        Seven = "7",
        /// Nine of each.
        Nine = "9",
        /// Eleven of each.
        Eleven = "11",
    }
}

impl Size {
    /// The number of rows, which is that of columns.
    pub fn number(self) -> usize {
        match self {
            Size::Five => 5,
            Size::Seven => 7,
            Size::Nine => 9,
            Size::Eleven => 11,
        }
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "quoridor" {
        summary: "run to the other side, and put fences in the way of others",
        source: "Gigamic 1997; Parshotam 2023",
        options: {
            players: usize { name: "players", kind: Kind::Integer(2, 4), default: "2", help: "how many play" },
            size: Size { name: "size", default: "9", help: "how many rows and columns the board has" },
            fences: Option<u8> {
                name: "fences",
                kind: Kind::Integer(0, 50),
                help: "fences of each player; 10, 7 or 5 for 2, 3 or 4 players unless set",
            },
            cap: u16 {
                name: "cap",
                kind: Kind::Integer(1, 65_000),
                default: "2000",
                help: "plies after which the game is a draw",
            },
        },
        examples: [
            "quoridor",
            "quoridor(players=3)",
            "quoridor(players=4)",
            "quoridor(size=5, fences=3)",
            "quoridor(players=4, size=5, fences=4)",
            "quoridor(players=3, size=7, cap=60)",
            "quoridor(size=11, fences=20)",
        ],
    }
}

impl Registered for Quoridor {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    const PRESETS: &'static [Preset] = presets::PRESETS;

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let Settings { players, size, fences, cap } = *settings;
        Ok(Quoridor::new(players, size.number(), fences.unwrap_or(Quoridor::usual_fences(players)), cap))
    }
}
