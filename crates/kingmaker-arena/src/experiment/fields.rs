//! What may stand in an experiment file: one table, from which files are checked, mistakes are
//! explained and the schema for editors is printed.

use std::fmt;

use kingmaker_core::MAX_PLAYERS;
use kingmaker_search::budget::{MAX_DEPTH, MAX_PLAYOUTS};
use serde_json::{Map, Value, json};

/// A table of the file.
#[derive(Debug)]
pub(super) struct Section {
    /// What it describes, in messages: "a match".
    pub(super) what: &'static str,
    /// The keys, in groups that sections may share.
    groups: &'static [&'static [Field]],
}

impl Section {
    /// The keys that it may have.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'static Field> + Clone {
        self.groups.iter().copied().flatten()
    }
}

/// A key that a table may have.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) required: bool,
    pub(super) help: &'static str,
}

/// What a key may be set to.
#[derive(Debug)]
pub(super) enum Kind {
    Text,
    Texts,
    Word(&'static [&'static str]),
    Whole(u64, u64),
    Number,
    Time,
    Section(&'static Section),
    Sections(&'static Section),
    /// Any names, each with a value of this kind.
    Named(&'static Kind),
    NumberOr(&'static Section),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Text => f.write_str("text in quotes"),
            Kind::Texts => f.write_str("a list of texts, as in [\"a\", \"b\"]"),
            Kind::Word(words) => write!(f, "\"{}\"", words.join("\" or \"")),
            Kind::Whole(low, u64::MAX) => write!(f, "a whole number from {low}"),
            Kind::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Kind::Number => f.write_str("a number"),
            Kind::Time => f.write_str("a time such as \"250ms\" or \"5s\""),
            Kind::Section(section) => {
                let names: Vec<&str> = section.fields().map(|field| field.name).collect();
                write!(f, "a table with {}", names.join(", "))
            }
            Kind::Sections(_) => f.write_str("tables in double brackets"),
            Kind::Named(kind) => write!(f, "a table of names, each set to {kind}"),
            Kind::NumberOr(section) => write!(f, "a number or {}", Kind::Section(section)),
        }
    }
}

const fn optional(name: &'static str, kind: Kind, help: &'static str) -> Field {
    Field { name, kind, required: false, help }
}

const fn required(name: &'static str, kind: Kind, help: &'static str) -> Field {
    Field { name, kind, required: true, help }
}

const TITLE: Field = optional("title", Kind::Text, "what is compared");
const NOTES: Field = optional("notes", Kind::Texts, "what a reader should know, such as slips in the source");
const NAME: Field = optional("name", Kind::Text, "how this row is called; else the game and the budget");
const GAME: Field = required("game", Kind::Text, "the game, as a spec");
const GAMES: Field = optional(
    "games",
    Kind::Whole(1, u64::MAX),
    "at least so many games, in whole rounds or a fair part of one; else 100, or with 'stop' 100000",
);
const LEVEL_GAMES: Field = optional(
    "games",
    Kind::Whole(0, u64::MAX),
    "at least so many games, in whole rounds or a fair part of one; 0 leaves the row out",
);
const ONLY: Field = optional("only", Kind::Texts, "of the players who meet 'against', only these");
const STOPPING: Field = optional(
    "stop",
    Kind::Section(&STOP),
    "ends the match as soon as a test decides, after 'games' games at the latest",
);
const OPENINGS: Field = optional(
    "openings",
    Kind::Texts,
    "how games begin: one of these sequences of moves for each round, drawn by the seed",
);
const RANDOM_PLIES: Field =
    optional("random_plies", Kind::Whole(1, 1000), "games begin with so many random moves, the same in a round");
const PLAYOUTS: Field = optional("playouts", Kind::Whole(1, MAX_PLAYOUTS), "playouts per move");
const PLIES: Field = optional("plies", Kind::Whole(1, u64::MAX), "plies per move, in the tree and in playouts");
const NODES: Field = optional("nodes", Kind::Whole(1, u64::MAX), "positions visited per move");
const DEPTH: Field = optional("depth", Kind::Whole(1, MAX_DEPTH as u64), "plies of look-ahead");
const TIME: Field = optional("time", Kind::Time, "thinking time per move");
const SCALE: Field = optional("scale", Kind::Number, "this part of the playouts, plies, nodes and time of the row");
const PLAYERS: Field = optional("players", Kind::Texts, "who plays, by names or specs");
const AGAINST: Field = optional("against", Kind::Text, "each of the players meets this one, in a match of its own");
const PAIRING: Field =
    optional("pairing", Kind::Word(super::Pairing::WORDS), "all players in one match, or a match for every two");
const LIMITS: Field = optional("limits", Kind::Named(&ONE_BUDGET), "budgets of single players");
const QUICK: Field = optional("quick", Kind::Section(&LEVEL), "what is different with --effort quick");
const NORMAL: Field =
    optional("normal", Kind::Section(&LEVEL), "what is different with --effort normal, where the row is too much work");
const FULL: Field = optional("full", Kind::Section(&LEVEL), "what is different with --effort full");
const AS_PUBLISHED: Field =
    optional("as_published", Kind::Section(&BUDGET), "the budget of the source, for --as-published-time");

/// The keys that make up a budget: where one of them is set, the defaults of all are off.
pub(super) const BUDGET_KEYS: &[&str] = &["playouts", "plies", "nodes", "depth", "time", "limits"];

static ONE_BUDGET: Kind = Kind::Section(&BUDGET);

/// What a move may cost.
const COSTS: &[Field] = &[PLAYOUTS, PLIES, NODES, DEPTH, TIME];

static BUDGET: Section = Section { what: "a budget", groups: &[COSTS] };

static LEVEL: Section = Section { what: "a level of effort", groups: &[&[LEVEL_GAMES, ONLY], COSTS, &[SCALE, LIMITS]] };

static STOP: Section = Section {
    what: "a stopping rule",
    groups: &[&[
        required("sprt", Kind::Text, "win rates H0:H1 of the first player, in per cent, such as \"50:55\""),
        optional("alpha", Kind::Number, "how often H1 may be accepted although H0 is true; else 0.05"),
        optional("beta", Kind::Number, "how often H0 may be accepted although H1 is true; else 0.05"),
    ]],
};

static FIGURES: Section = Section {
    what: "published figures of a player",
    groups: &[&[
        optional("win_rate", Kind::Number, "percent of the games won"),
        optional("interval", Kind::Number, "plus or minus so many percent"),
        optional("playouts", Kind::Number, "median number of playouts per move"),
        optional("depth", Kind::Number, "mean depth of search"),
        optional("points", Kind::Number, "mean of what it had at the end, in games that count something"),
    ]],
};

static SOME_FIGURES: Kind = Kind::NumberOr(&FIGURES);

const PUBLISHED: Field =
    optional("published", Kind::Named(&SOME_FIGURES), "printed figures of the players: percent of games won, or more");
const PUBLISHED_GAMES: Field =
    optional("published_games", Kind::Whole(1, u64::MAX), "how many games are behind the printed figures");

static SEAT_COUNT: Kind = Kind::Whole(1, MAX_PLAYERS as u64);

static SEATING: Section = Section {
    what: "a seating",
    groups: &[&[
        optional("order", Kind::Texts, "who sits on each seat"),
        optional("instances", Kind::Named(&SEAT_COUNT), "how many seats each has"),
        optional("after", Kind::Text, "games of each player in which it moves directly after this one"),
        optional("seat", Kind::Whole(1, MAX_PLAYERS as u64), "games of each player in which it has this seat"),
        PUBLISHED,
        PUBLISHED_GAMES,
    ]],
};

static SIZE: Section = Section {
    what: "the published size of a game",
    groups: &[&[
        optional("branching", Kind::Number, "mean number of legal moves"),
        optional("length", Kind::Number, "mean number of plies"),
        optional("turns", Kind::Number, "mean number of whole turns"),
        optional("tree", Kind::Number, "decimal logarithm of the size of the game tree"),
        optional("states", Kind::Number, "decimal logarithm of the number of positions"),
    ]],
};

/// What matches may have in common.
const SETTINGS: &[Field] = &[PLAYERS, AGAINST, PAIRING, GAMES, STOPPING, OPENINGS, RANDOM_PLIES];
const BUDGETS: &[Field] = &[LIMITS, QUICK, NORMAL, FULL, AS_PUBLISHED];

static DEFAULTS: Section = Section { what: "the defaults", groups: &[SETTINGS, COSTS, BUDGETS] };

pub(super) static MATCH: Section = Section {
    what: "a match",
    groups: &[
        &[NAME, GAME],
        SETTINGS,
        COSTS,
        BUDGETS,
        &[
            PUBLISHED,
            PUBLISHED_GAMES,
            optional(
                "seatings",
                Kind::Sections(&SEATING),
                "figures of those games in which players sat in a certain way",
            ),
            optional("size", Kind::Section(&SIZE), "printed size of the game, beside what the games give"),
            NOTES,
        ],
    ],
};

pub(super) static SPEED: Section = Section {
    what: "a speed",
    groups: &[&[
        NAME,
        GAME,
        required("strategy", Kind::Text, "a playout strategy"),
        optional("published", Kind::Number, "printed number of playouts per second"),
        NOTES,
    ]],
};

pub(super) static TREE: Section = Section {
    what: "a tree",
    groups: &[&[
        NAME,
        GAME,
        required("turns", Kind::Whole(1, 1000), "how many whole turns it looks ahead"),
        optional("model", Kind::Text, "the model of the game in which its leaves are counted"),
        required("player", Kind::Text, "who searches it, by name or spec"),
        optional("leaves", Kind::Number, "printed number of leaves"),
        optional("seconds", Kind::Number, "printed time of the search"),
        optional("effort", Kind::Word(super::Effort::WORDS), "with less effort than this the row is left out"),
        NOTES,
    ]],
};

/// The whole file.
pub(super) static FILE: Section = Section {
    what: "an experiment",
    groups: &[&[
        TITLE,
        optional("source", Kind::Text, "where the published figures are printed"),
        NOTES,
        optional("seed", Kind::Whole(0, u64::MAX), "where all random draws come from; else 1"),
        optional("players", Kind::Named(&Kind::Text), "names for specs"),
        optional("defaults", Kind::Section(&DEFAULTS), "what holds for every match that does not say otherwise"),
        optional("match", Kind::Sections(&MATCH), "rows of games"),
        optional("speed", Kind::Sections(&SPEED), "rows of playouts per second"),
        optional("tree", Kind::Sections(&TREE), "rows of leaves and times of searches from the start"),
    ]],
};

/// A JSON schema of experiment files, for editors.
pub fn json_schema() -> Value {
    let mut schema = section_schema(&FILE);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("An experiment of Kingmaker");
    schema
}

fn section_schema(section: &Section) -> Value {
    let mut properties = Map::new();
    for field in section.fields() {
        let mut schema = kind_schema(&field.kind);
        schema["description"] = json!(field.help);
        properties.insert(field.name.to_owned(), schema);
    }
    let required: Vec<&str> = section.fields().filter(|field| field.required).map(|field| field.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn kind_schema(kind: &Kind) -> Value {
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Word(words) => json!({ "enum": words }),
        Kind::Whole(low, u64::MAX) => json!({ "type": "integer", "minimum": low }),
        Kind::Whole(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
        Kind::Number => json!({ "type": "number" }),
        Kind::Time => json!({ "type": ["string", "integer"] }),
        Kind::Section(section) => section_schema(section),
        Kind::Sections(section) => json!({ "type": "array", "items": section_schema(section) }),
        Kind::Named(kind) => json!({ "type": "object", "additionalProperties": kind_schema(kind) }),
        Kind::NumberOr(section) => json!({ "anyOf": [{ "type": "number" }, section_schema(section)] }),
    }
}
