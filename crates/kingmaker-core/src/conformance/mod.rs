//! The checks that every game passes, and a toy game to try searches on.
//!
//! A game's tests name each capability that it has:
//!
//! ```
//! use kingmaker_core::conformance::Kit;
//! use kingmaker_core::conformance::tree::TreeGame;
//!
//! let game: TreeGame = "(1 a:(2 x:[.2 .8 0] y:[.5 0 .5]) b:[0 0 1])".parse().expect("a tree");
//! Kit::new(&game, "tree").games(10).check_rules().check_notation().check_knowledge().check_scene();
//! ```
//!
//! Every check plays the same random games, so a failure comes back until it is repaired, and its
//! message names the variant, the seed of the game, the ply and the position. A check that found
//! nothing to look at (a game with chance in which nothing was ever drawn) fails too.

mod chance;
mod hidden;
mod keys;
mod knowledge;
mod models;
mod notation;
mod out_of_turn;
mod rules;
mod scene;
mod scores;
mod statistics;
pub mod tree;

use std::fmt;

use crate::game::{Game, Turn};
use crate::rng::{Rng, derive_seed};

/// At how many positions the statistical checks draw their samples.
const SAMPLED_POSITIONS: usize = 8;

/// How many moves of a position are tried out where each costs a list of moves of its own.
const TRIED_MOVES: usize = 16;

/// The checks of one variant of a game. Each panics at the first thing that is wrong.
#[derive(Debug)]
pub struct Kit<'a, G: Game> {
    game: &'a G,
    variant: String,
    games: usize,
    seed: u64,
}

impl<'a, G: Game> Kit<'a, G> {
    /// Checks of `game`, which messages call `variant`.
    pub fn new(game: &'a G, variant: impl Into<String>) -> Self {
        Kit { game, variant: variant.into(), games: 20, seed: 1 }
    }

    /// How many random games each check plays; 20 unless this is called.
    pub fn games(mut self, games: usize) -> Self {
        assert!(games > 0, "{}: a check plays at least one game", self.variant);
        self.games = games;
        self
    }

    /// Another set of random games.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    fn seeds(&self) -> impl Iterator<Item = u64> {
        let seed = self.seed;
        (0..self.games as u64).map(move |index| derive_seed(seed, index))
    }

    /// Plays every random game and shows each position, the last one too.
    fn walk(&self, mut look: impl FnMut(&Here<'_, G>)) {
        for seed in self.seeds() {
            self.walk_game(seed, &mut look);
        }
    }

    fn walk_game(&self, seed: u64, mut look: impl FnMut(&Here<'_, G>)) {
        let mut rng = Rng::new(seed);
        let mut state = self.game.start(&mut rng);
        let mut last = None;
        for ply in 0.. {
            let here = Here { variant: &self.variant, seed, ply, last, state: state.clone() };
            look(&here);
            let mv = match self.game.turn(&state) {
                Turn::Over => return,
                Turn::Player(_) => rng.pick(&self.legal(&state)).copied(),
                Turn::Chance => self.game.draw(&state, &mut rng),
            };
            let Some(mv) = mv else {
                match self.game.turn(&state) {
                    Turn::Player(player) => panic!("{here}: it is the turn of {player:?}, who has no legal move"),
                    turn => panic!("{here}: turn is {turn:?}, but nothing is drawn"),
                }
            };
            let cap = self.game.ply_cap();
            assert!(ply < cap, "{here}: the game goes on after {cap} plies, its ply cap");
            self.game.play(&mut state, mv);
            last = Some(mv);
        }
    }

    /// Some of the positions that fit, spread evenly over all the random games.
    fn sample(&self, fits: impl Fn(&Here<'_, G>) -> bool) -> Vec<Here<'_, G>> {
        let mut found = Vec::new();
        for seed in self.seeds() {
            self.walk_game(seed, |here| {
                if fits(here) {
                    found.push(Here { variant: &self.variant, state: here.state.clone(), ..*here });
                }
            });
        }
        let every = found.len().div_ceil(SAMPLED_POSITIONS).max(1);
        found.into_iter().step_by(every).collect()
    }

    /// A list of its own, so that no check depends on what another one left in it.
    fn legal(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        moves
    }

    fn after(&self, state: &G::State, mv: G::Move) -> G::State {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        next
    }
}

/// A position of a random game. As text it says how to find it again: the seed is that of the
/// game's own generator, which makes the start and then picks every move.
struct Here<'a, G: Game> {
    variant: &'a str,
    seed: u64,
    ply: usize,
    last: Option<G::Move>,
    state: G::State,
}

impl<G: Game> Here<'_, G> {
    /// A generator for draws in this position that leaves the game's own alone.
    fn rng(&self) -> Rng {
        Rng::new(derive_seed(self.seed, 1 << 32 | self.ply as u64))
    }
}

impl<G: Game> fmt::Display for Here<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, seed {:#x}, ply {}", self.variant, self.seed, self.ply)?;
        if let Some(last) = self.last {
            write!(f, " (after {last:?})")?;
        }
        write!(f, ", position {:?}", self.state)
    }
}

fn strictly_sorted<T: Ord>(items: &[T]) -> bool {
    items.windows(2).all(|pair| pair[0] < pair[1])
}

/// All of the items if they are few, else a random choice of them.
fn some_of<T: Copy>(items: &[T], most: usize, rng: &mut Rng) -> Vec<T> {
    let mut chosen = items.to_vec();
    if chosen.len() > most {
        rng.shuffle(&mut chosen);
        chosen.truncate(most);
    }
    chosen
}
