//! Small searches in playouts: a few plies deep, a few moves wide (Nijssen 2013, section 6.2).
//!
//! The tree is never more than the path to the position at hand and the lists of moves beside it.
//! Nothing is allocated, positions at the last ply are evaluated without being played where the
//! game can do that, and the moves after the one that is chosen are not looked for again.

mod killers;

use kingmaker_core::options::Args;
use kingmaker_core::{ByPlayer, Game, Knowledge, Player, Rng};

use super::{BEST, EPSILON, Playout, play_out};
use crate::budget::Clock;
use crate::mcts::line::Line;
use crate::minimax::value::{Evaluator, Scale, Value, WIN};
use killers::Killers;

/// Values between which a node still matters.
pub(super) type Window = (Value, Value);

/// The window that nothing is outside of: a sure win or loss needs no alternative.
const FULL: Window = (0, WIN);

/// The values are those of the depth-first searches by default, without their random term.
pub(super) const SCALE: Scale = Scale::Share;

/// Who moves in a small search, and what they want.
pub(super) trait Technique<G: Knowledge>: Send {
    /// What a position is worth.
    type Worth: Copy + Send;

    /// What the numbers of the board evaluator are worth.
    fn heuristic(numbers: &ByPlayer<f32>, root: Player) -> Self::Worth;

    /// What a position with these values is worth.
    fn exact(values: &ByPlayer<Value>, root: Player) -> Self::Worth;

    /// Whether `player` likes the new better than the old.
    fn prefers(new: Self::Worth, old: Self::Worth, player: Player, root: Player) -> bool;

    /// Narrows the window after a choice of `player`; `true` when the rest need not be tried.
    fn is_enough(worth: Self::Worth, player: Player, root: Player, window: &mut Window) -> bool;

    /// Whether there is pruning, and so a use for killer moves.
    const PRUNES: bool;

    /// Replaces `replies` by the k best choices in a position, and `next` by those of the player to move.
    fn choices(
        &mut self,
        game: &G,
        state: &mut G::State,
        root: Player,
        k: usize,
        scratch: &mut Vec<G::Move>,
        (next, choices): (&mut Vec<G::Move>, &mut Vec<(Player, G::Move)>),
    ) {
        let _ = root;
        k_best(game, state, k, scratch, next);
        in_turn(game, state, next, choices);
    }

    /// Gives the turn to the player of a choice.
    #[inline]
    fn hand(game: &G, state: &mut G::State, player: Player) {
        let _ = (game, state, player);
    }

    /// Gives the turn to who is next after a choice of `player`.
    #[inline]
    fn hand_on(game: &G, state: &mut G::State, player: Player, root: Player) {
        let _ = (game, state, player, root);
    }
}

/// Replaces `out` by the k best moves. `scratch` has room for all moves, `out` for k.
#[inline]
pub(super) fn k_best<G: Knowledge>(
    game: &G,
    state: &G::State,
    k: usize,
    scratch: &mut Vec<G::Move>,
    out: &mut Vec<G::Move>,
) {
    game.k_best(state, k, scratch);
    out.clear();
    out.extend_from_slice(scratch);
}

/// Replaces `choices` by moves of the player to move.
#[inline]
fn in_turn<G: Game>(game: &G, state: &G::State, moves: &[G::Move], choices: &mut Vec<(Player, G::Move)>) {
    choices.clear();
    if let Some(player) = game.turn(state).player() {
        choices.extend(moves.iter().map(|&mv| (player, mv)));
    }
}

/// The moves after one of the moves at the root, which may become the root's.
struct Subtree<G: Game> {
    next: Vec<G::Move>,
    numbers: Option<ByPlayer<f32>>,
    is_known: bool,
}

/// A small search with its memory.
pub(super) struct SmallSearch<G: Knowledge, T: Technique<G>> {
    technique: T,
    depth: usize,
    k: usize,
    reuses: bool,
    evaluator: Evaluator,
    killers: Killers<G::Move>,
    /// The choices at each ply.
    choices: Vec<Vec<(Player, G::Move)>>,
    /// For each choice at the root, what follows.
    subtrees: Vec<Subtree<G>>,
    /// The moves of the player to move at the root, or further down where nobody reuses them.
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    /// Which subtree the next position is the root of, if it is known.
    chosen: Option<usize>,
}

impl<G: Knowledge, T: Technique<G>> SmallSearch<G, T> {
    pub(super) fn new(game: &G, technique: T, (depth, k): (usize, usize), (killers, reuses): (bool, bool)) -> Self {
        let subtree = || Subtree { next: Vec::with_capacity(k), numbers: None, is_known: false };
        SmallSearch {
            technique,
            depth,
            k,
            reuses,
            evaluator: Evaluator::plain(SCALE),
            killers: Killers::new(if killers && T::PRUNES { depth } else { 0 }),
            choices: (0..depth).map(|_| Vec::with_capacity(k)).collect(),
            subtrees: (0..k).map(|_| subtree()).collect(),
            moves: Vec::with_capacity(k),
            // The ready-made `Knowledge::k_best` lists all moves before it picks some.
            scratch: Vec::with_capacity(game.slots()),
            chosen: None,
        }
    }

    /// The best move for the player to move, at this level of a playout, and what it is worth.
    pub(super) fn best(&mut self, game: &G, state: &G::State, level: usize) -> Option<(G::Move, T::Worth)> {
        let root = game.turn(state).player()?;
        let mut numbers = None;
        match self.chosen.take() {
            Some(index) if self.reuses && self.subtrees[index].is_known => {
                std::mem::swap(&mut self.moves, &mut self.subtrees[index].next);
                numbers = self.subtrees[index].numbers;
            }
            _ => k_best(game, state, self.k, &mut self.scratch, &mut self.moves),
        }
        in_turn(game, state, &self.moves, &mut self.choices[0]);
        let (index, worth) = self.node(game, &mut state.clone(), (root, level), 0, FULL, &mut numbers)?;
        self.chosen = Some(index);
        Some((self.choices[0][index].1, worth))
    }

    /// Tries the choices at a ply one after the other; the place of the best, and what it is worth.
    fn node(
        &mut self,
        game: &G,
        state: &mut G::State,
        (root, level): (Player, usize),
        ply: usize,
        mut window: Window,
        numbers: &mut Option<ByPlayer<f32>>,
    ) -> Option<(usize, T::Worth)> {
        let mut choices = std::mem::take(&mut self.choices[ply]);
        self.killers.to_front(level, ply, &mut choices);
        let mut best: Option<(usize, T::Worth)> = None;
        for (index, &(player, mv)) in choices.iter().enumerate() {
            T::hand(game, state, player);
            let worth = match game.evaluate_after(state, numbers, mv) {
                Some(after) if ply + 1 == self.depth => T::heuristic(&after, root),
                after => self.after(game, state, (root, level), (ply, index), (player, mv), (window, after)),
            };
            if best.is_none_or(|(_, best)| T::prefers(worth, best, player, root)) {
                best = Some((index, worth));
            }
            if T::is_enough(worth, player, root, &mut window) {
                break;
            }
        }
        if let Some((index, _)) = best {
            self.killers.remember(level, ply, choices[index]);
        }
        self.choices[ply] = choices;
        best
    }

    /// What a position is worth after a move that has to be played to know it.
    fn after(
        &mut self,
        game: &G,
        state: &G::State,
        (root, level): (Player, usize),
        (ply, index): (usize, usize),
        (player, mv): (Player, G::Move),
        (window, mut numbers): (Window, Option<ByPlayer<f32>>),
    ) -> T::Worth {
        let mut next = state.clone();
        game.play(&mut next, mv);
        T::hand_on(game, &mut next, player, root);
        let is_leaf = ply + 1 == self.depth || game.turn(&next).player().is_none();
        if ply == 0 {
            self.subtrees[index].is_known = !is_leaf;
        }
        if is_leaf {
            return T::exact(&self.evaluator.values(game, &next), root);
        }
        let moves = if ply == 0 { &mut self.subtrees[index].next } else { &mut self.moves };
        let lists = (moves, &mut self.choices[ply + 1]);
        self.technique.choices(game, &mut next, root, self.k, &mut self.scratch, lists);
        let found = self.node(game, &mut next, (root, level), ply + 1, window, &mut numbers);
        if ply == 0 {
            self.subtrees[index].numbers = numbers;
        }
        let (_, worth) = found.expect("a player to move has a move");
        worth
    }
}

/// A playout whose moves come from small searches.
pub(super) struct SearchPlayout<G: Knowledge, T: Technique<G>> {
    epsilon: f64,
    search: SmallSearch<G, T>,
}

impl<G: Knowledge, T: Technique<G>> SearchPlayout<G, T> {
    /// The strategy as configured, with `depth` where the options do not name it.
    pub(super) fn from_args(args: &Args, game: &G, technique: T, depth: usize) -> Self {
        let flag = |name: &str| args.declares(name) && args.flag(name);
        let depth =
            if args.declares("depth") { args.integer("depth").map_or(depth, |depth| depth as usize) } else { depth };
        let k = args.integer(BEST.name).unwrap_or_default() as usize;
        let search = SmallSearch::new(game, technique, (depth, k), (flag("killers"), flag("reuse")));
        SearchPlayout { epsilon: args.real(EPSILON.name).unwrap_or_default(), search }
    }
}

impl<G: Knowledge, T: Technique<G>> Playout<G> for SearchPlayout<G, T> {
    fn advance(
        &mut self,
        game: &G,
        state: &mut G::State,
        line: &mut Line<G::Move>,
        rng: &mut Rng,
        clock: &Clock,
        plies: u32,
    ) -> Option<u32> {
        let (epsilon, search) = (self.epsilon, &mut self.search);
        search.chosen = None;
        let mut level = 0;
        play_out(game, state, line, rng, (clock, plies), |state, rng| {
            level += 1;
            if rng.happens(epsilon) {
                search.chosen = None;
                return game.random_move(state, rng, &mut search.scratch);
            }
            search.best(game, state, level - 1).map(|(mv, _)| mv)
        })
    }

    fn begin(&mut self, _: &G) {
        self.search.killers.clear();
    }
}
