//! Games and players by name.

use std::fmt;
use std::sync::Arc;

use kingmaker_core::options::{self, Args, Kind, Schema, Words};
use kingmaker_core::spec::{self, SpecError};
use kingmaker_core::{Notation, Preset, Registered, Scene};
use kingmaker_search::toolbox::{Addition, Need, PLAYERS};
use kingmaker_search::{Budget, Techniques, Toolbox};

use crate::agent;
use crate::erased::{AnyGame, Erased};
use crate::player::{PlayerError, PlayerSpec};

/// The games and players that specs can name.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<Arc<Entry>>,
    additions: Vec<Addition>,
    words: Words,
}

/// A game that specs can name, and how it is made.
pub struct Entry {
    schema: &'static Schema,
    presets: &'static [Preset],
    build: Box<Build>,
    additions: Vec<Addition>,
}

type Build = dyn Fn(&Args) -> Result<Box<dyn AnyGame>, String> + Send + Sync;

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.schemas().map(|schema| schema.name)).finish()
    }
}

impl Entry {
    /// A game with options, and the techniques that can play it: [`entry!`](crate::entry) finds them.
    pub fn registered<G: Registered>(toolbox: Toolbox<G>) -> Self {
        let (additions, toolbox) = (toolbox.additions().to_vec(), Arc::new(toolbox));
        let build = move |args: &Args| -> Result<Box<dyn AnyGame>, String> {
            Ok(Box::new(Erased::from_args(args, Arc::clone(&toolbox))?))
        };
        Entry { schema: G::SCHEMA, presets: G::PRESETS, build: Box::new(build), additions }
    }

    /// A game without options, as a value, and the techniques that can play it: [`entry!`](crate::entry) finds them.
    pub fn value<G: Notation + Scene>(name: &str, game: G, toolbox: Toolbox<G>) -> Self {
        let additions = toolbox.additions().to_vec();
        let erased = Erased::new(name, game, toolbox);
        let schema = erased.schema();
        let build = move |_: &Args| -> Result<Box<dyn AnyGame>, String> { Ok(Box::new(erased.clone())) };
        Entry { schema, presets: &[], build: Box::new(build), additions }
    }
}

/// A game of one's own for a [`Registry`](crate::Registry), with all techniques that its capabilities allow. Either a type
/// with a schema, or a value with a name; and with it, if there are any,
/// [techniques of one's own](kingmaker_search::Techniques).
///
/// ```ignore
/// entry!(Pickpocket)
/// entry!(Pickpocket, &MyTechniques)
/// entry!("pickpocket", Pickpocket { players: 3 })
/// entry!("pickpocket", Pickpocket { players: 3 }, &MyTechniques)
/// ```
#[macro_export]
macro_rules! entry {
    ($name:literal, $game:expr) => {
        $crate::entry!($name, $game, &())
    };
    ($name:literal, $game:expr, $techniques:expr) => {{
        let game = $game;
        let toolbox = $crate::kingmaker_search::toolbox!(of & game, $techniques);
        $crate::registry::Entry::value($name, game, toolbox)
    }};
    ($game:ty) => {
        $crate::entry!($game, &())
    };
    ($game:ty, $techniques:expr) => {
        $crate::registry::Entry::registered::<$game>($crate::kingmaker_search::toolbox!($game, $techniques))
    };
}

macro_rules! all_games {
    ($($module:ident :: $game:ident);* $(;)?) => {
        impl Registry {
            /// All games of this project, with all techniques of its own.
            pub fn ours() -> Self {
                Registry::ours_with(&())
            }

            /// All games of this project, with its own techniques and these.
            pub fn ours_with(techniques: &impl Techniques) -> Self {
                let games = [$(entry!(kingmaker_games::$module::$game, techniques)),*];
                games.into_iter().fold(Registry::default(), Registry::with)
            }
        }
    };
}

kingmaker_games::for_each_game!(all_games);

impl Registry {
    /// With one more game.
    ///
    /// # Panics
    ///
    /// If there is another game of this name.
    pub fn with(mut self, entry: Entry) -> Self {
        let name = entry.schema.name;
        assert!(!self.games.iter().any(|other| other.schema.name == name), "two games are called '{name}'");
        for addition in &entry.additions {
            if let Some(among) = addition.among {
                self.words.add(addition.schema, among);
            }
            if !self.additions.iter().any(|other| other.schema == addition.schema) {
                self.additions.push(*addition);
            }
        }
        self.games.push(Arc::new(entry));
        self
    }

    /// What is known about every game: its name, options and examples.
    pub fn schemas(&self) -> impl Iterator<Item = &'static Schema> + Clone {
        self.games.iter().map(|known| known.schema)
    }

    /// The players of note of all games, each with its game.
    pub fn presets(&self) -> impl Iterator<Item = (&'static Schema, &'static Preset)> + Clone {
        self.games.iter().flat_map(|known| known.presets.iter().map(|preset| (known.schema, preset)))
    }

    /// Every player there is, and what it needs of a game.
    pub fn players(&self) -> impl Iterator<Item = (&'static Schema, Need)> + Clone {
        let own = self.additions.iter().filter(|addition| addition.among.is_none());
        let own = own.map(|addition| (addition.schema, addition.need));
        PLAYERS.iter().copied().chain(own).chain([(&agent::SCHEMA, Need::Rules)])
    }

    /// The words that parts of players have beyond those that their schemas list.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Techniques that came from outside.
    pub(crate) fn additions(&self) -> &[Addition] {
        &self.additions
    }

    /// The player that a spec such as `mcts(c=0.3)` names: see [`PlayerSpec::read`].
    pub fn player(&self, text: &str, of_match: &Budget) -> Result<PlayerSpec, PlayerError> {
        PlayerSpec::read(self, text, of_match)
    }

    /// The game that a spec such as `focus(players=3)` names.
    pub fn game(&self, text: &str) -> Result<Box<dyn AnyGame>, GameError> {
        self.build(&self.read(text)?)
    }

    /// The game that a spec names, with the number of players set from outside the spec.
    pub fn game_with_players(&self, text: &str, players: Option<&str>) -> Result<Box<dyn AnyGame>, GameError> {
        let mut args = self.read(text)?;
        let Some(players) = players else { return self.build(&args) };
        if args.declares("players") {
            let given = args.clone();
            args.set("players", players).map_err(GameError::Option)?;
            if names_players(text)? && args != given {
                return Err(GameError::Option(format!(
                    "'{text}' contradicts --players {players}; expected one of them"
                )));
            }
            return self.build(&args);
        }
        let game = self.build(&args)?;
        if game.players().to_string() == players {
            Ok(game)
        } else {
            Err(GameError::Option(format!("{} is for {} players, not '{players}'", game.spec(), game.players())))
        }
    }

    /// The game that a spec names, once for every number of players it can have; only once if the
    /// spec or `players` says how many.
    pub fn games_of_every_size(&self, text: &str, players: Option<&str>) -> Result<Vec<Box<dyn AnyGame>>, GameError> {
        let args = self.read(text)?;
        let sizes = args.schema().options.iter().find(|option| option.name == "players").map(|option| &option.kind);
        let sizes: Vec<String> = match sizes {
            _ if players.is_some() || names_players(text)? => Vec::new(),
            Some(&Kind::Integer(low, high)) => (low..=high).map(|size| size.to_string()).collect(),
            Some(&Kind::Choice(sizes)) => sizes.iter().map(|&size| size.to_owned()).collect(),
            _ => Vec::new(),
        };
        if sizes.is_empty() {
            return Ok(vec![self.game_with_players(text, players)?]);
        }
        // Other options may rule out some of the numbers, but not all of them.
        let (games, mut refused): (Vec<_>, Vec<_>) =
            sizes.iter().map(|size| self.game_with_players(text, Some(size))).partition(Result::is_ok);
        match refused.pop() {
            Some(Err(error)) if games.is_empty() => Err(error),
            _ => Ok(games.into_iter().flatten().collect()),
        }
    }

    fn read(&self, text: &str) -> Result<Args, GameError> {
        let schemas: Vec<&'static Schema> = self.schemas().collect();
        options::read(text, "game", &schemas).map_err(GameError::Spec)
    }

    fn build(&self, args: &Args) -> Result<Box<dyn AnyGame>, GameError> {
        let known = self.games.iter().find(|known| known.schema.name == args.schema().name);
        let known = known.expect("what was read is one of the games");
        (known.build)(args).map_err(|message| GameError::Rules { game: args.to_string(), message })
    }
}

/// Whether the text itself says how many play.
fn names_players(text: &str) -> Result<bool, GameError> {
    Ok(spec::parse(text).map_err(GameError::Spec)?.args.iter().any(|arg| arg.key == "players"))
}

/// A text that names no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// It is not a valid spec.
    Spec(SpecError),
    /// A value that was set from outside the spec does not suit.
    Option(String),
    /// The options do not go together.
    Rules {
        /// The game.
        game: String,
        /// Why not.
        message: String,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Spec(error) => write!(f, "{error}"),
            GameError::Option(message) => f.write_str(message),
            GameError::Rules { game, message } => write!(f, "there is no game '{game}': {message}"),
        }
    }
}

impl std::error::Error for GameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Observer;
    use kingmaker_core::Turn;
    use proptest::prelude::*;

    fn message(result: Result<Box<dyn AnyGame>, GameError>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn every_example_names_a_game() {
        for schema in Registry::ours().schemas() {
            for example in schema.examples {
                let game = Registry::ours().game(example).unwrap_or_else(|error| panic!("{example}: {error}"));
                assert_eq!(game.schema().name, schema.name);
                let again =
                    Registry::ours().game(game.spec()).unwrap_or_else(|error| panic!("{}: {error}", game.spec()));
                assert_eq!(again.spec(), game.spec());
            }
        }
    }

    #[test]
    fn players_can_be_set_from_outside() {
        let three = Registry::ours().game_with_players("focus", Some("3")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(three.players(), 3);
        let sizes = Registry::ours().games_of_every_size("focus", None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(sizes.iter().map(|game| game.players()).collect::<Vec<_>>(), [2, 3, 4]);
        let one =
            Registry::ours().games_of_every_size("focus(players=3)", None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(one.len(), 1);
    }

    #[test]
    fn errors_name_the_offender_and_what_would_be_right() {
        assert!(message(Registry::ours().game("focsu")).starts_with("unknown game 'focsu'; did you mean 'focus'?"));
        assert_eq!(
            message(Registry::ours().game_with_players("focus", Some("5"))),
            "'players' of focus takes a whole number from 2 to 4, not '5'"
        );
        assert_eq!(
            message(Registry::ours().game_with_players("focus(players=3)", Some("4"))),
            "'focus(players=3)' contradicts --players 4; expected one of them"
        );
        assert!(Registry::ours().game_with_players("focus(players=3)", Some("3")).is_ok());
        assert!(Registry::ours().games_of_every_size("rolit(rules=othello, colours=RY)", None).is_err());
        assert_eq!(
            message(Registry::ours().game_with_players("blokus", Some("3"))),
            "blokus is for 4 players, not '3'"
        );
        assert!(Registry::ours().game_with_players("blokus", Some("4")).is_ok());
    }

    /// A text in which some characters were left out or replaced.
    fn damaged(text: &str, damage: &[(usize, Option<char>)]) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for &(place, replacement) in damage {
            let place = place % characters.len().max(1);
            match replacement {
                Some(character) if place < characters.len() => characters[place] = character,
                None if place < characters.len() => drop(characters.remove(place)),
                _ => {}
            }
        }
        characters.into_iter().collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_text_makes_a_game_panic(
            text in "\\PC{0,20}",
            damage in prop::collection::vec((any::<usize>(), prop::option::of("[-0-9a-z/,.@é]{1}".prop_map(|text| text.chars().next().unwrap_or(' ')))), 1..4),
        ) {
            let _ = Registry::ours().game(&text);
            for example in Registry::ours().schemas().flat_map(|schema| schema.examples) {
                let _ = Registry::ours().game(&damaged(example, &damage));
                let game = Registry::ours().game(example).unwrap_or_else(|error| panic!("{example}: {error}"));
                let mut session = game.session(1);
                for wrong in [text.clone(), damaged(&session.position(Observer::Everything), &damage)] {
                    if let Ok(other) = game.session_at(&wrong, Observer::Everything, 1) {
                        prop_assert!(other.legal_moves(Observer::Everything).is_empty() == (other.turn() == Turn::Over));
                        let _ = (other.position(Observer::Everything), other.picture(Observer::Everything), other.scores());
                    }
                }
                for wrong in [text.clone(), damaged(&session.legal_moves(Observer::Everything)[0], &damage)] {
                    let _ = session.play(&wrong);
                }
            }
        }
    }
}
