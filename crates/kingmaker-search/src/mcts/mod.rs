//! Monte-Carlo Tree Search for any number of players (Nijssen 2013, sections 2.6 and 3.6).
//!
//! The parts that vary are chosen by name: a search policy, a selection strategy and a playout
//! strategy. What is common to all is in `worker.rs`.

mod average;
pub mod backup;
mod bounds;
mod checks;
mod choice;
mod haste;
mod keyed;
pub mod line;
mod observers;
pub mod playout;
pub mod policy;
mod root;
pub mod selection;
mod sequences;
mod settings;
mod slab;
pub mod solver;
mod sums;
mod task;
mod transpositions;
pub mod tree;
mod worker;

use std::sync::atomic::AtomicU64;

use kingmaker_core::{Game, Rng, Seen, Turn, View};

use crate::Searcher;
use crate::budget::{Budget, Clock, Halt, MAX_PLAYOUTS};
use crate::hidden::approach::Approach;
use crate::hidden::belief::Belief;
use crate::onlooker::Onlooker;
use crate::report::Report;
use crate::toolbox::Toolbox;
use checks::check;
use choice::{Choice, RootMove};
use haste::Haste;
use observers::Observers;
use root::Forest;
use selection::Exploration;
pub use settings::{ChanceNodes, Final, Grow, Parallel, SCHEMA, Settings, Solving};
use slab::Apart;
use solver::{Rule, Solver};
use task::{Coalition, LAST_PART, Plies, Tally, Task};
use tree::Tree;
use worker::Worker;

/// A Monte-Carlo Tree Search player. Its memory is kept from move to move, its tree only if it is
/// told so.
pub struct Mcts<G: Game> {
    exploration: Exploration,
    expand_after: u32,
    grow: Grow,
    rule: Option<Rule>,
    final_move: Final,
    /// What part of the playouts has to be won for a game to be hurried, if it ever is.
    haste: Option<f64>,
    /// No more playouts than so many for each legal move.
    per_choice: Option<u64>,
    is_open_loop: bool,
    approach: Approach,
    /// What the player believes about what they do not know, if there is anything.
    belief: Option<Box<dyn Belief<G>>>,
    /// What is left of a win by a team-mate's move.
    coalition: Option<f32>,
    /// One thread each.
    workers: Vec<Worker<G>>,
    /// One for all threads, or one for each.
    forests: Vec<Forest<G>>,
    /// What has happened since the last search, if its tree is to be reused.
    game_so_far: Option<GameSoFar<G>>,
    /// Who looks on.
    onlooker: Option<Onlooker<G::Move>>,
}

/// The position of the last search, if there was one, and the moves of the real game since.
struct GameSoFar<G: Game> {
    searched: Option<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Game> GameSoFar<G> {
    /// Whether the moves lead to this position: only then can the tree be followed.
    fn leads_to(&self, game: &G, position: &G::State) -> bool {
        let Some(mut state) = self.searched.clone() else { return false };
        // Moves that were taken back are among them, and need not be possible after those that were not.
        self.moves.iter().all(|&mv| match game.turn(&state) {
            Turn::Player(_) => game.try_play(&mut state, mv).is_ok(),
            Turn::Over => false,
            Turn::Chance => {
                let mut is_possible = false;
                if let Some(chance) = game.chance() {
                    chance.outcomes(&state, &mut |outcome, _| is_possible |= outcome == mv);
                }
                is_possible.then(|| game.play(&mut state, mv)).is_some()
            }
        }) && state == *position
    }
}

/// The player as configured.
pub fn build<G: Game>(settings: &Settings, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
    let mcts = Mcts::new(settings, toolbox, game)?;
    toolbox.modelled(&settings.model, game, Box::new(mcts))
}

impl<G: Game> Mcts<G> {
    /// How many playouts a search may make.
    fn limit(&self, game: &G, position: &G::State, budget: &Budget) -> u64 {
        let limit = budget.playouts.unwrap_or(MAX_PLAYOUTS).min(MAX_PLAYOUTS);
        let Some(each) = self.per_choice else { return limit };
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        limit.min(each.saturating_mul(moves.len() as u64))
    }

    /// The player as configured, or why it cannot play this game.
    pub fn new(settings: &Settings, toolbox: &Toolbox<G>, game: &G) -> Result<Self, String> {
        settings.to_args().check()?;
        let threads = settings.threads;
        let approach = Approach::from_args(&settings.hidden);
        let trees = if settings.parallel == Parallel::Root { threads } else { Observers::trees(approach, game) };
        let max_nodes = (settings.tree / u64::from(trees)).max(1) as usize;
        let forest = || Ok(Forest::new(max_nodes, toolbox.selection(Some(&settings.select), game)?, settings));
        let forests: Result<Vec<_>, String> = (0..trees).map(|_| forest()).collect();
        let forests = forests?;
        let policy = || toolbox.policy(Some(&settings.policy), game);
        check(settings, game, &*policy()?, &*forests[0].selection)?;
        let belief = toolbox.belief(Some(&settings.belief), game)?;
        let belief = game.secrets().is_some().then_some(belief);
        let needs_line = forests.iter().any(|forest| forest.selection.needs_line());
        let worker = || {
            let playout = toolbox.playout(settings.playout.as_ref(), game)?;
            let representatives = toolbox.representatives(settings.representatives)?;
            Ok(Worker::new(policy()?, playout, representatives, needs_line, Observers::new(approach, game)))
        };
        let workers: Result<Vec<_>, String> = (0..threads).map(|_| worker()).collect();
        Ok(Mcts {
            exploration: Exploration { c: settings.c as f32, urgency: settings.urgency.map(|urgency| urgency as f32) },
            expand_after: settings.expand,
            grow: settings.grow,
            rule: match settings.solver {
                Solving::Off => None,
                Solving::Standard => Some(Rule::Standard),
                Solving::Paranoid => Some(Rule::Paranoid),
                Solving::FirstWinner => Some(Rule::FirstWinner),
            },
            final_move: settings.final_move,
            haste: (settings.hurry < 1.0).then_some(settings.hurry),
            per_choice: settings.per_choice,
            is_open_loop: settings.chance == ChanceNodes::OpenLoop,
            approach,
            belief,
            coalition: (settings.coalition > 0.0).then_some(1.0 - settings.coalition as f32),
            workers: workers?,
            forests,
            game_so_far: settings.reuse.then(|| GameSoFar { searched: None, moves: Vec::new() }),
            onlooker: None,
        })
    }

    /// The tree of the last search; with one for each thread, that of the first.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.forests[0].tree
    }

    /// The trees that tell what to play: that of the player's own side, where each side has one.
    fn telling(&self) -> &[Forest<G>] {
        match self.workers.first().and_then(|worker| worker.observers.as_ref()) {
            Some(observers) => &self.forests[observers.own()..=observers.own()],
            None => &self.forests,
        }
    }

    /// What all trees together say about the moves at hand.
    fn root_moves(&self, game: &G, solver: Option<&Solver>) -> Vec<RootMove<G::Move>> {
        let mut all: Vec<RootMove<G::Move>> = Vec::new();
        let told = self.telling();
        let workers = self.workers.chunks(self.workers.len() / told.len());
        let trees = told.iter().zip(workers);
        for root_move in trees.flat_map(|(forest, workers)| forest.root_moves(game, solver, workers)) {
            match all.iter_mut().find(|other| other.mv == root_move.mv) {
                Some(other) => other.merge(&root_move),
                None => all.push(root_move),
            }
        }
        all
    }

    /// All threads at once; the first is this one.
    fn run(workers: &mut [Worker<G>], forests: &[Forest<G>], task: &Task<'_, G>, rng: &mut Rng) -> Vec<Tally> {
        // A tree for each thread, or the same for all.
        let has_own = workers.len() > 1 && forests.len() > 1;
        let forest = |thread: usize| if has_own { &forests[thread..=thread] } else { forests };
        let Some((first, others)) = workers.split_first_mut() else { return Vec::new() };
        if others.is_empty() {
            return vec![first.run(task, forest(0), rng)];
        }
        std::thread::scope(|scope| {
            let mut running = Vec::new();
            for (index, worker) in others.iter_mut().enumerate() {
                let mut rng = rng.split();
                let forest = forest(index + 1);
                // Where the system allows no further thread, the search goes on with those there are.
                let spawned =
                    std::thread::Builder::new().spawn_scoped(scope, move || worker.run(task, forest, &mut rng));
                running.extend(spawned.ok());
            }
            let mut tallies = vec![first.run(task, forest(0), rng)];
            tallies.extend(running.into_iter().map(|thread| thread.join().expect("a search does not panic")));
            tallies
        })
    }
}

impl<G: Game> Searcher<G> for Mcts<G> {
    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let clock = Clock::start(budget, halt);
        let (root, teams) = (view.observer(), game.teams());
        // Whoever looks at the position before the first iteration sees one that is possible.
        let position = view.determinize(game, rng);
        if let Some(belief) = &mut self.belief {
            belief.begin(game, view);
        }
        let aims: Vec<_> = self.workers.iter_mut().map(|worker| worker.begin(game, &position, root)).collect();
        let aim = aims[0];
        let limit = self.limit(game, &position, budget);
        let task = Task {
            game,
            view,
            belief: self.belief.as_deref(),
            clock,
            exploration: self.exploration,
            expand_after: self.expand_after,
            grows_one: self.grow == Grow::One,
            root,
            aim,
            solver: self.rule.map(|rule| Solver { rule, aim, root, teams }),
            chance: game.chance(),
            is_loose: self.is_open_loop || game.secrets().is_some(),
            is_open_loop: self.is_open_loop,
            is_separate: matches!(self.approach, Approach::SeparateTrees(_)),
            coalition: self.coalition.map(|part| Coalition { root, side: teams.side(root), part }),
            begun: Apart(AtomicU64::new(0)),
            limit,
            plies: budget.plies.map(Plies::new),
            haste: self.haste.map(|from| Haste { player: root, from }),
            choice: Choice { by: self.final_move, exploration: self.exploration.c, holds_out: self.haste.is_some() },
            onlooker: self.onlooker.clone(),
            settles_from: (self.final_move == Final::RobustMax).then_some(limit - limit / LAST_PART),
        };
        let kept = self.game_so_far.as_ref().filter(|so_far| so_far.leads_to(game, &position));
        for forest in &mut self.forests {
            forest.begin(game, kept.map(|so_far| &*so_far.moves), aim);
            if matches!(self.approach, Approach::SingleTree) {
                self.workers[0].expand(&task, &position, forest, rng);
            }
        }
        for worker in &mut self.workers {
            match self.approach {
                Approach::SingleTree => {}
                Approach::SeparateTrees(_) => worker.list_moves_at_hand(game, &position, rng),
                _ => worker.begin_observed(&task, &mut self.forests, &position, rng),
            }
        }

        if let Some(so_far) = &mut self.game_so_far {
            *so_far = GameSoFar { searched: Some(position.clone().into_owned()), moves: Vec::new() };
        }
        let tallies = Self::run(&mut self.workers, &self.forests, &task, rng);
        let tally = Tally::of_all(&tallies);
        let moves = self.root_moves(game, task.solver.as_ref());
        task.report(moves, &self.telling()[0], &self.forests, &tally).unwrap_or_else(|| {
            // Without room for even the root's children, any legal move has to do.
            let any = game.random_move(&position, rng, &mut Vec::new()).expect("a player to move has a legal move");
            let (Tally { playouts, plies: playout_plies, depth, stop, .. }, elapsed) = (tally, task.clock.elapsed());
            let nodes = self.forests.iter().map(|forest| u64::from(forest.tree.size())).sum();
            Report {
                playouts,
                playout_plies,
                plies: tally.all_plies(),
                depth,
                nodes,
                stop,
                elapsed,
                ..Report::immediate(any)
            }
        })
    }

    fn show(&mut self, onlooker: Onlooker<G::Move>) {
        self.onlooker = Some(onlooker);
    }

    fn saw(&mut self, seen: Seen<G::Move>) {
        if let Some(so_far) = &mut self.game_so_far {
            so_far.moves.push(seen.mv);
        }
    }
}
