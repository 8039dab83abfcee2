//! Blokus (Bernard Tavitian 2000) for four players, and Blokus Duo for two.
//!
//! Pieces of one to five squares touch others of their colour at corners, never at edges. The
//! rules follow Nijssen 2013, section 3.4; `docs/src/games/blokus.md` tells where that is silent
//! and what was decided.

pub mod board;
mod features;
mod generate;
pub mod gtp;
mod history;
mod knowledge;
#[cfg(test)]
mod naive;
mod notation;
#[cfg(test)]
mod notation_tests;
mod opening;
mod pieces;
mod scene;
mod site;
mod state;
#[cfg(test)]
mod tests;
mod windows;

use kingmaker_core::{ByPlayer, Game, OutOfTurn, Player, Registered, Rng, Scores, StateSpace, Turn, choices, settings};

use board::{MAX_SIZE, Square};
use opening::Opening;
use pieces::{ALL_SQUARES, ORIENTATIONS, Orientation, PIECES};

pub use state::State;

/// The rules of one variant.
#[derive(Clone, Debug)]
pub struct Blokus {
    players: usize,
    size: usize,
    bonus: bool,
    openings: Vec<Opening>,
}

/// A piece in one of its orientations, and the square of the lower left corner of its bounding
/// box: `32 * (20 * orientation + row) + column`. Larger pieces come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

impl Move {
    #[inline]
    const fn encode(orientation: usize, row: usize, column: usize) -> u16 {
        ((MAX_SIZE * orientation + row) << 5 | column) as u16
    }

    #[inline]
    fn new(orientation: usize, corner: Square) -> Move {
        Move(Move::encode(orientation, corner.row(), corner.column()))
    }

    #[inline]
    fn number(self) -> usize {
        usize::from(self.0 >> 5) / MAX_SIZE
    }

    #[inline]
    fn orientation(self) -> &'static Orientation {
        &pieces::ALL[self.number()]
    }

    /// The lower left corner of the piece's bounding box.
    #[inline]
    fn corner(self) -> Square {
        Square::new(usize::from(self.0 >> 5) % MAX_SIZE, usize::from(self.0 & 31))
    }

    /// The squares that the piece covers, row by row from below.
    fn squares(self) -> impl Iterator<Item = Square> {
        self.orientation().squares(self.corner())
    }
}

impl Blokus {
    /// The game for four players on the board of 20x20 squares. The most squares win.
    pub fn standard() -> Self {
        let last = MAX_SIZE - 1;
        let corners = [(last, 0), (last, last), (0, last), (0, 0)];
        Blokus::on_board(MAX_SIZE, &corners.map(|(row, column)| Square::new(row, column)))
    }

    /// Blokus Duo: two players on a board of 14x14 squares, who begin inside it.
    pub fn duo() -> Self {
        Blokus::on_board(14, &[Square::new(9, 4), Square::new(4, 9)])
    }

    /// With 15 points for placing all pieces, and 5 more if the last was the one of one square.
    pub fn with_bonus(self) -> Self {
        Blokus { bonus: true, ..self }
    }

    fn on_board(size: usize, starts: &[Square]) -> Self {
        let openings = starts.iter().map(|&start| Opening::new(size, start)).collect();
        Blokus { players: starts.len(), size, bonus: false, openings }
    }

    fn starts(&self) -> Vec<Square> {
        self.openings.iter().map(|opening| opening.start).collect()
    }

    /// A player's opening, if they have not placed a piece yet.
    #[inline]
    fn opening(&self, state: &State, player: Player) -> Option<&Opening> {
        if state.played(player).is_none() { self.openings.get(player.index()) } else { None }
    }

    /// Twice the points of a player, plus what breaks a tie.
    fn points(&self, state: &State, player: Player) -> u32 {
        let squares = state.played(player).squares();
        let monomino = u32::from(state.has_finished_with_monomino(player));
        if self.bonus {
            let all = u32::from(squares == ALL_SQUARES);
            2 * (squares + 15 * all + 5 * monomino)
        } else {
            2 * squares + monomino
        }
    }

    /// Gives the turn to the next player after `mover` who can move; the game is over if nobody
    /// can.
    #[inline]
    fn pass_turn(&self, state: &mut State, mover: Player) {
        let mut next = mover.next(self.players);
        while !state.has_move(next) {
            if next == mover {
                state.set_turn(None);
                return;
            }
            next = next.next(self.players);
        }
        state.set_turn(Some(next));
    }
}

impl Game for Blokus {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> State {
        State::empty(self.size, &self.starts())
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().map_or(Turn::Over, Turn::Player)
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.turn() {
            Some(player) => generate::moves(state.site(player), usize::MAX, out),
            None => out.clear(),
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        if let Some(mover) = state.turn() {
            state.place(mover, mv);
            self.pass_turn(state, mover);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::highest(ByPlayer::from_fn(self.players, |player| self.points(state, player)))
    }

    fn key(&self, state: &State) -> u64 {
        state.key(self.players)
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        let rows = usize::from(mv.0 >> 5);
        (rows / MAX_SIZE * self.size + rows % MAX_SIZE) * self.size + usize::from(mv.0 & 31)
    }

    fn slots(&self) -> usize {
        ORIENTATIONS * self.size * self.size
    }

    fn ply_cap(&self) -> usize {
        PIECES * self.players
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move, _: &mut Vec<Move>) -> bool {
        state.turn().is_some_and(|player| state.site(player).allows(mv))
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let player = state.turn()?;
        match self.opening(state, player) {
            Some(opening) => opening.draw(state.site(player), rng),
            None => state.site(player).draw(rng),
        }
    }
}

impl OutOfTurn for Blokus {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        match state.turn() {
            Some(_) => generate::moves(state.site(player), usize::MAX, out),
            None => out.clear(),
        }
    }

    fn can_move(&self, state: &State, player: Player) -> bool {
        state.turn().is_some() && state.site(player).has_move()
    }

    fn hand_turn(&self, state: &mut State, player: Player) {
        state.set_turn(Some(player));
    }
}

choices! {
    /// The size of the game.
    pub enum Board {
        /// Four players, 20x20.
        Standard = "standard",
        /// Two players, 14x14.
        Duo = "duo",
    }
}

choices! {
    /// What counts.
    pub enum Scoring {
        /// Covered squares.
        Thesis = "thesis",
        /// Also 15 for placing all pieces, and 5 for the monomino last.
        Bonus = "bonus",
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "blokus" {
        summary: "pieces of up to five squares that touch their own colour at corners only",
        source: "Tavitian 2000; Nijssen 2013, section 3.4",
        options: {
            board: Board {
                name: "board",
                default: "standard",
                help: "standard: four players, 20x20; duo: Blokus Duo, two players, 14x14",
            },
            scoring: Scoring {
                name: "scoring",
                default: "thesis",
                help: "thesis: covered squares; bonus: 15 more for placing all pieces, 5 for the monomino last",
            },
        },
        examples: ["blokus", "blokus(board=duo)", "blokus(scoring=bonus)", "blokus(board=duo, scoring=bonus)"],
    }
}

impl Registered for Blokus {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let game = if settings.board == Board::Duo { Blokus::duo() } else { Blokus::standard() };
        Ok(if settings.scoring == Scoring::Bonus { game.with_bonus() } else { game })
    }

    /// As in Nijssen 2013, section 3.4.2: every piece of every player anywhere, or in hand.
    fn state_space(&self) -> Option<StateSpace> {
        let fitting = |extent: (usize, usize)| (self.size + 1 - extent.0) * (self.size + 1 - extent.1);
        let placements = |piece: pieces::Piece| {
            let turned = pieces::ALL.iter().filter(|orientation| orientation.piece == piece);
            turned.map(|orientation| fitting(orientation.extent())).sum::<usize>()
        };
        let one_player: f64 = pieces::Piece::all().map(|piece| ((placements(piece) + 1) as f64).log10()).sum();
        Some(StateSpace {
            log10: one_player * self.players() as f64,
            formula: "product over pieces of (placements + 1), for every player",
        })
    }
}
