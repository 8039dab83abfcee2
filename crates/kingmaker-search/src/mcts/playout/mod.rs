//! How a game is finished below the tree.

pub mod greedy;
pub mod random;

use kingmaker_core::{Game, Rng, Scores, Turn};

/// A playout strategy.
pub trait Playout<G: Game>: Send {
    /// Plays on from `state` to the end of the game.
    fn run(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Outcome;
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// What each player gets.
    pub scores: Scores,
    /// How many plies it took.
    pub plies: u32,
}

/// Plays to the end with the moves that `choose` finds, letting chance have its turns.
#[inline]
fn play_out<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    mut choose: impl FnMut(&G::State, &mut Rng) -> Option<G::Move>,
) -> Outcome {
    let mut plies = 0;
    loop {
        let mv = match game.turn(state) {
            Turn::Player(_) => choose(state, rng),
            Turn::Chance => game.draw(state, rng),
            Turn::Over => break,
        };
        game.play(state, mv.expect("whoever is to move has a move"));
        plies += 1;
    }
    Outcome { scores: game.scores(state), plies }
}
