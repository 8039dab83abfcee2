//! Any text as an experiment: refused with a message that names a place, or an experiment with a plan.
#![no_main]

use kingmaker_arena::Experiment;
use kingmaker_arena::experiment::Choice;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Experiment::parse("fuzz.toml", text) {
        Ok(experiment) => drop(experiment.plan(&Choice::default()).expect("checked")),
        Err(mistake) => assert!(mistake.to_string().starts_with("fuzz.toml:")),
    }
});
