//! What the depth-first techniques have in common to set. The defaults are those of the
//! published experiments (Nijssen 2013, section 3.6).

use kingmaker_core::options::{Kind, OptionDef};
use kingmaker_core::settings::{Value, Word};
use kingmaker_core::{BoardEvaluator, Game, Knowledge, MoveOrdering, choices};

use super::ordering::History;
use super::table::Replacement;
use super::value::Scale;
use crate::knowledge;
use crate::representatives::Representatives;

pub(super) const TABLE: OptionDef = OptionDef {
    name: "table",
    kind: Kind::Integer(0, 65_536),
    default: Some("16"),
    help: "megabytes for the transposition table; 0: none",
};
pub(super) const REPLACE: OptionDef = OptionDef {
    name: "replace",
    kind: Replacement::KIND,
    default: Some("deep"),
    help: "which entry of the table gives way: the shallower one, or always the older one",
};
choices! {
    /// Which values are taken from the table.
    pub enum Reuse {
        /// Those that were searched as deep or deeper.
        Deeper = "deeper",
        /// Those that were searched just as deep.
        Equal = "equal",
    }
}

pub(super) const REUSE: OptionDef = OptionDef {
    name: "reuse",
    kind: Reuse::KIND,
    default: Some("deeper"),
    help: "take values from the table that were searched as deep or deeper, or only just as deep",
};
pub(super) const KILLERS: OptionDef = OptionDef {
    name: "killers",
    kind: Kind::Flag,
    default: Some("yes"),
    help: "try first the two moves per ply that last caused a cut-off",
};
pub(super) const HISTORY: OptionDef = OptionDef {
    name: "history",
    kind: History::KIND,
    default: Some("absolute"),
    help: "break ties of the move ordering by cut-offs: in all, per try, or not",
};
pub(super) const ORDER: OptionDef =
    OptionDef { name: "order", kind: Kind::Flag, default: Some("yes"), help: "static move ordering" };
pub(super) const NOISE: OptionDef = OptionDef {
    name: "noise",
    kind: Kind::Real(0.0, 1000.0),
    default: Some("0.1"),
    help: "the most that the random term adds to a board evaluation",
};
pub(super) const BEST: OptionDef = OptionDef {
    name: "k",
    kind: Kind::Integer(1, 10_000),
    default: None,
    help: "look only at the k best moves by static move ordering",
};
pub(super) const DEEPEN: OptionDef = OptionDef {
    name: "deepen",
    kind: Kind::Flag,
    default: Some("yes"),
    help: "iterative deepening; without it the search goes to its depth at once",
};
pub(super) const ASPIRATION: OptionDef = OptionDef {
    name: "aspiration",
    kind: Kind::Real(0.0, 1.0),
    default: Some("0"),
    help: "half the width of the window around the last iteration's value, as a part of a win; 0: none",
};
pub(super) const SCOUT: OptionDef = OptionDef {
    name: "scout",
    kind: Kind::Flag,
    default: Some("no"),
    help: "principal variation search: moves after the first are only shown to be no better, unless they are",
};
pub(super) const REDUCE: OptionDef = OptionDef {
    name: "reduce",
    kind: Kind::Integer(1, 10_000),
    default: None,
    help: "late move reductions: after so many moves the others are looked at less deep, unless they turn out better; scouts",
};
pub(super) const VALUE: OptionDef = OptionDef {
    name: "value",
    kind: Scale::KIND,
    default: Some("share"),
    help: "a board is worth a player's part of all evaluations, their own evaluation or that less the best other, in teams the mean of the team; or their own alone",
};

/// What a search of any of these techniques goes by. What a technique does not offer is off.
pub(super) struct Common<G: Game> {
    pub(super) table_megabytes: usize,
    pub(super) replacement: Replacement,
    pub(super) reuses_deeper: bool,
    pub(super) killers: bool,
    pub(super) history: History,
    pub(super) is_ordered: bool,
    pub(super) noise: f32,
    pub(super) best: Option<usize>,
    pub(super) deepens: bool,
    pub(super) aspiration: f64,
    pub(super) scouts: bool,
    pub(super) reduces_after: Option<usize>,
    pub(super) scale: Scale,
    pub(super) ordering: MoveOrdering,
    pub(super) evaluator: BoardEvaluator,
    pub(super) representatives: Option<Representatives<G>>,
}

impl<G: Knowledge> Common<G> {
    /// Nothing helps the search but what the game knows by these names.
    pub(super) fn off(game: &G, by: &Option<Word>, evaluator: &Option<Word>) -> Result<Self, String> {
        let (ordering, evaluator) = (knowledge::ordering(game, by)?, knowledge::evaluator(game, evaluator)?);
        Ok(Common {
            table_megabytes: 0,
            replacement: Replacement::Deep,
            reuses_deeper: false,
            killers: false,
            history: History::Off,
            is_ordered: false,
            noise: 0.0,
            best: None,
            deepens: false,
            aspiration: 0.0,
            scouts: false,
            reduces_after: None,
            scale: Scale::Share,
            ordering,
            evaluator,
            representatives: None,
        })
    }

    /// Whether some moves are not looked at, or not to the whole depth.
    pub(super) fn is_selective(&self) -> bool {
        self.best.is_some() || self.representatives.is_some() || self.reduces_after.is_some()
    }

    /// By what moves are ranked, if their static priorities are asked for.
    pub(super) fn ranked_by(&self) -> Option<MoveOrdering> {
        (self.is_ordered || self.best.is_some()).then_some(self.ordering)
    }
}

/// Declares the settings of a depth-first technique: its own options, those that all have, and, of those that only some
/// have, the named ones. `Settings::common` makes of them what a search goes by.
macro_rules! depth_first_settings {
    (
        $name:literal, $summary:literal, $source:literal, $examples:tt, { $($own:tt)* }
        $(, cut_offs($killers:ident, $history:ident))?
        $(, table($table:ident, $replace:ident, $reuse:ident))?
        $(, windows($aspiration:ident, $scout:ident, $reduce:ident))?
        $(, noise($noise:ident))?
    ) => {
        kingmaker_core::settings! {
            /// The player as configured.
            pub struct Settings, pub static SCHEMA = $name {
                summary: $summary,
                source: $source,
                options: {
                    $($own)*
                    /// What a board is worth.
                    value: $crate::minimax::value::Scale = $crate::minimax::settings::VALUE,
                    /// Whether there is static move ordering.
                    order: bool = $crate::minimax::settings::ORDER,
                    /// Which move ordering of the game; if not set, its first.
                    by: Option<kingmaker_core::settings::Word> = $crate::knowledge::BY,
                    /// Which board evaluator of the game; if not set, its first.
                    evaluator: Option<kingmaker_core::settings::Word> = $crate::knowledge::EVALUATOR,
                    $(
                        /// Whether the moves that last caused a cut-off are tried first.
                        $killers: bool = $crate::minimax::settings::KILLERS,
                        /// By which cut-offs ties of the move ordering are broken.
                        $history: $crate::minimax::ordering::History = $crate::minimax::settings::HISTORY,
                    )?
                    $(
                        /// Megabytes for the transposition table; 0: none.
                        $table: usize = $crate::minimax::settings::TABLE,
                        /// Which entry of the table gives way.
                        $replace: $crate::minimax::table::Replacement = $crate::minimax::settings::REPLACE,
                        /// Which values are taken from the table.
                        $reuse: $crate::minimax::settings::Reuse = $crate::minimax::settings::REUSE,
                    )?
                    /// Whether there is iterative deepening.
                    deepen: bool = $crate::minimax::settings::DEEPEN,
                    $(
                        /// Half the width of the window around the last iteration's value, as a part of a win; 0: none.
                        $aspiration: f64 = $crate::minimax::settings::ASPIRATION,
                        /// Whether moves after the first are tried with an empty window before the whole one.
                        $scout: bool = $crate::minimax::settings::SCOUT,
                        /// After so many moves the others are first looked at less deep.
                        $reduce: Option<usize> = $crate::minimax::settings::REDUCE,
                    )?
                    /// Below the root only so many moves are looked at, which stand for all.
                    representatives: Option<usize> = $crate::representatives::REPRESENTATIVES,
                    /// Only the k best moves by static move ordering are looked at.
                    k: Option<usize> = $crate::minimax::settings::BEST,
                    $(
                        /// The most that the random term adds to a board evaluation.
                        $noise: f64 = $crate::minimax::settings::NOISE,
                    )?
                    /// Which model of the game the search is made in.
                    model: Option<kingmaker_core::settings::Word> = $crate::modelled::MODEL,
                    /// Positions visited per move, instead of the match's.
                    nodes: Option<u64> = $crate::budget::NODES,
                    /// Plies of look-ahead, instead of the match's.
                    depth: Option<u32> = $crate::budget::DEPTH,
                    /// Thinking time per move, instead of the match's.
                    time: Option<std::time::Duration> = $crate::budget::TIME,
                },
                examples: $examples,
            }
        }

        impl Settings {
            fn common<G: kingmaker_core::Knowledge>(
                &self,
                toolbox: &$crate::Toolbox<G>,
                game: &G,
            ) -> Result<$crate::minimax::settings::Common<G>, String> {
                Ok($crate::minimax::settings::Common {
                    $(
                        killers: self.$killers,
                        history: self.$history,
                    )?
                    $(
                        table_megabytes: self.$table,
                        replacement: self.$replace,
                        reuses_deeper: self.$reuse == $crate::minimax::settings::Reuse::Deeper,
                    )?
                    $(
                        aspiration: self.$aspiration,
                        scouts: self.$scout || self.$reduce.is_some(),
                        reduces_after: self.$reduce,
                    )?
                    $(noise: self.$noise as f32,)?
                    is_ordered: self.order,
                    best: self.k,
                    representatives: toolbox.representatives(self.representatives)?,
                    deepens: self.deepen,
                    scale: self.value,
                    ..$crate::minimax::settings::Common::off(game, &self.by, &self.evaluator)?
                })
            }
        }
    };
}

/// The same for a search between one player and all others: they differ in their names alone.
macro_rules! two_sided_settings {
    ($name:literal, $summary:literal, $source:literal, $examples:tt) => {
        $crate::minimax::settings::depth_first_settings! {
            $name, $summary, $source, $examples, {},
            cut_offs(killers, history),
            table(table, replace, reuse),
            windows(aspiration, scout, reduce),
            noise(noise)
        }
    };
}

pub(super) use {depth_first_settings, two_sided_settings};
