//! UCB1-tuned: explores less where outcomes vary less (Auer, Cesa-Bianchi & Fischer 2002).

use kingmaker_core::{Game, settings};

use super::{Formula, Known, Number, Selection, Site, Tried, best_child, nothing};
use crate::Toolbox;
use crate::mcts::tree::NodeIndex;

settings! {
    /// The strategy as configured: there is nothing to set.
    pub struct Settings, pub static SCHEMA = "tuned" {
        summary: "UCB1-tuned: UCT that explores less where the outcomes vary less",
        source: "Auer, Cesa-Bianchi & Fischer 2002",
        options: {},
        examples: ["mcts(select=tuned, c=1)"],
    }
}

struct Tuned;

/// The strategy as configured.
pub fn build<G: Game>(_: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(Tuned))
}

impl<G: Game> Selection<G> for Tuned {
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        best_child(site, nothing, Ucb1Tuned { c: site.exploration.c })
    }
}

/// The mean, plus C sqrt(ln n_p / n_i min(1/4, V)), where V is the variance of the shares plus
/// sqrt(2 ln n_p / n_i). Published with C = 1. Sums of squares are not kept: the variance of shares
/// from 0 to 1 with the mean x is at most x (1 - x), which it is when nobody shares a win.
struct Ucb1Tuned {
    c: f32,
}

impl Formula for Ucb1Tuned {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        let ratio = tried.inverse * tried.ln_parent;
        let variance = tried.mean * (N::of(1.0) - tried.mean) + (ratio * 2.0).sqrt();
        tried.mean + (ratio * variance.min(0.25)).sqrt() * self.c
    }

    #[inline]
    fn expectation(&self, _: Known<f32>) -> f32 {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formula_by_hand() {
        let tried =
            |visits: f32, mean| Tried { visits, inverse: 1.0 / visits, mean, ln_parent: 8.0, known: Known::default() };
        let is = |value: f32, expected: f32| assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
        // Few visits: the bound of 1/4 holds, sqrt(8 / 32 / 4) = 1/4.
        is(Ucb1Tuned { c: 1.0 }.value(tried(32.0, 0.5)), 0.75);
        // 1600 visits, all won: V = 0 + sqrt(2 * 8 / 1600) = 0.1, sqrt(0.005 * 0.1) = 0.0223607
        is(Ucb1Tuned { c: 2.0 }.value(tried(1600.0, 1.0)), 1.0 + 2.0 * 0.022_360_7);
        // As many, one in ten won: V = 0.09 + 0.1, sqrt(0.005 * 0.19) = 0.0308221
        is(Ucb1Tuned { c: 1.0 }.value(tried(1600.0, 0.1)), 0.130_822_1);
    }
}
