//! Monte-Carlo Tree Search for any number of players (Nijssen 2013, sections 2.6 and 3.6).
//!
//! The parts that vary are chosen by name: a search policy, a selection strategy and a playout
//! strategy. What is common to all is in `worker.rs`.

mod average;
pub mod backup;
mod bounds;
mod keyed;
pub mod line;
pub mod playout;
pub mod policy;
mod root;
pub mod selection;
mod sequences;
mod slab;
pub mod solver;
mod transpositions;
pub mod tree;
mod worker;

use std::sync::atomic::AtomicU64;

use kingmaker_core::options::{Args, Kind, OptionDef, Schema};
use kingmaker_core::{Game, Rng, Seen, Turn, View};

use crate::Searcher;
use crate::budget::{self, Budget, Clock, Halt, MAX_PLAYOUTS};
use crate::report::{Report, Stop};
use crate::toolbox::{PLAYOUTS, POLICIES, SELECTIONS, Toolbox};
use backup::{BACKUPS, Backup};
use policy::Policy;
use root::{FinalMove, Forest, RootMove, rank};
use selection::{Exploration, check_policy};
use slab::Apart;
use solver::{Rule, Solver};
use tree::{ROOT, Tree};
use worker::{LAST_PART, Tally, Task, Worker};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "mcts",
    summary: "Monte-Carlo Tree Search, for any number of players",
    source: "Kocsis & Szepesvári 2006; Sturtevant 2008; Nijssen 2013, sections 2.6 and 3.6",
    options: &[
        OptionDef {
            name: "policy",
            kind: Kind::Part(POLICIES),
            default: Some("max-n"),
            help: "who chooses in the tree, and what for",
        },
        OptionDef {
            name: "select",
            kind: Kind::Part(SELECTIONS),
            default: Some("history"),
            help: "which child is tried next",
        },
        OptionDef { name: "c", kind: Kind::Real(0.0, 100.0), default: Some("0.2"), help: "exploration constant C" },
        OptionDef {
            name: "urgency",
            kind: Kind::Real(0.0, 1000.0),
            default: None,
            help: "what an untried move is worth (first-play urgency); if not set, all are tried before any again",
        },
        OptionDef {
            name: "playout",
            kind: Kind::Part(PLAYOUTS),
            default: None,
            help: "how games are finished below the tree; greedy where the game has static move ordering, else random",
        },
        OptionDef {
            name: "expand",
            kind: Kind::Integer(1, 1_000_000),
            default: Some("1"),
            help: "a node gets its children after so many visits",
        },
        OptionDef {
            name: "backup",
            kind: Kind::Part(BACKUPS),
            default: Some("average"),
            help: "what a position is worth, given its playouts and its moves",
        },
        OptionDef {
            name: "solver",
            kind: Kind::Choice(&["off", "standard", "paranoid", "first-winner"]),
            default: Some("off"),
            help: "proves what players get at least and at most; the rule says what to do about kingmakers",
        },
        OptionDef {
            name: "chance",
            kind: Kind::Choice(&["nodes", "open-loop"]),
            default: Some("nodes"),
            help: "outcomes of chance have nodes in the tree, or are drawn anew each time and have none",
        },
        OptionDef {
            name: "final",
            kind: Kind::Choice(&["robust", "max", "robust-max", "secure"]),
            default: Some("robust"),
            help: "the move with the most visits, the highest mean, both (ends early if there is one), or the highest lower confidence bound",
        },
        OptionDef {
            name: "reuse",
            kind: Kind::Flag,
            default: Some("no"),
            help: "whether the part of the tree that is still possible is kept after a move of the real game",
        },
        OptionDef {
            name: "transpositions",
            kind: Kind::Flag,
            default: Some("no"),
            help: "whether positions that are reached in several ways share their part of the tree",
        },
        OptionDef {
            name: "threads",
            kind: Kind::Integer(1, 1024),
            default: Some("1"),
            help: "threads of one search; results of more than one differ from run to run",
        },
        OptionDef {
            name: "parallel",
            kind: Kind::Choice(&["tree", "root"]),
            default: Some("tree"),
            help: "whether threads share one tree, or have one each and add up their visits",
        },
        OptionDef {
            name: "tree",
            kind: Kind::Integer(1, 4_000_000_000),
            default: Some("4000000"),
            help: "most nodes in the tree; when it is full, the search goes on without growing it",
        },
        budget::PLAYOUTS,
        budget::TIME,
    ],
    examples: &[
        "mcts",
        "mcts(playouts=5000)",
        "mcts(policy=brs, select=uct, c=0.5)",
        "mcts(select=history(w=3), playout=random, time=250ms)",
        "mcts(solver=standard, threads=2)",
    ],
};

/// A Monte-Carlo Tree Search player. Its memory is kept from move to move, its tree only if it is
/// told so.
pub struct Mcts<G: Game> {
    exploration: Exploration,
    expand_after: u32,
    rule: Option<Rule>,
    final_move: FinalMove,
    is_open_loop: bool,
    /// One thread each.
    workers: Vec<Worker<G>>,
    /// One for all threads, or one for each.
    forests: Vec<Forest<G>>,
    /// What has happened since the last search, if its tree is to be reused.
    game_so_far: Option<GameSoFar<G>>,
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
pub fn build<G: Game>(args: &Args, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
    Mcts::from_args(args, toolbox, game).map(|mcts| Box::new(mcts) as Box<dyn Searcher<G>>)
}

impl<G: Game> Mcts<G> {
    /// The player as configured.
    pub fn from_args(args: &Args, toolbox: &Toolbox<G>, game: &G) -> Result<Self, String> {
        let threads = args.integer("threads").unwrap_or(1);
        let trees = if args.choice("parallel") == "root" { threads } else { 1 };
        let max_nodes = (args.integer("tree").unwrap_or_default() / trees).max(1) as usize;
        let forest = || Ok(Forest::new(max_nodes, toolbox.selection(args.part("select"), game)?, args));
        let forests: Result<Vec<_>, String> = (0..trees).map(|_| forest()).collect();
        let forests = forests?;
        let policy = || toolbox.policy(args.part("policy"), game);
        check(args, game, &*policy()?, &*forests[0].selection)?;
        let needs_line = forests.iter().any(|forest| forest.selection.needs_line());
        let worker = || Ok(Worker::new(policy()?, toolbox.playout(args.part("playout"), game)?, needs_line));
        let workers: Result<Vec<_>, String> = (0..threads).map(|_| worker()).collect();
        Ok(Mcts {
            exploration: Exploration {
                c: args.real("c").unwrap_or_default() as f32,
                urgency: args.real("urgency").map(|urgency| urgency as f32),
            },
            expand_after: args.integer("expand").unwrap_or(1) as u32,
            rule: match args.choice("solver") {
                "standard" => Some(Rule::Standard),
                "paranoid" => Some(Rule::Paranoid),
                "first-winner" => Some(Rule::FirstWinner),
                _ => None,
            },
            final_move: match args.choice("final") {
                "max" => FinalMove::Max,
                "robust-max" => FinalMove::RobustMax,
                "secure" => FinalMove::Secure(SECURITY),
                _ => FinalMove::Robust,
            },
            is_open_loop: args.choice("chance") == "open-loop",
            workers: workers?,
            forests,
            game_so_far: args.flag("reuse").then(|| GameSoFar { searched: None, moves: Vec::new() }),
        })
    }

    /// The tree of the last search; with one for each thread, that of the first.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.forests[0].tree
    }

    /// What all trees together say about the moves at hand.
    fn root_moves(&self, game: &G, solver: Option<&Solver>) -> Vec<RootMove<G::Move>> {
        let mut all: Vec<RootMove<G::Move>> = Vec::new();
        for root_move in self.forests.iter().flat_map(|forest| forest.root_moves(game, solver)) {
            match all.iter_mut().find(|other| other.mv == root_move.mv) {
                Some(other) => other.merge(&root_move),
                None => all.push(root_move),
            }
        }
        all
    }

    /// All threads at once; the first is this one.
    fn run(&mut self, task: &Task<'_, G>, rng: &mut Rng) -> Vec<Tally> {
        let Mcts { workers, forests, .. } = self;
        let forest = |thread: usize| &forests[thread % forests.len()];
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

/// Whether the options go together, and with the game.
fn check<G: Game>(
    args: &Args,
    game: &G,
    policy: &dyn Policy<G>,
    selection: &dyn selection::Selection<G>,
) -> Result<(), String> {
    let word = |name: &str| args.part(name).map_or(String::new(), |part| format!("{name}={part}"));
    let policy_name = args.part("policy").map_or("", |policy| policy.schema().name);
    let threads = args.integer("threads").unwrap_or(1);
    let is_parallel_at_root = args.choice("parallel") == "root";
    if is_parallel_at_root && threads == 1 {
        return Err("mcts(parallel=root) is for more than one thread; expected threads=2 or more".to_owned());
    }
    if is_parallel_at_root && args.choice("final") == "robust-max" {
        return Err("mcts(final=robust-max) asks one tree whether the choice is clear, and parallel=root has several; expected parallel=tree".to_owned());
    }
    check_policy(selection.needs(), &word("select"), policy, policy_name, game)?;
    let backs_up_more = args.part("backup").is_some_and(|backup| backup.schema().name != backup::AVERAGE.name);
    if backs_up_more {
        check_policy(Backup::needs(), &word("backup"), policy, policy_name, game)?;
    }
    let is_open_loop = args.choice("chance") == "open-loop";
    if is_open_loop && game.chance().is_none() {
        return Err("mcts(chance=open-loop) is for games with chance, which this is not; expected chance=nodes".into());
    }
    let is_loose = is_open_loop || game.secrets().is_some();
    let one_position = [
        (args.choice("solver") != "off", "solver", "solver=off"),
        (args.flag("transpositions"), "transpositions", "transpositions=no"),
        (args.flag("reuse"), "reuse", "reuse=no"),
        (selection.is_of_one_tree(), "select", "another selection strategy"),
        (threads > 1 && !is_parallel_at_root, "threads", "parallel=root"),
    ];
    if let (true, Some((_, option, expected))) = (is_loose, one_position.iter().find(|(is_set, ..)| *is_set)) {
        let why = if is_open_loop { "chance=open-loop" } else { "a game with secrets" };
        return Err(format!(
            "mcts({option}) needs nodes that stand for one position each, which with {why} they do not; expected {expected}"
        ));
    }
    if args.flag("reuse") && !(policy.keeps_turns() && policy.keeps_aim()) {
        return Err(format!(
            "mcts(reuse=yes) needs a tree of real moves with one aim, which policy={policy_name} does not have; expected policy=max-n or policy=paranoid"
        ));
    }
    if args.flag("reuse") && (backs_up_more || selection.is_of_one_tree()) {
        let what = if backs_up_more { word("backup") } else { word("select") };
        return Err(format!("mcts({what}) keeps values that reuse=yes does not; expected reuse=no"));
    }
    Ok(())
}

/// The constant A of the secure child: the mean less A over the square root of the visits
/// (Chaslot et al. 2008 use 4 for Go; shares vary less where more players share them).
const SECURITY: f32 = 1.0;

impl<G: Game> Searcher<G> for Mcts<G> {
    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let clock = Clock::start(budget, halt);
        let (root, teams) = (view.observer(), game.teams());
        // Whoever looks at the position before the first iteration sees one that is possible.
        let position = view.determinize(game, rng);
        let aims: Vec<_> = self.workers.iter_mut().map(|worker| worker.begin(game, &position, root)).collect();
        let aim = aims[0];
        let limit = budget.playouts.unwrap_or(MAX_PLAYOUTS).min(MAX_PLAYOUTS);
        let task = Task {
            game,
            view,
            clock,
            exploration: self.exploration,
            expand_after: self.expand_after,
            aim,
            solver: self.rule.map(|rule| Solver { rule, aim, root, teams }),
            chance: game.chance(),
            is_loose: self.is_open_loop || game.secrets().is_some(),
            is_open_loop: self.is_open_loop,
            begun: Apart(AtomicU64::new(0)),
            limit,
            settles_from: (self.final_move == FinalMove::RobustMax).then_some(limit - limit / LAST_PART),
        };
        let kept = self.game_so_far.as_ref().filter(|so_far| so_far.leads_to(game, &position));
        for forest in &mut self.forests {
            forest.begin(game, kept.map(|so_far| &*so_far.moves), aim);
            self.workers[0].expand(&task, &position, forest, rng);
            forest.count_totals();
        }
        if let Some(so_far) = &mut self.game_so_far {
            *so_far = GameSoFar { searched: Some(position.clone().into_owned()), moves: Vec::new() };
        }
        let tallies = self.run(&task, rng);
        let mut moves = self.root_moves(game, task.solver.as_ref());
        let outcome = |forest: &Forest<G>| task.solver.and_then(|solver| solver.outcome(&forest.tree, ROOT));
        let most = self.forests.iter().find_map(outcome).map(|outcome| aim.of(root, &outcome));
        rank(&mut moves, self.final_move, aim, most);
        let best = moves.first();
        let value = best.and_then(|best| best.worth(aim)).map(f64::from);
        // Without room for even the root's children, any legal move has to do.
        let best = best.map(|best| best.mv).or_else(|| game.random_move(&position, rng, &mut Vec::new()));
        let best = best.expect("a player to move has a legal move");
        let found = |stop: Stop| tallies.iter().any(|tally| tally.stop == stop).then_some(stop);
        Report {
            best,
            candidates: moves.iter().map(|mv| mv.candidate(game.players())).collect(),
            line: self.forests[0].line(best),
            value,
            playouts: tallies.iter().map(|tally| tally.playouts).sum(),
            playout_plies: tallies.iter().map(|tally| tally.plies).sum(),
            nodes: self.forests.iter().map(|forest| u64::from(forest.tree.size())).sum(),
            depth: tallies.iter().map(|tally| tally.depth).max().unwrap_or(0),
            cutoffs: 0,
            table_hits: 0,
            stop: found(Stop::Solved).or(found(Stop::Settled)).unwrap_or(tallies[0].stop),
            elapsed: task.clock.elapsed(),
        }
    }

    fn saw(&mut self, seen: Seen<G::Move>) {
        if let Some(so_far) = &mut self.game_so_far {
            so_far.moves.push(seen.mv);
        }
    }
}
