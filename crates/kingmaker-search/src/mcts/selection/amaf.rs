//! Progressive AMAF: Progressive History with what a move was worth below its own parent, instead of
//! in the whole search (Nijssen 2013, section 5.2).

use kingmaker_core::{Game, settings};

use super::amaf_table::AmafTable;
use super::history::{Biased, DIVIDE, Divide, Fading, UNSEEN, W};
use super::{Iteration, Known, Scratch, Selection, Site, best_child};
use crate::Toolbox;
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, Tree};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "amaf" {
        summary: "Progressive AMAF: UCT, plus a bias for moves that did well later in the same subtree",
        source: "Nijssen 2013, Formula 5.4",
        options: {
            /// Influence W of the bias.
            w: f64 = W,
            /// What makes the influence fade.
            divide: Divide = DIVIDE,
            /// What a move that was never made is taken for.
            unseen: f64 = UNSEEN,
        },
        examples: ["mcts(select=amaf)", "mcts(select=amaf(w=3, divide=visits))"],
    }
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    let fading = Fading::new(settings.w, settings.divide);
    Ok(Box::new(ProgressiveAmaf { fading, table: AmafTable::default(), unseen: settings.unseen as f32 }))
}

struct ProgressiveAmaf {
    fading: Fading,
    table: AmafTable,
    unseen: f32,
}

impl ProgressiveAmaf {
    /// What is known about the move of a child.
    #[inline]
    fn value(&self, child: NodeIndex) -> f32 {
        let Known { one: mean, two: samples } = self.table.known(child);
        if samples > 0.0 { mean } else { self.unseen }
    }
}

impl<G: Game> Selection<G> for ProgressiveAmaf {
    fn begin(&mut self, _: &G, last: &Tree<G::Move>, _: Aim) {
        self.table.clear(last);
    }

    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let formula = Biased { c: site.exploration.c, fading: self.fading };
        best_child(site, |child, _| Known::one(self.value(child)), formula)
    }

    fn needs_line(&self) -> bool {
        true
    }

    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>, scratch: &mut Scratch) {
        self.table.learn(game, iteration, scratch);
    }

    fn opinion(&self, _: &G, _: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(self.value(node))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_iterations;
    use super::*;
    use kingmaker_core::Player;
    use kingmaker_games::rolit::Rolit;

    /// Counts anew for each child what the definition says.
    #[test]
    fn amaf_values_are_those_of_the_definition() {
        let game = Rolit::new(3, 8);
        for aim in [Aim::Own, Aim::against(Player::new(1), &game.teams())] {
            let fading = Fading::new(5.0, Divide::Losses);
            let mut amaf = ProgressiveAmaf { fading, table: AmafTable::default(), unseen: 0.25 };
            let (tree, records) = random_iterations(&game, &mut amaf, 400, aim);
            let mut made_later = 0;
            for parent in 0..tree.size() {
                for child in tree.children(parent) {
                    let entry = tree.node(child).entry().expect("only the root has none");
                    let worths = records.iter().filter_map(|record| {
                        let depth = record.nodes.iter().position(|&node| node == parent)?;
                        record.nodes.get(depth + 1)?;
                        record.moves[depth..].contains(&entry).then(|| aim.of(entry.0, &record.scores))
                    });
                    let (count, worth) = worths.fold((0, 0.0), |(count, sum), worth| (count + 1, sum + worth));
                    let average = amaf.table.of(child);
                    assert_eq!(average.count(), count, "child {child} of {parent}");
                    let expected = if count == 0 { 0.25 } else { worth / count as f32 };
                    assert!((amaf.value(child) - expected).abs() < 1e-5, "child {child} of {parent}");
                    made_later += count - tree.node(child).visits();
                }
            }
            assert!(made_later > 2000, "{made_later}, where most samples are of moves that were made later");
            Selection::<Rolit>::begin(&mut amaf, &game, &tree, aim);
            assert_eq!((0..tree.size()).map(|node| amaf.table.of(node).count()).max(), Some(0));
        }
    }
}
