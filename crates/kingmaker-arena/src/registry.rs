//! Games by name.

use std::fmt;

use kingmaker_core::options::{self, Args, Kind, Schema};
use kingmaker_core::spec::{self, SpecError};
use kingmaker_games::{Preset, Registered};
use kingmaker_search::Toolbox;

use crate::erased::{AnyGame, Erased};

/// A game that specs can name, and how it is made.
struct KnownGame {
    schema: &'static Schema,
    presets: &'static [Preset],
    build: fn(&Args) -> Result<Box<dyn AnyGame>, String>,
}

macro_rules! known_games {
    ($($module:ident :: $game:ident $(: $($capability:ident),*)?);* $(;)?) => {
        static GAMES: &[KnownGame] = &[$(KnownGame {
            schema: <kingmaker_games::$module::$game as Registered>::SCHEMA,
            presets: <kingmaker_games::$module::$game as Registered>::PRESETS,
            build: |args| {
                let toolbox = Toolbox::<kingmaker_games::$module::$game>::default();
                Ok(Box::new(Erased::from_args(args, toolbox $($(.$capability())*)?)?))
            },
        }),*];
    };
}

kingmaker_games::for_each_game!(known_games);

/// What is known about every game: its name, options and examples.
pub fn schemas() -> Vec<&'static Schema> {
    GAMES.iter().map(|known| known.schema).collect()
}

/// The players of note of all games, each with its game.
pub fn presets() -> impl Iterator<Item = (&'static Schema, &'static Preset)> + Clone {
    GAMES.iter().flat_map(|known| known.presets.iter().map(|preset| (known.schema, preset)))
}

/// The game that a spec such as `focus(players=3)` names.
pub fn game(text: &str) -> Result<Box<dyn AnyGame>, GameError> {
    build(&read(text)?)
}

/// The game that a spec names, with the number of players set from outside the spec.
pub fn game_with_players(text: &str, players: Option<&str>) -> Result<Box<dyn AnyGame>, GameError> {
    let mut args = read(text)?;
    let Some(players) = players else { return build(&args) };
    if args.declares("players") {
        let given = args.clone();
        args.set("players", players).map_err(GameError::Option)?;
        if names_players(text)? && args != given {
            return Err(GameError::Option(format!("'{text}' contradicts --players {players}; expected one of them")));
        }
        return build(&args);
    }
    let game = build(&args)?;
    if game.players().to_string() == players {
        Ok(game)
    } else {
        Err(GameError::Option(format!("{} is for {} players, not '{players}'", game.spec(), game.players())))
    }
}

/// The game that a spec names, once for every number of players it can have; only once if the
/// spec or `players` says how many.
pub fn games_of_every_size(text: &str, players: Option<&str>) -> Result<Vec<Box<dyn AnyGame>>, GameError> {
    let args = read(text)?;
    let sizes = args.schema().options.iter().find(|option| option.name == "players").map(|option| &option.kind);
    let sizes: Vec<String> = match sizes {
        _ if players.is_some() || names_players(text)? => Vec::new(),
        Some(&Kind::Integer(low, high)) => (low..=high).map(|size| size.to_string()).collect(),
        Some(&Kind::Choice(sizes)) => sizes.iter().map(|&size| size.to_owned()).collect(),
        _ => Vec::new(),
    };
    if sizes.is_empty() {
        return Ok(vec![game_with_players(text, players)?]);
    }
    // Other options may rule out some of the numbers, but not all of them.
    let (games, mut refused): (Vec<_>, Vec<_>) =
        sizes.iter().map(|size| game_with_players(text, Some(size))).partition(Result::is_ok);
    match refused.pop() {
        Some(Err(error)) if games.is_empty() => Err(error),
        _ => Ok(games.into_iter().flatten().collect()),
    }
}

/// Whether the text itself says how many play.
fn names_players(text: &str) -> Result<bool, GameError> {
    Ok(spec::parse(text).map_err(GameError::Spec)?.args.iter().any(|arg| arg.key == "players"))
}

fn read(text: &str) -> Result<Args, GameError> {
    options::read(text, "game", &schemas()).map_err(GameError::Spec)
}

fn build(args: &Args) -> Result<Box<dyn AnyGame>, GameError> {
    let known = GAMES.iter().find(|known| known.schema.name == args.schema().name);
    let known = known.expect("what was read is one of the games");
    (known.build)(args).map_err(|message| GameError::Rules { game: args.to_string(), message })
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
        for schema in schemas() {
            for example in schema.examples {
                let game = game(example).unwrap_or_else(|error| panic!("{example}: {error}"));
                assert_eq!(game.schema().name, schema.name);
                let again = super::game(game.spec()).unwrap_or_else(|error| panic!("{}: {error}", game.spec()));
                assert_eq!(again.spec(), game.spec());
            }
        }
    }

    #[test]
    fn players_can_be_set_from_outside() {
        let three = game_with_players("focus", Some("3")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(three.players(), 3);
        let sizes = games_of_every_size("focus", None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(sizes.iter().map(|game| game.players()).collect::<Vec<_>>(), [2, 3, 4]);
        let one = games_of_every_size("focus(players=3)", None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(one.len(), 1);
    }

    #[test]
    fn errors_name_the_offender_and_what_would_be_right() {
        assert!(message(game("focsu")).starts_with("unknown game 'focsu'; did you mean 'focus'?"));
        assert_eq!(
            message(game_with_players("focus", Some("5"))),
            "'players' of focus takes a whole number from 2 to 4, not '5'"
        );
        assert_eq!(
            message(game_with_players("focus(players=3)", Some("4"))),
            "'focus(players=3)' contradicts --players 4; expected one of them"
        );
        assert!(game_with_players("focus(players=3)", Some("3")).is_ok());
        assert!(games_of_every_size("rolit(rules=othello, colours=RY)", None).is_err());
        assert_eq!(message(game_with_players("blokus", Some("3"))), "blokus is for 4 players, not '3'");
        assert!(game_with_players("blokus", Some("4")).is_ok());
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
            let _ = game(&text);
            for example in schemas().iter().flat_map(|schema| schema.examples) {
                let _ = game(&damaged(example, &damage));
                let game = game(example).unwrap_or_else(|error| panic!("{example}: {error}"));
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
