//! Iterations to learn from, for tests.

use kingmaker_core::{Game, Player, Rng, Scores, Turn};

use super::{Iteration, Scratch, Selection};
use crate::mcts::line::Line;
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, ROOT, Step, Tree};

/// What an iteration was like.
pub(super) struct Record<Move> {
    /// The root and the nodes below it that were visited.
    pub(super) nodes: Vec<NodeIndex>,
    pub(super) moves: Vec<(Player, Move)>,
    pub(super) scores: Scores,
}

/// Random walks in a tree that grows as it does in a search, each followed by a random playout. The
/// strategy learns from them, and the records say what from.
pub(super) fn random_iterations<G: Game>(
    game: &G,
    selection: &mut impl Selection<G>,
    number: usize,
    aim: Aim,
) -> (Tree<G::Move>, Vec<Record<G::Move>>) {
    let (tree, mut rng) = (Tree::new(100_000), Rng::new(9));
    selection.begin(game, &tree, aim);
    let start = game.start(&mut rng);
    let (mut legal, mut scratch) = (Vec::new(), Scratch::default());
    let records = (0..number).map(|_| {
        let (mut state, mut nodes, mut line) = (start.clone(), vec![ROOT], Line::new(true));
        let mut is_in_tree = true;
        while let Turn::Player(mover) = game.turn(&state) {
            game.legal_moves(&state, &mut legal);
            let place = rng.below(legal.len().min(4));
            let node = nodes[nodes.len() - 1];
            if is_in_tree && (node == ROOT || tree.node(node).visits() > 1) && tree.claim(node) {
                let row = |mv| (mover.index() * game.slots() + game.slot(mv)) as u32;
                let step = |&mv: &G::Move| Step { player: Some(mover), mv, row: row(mv), prior: 0.0 };
                tree.expand(node, &legal.iter().map(step).collect::<Vec<_>>());
                selection.expanded(game, &state, &tree, tree.node(node).children(), &mut scratch);
            }
            is_in_tree &= tree.node(node).is_expanded();
            if is_in_tree {
                let child = tree.node(node).children().start + place as NodeIndex;
                tree.node(child).enter();
                nodes.push(child);
            } else if line.in_tree().is_empty() {
                line.leave_tree();
            }
            line.push(mover, legal[place]);
            game.play(&mut state, legal[place]);
        }
        if is_in_tree {
            line.leave_tree();
        }
        let scores = game.scores(&state);
        let iteration = Iteration { tree: &tree, path: &nodes[1..], line: &line, scores: &scores, aim };
        selection.learn(game, &iteration, &mut scratch);
        Record { nodes, moves: line.moves().to_vec(), scores }
    });
    let records = records.collect();
    (tree, records)
}
