//! Alpha-beta search between the side of the player at the root and everybody else: the core of alpha-beta,
//! paranoid and Best-Reply Search, which differ in how they lay out the turns of the others.

use kingmaker_core::{ByPlayer, Game, Knowledge, MoveOrdering, Player, Rng, Teams, Turn, View};

use super::frame::{self, DepthFirst, Frame, Task};
use super::ordering::{Choice, next_best};
use super::settings::Common;
use super::table::table_key;
use super::value::{Value, WIN};
use crate::{Budget, Halt, Needs, Onlooker, Report, Searcher};

/// Who chooses at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The player at the root, or one who wins with them.
    Max,
    /// The others, against that player.
    Min,
}

/// Who is with the player at the root, and who is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// The player at the root.
    pub(crate) root: Player,
    /// Who wins together.
    pub(crate) teams: Teams,
}

impl Sides {
    pub(crate) fn new(root: Player, teams: Teams) -> Self {
        Sides { root, teams }
    }

    /// Whether a player wins with the player at the root.
    #[inline]
    pub(crate) fn is_own(&self, player: Player) -> bool {
        self.teams.are_allies(self.root, player)
    }

    /// Who chooses when a player moves.
    #[inline]
    pub(crate) fn of(&self, player: Player) -> Side {
        if self.is_own(player) { Side::Max } else { Side::Min }
    }
}

/// How the turns of the opponents become layers of the tree.
pub(crate) trait Layers<G: Game>: Send {
    /// Appends everything that can happen next, with its static priority if moves are ranked.
    fn choices(
        &mut self,
        game: &G,
        state: &G::State,
        sides: &Sides,
        ranked_by: Option<MoveOrdering>,
        out: &mut Vec<Choice<G::Move>>,
    ) -> Side;

    /// Lets one of those happen.
    fn play(&mut self, game: &G, state: &mut G::State, sides: &Sides, player: Player, mv: G::Move);

    /// What the layers need of the game.
    fn needs(&self) -> Needs;
}

/// A player that searches in this way.
pub(super) struct TwoSided<G: Knowledge, L> {
    layers: L,
    frame: Frame<G, Value>,
}

/// Who plays where the layers of a search do not fit.
pub(super) const EXPECTED: &str = "mcts";

/// The window that nothing is outside of.
const FULL: (Value, Value) = (-1, WIN + 1);

impl<G: Knowledge, L: Layers<G>> TwoSided<G, L> {
    pub(super) fn new(layers: L, settings: Common<G>) -> Self {
        TwoSided { layers, frame: Frame::new(settings) }
    }

    /// The player of this name, unless the game does not meet its needs.
    pub(super) fn suited(layers: L, settings: Common<G>, name: &str, game: &G) -> Result<Self, String> {
        layers.needs().check_player(name, game, EXPECTED)?;
        Ok(TwoSided::new(layers, settings))
    }

    /// The value of a position with `depth` plies to search, for the player at the root.
    fn node(
        &mut self,
        task: &mut Task<'_, G>,
        state: &G::State,
        depth: u32,
        ply: usize,
        window: (Value, Value),
    ) -> Value {
        if !task.limits.visit() {
            return 0;
        }
        self.frame.enter(ply);
        let turn = task.game.turn(state);
        if depth == 0 || turn == Turn::Over {
            self.frame.has_horizon |= turn != Turn::Over;
            return task.evaluator.value(task.game, state, task.root);
        }
        if turn == Turn::Chance {
            return self.chance(task, state, depth, ply);
        }
        let (mut alpha, mut beta) = window;
        let key = table_key(task.game, state);
        let recalled = self.frame.recall(&mut task.limits, key, (depth, ply), (&mut alpha, &mut beta), (0, WIN));
        if let Some(value) = recalled.value {
            return value;
        }
        let mut remembered = recalled.best;
        if ply == 0 {
            remembered = self.frame.found.take().map(|found| found.choice).or(remembered);
        }
        let mut choices = std::mem::take(&mut self.frame.lists[ply]);
        choices.clear();
        let settings = &self.frame.settings;
        let side = self.layers.choices(task.game, state, &task.sides, settings.ranked_by(), &mut choices);
        self.frame.rank(task.game, state, ply, remembered, &mut choices);
        let had_horizon = std::mem::replace(&mut self.frame.has_horizon, false);
        let best = self.try_choices(task, state, (depth, ply), side, (alpha, beta), &mut choices);
        let is_final = !self.frame.has_horizon && !self.frame.settings.is_selective() && !recalled.is_narrowed;
        self.frame.has_horizon |= had_horizon;
        self.frame.lists[ply] = choices;
        let Some((choice, value)) = best.filter(|_| !task.limits.is_used_up()) else { return 0 };
        self.frame.keep(key, depth, (alpha, beta), (choice, value), is_final);
        value.clamp(recalled.known.0, recalled.known.1)
    }

    /// What outcomes of chance are worth on average. Nothing is left out here: that is what expectimax is for.
    fn chance(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, ply: usize) -> Value {
        let game = task.game;
        let mut mean = 0.0;
        if let Some(chance) = game.chance() {
            chance.outcomes(state, &mut |outcome, probability| {
                let mut next = state.clone();
                game.play(&mut next, outcome);
                mean += probability * f64::from(self.node(task, &next, depth - 1, ply + 1, FULL));
            });
        }
        self.frame.lines[ply].clear();
        mean.round() as Value
    }

    /// Tries one choice after the other, and returns the best with its value.
    fn try_choices(
        &mut self,
        task: &mut Task<'_, G>,
        state: &G::State,
        (depth, ply): (u32, usize),
        side: Side,
        (mut alpha, mut beta): (Value, Value),
        choices: &mut [Choice<G::Move>],
    ) -> Option<((Player, G::Move), Value)> {
        let mut best: Option<((Player, G::Move), Value)> = None;
        for place in 0..choices.len() {
            let choice = &next_best(choices, place);
            self.frame.ordering.tried(task.game, choice, depth);
            let before = task.limits.nodes;
            let mut next = state.clone();
            self.layers.play(task.game, &mut next, &task.sides, choice.player, choice.mv);
            let value = self.try_choice(task, &next, (depth, ply, place), side, (alpha, beta));
            if task.limits.is_used_up() {
                return best;
            }
            if ply == 0 {
                let is_exact = value > alpha && value < beta;
                self.frame.spent(choice.mv, task.limits.nodes - before, is_exact.then_some(value));
            }
            let is_better = best.is_none_or(|(_, best)| match side {
                Side::Max => value > best,
                Side::Min => value < best,
            });
            if is_better {
                best = Some(((choice.player, choice.mv), value));
                // A move at the root below the window is only known to be bad.
                if ply > 0 || value > alpha {
                    self.frame.prefer(ply, choice, value);
                }
            }
            match side {
                Side::Max => alpha = alpha.max(value),
                Side::Min => beta = beta.min(value),
            }
            if alpha >= beta {
                task.limits.cutoffs += 1;
                self.frame.ordering.cut_off(task.game, ply, choice, depth);
                break;
            }
        }
        best
    }

    /// The value of what comes after the choice at a place of the order. If the search scouts, all but the first are
    /// searched with an empty window, and perhaps less deep; only what then looks better is searched as it should be
    /// (Marsland & Campbell 1982).
    fn try_choice(
        &mut self,
        task: &mut Task<'_, G>,
        next: &G::State,
        (depth, ply, place): (u32, usize, usize),
        side: Side,
        (alpha, beta): (Value, Value),
    ) -> Value {
        if place == 0 || !self.frame.settings.scouts {
            return self.node(task, next, depth - 1, ply + 1, (alpha, beta));
        }
        let empty = match side {
            Side::Max => (alpha, alpha + 1),
            Side::Min => (beta - 1, beta),
        };
        let is_better = |value: Value| match side {
            Side::Max => value > alpha,
            Side::Min => value < beta,
        };
        let reduction = reduction(self.frame.settings.reduces_after, place, depth);
        let mut value = self.node(task, next, depth - 1 - reduction, ply + 1, empty);
        if reduction > 0 && is_better(value) && !task.limits.is_used_up() {
            value = self.node(task, next, depth - 1, ply + 1, empty);
        }
        let is_inside = value > alpha && value < beta && empty != (alpha, beta);
        if is_inside && !task.limits.is_used_up() {
            value = self.node(task, next, depth - 1, ply + 1, (alpha, beta));
        }
        value
    }
}

/// How many plies less deep a choice is looked at first: two from `after` on, so that the same player is to move at the end
/// of all lines. With one, board evaluators would favour either the early or the late choices by a turn.
fn reduction(after: Option<usize>, place: usize, depth: u32) -> u32 {
    if after.is_some_and(|after| place >= after) && depth > 2 { 2 } else { 0 }
}

impl<G: Knowledge, L: Layers<G>> DepthFirst<G> for TwoSided<G, L> {
    type Worth = Value;

    fn frame(&mut self) -> &mut Frame<G, Value> {
        &mut self.frame
    }

    fn iterate(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, expected: Option<Value>) {
        let width = (self.frame.settings.aspiration * f64::from(WIN)) as Value;
        let window = match expected {
            Some(value) if width > 0 => ((value - width).max(FULL.0), value.saturating_add(width).min(FULL.1)),
            _ => FULL,
        };
        let last = self.frame.found.clone();
        self.frame.begin();
        let value = self.node(task, state, depth, 0, window);
        let has_missed = value <= window.0 || value >= window.1;
        if has_missed && window != FULL && !task.limits.is_used_up() {
            self.frame.found = self.frame.found.take().or(last);
            self.frame.begin();
            self.node(task, state, depth, 0, FULL);
        }
    }

    fn to_root(worth: Value, _: Player) -> Value {
        worth
    }

    fn is_decided(&self, worth: Value, _: Player) -> bool {
        matches!(worth, 0 | WIN)
    }

    fn values(worth: Value, sides: &Sides) -> ByPlayer<Option<Value>> {
        one_sided_values(worth, sides)
    }
}

/// The value of the searching side alone, from which that of a single other side follows.
pub(super) fn one_sided_values(worth: Value, sides: &Sides) -> ByPlayer<Option<Value>> {
    ByPlayer::from_fn(sides.teams.players(), |player| match sides.teams.count() {
        _ if sides.is_own(player) => Some(worth),
        2 => Some(WIN - worth),
        _ => None,
    })
}

impl<G: Knowledge, L: Layers<G>> Searcher<G> for TwoSided<G, L> {
    fn needs(&self) -> Needs {
        self.layers.needs()
    }

    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        frame::search(self, game, view, budget, halt, rng)
    }

    fn show(&mut self, onlooker: Onlooker<G::Move>) {
        self.frame.onlooker = Some(onlooker);
    }
}
