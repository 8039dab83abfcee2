//! Which capabilities a game has, found by its type.
//!
//! A trait bound says that a game *must* have a capability. Where it only *may*, the compiler can still tell, if it knows the
//! type: [`tell_capabilities!`](crate::tell_capabilities) asks for each of them, and calls what is there for games that
//! have it. So nobody repeats by hand what the `impl`s of a game say already.

use std::marker::PhantomData;

use crate::capability::{Categories, Features, Knowledge, Models, OutOfTurn};
use crate::game::Game;

/// Something that is told what a game is capable of: one call for each capability that it has.
pub trait Capable<G: Game> {
    /// The game has [`Knowledge`].
    fn knowledge(&mut self)
    where
        G: Knowledge,
    {
    }

    /// The game has moves [`OutOfTurn`].
    fn out_of_turn(&mut self)
    where
        G: OutOfTurn,
    {
    }

    /// The game has [`Categories`].
    fn categories(&mut self)
    where
        G: Categories,
    {
    }

    /// The game has [`Models`].
    fn models(&mut self)
    where
        G: Models,
    {
    }

    /// The game has [`Features`].
    fn features(&mut self)
    where
        G: Features,
    {
    }
}

/// Stands for a game whose capabilities are asked for.
pub struct Probe<G>(PhantomData<G>);

impl<G> Probe<G> {
    /// For this type of game.
    #[allow(clippy::new_without_default, reason = "it is only ever made by a macro")]
    pub fn new() -> Self {
        Probe(PhantomData)
    }

    /// For the type of this game.
    pub fn of(_: &G) -> Self {
        Probe::new()
    }
}

/// For each capability two traits with one method of the same name. A call finds the first where the game has the
/// capability; else the compiler takes one more reference, and finds the second.
macro_rules! probes {
    ($($bound:ident, $method:ident, $has:ident, $lacks:ident;)*) => {
        $(
            #[doc(hidden)]
            pub trait $has<G: Game> {
                fn $method(&self, told: &mut impl Capable<G>);
            }

            impl<G: $bound> $has<G> for Probe<G> {
                fn $method(&self, told: &mut impl Capable<G>) {
                    told.$method();
                }
            }

            #[doc(hidden)]
            pub trait $lacks<G: Game> {
                fn $method(&self, _: &mut impl Capable<G>) {}
            }

            impl<G: Game> $lacks<G> for &Probe<G> {}
        )*

        /// Tells something, a [`Capable`](crate::capabilities::Capable), each capability that a type of game has, or
        /// with `of` before it, the type of a value.
        #[macro_export]
        macro_rules! tell_capabilities {
            (of $game:expr, $told:expr) => {
                $crate::tell_capabilities!(by $crate::capabilities::Probe::of($game), $told)
            };
            (by $probe:expr, $told:expr) => {{
                #[allow(unused_imports, reason = "which of them are used depends on the game")]
                use $crate::capabilities::{$($has as _, $lacks as _,)*};
                let (probe, told) = (&$probe, $told);
                $(probe.$method(told);)*
            }};
            ($game:ty, $told:expr) => {
                $crate::tell_capabilities!(by $crate::capabilities::Probe::<$game>::new(), $told)
            };
        }
    };
}

probes! {
    Knowledge, knowledge, HasKnowledge, LacksKnowledge;
    OutOfTurn, out_of_turn, HasOutOfTurn, LacksOutOfTurn;
    Categories, categories, HasCategories, LacksCategories;
    Models, models, HasModels, LacksModels;
    Features, features, HasFeatures, LacksFeatures;
}
