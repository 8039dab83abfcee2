//! Any text as a game and as a player: refused with a message, or read back as the same.
#![no_main]

use kingmaker_arena::{Budget, PlayerSpec, registry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match PlayerSpec::read(text, &Budget::default()) {
        Ok(player) => {
            let again = PlayerSpec::read(player.label(), &Budget::default()).expect("its own label");
            assert_eq!(again.label(), player.label());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = registry::game(text) {
        assert!(!error.to_string().is_empty());
    }
});
