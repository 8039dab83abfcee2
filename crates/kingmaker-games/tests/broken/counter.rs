//! A game whose states themselves are wrong, which no wrapper around a sound game can be.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use kingmaker_core::{Game, Notation, NotationError, Player, Rng, Scores, Turn};

const LAST: u32 = 10;

/// Two players count to ten in turn.
#[derive(Debug)]
pub(crate) enum Counter {
    /// Copies are none: counting on one counts on all.
    SharedCopies,
    /// The key that is kept from move to move forgets every other one.
    StaleKey,
}

#[derive(Debug)]
pub(crate) struct Count {
    value: Arc<AtomicU32>,
    key: u64,
    shared: bool,
}

impl Count {
    fn new(value: u32, shared: bool) -> Self {
        Count { value: Arc::new(AtomicU32::new(value)), key: u64::from(value), shared }
    }

    fn value(&self) -> u32 {
        self.value.load(Ordering::Relaxed)
    }
}

impl Clone for Count {
    fn clone(&self) -> Self {
        let value = if self.shared { Arc::clone(&self.value) } else { Arc::new(AtomicU32::new(self.value())) };
        Count { value, ..*self }
    }
}

/// The key is left out, as what follows from the rest.
impl PartialEq for Count {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Count {}

impl Hash for Count {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

impl Game for Counter {
    type State = Count;
    type Move = ();

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _: &mut Rng) -> Count {
        Count::new(0, matches!(self, Counter::SharedCopies))
    }

    fn turn(&self, state: &Count) -> Turn {
        let count = state.value();
        if count >= LAST { Turn::Over } else { Turn::Player(Player::new(count as usize % 2)) }
    }

    fn legal_moves(&self, state: &Count, out: &mut Vec<()>) {
        out.clear();
        out.extend((state.value() < LAST).then_some(()));
    }

    fn play(&self, state: &mut Count, (): ()) {
        let before = state.value.fetch_add(1, Ordering::Relaxed);
        state.key += u64::from(before.is_multiple_of(2));
    }

    fn scores(&self, _: &Count) -> Scores {
        Scores::draw(2)
    }

    fn key(&self, state: &Count) -> u64 {
        state.key
    }

    fn slot(&self, (): ()) -> usize {
        0
    }

    fn slots(&self) -> usize {
        1
    }

    fn ply_cap(&self) -> usize {
        LAST as usize
    }
}

impl Notation for Counter {
    fn move_text(&self, _: &Count, (): ()) -> String {
        "count".to_owned()
    }

    fn position_text(&self, state: &Count) -> String {
        state.value().to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Count, NotationError> {
        match text.parse() {
            Ok(value) if value <= LAST => Ok(Count::new(value, false)),
            _ => Err(NotationError::new(text, "a number up to 10")),
        }
    }
}
