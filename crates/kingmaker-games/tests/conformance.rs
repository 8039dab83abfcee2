//! Every registered game, in every variant that it names as an example, passes the conformance
//! kit for the rules, its notation, its picture and each capability that it has.

use std::collections::BTreeSet;
use std::path::Path;

use kingmaker_core::conformance::Kit;
use kingmaker_core::options::{Args, Kind, Schema, Setting, read};
use kingmaker_core::settings::Settings;
use kingmaker_core::{
    Capable, Categories, Features, Game, Knowledge, Models, OutOfTurn, Registered, tell_capabilities,
};

fn variants<G: Registered>() -> impl Iterator<Item = (&'static str, G)> {
    G::SCHEMA.examples.iter().map(|&spec| {
        let args = arguments(spec, G::SCHEMA);
        (spec, G::from_args(&args).unwrap_or_else(|message| panic!("{spec}: {message}")))
    })
}

fn arguments(spec: &str, schema: &'static Schema) -> Args {
    read(spec, "game", &[schema]).unwrap_or_else(|error| panic!("{error}"))
}

/// Settings are read and written without loss, and their defaults are those of the schema.
fn check_settings<S: Settings>() {
    assert_eq!(S::default().to_args(), arguments(S::SCHEMA.name, S::SCHEMA));
    for spec in S::SCHEMA.examples {
        let args = arguments(spec, S::SCHEMA);
        assert_eq!(S::from_args(&args).to_args(), args, "{spec}");
    }
}

/// Checks each capability that a game turns out to have.
struct Checks<'a, G: Game>(Kit<'a, G>);

impl<G: Registered> Capable<G> for Checks<'_, G> {
    fn knowledge(&mut self)
    where
        G: Knowledge,
    {
        self.0.check_knowledge();
    }

    fn out_of_turn(&mut self)
    where
        G: OutOfTurn,
    {
        self.0.check_out_of_turn();
    }

    fn categories(&mut self)
    where
        G: Categories,
    {
        self.0.check_categories();
    }

    fn models(&mut self)
    where
        G: Models,
    {
        self.0.check_models();
    }

    fn features(&mut self)
    where
        G: Features,
    {
        self.0.check_features();
    }
}

macro_rules! conformance {
    ($($module:ident :: $game:ident);* $(;)?) => {
        $(
            #[test]
            fn $module() {
                check_settings::<<kingmaker_games::$module::$game as Registered>::Settings>();
                for (spec, game) in variants::<kingmaker_games::$module::$game>() {
                    let kit = Kit::new(&game, spec).games(5);
                    kit.check_rules().check_notation().check_scene();
                    if game.chance().is_some() {
                        kit.check_chance();
                    }
                    if game.secrets().is_some() {
                        kit.check_view_notation().check_view_scene();
                    }
                    tell_capabilities!(kingmaker_games::$module::$game, &mut Checks(kit));
                }
            }
        )*

        const REGISTERED: &[(&str, &Schema)] =
            &[$((stringify!($module), <kingmaker_games::$module::$game as Registered>::SCHEMA)),*];
    };
}

kingmaker_games::for_each_game!(conformance);

#[test]
fn every_folder_is_a_registered_game() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders: BTreeSet<String> = std::fs::read_dir(source)
        .expect("the source folder")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let registered: BTreeSet<String> = REGISTERED.iter().map(|&(module, _)| module.to_owned()).collect();
    assert_eq!(folders, registered);
}

/// The variants that are tested leave out no number of players and no word of a choice.
#[test]
fn examples_cover_every_variant() {
    for (_, schema) in REGISTERED {
        let examples: Vec<Args> = schema.examples.iter().map(|spec| arguments(spec, schema)).collect();
        for (place, option) in schema.options.iter().enumerate() {
            let covered = |found: &dyn Fn(&Args) -> bool| examples.iter().any(found);
            match option.kind {
                Kind::Integer(low, high) if option.name == "players" => {
                    for players in low..=high {
                        let mut args = examples[0].clone();
                        let possible = args.set("players", &players.to_string()).is_ok();
                        let tested = covered(&|args| args.get("players") == Some(players));
                        assert!(tested || !possible, "{}: no example has {players} players", schema.name);
                    }
                }
                Kind::Choice(words) => {
                    for &word in words {
                        let tested = covered(&|args| args.settings().nth(place) == Some(Some(&Setting::Choice(word))));
                        assert!(tested, "{}: no example has {}={word}", schema.name, option.name);
                    }
                }
                _ => {}
            }
        }
    }
}
