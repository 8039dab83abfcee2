//! Rolit (Goliath 1997) for two to four players, and Othello, from which it comes.
//!
//! A disc turns the runs of foreign discs between itself and the next own one. The rules follow
//! Nijssen 2013, section 3.3; `docs/src/games/rolit.md` tells where that is silent and what was
//! decided.

pub mod board;
mod colour;
mod history;
mod knowledge;
#[cfg(test)]
mod naive;
mod notation;
#[cfg(test)]
mod notation_tests;
mod scene;
mod stability;
mod state;
#[cfg(test)]
mod tests;

use kingmaker_core::options::Kind;
use kingmaker_core::{ByPlayer, Game, OutOfTurn, Player, Registered, Rng, Scores, StateSpace, Turn, choices, settings};

use board::{Square, Squares, around, captured, capturing};
use knowledge::Values;
use state::COLOURS;

pub use colour::Colour;
pub use state::State;

/// The rules of one variant.
#[derive(Clone, Debug)]
pub struct Rolit {
    players: usize,
    othello: bool,
    size: usize,
    board: Squares,
    /// Those who play, in turn order, then those who do not.
    colours: Vec<Colour>,
    values: Values,
}

impl Rolit {
    /// Rolit for two to four players, who have the first of the colours, on a board of `size` by
    /// `size`.
    ///
    /// # Panics
    /// With any other number of players, or if the size is not 4, 6 or 8.
    pub fn new(players: usize, size: usize) -> Self {
        assert!((2..=4).contains(&players), "Rolit is for 2 to 4 players");
        Rolit::with_colours(&Colour::ROLIT[..players], size)
    }

    /// Rolit for those who have these colours, in turn order.
    ///
    /// # Panics
    /// If they are not two to four different colours of Rolit, or the size is not 4, 6 or 8.
    pub fn with_colours(playing: &[Colour], size: usize) -> Self {
        let different = playing.iter().enumerate().all(|(index, colour)| !playing[..index].contains(colour));
        let of_rolit = playing.iter().all(|colour| Colour::ROLIT.contains(colour));
        assert!(playing.len() >= 2 && different && of_rolit, "{playing:?} cannot play Rolit");
        let neutral = Colour::ROLIT.into_iter().filter(|colour| !playing.contains(colour));
        Rolit::build(playing.len(), false, playing.iter().copied().chain(neutral).collect(), size)
    }

    /// Othello on a board of `size` by `size`.
    ///
    /// # Panics
    /// If the size is not 4, 6 or 8.
    pub fn othello(size: usize) -> Self {
        Rolit::build(2, true, Colour::OTHELLO.to_vec(), size)
    }

    fn build(players: usize, othello: bool, colours: Vec<Colour>, size: usize) -> Self {
        assert!(matches!(size, 4 | 6 | 8), "a board has 4, 6 or 8 rows, not {size}");
        Rolit { players, othello, size, board: board::board(size), colours, values: Values::new(size) }
    }

    /// How many empty rows and columns of the large board are around this one.
    fn margin(&self) -> usize {
        (8 - self.size) / 2
    }

    /// Where a player with the discs `own` could put another.
    #[inline]
    fn moves_with(&self, own: Squares, occupied: Squares) -> Squares {
        let empty = self.board & !occupied;
        let captures = capturing(own, occupied ^ own) & empty;
        if captures != 0 || self.othello { captures } else { around(occupied) & empty }
    }

    /// Where `player` could put a disc if it were their turn.
    fn moves_of(&self, state: &State, player: Player) -> Squares {
        self.moves_with(state.of(player), state.occupied)
    }

    /// Nobody is skipped in Rolit: who cannot move there finds the board full.
    #[cold]
    fn skip_turn(&self, state: &mut State) {
        let other = state.turn.next(self.players);
        let moves = if self.othello { self.moves_of(state, other) } else { 0 };
        (state.turn, state.moves) = if moves == 0 { (Player::new(0), 0) } else { (other, moves) };
    }

    /// How many discs each player has.
    fn counts(&self, state: &State) -> ByPlayer<u32> {
        ByPlayer::from_fn(self.players, |player| state.of(player).count_ones())
    }
}

impl Game for Rolit {
    type State = State;
    type Move = Square;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> State {
        let mut discs = [0; COLOURS];
        for (discs, colour) in discs.iter_mut().zip(&self.colours) {
            *discs = colour.home();
        }
        let mut state = State::new(discs);
        self.hand_turn(&mut state, Player::new(0));
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.moves == 0 { Turn::Over } else { Turn::Player(state.turn) }
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Square>) {
        out.clear();
        out.extend(Square::all(state.moves));
    }

    #[inline]
    fn play(&self, state: &mut State, square: Square) {
        let mover = state.turn;
        let next = mover.next(self.players);
        // Both are read before the discs are written: to read a word of what was just written
        // takes longer.
        let (own, theirs) = (state.of(mover), state.of(next));
        let turned = captured(square, own, state.occupied ^ own);
        for discs in &mut state.discs {
            *discs &= !turned;
        }
        state.discs[mover.index() % COLOURS] = own | turned | square.bit();
        state.occupied |= square.bit();
        state.turn = next;
        state.moves = self.moves_with(theirs & !turned, state.occupied);
        if state.moves == 0 {
            self.skip_turn(state);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::highest(self.counts(state))
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn slot(&self, square: Square) -> usize {
        square.index()
    }

    fn slots(&self) -> usize {
        64
    }

    /// Four more than a game can take, so that no draw looks as if the cap had made it.
    fn ply_cap(&self) -> usize {
        self.size * self.size
    }

    #[inline]
    fn is_legal(&self, state: &State, square: Square, _: &mut Vec<Square>) -> bool {
        state.moves & square.bit() != 0
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Square>) -> Option<Square> {
        Square::any(state.moves, rng)
    }
}

impl OutOfTurn for Rolit {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Square>) {
        out.clear();
        if state.moves != 0 {
            out.extend(Square::all(self.moves_of(state, player)));
        }
    }

    fn can_move(&self, state: &State, player: Player) -> bool {
        state.moves != 0 && self.moves_of(state, player) != 0
    }

    fn hand_turn(&self, state: &mut State, player: Player) {
        (state.turn, state.moves) = (player, self.moves_of(state, player));
    }
}

choices! {
    /// Who plays, by the letters of the colours.
    pub enum Colours {
        /// Red and yellow.
        Ry = "RY",
        /// Red and green.
        Rg = "RG",
        /// Red and blue.
        Rb = "RB",
        /// Yellow and green.
        Yg = "YG",
        /// Yellow and blue.
        Yb = "YB",
        /// Green and blue.
        Gb = "GB",
        /// Red, yellow and green.
        Ryg = "RYG",
        /// Red, yellow and blue.
        Ryb = "RYB",
        /// Red, green and blue.
        Rgb = "RGB",
        /// Yellow, green and blue.
        Ygb = "YGB",
        /// Red, yellow, green and blue.
        Rygb = "RYGB",
    }
}

choices! {
    /// Rows and columns of the board.
    pub enum Size {
        /// Four of each.
        Four = "4",
        /// Six of each.
        Six = "6",
        /// Eight of each.
        Eight = "8",
    }
}

impl Size {
    /// The number of rows, which is that of columns.
    pub fn number(self) -> usize {
        match self {
            Size::Four => 4,
            Size::Six => 6,
            Size::Eight => 8,
        }
    }
}

choices! {
    /// Which game is played with the discs.
    pub enum Rules {
        /// Rolit.
        Rolit = "rolit",
        /// Othello: two play, and who cannot capture is skipped.
        Othello = "othello",
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "rolit" {
        summary: "Othello for two to four: discs enclose and turn runs of foreign discs",
        source: "Goliath 1997; Nijssen 2013, section 3.3",
        options: {
            players: Option<usize> {
                name: "players",
                kind: Kind::Integer(2, 4),
                help: "how many play; 4 unless the colours or the rules say otherwise",
            },
            colours: Option<Colours> {
                name: "colours",
                help: "who plays of red, yellow, green and blue; the first ones unless set",
            },
            size: Size { name: "size", default: "8", help: "how many rows and columns the board has" },
            rules: Rules {
                name: "rules",
                default: "rolit",
                help: "othello: two play, and who cannot capture is skipped",
            },
        },
        examples: [
            "rolit",
            "rolit(players=2)",
            "rolit(players=3)",
            "rolit(players=4, size=6)",
            "rolit(players=3, size=4)",
            "rolit(rules=othello)",
            "rolit(size=6, rules=othello)",
            "rolit(size=4, rules=othello)",
            "rolit(colours=RG)",
            "rolit(colours=RYG, size=6)",
            "rolit(colours=RY, size=6)",
            "rolit(colours=RB, size=6)",
            "rolit(colours=YG, size=6)",
            "rolit(colours=YB, size=6)",
            "rolit(colours=GB, size=6)",
            "rolit(colours=RYB, size=6)",
            "rolit(colours=RGB, size=6)",
            "rolit(colours=YGB, size=6)",
            "rolit(colours=RYGB, size=4)",
        ],
    }
}

impl Registered for Rolit {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let Settings { players, colours, size, rules } = *settings;
        let size = size.number();
        if rules == Rules::Othello {
            if let Some(players) = players.filter(|&players| players != 2) {
                return Err(format!("Othello is for 2 players, not {players}"));
            }
            if let Some(colours) = colours {
                return Err(format!("in Othello black and white play, not colours={}", colours.word()));
            }
            return Ok(Rolit::othello(size));
        }
        let Some(word) = colours.map(Colours::word) else { return Ok(Rolit::new(players.unwrap_or(4), size)) };
        if let Some(players) = players.filter(|&players| players != word.len()) {
            return Err(format!("colours={word} is for {} players, not {players}", word.len()));
        }
        let playing = |colour: &Colour| word.contains(colour.letter());
        Ok(Rolit::with_colours(&Colour::ROLIT.into_iter().filter(playing).collect::<Vec<_>>(), size))
    }

    /// As in Nijssen 2013, section 3.3.2, which leaves neutral discs out.
    fn state_space(&self) -> Option<StateSpace> {
        let players = self.players as f64;
        let outside = (self.size * self.size - 4) as f64;
        Some(StateSpace {
            log10: 4.0 * players.log10() + outside * (players + 1.0).log10(),
            formula: "N^4 (N + 1)^(squares - 4)",
        })
    }
}
