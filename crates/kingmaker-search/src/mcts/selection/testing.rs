//! Iterations to learn from, for tests.

use kingmaker_core::{Game, Player, Rng, Scores, Turn};

use super::{Iteration, Selection};
use crate::mcts::line::Line;
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, ROOT, Tree};

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
    let mut legal = Vec::new();
    let records = (0..number).map(|_| {
        let (mut state, mut nodes, mut line) = (start.clone(), vec![ROOT], Line::new(true));
        let mut is_in_tree = true;
        while let Turn::Player(mover) = game.turn(&state) {
            game.legal_moves(&state, &mut legal);
            let place = rng.below(legal.len().min(4));
            let node = nodes[nodes.len() - 1];
            if is_in_tree && (node == ROOT || tree.node(node).visits() > 1) && tree.claim(node) {
                let entries: Vec<_> = legal.iter().map(|&mv| (mover, mv)).collect();
                tree.expand(node, &entries);
                selection.expanded(game, &state, &tree, node);
            }
            is_in_tree &= tree.node(node).is_expanded();
            if is_in_tree {
                let child = tree.node(node).children().start + place as NodeIndex;
                tree.node(child).enter();
                nodes.push(child);
            }
            line.push(mover, legal[place]);
            game.play(&mut state, legal[place]);
        }
        let scores = game.scores(&state);
        selection.learn(game, &Iteration { tree: &tree, path: &nodes[1..], line: &line, scores: &scores, aim });
        Record { nodes, moves: line.moves().to_vec(), scores }
    });
    let records = records.collect();
    (tree, records)
}
