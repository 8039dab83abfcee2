//! UCT, without any help (Kocsis & Szepesvári 2006).

use kingmaker_core::{Game, settings};

use super::{Formula, Known, Number, Selection, Site, Tried, best_child, nothing};
use crate::Toolbox;
use crate::mcts::tree::NodeIndex;

settings! {
    /// The strategy as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "uct" {
        summary: "the mean share, plus C times the square root of ln(visits of the parent) / visits",
        source: "Kocsis & Szepesvári 2006; Nijssen 2013, Formula 2.8",
        options: {},
        examples: ["mcts(select=uct)", "mcts(select=uct, c=1)"],
    }
}

struct Uct;

/// The strategy as configured.
pub fn build<G: Game>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(Uct))
}

impl<G: Game> Selection<G> for Uct {
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        best_child(site, nothing, Plain { c: site.exploration.c })
    }
}

/// UCT by itself.
struct Plain {
    c: f32,
}

impl Formula for Plain {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        tried.uct(self.c)
    }

    #[inline]
    fn expectation(&self, _: Known<f32>) -> f32 {
        0.0
    }
}
