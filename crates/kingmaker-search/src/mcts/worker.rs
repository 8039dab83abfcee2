//! One thread of a search: selection, expansion, playout, backpropagation.

use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::{Game, Rng, Scores, Turn};

use super::line::Line;
use super::playout::{Course, Outcome, Playout};
use super::policy::{Aim, Policy};
use super::root::Forest;
use super::selection::{Exploration, Iteration};
use super::slab::Apart;
use super::solver::Solver;
use super::tree::{NodeIndex, ROOT, Winners};
use crate::budget::Clock;
use crate::report::Stop;

/// What a thread needs of its own.
pub(super) struct Worker<G: Game> {
    policy: Box<dyn Policy<G>>,
    playout: Box<dyn Playout<G>>,
    path: Vec<NodeIndex>,
    line: Line<G::Move>,
    choices: Vec<(kingmaker_core::Player, G::Move)>,
}

/// What all threads of a search have in common.
pub(super) struct Task<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) state: &'a G::State,
    pub(super) clock: Clock,
    pub(super) exploration: Exploration,
    /// A node gets its children when it has been visited so often.
    pub(super) expand_after: u32,
    pub(super) aim: Aim,
    pub(super) solver: Option<Solver>,
    /// Playouts begun, and how many there may be.
    pub(super) begun: Apart<AtomicU64>,
    pub(super) limit: u64,
    /// Where the search ends as soon as the choice is clear: from how many playouts on.
    pub(super) settles_from: Option<u64>,
}

impl<G: Game> Task<'_, G> {
    /// Whether the rest of the budget can be saved, which ends the search of all threads.
    fn is_settled(&self, forest: &Forest<G>, begun: u64) -> bool {
        let is_late = |from: u64| begun >= from || self.clock.is_past(1.0 - 1.0 / LAST_PART as f64);
        let is_settled = self.settles_from.is_some_and(is_late) && forest.is_settled();
        if is_settled {
            self.begun.0.fetch_add(self.limit, Ordering::Relaxed);
        }
        is_settled
    }
}

/// In this part of its budget, the last fifth, a search may end because its choice is clear.
pub(super) const LAST_PART: u64 = 5;

/// What a thread has done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) playouts: u64,
    pub(super) plies: u64,
    pub(super) depth: u32,
    pub(super) stop: Stop,
}

impl<G: Game> Worker<G> {
    pub(super) fn new(policy: Box<dyn Policy<G>>, playout: Box<dyn Playout<G>>, needs_line: bool) -> Self {
        let line = Line::new(needs_line || playout.is_learning());
        Worker { policy, playout, path: Vec::new(), line, choices: Vec::new() }
    }

    /// Makes ready for a search from this position, and says what the players want.
    pub(super) fn begin(&mut self, game: &G, state: &G::State) -> Aim {
        let root = game.turn(state).player().expect("it is a player's turn");
        self.path.clear();
        self.policy.begin(game, state, root);
        self.playout.begin(game);
        self.policy.aim()
    }

    /// Iterations until the budget is spent or the position is solved.
    pub(super) fn run(&mut self, task: &Task<'_, G>, forest: &Forest<G>, rng: &mut Rng) -> Tally {
        let mut tally = Tally { playouts: 0, plies: 0, depth: 0, stop: Stop::Playouts };
        loop {
            let begun = task.begun.0.fetch_add(1, Ordering::Relaxed);
            if begun >= task.limit {
                break;
            }
            if task.is_settled(forest, begun) {
                tally.stop = Stop::Settled;
                break;
            }
            if task.clock.is_over() {
                tally.stop = Stop::Time;
                break;
            }
            if task.solver.is_some() && forest.tree.node(ROOT).proven().is_some() {
                tally.stop = Stop::Solved;
                break;
            }
            let Some(outcome) = self.iterate(task, forest, rng) else {
                tally.stop = Stop::Time;
                break;
            };
            tally.playouts += 1;
            tally.plies += u64::from(outcome.plies);
            tally.depth = tally.depth.max(self.path.len() as u32);
        }
        tally
    }

    /// Adds all children of a node at once, in random order, which decides between equal values.
    pub(super) fn expand(&mut self, game: &G, state: &G::State, forest: &Forest<G>, node: NodeIndex, rng: &mut Rng) {
        if !forest.tree.claim(node) {
            return;
        }
        // At the same distance from the root, so that there are no circles.
        let depth = self.path.len() as u32;
        let key = if forest.has_transpositions() { game.key(state) } else { 0 };
        if let Some(children) = forest.known_children(key, depth) {
            forest.tree.share(node, children);
            return;
        }
        self.policy.choices(game, state, &mut self.choices);
        if self.choices.is_empty() {
            return;
        }
        rng.shuffle(&mut self.choices);
        forest.tree.expand(node, &self.choices);
        forest.selection.expanded(game, state, &forest.tree, node);
        forest.remember_children(key, depth, node);
    }

    /// One iteration. `None`, and nothing is counted, if the time was over before the playout ended.
    fn iterate(&mut self, task: &Task<'_, G>, forest: &Forest<G>, rng: &mut Rng) -> Option<Outcome> {
        let (game, tree) = (task.game, &forest.tree);
        let mut state = task.state.clone();
        self.path.clear();
        self.line.clear();
        let mut node = ROOT;
        let mut visits = tree.node(ROOT).enter();
        let is_proven = |node: NodeIndex| task.solver.and_then(|_| tree.node(node).proven());
        loop {
            if !tree.node(node).is_expanded() {
                // The first visits of a node are playouts that start there.
                if visits < task.expand_after || is_proven(node).is_some() {
                    break;
                }
                self.expand(game, &state, forest, node, rng);
                if !tree.node(node).is_expanded() {
                    break;
                }
            } else if node != ROOT && is_proven(node).is_some() {
                break;
            }
            node = forest.selection.choose(game, tree, &self.path, task.exploration);
            visits = tree.node(node).enter();
            self.path.push(node);
            if let Some((player, mv)) = tree.node(node).entry() {
                self.line.push(player, mv);
                self.policy.play(game, &mut state, player, mv);
            }
        }
        self.line.leave_tree();
        let known = is_proven(node);
        let is_over = game.turn(&state) == Turn::Over;
        let mut outcome = match known {
            Some(winners) => Outcome { scores: winners.scores(game.players()), plies: 0 },
            None => {
                let (line, clock) = (&mut self.line, &task.clock);
                let Some(outcome) = self.playout.run(&mut Course { game, state: &mut state, line, rng, clock }) else {
                    self.withdraw(forest);
                    return None;
                };
                outcome
            }
        };
        if let Some(solver) = task.solver.filter(|_| is_over && known.is_none())
            && let Some(winners) = Winners::of(&outcome.scores)
        {
            let proven = match &forest.bounds {
                Some(bounds) => bounds.prove(tree, &self.path, winners, solver.root),
                None => solver.prove::<G>(tree, &self.path, winners),
            };
            outcome.scores = proven.scores(game.players());
        }
        self.back_up(task, forest, &outcome.scores);
        Some(outcome)
    }

    fn back_up(&mut self, task: &Task<'_, G>, forest: &Forest<G>, scores: &Scores) {
        match &forest.backup {
            Some(backup) => backup.back_up(&forest.tree, &self.path, scores, task.aim, task.solver),
            None => self.back_up_averages(task, forest, scores),
        }
        if let Some(&first) = self.path.first() {
            forest.add_to_totals(first, scores);
        }
        let Worker { path, line, .. } = self;
        forest.selection.learn(task.game, &Iteration { tree: &forest.tree, path, line, scores, aim: task.aim });
        if self.playout.is_learning() {
            self.playout.learn(task.game, line, scores);
        }
    }

    #[inline]
    fn back_up_averages(&self, task: &Task<'_, G>, forest: &Forest<G>, scores: &Scores) {
        for &index in &self.path {
            let node = forest.tree.node(index);
            let Some((player, _)) = node.entry() else { continue };
            match (task.solver, node.proven()) {
                (Some(solver), Some(winners)) => node.settle(solver.worth(player, winners)),
                _ => node.reward(task.aim.of(player, scores)),
            }
        }
    }

    fn withdraw(&self, forest: &Forest<G>) {
        for &index in [ROOT].iter().chain(&self.path) {
            forest.tree.node(index).withdraw();
        }
    }
}
