//! Progressive widening, or unpruning: at first only the moves that look best, and more of them as
//! the visits of a position grow (Coulom 2007; Chaslot et al. 2008).

use std::ops::Range;

use kingmaker_core::options::Kind;
use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, MoveOrdering, settings};

use super::ranking::{prior_of, set_priors};
use super::{Formula, Known, Number, Scratch, Selection, Site, Tried, best_child};
use crate::Toolbox;
use crate::knowledge::{BY, ordering};
use crate::mcts::tree::{NodeIndex, Tree};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "widening" {
        summary: "progressive widening: UCT among the moves that look best by static ordering, more with more visits",
        source: "Coulom 2007; Chaslot et al. 2008",
        options: {
            first: u32 { name: "first", kind: Kind::Integer(1, 1_000_000), default: "5", help: "moves at first" },
            base: f64 {
                name: "base",
                kind: Kind::Real(1.0, 1e9),
                default: "40",
                help: "visits A of a position after which another move is considered",
            },
            growth: f64 {
                name: "growth",
                kind: Kind::Real(1.001, 1000.0),
                default: "1.3",
                help: "factor B by which the visits have to grow for each further move",
            },
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
        },
        examples: ["mcts(select=widening)", "mcts(select=widening(first=10, growth=1.1))"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Selection<G>>, String> {
    let Settings { first, base, growth, .. } = *settings;
    let width = Width { first: first as f32, ln_base: (base as f32).ln(), ln_growth: (growth as f32).ln() };
    Ok(Box::new(Widening { by: ordering(game, &settings.by)?, width }))
}

struct Widening {
    by: MoveOrdering,
    width: Width,
}

/// How many moves are considered.
#[derive(Clone, Copy, Debug)]
struct Width {
    first: f32,
    ln_base: f32,
    ln_growth: f32,
}

impl Width {
    /// One move more whenever the visits surpass A B^j, for j = 0, 1, 2 ...
    fn after(self, visits: f32) -> f32 {
        let more = (visits.ln() - self.ln_base) / self.ln_growth;
        self.first + if more < 0.0 { 0.0 } else { more.floor() + 1.0 }
    }
}

/// UCT among so many moves.
struct Widened {
    c: f32,
    width: f32,
}

impl Formula for Widened {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        tried.uct(self.c)
    }

    /// A move's prior is its place in the static ordering. It says which comes first, but does not count against the
    /// urgency.
    #[inline]
    fn expectation(&self, known: Known<f32>) -> f32 {
        if known.one < self.width { -1e-6 * known.one } else { f32::NEG_INFINITY }
    }
}

impl<G: Knowledge> Selection<G> for Widening {
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let width = self.width.after(site.parent_visits());
        best_child(site, prior_of, Widened { c: site.exploration.c, width })
    }

    fn expanded(
        &self,
        game: &G,
        state: &G::State,
        tree: &Tree<G::Move>,
        children: Range<NodeIndex>,
        scratch: &mut Scratch,
    ) {
        set_priors(scratch, (game, self.by), state, tree, children, |rank| rank.place as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_grows_by_one_at_each_threshold() {
        let width = Width { first: 5.0, ln_base: 40f32.ln(), ln_growth: 1.3f32.ln() };
        let mut expected = 5.0;
        let mut threshold = 40.0;
        for visits in 1..5000 {
            while f64::from(visits) > threshold {
                expected += 1.0;
                threshold *= 1.3;
            }
            // Which side of a threshold a float is on that lies on it does not matter.
            if (f64::from(visits) - threshold).abs() > 1e-3 {
                assert_eq!(width.after(visits as f32), expected, "after {visits} visits");
            }
        }
    }
}
