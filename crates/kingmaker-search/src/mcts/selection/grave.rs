//! Generalized Rapid Action-Value Estimation: while a position has few visits, what moves were worth below
//! an ancestor with many (Cazenave 2015).

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, settings};

use super::keyed_amaf::KeyedAmaf;
use super::{Formula, Iteration, Known, Number, Scratch, Selection, Site, Tried, best_child};
use crate::Toolbox;
use crate::mcts::average::UNKNOWN;
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, ROOT, Stats, Tree};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "grave" {
        summary: "GRAVE: UCT, with AMAF values of the closest ancestor that has enough visits",
        source: "Cazenave 2015",
        options: {
            reference: u32 {
                name: "ref",
                kind: Kind::Integer(0, 1_000_000_000),
                default: "50",
                help: "visits that a position needs for its own AMAF values to be used",
            },
            bias: f64 {
                name: "bias",
                kind: Kind::Real(0.0, 1000.0),
                default: "1e-10",
                help: "the larger, the sooner means count more than AMAF values",
            },
        },
        examples: ["mcts(select=grave)", "mcts(select=grave(ref=20, bias=0.01), c=0.5)"],
    }
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    let Settings { reference, bias } = *settings;
    Ok(Box::new(Grave { reference, bias: bias as f32, table: KeyedAmaf::default() }))
}

struct Grave {
    reference: u32,
    bias: f32,
    table: KeyedAmaf,
}

impl Grave {
    /// The closest node on the way with enough visits, that under way not counted; else the root.
    fn reference<Move: Copy>(&self, tree: &Tree<Move>, path: &[NodeIndex]) -> NodeIndex {
        let has_enough = |&&node: &&NodeIndex| tree.stats(node).visits() > self.reference;
        path.iter().rev().find(has_enough).copied().unwrap_or(ROOT)
    }

    /// A node collects from half its way to being a reference on: most never get there, and all moves of
    /// the game for each of them would not fit.
    fn is_collecting<Move: Copy>(&self, tree: &Tree<Move>, node: NodeIndex) -> bool {
        node == ROOT || tree.stats(node).visits() > self.reference / 2
    }

    /// The mean of a move below the reference, and its weight.
    fn amaf(&self, reference: NodeIndex, row: usize) -> (f32, f32) {
        let average = self.table.of(reference, row);
        average.map_or((UNKNOWN, 0.0), |average| (average.mean(), average.count() as f32))
    }
}

/// How much AMAF values count: m / (m + n + bias m n), for m samples and n visits.
#[inline]
fn beta<N: Number>(samples: N, visits: N, bias: f32) -> N {
    samples / (samples + visits + samples * bias * visits)
}

/// UCT, where the mean is mixed with the AMAF value.
struct Mixed {
    c: f32,
    bias: f32,
}

impl Formula for Mixed {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        let Known { one: amaf, two: samples } = tried.known;
        tried.uct(self.c) + beta(samples, tried.visits, self.bias) * (amaf - tried.mean)
    }

    #[inline]
    fn expectation(&self, known: Known<f32>) -> f32 {
        known.one
    }
}

impl<G: Game> Selection<G> for Grave {
    fn begin(&mut self, _: &G, _: &Tree<G::Move>, _: Aim) {
        self.table.clear();
    }

    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let reference = self.reference(site.tree, site.path);
        let known = |_, stats: &Stats| {
            let (one, two) = self.amaf(reference, stats.row());
            Known { one, two }
        };
        best_child(site, known, Mixed { c: site.exploration.c, bias: self.bias })
    }

    fn needs_line(&self) -> bool {
        true
    }

    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>, scratch: &mut Scratch) {
        self.table.learn(game, iteration, scratch, |_, node| self.is_collecting(iteration.tree, node));
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(self.amaf(ROOT, tree.stats(node).row()).0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_iterations;
    use super::*;
    use kingmaker_core::Player;
    use kingmaker_games::rolit::Rolit;

    #[test]
    fn the_weight_by_hand() {
        // 30 / (30 + 10 + 0.1 * 300)
        assert!((beta(30.0, 10.0, 0.1) - 3.0 / 7.0).abs() < 1e-6);
        assert_eq!(beta(0.0, 10.0, 0.1), 0.0);
    }

    /// Counts anew what the definition says, for every node and every move that was ever made.
    #[test]
    fn references_know_all_moves_made_below_them() {
        let game = Rolit::new(3, 8);
        for aim in [Aim::Own, Aim::against(Player::new(1), &game.teams())] {
            let mut grave = Grave { reference: 20, bias: 0.0, table: KeyedAmaf::default() };
            let (tree, records) = random_iterations(&game, &mut grave, 400, aim);
            let mut all: Vec<_> = records.iter().flat_map(|record| record.moves.clone()).collect();
            all.sort_unstable();
            all.dedup();
            let (mut known, mut unknown) = (0, 0);
            for node in 0..tree.size() {
                let through = records.iter().filter_map(|record| {
                    let depth = record.nodes.iter().position(|&other| other == node)?;
                    Some((&record.moves[depth..], &record.scores))
                });
                // From the eleventh visit on, and at the root from the first.
                let late: Vec<_> = through.skip(if node == ROOT { 0 } else { 10 }).collect();
                for &(player, mv) in &all {
                    let worths = late.iter().filter(|(moves, _)| moves.contains(&(player, mv)));
                    let worths: Vec<f32> = worths.map(|(_, scores)| aim.of(player, scores)).collect();
                    let average = grave.table.of(node, player.index() * game.slots() + game.slot(mv));
                    assert_eq!(average.map_or(0, |average| average.count() as usize), worths.len(), "node {node}");
                    if let Some(average) = average {
                        let mean = worths.iter().sum::<f32>() / worths.len() as f32;
                        assert!((average.mean() - mean).abs() < 1e-5, "node {node}");
                        known += 1;
                    } else {
                        unknown += 1;
                    }
                }
            }
            assert!(known > 1000 && unknown > 1000, "{known} {unknown}");
            // The closest ancestor with more than 20 visits, by walking down all paths.
            for record in &records {
                for end in 0..record.nodes.len() {
                    let path = &record.nodes[1..=end];
                    let expected =
                        record.nodes[..=end].iter().rfind(|&&node| node == ROOT || tree.node(node).visits() > 20);
                    assert_eq!(Some(&grave.reference(&tree, path)), expected);
                }
            }
        }
    }
}
