//! Monte-Carlo Tree Search for any number of players (Nijssen 2013, section 2.6).

pub mod line;
pub mod playout;
pub mod selection;
pub mod tree;

use kingmaker_core::options::{Args, Kind, OptionDef, Schema};
use kingmaker_core::{ByPlayer, Game, Rng, Scores, Turn};

use crate::Searcher;
use crate::budget::{self, Budget, Clock, MAX_PLAYOUTS};
use crate::report::{Candidate, Report, Stop};
use crate::toolbox::{PLAYOUTS, Toolbox};
use line::Line;
use playout::{Outcome, Playout};
use tree::{NodeIndex, ROOT, Tree};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "mcts",
    summary: "Monte-Carlo Tree Search: UCT, every player maximising their own share (max^n)",
    source: "Kocsis & Szepesvári 2006; Sturtevant 2008; Nijssen 2013, sections 2.6 and 3.6",
    options: &[
        OptionDef {
            name: "c",
            kind: Kind::Real(0.0, 100.0),
            default: Some("0.2"),
            help: "exploration constant C of UCT",
        },
        OptionDef {
            name: "playout",
            kind: Kind::Part(PLAYOUTS),
            default: None,
            help: "how games are finished below the tree; greedy where the game has static move ordering, else random",
        },
        OptionDef {
            name: "tree",
            kind: Kind::Integer(10_000, u32::MAX as u64),
            default: Some("4000000"),
            help: "most nodes in the tree; when it is full, the search goes on without growing it",
        },
        budget::PLAYOUTS,
        budget::TIME,
    ],
    examples: &["mcts", "mcts(playouts=5000)", "mcts(c=0.5, playout=random, time=250ms)"],
};

/// A Monte-Carlo Tree Search player. Its memory is kept from move to move, its tree is not.
pub struct Mcts<G: Game> {
    c: f64,
    playout: Box<dyn Playout<G>>,
    tree: Tree<G::Move>,
    /// For each child of the root, the sum of every player's shares.
    root_totals: Vec<ByPlayer<f64>>,
    path: Vec<NodeIndex>,
    line: Line<G::Move>,
    moves: Vec<G::Move>,
}

/// The player as configured.
pub fn build<G: Game>(args: &Args, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Searcher<G>>, String> {
    let tree = args.integer("tree").unwrap_or_default() as usize;
    let playout = toolbox.playout(args.part("playout"), game)?;
    Ok(Box::new(Mcts::new(args.real("c").unwrap_or_default(), playout, tree)))
}

impl<G: Game> Mcts<G> {
    /// A player with exploration constant `c`, a playout strategy and a bound on its tree.
    pub fn new(c: f64, playout: Box<dyn Playout<G>>, max_nodes: usize) -> Self {
        let line = Line::new(playout.is_learning());
        let tree = Tree::new(max_nodes);
        Mcts { c, playout, tree, root_totals: Vec::new(), path: Vec::new(), line, moves: Vec::new() }
    }

    /// The tree of the last search.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// Adds all children of a node at once, in random order: untried children are tried in
    /// that order, and equal values are decided by it.
    fn expand(&mut self, game: &G, state: &G::State, node: NodeIndex, rng: &mut Rng) {
        let Turn::Player(mover) = game.turn(state) else { return };
        game.legal_moves(state, &mut self.moves);
        rng.shuffle(&mut self.moves);
        self.tree.expand(node, mover, &self.moves);
    }

    /// One iteration: selection, expansion, playout, backpropagation. `None`, and nothing is
    /// counted, if the time was over before the playout ended.
    fn iterate(&mut self, game: &G, root: &G::State, rng: &mut Rng, clock: &Clock) -> Option<Outcome> {
        let mut state = root.clone();
        let mut node = ROOT;
        self.path.clear();
        self.line.clear();
        loop {
            if !self.tree.node(node).is_expanded() {
                // A node gets its children when it is visited for the second time: its first
                // visit is the playout that starts there.
                if self.tree.node(node).visits() == 0 {
                    break;
                }
                if self.tree.is_full() {
                    break;
                }
                self.expand(game, &state, node, rng);
                if !self.tree.node(node).is_expanded() {
                    break;
                }
            }
            // All visits but the first went to a child; at the root, all did.
            let tried = self.tree.node(node).visits() - u32::from(node != ROOT);
            node = selection::select(&self.tree, node, tried, self.c);
            if let Some(mv) = self.tree.node(node).mv() {
                self.line.push(self.tree.node(node).mover(), mv);
                game.play(&mut state, mv);
            }
            self.path.push(node);
        }
        self.line.leave_tree();
        let outcome = self.playout.run(game, &mut state, &mut self.line, rng, clock)?;
        if self.playout.is_learning() {
            self.playout.learn(game, &self.line, &outcome.scores);
        }
        self.back_up(&outcome.scores);
        Some(outcome)
    }

    fn back_up(&mut self, scores: &Scores) {
        self.tree.update(ROOT, 0.0);
        for &node in &self.path {
            let share = scores.of(self.tree.node(node).mover());
            self.tree.update(node, share);
        }
        if let Some(&first) = self.path.first() {
            let totals = &mut self.root_totals[(first - self.tree.node(ROOT).children().start) as usize];
            for (player, share) in scores.shares().iter() {
                totals[player] += f64::from(share);
            }
        }
    }

    /// The robust child: the most visits, then the higher mean.
    fn robust_child(&self, parent: NodeIndex) -> Option<NodeIndex> {
        let rank = |&index: &NodeIndex| {
            let node = self.tree.node(index);
            (node.visits(), if node.visits() > 0 { node.mean() } else { 0.0 })
        };
        let better = |a: NodeIndex, b: NodeIndex| if rank(&b) > rank(&a) { b } else { a };
        self.tree.node(parent).children().reduce(better)
    }

    /// What is known about the moves at hand, the chosen one first.
    fn candidates(&self, best: G::Move) -> Vec<Candidate<G::Move>> {
        let children = self.tree.children(ROOT).iter().zip(&self.root_totals);
        let mut candidates: Vec<_> = children
            .filter_map(|(node, totals)| {
                let visits = u64::from(node.visits());
                let values = (visits > 0).then(|| totals.map(|total| (total / visits as f64) as f32));
                node.mv().map(|mv| (node.mover(), Candidate { mv, visits, values }))
            })
            .collect();
        let value =
            |(mover, candidate): &(_, Candidate<G::Move>)| candidate.values.map_or(0.0, |values| values[*mover]);
        candidates.sort_by(|a, b| {
            let is_other = |candidate: &Candidate<G::Move>| candidate.mv != best;
            (is_other(&a.1).cmp(&is_other(&b.1)))
                .then(b.1.visits.cmp(&a.1.visits))
                .then(value(b).total_cmp(&value(a)))
                .then(a.1.mv.cmp(&b.1.mv))
        });
        candidates.into_iter().map(|(_, candidate)| candidate).collect()
    }

    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut node = ROOT;
        while let Some(child) = self.robust_child(node).filter(|&child| self.tree.node(child).visits() > 0) {
            line.extend(self.tree.node(child).mv());
            node = child;
        }
        line
    }
}

impl<G: Game> Searcher<G> for Mcts<G> {
    fn search(&mut self, game: &G, view: &G::State, budget: &Budget, rng: &mut Rng) -> Report<G::Move> {
        let clock = Clock::start(budget);
        let limit = budget.playouts.unwrap_or(MAX_PLAYOUTS).min(MAX_PLAYOUTS);
        self.playout.begin(game);
        self.tree.clear();
        self.expand(game, view, ROOT, rng);
        self.root_totals.clear();
        self.root_totals.resize(self.tree.children(ROOT).len(), ByPlayer::splat(game.players(), 0.0));
        let (mut playouts, mut playout_plies, mut depth) = (0, 0, 0);
        let stop = loop {
            if playouts >= limit {
                break Stop::Playouts;
            }
            if clock.is_over() {
                break Stop::Time;
            }
            let Some(outcome) = self.iterate(game, view, rng, &clock) else { break Stop::Time };
            playout_plies += u64::from(outcome.plies);
            depth = depth.max(self.path.len() as u32);
            playouts += 1;
        };
        let robust = self.robust_child(ROOT).map(|child| *self.tree.node(child));
        let best = robust.and_then(|node| node.mv());
        let value = robust.filter(|node| node.visits() > 0).map(|node| node.mean());
        // Without room for even the root's children, any legal move has to do.
        let best = best.or_else(|| game.random_move(view, rng, &mut self.moves));
        let best = best.expect("a player to move has a legal move");
        Report {
            best,
            candidates: self.candidates(best),
            line: self.line(),
            value,
            playouts,
            playout_plies,
            nodes: self.tree.len() as u64,
            depth,
            cutoffs: 0,
            table_hits: 0,
            stop,
            elapsed: clock.elapsed(),
        }
    }
}
