//! UCB1-tuned: explores less where outcomes vary less (Auer, Cesa-Bianchi & Fischer 2002).

use kingmaker_core::{Game, settings};

use super::{Selection, Site, Tried, best_child, nothing};
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
        let c = site.exploration.c;
        best_child(site, nothing, |tried| ucb1_tuned(tried, c), |_| 0.0)
    }
}

/// The mean, plus C sqrt(ln n_p / n_i min(1/4, V)), where V is the variance of the shares plus
/// sqrt(2 ln n_p / n_i). Published with C = 1. Sums of squares are not kept: the variance of shares
/// from 0 to 1 with the mean x is at most x (1 - x), which it is when nobody shares a win.
#[inline]
fn ucb1_tuned(tried: Tried, c: f32) -> f32 {
    let ratio = tried.ln_parent * tried.inverse;
    let variance = tried.mean * (1.0 - tried.mean) + (2.0 * ratio).sqrt();
    tried.mean + c * (ratio * variance.min(0.25)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::Known;
    use super::*;

    #[test]
    fn formula_by_hand() {
        let tried =
            |visits: f32, mean| Tried { visits, inverse: 1.0 / visits, mean, ln_parent: 8.0, known: Known::default() };
        let is = |value: f32, expected: f32| assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
        // Few visits: the bound of 1/4 holds, sqrt(8 / 32 / 4) = 1/4.
        is(ucb1_tuned(tried(32.0, 0.5), 1.0), 0.75);
        // 1600 visits, all won: V = 0 + sqrt(2 * 8 / 1600) = 0.1, sqrt(0.005 * 0.1) = 0.0223607
        is(ucb1_tuned(tried(1600.0, 1.0), 2.0), 1.0 + 2.0 * 0.022_360_7);
        // As many, one in ten won: V = 0.09 + 0.1, sqrt(0.005 * 0.19) = 0.0308221
        is(ucb1_tuned(tried(1600.0, 0.1), 1.0), 0.130_822_1);
    }
}
