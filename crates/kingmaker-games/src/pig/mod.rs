//! Pig, the game of one die: the smallest game with chance and several decisions in a row.
//!
//! In their turn a player rolls a die as often as they like. Every roll but a 1 is added to the total of the turn; a 1
//! ends the turn and the total is lost. Who holds puts the total into the bank, and the next player begins. A turn begins
//! with a roll. Whoever has the target in the bank and the turn together has won.

mod knowledge;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use kingmaker_core::options::Kind;
use kingmaker_core::rng::derive_seed;
use kingmaker_core::{ByPlayer, Chance, Game, Player, Registered, Rng, Scores, Turn, settings};

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "pig" {
        summary: "roll a die as long as you dare: chance, and several decisions in a row",
        source: "Scarne 1945; Neller & Presser 2004",
        options: {
            players: usize { name: "players", kind: Kind::Integer(2, 6), default: "2", help: "how many play" },
            target: u8 { name: "target", kind: Kind::Integer(10, 200), default: "100", help: "points that win" },
            cap: u16 {
                name: "cap",
                kind: Kind::Integer(1, 60_000),
                default: "20000",
                help: "plies after which the game is a draw; rolls and their outcomes count",
            },
        },
        examples: [
            "pig",
            "pig(players=3, target=50)",
            "pig(players=4, target=20)",
            "pig(players=5, target=30)",
            "pig(players=6, target=25)",
            "pig(target=40, cap=60)",
        ],
    }
}

/// The rules, with their sizes.
#[derive(Clone, Debug)]
pub struct Pig {
    players: usize,
    target: u8,
    ply_cap: u16,
}

/// Who has what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    banks: ByPlayer<u8>,
    /// What the player to move has rolled in this turn.
    total: u8,
    turn: Player,
    /// Whether the die is rolling.
    is_rolling: bool,
    ply: u16,
}

/// What a player decides, or what the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The player rolls.
    Roll,
    /// The player puts the total into the bank.
    Hold,
    /// The die shows this, from 1 to 6.
    Face(u8),
}

/// The faces of the die.
const FACES: u8 = 6;

impl Pig {
    /// The game for two to six players to a target of at most 200, a draw after `ply_cap` plies.
    ///
    /// # Panics
    ///
    /// With other numbers.
    pub fn new(players: usize, target: u8, ply_cap: u16) -> Self {
        assert!((2..=6).contains(&players) && (1..=200).contains(&target));
        Pig { players, target, ply_cap }
    }

    fn has_won(&self, state: &State) -> bool {
        state.banks[state.turn] + state.total >= self.target
    }

    fn end_turn(&self, state: &mut State) {
        state.total = 0;
        state.turn = state.turn.next(self.players);
    }
}

impl Registered for Pig {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        Ok(Pig::new(settings.players, settings.target, settings.cap))
    }
}

impl Game for Pig {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> State {
        State { banks: ByPlayer::splat(self.players, 0), total: 0, turn: Player::new(0), is_rolling: false, ply: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match state {
            state if self.has_won(state) || state.ply >= self.ply_cap => Turn::Over,
            State { is_rolling: true, .. } => Turn::Chance,
            state => Turn::Player(state.turn),
        }
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        out.clear();
        if let Turn::Player(_) = self.turn(state) {
            out.push(Move::Roll);
            out.extend((state.total > 0).then_some(Move::Hold));
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        state.ply += 1;
        state.is_rolling = mv == Move::Roll;
        match mv {
            Move::Roll => {}
            Move::Hold => {
                state.banks[state.turn] += state.total;
                self.end_turn(state);
            }
            Move::Face(1) => self.end_turn(state),
            Move::Face(face) => state.total += face,
        }
    }

    fn scores(&self, state: &State) -> Scores {
        if self.has_won(state) { Scores::winner(self.players, state.turn) } else { Scores::draw(self.players) }
    }

    fn key(&self, state: &State) -> u64 {
        // Everything fits into 6 * 8 + 8 + 3 + 1 bits, and mixing loses none of them.
        let banks = state.banks.iter().fold(0, |bits, (_, bank)| bits << 8 | u64::from(bank));
        let turn = (state.turn.index() as u64) << 1 | u64::from(state.is_rolling);
        derive_seed((banks << 8 | u64::from(state.total)) << 4 | turn, 0)
    }

    fn slot(&self, mv: Move) -> usize {
        match mv {
            Move::Roll => 0,
            Move::Hold => 1,
            Move::Face(face) => 1 + usize::from(face),
        }
    }

    fn slots(&self) -> usize {
        2 + usize::from(FACES)
    }

    fn ply_cap(&self) -> usize {
        usize::from(self.ply_cap)
    }

    fn plies_left(&self, state: &State) -> Option<usize> {
        Some(usize::from(self.ply_cap - state.ply))
    }

    fn has_long_turns(&self) -> bool {
        true
    }

    fn chance(&self) -> Option<&dyn Chance<State = State, Move = Move>> {
        Some(self)
    }

    fn draw(&self, state: &State, rng: &mut Rng) -> Option<Move> {
        (self.turn(state) == Turn::Chance).then(|| Move::Face(1 + rng.below(usize::from(FACES)) as u8))
    }
}

impl Chance for Pig {
    fn outcomes(&self, state: &State, each: &mut dyn FnMut(Move, f64)) {
        if self.turn(state) == Turn::Chance {
            (1..=FACES).for_each(|face| each(Move::Face(face), 1.0 / f64::from(FACES)));
        }
    }
}
