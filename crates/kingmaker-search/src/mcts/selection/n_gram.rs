//! Progressive History with contexts: what a move was worth after the same moves before it (Formula 5.3 of
//! Nijssen 2013 with the sequences of Tak, Winands & Björnsson 2012).

use kingmaker_core::{Game, settings};

use super::history::{Biased, DIVIDE, Divide, Fading, UNSEEN, W};
use super::{Iteration, Known, Scratch, Selection, Site, best_child};
use crate::Toolbox;
use crate::mcts::policy::Aim;
use crate::mcts::sequences::{Contexts, N, Sequences, VISITS};
use crate::mcts::tree::{NodeIndex, Tree};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "n-gram" {
        summary: "Progressive History of sequences: a bias for moves that did well after the same moves elsewhere",
        source: "Nijssen & Winands 2011; Tak, Winands & Björnsson 2012",
        options: {
            /// Influence W of the bias.
            w: f64 = W,
            /// What makes the influence fade.
            divide: Divide = DIVIDE,
            /// The longest sequences.
            n: usize = N,
            /// Sequences of more than one move count once they were played so often.
            visits: u32 = VISITS,
            /// What a move that was never made is taken for.
            unseen: f64 = UNSEEN,
        },
        examples: ["mcts(select=n-gram)", "mcts(select=n-gram(n=2, visits=20, w=3))"],
    }
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(NGrams::new(settings, game)))
}

struct NGrams {
    fading: Fading,
    sequences: Sequences,
    unseen: f32,
}

impl NGrams {
    fn new<G: Game>(settings: &Settings, game: &G) -> Self {
        let Settings { w, divide, n, visits, unseen } = *settings;
        // Chance has rows too, and nobody learns from them.
        let rows = (game.players() + 1) * game.slots();
        let sequences = Sequences::new(n, visits, rows);
        NGrams { fading: Fading::new(w, divide), sequences, unseen: unseen as f32 }
    }

    /// The contexts after this path.
    fn contexts<Move: Copy>(&self, tree: &Tree<Move>, path: &[NodeIndex]) -> Contexts {
        let is_move = |&&node: &&NodeIndex| tree.node(node).entry().is_some();
        self.sequences.contexts(path.iter().rev().filter(is_move).map(|&node| tree.stats(node).row()))
    }

    fn average(&self, contexts: &Contexts, row: usize) -> f32 {
        self.sequences.mean(contexts, row).unwrap_or(self.unseen)
    }
}

impl<G: Game> Selection<G> for NGrams {
    fn begin(&mut self, _: &G, _: &Tree<G::Move>, _: Aim) {
        self.sequences.clear();
    }

    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let formula = Biased { c: site.exploration.c, fading: self.fading };
        let contexts = self.contexts(site.tree, site.path);
        best_child(site, |_, stats| Known::one(self.average(&contexts, stats.row())), formula)
    }

    fn learn(&self, _: &G, iteration: &Iteration<'_, G::Move>, _: &mut Scratch) {
        let Iteration { tree, path, scores, aim, .. } = *iteration;
        for (depth, &node) in path.iter().enumerate() {
            if let Some((player, _)) = tree.node(node).entry() {
                let contexts = self.contexts(tree, &path[..depth]);
                self.sequences.add(&contexts, tree.stats(node).row(), aim.of(player, scores), tree.is_shared());
            }
        }
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(self.average(&self.contexts(tree, &[]), tree.stats(node).row()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_iterations;
    use super::*;
    use kingmaker_games::rolit::Rolit;

    /// Counts anew, for every step of every iteration, how its move did alone and after the moves before.
    #[test]
    fn sequences_are_those_of_counting() {
        let (game, aim, visits) = (Rolit::new(3, 8), Aim::Own, 4usize);
        let mut grams = NGrams::new(&Settings { visits: visits as u32, ..Settings::default() }, &game);
        let (tree, records) = random_iterations(&game, &mut grams, 300, aim);
        let mut longer = 0;
        for record in &records {
            for depth in 0..record.nodes.len() - 1 {
                let mut means = Vec::new();
                for length in 1..=3.min(depth + 1) {
                    let sequence = &record.moves[depth + 1 - length..=depth];
                    let worths = records.iter().flat_map(|other| {
                        let in_tree = &other.moves[..other.nodes.len() - 1];
                        let times = in_tree.windows(length).filter(|window| *window == sequence).count();
                        std::iter::repeat_n(aim.of(sequence[length - 1].0, &other.scores), times)
                    });
                    let worths: Vec<f32> = worths.collect();
                    if length == 1 || worths.len() >= visits {
                        means.push(worths.iter().sum::<f32>() / worths.len() as f32);
                        longer += usize::from(length > 1);
                    }
                }
                let contexts = grams.contexts(&tree, &record.nodes[1..=depth]);
                let seen = grams.average(&contexts, tree.stats(record.nodes[depth + 1]).row());
                let expected = means.iter().sum::<f32>() / means.len() as f32;
                assert!((seen - expected).abs() < 1e-5, "{seen}, not {expected}");
            }
        }
        assert!(longer > 100, "{longer}");
        grams.unseen = 0.125;
        let first = tree.stats(records[0].nodes[1]).row();
        assert_ne!(grams.average(&[None; 2], first), 0.125);
        Selection::<Rolit>::begin(&mut grams, &game, &tree, aim);
        assert_eq!(grams.average(&[None; 2], first), 0.125, "nobody has made it in this search");
    }
}
