//! Implicit minimax backups: the mean of playouts, mixed with what a search to the end of the tree with the
//! board evaluator would say (Lanctot et al. 2014).

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use kingmaker_core::options::Kind;
use kingmaker_core::settings::Word;
use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MAX_PLAYERS, Player, Scores, Turn, settings};

use super::beside::Beside;
use super::{Formula, Iteration, Known, Number, Scratch, Selection, Site, Tried, best_child};
use crate::knowledge::{EVALUATOR, evaluator};
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, Stats, Tree};
use crate::{Needs, Toolbox};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "implicit" {
        summary: "implicit minimax backups: UCT, where the mean is mixed with evaluations that go up as in max^n",
        source: "Lanctot, Winands, Pepels & Sturtevant 2014",
        options: {
            alpha: f64 {
                name: "alpha",
                kind: Kind::Real(0.0, 1.0),
                default: "0.4",
                help: "how much evaluations count, from 0 (UCT) to 1 (best-first minimax)",
            },
            /// Which board evaluator of the game; if not set, its first.
            evaluator: Option<Word> = EVALUATOR,
        },
        examples: ["mcts(select=implicit)", "mcts(select=implicit(alpha=0.2), c=0.5)"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Selection<G>>, String> {
    let (alpha, evaluator) = (settings.alpha as f32, evaluator(game, &settings.evaluator)?);
    Ok(Box::new(Implicit { alpha, evaluator, aim: Aim::Own, values: Beside::default() }))
}

struct Implicit {
    alpha: f32,
    evaluator: BoardEvaluator,
    aim: Aim,
    values: Beside<Shares>,
}

/// What each player is to expect, as the bits of numbers. Threads may mix up two vectors for a moment.
#[derive(Debug, Default)]
struct Shares([AtomicU32; MAX_PLAYERS]);

impl Shares {
    #[inline]
    fn of(&self, player: Player) -> f32 {
        f32::from_bits(self.0[player.index()].load(Ordering::Relaxed))
    }

    fn set(&self, scores: &Scores) {
        for (player, share) in scores.shares().iter() {
            self.0[player.index()].store(share.to_bits(), Ordering::Relaxed);
        }
    }

    fn copy_from(&self, other: &Self) {
        for (to, from) in self.0.iter().zip(&other.0) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

/// UCT, where the mean is mixed with an evaluation.
struct Mixed {
    c: f32,
    alpha: f32,
}

impl Formula for Mixed {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        tried.uct(self.c) + (tried.known.one - tried.mean) * self.alpha
    }

    #[inline]
    fn expectation(&self, known: Known<f32>) -> f32 {
        self.alpha * known.one
    }
}

impl<G: Knowledge> Selection<G> for Implicit {
    fn begin(&mut self, _: &G, last: &Tree<G::Move>, aim: Aim) {
        self.values.clear(last);
        self.aim = aim;
    }

    fn needs(&self) -> Needs {
        Needs { real_turns: true, no_secrets: true, ..Needs::NOTHING }
    }

    fn is_of_one_tree(&self) -> bool {
        true
    }

    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let tree = site.tree;
        // All of them are moves of the player to move.
        let chooser = site.children().next().and_then(|child| tree.node(child).entry());
        let worths = |child: NodeIndex, _: &Stats| {
            let worth = |(chooser, _)| self.aim.worth(chooser, |player| self.values.at(child).of(player));
            Known::one(chooser.map_or(0.0, worth))
        };
        best_child(site, worths, Mixed { c: site.exploration.c, alpha: self.alpha })
    }

    /// New children are worth what the board evaluator says.
    fn expanded(&self, game: &G, state: &G::State, tree: &Tree<G::Move>, children: Range<NodeIndex>, _: &mut Scratch) {
        let teams = game.teams();
        for (child, values) in children.clone().zip(self.values.range(children)) {
            let Some(step) = tree.node(child).step() else { continue };
            let mut next = state.clone();
            game.play(&mut next, step.mv);
            let is_over = game.turn(&next) == Turn::Over;
            let scores = if is_over {
                game.scores(&next)
            } else {
                Scores::in_proportion(&teams, &game.evaluate(&next, self.evaluator))
            };
            values.set(&scores);
        }
    }

    /// A position is worth what the move is worth that is best for the one who chooses, or what outcomes of chance are
    /// worth on average.
    fn learn(&self, _: &G, iteration: &Iteration<'_, G::Move>, _: &mut Scratch) {
        let Iteration { tree, path, aim, scores, .. } = *iteration;
        for &parent in path.iter().rev() {
            let mut best: Option<(f32, &Shares)> = None;
            let mut mean = ByPlayer::splat(scores.shares().players(), 0.0);
            let mut is_drawn = false;
            for child in tree.children(parent) {
                let (node, values) = (tree.node(child), self.values.at(child));
                let Some((chooser, _)) = node.entry() else {
                    is_drawn = true;
                    mean = ByPlayer::from_fn(mean.players(), |player| mean[player] + node.prior() * values.of(player));
                    continue;
                };
                let worth = aim.worth(chooser, |player| values.of(player));
                if best.is_none_or(|(highest, _)| worth > highest) {
                    best = Some((worth, values));
                }
            }
            if let Some((_, values)) = best {
                self.values.at(parent).copy_from(values);
            } else if is_drawn {
                self.values.at(parent).set(&Scores::from_shares(mean.map(|share: f32| share.min(1.0))));
            }
        }
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        let (chooser, _) = tree.node(node).entry()?;
        Some(self.aim.worth(chooser, |player| self.values.at(node).of(player)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_iterations;
    use super::*;
    use crate::mcts::tree::ROOT;
    use kingmaker_core::{Game, Rng, Teams};
    use kingmaker_games::rolit::Rolit;

    /// What max^n or paranoid search says that ends where the tree does.
    fn searched(
        game: &Rolit,
        tree: &Tree<<Rolit as Game>::Move>,
        at: NodeIndex,
        aim: Aim,
        state: &<Rolit as Game>::State,
    ) -> ByPlayer<f32> {
        if game.turn(state) == Turn::Over {
            return *game.scores(state).shares();
        }
        let mut best: Option<(f32, ByPlayer<f32>)> = None;
        for child in tree.children(at) {
            let (chooser, mv) = tree.node(child).entry().expect("not the root");
            let mut next = state.clone();
            game.play(&mut next, mv);
            let values = searched(game, tree, child, aim, &next);
            let worth = aim.worth(chooser, |player| values[player]);
            if best.is_none_or(|(highest, _)| worth > highest) {
                best = Some((worth, values));
            }
        }
        best.map_or_else(
            || *Scores::in_proportion(&game.teams(), &game.evaluate(state, BoardEvaluator::default())).shares(),
            |(_, values)| values,
        )
    }

    #[test]
    fn evaluations_go_up_as_in_a_search_of_the_whole_tree() {
        for (players, aim) in [(2, Aim::Own), (3, Aim::Own), (4, Aim::against(Player::new(0), &Teams::each_alone(4)))] {
            let game = Rolit::new(players, 8);
            let mut implicit =
                Implicit { alpha: 0.5, evaluator: BoardEvaluator::default(), aim, values: Beside::default() };
            let (tree, _) = random_iterations(&game, &mut implicit, 500, aim);
            let start = game.start(&mut Rng::new(0));
            let mut inner = 0;
            for child in tree.children(ROOT) {
                let (_, mv) = tree.node(child).entry().expect("not the root");
                let mut next = start.clone();
                game.play(&mut next, mv);
                let expected = searched(&game, &tree, child, aim, &next);
                for player in Player::all(players) {
                    assert_eq!(
                        implicit.values.at(child).of(player),
                        expected[player],
                        "child {child}, {players} players"
                    );
                }
                inner += tree.children(child).count();
            }
            assert!(inner > 0);
        }
    }
}
