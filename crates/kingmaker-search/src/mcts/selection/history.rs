//! Progressive History: moves that did well anywhere in the search are tried earlier everywhere
//! (Nijssen & Winands 2011; Nijssen 2013, section 5.2).

use kingmaker_core::options::{Kind, OptionDef};
use kingmaker_core::settings::Value;
use kingmaker_core::{Game, choices, settings};

use super::{Formula, Iteration, Known, Number, Scratch, Selection, Site, Tried, best_child};
use crate::Toolbox;
use crate::mcts::average::Average;
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, Tree};

choices! {
    /// By what the influence of a bias fades.
    pub enum Divide {
        /// The losses of a move.
        Losses = "losses",
        /// Its visits.
        Visits = "visits",
    }
}

/// The option that says so.
pub(super) const DIVIDE: OptionDef = OptionDef {
    name: "divide",
    kind: Divide::KIND,
    default: Some("losses"),
    help: "what makes the influence fade: the losses of a move, or its visits",
};

/// How strong a bias is.
pub(super) const W: OptionDef =
    OptionDef { name: "w", kind: Kind::Real(0.0, 1000.0), default: Some("5"), help: "influence W of the bias" };

/// What the bias of a move is that was never made.
pub(super) const UNSEEN: OptionDef = OptionDef {
    name: "unseen",
    kind: Kind::Real(0.0, 1.0),
    default: Some("0.5"),
    help: "what a move that was never made is taken for",
};

choices! {
    /// Which moves are remembered.
    pub enum Sample {
        /// Those in the tree.
        Tree = "tree",
        /// Those of playouts as well.
        Full = "full",
    }
}

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "history" {
        summary: "Progressive History: UCT, plus a bias for moves that did well elsewhere in this search",
        source: "Nijssen & Winands 2011; Nijssen 2013, Formula 5.3",
        options: {
            /// Influence W of the bias.
            w: f64 = W,
            sample: Sample {
                name: "sample",
                default: "tree",
                help: "which moves are remembered: those in the tree, or those of playouts as well",
            },
            /// What makes the influence fade.
            divide: Divide = DIVIDE,
            /// What a move that was never made is taken for.
            unseen: f64 = UNSEEN,
        },
        examples: [
            "mcts(select=history)",
            "mcts(select=history(w=3, sample=full))",
            "mcts(select=history(divide=visits))",
        ],
    }
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(ProgressiveHistory {
        fading: Fading::new(settings.w, settings.divide),
        is_full: settings.sample == Sample::Full,
        table: HistoryTable::new(settings.unseen as f32),
    }))
}

struct ProgressiveHistory {
    fading: Fading,
    is_full: bool,
    table: HistoryTable,
}

/// A bias that fades the more a move is tried, or loses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fading {
    w: f32,
    by_losses: bool,
}

impl Fading {
    pub(super) fn new(w: f64, divide: Divide) -> Self {
        Fading { w: w as f32, by_losses: divide == Divide::Losses }
    }

    /// The factor W / ((1 - x_i) n_i + 1) of Formula 5.3, or W / (n_i + 1) as in Progressive Bias.
    #[inline]
    pub(super) fn weight<N: Number>(self, tried: Tried<N>) -> N {
        let losses = if self.by_losses { N::of(1.0) - tried.mean } else { N::of(1.0) };
        N::of(self.w) / (losses * tried.visits + 1.0)
    }

    /// The factor for a move that was not tried yet.
    pub(super) fn full(self) -> f32 {
        self.w
    }
}

/// UCT, plus a bias that is the first number known about a child.
pub(super) struct Biased {
    pub(super) c: f32,
    pub(super) fading: Fading,
}

impl Formula for Biased {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        tried.uct(self.c) + tried.known.one * self.fading.weight(tried)
    }

    #[inline]
    fn expectation(&self, known: Known<f32>) -> f32 {
        known.one * self.fading.full()
    }
}

impl<G: Game> Selection<G> for ProgressiveHistory {
    fn begin(&mut self, game: &G, _: &Tree<G::Move>, _: Aim) {
        // Chance has rows too, and nobody learns from them.
        self.table.clear((game.players() + 1) * game.slots());
    }

    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let averages = self.table.averages.as_slice();
        let formula = Biased { c: site.exploration.c, fading: self.fading };
        best_child(site, |_, stats| Known::one(averages[stats.row()].mean()), formula)
    }

    fn needs_line(&self) -> bool {
        self.is_full
    }

    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>, _: &mut Scratch) {
        let Iteration { tree, path, line, scores, aim } = *iteration;
        if self.is_full {
            for &(player, mv) in line.moves() {
                self.table.add(player.index() * game.slots() + game.slot(mv), aim.of(player, scores), tree.is_shared());
            }
        } else {
            for &node in path {
                if let Some((player, _)) = tree.node(node).entry() {
                    self.table.add(tree.stats(node).row(), aim.of(player, scores), tree.is_shared());
                }
            }
        }
    }

    fn opinion(&self, _: &G, tree: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(self.table.average(tree.stats(node).row()))
    }
}

/// How each player's moves did, wherever they were made, by their rows.
#[derive(Debug)]
struct HistoryTable {
    averages: Vec<Average>,
    /// What a move is taken for that nobody has made yet.
    unseen: f32,
}

impl HistoryTable {
    fn new(unseen: f32) -> Self {
        HistoryTable { averages: Vec::new(), unseen }
    }

    fn clear(&mut self, rows: usize) {
        self.averages.clear();
        self.averages.resize_with(rows, || Average::unseen(self.unseen));
    }

    #[inline]
    fn average(&self, row: usize) -> f32 {
        self.averages[row].mean()
    }

    fn add(&self, row: usize, share: f32, is_shared: bool) {
        self.averages[row].add(share, is_shared);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_iterations;
    use super::*;
    use kingmaker_core::Player;
    use kingmaker_games::rolit::Rolit;

    #[test]
    fn formula_5_3() {
        let ln_parent = 40f32.ln();
        let tried = Tried { visits: 8.0, inverse: 0.125, mean: 0.75f32, ln_parent, known: Known::default() };
        let [by_losses, by_visits] = [true, false].map(|by_losses| Fading { w: 5.0, by_losses }.weight(tried));
        assert!((by_losses - 5.0 / 3.0).abs() < 1e-6 && (by_visits - 5.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn averages_are_forgotten() {
        let mut table = HistoryTable::new(0.25);
        table.clear(6);
        for share in [1.0, 0.0, 0.5, 1.0] {
            table.add(5, share, false);
        }
        assert_eq!((table.average(5), table.average(2)), (0.625, 0.25));
        table.clear(6);
        assert_eq!(table.average(5), 0.25);
    }

    /// Counts anew for each player and move what the definition says, in the tree and in all.
    #[test]
    fn histories_are_those_of_the_definition() {
        let game = Rolit::new(3, 8);
        for (is_full, unseen, aim) in
            [(false, 0.5, Aim::Own), (true, 0.0, Aim::Own), (false, 0.3, Aim::against(Player::new(1), &game.teams()))]
        {
            let fading = Fading { w: 5.0, by_losses: true };
            let mut history = ProgressiveHistory { fading, is_full, table: HistoryTable::new(unseen) };
            let (_, records) = random_iterations(&game, &mut history, 300, aim);
            let mut known = 0;
            for player in (0..3).map(Player::new) {
                for slot in 0..game.slots() {
                    let worths = records.iter().flat_map(|record| {
                        let counted = if is_full { record.moves.len() } else { record.nodes.len() - 1 };
                        let is_it = |&&(mover, mv): &&(Player, _)| mover == player && game.slot(mv) == slot;
                        let times = record.moves[..counted].iter().filter(is_it).count();
                        std::iter::repeat_n(aim.of(player, &record.scores), times)
                    });
                    let worths: Vec<f32> = worths.collect();
                    let expected = match worths.len() {
                        0 => unseen,
                        count => worths.iter().sum::<f32>() / count as f32,
                    };
                    assert!(
                        (history.table.average(player.index() * game.slots() + slot) - expected).abs() < 1e-4,
                        "{player:?} {slot}"
                    );
                    known += usize::from(!worths.is_empty());
                }
            }
            assert!(known > if is_full { 150 } else { 40 }, "{known} moves");
        }
    }
}
