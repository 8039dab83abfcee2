//! How a toolbox is filled: by what the type of the game offers, and with techniques of one's own.

use kingmaker_core::options::Schema;
use kingmaker_core::settings::Settings;
use kingmaker_core::{Capable, Categories, Features, Game, Knowledge, Models, OutOfTurn};

use super::{BELIEFS, Need, PLAYOUTS, POLICIES, SELECTIONS, Shelf, Toolbox};
use crate::Searcher;
use crate::hidden::belief::Belief;
use crate::mcts::playout::Playout;
use crate::mcts::policy::Policy;
use crate::mcts::selection::Selection;

/// Techniques of one's own, for all games that offer what they need. Each method is called for every game with the
/// capability in its name, and puts on the shelves what needs no more than that.
pub trait Techniques {
    /// Puts on the shelves what needs the rules alone.
    fn rules<G: Game>(&self, toolbox: &mut Toolbox<G>) {
        let _ = toolbox;
    }

    /// Puts on the shelves what needs static move ordering or a board evaluator.
    fn knowledge<G: Knowledge>(&self, toolbox: &mut Toolbox<G>) {
        let _ = toolbox;
    }

    /// Puts on the shelves what needs moves out of turn as well.
    fn out_of_turn<G: OutOfTurn>(&self, toolbox: &mut Toolbox<G>) {
        let _ = toolbox;
    }
}

/// None but ours.
impl Techniques for () {}

/// A technique from outside, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Addition {
    /// Its name and options.
    pub schema: &'static Schema,
    /// What it needs of a game.
    pub need: Need,
    /// Ours of the same sort; `None` if it is a whole player.
    pub among: Option<&'static [&'static Schema]>,
}

/// How a technique is made from its settings.
pub type Make<S, G, T> = fn(&S, &Toolbox<G>, &G) -> Result<Box<T>, String>;

macro_rules! put {
    ($($(#[$doc:meta])* $method:ident: $shelf:ident of dyn $kind:ident, $among:expr;)*) => {
        impl<G: Game> Toolbox<G> {
            $(
                $(#[$doc])*
                pub fn $method<S: Settings + 'static>(&mut self, make: Make<S, G, dyn $kind<G>>) {
                    self.additions.push(Addition { schema: S::SCHEMA, need: self.adding, among: $among });
                    put(&mut self.$shelf, make);
                }
            )*
        }
    };
}

put! {
    /// Puts a whole player on the shelf.
    put_player: searchers of dyn Searcher, None;
    /// Puts a search policy on the shelf.
    put_policy: policies of dyn Policy, Some(POLICIES);
    /// Puts a selection strategy on the shelf.
    put_selection: selections of dyn Selection, Some(SELECTIONS);
    /// Puts a playout strategy on the shelf.
    put_playout: playouts of dyn Playout, Some(PLAYOUTS);
    /// Puts a belief about worlds on the shelf.
    put_belief: beliefs of dyn Belief, Some(BELIEFS);
}

fn put<S: Settings + 'static, G: Game, T: ?Sized + 'static>(shelf: &mut Shelf<G, T>, make: Make<S, G, T>) {
    shelf.push((S::SCHEMA, Box::new(move |args, toolbox, game| make(&S::from_args(args), toolbox, game))));
}

/// A toolbox on its way to be filled, which is told what the game is capable of.
pub struct Stock<'a, G: Game, T: Techniques> {
    toolbox: Toolbox<G>,
    techniques: &'a T,
}

impl<'a, G: Game, T: Techniques> Stock<'a, G, T> {
    /// What the rules alone make possible.
    pub fn new(techniques: &'a T) -> Self {
        let mut toolbox = Toolbox::default();
        techniques.rules(&mut toolbox);
        Stock { toolbox, techniques }
    }

    /// What has come together.
    pub fn toolbox(self) -> Toolbox<G> {
        self.toolbox
    }

    fn add(&mut self, add: impl FnOnce(Toolbox<G>) -> Toolbox<G>) {
        self.toolbox = add(std::mem::take(&mut self.toolbox));
    }
}

impl<G: Game, T: Techniques> Capable<G> for Stock<'_, G, T> {
    fn knowledge(&mut self)
    where
        G: Knowledge,
    {
        self.add(Toolbox::knowledge);
        self.toolbox.adding = Need::Evaluation;
        self.techniques.knowledge(&mut self.toolbox);
    }

    fn out_of_turn(&mut self)
    where
        G: OutOfTurn,
    {
        self.add(Toolbox::out_of_turn);
        self.toolbox.adding = Need::OutOfTurnEvaluation;
        self.techniques.out_of_turn(&mut self.toolbox);
    }

    fn categories(&mut self)
    where
        G: Categories,
    {
        self.add(Toolbox::categories);
    }

    fn models(&mut self)
    where
        G: Models,
    {
        self.add(Toolbox::models);
    }

    fn features(&mut self)
    where
        G: Features,
    {
        self.add(Toolbox::features);
    }
}

/// All techniques that a type of game can be played by, as far as its capabilities go: `toolbox!(Focus)`, or
/// `toolbox!(Focus, &techniques)` with [techniques of one's own](Techniques). For the type of a value it is
/// `toolbox!(of &game, &techniques)`.
#[macro_export]
macro_rules! toolbox {
    (of $game:expr, $techniques:expr) => {{
        let mut stock = $crate::toolbox::Stock::new($techniques);
        $crate::kingmaker_core::tell_capabilities!(of $game, &mut stock);
        stock.toolbox()
    }};
    ($game:ty) => {
        $crate::toolbox!($game, &())
    };
    ($game:ty, $techniques:expr) => {{
        let mut stock = $crate::toolbox::Stock::<$game, _>::new($techniques);
        $crate::kingmaker_core::tell_capabilities!($game, &mut stock);
        stock.toolbox()
    }};
}
