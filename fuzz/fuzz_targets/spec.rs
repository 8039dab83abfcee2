//! Any text as a game and as a player: refused with a message, or read back as the same.
#![no_main]

use kingmaker_arena::{Budget, Registry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Registry::ours().player(text, &Budget::default()) {
        Ok(player) => {
            let again = Registry::ours().player(player.label(), &Budget::default()).expect("its own label");
            assert_eq!(again.label(), player.label());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = Registry::ours().game(text) {
        assert!(!error.to_string().is_empty());
    }
});
