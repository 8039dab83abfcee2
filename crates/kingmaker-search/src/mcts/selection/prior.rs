//! Prior knowledge: a move begins with visits that nobody made, which say what static move ordering
//! thinks of it (Gelly & Silver 2007).

use std::ops::Range;

use kingmaker_core::options::Kind;
use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, MoveOrdering, settings};

use super::ranking::{prior_of, set_priors};
use super::{Exploration, Formula, Known, Number, Scratch, Selection, Site, Tried, best_child};
use crate::Toolbox;
use crate::knowledge::{BY, ordering};
use crate::mcts::tree::{NodeIndex, Tree};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "prior" {
        summary: "prior knowledge: UCT, with virtual visits that are worth what static move ordering says",
        source: "Gelly & Silver 2007",
        options: {
            visits: f64 {
                name: "visits",
                kind: Kind::Real(0.01, 1e6),
                default: "5",
                help: "how many visits the static ordering stands for",
            },
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
        },
        examples: ["mcts(select=prior)", "mcts(select=prior(visits=20))"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(Prior { by: ordering(game, &settings.by)?, visits: settings.visits as f32 }))
}

struct Prior {
    by: MoveOrdering,
    visits: f32,
}

impl<G: Knowledge> Selection<G> for Prior {
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let (Exploration { c, urgency }, more) = (site.exploration, self.visits);
        // An untried move has virtual visits, so it competes with the tried ones from the start.
        let bonus = c * (site.parent_visits().ln() / more).sqrt();
        let exploration = Exploration { c, urgency: Some(urgency.unwrap_or(0.0)) };
        best_child(&Site { exploration, ..*site }, prior_of, Virtual { c, more, bonus })
    }

    fn expanded(
        &self,
        game: &G,
        state: &G::State,
        tree: &Tree<G::Move>,
        children: Range<NodeIndex>,
        scratch: &mut Scratch,
    ) {
        // The mean merit is a half, and the mean prior an equal share.
        let scale = 2.0 / game.teams().count() as f32;
        set_priors(scratch, (game, self.by), state, tree, children, |rank| rank.merit * scale);
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(tree.node(node).prior())
    }
}

/// UCT with virtual visits.
struct Virtual {
    c: f32,
    more: f32,
    /// What an untried move gets for having few of them.
    bonus: f32,
}

impl Formula for Virtual {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        with_virtual_visits(tried, self.more).uct(self.c)
    }

    #[inline]
    fn expectation(&self, known: Known<f32>) -> f32 {
        known.one + self.bonus
    }
}

/// The child as if so many visits more had been worth its prior.
#[inline]
fn with_virtual_visits<N: Number>(tried: Tried<N>, more: f32) -> Tried<N> {
    let visits = tried.visits + more;
    let inverse = N::of(1.0) / visits;
    let mean = (tried.visits * tried.mean + tried.known.one * more) * inverse;
    Tried { visits, inverse, mean, ..tried }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_visits_count_like_others() {
        let known = Known { one: 0.9, two: 0.0 };
        let tried = Tried { visits: 3.0f32, inverse: 1.0 / 3.0, mean: 0.1, ln_parent: 4.0, known };
        let with = with_virtual_visits(tried, 1.0);
        assert!((with.mean - 0.3).abs() < 1e-6 && with.visits == 4.0, "{with:?}");
        assert!((with.uct(0.5) - 0.8).abs() < 1e-6);
    }
}
