//! How moves did after the moves before them (Tak, Winands & Björnsson 2012).

use kingmaker_core::options::{Kind, OptionDef};
use kingmaker_core::rng::derive_seed;

use super::average::Average;
use super::keyed::{Keyed, key_of};

/// The longest sequences that can be asked for.
pub(super) const LONGEST: usize = 3;

/// How long sequences get.
pub(super) const N: OptionDef =
    OptionDef { name: "n", kind: Kind::Integer(2, LONGEST as u64), default: Some("3"), help: "the longest sequences" };

/// From when on they count.
pub(super) const VISITS: OptionDef = OptionDef {
    name: "visits",
    kind: Kind::Integer(1, 1_000_000),
    default: Some("7"),
    help: "sequences of more than one move count once they were played so often",
};

/// Mean results of moves alone, and after the one, two, ... moves before.
#[derive(Debug)]
pub(super) struct Sequences {
    n: usize,
    visits: u32,
    /// Moves alone, by their rows.
    alone: Vec<Average>,
    /// Longer sequences.
    longer: Keyed,
}

/// Keys of the one, two, ... moves before a move, as far as there are any.
pub(super) type Contexts = [Option<u64>; LONGEST - 1];

impl Sequences {
    /// Sequences of up to `n` moves that count from so many visits on, where there are so many rows.
    pub(super) fn new(n: usize, visits: u32, rows: usize) -> Self {
        let alone = std::iter::repeat_with(Average::default).take(rows).collect();
        Sequences { n, visits, alone, longer: Keyed::default() }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.alone.fill_with(Average::default);
        self.longer.clear();
    }

    /// The contexts after these moves, given by their rows, of which the last comes first.
    pub(super) fn contexts(&self, back: impl Iterator<Item = usize>) -> Contexts {
        let (mut key, mut back) = (1, back.take(self.n - 1));
        std::array::from_fn(|shorter| {
            back.next().map(|row| {
                key = derive_seed(key_of(key, row), shorter as u64 + 1);
                key
            })
        })
    }

    /// The mean of a move and of the sequences that end with it, as far as they are known; `None` if it was
    /// never made.
    #[inline]
    pub(super) fn mean(&self, contexts: &Contexts, row: usize) -> Option<f32> {
        let alone = &self.alone[row];
        let mut times = alone.count();
        if times == 0 {
            return None;
        }
        let (mut sum, mut count) = (alone.mean(), 1.0);
        for &context in contexts.iter().flatten() {
            // It was not made more often after others than it was made at all.
            if times < self.visits {
                break;
            }
            let Some(average) = self.longer.find(context, row) else { break };
            times = average.count();
            if times >= self.visits {
                sum += average.mean();
                count += 1.0;
            }
        }
        Some(sum / count)
    }

    /// A move was worth so much to the player who made it.
    pub(super) fn add(&self, contexts: &Contexts, row: usize, share: f32, is_shared: bool) {
        self.alone[row].add(share, is_shared);
        for &context in contexts.iter().flatten() {
            self.longer.add(context, row, share, is_shared);
        }
    }
}
