//! How a game is finished below the tree.

pub mod greedy;
pub mod random;

use kingmaker_core::{Game, Rng, Scores, Turn};

use crate::budget::Clock;

/// A playout strategy.
pub trait Playout<G: Game>: Send {
    /// Plays on from `state` to the end of the game; `None` if the time was over before.
    fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, clock: &Clock) -> Option<Outcome>;
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// What each player gets.
    pub scores: Scores,
    /// How many plies it took.
    pub plies: u32,
}

/// How many plies a playout makes between two looks at the clock.
const PLIES_PER_LOOK: u32 = 1024;

/// Plays to the end with the moves that `choose` finds, letting chance have its turns.
#[inline]
fn play_out<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    clock: &Clock,
    mut choose: impl FnMut(&G::State, &mut Rng) -> Option<G::Move>,
) -> Option<Outcome> {
    let mut plies = 0;
    loop {
        let mv = match game.turn(state) {
            Turn::Player(_) => choose(state, rng),
            Turn::Chance => game.draw(state, rng),
            Turn::Over => break,
        };
        game.play(state, mv.expect("whoever is to move has a move"));
        plies += 1;
        if plies % PLIES_PER_LOOK == 0 && clock.is_over() {
            return None;
        }
    }
    Some(Outcome { scores: game.scores(state), plies })
}
