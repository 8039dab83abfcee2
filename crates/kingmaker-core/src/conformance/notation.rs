//! Moves and positions as text, and back.

use std::collections::HashSet;

use super::{Here, Kit, some_of};
use crate::game::Turn;
use crate::notation::{Notation, NotationError};
use crate::rng::Rng;

/// Texts that name no move and no position in any game.
const GARBAGE: [&str; 5] = ["", " ", "?!", "no such thing", "\u{e9}\u{0}"];

/// How many moves of each position are read back: reading one may mean writing all.
const READ_MOVES: usize = 2;

/// How many damaged texts are tried in a position.
const DAMAGED_TEXTS: usize = 4;

impl<G: Notation> Kit<'_, G> {
    /// - Legal moves, and outcomes at the turn of chance, have different texts without blanks, which name them in small and in capital
    ///   letters;
    /// - a position is one line of text, from which an equal state is made anew, with an equal
    ///   key: what `play` keeps up to date step by step is compared with what is built at once;
    /// - garbage is refused with the offending text, and damaged text does not panic.
    pub fn check_notation(&self) -> &Self {
        self.walk(|here| {
            self.check_move_texts(here);
            self.check_round_trip(here, &here.state);
            self.check_damaged_positions(here);
        });
        let ends = self.sample(|here| self.game.turn(&here.state) == Turn::Over);
        for here in self.sample(|_| true).iter().chain(&ends) {
            self.check_move_garbage(here);
        }
        for text in GARBAGE {
            let result = self.game.parse_position(text);
            assert!(result.is_err(), "{}: parse_position accepts {text:?} as {result:?}", self.variant);
        }
        self
    }

    fn check_move_texts(&self, here: &Here<'_, G>) {
        let mut legal = self.legal(&here.state);
        // What chance does has to be written and read like what players do.
        legal.extend(self.outcomes(&here.state).iter().map(|&(outcome, _)| outcome));
        let mut taken = HashSet::new();
        for &mv in &legal {
            let text = self.game.move_text(&here.state, mv);
            assert!(!text.is_empty(), "{here}: the text of {mv:?} is empty");
            assert!(!text.contains(char::is_whitespace), "{here}: the text of {mv:?} has blanks: {text:?}");
            assert!(taken.insert(text.to_ascii_uppercase()), "{here}: another legal move is written {text:?} too");
        }
        for mv in some_of(&legal, READ_MOVES, &mut here.rng()) {
            let text = self.game.move_text(&here.state, mv);
            let mut spellings = vec![text.to_ascii_uppercase(), text.to_ascii_lowercase(), text];
            spellings.dedup();
            for written in spellings {
                let read = self.game.parse_move(&here.state, &written);
                assert!(read == Ok(mv), "{here}: parse_move of {written:?} for {mv:?} says {read:?}");
            }
        }
    }

    fn check_move_garbage(&self, here: &Here<'_, G>) {
        for text in GARBAGE {
            match self.game.parse_move(&here.state, text) {
                Ok(mv) => panic!("{here}: parse_move accepts {text:?} as {mv:?}"),
                Err(error) => check_error(here.to_string(), text, &error),
            }
        }
        let legal = self.legal(&here.state);
        let mut rng = here.rng();
        for mv in some_of(&legal, DAMAGED_TEXTS, &mut rng) {
            let damaged = damage(&self.game.move_text(&here.state, mv), &mut rng);
            if let Ok(read) = self.game.parse_move(&here.state, &damaged) {
                assert!(legal.contains(&read), "{here}: parse_move of {damaged:?} gives {read:?}, which is illegal");
            }
        }
    }

    pub(super) fn check_round_trip(&self, here: &Here<'_, G>, state: &G::State) {
        let text = self.game.position_text(state);
        assert!(!text.contains(['\n', '\r']), "{here}: the position takes more than one line: {text:?}");
        let read = self.game.parse_position(&text);
        assert!(read.as_ref() == Ok(state), "{here}: position text {text:?} is read as {read:?}");
        if let Ok(read) = read {
            let keys = (self.game.key(state), self.game.key(&read));
            assert!(keys.0 == keys.1, "{here}: the key is {:x}, but {:x} when made anew from {text:?}", keys.0, keys.1);
            let rewritten = self.game.position_text(&read);
            assert!(rewritten == text, "{here}: position text {text:?} becomes {rewritten:?} when read and written");
        }
    }

    /// A damaged text may still be a position. Then it is a sound one.
    fn check_damaged_positions(&self, here: &Here<'_, G>) {
        let mut rng = here.rng();
        let text = self.game.position_text(&here.state);
        for _ in 0..DAMAGED_TEXTS {
            let damaged = damage(&text, &mut rng);
            match self.game.parse_position(&damaged) {
                Ok(state) => {
                    self.legal(&state);
                    self.check_round_trip(here, &state);
                }
                Err(error) => assert!(!error.to_string().is_empty(), "{here}: no message for {damaged:?}"),
            }
        }
    }
}

fn check_error(here: String, text: &str, error: &NotationError) {
    assert!(!error.expected.is_empty(), "{here}: the error for {text:?} does not say what was expected");
    let names_it = text.contains(error.offender.as_str());
    assert!(names_it, "{here}: the error for {text:?} names {:?}, which is no part of it", error.offender);
}

/// One character deleted, doubled, or replaced by another one of the text.
fn damage(text: &str, rng: &mut Rng) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if characters.is_empty() {
        return text.to_owned();
    }
    let place = rng.below(characters.len());
    match rng.below(3) {
        0 => {
            characters.remove(place);
        }
        1 => characters.insert(place, characters[place]),
        _ => characters[place] = characters[rng.below(characters.len())],
    }
    characters.into_iter().collect()
}
