//! Every search technique, for any game that offers what the technique needs.
//!
//! A technique never prints, never sleeps and reads the time only through [`budget::Clock`].

pub mod budget;
pub mod greedy;
pub mod mcts;
pub mod minimax;
pub mod needs;
pub mod random;
pub mod report;
pub mod toolbox;

use kingmaker_core::{Game, Rng, Seen, View};

pub use budget::{Budget, Halt};
pub use needs::Needs;
pub use report::{Candidate, Report, Stop};
pub use toolbox::Toolbox;

/// Something that chooses moves.
pub trait Searcher<G: Game>: Send {
    /// Chooses a move for the observer of `view`, whose turn it is. Ends early when `halt` says so.
    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move>;

    /// The same for the player to move in a position that is at hand as a whole, without a way to end it early. The
    /// player still sees no more of it than they may.
    fn search_as_mover(&mut self, game: &G, state: &G::State, budget: &Budget, rng: &mut Rng) -> Report<G::Move> {
        let mover = game.turn(state).player().expect("it is a player's turn");
        self.search(game, &View::new(game, state, mover), budget, &Halt::new(), rng)
    }

    /// The player has seen a move of the real game, or an outcome of chance: the searcher may keep what it found out
    /// about the positions that are still possible. It need not be told.
    fn saw(&mut self, seen: Seen<G::Move>) {
        let _ = seen;
    }
}
