//! Which techniques there are, what each needs of a game, and how one is built from its spec.

mod stock;

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::settings::Word;
use kingmaker_core::{Categories, Features, Game, Knowledge, Models, Named, OutOfTurn, View};

use crate::hidden::belief::{self, Belief};
use crate::hidden::learnt::CategoriesOf;
use crate::mcts::playout::{self, Playout};
use crate::mcts::policy::{self, Policy};
use crate::mcts::selection::{self, Selection};
use crate::minimax::{alpha_beta, brs, brs_plus, expectimax, max_n, mp_mix, paranoid, soft_max_n};
use crate::modelled::{self, ModelsOf};
use crate::representatives::{FeaturesOf, Representatives};
use crate::{Searcher, greedy, mcts, random};

pub use stock::{Addition, Make, Stock, Techniques};

/// Builds something that a spec describes for a game of type `G`.
type Build<G, T> = Box<dyn Fn(&Args, &Toolbox<G>, &G) -> Result<Box<T>, String> + Send + Sync>;

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
    /// Moves of players who are not to move: [`OutOfTurn`].
    OutOfTurn,
    /// Those, and a board evaluator.
    OutOfTurnEvaluation,
    /// Worlds in categories: [`Categories`].
    Categories,
}

impl Need {
    /// In the words of a message: "needs ...".
    pub fn words(self) -> &'static str {
        match self {
            Need::Rules => "the rules alone",
            Need::Ordering => "static move ordering",
            Need::Evaluation => "static move ordering and a board evaluator",
            Need::OutOfTurn => "moves out of turn",
            Need::OutOfTurnEvaluation => "a board evaluator and moves out of turn",
            Need::Categories => "worlds in categories",
        }
    }

    /// Whether the board evaluator will be asked.
    pub fn is_evaluating(self) -> bool {
        matches!(self, Need::Evaluation | Need::OutOfTurnEvaluation)
    }
}

/// Everything that can be built for one game: the rules alone offer some techniques, and each
/// capability adds those that need it.
pub struct Toolbox<G: Game> {
    searchers: Shelf<G, dyn Searcher<G>>,
    playouts: Shelf<G, dyn Playout<G>>,
    policies: Shelf<G, dyn Policy<G>>,
    selections: Shelf<G, dyn Selection<G>>,
    beliefs: Shelf<G, dyn Belief<G>>,
    models: Option<ModelsOf<G>>,
    features: Option<FeaturesOf<G>>,
    categories: Option<CategoriesOf<G>>,
    prepare: Option<Prepare<G>>,
    orderings: Names<G>,
    evaluators: Names<G>,
    /// What came from outside.
    additions: Vec<Addition>,
    /// What the next addition needs.
    adding: Need,
}

/// Asks a game what goes by a name in its knowledge.
type Names<G> = fn(&G) -> &'static [Named];

type Shelf<G, T> = Vec<(&'static Schema, Build<G, T>)>;

macro_rules! tools {
    ($($method:ident where $($bound:ident)+ $(, $field:ident = $value:expr)* => {
        $($need:ident {
            $(players { $($player:ident),* })?
            $(policies { $($policy:ident),* })?
            $(selections { $($selection:ident),* })?
            $(playouts { $($playout:ident),* })?
            $(beliefs { $($belief:ident),* })?
        })*
    })*) => {
        /// Every player there is, and what it needs.
        pub static PLAYERS: &[(&Schema, Need)] = &[$($($($((&$player::SCHEMA, Need::$need),)*)?)*)*];

        /// Every search policy there is.
        pub static POLICIES: &[&Schema] = &[$($($($(&policy::$policy::SCHEMA,)*)?)*)*];

        /// Every selection strategy there is.
        pub static SELECTIONS: &[&Schema] = &[$($($($(&selection::$selection::SCHEMA,)*)?)*)*];

        /// Every belief about worlds there is.
        pub static BELIEFS: &[&Schema] = &[$($($($(&belief::$belief::SCHEMA,)*)?)*)*];

        const COUNT: usize = [$($($($(stringify!($playout),)*)?)*)*].len();

        /// Every playout strategy there is, as a table of its own that those refer to which rest on
        /// others.
        pub(crate) static PLAYOUT_TABLE: [&Schema; COUNT] = [$($($($(&playout::$playout::SCHEMA,)*)?)*)*];

        /// Every playout strategy there is.
        pub static PLAYOUTS: &[&Schema] = &PLAYOUT_TABLE;

        /// What each part of a player needs.
        static PARTS: &[(&Schema, Need)] = &[$($(
            $($((&policy::$policy::SCHEMA, Need::$need),)*)?
            $($((&selection::$selection::SCHEMA, Need::$need),)*)?
            $($((&playout::$playout::SCHEMA, Need::$need),)*)?
            $($((&belief::$belief::SCHEMA, Need::$need),)*)?
        )*)*];

        /// The checks of the settings of everything there is.
        #[cfg(test)]
        static SETTINGS: &[fn()] = &[$($(
            $($(tests::check_settings::<$player::Settings>,)*)?
            $($(tests::check_settings::<policy::$policy::Settings>,)*)?
            $($(tests::check_settings::<selection::$selection::Settings>,)*)?
            $($(tests::check_settings::<playout::$playout::Settings>,)*)?
            $($(tests::check_settings::<belief::$belief::Settings>,)*)?
        )*)*];

        impl<G: Game> Toolbox<G> {
            $(
                /// Adds what this capability makes possible.
                #[allow(unused_mut, reason = "a capability may have no technique yet that needs nothing else")]
                pub fn $method(mut self) -> Self
                where
                    G: $($bound +)+,
                {
                    $($($(self.searchers.push((&$player::SCHEMA, Box::new(|args, toolbox, game| {
                        $player::build::<G>(&$player::Settings::from_args(args), toolbox, game)
                    })));)*)?)*
                    $($($(self.policies.push((&policy::$policy::SCHEMA, Box::new(|args, toolbox, game| {
                        policy::$policy::build::<G>(&policy::$policy::Settings::from_args(args), toolbox, game)
                    })));)*)?)*
                    $($($(self.selections.push((&selection::$selection::SCHEMA, Box::new(|args, toolbox, game| {
                        selection::$selection::build::<G>(&selection::$selection::Settings::from_args(args), toolbox, game)
                    })));)*)?)*
                    $($($(self.playouts.push((&playout::$playout::SCHEMA, Box::new(|args, toolbox, game| {
                        playout::$playout::build::<G>(&playout::$playout::Settings::from_args(args), toolbox, game)
                    })));)*)?)*
                    $($($(self.beliefs.push((&belief::$belief::SCHEMA, Box::new(|args, toolbox, game| {
                        belief::$belief::build::<G>(&belief::$belief::Settings::from_args(args), toolbox, game)
                    })));)*)?)*
                    $(self.$field = $value;)*
                    self
                }
            )*
        }
    };
}

tools! {
    rules where Game => {
        Rules {
            players { random, mcts }
            policies { max_n, paranoid, first }
            selections { uct, tuned, history, n_gram, amaf, rave, grave, extended_rave }
            playouts { random, mast, nst, lgr, mix, roles }
            beliefs { plain }
        }
    }
    knowledge where Knowledge, prepare = Some(G::prepare), orderings = G::orderings, evaluators = G::evaluators => {
        Ordering {
            players { greedy }
            policies { brs_plus }
            selections { bias, prior, widening }
            playouts { greedy }
        }
        Evaluation {
            players { alpha_beta, max_n, paranoid, brs_plus, mp_mix, soft_max_n, expectimax }
            policies { mp_mix }
            selections { implicit }
            playouts { one_ply, max_n2, paranoid2, cutoff }
        }
    }
    out_of_turn where OutOfTurn => {
        OutOfTurn {
            policies { brs }
        }
        OutOfTurnEvaluation {
            players { brs }
            playouts { brs2 }
        }
    }
    categories where Categories, categories = Some(CategoriesOf::new()) => {
        Categories {
            beliefs { categories }
        }
    }
    models where Models, models = Some(ModelsOf::new()) => {}
    features where Features, features = Some(FeaturesOf::new()) => {}
}

/// Whether a player, or some part of it, asks the board evaluator.
pub fn is_evaluating(args: &Args) -> bool {
    let need = PLAYERS.iter().chain(PARTS).find(|(schema, _)| std::ptr::eq(*schema, args.schema()));
    need.is_some_and(|(_, need)| need.is_evaluating()) || args.parts().any(is_evaluating)
}

impl<G: Game> Default for Toolbox<G> {
    fn default() -> Self {
        let toolbox = Toolbox {
            searchers: Vec::new(),
            playouts: Vec::new(),
            policies: Vec::new(),
            selections: Vec::new(),
            beliefs: Vec::new(),
            models: None,
            features: None,
            categories: None,
            prepare: None,
            orderings: |_| &[],
            evaluators: |_| &[],
            additions: Vec::new(),
            adding: Need::Rules,
        };
        toolbox.rules()
    }
}

impl<G: Game> Toolbox<G> {
    /// The player that `args` describe, or what the game lacks for it.
    pub fn searcher(&self, args: &Args, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
        self.take(&self.searchers, &[], args, "", game)
    }

    /// What came from outside.
    pub fn additions(&self) -> &[Addition] {
        &self.additions
    }

    /// Makes ready what the board evaluator needs, if there is one, and tells how much is done, from
    /// 0 to 1. The error says why it could not be kept, which does not keep it from being used.
    pub fn prepare(&self, game: &G, progress: &(dyn Fn(f32) + Sync)) -> Result<(), String> {
        self.prepare.map_or(Ok(()), |prepare| prepare(game, progress))
    }

    /// The move orderings that players of this game can be told to go by.
    pub fn orderings(&self, game: &G) -> &'static [Named] {
        (self.orderings)(game)
    }

    /// The board evaluators that players of this game can be told to go by.
    pub fn evaluators(&self, game: &G) -> &'static [Named] {
        (self.evaluators)(game)
    }

    /// The search policy that `args` describe; without any, max^n.
    pub fn policy(&self, args: Option<&Args>, game: &G) -> Result<Box<dyn Policy<G>>, String> {
        let args = given_or(args, &policy::max_n::SCHEMA);
        self.take(&self.policies, POLICIES, &args, "policy=", game)
    }

    /// The selection strategy that `args` describe; without any, UCT.
    pub fn selection(&self, args: Option<&Args>, game: &G) -> Result<Box<dyn Selection<G>>, String> {
        let args = given_or(args, &selection::uct::SCHEMA);
        self.take(&self.selections, SELECTIONS, &args, "select=", game)
    }

    /// The playout strategy that `args` describe; without any, greedy where the game has static
    /// move ordering and random where it has none.
    pub fn playout(&self, args: Option<&Args>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
        let is_greedy = |(schema, _): &(&Schema, _)| std::ptr::eq(*schema, &playout::greedy::SCHEMA);
        let is_offered = self.playouts.iter().any(is_greedy);
        let best = if is_offered { &playout::greedy::SCHEMA } else { &playout::random::SCHEMA };
        self.take(&self.playouts, PLAYOUTS, &given_or(args, best), "playout=", game)
    }

    /// The belief about worlds that `args` describe; without any, what the rules say.
    pub fn belief(&self, args: Option<&Args>, game: &G) -> Result<Box<dyn Belief<G>>, String> {
        let args = given_or(args, &belief::plain::SCHEMA);
        self.take(&self.beliefs, BELIEFS, &args, "belief=", game)
    }

    /// The model of this name in which whoever has this view would search; of several names with `+` between them, a model
    /// of a model.
    pub fn model(&self, name: &str, game: &G, view: &View<'_, G>) -> Result<G, String> {
        modelled::model(self.models, name, game, view)
    }

    /// The models that players of this game can search in.
    pub fn models_of(&self, game: &G) -> &'static [Named] {
        self.models.as_ref().map_or(&[], |models| models.names(game))
    }

    /// The numbers that describe moves of this game, if there are any.
    pub fn features_of(&self, game: &G) -> &'static [&'static str] {
        self.features.as_ref().map_or(&[], |features| features.names(game))
    }

    /// What finds so many moves that stand for all, if that is asked for.
    pub(crate) fn representatives(&self, k: Option<usize>) -> Result<Option<Representatives<G>>, String> {
        Representatives::new(self.features, k)
    }

    /// How worlds of this game are sorted into categories, if they are.
    pub fn categories_of(&self) -> Option<CategoriesOf<G>> {
        self.categories
    }

    /// The same player, who searches in the model of this name if one is named.
    pub fn modelled(
        &self,
        name: &Option<Word>,
        game: &G,
        searcher: Box<dyn Searcher<G>>,
    ) -> Result<Box<dyn Searcher<G>>, String> {
        modelled::modelled(self.models, name, game, searcher)
    }

    fn take<T: ?Sized>(
        &self,
        shelf: &Shelf<G, T>,
        among: &[&'static Schema],
        args: &Args,
        option: &str,
        game: &G,
    ) -> Result<Box<T>, String> {
        let is_asked_for = |schema: &Schema| std::ptr::eq(schema, args.schema());
        args.check()?;
        if let Some((_, build)) = shelf.iter().find(|(schema, _)| is_asked_for(schema)) {
            return build(args, self, game);
        }
        // A part of another sort, or from outside, is missing for no lack of the game.
        let is_of_this_sort = among.is_empty() || among.contains(&args.schema());
        let need = PLAYERS.iter().chain(PARTS).find(|(schema, _)| is_of_this_sort && is_asked_for(schema));
        let reason = need.map_or_else(
            || "is none of those that this game has".to_owned(),
            |(_, need)| format!("needs {}, which this game does not have", need.words()),
        );
        // Only what can be played is worth a try.
        let is_suited =
            |(schema, build): &&(&'static Schema, Build<G, T>)| build(&schema.defaults(), self, game).is_ok();
        let offered: Vec<&str> = shelf.iter().filter(is_suited).map(|(schema, _)| schema.name).collect();
        Err(format!("{option}{} {reason}; expected {}", args.schema().name, offered.join(", ")))
    }
}

fn given_or(args: Option<&Args>, schema: &'static Schema) -> Args {
    args.map_or_else(|| schema.defaults(), Args::clone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hidden::approach;
    use crate::mcts::backup;
    use kingmaker_core::options::read;
    use kingmaker_core::settings::Settings;

    /// All parts of this schema in a spec, and the spec itself if it is of it.
    fn all_of<'a>(args: &'a Args, schema: &'static Schema, found: &mut Vec<&'a Args>) {
        if args.schema() == schema {
            found.push(args);
        }
        args.parts().for_each(|part| all_of(part, schema, found));
    }

    /// Settings are read and written without loss, and their defaults are those of the schema. The examples of parts are
    /// of players that have them.
    pub(super) fn check_settings<S: Settings>() {
        let players: Vec<&'static Schema> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
        let plain = read(S::SCHEMA.name, "thing", &[S::SCHEMA]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(S::default().to_args(), plain);
        assert!(!S::SCHEMA.examples.is_empty(), "{plain} has no example");
        for example in S::SCHEMA.examples {
            let args = read(example, "player", &players).unwrap_or_else(|error| panic!("{error}"));
            let mut found = Vec::new();
            all_of(&args, S::SCHEMA, &mut found);
            assert!(!found.is_empty(), "{example} is no example of {plain}");
            for args in found {
                let settings = S::from_args(args);
                assert_eq!(settings.to_args(), *args, "{example}");
                assert_eq!(settings.to_string(), args.to_string());
                assert_eq!(args.check(), Ok(()));
            }
        }
    }

    #[test]
    fn settings_are_read_and_written_without_loss() {
        SETTINGS.iter().for_each(|check| check());
        assert_eq!(SETTINGS.len(), PLAYERS.len() + PARTS.len());
        check_settings::<backup::Average>();
        check_settings::<backup::Max>();
        check_settings::<backup::Mix>();
        assert_eq!(backup::BACKUPS.len(), 3);
        check_settings::<approach::SingleTree>();
        check_settings::<approach::SeparateTrees>();
        check_settings::<approach::OneObserver>();
        check_settings::<approach::ManyObservers>();
        check_settings::<approach::Redeterminize>();
        assert_eq!(approach::APPROACHES.len(), 5);
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let game = kingmaker_games::focus::Focus::new(3, 100);
        let settings = mcts::Settings { c: -1.0, ..Default::default() };
        let expected = "'c' of mcts takes a number from 0 to 100, not '-1'";
        assert_eq!(Toolbox::default().searcher(&settings.to_args(), &game).err().as_deref(), Some(expected));
        let settings_of_another_sort =
            mcts::Settings { policy: selection::uct::SCHEMA.defaults(), ..Default::default() };
        let error = mcts::Mcts::new(&settings_of_another_sort, &Toolbox::default(), &game).err().unwrap_or_default();
        assert!(error.starts_with("policy=uct is none of those that this game has; expected max-n"), "{error}");
        assert_eq!(mcts::Mcts::new(&settings, &Toolbox::default(), &game).err().as_deref(), Some(expected));
    }
}
