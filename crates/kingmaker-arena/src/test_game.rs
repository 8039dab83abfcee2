//! A game for the tests of this crate: take one, two or three from a heap of twenty; whoever
//! takes the last one wins. It has rules, notation and a picture, and no knowledge.

use kingmaker_core::options::Kind;
use kingmaker_core::scene::{Cell, Picture, Shape};
use kingmaker_core::{Game, Notation, NotationError, Player, Registered, Rng, Scene, Scores, Turn, settings};
use kingmaker_search::Toolbox;

use crate::erased::Erased;
use crate::{AnyGame, Budget, Match, Registry};

settings! {
    /// The size of the game.
    pub(crate) struct Settings, static SCHEMA = "heap" {
        summary: "whoever takes the last one wins",
        source: "",
        options: {
            players: usize { name: "players", kind: Kind::Integer(2, 6), default: "2", help: "seats" },
        },
        examples: [],
    }
}

/// The game as the arena sees it.
pub(crate) fn heap(players: usize) -> Erased<Heap> {
    Erased::from_args(&Settings { players }.to_args(), Toolbox::default()).expect("a valid game")
}

/// The game as something to lend out.
pub(crate) fn any_heap(players: usize) -> Box<dyn AnyGame> {
    Box::new(heap(players))
}

/// A short match of random moves against a search, in rounds of six games.
pub(crate) fn heap_match(games: u64) -> Match {
    let players = ["random", "mcts"].map(|text| Registry::ours().player(text, &Budget::playouts(20)).expect("valid"));
    Match::new(any_heap(3), players.into(), games, 7).unwrap_or_else(|error| panic!("{error}"))
}

/// The rules.
pub(crate) struct Heap {
    players: usize,
}

/// What is left, and how many moves were made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HeapState {
    left: u8,
    mover: u8,
}

impl Game for Heap {
    type State = HeapState;
    type Move = u8;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> HeapState {
        HeapState { left: 20, mover: 0 }
    }

    fn turn(&self, state: &HeapState) -> Turn {
        if state.left == 0 { Turn::Over } else { Turn::Player(Player::new(state.mover.into())) }
    }

    fn legal_moves(&self, state: &HeapState, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=state.left.min(3));
    }

    fn play(&self, state: &mut HeapState, mv: u8) {
        state.left -= mv;
        state.mover = (state.mover + 1) % self.players as u8;
    }

    fn scores(&self, state: &HeapState) -> Scores {
        let winner = (usize::from(state.mover) + self.players - 1) % self.players;
        Scores::winner(self.players, Player::new(winner))
    }

    fn key(&self, state: &HeapState) -> u64 {
        u64::from(state.left) << 8 | u64::from(state.mover)
    }

    fn slot(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn slots(&self) -> usize {
        4
    }

    fn ply_cap(&self) -> usize {
        20
    }
}

impl Notation for Heap {
    fn move_text(&self, _: &HeapState, mv: u8) -> String {
        format!("take{mv}")
    }

    fn position_text(&self, state: &HeapState) -> String {
        format!("{} {}", state.left, state.mover)
    }

    fn parse_position(&self, text: &str) -> Result<HeapState, NotationError> {
        let error = || NotationError::new(text, "two numbers");
        let (left, mover) = text.split_once(' ').ok_or_else(error)?;
        Ok(HeapState { left: left.parse().map_err(|_| error())?, mover: mover.parse().map_err(|_| error())? })
    }
}

impl Scene for Heap {
    fn picture(&self, state: &HeapState, _: Option<u8>) -> Picture {
        let cell = |index| Cell {
            name: format!("{index}"),
            x: f32::from(index),
            y: 0.0,
            shape: Shape::Disc,
            pieces: Vec::new(),
            marked: false,
        };
        Picture { cells: (0..state.left).map(cell).collect(), ..Picture::default() }
    }
}

impl Registered for Heap {
    type Settings = Settings;

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        Ok(Heap { players: settings.players })
    }
}
