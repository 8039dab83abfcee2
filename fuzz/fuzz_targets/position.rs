//! Any text as a position of each variant of each game: refused, or read back as the same.
#![no_main]

use kingmaker_arena::registry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let variants: Vec<&str> = registry::schemas().iter().flat_map(|schema| schema.examples.iter().copied()).collect();
    let game = registry::game(variants[usize::from(input.0) % variants.len()]).expect("an example");
    if let Ok(session) = game.session_at(input.1, 0) {
        let text = session.position();
        assert_eq!(game.session_at(&text, 0).expect("its own text").position(), text);
    }
});
