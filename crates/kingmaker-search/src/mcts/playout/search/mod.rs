//! Small searches in playouts: a few plies deep, a few moves wide (Nijssen 2013, section 6.2).
//!
//! The tree is never more than the path to the position at hand and the lists of moves beside it.
//! Nothing is allocated, positions at the last ply are evaluated without being played where the
//! game can do that, and the moves after the one that is chosen are not looked for again.

mod killers;

use std::marker::PhantomData;

use kingmaker_core::options::OptionDef;
use kingmaker_core::settings::{Value as _, Word};
use kingmaker_core::{BoardEvaluator, ByPlayer, Game, Knowledge, MoveOrdering, Player, Rng, Turn, choices};

use super::{Course, Playout, play_out};
use crate::knowledge;
use crate::minimax::two_sided::Sides;
use crate::minimax::value::{Evaluator, Scale, Value, WIN};
use killers::Killers;

/// Values between which a node still matters.
pub(super) type Window = (Value, Value);

/// The window that nothing is outside of: a sure win or loss needs no alternative.
const FULL: Window = (0, WIN);

/// The values are those of the depth-first searches by default, without their random term.
pub(super) const SCALE: Scale = Scale::Share;

choices! {
    /// What decides between moves of equal value.
    pub enum Ties {
        /// The first by static move ordering.
        First = "first",
        /// Any.
        Random = "random",
    }
}

/// The option of those searches whose order of moves matters for nothing else.
pub(super) const TIES: OptionDef = OptionDef {
    name: "ties",
    kind: Ties::KIND,
    default: Some("first"),
    help: "between moves of equal value: the first by static move ordering, or any",
};

/// What those want who move in a small search.
pub(super) trait Valuation: Send {
    /// Whether there is pruning, and so a use for killer moves.
    const PRUNES: bool;

    /// What is known of a position further up.
    type Outlook: Outlook;

    /// Whether `player` likes the new better than the old.
    fn prefers(new: Value, old: Value, player: Player, sides: &Sides) -> bool;

    /// Narrows the window after a choice of `player`; `true` when the rest need not be tried.
    fn is_enough(value: Value, player: Player, sides: &Sides, window: &mut Window) -> bool;
}

/// What a position is worth to those who decide on the way to it.
pub(super) trait Outlook: Copy {
    /// By the numbers of the board evaluator.
    fn of_numbers(numbers: ByPlayer<f32>, sides: &Sides) -> Self;

    /// By what an evaluator says of a position that was reached.
    fn of_position<G: Knowledge>(evaluator: &Evaluator, game: &G, state: &G::State, sides: &Sides) -> Self;

    /// What `player` decides by.
    fn value(&self, player: Player, sides: &Sides) -> Value;
}

/// To the player at the root, by whose value everybody decides.
impl Outlook for Value {
    #[inline]
    fn of_numbers(numbers: ByPlayer<f32>, sides: &Sides) -> Self {
        SCALE.value(&numbers, &sides.teams, sides.root)
    }

    #[inline]
    fn of_position<G: Knowledge>(evaluator: &Evaluator, game: &G, state: &G::State, sides: &Sides) -> Self {
        evaluator.value(game, state, sides.root)
    }

    #[inline]
    fn value(&self, _: Player, _: &Sides) -> Value {
        *self
    }
}

/// To everybody, who all decide by their own: most are only ever looked at by one.
#[derive(Clone, Copy)]
pub(super) enum Everybody {
    Numbers(ByPlayer<f32>),
    Values(ByPlayer<Value>),
}

impl Outlook for Everybody {
    #[inline]
    fn of_numbers(numbers: ByPlayer<f32>, _: &Sides) -> Self {
        Everybody::Numbers(numbers)
    }

    #[inline]
    fn of_position<G: Knowledge>(evaluator: &Evaluator, game: &G, state: &G::State, _: &Sides) -> Self {
        Everybody::Values(evaluator.values(game, state))
    }

    #[inline]
    fn value(&self, player: Player, sides: &Sides) -> Value {
        match self {
            Everybody::Numbers(numbers) => SCALE.value(numbers, &sides.teams, player),
            Everybody::Values(values) => values[player],
        }
    }
}

/// Who moves in a small search: the player whose turn it is, unless it is said otherwise.
pub(super) trait Layers<G: Knowledge>: Send {
    /// Lists the k best choices in a position, and those of the player to move.
    fn choices(
        &mut self,
        game: &G,
        state: &mut G::State,
        sides: &Sides,
        (k, by): (usize, MoveOrdering),
        Lists { next, choices }: Lists<'_, G::Move>,
    ) {
        let _ = sides;
        game.k_best(state, by, k, next);
        in_turn(game, state, next, choices);
    }

    /// Whether `player` may be the one who chooses in a position.
    #[inline]
    fn is_reply(game: &G, state: &G::State, sides: &Sides, player: Player) -> bool {
        let _ = sides;
        game.turn(state) == Turn::Player(player)
    }

    /// Gives the turn to the player of a choice.
    #[inline]
    fn hand(game: &G, state: &mut G::State, player: Player) {
        let _ = (game, state, player);
    }

    /// Gives the turn to who is next after a choice of `player`, when it had been the turn of `to_move`.
    #[inline]
    fn hand_on(game: &G, state: &mut G::State, player: Player, to_move: Player, sides: &Sides) {
        let _ = (game, state, player, to_move, sides);
    }
}

/// Everybody moves when it is their turn.
pub(super) struct InTurn;

impl<G: Knowledge> Layers<G> for InTurn {}

/// Where the moves of a position go.
pub(super) struct Lists<'a, Move> {
    /// The best of the player to move.
    pub(super) next: &'a mut Vec<Move>,
    /// The best of all who may choose.
    pub(super) choices: &'a mut Vec<(Player, Move)>,
}

/// Replaces `choices` by moves of the player to move.
#[inline]
fn in_turn<G: Game>(game: &G, state: &G::State, moves: &[G::Move], choices: &mut Vec<(Player, G::Move)>) {
    choices.clear();
    if let Some(player) = game.turn(state).player() {
        choices.extend(moves.iter().map(|&mv| (player, mv)));
    }
}

/// Where a node is: whose search, at which level of the playout, how far below its root.
#[derive(Clone, Copy)]
struct Place {
    sides: Sides,
    /// Whose turn it is there.
    to_move: Player,
    level: usize,
    ply: usize,
}

/// The best choice so far, where it is in the list, and what it is worth to who decides.
struct Best<Move, Outlook> {
    index: Option<usize>,
    choice: (Player, Move),
    value: Value,
    outlook: Outlook,
}

/// The moves after one of the moves at the root, which may become the root's.
struct Subtree<Move> {
    next: Vec<Move>,
    is_known: bool,
}

/// A small search with its memory.
pub(super) struct SmallSearch<G: Knowledge, L> {
    layers: L,
    depth: usize,
    k: usize,
    reuses: bool,
    /// Whether any of equally good moves is played, instead of the first.
    shuffles: bool,
    knowledge: Guides,
    evaluator: Evaluator,
    killers: Killers<G::Move>,
    /// The choices at each ply.
    choices: Vec<Vec<(Player, G::Move)>>,
    /// For each choice at the root, what follows.
    subtrees: Vec<Subtree<G::Move>>,
    /// The moves of the player to move at the root, or further down where nobody reuses them.
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    /// The place of the subtree of the move that was chosen last, if it is to be reused.
    chosen: Option<usize>,
    /// The evaluation after the best choice at the root, if it was asked for.
    numbers: Option<ByPlayer<f32>>,
}

impl<G: Knowledge, L: Layers<G>> SmallSearch<G, L> {
    fn new(game: &G, layers: L, settings: &SearchSettings, killers: bool) -> Self {
        let SearchSettings { k, depth, reuse: reuses, ties, knowledge, .. } = *settings;
        // The ready-made `Knowledge::k_best` lists all moves before it picks some.
        let list = || Vec::with_capacity(game.slots());
        SmallSearch {
            layers,
            depth,
            k,
            reuses,
            shuffles: ties == Ties::Random,
            knowledge,
            evaluator: Evaluator::plain(SCALE, game.teams()).by(knowledge.evaluator),
            killers: Killers::new(if killers { depth } else { 0 }),
            choices: (0..depth).map(|_| Vec::with_capacity(k)).collect(),
            subtrees: (0..k).map(|_| Subtree { next: list(), is_known: false }).collect(),
            moves: list(),
            scratch: list(),
            chosen: None,
            numbers: None,
        }
    }

    /// The best move for the player to move, at this level of a playout.
    fn best<V: Valuation>(&mut self, game: &G, state: &G::State, level: usize, rng: &mut Rng) -> Option<G::Move> {
        let root = game.turn(state).player()?;
        let chosen = self.chosen.take();
        let mut numbers = self.numbers.take().filter(|_| chosen.is_some());
        match chosen.map(|index| &mut self.subtrees[index]) {
            Some(subtree) if subtree.is_known => std::mem::swap(&mut self.moves, &mut subtree.next),
            _ => game.k_best(state, self.knowledge.ordering, self.k, &mut self.moves),
        }
        in_turn(game, state, &self.moves, &mut self.choices[0]);
        if self.shuffles {
            // The first of equals is then any of them.
            rng.shuffle(&mut self.choices[0]);
        }
        self.killers.to_front(level, 0, &mut self.choices[0]);
        let place = Place { sides: Sides::new(root, game.teams()), to_move: root, level, ply: 0 };
        let best = self.node::<V>(game, &mut state.clone(), place, FULL, &mut numbers, None)?;
        self.chosen = best.index.filter(|_| self.reuses);
        Some(best.choice.1)
    }

    /// Tries the choices at a ply one after the other. Below the root they are only listed after the
    /// killers were tried and have not been enough; `subtree` is where moves go that may be reused.
    fn node<V: Valuation>(
        &mut self,
        game: &G,
        state: &mut G::State,
        mut place: Place,
        mut window: Window,
        numbers: &mut Option<ByPlayer<f32>>,
        subtree: Option<usize>,
    ) -> Option<Best<G::Move, V::Outlook>> {
        let Place { sides, level, ply, .. } = place;
        let mut best = None;
        let killers = if ply > 0 && V::PRUNES { self.killers.at(level, ply) } else { [None; 2] };
        if ply > 0 {
            let to_move = game.turn(state).player()?;
            place.to_move = to_move;
            for &(player, mv) in killers.iter().flatten() {
                if L::is_reply(game, state, &sides, player) {
                    L::hand(game, state, player);
                    if game.is_legal(state, mv, &mut self.scratch)
                        && self.consider::<V>(game, state, place, None, (player, mv), &mut window, numbers, &mut best)
                    {
                        let choice = best.as_ref().map_or((player, mv), |best| best.choice);
                        self.killers.remember(level, ply, choice);
                        return best;
                    }
                    L::hand(game, state, to_move);
                }
            }
            let subtree = subtree.map(|index| &mut self.subtrees[index]);
            let next = subtree.map_or(&mut self.moves, |subtree| {
                subtree.is_known = true;
                &mut subtree.next
            });
            let lists = Lists { next, choices: &mut self.choices[ply] };
            self.layers.choices(game, state, &sides, (self.k, self.knowledge.ordering), lists);
        }
        let choices = std::mem::take(&mut self.choices[ply]);
        for (index, &choice) in choices.iter().enumerate() {
            // A killer that is no reply or not legal here is not among the choices.
            if V::PRUNES && killers.contains(&Some(choice)) {
                continue;
            }
            L::hand(game, state, choice.0);
            if self.consider::<V>(game, state, place, Some(index), choice, &mut window, numbers, &mut best) {
                break;
            }
        }
        self.choices[ply] = choices;
        if let Some(best) = &best {
            self.killers.remember(level, ply, best.choice);
        }
        best
    }

    /// Tries one choice; whether the rest need not be tried.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "it is the body of two loops")]
    fn consider<V: Valuation>(
        &mut self,
        game: &G,
        state: &G::State,
        place: Place,
        index: Option<usize>,
        choice: (Player, G::Move),
        window: &mut Window,
        numbers: &mut Option<ByPlayer<f32>>,
        best: &mut Option<Best<G::Move, V::Outlook>>,
    ) -> bool {
        let (player, mv) = choice;
        let numbers = game.evaluate_after(state, self.knowledge.evaluator, numbers, mv);
        let outlook = match numbers {
            Some(numbers) if place.ply + 1 == self.depth => V::Outlook::of_numbers(numbers, &place.sides),
            numbers => self.after::<V>(game, state, place, index, choice, *window, numbers),
        };
        let value = outlook.value(player, &place.sides);
        if best.as_ref().is_none_or(|best| V::prefers(value, best.value, player, &place.sides)) {
            *best = Some(Best { index, choice, value, outlook });
            if place.ply == 0 {
                self.numbers = numbers;
            }
        }
        V::is_enough(value, player, &place.sides, window)
    }

    /// What a position is worth after a move that has to be played to know it.
    #[expect(clippy::too_many_arguments, reason = "all that a node knows")]
    fn after<V: Valuation>(
        &mut self,
        game: &G,
        state: &G::State,
        Place { sides, to_move, level, ply }: Place,
        index: Option<usize>,
        (player, mv): (Player, G::Move),
        window: Window,
        mut numbers: Option<ByPlayer<f32>>,
    ) -> V::Outlook {
        let mut next = state.clone();
        game.play(&mut next, mv);
        L::hand_on(game, &mut next, player, to_move, &sides);
        let subtree = index.filter(|_| ply == 0);
        if let Some(index) = subtree {
            self.subtrees[index].is_known = false;
        }
        if ply + 1 == self.depth || game.turn(&next).player().is_none() {
            return V::Outlook::of_position(&self.evaluator, game, &next, &sides);
        }
        let place = Place { sides, to_move, level, ply: ply + 1 };
        let found = self.node::<V>(game, &mut next, place, window, &mut numbers, subtree);
        found.expect("a player to move has a move").outlook
    }
}

/// What can be set about playouts with small searches. A strategy does not offer all of it.
pub(super) struct SearchSettings {
    /// Probability of a random move.
    pub(super) epsilon: f64,
    /// How many of the best moves are looked at.
    pub(super) k: usize,
    /// Plies of a search.
    pub(super) depth: usize,
    /// Whether killer moves are tried first.
    pub(super) killers: bool,
    /// Whether what was found is kept for the next ply.
    pub(super) reuse: bool,
    /// What decides between equals.
    pub(super) ties: Ties,
    /// What knows good moves and boards.
    pub(super) knowledge: Guides,
}

/// What of the game's knowledge a search goes by.
#[derive(Clone, Copy)]
pub(super) struct Guides {
    ordering: MoveOrdering,
    evaluator: BoardEvaluator,
}

impl Guides {
    /// Those of these names, if the game has them.
    pub(super) fn new<G: Knowledge>(game: &G, by: &Option<Word>, evaluator: &Option<Word>) -> Result<Self, String> {
        Ok(Guides { ordering: knowledge::ordering(game, by)?, evaluator: knowledge::evaluator(game, evaluator)? })
    }
}

/// A playout whose moves come from small searches.
pub(super) struct SearchPlayout<G: Knowledge, V, L> {
    epsilon: f64,
    search: SmallSearch<G, L>,
    valuation: PhantomData<V>,
}

impl<G: Knowledge, V: Valuation, L: Layers<G>> SearchPlayout<G, V, L> {
    /// The strategy as configured.
    pub(super) fn new(settings: &SearchSettings, game: &G, layers: L) -> Self {
        let search = SmallSearch::new(game, layers, settings, settings.killers && V::PRUNES);
        SearchPlayout { epsilon: settings.epsilon, search, valuation: PhantomData }
    }
}

impl<G: Knowledge, V: Valuation, L: Layers<G>> Playout<G> for SearchPlayout<G, V, L> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let (game, epsilon, search) = (course.game, self.epsilon, &mut self.search);
        search.chosen = None;
        let mut level = 0;
        play_out(course, plies, |state, rng| {
            level += 1;
            if rng.happens(epsilon) {
                search.chosen = None;
                return game.random_move(state, rng, &mut search.scratch);
            }
            search.best::<V>(game, state, level - 1, rng)
        })
    }

    fn begin(&mut self, _: &G) {
        self.search.killers.clear();
    }
}
