//! How a game is finished below the tree.

pub mod greedy;
pub mod random;

use kingmaker_core::{Game, Rng, Scores, Turn};

use super::line::Line;
use crate::budget::Clock;

/// A playout strategy.
pub trait Playout<G: Game>: Send {
    /// Plays on from `state` to the end of the game, adding its moves to `line` if they are
    /// wanted; `None` if the time was over before.
    fn run(
        &mut self,
        game: &G,
        state: &mut G::State,
        line: &mut Line<G::Move>,
        rng: &mut Rng,
        clock: &Clock,
    ) -> Option<Outcome>;

    /// Forgets what was learnt: another move of the real game is to be found.
    fn begin(&mut self, game: &G) {
        let _ = game;
    }

    /// Whether the strategy learns from finished iterations, for which their moves are kept.
    fn is_learning(&self) -> bool {
        false
    }

    /// Learns from an iteration: all moves from the root to the end of the game, and its outcome.
    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        let _ = (game, line, scores);
    }
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
    line: &mut Line<G::Move>,
    rng: &mut Rng,
    clock: &Clock,
    mut choose: impl FnMut(&G::State, &mut Rng) -> Option<G::Move>,
) -> Option<Outcome> {
    let mut plies = 0;
    loop {
        let turn = game.turn(state);
        let mv = match turn {
            Turn::Player(_) => choose(state, rng),
            Turn::Chance => game.draw(state, rng),
            Turn::Over => break,
        };
        let mv = mv.expect("whoever is to move has a move");
        if let Turn::Player(player) = turn {
            line.push(player, mv);
        }
        game.play(state, mv);
        plies += 1;
        if plies % PLIES_PER_LOOK == 0 && clock.is_over() {
            return None;
        }
    }
    Some(Outcome { scores: game.scores(state), plies })
}
