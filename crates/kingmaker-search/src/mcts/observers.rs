//! Trees of what sides see: information-set search with one and with several observers (Cowling, Powley & Whitehouse
//! 2012), and with sides that learn only from worlds that they hold possible themselves (after Goodman 2019).
//!
//! An iteration goes down all trees at once. Whoever moves chooses in the tree of their side; in the other trees the move
//! is what is seen of it there.

use std::collections::HashMap;

use kingmaker_core::{Game, HiddenInformation, Player, Rng, Turn, View};

use super::playout::{Course, Outcome};
use super::root::Forest;
use super::selection::{Iteration, Site};
use super::task::Task;
use super::tree::{NodeIndex, ROOT, Step};
use super::worker::Worker;
use crate::hidden::approach::Approach;
use crate::needs::knows_all;

/// The secrets of a game.
type SecretsOf<'a, G> = &'a dyn HiddenInformation<State = <G as Game>::State, Move = <G as Game>::Move>;

/// The trees of the sides.
pub(super) struct Observers<G: Game> {
    trees: Vec<Observer<G>>,
    /// For each team, its tree.
    of_team: Vec<usize>,
    /// The tree of the player who searches.
    own: usize,
    /// How many iterations begin in a world as another side sees it, where sides learn only from their own worlds.
    share: Option<f64>,
    /// Moves that look alike.
    alike: Vec<G::Move>,
}

/// Who sees a tree, and where an iteration is in it.
struct Observer<G: Game> {
    /// One of the side, which knows together what one of it knows.
    seat: Player,
    /// Where the tree begins, by what the side knows then, if there are several beginnings.
    starts: HashMap<G::State, NodeIndex>,
    start: NodeIndex,
    path: Vec<NodeIndex>,
    /// Visits of the node at the end of the path, before this one.
    visits: u32,
    /// Whether the iteration counts here.
    is_learning: bool,
}

impl<G: Game> Observer<G> {
    fn node(&self) -> NodeIndex {
        self.path.last().copied().unwrap_or(self.start)
    }

    /// Goes on to a node.
    fn enter(&mut self, forest: &Forest<G>, node: NodeIndex) {
        let node = forest.tree.node(node);
        self.visits = if self.is_learning { node.enter() } else { node.visits() };
    }
}

impl<G: Game> Observers<G> {
    /// How many trees an approach has.
    pub(super) fn trees(approach: Approach, game: &G) -> u32 {
        match approach {
            Approach::ManyObservers | Approach::Redeterminize(_) => game.teams().count() as u32,
            Approach::SingleTree | Approach::SeparateTrees(_) | Approach::OneObserver => 1,
        }
    }

    /// The trees of an approach that has any of this kind.
    pub(super) fn new(approach: Approach, game: &G) -> Option<Self> {
        let share = match approach {
            Approach::SingleTree | Approach::SeparateTrees(_) => return None,
            Approach::OneObserver | Approach::ManyObservers => None,
            Approach::Redeterminize(share) => Some(share),
        };
        let (teams, trees) = (game.teams(), Self::trees(approach, game) as usize);
        let observer = |tree: usize| Observer {
            seat: teams.members(tree).next().unwrap_or(Player::new(0)),
            starts: HashMap::new(),
            start: ROOT,
            path: Vec::new(),
            visits: 0,
            is_learning: true,
        };
        let of_team = (0..teams.count()).map(|team| team.min(trees - 1)).collect();
        Some(Observers { trees: (0..trees).map(observer).collect(), of_team, own: 0, share, alike: Vec::new() })
    }

    /// The tree of the player who searches.
    pub(super) fn own(&self) -> usize {
        self.own
    }

    /// Whether all sides share the tree of the player who searches, who does not see all of their moves.
    fn is_one(&self) -> bool {
        self.trees.len() == 1
    }

    /// A world to begin in, and who learns from it.
    fn begin_in(&mut self, game: &G, mut world: G::State, rng: &mut Rng) -> G::State {
        let Some(share) = self.share else { return world };
        let own = self.own;
        let is_in_the_dark = |tree: usize, seat: Player| tree != own && !knows_all(game, seat);
        let others = || self.trees.iter().enumerate().filter(|(tree, other)| is_in_the_dark(*tree, other.seat));
        let mut learner = None;
        if others().next().is_some() && rng.happens(share) {
            learner = others().nth(rng.below(others().count())).map(|(tree, other)| (tree, other.seat));
        }
        if let Some((_, seat)) = learner {
            world = View::new(game, &world, seat).determinize(game, rng).into_owned();
        }
        for (tree, observer) in self.trees.iter_mut().enumerate() {
            let is_its_own = learner.is_some_and(|(other, _)| other == tree);
            observer.is_learning = tree == own || is_its_own || knows_all(game, observer.seat);
        }
        world
    }
}

impl<G: Game> Worker<G> {
    /// Makes the trees ready for a search from this position, which is one of those possible.
    pub(super) fn begin_observed(
        &mut self,
        task: &Task<'_, G>,
        forests: &mut [Forest<G>],
        position: &G::State,
        rng: &mut Rng,
    ) {
        let (Some(observers), Some(secrets)) = (&mut self.observers, task.game.secrets()) else { return };
        let root = task.view.observer();
        observers.own = observers.of_team[task.game.teams().of(root)];
        let (own, is_keyed) = (observers.own, observers.share.is_some());
        observers.trees.iter_mut().for_each(|observer| observer.starts.clear());
        observers.trees[own].seat = root;
        let start = if is_keyed { self.start_of(task, secrets, own, &forests[own], position) } else { Some(ROOT) };
        forests[own].start = start.unwrap_or(ROOT);
        if let Some(start) = start {
            self.policy.choices(task.game, position, &mut self.choices);
            self.unfold(task, position, &forests[own], start, rng);
        }
    }

    /// Gives a node its first children: what is listed to be chosen.
    fn unfold(&mut self, task: &Task<'_, G>, state: &G::State, forest: &Forest<G>, node: NodeIndex, rng: &mut Rng) {
        if forest.tree.claim(node) {
            self.list_steps(task.game, rng);
            self.add_children(task, state, forest, node);
        }
    }

    /// Where a tree begins in this world, by what the side knows of it; `None` if there is no room.
    fn start_of(
        &mut self,
        task: &Task<'_, G>,
        secrets: SecretsOf<'_, G>,
        tree: usize,
        forest: &Forest<G>,
        world: &G::State,
    ) -> Option<NodeIndex> {
        let observer = &mut self.observers.as_mut()?.trees[tree];
        let mut known = world.clone();
        secrets.hide(&mut known, observer.seat);
        if let Some(&start) = observer.starts.get(&known) {
            return Some(start);
        }
        // Nobody moves here: what stands for the step is never looked at.
        let mv = task.game.random_move(world, &mut Rng::new(0), &mut self.observers.as_mut()?.alike)?;
        let start = forest.tree.add_child(ROOT, Step { player: None, mv, row: 0, prior: 0.0 })?;
        self.observers.as_mut()?.trees[tree].starts.insert(known, start);
        Some(start)
    }

    /// One iteration through all trees. `None`, and nothing is counted, if the time was over before the playout ended.
    pub(super) fn iterate_observed(
        &mut self,
        task: &Task<'_, G>,
        forests: &[Forest<G>],
        rng: &mut Rng,
    ) -> Option<Outcome> {
        let game = task.game;
        let secrets = game.secrets().expect("observers are for games with secrets");
        self.line.clear();
        let world = task.world(rng);
        let observers = self.observers.as_mut().expect("the approach has observers");
        let mut state = observers.begin_in(game, world, rng);
        let is_keyed = observers.share.is_some();
        let mut has_room = true;
        for (tree, forest) in forests.iter().enumerate() {
            let start = if is_keyed { self.start_of(task, secrets, tree, forest, &state) } else { Some(ROOT) };
            has_room &= start.is_some();
            let observer = &mut self.observers.as_mut().expect("as above").trees[tree];
            observer.path.clear();
            observer.start = start.unwrap_or(ROOT);
            observer.enter(forest, observer.start);
        }
        while has_room {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = game.draw(&state, rng).expect("chance has an outcome when it is its turn");
                    game.play(&mut state, outcome);
                }
                Turn::Player(mover) => {
                    let Some(mv) = self.choose_observed(task, secrets, forests, &state, mover, rng) else { break };
                    has_room = self.follow(secrets, game, forests, &state, mover, mv);
                    self.line.push(mover, mv);
                    self.policy.play(game, &mut state, mover, mv);
                }
            }
        }
        self.line.leave_tree();
        let (line, clock) = (&mut self.line, &task.clock);
        let Some(mut outcome) = self.playout.run(&mut Course { game, state: &mut state, line, rng, clock }) else {
            self.withdraw_observed(forests);
            return None;
        };
        outcome.scores = task.credited(&state, outcome.scores);
        self.back_up_observed(task, forests, &outcome);
        Some(outcome)
    }

    /// Lets the mover choose in the tree of their side, and goes on there. `None` where the tree ends.
    fn choose_observed(
        &mut self,
        task: &Task<'_, G>,
        secrets: SecretsOf<'_, G>,
        forests: &[Forest<G>],
        state: &G::State,
        mover: Player,
        rng: &mut Rng,
    ) -> Option<G::Move> {
        let game = task.game;
        let observers = self.observers.as_mut().expect("the approach has observers");
        let tree = observers.of_team[game.teams().of(mover)];
        let (forest, seat) = (&forests[tree], observers.trees[tree].seat);
        // In the only tree, moves that look alike to the searcher are one.
        let is_seen_from_outside = observers.is_one() && !game.teams().are_allies(seat, mover);
        let (node, visits) = (observers.trees[tree].node(), observers.trees[tree].visits);
        let here = forest.tree.node(node);
        if !here.is_expanded() && visits < task.expand_after {
            return None;
        }
        self.policy.choices(game, state, &mut self.choices);
        if is_seen_from_outside {
            self.choices.iter_mut().for_each(|(_, mv)| *mv = secrets.seen(state, *mv, seat));
            self.choices.sort_unstable_by_key(|&(_, mv)| mv);
            self.choices.dedup();
        }
        if !here.is_expanded() {
            self.unfold(task, state, forest, node, rng);
        }
        if !here.is_expanded() || !self.offer_choices(task, state, forest, node) {
            return None;
        }
        let observers = self.observers.as_mut().expect("as above");
        let site = Site {
            game,
            state,
            tree: &forest.tree,
            path: &observers.trees[tree].path,
            parent: here,
            possible: Some(&self.possible),
            exploration: task.exploration,
        };
        let untried = if task.grows_one { site.any_untried(rng) } else { None };
        let is_at_hand = tree == observers.own && site.path.is_empty() && observers.trees[tree].start == forest.start;
        let next = untried.or_else(|| if is_at_hand { task.haste?.child(&site, &self.found) } else { None });
        let child = next.unwrap_or_else(|| forest.selection.choose(&site));
        let (_, mv) = forest.tree.node(child).entry()?;
        let observer = &mut observers.trees[tree];
        observer.enter(forest, child);
        observer.path.push(child);
        if !is_seen_from_outside {
            return Some(mv);
        }
        game.legal_moves(state, &mut observers.alike);
        observers.alike.retain(|&other| secrets.seen(state, other, seat) == mv);
        rng.pick(&observers.alike).copied()
    }

    /// Goes on in the trees of the other sides, with what they see of the move. Whether there was room for it.
    fn follow(
        &mut self,
        secrets: SecretsOf<'_, G>,
        game: &G,
        forests: &[Forest<G>],
        state: &G::State,
        mover: Player,
        mv: G::Move,
    ) -> bool {
        let observers = self.observers.as_mut().expect("the approach has observers");
        let chooser = observers.of_team[game.teams().of(mover)];
        let others = observers.trees.iter_mut().zip(forests).enumerate().filter(|&(tree, _)| tree != chooser);
        let mut has_room = true;
        for (_, (observer, forest)) in others {
            let (node, tree) = (observer.node(), &forest.tree);
            let mv = secrets.seen(state, mv, observer.seat);
            let row = mover.index() * game.slots() + game.slot(mv);
            let known = tree.children(node).find(|&child| tree.stats(child).row() == row);
            let step = Step { player: Some(mover), mv, row: row as u32, prior: 0.0 };
            let child = known.or_else(|| if observer.is_learning { tree.add_child(node, step) } else { None });
            has_room &= child.is_some();
            if let Some(child) = child {
                observer.enter(forest, child);
                observer.path.push(child);
            }
        }
        has_room
    }

    fn back_up_observed(&mut self, task: &Task<'_, G>, forests: &[Forest<G>], outcome: &Outcome) {
        let scores = &outcome.scores;
        let Worker { observers, line, scratch, found, playout, path, .. } = self;
        let observers = observers.as_ref().expect("the approach has observers");
        for (observer, forest) in observers.trees.iter().zip(forests).filter(|(observer, _)| observer.is_learning) {
            for &index in &observer.path {
                let node = forest.tree.node(index);
                if let Some((player, _)) = node.entry() {
                    node.reward(task.aim.of(player, scores));
                }
            }
            let iteration = Iteration { tree: &forest.tree, path: &observer.path, line, scores, aim: task.aim };
            forest.selection.learn(task.game, &iteration, scratch);
        }
        let (own, forest) = (&observers.trees[observers.own], &forests[observers.own]);
        path.clone_from(&own.path);
        if let (true, Some(first)) = (own.start == forest.start, own.path.first()) {
            let place = (first - forest.tree.node(forest.start).children().start) as usize;
            found.add(place, own.path.len(), outcome, task.root);
        }
        if playout.is_learning() {
            playout.learn(task.game, line, scores);
        }
    }

    fn withdraw_observed(&self, forests: &[Forest<G>]) {
        let observers = self.observers.as_ref().expect("the approach has observers");
        for (observer, forest) in observers.trees.iter().zip(forests).filter(|(observer, _)| observer.is_learning) {
            for &index in std::iter::once(&observer.start).chain(&observer.path) {
                forest.tree.node(index).withdraw();
            }
        }
    }
}
