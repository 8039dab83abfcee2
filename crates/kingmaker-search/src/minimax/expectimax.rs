//! Expectimax: minimax with chance nodes, and Star1 and Star2 pruning there (Michie 1966;
//! Ballard 1983; Nijssen 2013, section 2.2.3). With more than two sides the others are in
//! league, as in paranoid search. Where others have secrets from the player, every move is followed by a chance node over
//! the worlds that the player holds possible (Nijssen 2013, section 7.3.2).

use kingmaker_core::options::{Args, Kind};
use kingmaker_core::{ByPlayer, Game, Knowledge, Player, Rng, Turn, View, choices};

use super::frame::{self, DepthFirst, Frame, Task};
use super::ordering::next_best;
use super::seat_order::append_moves;
use super::settings::depth_first_settings;
use super::two_sided::{Sides, one_sided_values};
use super::value::{Value, WIN};
use crate::hidden::belief::{Belief, plain};
use crate::toolbox::BELIEFS;
use crate::{Budget, Halt, Report, Searcher, Toolbox};

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
        belief: Args {
            name: "belief",
            kind: Kind::Part(BELIEFS),
            default: "plain",
            help: "how likely the worlds are that the player holds possible",
        },
    },
    cut_offs(killers, history),
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
    let belief = toolbox.belief(Some(&settings.belief), game)?;
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(Expectimax {
            frame: Frame::new(settings.common(game)?),
            star: settings.star,
            belief,
            worlds: Vec::new(),
            moves: Vec::new(),
        }),
    )
}

struct Expectimax<G: Knowledge> {
    frame: Frame<G, Value>,
    star: Star,
    belief: Box<dyn Belief<G>>,
    /// What the player holds possible, with weights, if it is not one position.
    worlds: Vec<(G::State, f64)>,
    moves: Vec<G::Move>,
}

/// Expected values are not whole numbers.
type Window = (f64, f64);

const LOWEST: f64 = 0.0;
const HIGHEST: f64 = WIN as f64;

/// Wider than all values, so that every value is inside.
const FULL: Window = (LOWEST - 1.0, HIGHEST + 1.0);

impl<G: Knowledge> Expectimax<G> {
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
        let remembered = (ply == 0).then(|| self.frame.found.take()).flatten().map(|found| found.choice);
        let mut choices = std::mem::take(&mut self.frame.lists[ply]);
        choices.clear();
        let settings = &self.frame.settings;
        append_moves(task.game, state, mover, settings.ranked_by(), &mut self.moves, &mut choices);
        self.frame.ordering.rank(task.game, ply, remembered, settings.best, &mut choices);
        let is_max = task.sides.is_own(mover);
        let mut best: Option<f64> = None;
        for place in 0..tries.min(choices.len()) {
            let choice = &next_best(&mut choices, place);
            self.frame.ordering.tried(task.game, choice, depth);
            let before = task.limits.nodes;
            let value = if ply == 0 && !self.worlds.is_empty() {
                let next = played_in_all(task.game, &self.worlds, choice.mv);
                let value = self.average(task, &next, depth - 1, ply + 1, (alpha, beta));
                // What follows is not the same in all worlds.
                self.frame.lines[ply + 1].clear();
                value
            } else {
                let mut next = state.clone();
                task.game.play(&mut next, choice.mv);
                self.node(task, &next, depth - 1, ply + 1, (alpha, beta))
            };
            if task.limits.is_used_up() {
                break;
            }
            if ply == 0 {
                let is_exact = value > alpha && value < beta;
                self.frame.spent(choice.mv, task.limits.nodes - before, is_exact.then_some(value.round() as Value));
            }
            if best.is_none_or(|best| if is_max { value > best } else { value < best }) {
                best = Some(value);
                self.frame.prefer(ply, choice, value.round() as Value);
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
        self.frame.lists[ply] = choices;
        best.unwrap_or(LOWEST)
    }

    /// A chance node: the sum over the outcomes of probability times value.
    fn chance(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, ply: usize, window: Window) -> f64 {
        let mut outcomes: Vec<(G::State, f64)> = Vec::new();
        if let Some(chance) = task.game.chance() {
            chance.outcomes(state, &mut |outcome, probability| {
                let mut next = state.clone();
                task.game.play(&mut next, outcome);
                outcomes.push((next, probability));
            });
        }
        let value = self.average(task, &outcomes, depth - 1, ply + 1, window);
        self.frame.lines[ply].clear();
        value
    }

    /// What positions are worth on average that occur with these probabilities, each searched to the depth.
    fn average(
        &mut self,
        task: &mut Task<'_, G>,
        outcomes: &[(G::State, f64)],
        depth: u32,
        ply: usize,
        window: Window,
    ) -> f64 {
        let mut bounds = vec![(LOWEST, HIGHEST); outcomes.len()];
        if self.star == Star::Two && depth > 0 {
            for (index, (next, _)) in outcomes.iter().enumerate() {
                self.probe(task, next, depth, ply, &mut bounds[index]);
                if let Some(value) = pruned(outcomes, &bounds, window) {
                    task.limits.cutoffs += 1;
                    return value;
                }
            }
        }
        for (index, (next, _)) in outcomes.iter().enumerate() {
            let inner = self.inner_window(outcomes, &bounds, index, window);
            let value = self.node(task, next, depth, ply, inner);
            if task.limits.is_used_up() {
                return LOWEST;
            }
            bounds[index] = (value, value);
            if self.star != Star::Off
                && let Some(value) = pruned(outcomes, &bounds, window)
            {
                task.limits.cutoffs += 1;
                return value;
            }
        }
        expected(outcomes, bounds.iter().map(|bound| bound.0))
    }

    /// Bounds an outcome by one reply.
    fn probe(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, ply: usize, bound: &mut (f64, f64)) {
        if depth == 0 {
            return;
        }
        if let Some(mover) = task.game.turn(state).player()
            && task.limits.visit()
        {
            self.frame.enter(ply);
            let value = self.choice(task, state, mover, depth, ply, FULL, 1);
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
    fn inner_window<Outcome>(
        &self,
        outcomes: &[(Outcome, f64)],
        bounds: &[(f64, f64)],
        index: usize,
        (alpha, beta): Window,
    ) -> Window {
        if self.star == Star::Off {
            return FULL;
        }
        let probability = outcomes[index].1;
        let others = |bound: fn(&(f64, f64)) -> f64| {
            expected(outcomes, bounds.iter().map(bound)) - probability * bound(&bounds[index])
        };
        let low = (alpha - others(|bound| bound.1)) / probability;
        let high = (beta - others(|bound| bound.0)) / probability;
        (low.max(FULL.0), high.min(FULL.1))
    }
}

/// The bound that the node is already known to have, if it is outside the window.
fn pruned<Outcome>(outcomes: &[(Outcome, f64)], bounds: &[(f64, f64)], (alpha, beta): Window) -> Option<f64> {
    let low = expected(outcomes, bounds.iter().map(|bound| bound.0));
    let high = expected(outcomes, bounds.iter().map(|bound| bound.1));
    if low >= beta {
        Some(low)
    } else if high <= alpha {
        Some(high)
    } else {
        None
    }
}

fn expected<Outcome>(outcomes: &[(Outcome, f64)], values: impl Iterator<Item = f64>) -> f64 {
    outcomes.iter().zip(values).map(|(&(_, probability), value)| probability * value).sum()
}

impl<G: Knowledge> DepthFirst<G> for Expectimax<G> {
    type Worth = Value;

    fn frame(&mut self) -> &mut Frame<G, Value> {
        &mut self.frame
    }

    fn iterate(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, _: Option<Value>) {
        self.frame.begin();
        self.node(task, state, depth, 0, FULL);
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

/// All worlds after a move that is possible in each of them.
fn played_in_all<G: Game>(game: &G, worlds: &[(G::State, f64)], mv: G::Move) -> Vec<(G::State, f64)> {
    let mut worlds = worlds.to_vec();
    worlds.iter_mut().for_each(|(world, _)| game.play(world, mv));
    worlds
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
}
