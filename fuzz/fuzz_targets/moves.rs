//! Any words as the moves of a game: each is refused, or is among the legal moves.
#![no_main]

use kingmaker_arena::{Observer, Registry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let variants: Vec<&str> = Registry::ours().schemas().flat_map(|schema| schema.examples.iter().copied()).collect();
    let mut session = Registry::ours().game(variants[usize::from(input.0) % variants.len()]).expect("an example").session(0);
    for word in input.1.split_whitespace() {
        let legal = session.legal_moves(Observer::Everything);
        if let Ok(written) = session.play(word) {
            assert!(legal.contains(&written));
        }
    }
});
