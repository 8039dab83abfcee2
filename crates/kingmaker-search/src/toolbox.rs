//! Which techniques there are, what each needs of a game, and how one is built from its spec.

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{Chance, Game, Knowledge, OutOfTurn, Teams};

use crate::mcts::playout::{self, Playout};
use crate::minimax::{alpha_beta, brs, brs_plus, expectimax, max_n, mp_mix, paranoid, soft_max_n};
use crate::{Searcher, greedy, mcts, random};

/// Builds a player for a game of type `G`.
pub type BuildSearcher<G> = fn(&Args, &Toolbox<G>, &G) -> Result<Box<dyn Searcher<G>>, String>;

/// Builds a playout strategy for a game of type `G`.
pub type BuildPlayout<G> = fn(&Args, &Toolbox<G>, &G) -> Result<Box<dyn Playout<G>>, String>;

/// Makes ready what the board evaluator of a game needs: [`Knowledge::prepare`].
pub type Prepare<G> = fn(&G, &(dyn Fn(f32) + Sync)) -> Result<(), String>;

/// What a technique needs beyond the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Rules,
    /// Static move ordering, of [`Knowledge`].
    Ordering,
    /// A board evaluator as well, of [`Knowledge`].
    Evaluation,
    /// Moves of players who are not to move, and evaluation: [`OutOfTurn`].
    OutOfTurn,
    /// Chance events, and evaluation: [`Chance`].
    Chance,
}

impl Need {
    /// In the words of a message: "needs ...".
    pub fn words(self) -> &'static str {
        match self {
            Need::Rules => "the rules alone",
            Need::Ordering => "static move ordering",
            Need::Evaluation => "static move ordering and a board evaluator",
            Need::OutOfTurn => "a board evaluator and moves out of turn",
            Need::Chance => "a board evaluator and chance events",
        }
    }

    /// Whether the board evaluator will be asked.
    pub fn is_evaluating(self) -> bool {
        !matches!(self, Need::Rules | Need::Ordering)
    }
}

/// Everything that can be built for one game: the rules alone offer some techniques, and each
/// capability adds those that need it.
pub struct Toolbox<G: Game> {
    searchers: Vec<(&'static Schema, BuildSearcher<G>)>,
    playouts: Vec<(&'static Schema, BuildPlayout<G>)>,
    prepare: Option<Prepare<G>>,
    has_teams: bool,
}

macro_rules! tools {
    ($($method:ident where $($bound:ident)+ $(, $field:ident = $value:expr)? => {
        $($need:ident: players { $($player:ident),* } playouts { $($playout:ident),* })+
    })*) => {
        /// Every player there is, and what it needs.
        pub static PLAYERS: &[(&Schema, Need)] = &[$($($((&$player::SCHEMA, Need::$need),)*)+)*];

        /// Every playout strategy there is.
        pub static PLAYOUTS: &[&Schema] = &[$($($(&playout::$playout::SCHEMA,)*)+)*];

        static PLAYOUT_NEEDS: &[(&str, Need)] = &[$($($((playout::$playout::NAME, Need::$need),)*)+)*];

        impl<G: Game> Toolbox<G> {
            $(
                /// Adds what this capability makes possible.
                #[allow(unused_mut, reason = "a capability may have no technique yet that needs nothing else")]
                pub fn $method(mut self) -> Self
                where
                    G: $($bound +)+,
                {
                    $($(self.searchers.push((&$player::SCHEMA, $player::build::<G>));)*)+
                    $($(self.playouts.push((&playout::$playout::SCHEMA, playout::$playout::build::<G>));)*)+
                    $(self.$field = $value;)?
                    self
                }
            )*
        }
    };
}

tools! {
    rules where Game => {
        Rules: players { random, mcts } playouts { random }
    }
    knowledge where Knowledge, prepare = Some(G::prepare) => {
        Ordering: players { greedy } playouts { greedy }
        Evaluation: players { alpha_beta, max_n, paranoid, brs_plus, mp_mix, soft_max_n } playouts {}
    }
    out_of_turn where Knowledge OutOfTurn => {
        OutOfTurn: players { brs } playouts {}
    }
    chance where Knowledge Chance => {
        Chance: players { expectimax } playouts {}
    }
    teams where Teams, has_teams = true => {
        Rules: players {} playouts {}
    }
}

/// What a player of this name needs.
pub fn need_of(name: &str) -> Option<Need> {
    PLAYERS.iter().find(|(schema, _)| schema.name == name).map(|&(_, need)| need)
}

/// Whether a player, or a playout strategy of it, asks the board evaluator.
pub fn is_evaluating(args: &Args) -> bool {
    let playout_need = |part: &Args| PLAYOUT_NEEDS.iter().find(|(name, _)| *name == part.schema().name);
    let is_needed = |part: &Args| playout_need(part).is_some_and(|(_, need)| need.is_evaluating());
    need_of(args.schema().name).is_some_and(Need::is_evaluating) || args.parts().any(is_needed)
}

impl<G: Game> Default for Toolbox<G> {
    fn default() -> Self {
        Toolbox { searchers: Vec::new(), playouts: Vec::new(), prepare: None, has_teams: false }.rules()
    }
}

impl<G: Game> Toolbox<G> {
    /// The player that `args` describe, or what the game lacks for it.
    pub fn searcher(&self, args: &Args, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
        let name = args.schema().name;
        match self.searchers.iter().find(|(schema, _)| schema.name == name) {
            Some((_, build)) => build(args, self, game),
            None => Err(lacking(name, need_of(name), self.searchers.iter().map(|(schema, _)| schema.name))),
        }
    }

    /// Whether players win together, so that the shares of all can sum to more than 1.
    pub fn has_teams(&self) -> bool {
        self.has_teams
    }

    /// Makes ready what the board evaluator needs, if there is one, and tells how much is done, from
    /// 0 to 1. The error says why it could not be kept, which does not keep it from being used.
    pub fn prepare(&self, game: &G, progress: &(dyn Fn(f32) + Sync)) -> Result<(), String> {
        self.prepare.map_or(Ok(()), |prepare| prepare(game, progress))
    }

    /// The playout strategy that `args` describe; without any, greedy where the game has static
    /// move ordering and random where it has none.
    pub fn playout(&self, args: Option<&Args>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
        let args = match args {
            Some(args) => args.clone(),
            None => {
                let is_greedy = |(schema, _): &(&Schema, _)| schema.name == playout::greedy::NAME;
                let offered = self.playouts.iter().any(is_greedy);
                let best = if offered { playout::greedy::NAME } else { playout::random::NAME };
                kingmaker_core::options::read(best, "playout", PLAYOUTS).map_err(|error| error.message)?
            }
        };
        let name = args.schema().name;
        match self.playouts.iter().find(|(schema, _)| schema.name == name) {
            Some((_, build)) => build(&args, self, game),
            None => {
                let need = PLAYOUT_NEEDS.iter().find(|(other, _)| *other == name).map(|&(_, need)| need);
                let what = format!("playout={name}");
                Err(lacking(&what, need, self.playouts.iter().map(|(schema, _)| schema.name)))
            }
        }
    }
}

fn lacking<'a>(what: &str, need: Option<Need>, offered: impl Iterator<Item = &'a str>) -> String {
    let need = need.unwrap_or(Need::Rules).words();
    format!("{what} needs {need}, which this game does not have; expected {}", offered.collect::<Vec<_>>().join(", "))
}
