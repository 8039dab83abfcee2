//! What can be set about a program that plays.

use std::time::Duration;

use kingmaker_core::options::Kind;
use kingmaker_core::{choices, settings};
use kingmaker_search::{Budget, budget};

choices! {
    /// In which words a program is spoken to.
    pub enum Protocol {
        /// The Universal Game Interface, with more words for more players.
        Ugi = "ugi",
        /// The same, as chess programs greet.
        Uci = "uci",
        /// The Go Text Protocol as Blokus programs speak it.
        Gtp = "gtp",
        /// One position per line in, a move and seconds out.
        String = "string",
    }
}

settings! {
    /// A program that plays.
    pub struct Settings, pub static SCHEMA = "agent" {
        summary: "another program, which is asked for its moves",
        source: "the page on agents in the book",
        options: {
            cmd: Option<String> { name: "cmd", kind: Kind::Text, help: "the command line, in double quotes" },
            protocol: Protocol { name: "protocol", default: "ugi", help: "in which words the program is spoken to" },
            options: Option<String> {
                name: "options",
                kind: Kind::Text,
                help: "ugi, uci: what to set, as in \"Hash=16; Threads=1\"; gtp: commands to begin with, separated by ;",
            },
            fields: Option<u64> {
                name: "fields",
                kind: Kind::Integer(1, 100),
                help: "string: send only so many fields of a position",
            },
            start: Duration { name: "start", default: "10s", help: "how long it may take to start and to be ready" },
            new_game: Duration { name: "new-game", default: "10s", help: "how long it may take to be ready for a game" },
            patience: Duration {
                name: "patience",
                default: "60s",
                help: "how long it may take for a move if its time is not limited",
            },
            margin: Duration {
                name: "margin",
                default: "500ms",
                help: "by how much it may exceed its time, or take longer than patience",
            },
            faults: f64 {
                name: "faults",
                kind: Kind::Real(0.0, 1.0),
                default: "0.1",
                help: "the match ends when more than this part of the program's games are lost by its faults",
            },
            /// Playouts per move, instead of the match's.
            playouts: Option<u64> = budget::PLAYOUTS,
            /// Plies per move, in the tree and in playouts, instead of the match's.
            plies: Option<u64> = budget::PLIES,
            /// Positions visited per move, instead of the match's.
            nodes: Option<u64> = budget::NODES,
            /// Plies of look-ahead, instead of the match's.
            depth: Option<u32> = budget::DEPTH,
            /// Thinking time per move, instead of the match's.
            time: Option<Duration> = budget::TIME,
        },
        examples: [
            "agent(cmd=\"kingmaker agent focus mcts\")",
            "agent(cmd=\"python3 bot.py\", protocol=string, patience=10s)",
        ],
    }
}

impl Settings {
    /// Whether such a program can play a game of this spec, and if not, why.
    pub(crate) fn check(&self, game: &str, players: usize) -> Result<(), String> {
        if let Some((option, expected)) = self.unheard() {
            let protocol = self.protocol.word();
            return Err(format!("protocol={protocol} has no words for '{option}'; expected {expected}"));
        }
        match self.protocol {
            _ if self.cmd.is_none() => Err("agent has no program; expected cmd=\"...\"".to_owned()),
            Protocol::Gtp if kingmaker_games::blokus::gtp::name_of(game).is_none() => {
                Err("protocol=gtp has words for blokus alone; expected protocol=ugi".to_owned())
            }
            Protocol::Uci if players > 2 => Err("protocol=uci is for two players; expected protocol=ugi".to_owned()),
            _ => Ok(()),
        }
    }

    /// An option that is set though the protocol has no words for it, and what was expected.
    fn unheard(&self) -> Option<(&'static str, &'static str)> {
        let is_timed_only = matches!(self.protocol, Protocol::Gtp | Protocol::String);
        let of_budget = [
            ("playouts", self.playouts),
            ("plies", self.plies),
            ("nodes", self.nodes),
            ("depth", self.depth.map(u64::from)),
        ];
        if self.fields.is_some() && self.protocol != Protocol::String {
            return Some(("fields", "protocol=string"));
        }
        if self.options.is_some() && self.protocol == Protocol::String {
            return Some(("options", "them in cmd"));
        }
        let counted = of_budget.into_iter().find(|(_, limit)| is_timed_only && limit.is_some());
        counted.map(|(option, _)| (option, "time, or a limit in cmd"))
    }

    /// What a program may spend: what its own options say, else as much of the match's budget as it can be told. Those who
    /// could be told and are not get a default.
    pub(crate) fn budget(&self, of_match: &Budget) -> Budget {
        let own = Budget {
            time: self.time,
            playouts: self.playouts,
            plies: self.plies,
            nodes: self.nodes,
            depth: self.depth,
        };
        match self.protocol {
            _ if !own.is_unlimited() => own,
            Protocol::Ugi if of_match.is_unlimited() => Budget::playouts(1000),
            Protocol::Uci if of_match.is_unlimited() => Budget::time(Duration::from_secs(1)),
            Protocol::Ugi | Protocol::Uci => *of_match,
            Protocol::Gtp | Protocol::String => Budget { time: of_match.time, ..Budget::default() },
        }
    }
}
