//! What a game may offer beyond its rules. Each is a trait of its own: a technique names those
//! it needs, and a game that lacks one does not compile with it.

use crate::game::Game;
use crate::player::{ByPlayer, Player};
use crate::rng::Rng;

/// What goes by a name in the knowledge of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The word by which players ask for it, made of what words in specs are made of.
    pub name: &'static str,
    /// One line on what it is.
    pub help: &'static str,
}

/// One of the move orderings of a game, by its place in [`Knowledge::orderings`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveOrdering(u8);

/// One of the board evaluators of a game, by its place in [`Knowledge::evaluators`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardEvaluator(u8);

/// One of the categorizations of a game, by its place in [`Categories::categorizations`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Categorization(u8);

/// One of the models of a game, by its place in [`Models::models`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Model(u8);

macro_rules! named {
    ($type:ident of $list:ident in $capability:ident) => {
        impl $type {
            /// All of them.
            pub fn all<G: $capability>(game: &G) -> impl Iterator<Item = Self> + use<G> {
                (0..game.$list().len() as u8).map($type)
            }

            /// The one of this name, if the game has it.
            pub fn find<G: $capability>(game: &G, name: &str) -> Option<Self> {
                Self::all(game).find(|found| game.$list()[found.index()].name == name)
            }

            /// Its place.
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

named! { MoveOrdering of orderings in Knowledge }
named! { BoardEvaluator of evaluators in Knowledge }
named! { Categorization of categorizations in Categories }
named! { Model of models in Models }

/// Heuristic knowledge: which positions and which moves look good. A game may know several answers to both, which have
/// names; a player is told once which to go by, and asks for it by its place.
pub trait Knowledge: Game {
    /// The move orderings there are. The first is what players go by who are not told another.
    fn orderings(&self) -> &'static [Named] {
        &[Named { name: "static", help: "the one static move ordering of this game" }]
    }

    /// The board evaluators there are. The first is what players go by who are not told another.
    fn evaluators(&self) -> &'static [Named] {
        &[Named { name: "static", help: "the one board evaluator of this game" }]
    }

    /// Makes ready what [`evaluate`](Knowledge::evaluate) needs beyond the state, such as a table
    /// that is built once and kept in a file, and tells `progress` how much is done, from 0 to 1.
    /// Evaluation works without it, but the first one may then take long. The error says why the
    /// table could not be kept, and that does not keep it from being used.
    fn prepare(&self, progress: &(dyn Fn(f32) + Sync)) -> Result<(), String> {
        progress(1.0);
        Ok(())
    }

    /// What a board evaluator says: a number per player, higher is better. Not negative.
    fn evaluate(&self, state: &Self::State, by: BoardEvaluator) -> ByPlayer<f32>;

    /// What [`evaluate`](Knowledge::evaluate) says after a legal move, where a game can tell without
    /// playing it; `None` where it cannot, and always when the move ends the game. `before` is the
    /// evaluation of `state`, if it is known: a game that needs it and does not find it leaves it
    /// there for the next move. Small searches in playouts ask for little else.
    #[inline]
    fn evaluate_after(
        &self,
        state: &Self::State,
        by: BoardEvaluator,
        before: &mut Option<ByPlayer<f32>>,
        mv: Self::Move,
    ) -> Option<ByPlayer<f32>> {
        let _ = (state, by, before, mv);
        None
    }

    /// What a move ordering says: how good a legal move looks without playing it.
    fn priority(&self, state: &Self::State, by: MoveOrdering, mv: Self::Move) -> i32;

    /// A legal move of the highest priority, ties broken uniformly at random; `None` when it is
    /// no player's turn. A game overrides this where it can do without the list of moves.
    #[inline]
    fn greedy_move(
        &self,
        state: &Self::State,
        by: MoveOrdering,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        greediest(self, state, by, rng, scratch)
    }

    /// Replaces the contents of `out` by the `k` legal moves of the highest priority, best
    /// first, equal ones in the order of moves.
    fn k_best(&self, state: &Self::State, by: MoveOrdering, k: usize, out: &mut Vec<Self::Move>) {
        k_greediest(self, state, by, k, out);
    }
}

/// Up to so many moves, [`Knowledge::k_best`] does without allocation.
const FEW: usize = 16;

/// Moves of players who are not to move, as Best-Reply Search asks for them, which also goes by [`Knowledge`].
pub trait OutOfTurn: Knowledge {
    /// Replaces the contents of `out` by the moves that `player` would have if it were their
    /// turn, sorted; by nothing when they could not move, at the turn of chance, or when the game
    /// is over.
    fn legal_moves_of(&self, state: &Self::State, player: Player, out: &mut Vec<Self::Move>);

    /// Whether `player` would have a move if it were their turn. A game overrides this where it can
    /// tell without a list.
    fn can_move(&self, state: &Self::State, player: Player) -> bool {
        let mut moves = Vec::new();
        self.legal_moves_of(state, player, &mut moves);
        !moves.is_empty()
    }

    /// Gives the turn to `player`, who must have a legal move.
    fn hand_turn(&self, state: &mut Self::State, player: Player);
}

/// Chance events with known probabilities.
pub trait Chance: Game {
    /// Tells `each` every possible outcome and its probability, sorted by outcome; nothing when it is not the turn of
    /// chance. Probabilities are positive and sum to 1.
    fn outcomes(&self, state: &Self::State, each: &mut dyn FnMut(Self::Move, f64));
}

/// Secrets. Players are only ever handed a [`View`](crate::View), which is made and opened here.
pub trait HiddenInformation: Game {
    /// Takes out of a state what `observer` may not know, so that any two states become equal that they cannot tell
    /// apart. Whose turn it is and the legal moves of the observer can still be read off it; its other moves mean
    /// nothing. Doing it twice changes nothing.
    fn hide(&self, state: &mut Self::State, observer: Player);

    /// Tells `each` every state that `observer` holds possible in this view, and how likely it is to them. Weights are
    /// positive and sum to 1. A team knows together what one of its members knows.
    fn worlds(&self, view: &Self::State, observer: Player, each: &mut dyn FnMut(Self::State, f64));

    /// One of these states, drawn with its weight. A game overrides this where it can do without listing all.
    fn determinize(&self, view: &Self::State, observer: Player, rng: &mut Rng) -> Self::State {
        let mut left = rng.unit();
        let mut drawn = None;
        self.worlds(view, observer, &mut |world, weight| {
            if drawn.is_none() || left >= 0.0 {
                drawn = Some(world);
                left -= weight;
            }
        });
        drawn.expect("some state is possible in every view")
    }

    /// Whether `observer` knows everything at all times: they have secrets, and nobody has secrets from them.
    fn knows_all(&self, observer: Player) -> bool {
        let _ = observer;
        false
    }

    /// What `observer` sees of a move or an outcome of chance that is about to happen in `state`: the same move if
    /// they see all of it, else one that stands for all that look the same to them. That one has a text and a slot like
    /// others, and is never legal.
    fn seen(&self, state: &Self::State, mv: Self::Move, observer: Player) -> Self::Move;
}

/// What tells likely worlds from unlikely ones: each world that somebody holds possible belongs to a category, and how
/// often the truth belongs to which is learnt from games (Location Categorization, Nijssen 2013, section 7.2.5).
pub trait Categories: Game {
    /// The categorizations there are. The first is what players go by who are not told another.
    fn categorizations(&self) -> &'static [Named];

    /// How many categories a categorization has.
    fn categories(&self, by: Categorization) -> usize;

    /// The category of a world, counted from 0.
    fn category(&self, world: &Self::State, by: Categorization) -> usize;

    /// Tables that were learnt before, by name, as texts of the kind that `kingmaker learn` writes. The first is what
    /// players go by who are not told another.
    fn learnt(&self) -> &'static [(&'static str, &'static str)];
}

/// Games that stand for this one in a search, because they are smaller: less is allowed, fewer move, or a few made-up
/// moves stand for many (Representative Moves, Taucer et al. 2018). Their positions need not be ones of this game.
pub trait Models: Game + Sized {
    /// The models there are.
    fn models(&self) -> &'static [Named];

    /// The game in which `observer` searches, who knows this much of the position and has something to do there. This
    /// game may itself be a model, to which another is added.
    fn model(&self, known: &Self::State, observer: Player, by: Model) -> Self;

    /// What the observer does in this game where a search in the model chose `mv`: a legal move.
    fn real_move(&self, known: &Self::State, observer: Player, by: Model, mv: Self::Move) -> Self::Move {
        let _ = (known, observer, by);
        mv
    }
}

/// Moves as numbers: those whose numbers are close do much the same, so that a few can stand for all.
pub trait Features: Game {
    /// What the numbers are, a few words for each.
    fn features(&self) -> &'static [&'static str];

    /// Describes a legal move by as many numbers, in any unit.
    fn describe(&self, state: &Self::State, mv: Self::Move, out: &mut [f32]);
}

/// What [`greedy_move`](Knowledge::greedy_move) does in games without a faster way: looks at every legal move.
pub fn greediest<G: Knowledge + ?Sized>(
    game: &G,
    state: &G::State,
    by: MoveOrdering,
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
) -> Option<G::Move> {
    game.legal_moves(state, scratch);
    let mut best: Option<(i32, G::Move)> = None;
    let mut ties = 0;
    for &mv in scratch.iter() {
        let priority = game.priority(state, by, mv);
        match best {
            Some((highest, _)) if priority < highest => {}
            Some((highest, _)) if priority == highest => {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = Some((priority, mv));
                }
            }
            _ => {
                best = Some((priority, mv));
                ties = 1;
            }
        }
    }
    best.map(|(_, mv)| mv)
}

/// What [`k_best`](Knowledge::k_best) does in games without a faster way: looks at every legal move.
pub fn k_greediest<G: Knowledge + ?Sized>(
    game: &G,
    state: &G::State,
    by: MoveOrdering,
    k: usize,
    out: &mut Vec<G::Move>,
) {
    game.legal_moves(state, out);
    if k > FEW {
        out.sort_by_cached_key(|&mv| std::cmp::Reverse(game.priority(state, by, mv)));
        out.truncate(k);
        return;
    }
    // Playouts ask for a few moves and may not allocate: insertion into a short list.
    let mut best: [Option<(i32, G::Move)>; FEW] = [None; FEW];
    for &mv in out.iter() {
        let priority = game.priority(state, by, mv);
        let worse = |kept: &Option<(i32, G::Move)>| kept.is_none_or(|(other, _)| other < priority);
        if let Some(place) = best[..k].iter().position(worse) {
            best[place..k].rotate_right(1);
            best[place] = Some((priority, mv));
        }
    }
    out.clear();
    out.extend(best[..k].iter().flatten().map(|&(_, mv)| mv));
}
