//! Extended RAVE: Progressive History with AMAF values of the parent and of the parent's parent (Fossel
//! 2010; Nijssen 2013, Formula 5.6).

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, settings};

use super::amaf_table::AmafTable;
use super::history::{DIVIDE, Divide, Fading, W};
use super::keyed_amaf::KeyedAmaf;
use super::{Formula, Iteration, Known, Number, Scratch, Selection, Site, Tried, best_child};
use crate::Toolbox;
use crate::mcts::average::Average;
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, ROOT, Stats, Tree};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "extended-rave" {
        summary: "Extended RAVE: UCT, plus a bias for moves that did well later in this subtree or in that of the parent",
        source: "Fossel 2010; Nijssen 2013, Formula 5.6",
        options: {
            /// Influence W of the bias.
            w: f64 = W,
            /// What makes the influence fade.
            divide: Divide = DIVIDE,
            k: f64 {
                name: "k",
                kind: Kind::Real(0.0, 1e9),
                default: "50",
                help: "visits of a move after which what it did below its parent counts half",
            },
        },
        examples: ["mcts(select=extended-rave)", "mcts(select=extended-rave(w=10, k=20), c=0.4)"],
    }
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(ExtendedRave {
        fading: Fading::new(settings.w, settings.divide),
        k: settings.k as f32,
        near: AmafTable::default(),
        far: KeyedAmaf::default(),
    }))
}

struct ExtendedRave {
    fading: Fading,
    k: f32,
    /// Of each child below its parent.
    near: AmafTable,
    /// Of all moves below nodes that have grandchildren.
    far: KeyedAmaf,
}

/// The parent of the node at the end of a path; the root has none.
fn parent_of(path: &[NodeIndex]) -> Option<NodeIndex> {
    path.split_last().map(|(_, above)| above.last().copied().unwrap_or(ROOT))
}

/// The bias of a move with this many visits: beta r' + (1 - beta) r, with beta = k / (n_i + k) as in Formula
/// 5.5, because 5.6 does not say. Where r' is not known, r stands in its place.
#[inline]
fn mixed<N: Number>(known: Known<N>, visits: N, k: f32) -> N {
    let Known { one: near, two: far } = known;
    if k > 0.0 { near + N::of(k) / (visits + k) * (far - near) } else { near }
}

/// UCT, plus a bias of both tables.
struct Mixed {
    c: f32,
    k: f32,
    fading: Fading,
}

impl Formula for Mixed {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        tried.uct(self.c) + mixed(tried.known, tried.visits, self.k) * self.fading.weight(tried)
    }

    #[inline]
    fn expectation(&self, known: Known<f32>) -> f32 {
        mixed(known, 0.0, self.k) * self.fading.full()
    }
}

impl<G: Game> Selection<G> for ExtendedRave {
    fn begin(&mut self, _: &G, last: &Tree<G::Move>, _: Aim) {
        self.near.clear(last);
        self.far.clear();
    }

    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let above = parent_of(site.path);
        let known = |child: NodeIndex, stats: &Stats| {
            let near = self.near.of(child).mean();
            let far = above.and_then(|above| self.far.of(above, stats.row()));
            Known { one: near, two: far.map_or(near, Average::mean) }
        };
        best_child(site, known, Mixed { c: site.exploration.c, k: self.k, fading: self.fading })
    }

    fn needs_line(&self) -> bool {
        true
    }

    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>, scratch: &mut Scratch) {
        self.near.learn(game, iteration, scratch);
        self.far.learn(game, iteration, scratch, |depth, _| depth + 2 <= iteration.path.len());
    }

    fn opinion(&self, _: &G, _: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(self.near.of(node).mean())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_iterations;
    use super::*;
    use kingmaker_games::rolit::Rolit;

    #[test]
    fn formula_5_6_by_hand() {
        let is = |value: f32, expected: f32| assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
        let known = |near, far| Known { one: near, two: far };
        is(mixed(known(0.2, 0.8), 30.0, 10.0), 0.25 * 0.8 + 0.75 * 0.2);
        is(mixed(known(0.2, 0.8), 0.0, 10.0), 0.8);
        is(mixed(known(0.2, 0.8), 0.0, 0.0), 0.2);
        is(mixed(known(0.2, 0.2), 0.0, 10.0), 0.2);
        assert_eq!(
            [parent_of(&[]), parent_of(&[4]), parent_of(&[4, 9]), parent_of(&[4, 9, 2])],
            [None, Some(ROOT), Some(4), Some(9)]
        );
    }

    /// What is asked for in a search, counted anew: the moves of a node's children below its parent.
    #[test]
    fn moves_are_known_below_the_parent_of_their_parent() {
        let (game, aim) = (Rolit::new(3, 8), Aim::Own);
        let mut rave = ExtendedRave {
            fading: Fading::new(5.0, Divide::Losses),
            k: 50.0,
            near: AmafTable::default(),
            far: KeyedAmaf::default(),
        };
        let (tree, records) = random_iterations(&game, &mut rave, 400, aim);
        let mut known = 0;
        for above in 0..tree.size() {
            for child in tree.children(above).flat_map(|parent| tree.children(parent)) {
                let (player, mv) = tree.node(child).entry().expect("not the root");
                let worths = records.iter().filter_map(|record| {
                    let depth = record.nodes.iter().position(|&node| node == above)?;
                    let is_deep = record.nodes.len() > depth + 2;
                    (is_deep && record.moves[depth..].contains(&(player, mv))).then(|| aim.of(player, &record.scores))
                });
                let worths: Vec<f32> = worths.collect();
                let average = rave.far.of(above, tree.stats(child).row());
                assert_eq!(
                    average.map_or(0, |average| average.count() as usize),
                    worths.len(),
                    "{child} below {above}"
                );
                if let Some(average) = average {
                    assert!((average.mean() - worths.iter().sum::<f32>() / worths.len() as f32).abs() < 1e-5);
                    known += 1;
                }
            }
        }
        assert!(known > 300, "{known}");
    }
}
