//! Players as they are named: one line of text, checked, with a budget.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use kingmaker_core::options::{self, Args, Schema};
use kingmaker_core::spec::{self, SpecError};
use kingmaker_core::{Teams, settings};
use kingmaker_search::toolbox::is_evaluating;
use kingmaker_search::{Budget, budget};

use crate::agent::{self, Fault, Pool};
use crate::own::{self, OwnPlayer};
use crate::registry::Registry;

pub use kingmaker_search::toolbox::Need;

/// A player that can be built for any game that offers what it needs.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    args: Args,
    label: String,
    written: String,
    budget: Budget,
    role: Option<String>,
    /// Whether it asks the board evaluator of the game.
    is_evaluating: bool,
    /// If it is another program: those that run.
    agents: Option<Pool>,
    /// If it is a value of the caller: that value.
    own: Option<Arc<dyn OwnPlayer>>,
}

impl PlayerSpec {
    /// Reads a spec such as `mcts(c=0.3)`, or `hider=mcts(c=0.3)` for a player of one role, or a preset such as
    /// `hider-best` with or without further options. The budget is the spec's own, else `of_match`, else a default.
    pub fn read(registry: &Registry, text: &str, of_match: &Budget) -> Result<Self, PlayerError> {
        let (role, spec) = split_role(text);
        let (preset_role, args) = read_args(registry, spec).map_err(PlayerError::Spec)?;
        let asks = registry.additions().iter().filter(|addition| addition.need.is_evaluating());
        let asks: Vec<&'static Schema> = asks.map(|addition| addition.schema).collect();
        let is_evaluating = is_evaluating(&args) || names_one_of(&args, &asks);
        if let (Some(role), Some(own)) = (role, preset_role)
            && role != own
        {
            let message = format!("'{}' plays {own}, not {role}; expected it without '{role}='", spec.trim());
            return Err(PlayerError::Setting { message });
        }
        let (role, player) = (role.or(preset_role), PlayerSpec::new(args, of_match)?);
        let label = role.map_or(player.label, |role| format!("{role}={}", player.args));
        let (written, role) = (text.trim().to_owned(), role.map(str::to_owned));
        Ok(PlayerSpec { label, written, role, is_evaluating, ..player })
    }

    /// The player of settings that are written in Rust, such as `mcts::Settings { c: 0.3, ..Default::default() }`. The
    /// budget is their own, else `of_match`, else a default.
    pub fn new(settings: impl Into<Args>, of_match: &Budget) -> Result<Self, PlayerError> {
        let args = settings.into();
        args.check().map_err(|message| PlayerError::Setting { message })?;
        let agents = (args.schema() == &agent::SCHEMA).then(|| Pool::new(agent::Settings::from_args(&args)));
        let budget = match &agents {
            Some(agents) => Ok(agents.settings().budget(of_match)),
            None => Budget::for_player(&args, of_match),
        };
        let label = args.to_string();
        let budget = budget.map_err(|message| PlayerError::Budget { message })?;
        let is_evaluating = is_evaluating(&args);
        Ok(PlayerSpec { written: label.clone(), label, args, budget, role: None, is_evaluating, agents, own: None })
    }

    /// A player of the caller's own, under a name that stands in tables and records, with its role if it plays only one.
    pub fn of_own(name: &str, role: Option<&str>, own: Arc<dyn OwnPlayer>) -> Self {
        let label = role.map_or(name.to_owned(), |role| format!("{role}={name}"));
        PlayerSpec {
            args: own::SCHEMA.defaults(),
            written: label.clone(),
            label,
            budget: Budget::default(),
            role: role.map(str::to_owned),
            is_evaluating: false,
            agents: None,
            own: Some(own),
        }
    }

    /// The players that texts describe, who may spend this much on a move, and what to say about that. A limit need not be
    /// for everybody: who does not understand it has what they have without, and who brings limits of their own keeps
    /// them, which is said. One that is for nobody is refused.
    pub fn read_all<S: AsRef<str>>(
        registry: &Registry,
        texts: &[S],
        limits: &Budget,
    ) -> Result<(Vec<Self>, Vec<String>), PlayerError> {
        let (mut players, mut notes, mut refusals): (Vec<PlayerSpec>, Vec<String>, Vec<PlayerError>) =
            Default::default();
        let mut used = Budget::default();
        for text in texts.iter().map(AsRef::as_ref) {
            match registry.player(text, limits) {
                Ok(player) => {
                    if Budget::own(player.args()).is_unlimited() {
                        used = used.or(player.budget());
                    } else if !limits.is_unlimited() {
                        notes.push(format!("'{}' keeps its own limits, not '{limits}'", player.written()));
                    }
                    players.push(player);
                }
                Err(error @ PlayerError::Budget { .. }) => {
                    let player = registry.player(text, &Budget::default())?;
                    notes.push(format!("'{}' does not take '{limits}', and has {}", player.written(), player.budget()));
                    refusals.push(error);
                    players.push(player);
                }
                Err(error) => return Err(error),
            }
        }
        let unused = limits.without(&used);
        if !unused.is_unlimited() {
            return Err(refusals.into_iter().next().unwrap_or_else(|| PlayerError::Budget {
                message: format!("'{unused}' limits none of these players; expected a limit that one of them takes"),
            }));
        }
        Ok((players, notes))
    }

    /// The value of the caller that plays for it, if it is no player of ours.
    pub(crate) fn own(&self) -> Option<&dyn OwnPlayer> {
        self.own.as_deref()
    }

    /// The programs that play for it, if it is no player of ours.
    pub(crate) fn agents(&self) -> Option<&Pool> {
        self.agents.as_ref()
    }

    /// How large a part of its games it may lose by its faults before the match ends; a player of ours makes none.
    pub fn most_faults(&self) -> f64 {
        self.agents.as_ref().map_or(0.0, |agents| agents.settings().faults)
    }

    /// The role that it plays, if it plays only one.
    pub fn role(&self) -> Option<&str> {
        self.role.as_deref()
    }

    /// The team that it plays in a game of these teams, if it plays only one; the error says which there are.
    pub fn check_role(&self, teams: &Teams) -> Result<Option<usize>, String> {
        let Some(role) = &self.role else { return Ok(None) };
        match (teams.roles().iter().position(|other| other == role), teams.roles()) {
            (Some(team), _) => Ok(Some(team)),
            (None, []) => Err(format!("there are no roles in this game; expected the player without '{role}='")),
            (None, roles) => Err(options::unknown("role", role, roles.iter().copied())),
        }
    }

    /// The player of a record: its label, and its budget as [`Budget`] writes it.
    pub fn from_record(registry: &Registry, label: &str, budget: &str) -> Result<Self, PlayerError> {
        settings! {
            /// What a player may spend on a move.
            struct Limits, static LIMITS = "budget" {
                summary: "What a player may spend on a move",
                source: "",
                options: {
                    /// Playouts.
                    playouts: Option<u64> = budget::PLAYOUTS,
                    /// Plies in the tree and in playouts.
                    plies: Option<u64> = budget::PLIES,
                    /// Positions visited.
                    nodes: Option<u64> = budget::NODES,
                    /// Plies of look-ahead.
                    depth: Option<u32> = budget::DEPTH,
                    /// Thinking time.
                    time: Option<Duration> = budget::TIME,
                },
                examples: [],
            }
        }
        let limits = options::read(&format!("budget({budget})"), "budget", &[&LIMITS]).map_err(PlayerError::Spec)?;
        let Limits { playouts, plies, nodes, depth, time } = Limits::from_args(&limits);
        PlayerSpec::read(registry, label, &Budget { time, playouts, plies, nodes, depth })
    }

    /// The shortest spec that means this player, with its role if it has one: its name in tables and records.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// As somebody wrote it, perhaps by the name of a preset: shorter, but less exact than its label.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// The options.
    pub fn args(&self) -> &Args {
        &self.args
    }

    /// What it may spend on a move.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The same player with another budget.
    pub fn with_budget(&self, budget: Budget) -> Self {
        PlayerSpec { budget, ..self.clone() }
    }

    /// Whether it asks the board evaluator of the game.
    pub fn is_evaluating(&self) -> bool {
        self.is_evaluating
    }

    /// Whether its thinking time is limited.
    pub fn is_timed(&self) -> bool {
        self.budget.time.is_some()
    }

    /// Whether the same seed gives the same moves: not so if they depend on how fast the machine is,
    /// on how several threads of a search meet, or on another program.
    pub fn is_reproducible(&self) -> bool {
        let threads: Option<u64> = self.args.get("threads");
        self.agents.is_none() && self.own.is_none() && !self.is_timed() && threads.is_none_or(|threads| threads <= 1)
    }
}

/// The options of a player, or of a preset with what is set besides; with the role, if the preset has one.
fn read_args(registry: &Registry, text: &str) -> Result<(Option<&'static str>, Args), SpecError> {
    let schemas: Vec<&'static Schema> = registry.players().map(|(schema, _)| schema).collect();
    let (spec, presets, words) = (spec::parse(text)?, registry.presets(), registry.words());
    if let Some((_, preset)) = presets.clone().find(|(_, preset)| preset.name == spec.word) {
        let (role, base) = split_role(preset.spec);
        let base = options::read_with(base, "player", &schemas, words)?;
        return Ok((role, options::read_over(text, base, words)?));
    }
    let names = schemas.iter().map(|schema| schema.name).chain(presets.map(|(_, preset)| preset.name));
    if !names.clone().any(|name| name == spec.word) {
        return Err(SpecError::new(text, spec.at, options::unknown("player", &spec.word, names)));
    }
    Ok((None, options::read_with(text, "player", &schemas, words)?))
}

/// Whether a player, or some part of it, is one of these.
fn names_one_of(args: &Args, schemas: &[&'static Schema]) -> bool {
    schemas.contains(&args.schema()) || args.parts().any(|part| names_one_of(part, schemas))
}

/// The role that a text gives a player, and the rest of it. In a spec of its own there is no `=` outside of parentheses.
pub(crate) fn split_role(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((role, spec)) if !role.contains('(') => (Some(role.trim()), spec),
        _ => (None, text),
    }
}

/// A player that cannot play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// The text is not a valid spec.
    Spec(SpecError),
    /// A setting is out of its range.
    Setting {
        /// Which, and what it takes.
        message: String,
    },
    /// The technique does not understand the limits it was given.
    Budget {
        /// What is wrong and what would be right.
        message: String,
    },
    /// The game lacks what the technique needs.
    Unsuitable {
        /// The player.
        player: String,
        /// The game.
        game: String,
        /// What is lacking.
        message: String,
    },
    /// A game cannot begin as it should.
    Opening {
        /// The moves.
        opening: String,
        /// Why not.
        message: String,
    },
    /// Another program made a fault where there is no game to be lost by it.
    Fault {
        /// The player.
        player: String,
        /// What was wrong.
        fault: Fault,
    },
    /// Another program made too many faults.
    Faulty {
        /// The player.
        player: String,
        /// How many games it has lost by its faults.
        faults: u64,
        /// Of how many.
        games: u64,
        /// The last of them.
        last: Fault,
    },
    /// The player chose a move that the rules do not allow.
    IllegalMove {
        /// The player.
        player: String,
        /// The move, as the game prints it for programmers.
        chosen: String,
        /// The position in which it was chosen.
        position: String,
    },
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Spec(error) => write!(f, "{error}"),
            PlayerError::Setting { message } | PlayerError::Budget { message } => f.write_str(message),
            PlayerError::Unsuitable { player, game, message } => {
                write!(f, "player '{player}' cannot play {game}: {message}")
            }
            PlayerError::Opening { opening, message } => write!(f, "opening '{opening}': {message}"),
            PlayerError::Fault { player, fault } => write!(f, "player '{player}': {fault}"),
            PlayerError::Faulty { player, faults, games, last } => write!(
                f,
                "player '{player}' lost {faults} of {games} games by its faults, which is too many (see 'faults' of agent); at last {last}"
            ),
            PlayerError::IllegalMove { player, chosen, position } => {
                write!(f, "player '{player}' chose {chosen}, which is not legal in position '{position}'")
            }
        }
    }
}

impl std::error::Error for PlayerError {}

#[cfg(test)]
mod tests;
