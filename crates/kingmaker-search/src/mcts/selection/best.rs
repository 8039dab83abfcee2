//! The child with the highest value.

use std::sync::LazyLock;

use kingmaker_core::Game;
use wide::i32x8;

use super::formula::{Formula, Known, Lanes, Tried};
use super::{Exploration, Site};
use crate::mcts::tree::{NodeIndex, Stats};

/// Many children are looked at so many at a time.
const WIDTH: usize = 8;

/// That pays from this number on: what is known about a child has to be put in its lane first.
const MANY: usize = 24;

/// The child with the highest value. Untried ones come first, the one with the highest expectation before the others;
/// with first-play urgency, they compete with the tried ones. `known` says what the strategy knows about a child, from
/// which and from the statistics the formula makes its value.
#[inline]
pub fn best_child<G: Game>(
    site: &Site<'_, G>,
    known: impl Fn(NodeIndex, &Stats) -> Known<f32>,
    formula: impl Formula,
) -> NodeIndex {
    let Exploration { urgency, .. } = site.exploration;
    let ln_parent = logarithm(site.parent_visits());
    let mut block = site.parent.children();
    let mut best = (f32::NEG_INFINITY, block.start);
    let mut best_untried = (f32::NEG_INFINITY, None);
    loop {
        let siblings = site.tree.stats_of(block.clone());
        let (groups, rest) = match site.possible {
            None if siblings.len() >= MANY => siblings.as_chunks(),
            _ => (&[][..], siblings),
        };
        let mut lanes = BestLanes::default();
        let mut start = block.start;
        for group in groups {
            let visits = Lanes::from_i32x8(i32x8::new(group.each_ref().map(|stats| stats.visits() as i32)));
            let known = |lane: usize| known(start + lane as NodeIndex, &group[lane]);
            let mut untried = visits.simd_eq(0.0).to_bitmask();
            while untried != 0 {
                let lane = untried.trailing_zeros() as usize;
                untried &= untried - 1;
                let expected = formula.expectation(known(lane));
                if expected > best_untried.0 {
                    best_untried = (expected, Some(start + lane as NodeIndex));
                }
            }
            // Where some are untried, the others come after them, whatever they are worth.
            if best_untried.1.is_none() || urgency.is_some() {
                let known: [Known<f32>; WIDTH] = std::array::from_fn(known);
                let values = formula.value(Tried {
                    visits,
                    inverse: 1.0 / visits,
                    mean: Lanes::new(group.each_ref().map(Stats::mean)),
                    ln_parent,
                    known: Known {
                        one: Lanes::new(known.map(|known| known.one)),
                        two: Lanes::new(known.map(|known| known.two)),
                    },
                });
                lanes.offer(values, visits.simd_gt(0.0), (start - block.start) as i32 as f32);
            }
            start += WIDTH as NodeIndex;
        }
        if !groups.is_empty() {
            let (value, place) = lanes.best();
            if value > best.0 {
                best = (value, block.start + place as i32 as NodeIndex);
            }
        }
        for (child, stats) in (start..).zip(rest) {
            if site.possible.is_some_and(|possible| !possible.contains(stats.row())) {
                continue;
            }
            let visits = stats.visits();
            if visits == 0 {
                let expected = formula.expectation(known(child, stats));
                if expected > best_untried.0 {
                    best_untried = (expected, Some(child));
                }
            } else if best_untried.1.is_none() || urgency.is_some() {
                let visits = visits as i32 as f32;
                let (inverse, mean, known) = (visits.recip(), stats.mean(), known(child, stats));
                let value = formula.value(Tried { visits, inverse, mean, ln_parent, known });
                if value > best.0 {
                    best = (value, child);
                }
            }
        }
        // Only where not everything is possible are there any that came later.
        match site.possible.and_then(|_| site.tree.further(block.start)) {
            Some(further) => block = further,
            None => break,
        }
    }
    match (best_untried, urgency) {
        ((_, Some(child)), None) => child,
        ((expected, Some(child)), Some(urgency)) if urgency + expected > best.0 => child,
        _ => best.1,
    }
}

/// The best of the children that were looked at, lane by lane, and where they are among their siblings.
struct BestLanes {
    values: Lanes,
    places: Lanes,
}

impl Default for BestLanes {
    fn default() -> Self {
        BestLanes { values: Lanes::splat(f32::NEG_INFINITY), places: Lanes::ZERO }
    }
}

impl BestLanes {
    /// Looks at those of the next children that were tried.
    #[inline]
    fn offer(&mut self, values: Lanes, are_tried: Lanes, first: f32) {
        let places = Lanes::new([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]) + first;
        let is_better = values.simd_gt(self.values) & are_tried;
        self.values = is_better.bitselect(values, self.values);
        self.places = is_better.bitselect(places, self.places);
    }

    /// The highest value, and the first place that has it.
    #[inline]
    fn best(&self) -> (f32, f32) {
        let lanes = self.values.to_array().into_iter().zip(self.places.to_array());
        let better = |a: (f32, f32), b: (f32, f32)| if b.0 > a.0 || b.0 == a.0 && b.1 < a.1 { b } else { a };
        lanes.reduce(better).unwrap_or((f32::NEG_INFINITY, 0.0))
    }
}

/// The natural logarithm of a number of visits. Most are small, and are looked up.
#[inline]
fn logarithm(visits: f32) -> f32 {
    static SMALL: LazyLock<Vec<f32>> = LazyLock::new(|| (0..4096).map(|visits| (visits as f32).ln()).collect());
    SMALL.get(visits as i32 as usize).copied().unwrap_or_else(|| visits.ln())
}

/// For strategies that know nothing besides.
#[inline]
pub fn nothing(_: NodeIndex, _: &Stats) -> Known<f32> {
    Known::default()
}

#[cfg(test)]
mod tests {
    use super::super::{Number, Possible};
    use super::*;
    use crate::mcts::policy::Aim;
    use crate::mcts::tree::{Node, ROOT, Step, Tree};
    use kingmaker_core::conformance::tree::{Branch, TreeGame};
    use kingmaker_core::{Player, Rng, Teams};

    const ROOT_PLAYER: Player = Player::new(0);

    fn steps(players: impl Iterator<Item = usize>) -> Vec<Step<Branch>> {
        let step =
            |(player, index)| Step { player: Some(Player::new(player)), mv: Branch::new(index), row: 0, prior: 0.0 };
        players.zip(0..).map(step).collect()
    }

    /// Visits and the sum of the root player's shares, as the thesis prints them.
    fn visit(node: Node<'_, Branch>, aim: Aim, visits: u32, root_score: f32) {
        let (chooser, _) = node.entry().expect("not the root");
        for visit in 0..visits {
            let share = (root_score - visit as f32).clamp(0.0, 1.0);
            node.enter();
            let share_of = |player| if player == ROOT_PLAYER { share } else { (1.0 - share) / 2.0 };
            node.reward(aim.worth(chooser, share_of));
        }
    }

    /// UCT with a constant of 0.2.
    struct Uct;

    impl Formula for Uct {
        fn value<N: Number>(&self, tried: Tried<N>) -> N {
            tried.uct(0.2)
        }

        fn expectation(&self, known: Known<f32>) -> f32 {
            known.one
        }
    }

    /// The child of the node at the end of a path that is chosen without a look at the position. All are possible, be it
    /// that some might not be.
    fn chosen(
        tree: &Tree<Branch>,
        path: &[NodeIndex],
        urgency: Option<f32>,
        is_loose: bool,
        known: impl Fn(NodeIndex, &Stats) -> Known<f32>,
    ) -> NodeIndex {
        let game: TreeGame = "[1 0]".parse().expect("a tree");
        let exploration = Exploration { c: 0.2, urgency };
        let mut possible = Possible::default();
        possible.clear(1);
        possible.insert(0);
        let (possible, parent) = (is_loose.then_some(&possible), tree.node(path.last().copied().unwrap_or(ROOT)));
        let site = Site { game: &game, state: &game.root(), tree, path, parent, possible, exploration };
        best_child(&site, known, Uct)
    }

    /// Gives a node these children, and says which of their UCT values are printed and which is chosen.
    fn check(tree: &Tree<Branch>, path: &[NodeIndex], children: &[(usize, u32, f32, f32)]) -> NodeIndex {
        let aim = Aim::against(ROOT_PLAYER, &Teams::each_alone(3));
        let parent = path.last().copied().unwrap_or(ROOT);
        tree.expand(parent, &steps(children.iter().map(|&(player, ..)| player)));
        for (child, &(_, visits, score, _)) in tree.children(parent).zip(children) {
            visit(tree.node(child), aim, visits, score);
        }
        // The visit under way.
        tree.node(parent).enter();
        for (child, (_, _, _, printed)) in tree.children(parent).zip(children) {
            let value = uct_of(tree, parent, child);
            assert!((value - printed).abs() < 0.001, "{value} is printed as {printed}");
        }
        chosen(tree, path, None, false, nothing) - tree.node(parent).children().start
    }

    /// The UCT value of a child.
    fn uct_of(tree: &Tree<Branch>, parent: NodeIndex, child: NodeIndex) -> f32 {
        let ln_parent = (tree.stats(parent).visits() as f32 - 1.0).ln();
        let visits = tree.stats(child).visits() as f32;
        tree.stats(child).mean() + 0.2 * (ln_parent * visits.recip()).sqrt()
    }

    /// A tree whose root was visited 100 times.
    fn hundred() -> Tree<Branch> {
        let tree = Tree::new(1000);
        for _ in 0..100 {
            tree.node(ROOT).enter();
        }
        tree
    }

    /// Nijssen 2013, Figure 4.1: MCTS-paranoid, with its example in section 4.2.1.
    #[test]
    fn figure_4_1() {
        let tree = hundred();
        let b = check(&tree, &[], &[(0, 61, 14.0, 0.284), (0, 27, 5.0, 0.268), (0, 12, 1.5, 0.249)]);
        assert_eq!(b, 0);
        let b = tree.node(ROOT).children().start;
        let g = check(&tree, &[b], &[(1, 18, 5.0, 0.818), (1, 6, 2.0, 0.832), (1, 36, 6.0, 0.901)]);
        assert_eq!(g, 2);
        let g = tree.node(b).children().start + g;
        assert_eq!(check(&tree, &[b, g], &[(2, 17, 3.0, 0.915), (2, 11, 2.0, 0.932), (2, 7, 2.0, 0.857)]), 1);
    }

    /// Nijssen 2013, Figure 4.2: MCTS-BRS, where players 2 and 3 share a layer, with its example in
    /// section 4.2.2.
    #[test]
    fn figure_4_2() {
        let tree = hundred();
        assert_eq!(check(&tree, &[], &[(0, 61, 20.0, 0.383), (0, 39, 12.0, 0.376)]), 0);
        let b = tree.node(ROOT).children().start;
        let replies = [(1, 11, 4.0, 0.759), (1, 17, 6.0, 0.745), (2, 7, 3.0, 0.725), (2, 25, 8.0, 0.761)];
        let g = check(&tree, &[b], &replies);
        assert_eq!(g, 3);
        let g = tree.node(b).children().start + g;
        assert_eq!(check(&tree, &[b, g], &[(0, 1, 0.0, 0.358), (0, 5, 1.0, 0.360), (0, 18, 6.0, 0.418)]), 2);
    }

    #[test]
    fn first_play_urgency_lets_untried_moves_compete() {
        let tree = hundred();
        tree.expand(ROOT, &steps([0, 0, 0].into_iter()));
        visit(tree.node(2), Aim::Own, 50, 40.0);
        let chosen = |urgency, liked: u32| {
            chosen(&tree, &[], urgency, false, |child, _| Known::one(if child == 1 + liked { 0.1 } else { 0.0 }))
        };
        assert_eq!([chosen(None, 0), chosen(None, 2), chosen(Some(0.5), 2), chosen(Some(0.8), 2)], [1, 3, 2, 3]);
    }

    /// Many children, in several pieces: the same is chosen as by comparing all of them.
    #[test]
    fn children_in_several_pieces_are_all_looked_at() {
        let tree = hundred();
        tree.expand(ROOT, &steps(std::iter::repeat_n(0, 150)));
        tree.extend(ROOT, &steps(std::iter::repeat_n(0, 70)));
        let mut rng = Rng::new(3);
        for _ in 0..50 {
            for child in tree.children(ROOT) {
                visit(tree.node(child), Aim::Own, 1 + rng.below(3) as u32, 2.0 * rng.unit() as f32);
            }
            let uct = |child: NodeIndex| uct_of(&tree, ROOT, child);
            let best = tree.children(ROOT).reduce(|a, b| if uct(b) > uct(a) { b } else { a });
            assert_eq!(Some(chosen(&tree, &[], None, true, nothing)), best);
        }
    }

    /// However many there are, and whether they are looked at one by one or several at a time: the first of the best,
    /// where many are equal.
    #[test]
    fn the_first_of_the_best_is_chosen() {
        let mut rng = Rng::new(8);
        for number in 1..60 {
            for untried in [0, 1, 5] {
                let tree = hundred();
                tree.expand(ROOT, &steps(std::iter::repeat_n(0, number)));
                let likes: Vec<f32> = (0..=number).map(|_| rng.below(4) as f32 / 8.0).collect();
                for child in tree.children(ROOT) {
                    let visits = if rng.below(10) < untried { 0 } else { 1 + rng.below(3) as u32 };
                    visit(tree.node(child), Aim::Own, visits, rng.below(2) as f32);
                }
                let is_untried = |child: &NodeIndex| tree.stats(*child).visits() == 0;
                let has_untried = tree.children(ROOT).any(|child| is_untried(&child));
                for urgency in [None, Some(0.4), Some(0.7)] {
                    let value = |child: NodeIndex| match urgency {
                        _ if !is_untried(&child) => uct_of(&tree, ROOT, child),
                        None => likes[child as usize],
                        Some(urgency) => urgency + likes[child as usize],
                    };
                    let in_question = |child: &NodeIndex| urgency.is_some() || !has_untried || is_untried(child);
                    // Of a tried and an untried one of the same value, the tried one.
                    let is_better = |a: NodeIndex, b: NodeIndex| {
                        value(b) > value(a) || value(b) == value(a) && is_untried(&a) && !is_untried(&b)
                    };
                    let best =
                        tree.children(ROOT).filter(in_question).reduce(|a, b| if is_better(a, b) { b } else { a });
                    for is_loose in [false, true] {
                        let chosen =
                            chosen(&tree, &[], urgency, is_loose, |child, _| Known::one(likes[child as usize]));
                        assert_eq!(Some(chosen), best, "of {number}");
                    }
                }
            }
        }
    }
}
