//! Whose trees a Monte-Carlo search builds where players have secrets.

use kingmaker_core::options::{Args, Kind, Schema};
use kingmaker_core::{choices, settings};

/// Every approach there is.
pub static APPROACHES: &[&Schema] = &[&SINGLE_TREE, &SEPARATE_TREES, &ONE_OBSERVER, &MANY_OBSERVERS, &REDETERMINIZE];

settings! {
    /// One tree for all worlds.
    pub struct SingleTree, pub static SINGLE_TREE = "single-tree" {
        summary: "one tree for all worlds; what is not possible in the world at hand is left out on the way",
        source: "Nijssen 2013, section 7.2.3; Cowling, Powley & Whitehouse 2012",
        options: {},
        examples: ["mcts(hidden=single-tree)"],
    }
}

choices! {
    /// How the trees of several worlds come to one decision.
    pub enum Vote {
        /// Each tree has a vote for its most visited move; visits of all trees decide between equals.
        Majority = "majority",
        /// The visits of all trees are added up.
        Average = "average",
    }
}

settings! {
    /// A tree for each world.
    pub struct SeparateTrees, pub static SEPARATE_TREES = "separate-trees" {
        summary: "a tree for each world; they vote, or add up their visits",
        source: "Nijssen 2013, section 7.2.3; Soejima, Kishimoto & Watanabe 2010; Cazenave & Jouandeau 2007",
        options: {
            vote: Vote { name: "vote", default: "majority", help: "how the trees come to one decision" },
        },
        examples: ["mcts(hidden=separate-trees)", "mcts(hidden=separate-trees(vote=average))"],
    }
}

settings! {
    /// One tree of what the searching side sees.
    pub struct OneObserver, pub static ONE_OBSERVER = "one-observer" {
        summary: "one tree of what the searching side sees: moves that look alike to it are one, and one of them is drawn",
        source: "Cowling, Powley & Whitehouse 2012 (SO-ISMCTS with partially observable moves)",
        options: {},
        examples: ["mcts(hidden=one-observer)"],
    }
}

settings! {
    /// A tree for each side.
    pub struct ManyObservers, pub static MANY_OBSERVERS = "many-observers" {
        summary: "a tree for each side, of what that side sees; whoever moves chooses in the tree of their side",
        source: "Cowling, Powley & Whitehouse 2012 (MO-ISMCTS)",
        options: {},
        examples: ["mcts(hidden=many-observers)"],
    }
}

settings! {
    /// A tree for each side, learnt in worlds that this side holds possible.
    pub struct Redeterminize, pub static REDETERMINIZE = "redeterminize" {
        summary: "a tree for each side, in which it learns only from worlds that it holds possible itself",
        source: "after Goodman 2019",
        options: {
            share: f64 {
                name: "share",
                kind: Kind::Real(0.0, 0.95),
                default: "0.5",
                help: "part of the playouts that begin in a world as another side sees it, so that its tree learns",
            },
        },
        examples: ["mcts(hidden=redeterminize)", "mcts(hidden=redeterminize(share=0.3))"],
    }
}

/// The approach as configured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Approach {
    /// One tree for all worlds.
    SingleTree,
    /// A tree for each world.
    SeparateTrees(Vote),
    /// One tree of what the searching side sees.
    OneObserver,
    /// A tree for each side.
    ManyObservers,
    /// A tree for each side, and this part of the playouts begins in a world as another side sees it.
    Redeterminize(f64),
}

impl Approach {
    /// The approach that a spec describes.
    pub fn from_args(args: &Args) -> Self {
        match args.schema() {
            schema if schema == &SEPARATE_TREES => Approach::SeparateTrees(SeparateTrees::from_args(args).vote),
            schema if schema == &ONE_OBSERVER => Approach::OneObserver,
            schema if schema == &MANY_OBSERVERS => Approach::ManyObservers,
            schema if schema == &REDETERMINIZE => Approach::Redeterminize(Redeterminize::from_args(args).share),
            _ => Approach::SingleTree,
        }
    }
}
