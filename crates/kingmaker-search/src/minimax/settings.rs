//! What the depth-first techniques have in common to set. The defaults are those of the
//! published experiments (Nijssen 2013, section 3.6).

use kingmaker_core::options::{Args, Kind, OptionDef};

use super::ordering::History;
use super::table::Replacement;
use super::value::Scale;
use crate::budget::{DEPTH, NODES, TIME};

pub(super) const TABLE: OptionDef = OptionDef {
    name: "table",
    kind: Kind::Integer(0, 65_536),
    default: Some("16"),
    help: "megabytes for the transposition table; 0: none",
};
pub(super) const REPLACE: OptionDef = OptionDef {
    name: "replace",
    kind: Kind::Choice(&["deep", "always"]),
    default: Some("deep"),
    help: "which entry of the table gives way: the shallower one, or always the older one",
};
pub(super) const REUSE: OptionDef = OptionDef {
    name: "reuse",
    kind: Kind::Choice(&["deeper", "equal"]),
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
    kind: Kind::Choice(&["absolute", "relative", "off"]),
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
const ASPIRATION: OptionDef = OptionDef {
    name: "aspiration",
    kind: Kind::Real(0.0, 1.0),
    default: Some("0"),
    help: "half the width of the window around the last iteration's value, as a part of a win; 0: none",
};
pub(super) const VALUE: OptionDef = OptionDef {
    name: "value",
    kind: Kind::Choice(&Scale::WORDS),
    default: Some("share"),
    help: "a board is worth a player's part of all evaluations, their own evaluation, or that less the best other",
};

/// The settings of one player.
#[derive(Clone, Debug)]
pub(super) struct Settings {
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
    pub(super) scale: Scale,
}

/// What can be set about a search between one player and all others.
pub(super) const TWO_SIDED: &[OptionDef] =
    &[VALUE, ORDER, KILLERS, HISTORY, TABLE, REPLACE, REUSE, DEEPEN, ASPIRATION, BEST, NOISE, NODES, DEPTH, TIME];

impl Settings {
    /// Whether the static priorities of moves are asked for.
    pub(super) fn ranks(&self) -> bool {
        self.is_ordered || self.best.is_some()
    }

    /// Reads what the schema of the technique declares; the rest is off.
    pub(super) fn from_args(args: &Args) -> Self {
        let word = |option: &OptionDef| if args.declares(option.name) { args.choice(option.name) } else { "" };
        let flag = |option: &OptionDef| args.declares(option.name) && args.flag(option.name);
        let real = |option: &OptionDef| if args.declares(option.name) { args.real(option.name) } else { None };
        let integer = |option: &OptionDef| if args.declares(option.name) { args.integer(option.name) } else { None };
        Settings {
            table_megabytes: integer(&TABLE).unwrap_or_default() as usize,
            replacement: if word(&REPLACE) == "always" { Replacement::Always } else { Replacement::Deep },
            reuses_deeper: word(&REUSE) == "deeper",
            killers: flag(&KILLERS),
            history: match word(&HISTORY) {
                "absolute" => History::Absolute,
                "relative" => History::Relative,
                _ => History::Off,
            },
            is_ordered: flag(&ORDER),
            noise: real(&NOISE).unwrap_or_default() as f32,
            best: integer(&BEST).map(|best| best as usize),
            deepens: flag(&DEEPEN),
            aspiration: real(&ASPIRATION).unwrap_or_default(),
            scale: Scale::from_word(word(&VALUE)),
        }
    }
}
