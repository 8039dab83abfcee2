//! Expectimax: minimax with chance nodes, and Star1 and Star2 pruning there (Michie 1966;
//! Ballard 1983; Nijssen 2013, section 2.2.3). With more than two sides the others are in
//! league, as in paranoid search. Where others have secrets from the player, every move is followed by a chance node over
//! the worlds that the player holds possible (Nijssen 2013, section 7.3.2).

use kingmaker_core::options::{Args, Kind};
use kingmaker_core::{ByPlayer, Knowledge, Player, Rng, Turn, View, choices};

use super::frame::{self, DepthFirst, Frame, Task};
use super::ordering::next_best;
use super::seat_order::append_moves;
use super::settings::depth_first_settings;
use super::table::table_key;
use super::two_sided::{Sides, one_sided_values};
use super::value::{Value, WIN};
use crate::hidden::belief::{Belief, plain};
use crate::toolbox::BELIEFS;
use crate::{Budget, Halt, Onlooker, Report, Searcher, Toolbox};

choices! {
    /// Pruning at chance nodes.
    pub enum Star {
        /// Look at one reply to each outcome first, which bounds it (Formulas 2.5 and 2.6).
        Two = "2",
        /// Assume the extreme for what was not looked at (Formulas 2.3 and 2.4).
        One = "1",
        /// There is none.
        Off = "off",
    }
}

choices! {
    /// What depth counts.
    pub enum Unit {
        /// Decisions and outcomes of chance.
        Plies = "plies",
        /// Whole turns, however many decisions they have.
        Turns = "turns",
    }
}

depth_first_settings! {
    "expectimax",
    "minimax with chance nodes, Star1 and Star2 pruning; all opponents in league",
    "Michie 1966; Ballard 1983; Nijssen 2013, section 2.2.3",
    ["expectimax", "expectimax(depth=3, star=1)"],
    {
        star: Star {
            name: "star",
            default: "2",
            help: "pruning at chance nodes: 1 by the bounds of values, 2 also by probing one reply to each outcome",
        },
        unit: Unit {
            name: "unit",
            default: "plies",
            help: "what depth counts: plies, or whole turns in games that count them",
        },
        belief: Args {
            name: "belief",
            kind: Kind::Part(BELIEFS),
            default: "plain",
            help: "how likely the worlds are that the player holds possible",
        },
    },
    cut_offs(killers, history),
    table(table, replace, reuse),
    noise(noise)
}

/// The player as configured.
pub fn build<G: Knowledge>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    if game.secrets().is_none() && settings.belief.schema() != &plain::SCHEMA {
        let belief = &settings.belief;
        return Err(format!(
            "expectimax(belief={belief}) is for games with secrets, which this is not; expected belief=plain"
        ));
    }
    if settings.unit == Unit::Turns && game.turns_over(&game.start(&mut Rng::new(0))).is_none() {
        return Err("expectimax(unit=turns) needs a game that counts turns; expected unit=plies".to_owned());
    }
    let belief = toolbox.belief(Some(&settings.belief), game)?;
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(Expectimax {
            frame: Frame::new(settings.common(toolbox, game)?),
            star: settings.star,
            unit: settings.unit,
            belief,
            worlds: Vec::new(),
            moves: Vec::new(),
        }),
    )
}

struct Expectimax<G: Knowledge> {
    frame: Frame<G, f64>,
    star: Star,
    unit: Unit,
    belief: Box<dyn Belief<G>>,
    /// What the player holds possible, with weights, if it is not one position.
    worlds: Vec<(G::State, f64)>,
    moves: Vec<G::Move>,
}

/// What may come of a move: a position, how likely it is, and how deep it is searched.
struct Branch<State> {
    state: State,
    probability: f64,
    depth: u32,
}

/// Expected values are not whole numbers.
type Window = (f64, f64);

const LOWEST: f64 = 0.0;
const HIGHEST: f64 = WIN as f64;

/// Wider than all values, so that every value is inside.
const FULL: Window = (LOWEST - 1.0, HIGHEST + 1.0);

impl<G: Knowledge> Expectimax<G> {
    /// The depth that is left after a step from one position to another.
    #[inline]
    fn less(&self, game: &G, depth: u32, before: &G::State, after: &G::State) -> u32 {
        let turns = |state: &G::State| game.turns_over(state).unwrap_or(0);
        match self.unit {
            Unit::Plies => depth - 1,
            Unit::Turns => depth.saturating_sub((turns(after) - turns(before)) as u32),
        }
    }

    /// The value of a position for the player at the root: exact within the window, else a bound.
    fn node(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, ply: usize, window: Window) -> f64 {
        if !task.limits.visit() {
            return LOWEST;
        }
        self.frame.enter(ply);
        let turn = task.game.turn(state);
        if depth == 0 || turn == Turn::Over {
            self.frame.has_horizon |= turn != Turn::Over;
            return f64::from(task.evaluator.value(task.game, state, task.root));
        }
        match turn.player() {
            Some(mover) => self.choice(task, state, mover, depth, ply, window, usize::MAX),
            None => self.chance(task, state, depth, ply, window),
        }
    }

    /// A node where a player chooses. With `tries`, only so many moves are looked at, which
    /// bounds its value from below for the player at the root, from above for the others.
    #[allow(clippy::too_many_arguments, reason = "the state of a node, in the innermost recursion")]
    fn choice(
        &mut self,
        task: &mut Task<'_, G>,
        state: &G::State,
        mover: Player,
        depth: u32,
        ply: usize,
        (mut alpha, mut beta): Window,
        tries: usize,
    ) -> f64 {
        // What is known of a position says nothing about several worlds, and one move tried says little.
        let has_table = tries == usize::MAX && (ply > 0 || self.worlds.is_empty());
        let key = if has_table { table_key(task.game, state) } else { 0 };
        let recalled = has_table.then(|| {
            let window = (&mut alpha, &mut beta);
            self.frame.recall(&mut task.limits, key, (depth, ply), window, (LOWEST, HIGHEST))
        });
        if let Some(value) = recalled.as_ref().and_then(|recalled| recalled.value) {
            return value;
        }
        let mut remembered = recalled.as_ref().and_then(|recalled| recalled.best);
        if ply == 0 {
            remembered = self.frame.found.take().map(|found| found.choice).or(remembered);
        }
        let mut choices = std::mem::take(&mut self.frame.lists[ply]);
        choices.clear();
        let settings = &self.frame.settings;
        append_moves(task.game, state, mover, settings.ranked_by(), &mut self.moves, &mut choices);
        self.frame.rank(task.game, state, ply, remembered, &mut choices);
        let had_horizon = std::mem::replace(&mut self.frame.has_horizon, false);
        let (low, high) = (alpha, beta);
        let is_max = task.sides.is_own(mover);
        let mut best: Option<((Player, G::Move), f64)> = None;
        for place in 0..tries.min(choices.len()) {
            let choice = &next_best(&mut choices, place);
            self.frame.ordering.tried(task.game, choice, depth);
            let before = task.limits.nodes;
            let value = if ply == 0 && !self.worlds.is_empty() {
                let branch =
                    |(world, weight): &(G::State, f64)| self.branch(task.game, world, choice.mv, *weight, depth);
                let branches: Vec<Branch<G::State>> = self.worlds.iter().map(branch).collect();
                let value = self.average(task, &branches, ply + 1, (alpha, beta));
                // What follows is not the same in all worlds.
                self.frame.lines[ply + 1].clear();
                value
            } else {
                let mut next = state.clone();
                task.game.play(&mut next, choice.mv);
                let left = self.less(task.game, depth, state, &next);
                self.node(task, &next, left, ply + 1, (alpha, beta))
            };
            if task.limits.is_used_up() {
                break;
            }
            if ply == 0 {
                let is_exact = value > alpha && value < beta;
                self.frame.spent(choice.mv, task.limits.nodes - before, is_exact.then_some(value));
            }
            if best.is_none_or(|(_, best)| if is_max { value > best } else { value < best }) {
                best = Some(((choice.player, choice.mv), value));
                self.frame.prefer(ply, choice, value);
            }
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                task.limits.cutoffs += 1;
                self.frame.ordering.cut_off(task.game, ply, choice, depth);
                break;
            }
        }
        let is_final = !self.frame.has_horizon && !self.frame.settings.is_selective();
        self.frame.has_horizon |= had_horizon;
        self.frame.lists[ply] = choices;
        let Some((choice, value)) = best else { return LOWEST };
        let Some(recalled) = recalled.filter(|_| !task.limits.is_used_up()) else { return value };
        self.frame.keep(key, depth, (low, high), (choice, value), is_final && !recalled.is_narrowed);
        value.clamp(recalled.known.0, recalled.known.1)
    }

    /// A chance node: the sum over the outcomes of probability times value.
    fn chance(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, ply: usize, window: Window) -> f64 {
        let mut branches = Vec::new();
        if let Some(chance) = task.game.chance() {
            chance.outcomes(state, &mut |outcome, probability| {
                branches.push(self.branch(task.game, state, outcome, probability, depth));
            });
        }
        let value = self.average(task, &branches, ply + 1, window);
        self.frame.lines[ply].clear();
        value
    }

    /// What comes of a move or an outcome of chance.
    fn branch(&self, game: &G, before: &G::State, mv: G::Move, probability: f64, depth: u32) -> Branch<G::State> {
        let mut state = before.clone();
        game.play(&mut state, mv);
        Branch { probability, depth: self.less(game, depth, before, &state), state }
    }

    /// What positions are worth on average, as likely as they are.
    fn average(&mut self, task: &mut Task<'_, G>, branches: &[Branch<G::State>], ply: usize, window: Window) -> f64 {
        let mut bounds = vec![(LOWEST, HIGHEST); branches.len()];
        if self.star == Star::Two {
            for (index, branch) in branches.iter().enumerate() {
                self.probe(task, branch, ply, &mut bounds[index]);
                if let Some(value) = pruned(branches, &bounds, window) {
                    task.limits.cutoffs += 1;
                    return value;
                }
            }
        }
        for (index, branch) in branches.iter().enumerate() {
            let inner = self.inner_window(branches, &bounds, index, window);
            let value = self.node(task, &branch.state, branch.depth, ply, inner);
            if task.limits.is_used_up() {
                return LOWEST;
            }
            bounds[index] = (value, value);
            if self.star != Star::Off
                && let Some(value) = pruned(branches, &bounds, window)
            {
                task.limits.cutoffs += 1;
                return value;
            }
        }
        expected(branches, bounds.iter().map(|bound| bound.0))
    }

    /// Bounds an outcome by one reply. Its exact value costs more than whether it is within a window, and bounds more:
    /// there are fewer positions in all.
    fn probe(&mut self, task: &mut Task<'_, G>, branch: &Branch<G::State>, ply: usize, bound: &mut (f64, f64)) {
        if branch.depth > 0
            && let Some(mover) = task.game.turn(&branch.state).player()
            && task.limits.visit()
        {
            self.frame.enter(ply);
            let value = self.choice(task, &branch.state, mover, branch.depth, ply, FULL, 1);
            if !task.limits.is_used_up() {
                if task.sides.is_own(mover) {
                    bound.0 = value;
                } else {
                    bound.1 = value;
                }
            }
        }
    }

    /// What an outcome must be worth to move the sum out of the window, the others at their bounds.
    fn inner_window(
        &self,
        branches: &[Branch<G::State>],
        bounds: &[(f64, f64)],
        index: usize,
        (alpha, beta): Window,
    ) -> Window {
        if self.star == Star::Off {
            return FULL;
        }
        let probability = branches[index].probability;
        let others = |bound: fn(&(f64, f64)) -> f64| {
            expected(branches, bounds.iter().map(bound)) - probability * bound(&bounds[index])
        };
        let low = (alpha - others(|bound| bound.1)) / probability;
        let high = (beta - others(|bound| bound.0)) / probability;
        (low.max(FULL.0), high.min(FULL.1))
    }
}

/// The bound that the node is already known to have, if it is outside the window.
fn pruned<State>(branches: &[Branch<State>], bounds: &[(f64, f64)], (alpha, beta): Window) -> Option<f64> {
    let low = expected(branches, bounds.iter().map(|bound| bound.0));
    let high = expected(branches, bounds.iter().map(|bound| bound.1));
    if low >= beta {
        Some(low)
    } else if high <= alpha {
        Some(high)
    } else {
        None
    }
}

fn expected<State>(branches: &[Branch<State>], values: impl Iterator<Item = f64>) -> f64 {
    branches.iter().zip(values).map(|(branch, value)| branch.probability * value).sum()
}

impl<G: Knowledge> DepthFirst<G> for Expectimax<G> {
    type Worth = f64;

    fn frame(&mut self) -> &mut Frame<G, f64> {
        &mut self.frame
    }

    fn iterate(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, _: Option<f64>) {
        self.frame.begin();
        self.node(task, state, depth, 0, FULL);
    }

    fn to_root(worth: f64, _: Player) -> Value {
        worth.round() as Value
    }

    fn is_decided(&self, worth: f64, root: Player) -> bool {
        matches!(Self::to_root(worth, root), 0 | WIN)
    }

    fn values(worth: f64, sides: &Sides) -> ByPlayer<Option<Value>> {
        one_sided_values(worth.round() as Value, sides)
    }
}

impl<G: Knowledge> Searcher<G> for Expectimax<G> {
    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        if view.position(game).is_some() {
            self.worlds.clear();
            return frame::search(self, game, view, budget, halt, rng);
        }
        self.belief.begin(game, view);
        self.worlds = self.belief.worlds(game, view);
        // Whichever it is, the moves at hand are the same.
        let position = self.worlds[0].0.clone();
        frame::search_at(self, game, &position, budget, halt, rng)
    }

    fn show(&mut self, onlooker: Onlooker<G::Move>) {
        self.frame.onlooker = Some(onlooker);
    }
}
