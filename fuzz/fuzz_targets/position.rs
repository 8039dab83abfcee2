//! Any text as a position of each variant of each game: refused, or read back as the same.
#![no_main]

use kingmaker_arena::{Observer, Registry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let variants: Vec<&str> = Registry::ours().schemas().flat_map(|schema| schema.examples.iter().copied()).collect();
    let game = Registry::ours().game(variants[usize::from(input.0) % variants.len()]).expect("an example");
    if let Ok(session) = game.session_at(input.1, Observer::Everything, 0) {
        let text = session.position(Observer::Everything);
        let again = game.session_at(&text, Observer::Everything, 0).expect("its own text");
        assert_eq!(again.position(Observer::Everything), text);
    }
});
