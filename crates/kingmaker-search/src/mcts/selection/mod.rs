//! Selection strategies: which child to try next.

pub mod amaf;
mod amaf_table;
mod beside;
pub mod bias;
pub mod extended_rave;
pub mod grave;
pub mod history;
pub mod implicit;
mod keyed_amaf;
pub mod n_gram;
pub mod prior;
mod ranking;
pub mod rave;
mod scratch;
#[cfg(test)]
mod testing;
pub mod tuned;
pub mod uct;
pub mod widening;

use std::ops::Range;
use std::sync::LazyLock;

use kingmaker_core::{Game, Scores};

use super::line::Line;
use super::policy::{Aim, Policy};
use super::tree::{NodeIndex, ROOT, Stats, Tree};
use crate::Needs;
pub use scratch::Scratch;

/// A selection strategy. All threads of a search share it.
pub trait Selection<G: Game>: Send + Sync {
    /// Forgets what was learnt: another move of the real game is to be found. The tree is still
    /// that of the last search, so that whoever keeps something for its nodes knows their number.
    fn begin(&mut self, game: &G, last: &Tree<G::Move>, aim: Aim) {
        let _ = (game, last, aim);
    }

    /// The child to try next of the node at the end of the path, which has children.
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex;

    /// What it needs of the game and of the policy.
    fn needs(&self) -> Needs {
        Needs::NOTHING
    }

    /// Whether it keeps something for the nodes of a tree that a tree of another search does not have.
    fn is_of_one_tree(&self) -> bool {
        false
    }

    /// Whether it learns from the moves of playouts, which are kept then.
    fn needs_line(&self) -> bool {
        false
    }

    /// A node has got children, those in this range.
    fn expanded(
        &self,
        game: &G,
        state: &G::State,
        tree: &Tree<G::Move>,
        children: Range<NodeIndex>,
        scratch: &mut Scratch,
    ) {
        let _ = (game, state, tree, children, scratch);
    }

    /// Learns from an iteration.
    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>, scratch: &mut Scratch) {
        let _ = (game, iteration, scratch);
    }

    /// What it thinks of a move besides its visits, for the report.
    fn opinion(&self, game: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        let _ = (game, tree, node);
        None
    }
}

/// Where a child is to be chosen.
pub struct Site<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position. Where players have secrets it is one of those that are possible.
    pub state: &'a G::State,
    /// The tree.
    pub tree: &'a Tree<G::Move>,
    /// The nodes below the root that were visited. Where it is empty, the root is the node at its end.
    pub path: &'a [NodeIndex],
    /// Where one tree serves many positions, the children whose moves are possible in this one; nothing where all are.
    pub possible: Option<&'a Possible>,
    /// What every strategy takes into account.
    pub exploration: Exploration,
}

impl<G: Game> Site<'_, G> {
    /// The node whose child is to be chosen.
    #[inline]
    pub fn parent(&self) -> NodeIndex {
        self.path.last().copied().unwrap_or(ROOT)
    }

    /// The visits of the parent that formulas see: the visit under way is not counted.
    #[inline]
    pub fn parent_visits(&self) -> f32 {
        parent_visits(self.tree, self.parent())
    }
}

/// The visits of a parent that formulas see: the visit under way is not counted.
#[inline]
fn parent_visits<Move: Copy>(tree: &Tree<Move>, parent: NodeIndex) -> f32 {
    tree.stats(parent).visits().max(2) as f32 - 1.0
}

/// Which moves are possible in a position, by their rows.
#[derive(Debug, Default)]
pub struct Possible {
    /// The number of the last position in which a move was possible.
    stamps: Vec<u32>,
    now: u32,
}

impl Possible {
    /// None, of so many rows.
    pub(super) fn clear(&mut self, rows: usize) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 || self.stamps.len() != rows {
            self.stamps.clear();
            self.stamps.resize(rows, 0);
            self.now = 1;
        }
    }

    /// Adds a move; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, row: usize) -> bool {
        std::mem::replace(&mut self.stamps[row], self.now) != self.now
    }

    /// Whether a move is possible.
    #[inline]
    pub fn contains(&self, row: usize) -> bool {
        self.stamps[row] == self.now
    }
}

/// What every strategy takes into account.
#[derive(Clone, Copy, Debug)]
pub struct Exploration {
    /// The exploration constant C.
    pub c: f32,
    /// What an untried move is worth (first-play urgency); without it, all are tried first.
    pub urgency: Option<f32>,
}

/// Refuses a strategy that does not go with the policy; `expected` would do.
pub(super) fn check_policy<G: Game>(
    needs: Needs,
    what: &str,
    policy: &dyn Policy<G>,
    policy_name: &str,
    game: &G,
) -> Result<(), String> {
    if needs.real_turns && !policy.keeps_turns() {
        return Err(format!(
            "mcts({what}) needs positions of the real game, between which policy={policy_name} skips some; \
             expected policy=max-n, policy=paranoid or policy=mp-mix"
        ));
    }
    let teams = game.teams();
    if needs.two_sides && !policy.is_two_sided(&teams) {
        let sides = teams.count();
        return Err(format!(
            "mcts({what}) needs two sides, which policy={policy_name} does not have with {sides} of them; \
             expected policy=paranoid, policy=brs or policy=brs-plus"
        ));
    }
    needs.check(&format!("mcts({what})"), game, "it to be left out")
}

/// A finished iteration.
#[derive(Debug)]
pub struct Iteration<'a, Move> {
    /// The tree.
    pub tree: &'a Tree<Move>,
    /// The nodes below the root that were visited.
    pub path: &'a [NodeIndex],
    /// All moves, if some strategy needs them.
    pub line: &'a Line<Move>,
    /// How it ended.
    pub scores: &'a Scores,
    /// What the players want.
    pub aim: Aim,
}

/// A child that was tried, as formulas see it.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    /// Its visits n_i, at least 1.
    pub visits: f32,
    /// 1 / n_i: a division takes longer than anything else in a formula, and one will do.
    pub inverse: f32,
    /// What it was worth on average to the one who chooses, x_i.
    pub mean: f32,
    /// The logarithm of the visits of its parent, ln n_p.
    pub ln_parent: f32,
    /// What the strategy knows about it besides.
    pub known: Known,
}

/// Up to two numbers that a strategy knows about a child.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// The first, such as a mean.
    pub one: f32,
    /// The second, such as how often something was counted.
    pub two: f32,
}

impl Known {
    /// One number.
    #[inline]
    fn one(one: f32) -> Self {
        Known { one, two: 0.0 }
    }
}

impl Tried {
    /// UCT (Kocsis & Szepesvári 2006; Nijssen 2013, Formula 2.8): the mean, plus `c` times the
    /// square root of ln(visits of the parent) / visits of the child.
    #[inline]
    pub fn uct(self, c: f32) -> f32 {
        self.mean + c * (self.ln_parent * self.inverse).sqrt()
    }
}

/// The child with the highest value. Untried ones come first, the one with the highest `expectation` before the others;
/// with first-play urgency, they compete with the tried ones. One without any expectation (negative infinity) is left
/// alone. `known` says what the strategy knows about a child, from which and from the statistics `value` makes the value
/// of one that was tried, and `expectation` that of another.
#[inline]
fn best_child<G: Game>(
    site: &Site<'_, G>,
    known: impl Fn(NodeIndex, &Stats) -> Known,
    value: impl Fn(Tried) -> f32,
    expectation: impl Fn(Known) -> f32,
) -> NodeIndex {
    let (tree, parent, urgency) = (site.tree, site.parent(), site.exploration.urgency);
    let ln_parent = logarithm(site.parent_visits());
    let first = tree.node(parent).children();
    let mut best = (f32::NEG_INFINITY, first.start);
    let mut best_untried = (f32::NEG_INFINITY, None);
    let mut consider = |block: Range<NodeIndex>| {
        for (child, stats) in block.clone().zip(tree.stats_of(block)) {
            if site.possible.is_some_and(|possible| !possible.contains(stats.row())) {
                continue;
            }
            let visits = stats.visits();
            if visits == 0 {
                let expected = expectation(known(child, stats));
                if expected > best_untried.0 {
                    best_untried = (expected, Some(child));
                }
                continue;
            }
            if best_untried.1.is_some() && urgency.is_none() {
                // It would come after the untried ones, whatever it is worth.
                continue;
            }
            let visits = visits as i32 as f32;
            let known = known(child, stats);
            let value = value(Tried { visits, inverse: visits.recip(), mean: stats.mean(), ln_parent, known });
            if value > best.0 {
                best = (value, child);
            }
        }
    };
    match site.possible {
        None => consider(first),
        Some(_) => tree.blocks(parent).for_each(consider),
    }
    match (best_untried, urgency) {
        ((_, Some(child)), None) => child,
        ((expected, Some(child)), Some(urgency)) if urgency + expected > best.0 => child,
        _ => best.1,
    }
}

/// The natural logarithm of a number of visits. Most are small, and are looked up.
#[inline]
fn logarithm(visits: f32) -> f32 {
    static SMALL: LazyLock<Vec<f32>> = LazyLock::new(|| (0..4096).map(|visits| (visits as f32).ln()).collect());
    SMALL.get(visits as usize).copied().unwrap_or_else(|| visits.ln())
}

/// For strategies that know nothing besides.
#[inline]
fn nothing(_: NodeIndex, _: &Stats) -> Known {
    Known::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{Node, Step};
    use kingmaker_core::conformance::tree::{Branch, TreeGame};
    use kingmaker_core::{Player, Teams};

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

    /// The child of the node at the end of a path that a strategy chooses which does not look at the position.
    fn chosen(
        tree: &Tree<Branch>,
        path: &[NodeIndex],
        urgency: Option<f32>,
        value: impl Fn(Tried) -> f32,
        expectation: impl Fn(Known) -> f32,
    ) -> NodeIndex {
        let game: TreeGame = "[1 0]".parse().expect("a tree");
        let exploration = Exploration { c: 0.2, urgency };
        let mut possible = Possible::default();
        possible.clear(1);
        possible.insert(0);
        let possible = Some(&possible);
        let site = Site { game: &game, state: &game.root(), tree, path, possible, exploration };
        best_child(&site, nothing, value, expectation)
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
        let values = std::cell::RefCell::new(Vec::new());
        let value = |tried: Tried| {
            values.borrow_mut().push(tried.uct(0.2));
            tried.uct(0.2)
        };
        let chosen = chosen(tree, path, None, value, |_| 0.0);
        for (value, (_, _, _, printed)) in values.borrow().iter().zip(children) {
            assert!((value - printed).abs() < 0.001, "{value} is printed as {printed}");
        }
        chosen - tree.node(parent).children().start
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
            let game: TreeGame = "[1 0]".parse().expect("a tree");
            let exploration = Exploration { c: 0.2, urgency };
            let site = Site { game: &game, state: &game.root(), tree: &tree, path: &[], possible: None, exploration };
            let likes = |child: NodeIndex, _: &Stats| Known::one(if child == 1 + liked { 0.1 } else { 0.0 });
            best_child(&site, likes, |tried| tried.uct(0.2), |known| known.one)
        };
        assert_eq!([chosen(None, 0), chosen(None, 2), chosen(Some(0.5), 2), chosen(Some(0.8), 2)], [1, 3, 2, 3]);
    }

    /// Many children, in several pieces: the same is chosen as by comparing all of them.
    #[test]
    fn children_in_several_pieces_are_all_looked_at() {
        let tree = hundred();
        tree.expand(ROOT, &steps(std::iter::repeat_n(0, 150)));
        tree.extend(ROOT, &steps(std::iter::repeat_n(0, 70)));
        let mut rng = kingmaker_core::Rng::new(3);
        for _ in 0..50 {
            for child in tree.children(ROOT) {
                visit(tree.node(child), Aim::Own, 1 + rng.below(3) as u32, 2.0 * rng.unit() as f32);
            }
            let ln_parent = parent_visits(&tree, ROOT).ln();
            let uct = |child: NodeIndex| {
                let visits = tree.stats(child).visits() as f32;
                tree.stats(child).mean() + 0.2 * (ln_parent * visits.recip()).sqrt()
            };
            let best = tree.children(ROOT).reduce(|a, b| if uct(b) > uct(a) { b } else { a });
            assert_eq!(Some(chosen(&tree, &[], None, |tried| tried.uct(0.2), |_| 0.0)), best);
        }
    }
}
