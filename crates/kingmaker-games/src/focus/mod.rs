//! Focus (Sid Sackson 1969), also sold as Domination, for two to four players.
//!
//! Stacks move as many squares as pieces are taken from their top; what a stack has beyond five
//! is taken from below. The rules follow Nijssen 2013, section 3.2; `docs/src/games/focus.md`
//! tells where that is silent and what was decided.

pub mod board;
mod captures;
mod complexity;
mod features;
mod history;
mod knowledge;
#[cfg(test)]
mod naive;
mod notation;
#[cfg(test)]
mod notation_tests;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, OutOfTurn, Player, Registered, Rng, Scores, Turn, choices, settings};

use crate::outcome::Outcome;
use board::{BOARD, Direction, MAX_HEIGHT, MOVABLE, Square, Squares};
use state::Stack;

pub use state::State;

/// The rules of one variant.
#[derive(Clone, Debug)]
pub struct Focus {
    players: usize,
    long: bool,
    ply_cap: u16,
}

/// A stack move or a placement, in eleven bits: how many pieces are moved (0 for a placement),
/// the direction, and the square that is left (or, for a placement, entered).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// Puts a piece from the reserve onto a square.
    #[inline]
    fn placement(to: Square) -> Move {
        Move(to.index() as u16)
    }

    #[inline]
    fn stack(from: Square, direction: Direction, pieces: usize) -> Move {
        Move((pieces << 8 | direction.index() << 6 | from.index()) as u16)
    }

    /// The stack move that ends there.
    #[inline]
    fn stack_to(to: Square, direction: Direction, pieces: usize) -> Move {
        Move::stack(to.offset(-direction.step() * pieces as isize), direction, pieces)
    }

    /// How many pieces are moved; 0 for a placement.
    #[inline]
    fn pieces(self) -> usize {
        usize::from(self.0 >> 8)
    }

    /// The square that a stack leaves, or that a placement enters.
    #[inline]
    fn square(self) -> Square {
        Square::from_index(usize::from(self.0 & 63))
    }

    /// The square that is entered.
    #[inline]
    fn target(self) -> Square {
        let direction = Direction::ALL[usize::from(self.0 >> 6 & 3)];
        self.square().offset(direction.step() * self.pieces() as isize)
    }
}

const SETUPS: [[&str; 8]; 3] = [
    ["  ....  ", " 112211 ", ".221122.", ".112211.", ".221122.", ".112211.", " 221122 ", "  ....  "],
    ["  ....  ", " 113322 ", ".221133.", ".332211.", ".113322.", ".221133.", " 332211 ", "  ....  "],
    ["  1132  ", " 222323 ", "11113232", "22223232", "41414444", "41413333", " 141444 ", "  4133  "],
];

impl Focus {
    /// The game for two to four players, won by captures, a draw after `ply_cap` plies.
    ///
    /// # Panics
    /// With any other number of players.
    pub fn new(players: usize, ply_cap: u16) -> Self {
        assert!((2..=4).contains(&players), "Focus is for 2 to 4 players");
        Focus { players, long: false, ply_cap }
    }

    /// The long game: a player wins when nobody else can move.
    pub fn long(self) -> Self {
        Focus { long: true, ..self }
    }

    /// The position before the first move.
    fn set_up(&self) -> State {
        let mut state = State::empty();
        for (row, line) in SETUPS[self.players - 2].iter().enumerate() {
            for (column, character) in line.chars().enumerate() {
                if let (Some(square), Some(digit)) = (Square::at(row, column), character.to_digit(10)) {
                    state.replace_one((square, Stack::single(Player::new(digit as usize - 1))));
                }
            }
        }
        state.held = self.held_after(0);
        state
    }

    /// How many pieces each player has.
    fn pieces_each(&self) -> u8 {
        if self.players == 2 { 18 } else { 13 }
    }

    /// How many captured pieces of every opponent win.
    fn needed_of_each(&self) -> u8 {
        match self.players {
            2 => 6,
            3 => 3,
            _ => 2,
        }
    }

    /// The fewest pieces that this player still has to capture: r of Nijssen 2013, section 3.2.3.
    #[inline]
    fn missing(&self, state: &State, player: Player) -> u8 {
        self.missing_with(&state.captured[player.index()], player)
    }

    /// The same for a player who has captured so many of each colour.
    #[inline]
    fn missing_with(&self, captured: &[u8; 4], player: Player) -> u8 {
        debug_assert!(captured[player.index()] == 0, "one's own pieces go to the reserve");
        // All four colours at once, and then without one's own and those that do not play, of which there are none.
        let needed = self.needed_of_each();
        let of_each = captured.iter().map(|&captured| needed.saturating_sub(captured)).sum::<u8>();
        let of_each = of_each - needed * (5 - self.players as u8);
        // Ten of any colour win too, but with two players six are enough.
        of_each.min(10u8.saturating_sub(captured.iter().sum()))
    }

    /// The squares onto which `player` may put a piece.
    #[inline]
    fn placements(&self, state: &State, player: Player) -> Squares {
        if state.holds(player) {
            state.exactly(0)
        } else if state.reserve[player.index()] > 0 {
            BOARD
        } else {
            0
        }
    }

    /// The stacks that `player` may move.
    #[inline]
    fn movable(&self, state: &State, player: Player) -> Squares {
        if state.holds(player) { 0 } else { state.controlled(player) }
    }

    fn moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        out.clear();
        out.extend(Square::all(self.placements(state, player)).map(Move::placement));
        let stacks = self.movable(state, player);
        for pieces in 1..=MAX_HEIGHT {
            let sources = stacks & state.at_least(pieces);
            if sources == 0 {
                break;
            }
            for direction in Direction::ALL {
                let sources = sources & MOVABLE[pieces - 1][direction.index()];
                out.extend(Square::all(sources).map(|from| Move::stack(from, direction, pieces)));
            }
        }
    }

    /// Whether `player`, who has just moved, has won.
    #[inline]
    fn has_captured_enough(&self, state: &State, player: Player) -> bool {
        !self.long && self.missing(state, player) == 0
    }

    /// Gives the turn to the next player who can move; without any, the mover has won.
    #[inline]
    fn pass_turn(&self, state: &mut State) {
        let mover = state.turn;
        let mut next = mover.next(self.players);
        while !state.can_move(next) {
            next = next.next(self.players);
            if next == mover {
                state.outcome = Outcome::Won(mover);
                return;
            }
        }
        state.turn = next;
    }
}

impl Game for Focus {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> State {
        self.set_up()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.outcome.turn(state.turn)
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.outcome {
            Outcome::Open => self.moves_of(state, state.turn, out),
            Outcome::Won(_) | Outcome::Drawn => out.clear(),
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let mover = state.turn;
        let square = mv.square();
        let overflow = if mv.pieces() == 0 {
            if state.holds(mover) {
                state.held &= !(1 << mover.index());
            } else {
                state.reserve[mover.index()] -= 1;
            }
            let (new, overflow) = state.stack(square).under(Stack::single(mover));
            state.replace_one((square, new));
            overflow
        } else {
            let target = mv.target();
            let (moved, rest) = state.stack(square).split(mv.pieces());
            let (new, overflow) = state.stack(target).under(moved);
            state.replace([(square, rest), (target, new)]);
            overflow
        };
        state.ply += 1;
        if !overflow.is_empty() {
            for colour in 0..self.players {
                let count = overflow.count(colour);
                if colour == mover.index() {
                    state.reserve[colour] += count;
                } else {
                    state.captured[mover.index()][colour] += count;
                }
            }
            if self.has_captured_enough(state, mover) {
                state.outcome = Outcome::Won(mover);
                return;
            }
        }
        self.pass_turn(state);
        if state.ply >= self.ply_cap && state.outcome == Outcome::Open {
            state.outcome = Outcome::Drawn;
            state.turn = Player::new(0);
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
        (MAX_HEIGHT + 1) << 8
    }

    fn ply_cap(&self) -> usize {
        usize::from(self.ply_cap)
    }

    fn plies_left(&self, state: &State) -> Option<usize> {
        Some(usize::from(self.ply_cap.saturating_sub(state.ply)))
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move, _: &mut Vec<Move>) -> bool {
        let (player, square) = (state.turn, mv.square().bit());
        let squares = match mv.pieces() {
            0 if mv.0 >> 6 != 0 => 0,
            0 => self.placements(state, player),
            pieces => {
                let direction = usize::from(mv.0 >> 6 & 3);
                self.movable(state, player) & state.at_least(pieces) & MOVABLE[pieces - 1][direction]
            }
        };
        state.outcome == Outcome::Open && squares & square != 0
    }

    /// Counts the moves of each size and direction and draws one, without listing any.
    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let placements = self.placements(state, state.turn);
        let stacks = self.movable(state, state.turn);
        let mut sources = [0; 4 * MAX_HEIGHT];
        let mut total = placements.count_ones() as usize;
        for pieces in 1..=MAX_HEIGHT {
            let tall = stacks & state.at_least(pieces);
            for direction in 0..4 {
                let movable = tall & MOVABLE[pieces - 1][direction];
                sources[4 * (pieces - 1) + direction] = movable;
                total += movable.count_ones() as usize;
            }
        }
        let mut left = rng.below(total);
        if left < placements.count_ones() as usize {
            return Some(Move::placement(Square::nth(placements, left)));
        }
        left -= placements.count_ones() as usize;
        for (index, &movable) in sources.iter().enumerate() {
            let count = movable.count_ones() as usize;
            if left < count {
                let direction = Direction::ALL[index % 4];
                return Some(Move::stack(Square::nth(movable, left), direction, index / 4 + 1));
            }
            left -= count;
        }
        None
    }
}

impl OutOfTurn for Focus {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        match state.outcome {
            Outcome::Open => self.moves_of(state, player, out),
            Outcome::Won(_) | Outcome::Drawn => out.clear(),
        }
    }

    #[inline]
    fn can_move(&self, state: &State, player: Player) -> bool {
        state.outcome == Outcome::Open && state.can_move(player)
    }

    #[inline]
    fn hand_turn(&self, state: &mut State, player: Player) {
        state.turn = player;
    }
}

choices! {
    /// How a game is won.
    pub enum Win {
        /// By captures.
        Short = "short",
        /// When nobody else can move.
        Long = "long",
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "focus" {
        summary: "stacks that move as far as they are tall, and lose what is beyond five pieces",
        source: "Sackson 1969; Nijssen 2013, section 3.2",
        options: {
            players: usize { name: "players", kind: Kind::Integer(2, 4), default: "4", help: "how many play" },
            win: Win { name: "win", default: "short", help: "short: by captures; long: when nobody else can move" },
            cap: u16 {
                name: "cap",
                kind: Kind::Integer(1, 65_000),
                default: "20000",
                help: "plies after which the game is a draw",
            },
        },
        examples: [
            "focus",
            "focus(players=3)",
            "focus(players=2)",
            "focus(players=2, win=long, cap=2000)",
            "focus(players=3, win=long, cap=400)",
        ],
    }
}

impl Registered for Focus {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let game = Focus::new(settings.players, settings.cap);
        Ok(if settings.win == Win::Long { game.long() } else { game })
    }

    fn state_space(&self) -> Option<kingmaker_core::StateSpace> {
        Some(complexity::state_space(self))
    }
}
