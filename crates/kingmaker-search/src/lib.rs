//! Every search technique, for any game that offers what the technique needs.
//!
//! A technique never prints, never sleeps and reads the time only through [`budget::Clock`].
//!
//! Each has a struct of settings, from which it is built. The same settings can be read from a spec and written as one:
//!
//! ```
//! use kingmaker_core::{Game, Rng};
//! use kingmaker_games::focus::Focus;
//! use kingmaker_search::mcts::playout::greedy;
//! use kingmaker_search::mcts::selection::history;
//! use kingmaker_search::mcts::{self, Mcts};
//! use kingmaker_search::{Budget, Searcher, Toolbox};
//!
//! let settings = mcts::Settings {
//!     c: 0.3,
//!     select: history::Settings { w: 3.0, ..Default::default() }.into(),
//!     playout: Some(greedy::Settings { epsilon: 0.1, ..Default::default() }.into()),
//!     ..Default::default()
//! };
//! assert_eq!(settings.to_string(), "mcts(select=history(w=3), c=0.3, playout=greedy(epsilon=0.1))");
//!
//! let (game, toolbox, mut rng) = (Focus::new(3, 1000), Toolbox::default().knowledge(), Rng::new(1));
//! let mut player = Mcts::new(&settings, &toolbox, &game)?;
//! let report = player.search_as_mover(&game, &game.start(&mut rng), &Budget::playouts(100), &mut rng);
//! assert_eq!(report.playouts, 100);
//!
//! // What is not known by its type is built by the toolbox.
//! let same_player = toolbox.searcher(&settings.to_args(), &game)?;
//! # let _ = same_player;
//! # Ok::<(), String>(())
//! ```

pub mod budget;
pub mod greedy;
pub mod hidden;
pub mod knowledge;
pub mod mcts;
pub mod minimax;
pub mod modelled;
pub mod needs;
pub mod onlooker;
pub mod random;
pub mod report;
pub mod representatives;
pub mod toolbox;

use kingmaker_core::{Game, Rng, Seen, View};

#[doc(hidden)]
pub use kingmaker_core;

pub use budget::{Budget, Halt};
pub use needs::Needs;
pub use onlooker::Onlooker;
pub use report::{Branch, Candidate, Report, Stop};
pub use toolbox::{Techniques, Toolbox};

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

    /// What it needs of the seat that it gets. What it needs of the game was looked at when it was built.
    fn needs(&self) -> Needs {
        Needs::NOTHING
    }

    /// Somebody wants to see what it thinks while it thinks, and the top of its tree. It need not show anything before it
    /// is done.
    fn show(&mut self, onlooker: Onlooker<G::Move>) {
        let _ = onlooker;
    }

    /// The player has seen a move of the real game, or an outcome of chance: the searcher may keep what it found out
    /// about the positions that are still possible. It need not be told.
    fn saw(&mut self, seen: Seen<G::Move>) {
        let _ = seen;
    }
}
