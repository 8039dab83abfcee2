//! Alpha-beta search between the player at the root and everybody else: the core of alpha-beta,
//! paranoid and Best-Reply Search, which differ in how they lay out the turns of the others.

use kingmaker_core::{ByPlayer, Game, Knowledge, Player, Rng, Turn};

use super::frame::{self, DepthFirst, Frame, Task};
use super::ordering::{Choice, next_best};
use super::settings::Settings;
use super::table::{Bound, Entry};
use super::value::{Value, WIN};
use crate::{Budget, Report, Searcher};

/// Who chooses at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The player at the root.
    Max,
    /// The others, against that player.
    Min,
}

/// How the turns of the opponents become layers of the tree.
pub(crate) trait Layers<G: Game>: Send {
    /// Appends everything that can happen next, with its static priority if `is_ordered`.
    fn choices(
        &mut self,
        game: &G,
        state: &G::State,
        root: Player,
        is_ordered: bool,
        out: &mut Vec<Choice<G::Move>>,
    ) -> Side;

    /// The position after one of those.
    fn after(&mut self, game: &G, state: &G::State, root: Player, choice: &Choice<G::Move>) -> G::State;
}

/// A player that searches in this way.
pub(super) struct TwoSided<G: Knowledge, L> {
    layers: L,
    frame: Frame<G, Value>,
}

/// The window that nothing is outside of.
const FULL: (Value, Value) = (-1, WIN + 1);

impl<G: Knowledge, L: Layers<G>> TwoSided<G, L> {
    pub(super) fn new(layers: L, settings: Settings) -> Self {
        TwoSided { layers, frame: Frame::new(settings) }
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
        if depth == 0 || turn.player().is_none() {
            self.frame.has_horizon |= turn != Turn::Over;
            return task.evaluator.value(task.game, state, task.root);
        }
        let (mut alpha, mut beta) = window;
        let key = task.game.key(state);
        let mut known = (0, WIN);
        let mut narrowed = false;
        let mut remembered = None;
        if let Some(entry) = self.frame.table.probe(key) {
            remembered = Some(entry.best);
            if ply > 0 && self.frame.is_deep_enough(entry, depth) {
                task.limits.table_hits += 1;
                match entry.bound {
                    Bound::Exact => known = (entry.value, entry.value),
                    Bound::AtLeast => known.0 = entry.value,
                    Bound::AtMost => known.1 = entry.value,
                }
                let (line, is_final) = (entry.best, entry.is_final);
                alpha = alpha.max(known.0);
                beta = beta.min(known.1);
                // A value that rests on what is stored is only as final as that.
                narrowed = !is_final;
                if alpha >= beta {
                    let (bound, value) = (entry.bound, entry.value);
                    if bound == Bound::Exact {
                        self.frame.lines[ply].push(line);
                    }
                    self.frame.has_horizon |= !is_final;
                    return value;
                }
            }
        }
        if ply == 0 {
            remembered = self.frame.found.take().map(|found| found.choice).or(remembered);
        }
        let mut choices = std::mem::take(&mut self.frame.lists[ply]);
        choices.clear();
        let settings = &self.frame.settings;
        let side = self.layers.choices(task.game, state, task.root, settings.ranks(), &mut choices);
        self.frame.ordering.rank(task.game, ply, remembered, settings.best, &mut choices);
        let had_horizon = std::mem::replace(&mut self.frame.has_horizon, false);
        let best = self.try_choices(task, state, (depth, ply), side, (alpha, beta), &mut choices);
        let is_final = !self.frame.has_horizon && self.frame.settings.best.is_none() && !narrowed;
        self.frame.has_horizon |= had_horizon;
        self.frame.lists[ply] = choices;
        let Some((choice, value)) = best.filter(|_| !task.limits.is_used_up()) else { return 0 };
        let bound = if value <= alpha {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        self.frame.table.store(key, Entry { value, bound, depth: depth as u16, is_final, best: choice });
        value.clamp(known.0, known.1)
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
            let next = self.layers.after(task.game, state, task.root, choice);
            let value = self.node(task, &next, depth - 1, ply + 1, (alpha, beta));
            if task.limits.is_used_up() {
                return best;
            }
            if ply == 0 {
                self.frame.spent(choice.mv, task.limits.nodes - before);
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

    fn values(&self, worth: Value, root: Player, players: usize) -> ByPlayer<Option<Value>> {
        one_sided_values(worth, root, players)
    }
}

/// The value of the searching player alone, from which that of a single opponent follows.
pub(super) fn one_sided_values(worth: Value, root: Player, players: usize) -> ByPlayer<Option<Value>> {
    ByPlayer::from_fn(players, |player| match players {
        _ if player == root => Some(worth),
        2 => Some(WIN - worth),
        _ => None,
    })
}

impl<G: Knowledge, L: Layers<G>> Searcher<G> for TwoSided<G, L> {
    fn search(&mut self, game: &G, view: &G::State, budget: &Budget, rng: &mut Rng) -> Report<G::Move> {
        frame::search(self, game, view, budget, rng)
    }
}
