//! Golden playthroughs: a random game of every variant of every game, as text, must come out as it is kept in
//! `tests/playthroughs`. A change of the rules, of the notation, of the order of moves or of the random stream shows
//! there as a difference that somebody has to look at.
//!
//! `KINGMAKER_WRITE_PLAYTHROUGHS=1 cargo test -p kingmaker-games --test playthroughs` writes them anew.

use std::fmt::Write;
use std::path::Path;

use kingmaker_core::options::read;
use kingmaker_core::{Registered, Rng, Turn};

/// So many plies are kept of each game.
const PLIES: usize = 60;

fn playthroughs<G: Registered>() -> String {
    let mut text = String::new();
    for spec in G::SCHEMA.examples {
        let args = read(spec, "game", &[G::SCHEMA]).unwrap_or_else(|error| panic!("{error}"));
        let game = G::from_args(&args).unwrap_or_else(|message| panic!("{spec}: {message}"));
        writeln!(text, "{spec}").expect("a string takes everything");
        playthrough(&game, &mut text).expect("a string takes everything");
    }
    text
}

/// Every ply with who moves, the move and how many legal moves there were, and in the end the position.
fn playthrough<G: Registered>(game: &G, text: &mut String) -> std::fmt::Result {
    let (mut rng, mut legal) = (Rng::new(1), Vec::new());
    let mut state = game.start(&mut rng);
    writeln!(text, "  {}", game.position_text(&state))?;
    for _ in 0..PLIES {
        game.legal_moves(&state, &mut legal);
        let (mover, mv) = match game.turn(&state) {
            Turn::Player(player) => (player.to_string(), rng.pick(&legal).copied()),
            Turn::Chance => ("chance".to_owned(), game.draw(&state, &mut rng)),
            Turn::Over => break,
        };
        let mv = mv.expect("whoever is to move has a move");
        writeln!(text, "  {mover}: {} of {}", game.move_text(&state, mv), legal.len())?;
        game.play(&mut state, mv);
    }
    writeln!(text, "  {}", game.position_text(&state))?;
    if game.turn(&state) == Turn::Over {
        writeln!(text, "  {:?}", game.scores(&state).shares())?;
    }
    Ok(())
}

fn check(name: &str, played: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs").join(format!("{name}.txt"));
    if std::env::var_os("KINGMAKER_WRITE_PLAYTHROUGHS").is_some() {
        std::fs::write(&path, played).expect("written");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (number, (kept, played)) in (1..).zip(kept.lines().zip(played.lines())) {
        assert_eq!(kept, played, "line {number} of {}", path.display());
    }
    assert_eq!(kept.lines().count(), played.lines().count(), "{}", path.display());
}

macro_rules! tests {
    ($($module:ident :: $game:ident);* $(;)?) => {
        $(
            #[test]
            fn $module() {
                check(stringify!($module), &playthroughs::<kingmaker_games::$module::$game>());
            }
        )*
    };
}

kingmaker_games::for_each_game!(tests);
