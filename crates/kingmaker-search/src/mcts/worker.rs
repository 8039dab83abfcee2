//! One thread of a search: selection, expansion, playout, backpropagation.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use kingmaker_core::{Game, Player, Rng, Scores, Turn};

use super::line::Line;
use super::observers::Observers;
use super::playout::{Course, Outcome, Playout};
use super::policy::{Aim, Policy};
use super::root::{Findings, Forest, Totals};
use super::selection::{Iteration, Possible, Scratch, Site};
use super::task::{ChanceOf, PLAYOUTS_PER_LOOK, Tally, Task};
use super::tree::{NodeIndex, ROOT, Step};
use crate::report::Stop;
use crate::representatives::Representatives;

/// What a thread needs of its own.
pub(super) struct Worker<G: Game> {
    pub(super) policy: Box<dyn Policy<G>>,
    pub(super) playout: Box<dyn Playout<G>>,
    pub(super) path: Vec<NodeIndex>,
    pub(super) line: Line<G::Move>,
    pub(super) choices: Vec<(Player, G::Move)>,
    pub(super) steps: Vec<Step<G::Move>>,
    /// What leaves below the root only moves that stand for all, if there is such a thing.
    representatives: Option<Representatives<G>>,
    pub(super) possible: Possible,
    pub(super) scratch: Scratch,
    /// What it found about each of the moves at hand.
    pub(super) found: Findings,
    /// Where worlds have trees of their own, the roots of those trees, and the moves at hand.
    worlds: HashMap<G::State, NodeIndex>,
    at_hand: Vec<Step<G::Move>>,
    /// Where sides have trees of their own.
    pub(super) observers: Option<Observers<G>>,
}

impl<G: Game> Worker<G> {
    pub(super) fn new(
        policy: Box<dyn Policy<G>>,
        playout: Box<dyn Playout<G>>,
        representatives: Option<Representatives<G>>,
        needs_line: bool,
        observers: Option<Observers<G>>,
    ) -> Self {
        let line = Line::new(needs_line || playout.is_learning());
        Worker {
            policy,
            playout,
            path: Vec::new(),
            line,
            choices: Vec::new(),
            steps: Vec::new(),
            representatives,
            possible: Possible::default(),
            scratch: Scratch::default(),
            found: Findings::default(),
            worlds: HashMap::new(),
            at_hand: Vec::new(),
            observers,
        }
    }

    /// Makes ready for a search from this position, and says what the players want.
    pub(super) fn begin(&mut self, game: &G, state: &G::State, root: Player) -> Aim {
        self.path.clear();
        self.found.clear();
        self.worlds.clear();
        self.policy.begin(game, state, root);
        self.playout.begin(game);
        self.policy.aim()
    }

    /// What it found about each of the moves at hand.
    pub(super) fn totals(&self) -> &[Totals] {
        &self.found.moves
    }

    /// Iterations until the budget is spent or the position is solved.
    pub(super) fn run(&mut self, task: &Task<'_, G>, forests: &[Forest<G>], rng: &mut Rng) -> Tally {
        let forest = &forests[self.observers.as_ref().map_or(0, Observers::own)];
        let at_hand = if task.is_separate { self.at_hand.len() } else { forest.moves_at_hand().count() };
        self.found.moves.resize_with(at_hand, Totals::default);
        let mut tally = Tally::default();
        loop {
            let begun = task.begun.0.fetch_add(1, Ordering::Relaxed);
            if let Some(stop) = task.is_spent(forest, begun) {
                tally.stop = stop;
                break;
            }
            if task.onlooker.is_some() && begun.is_multiple_of(PLAYOUTS_PER_LOOK) {
                self.show(task, forest, forests, &tally);
            }
            if task.solver.is_some() && forest.tree.node(ROOT).is_proven() {
                tally.stop = Stop::Solved;
                break;
            }
            let outcome = match self.observers {
                None => self.iterate(task, forest, rng),
                Some(_) => self.iterate_observed(task, forests, rng),
            };
            let Some(outcome) = outcome else {
                tally.stop = Stop::Time;
                break;
            };
            tally.add(self.path.len() as u32, outcome.plies);
            if let Some(plies) = &task.plies {
                plies.spend(self.path.len() as u32 + outcome.plies);
            }
        }
        tally
    }

    /// Shows what was found so far, if somebody wants to see it now.
    fn show(&self, task: &Task<'_, G>, forest: &Forest<G>, forests: &[Forest<G>], tally: &Tally) {
        if let Some(onlooker) = task.onlooker.as_ref().filter(|onlooker| tally.playouts > 0 && onlooker.is_due()) {
            let moves = forest.root_moves(task.game, task.solver.as_ref(), std::slice::from_ref(self));
            let report = task.report(moves, forest, forests, tally);
            report.iter().for_each(|report| onlooker.tell(report));
        }
    }

    /// Adds all children of a node at once, in random order, which decides between equal values.
    pub(super) fn expand(&mut self, task: &Task<'_, G>, state: &G::State, forest: &Forest<G>, rng: &mut Rng) {
        let node = self.path.last().copied().unwrap_or(ROOT);
        if !forest.tree.claim(node) {
            return;
        }
        // At the same distance from the root, so that there are no circles.
        let depth = self.path.len() as u32;
        let key = if forest.has_transpositions() { task.game.key(state) } else { 0 };
        if let Some(children) = forest.known_children(key, depth) {
            forest.tree.share(node, children);
            return;
        }
        match task.chance {
            Some(chance) if task.is_chance(state) => self.expand_chance(task, chance, state, forest, node),
            _ => self.expand_choices(task, state, forest, node, rng),
        }
        forest.remember_children(key, depth, node);
    }

    fn expand_choices(
        &mut self,
        task: &Task<'_, G>,
        state: &G::State,
        forest: &Forest<G>,
        node: NodeIndex,
        rng: &mut Rng,
    ) {
        let game = task.game;
        self.policy.choices(game, state, &mut self.choices);
        if self.choices.is_empty() {
            return;
        }
        if let Some(representatives) = self.representatives.as_mut().filter(|_| node != ROOT) {
            representatives.choose(game, state, &mut self.choices, |&(_, mv)| mv);
        }
        self.list_steps(game, rng);
        self.add_children(task, state, forest, node);
    }

    /// Makes steps of the choices, in random order.
    pub(super) fn list_steps(&mut self, game: &G, rng: &mut Rng) {
        rng.shuffle(&mut self.choices);
        self.steps.clear();
        let slots = game.slots();
        self.steps.extend(self.choices.iter().map(|&(player, mv)| {
            let row = player.index() * slots + game.slot(mv);
            Step { player: Some(player), mv, row: row as u32, prior: 0.0 }
        }));
    }

    /// Where worlds have trees of their own: lists the moves at hand, which are the same in all.
    pub(super) fn list_moves_at_hand(&mut self, game: &G, state: &G::State, rng: &mut Rng) {
        self.policy.choices(game, state, &mut self.choices);
        self.list_steps(game, rng);
        self.at_hand.clear();
        self.at_hand.extend_from_slice(&self.steps);
    }

    /// The root of the tree of a world, below the root of all; `None` if there is no room for it.
    fn root_of(&mut self, task: &Task<'_, G>, state: &G::State, forest: &Forest<G>) -> Option<NodeIndex> {
        if !task.is_separate {
            return Some(ROOT);
        }
        if let Some(&root) = self.worlds.get(state) {
            return Some(root);
        }
        let tree = &forest.tree;
        let root = tree.add_child(ROOT, Step { player: None, ..*self.at_hand.first()? })?;
        tree.claim(root);
        tree.expand(root, &self.at_hand);
        forest.selection.expanded(task.game, state, tree, tree.node(root).children(), &mut self.scratch);
        self.worlds.insert(state.clone(), root);
        Some(root)
    }

    /// Outcomes of chance are children too, and what is thought of them is how likely they are.
    fn expand_chance(
        &mut self,
        task: &Task<'_, G>,
        chance: ChanceOf<'_, G>,
        state: &G::State,
        forest: &Forest<G>,
        node: NodeIndex,
    ) {
        let game = task.game;
        let rows = game.players() * game.slots();
        self.steps.clear();
        chance.outcomes(state, &mut |mv, probability| {
            let row = (rows + game.slot(mv)) as u32;
            self.steps.push(Step { player: None, mv, row, prior: probability as f32 });
        });
        self.add_children(task, state, forest, node);
    }

    pub(super) fn add_children(&mut self, task: &Task<'_, G>, state: &G::State, forest: &Forest<G>, node: NodeIndex) {
        forest.tree.expand(node, &self.steps);
        let children = forest.tree.node(node).children();
        forest.selection.expanded(task.game, state, &forest.tree, children, &mut self.scratch);
    }

    /// Makes sure that everything that can be chosen in this position is a child of the node, and notes what that is.
    /// Whether any of it is in the tree, which may be full.
    fn find_possible(&mut self, task: &Task<'_, G>, state: &G::State, forest: &Forest<G>, node: NodeIndex) -> bool {
        self.policy.choices(task.game, state, &mut self.choices);
        self.offer_choices(task, state, forest, node)
    }

    /// The same of the choices that are listed already, of a node that has children.
    pub(super) fn offer_choices(
        &mut self,
        task: &Task<'_, G>,
        state: &G::State,
        forest: &Forest<G>,
        node: NodeIndex,
    ) -> bool {
        let (game, tree) = (task.game, &forest.tree);
        let (slots, rows) = (game.slots(), (game.players() + 1) * game.slots());
        let row = |player: Player, mv: G::Move| player.index() * slots + game.slot(mv);
        self.possible.clear(rows);
        for child in tree.children(node) {
            self.possible.insert(tree.stats(child).row());
        }
        self.steps.clear();
        for &(player, mv) in &self.choices {
            let row = row(player, mv);
            if self.possible.insert(row) {
                self.steps.push(Step { player: Some(player), mv, row: row as u32, prior: 0.0 });
            }
        }
        if !self.steps.is_empty() {
            let before = tree.size();
            tree.extend(node, &self.steps);
            if tree.size() > before {
                let children = tree.blocks(node).last().unwrap_or_default();
                forest.selection.expanded(game, state, tree, children, &mut self.scratch);
            }
        }
        self.possible.clear(rows);
        for &(player, mv) in &self.choices {
            self.possible.insert(row(player, mv));
        }
        tree.children(node).any(|child| self.possible.contains(tree.stats(child).row()))
    }

    /// The child that chance leads to.
    fn drawn(forest: &Forest<G>, node: NodeIndex, rng: &mut Rng) -> NodeIndex {
        let mut left = rng.unit() as f32;
        let children = forest.tree.node(node).children();
        let mut last = children.start;
        for child in children {
            last = child;
            left -= forest.tree.node(child).prior();
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// One iteration. `None`, and nothing is counted, if the time was over before the playout ended.
    fn iterate(&mut self, task: &Task<'_, G>, forest: &Forest<G>, rng: &mut Rng) -> Option<Outcome> {
        let (game, tree) = (task.game, &forest.tree);
        let mut state = task.world(rng);
        self.path.clear();
        self.line.clear();
        let root = self.root_of(task, &state, forest);
        let mut node = root.unwrap_or(ROOT);
        let mut here = tree.node(node);
        let mut visits = here.enter();
        let has_solver = task.solver.is_some();
        while root.is_some() {
            if task.is_open_loop && task.is_chance(&state) {
                let outcome = game.draw(&state, rng).expect("chance has an outcome when it is its turn");
                game.play(&mut state, outcome);
                continue;
            }
            if !here.is_expanded() {
                // The first visits of a node are playouts that start there.
                if visits < task.expand_after || has_solver && here.is_proven() {
                    break;
                }
                self.expand(task, &state, forest, rng);
                if !here.is_expanded() {
                    break;
                }
            } else if has_solver && node != ROOT && here.is_proven() {
                break;
            }
            node = if task.is_chance(&state) {
                Self::drawn(forest, node, rng)
            } else {
                if task.is_loose && !self.find_possible(task, &state, forest, node) {
                    break;
                }
                let site = Site {
                    game,
                    state: &state,
                    tree,
                    path: &self.path,
                    parent: here,
                    possible: task.is_loose.then_some(&self.possible),
                    exploration: task.exploration,
                };
                let untried = if task.grows_one { site.any_untried(rng) } else { None };
                let next =
                    untried.or_else(|| if self.path.is_empty() { task.haste?.child(&site, &self.found) } else { None });
                next.unwrap_or_else(|| forest.selection.choose(&site))
            };
            here = tree.node(node);
            visits = here.enter();
            self.path.push(node);
            match here.step() {
                Some(Step { player: Some(player), mv, .. }) => {
                    self.line.push(player, mv);
                    self.policy.play(game, &mut state, player, mv);
                }
                Some(Step { player: None, mv, .. }) => game.play(&mut state, mv),
                None => {}
            }
        }
        self.line.leave_tree();
        let known = task.solver.and_then(|solver| solver.outcome(tree, node));
        let is_over = game.turn(&state) == Turn::Over;
        let mut outcome = match known {
            Some(scores) => Outcome { scores, plies: 0 },
            None => {
                let (line, clock) = (&mut self.line, &task.clock);
                let Some(outcome) = self.playout.run(&mut Course { game, state: &mut state, line, rng, clock }) else {
                    self.withdraw(forest);
                    return None;
                };
                outcome
            }
        };
        if let Some(solver) = task.solver.filter(|_| is_over && known.is_none()) {
            outcome.scores = solver.prove(tree, &self.path, &outcome.scores);
        }
        outcome.scores = task.credited(&state, outcome.scores);
        self.back_up(task, forest, root.unwrap_or(ROOT), &outcome);
        Some(outcome)
    }

    fn back_up(&mut self, task: &Task<'_, G>, forest: &Forest<G>, root: NodeIndex, outcome: &Outcome) {
        let scores = &outcome.scores;
        match &forest.backup {
            Some(backup) => backup.back_up(&forest.tree, &self.path, scores, task.aim, task.solver),
            None => self.back_up_averages(task, forest, scores),
        }
        if let Some(&first) = self.path.first() {
            let place = (first - forest.tree.node(root).children().start) as usize;
            self.found.add(place, self.path.len(), outcome, task.root);
        }
        let Worker { path, line, scratch, .. } = self;
        let iteration = Iteration { tree: &forest.tree, path, line, scores, aim: task.aim };
        forest.selection.learn(task.game, &iteration, scratch);
        if self.playout.is_learning() {
            self.playout.learn(task.game, line, scores);
        }
    }

    #[inline]
    fn back_up_averages(&self, task: &Task<'_, G>, forest: &Forest<G>, scores: &Scores) {
        for &index in &self.path {
            let node = forest.tree.node(index);
            let Some((player, _)) = node.entry() else { continue };
            match task.solver.and_then(|solver| Some((solver, solver.outcome(&forest.tree, index)?))) {
                Some((solver, outcome)) => node.settle(solver.worth(player, &outcome)),
                None => node.reward(task.aim.of(player, scores)),
            }
        }
    }

    fn withdraw(&self, forest: &Forest<G>) {
        for &index in [ROOT].iter().chain(&self.path) {
            forest.tree.node(index).withdraw();
        }
    }
}
