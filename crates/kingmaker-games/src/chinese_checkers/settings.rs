//! What can be set about the game.

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, Registered, StateSpace, choices, settings};

use super::board::FIELDS;
use super::{ChineseCheckers, PIECES};
use crate::log10_choose;

choices! {
    /// How many play: as many as the star can be divided among.
    pub enum Seats {
        /// Two.
        Two = "2",
        /// Three.
        Three = "3",
        /// Four.
        Four = "4",
        /// Six.
        Six = "6",
    }
}

impl Seats {
    /// The number of players.
    pub fn number(self) -> usize {
        match self {
            Seats::Two => 2,
            Seats::Three => 3,
            Seats::Four => 4,
            Seats::Six => 6,
        }
    }
}

choices! {
    /// Where a piece may stop.
    pub enum Stop {
        /// Anywhere.
        Any = "any",
        /// Not in a triangle that is neither where it began nor its home base.
        Own = "own",
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "chinese-checkers" {
        summary: "a race across the star of 73 fields, by steps and chains of jumps",
        source: "Nijssen 2013, section 3.1",
        options: {
            players: Seats { name: "players", default: "3", help: "how many play" },
            cap: u32 {
                name: "cap",
                kind: Kind::Integer(1, 1_000_000_000),
                default: "10000000",
                help: "plies after which the game is a draw",
            },
            stop: Stop {
                name: "stop",
                default: "any",
                help: "where a piece may stop: anywhere, or of the triangles only in its own, its start and its home",
            },
        },
        examples: [
            "chinese-checkers(cap=1000)",
            "chinese-checkers(players=2, cap=1000)",
            "chinese-checkers(players=4, cap=1000)",
            "chinese-checkers(players=6)",
            "chinese-checkers(cap=1000, stop=own)",
        ],
    }
}

impl Registered for ChineseCheckers {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let game = ChineseCheckers::new(settings.players.number(), settings.cap);
        Ok(match settings.stop {
            Stop::Any => game,
            Stop::Own => game.stopping_in_own_triangles(),
        })
    }

    /// Nijssen 2013, Formula 3.1.
    fn state_space(&self) -> Option<StateSpace> {
        let taken = |player| PIECES * player;
        Some(StateSpace {
            log10: (0..self.players()).map(|player| log10_choose(FIELDS - taken(player), PIECES)).sum(),
            formula: "product over players p = 0, 1, ... of C(73 - 6p, 6)",
        })
    }
}
