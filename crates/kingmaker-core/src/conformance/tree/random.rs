//! Trees that nobody thought of, to compare a search with a naive one.

use std::fmt::Write;

use super::TreeGame;
use crate::player::MAX_PLAYERS;
use crate::rng::Rng;

/// One in this many inner nodes ends early, so that leaves are not all equally deep.
const EARLY_END: f64 = 1.0 / 8.0;

/// How often chance decides, where it may.
const CHANCE_NODE: f64 = 1.0 / 4.0;

impl TreeGame {
    /// A random tree: up to `branching` children at each node and up to `depth` plies (at most
    /// 64) to a leaf. Anybody may be to move anywhere, not only the next seat. Every node has
    /// values that sum to 1, coarse enough for ties, and moves have priorities from 0 to 3.
    /// With `chance`, a quarter of the inner nodes are chance nodes.
    pub fn random(players: usize, depth: usize, branching: usize, rng: &mut Rng, chance: bool) -> TreeGame {
        assert!((2..=MAX_PLAYERS).contains(&players) && depth <= 64 && (1..=1_000).contains(&branching));
        let mut writer = Writer { players, branching, chance, rng, text: String::new() };
        writer.node(depth, true);
        let text = writer.text;
        text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
    }
}

struct Writer<'a> {
    players: usize,
    branching: usize,
    chance: bool,
    rng: &'a mut Rng,
    text: String,
}

impl Writer<'_> {
    fn node(&mut self, depth: usize, root: bool) {
        if depth == 0 || (!root && self.rng.happens(EARLY_END)) {
            self.values();
            return;
        }
        let chance = self.chance && self.rng.happens(CHANCE_NODE);
        let seat = if chance { "?".to_owned() } else { (self.rng.below(self.players) + 1).to_string() };
        self.write(format_args!("({seat} ="));
        self.values();
        let weights: Vec<usize> = (0..=self.rng.below(self.branching)).map(|_| 1 + self.rng.below(4)).collect();
        let total: usize = weights.iter().sum();
        for weight in weights {
            if chance {
                self.write(format_args!(" {weight}/{total}:"));
            } else {
                let priority = self.rng.below(4);
                self.write(format_args!(" ^{priority}:"));
            }
            self.node(depth - 1, false);
        }
        self.text.push(')');
    }

    fn values(&mut self) {
        let weights: Vec<usize> = (0..self.players).map(|_| self.rng.below(4)).collect();
        let total: usize = weights.iter().sum();
        let shares = weights.iter().map(|&weight| match total {
            0 => 1.0 / self.players as f32,
            _ => weight as f32 / total as f32,
        });
        let shares: Vec<String> = shares.map(|share| share.to_string()).collect();
        self.write(format_args!("[{}]", shares.join(" ")));
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
    }
}
