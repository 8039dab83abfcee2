//! Backups other than the average: what a position is worth goes by its best move, the more so the more
//! is known (Coulom 2007; Nijssen 2013, section 2.6.1).

use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::options::{Args, Kind, Schema};
use kingmaker_core::{Player, Scores, Teams, settings};

use super::policy::Aim;
use super::slab::{Slab, Values};
use super::solver::Solver;
use super::sums::{mean, units};
use super::tree::{Node, NodeIndex, Tree};
use crate::Needs;

/// Every backup there is.
pub static BACKUPS: &[&Schema] = &[&AVERAGE, &MAX, &MIX];

settings! {
    /// The mean of all playouts.
    pub struct Average, pub static AVERAGE = "average" {
        summary: "the mean of all playouts through a position",
        source: "Coulom 2007; Nijssen 2013, section 2.6.1",
        options: {},
        examples: ["mcts(backup=average)"],
    }
}

settings! {
    /// The value of the best move.
    pub struct Max, pub static MAX = "max" {
        summary: "the value of the best move, as in minimax",
        source: "Coulom 2007; Nijssen 2013, section 2.6.1",
        options: {},
        examples: ["mcts(backup=max, policy=paranoid)"],
    }
}

settings! {
    /// Between the two.
    pub struct Mix, pub static MIX = "mix" {
        summary: "between the mean of all playouts and the value of the most visited move, closer to it with more visits",
        source: "Coulom 2007; Nijssen 2013, section 2.6.1",
        options: {
            weight: f64 {
                name: "weight",
                kind: Kind::Real(0.0, 1e9),
                default: "162",
                help: "how many visits of the most visited move the mean weighs as much as",
            },
        },
        examples: ["mcts(backup=mix, policy=paranoid)", "mcts(backup=mix(weight=50), policy=paranoid)"],
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    Max,
    /// The weight of the mean while visits are few.
    Mix(f32),
}

/// A backup that looks at the children of a node. There have to be two sides: then what a move is worth
/// to the one who makes it says what it is worth to everybody.
#[derive(Debug)]
pub(super) struct Backup {
    rule: Rule,
    /// Beside the nodes of the tree, whose worth is what is backed up: what all visits were worth in sum.
    sums: Slab<Values<AtomicU64>>,
    teams: Teams,
}

impl Backup {
    /// The backup as configured, for trees of at most so many nodes; `None` for the average.
    pub(super) fn from_args(args: &Args, limit: u32) -> Option<Self> {
        let rule = match args.schema() {
            schema if schema == &MAX => Rule::Max,
            schema if schema == &MIX => Rule::Mix(Mix::from_args(args).weight as f32),
            _ => return None,
        };
        Some(Backup { rule, sums: Slab::new(limit), teams: Teams::each_alone(2) })
    }

    /// What it needs of the game and of the policy.
    pub(super) fn needs() -> Needs {
        Needs { two_sides: true, no_chance: true, no_secrets: true, ..Needs::NOTHING }
    }

    /// Forgets what belongs to the last tree.
    pub(super) fn begin<Move: Copy>(&mut self, last: &Tree<Move>, teams: Teams) {
        self.sums.reset(last.size());
        self.teams = teams;
    }

    /// An iteration has come to these scores. From the end of the path up, because a value rests on those
    /// below.
    pub(super) fn back_up<Move: Copy>(
        &self,
        tree: &Tree<Move>,
        path: &[NodeIndex],
        scores: &Scores,
        aim: Aim,
        solver: Option<Solver>,
    ) {
        for &index in path.iter().rev() {
            let node = tree.node(index);
            let Some((player, _)) = node.entry() else { continue };
            let more = units(aim.of(player, scores));
            let sum = self.sums.at(index).fetch_add(more, Ordering::Relaxed) + more;
            let proven = solver.and_then(|solver| Some(solver.worth(player, &solver.outcome(tree, index)?)));
            node.settle(proven.unwrap_or_else(|| {
                let mean = mean(sum, node.visits());
                self.value(player, aim, node.visits(), mean, tree, index)
            }));
        }
    }

    /// What a node is worth to the player who moved there, given the mean of its visits.
    fn value<Move: Copy>(
        &self,
        player: Player,
        aim: Aim,
        visits: u32,
        mean: f32,
        tree: &Tree<Move>,
        parent: NodeIndex,
    ) -> f32 {
        let tried = tree.children(parent).map(|child| tree.node(child)).filter(|child| child.visits() > 0);
        let is_better = |a: Node<'_, Move>, b: Node<'_, Move>| match self.rule {
            Rule::Max => b.mean() > a.mean(),
            Rule::Mix(_) => (b.visits(), b.mean()) > (a.visits(), a.mean()),
        };
        let Some(best) = tried.reduce(|a, b| if is_better(a, b) { b } else { a }) else { return mean };
        let Some((chooser, _)) = best.entry() else { return mean };
        let are_allies = match aim {
            Aim::Against { side, .. } => side.contains(player) == side.contains(chooser),
            _ => self.teams.are_allies(player, chooser),
        };
        let value = if are_allies { best.mean() } else { 1.0 - best.mean() };
        match self.rule {
            Rule::Max => value,
            Rule::Mix(weight) => {
                // His weight is twice the number of points of the board, and grows with the visits from
                // eight times itself on.
                let (weight, best) = (weight.max(visits as f32 / 8.0), best.visits() as f32);
                (best * value + weight * mean) / (best + weight)
            }
        }
        .clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{ROOT, Step};
    use kingmaker_core::options::read;

    fn steps<const N: usize>(steps: [(Player, u16); N]) -> [Step<u16>; N] {
        steps.map(|(player, mv)| Step { player: Some(player), mv, row: 0, prior: 0.0 })
    }

    /// Player 1 came to A by one playout, from where player 2 went to B and to C.
    ///
    /// ```text
    ///         A (4 visits, player 1 won 2)
    ///        /                        \
    ///   B (1 visit, player 2 won)   C (2 visits, player 2 won 1)
    /// ```
    fn worth_of_a(backup: &str) -> f32 {
        let tree: Tree<u16> = Tree::new(10);
        let [one, two] = [0, 1].map(Player::new);
        tree.expand(ROOT, &steps([(one, 0)]));
        let (a, scores) = (1, |winner| Scores::winner(2, winner));
        let args = read(backup, "backup", BACKUPS).expect("valid");
        let backup = Backup::from_args(&args, tree.limit()).expect("not the average");
        let visit = |path: &[NodeIndex], winner| {
            path.iter().for_each(|&index| {
                tree.node(index).enter();
            });
            backup.back_up(&tree, path, &scores(winner), Aim::Own, None);
        };
        visit(&[a], one);
        assert_eq!(tree.node(a).mean(), 1.0, "nothing is known but a playout");
        tree.expand(a, &steps([(two, 0), (two, 1)]));
        visit(&[a, 2], two);
        visit(&[a, 3], one);
        visit(&[a, 3], two);
        assert_eq!((tree.node(2).mean(), tree.node(3).mean()), (1.0, 0.5));
        tree.node(a).mean()
    }

    #[test]
    fn backups_by_hand() {
        // Player 2 has won all in B.
        assert_eq!(worth_of_a("max"), 0.0);
        // Of the mean, 1/2, and C, 1/2.
        assert_eq!(worth_of_a("mix(weight=2)"), 0.5);
    }

    #[test]
    fn the_mix_by_hand() {
        let tree: Tree<u16> = Tree::new(10);
        let [one, two] = [0, 1].map(Player::new);
        tree.expand(ROOT, &steps([(two, 0), (two, 1)]));
        for (index, wins, visits) in [(1, 3, 4), (2, 6, 6)] {
            for visit in 0..visits {
                tree.node(index).enter();
                tree.node(index).reward(if visit < wins { 1.0 } else { 0.0 });
            }
        }
        let value = |rule, mean, visits, player, aim| {
            let backup = Backup { rule, sums: Slab::new(1), teams: Teams::each_alone(3) };
            backup.value(player, aim, visits, mean, &tree, ROOT)
        };
        // The most visited is the second: 6 visits, worth 0 to the other side. With a weight of 2:
        // (6 * 0 + 2 * 0.4) / 8; with 800 visits the mean weighs as much as 100.
        let is = |value: f32, expected: f32| assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
        is(value(Rule::Mix(2.0), 0.4, 10, one, Aim::Own), 0.1);
        is(value(Rule::Mix(2.0), 0.4, 10, two, Aim::Own), 0.85);
        is(value(Rule::Mix(2.0), 0.4, 800, one, Aim::Own), 40.0 / 106.0);
        is(value(Rule::Max, 0.4, 10, one, Aim::Own), 0.0);
        // Player 3 is on the side of player 2 when both are against player 1.
        is(value(Rule::Max, 0.4, 10, Player::new(2), Aim::against(one, &Teams::each_alone(3))), 1.0);
    }
}
