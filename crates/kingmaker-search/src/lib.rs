//! Every search technique, for any game that offers what the technique needs.
//!
//! A technique never prints, never sleeps and reads the time only through [`budget::Clock`].

pub mod budget;
pub mod greedy;
pub mod mcts;
pub mod minimax;
pub mod random;
pub mod report;
pub mod toolbox;

use kingmaker_core::{Game, Rng};

pub use budget::Budget;
pub use report::{Candidate, Report, Stop};
pub use toolbox::Toolbox;

/// Something that chooses moves.
pub trait Searcher<G: Game>: Send {
    /// Chooses a move for the player to move in `view`, which is what that player may know of
    /// the position: in a game without secrets, the position itself.
    fn search(&mut self, game: &G, view: &G::State, budget: &Budget, rng: &mut Rng) -> Report<G::Move>;

    /// Somebody has moved in the real game, or chance has: the searcher may keep what it found out
    /// about the positions that are still possible. It need not be told.
    fn moved(&mut self, mv: G::Move) {
        let _ = mv;
    }
}
