//! What may be set about a game or a player: names, kinds, ranges, defaults and help in one
//! table, from which texts are checked, values are read and documentation is printed.

use std::fmt;
use std::time::Duration;

use crate::spec::{self, Spec, SpecError, Value};

/// Something that can be named in a spec, with the options it takes. Schemas may refer to each other
/// in a circle, so that each is one static, compared by where it is and printed by its name.
pub struct Schema {
    /// The word that stands for it.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// Where it was published, or empty.
    pub source: &'static str,
    /// What can be set.
    pub options: &'static [OptionDef],
    /// Specs that show how it is used. For a game these are also the variants that its
    /// conformance test plays.
    pub examples: &'static [&'static str],
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Schema").field(&self.name).finish()
    }
}

/// One thing that can be set.
#[derive(Debug, PartialEq)]
pub struct OptionDef {
    /// Its name.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// The value when nothing is said, written as in a spec; `None` if there is none.
    pub default: Option<&'static str>,
    /// One line on what it does.
    pub help: &'static str,
}

/// Which values an option takes.
#[derive(Debug, PartialEq)]
pub enum Kind {
    /// A whole number within these bounds.
    Integer(u64, u64),
    /// A number within these bounds.
    Real(f64, f64),
    /// `yes` or `no`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A time such as `250ms` or `5s`; a bare number is milliseconds.
    Time,
    /// Text in quotes.
    Text,
    /// One of these, with options of its own.
    Part(&'static [&'static Schema]),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer(low, u64::MAX) => write!(f, "whole number from {low}"),
            Kind::Integer(low, high) => write!(f, "whole number from {low} to {high}"),
            Kind::Real(low, f64::INFINITY) => write!(f, "number from {low}"),
            Kind::Real(low, high) => write!(f, "number from {low} to {high}"),
            Kind::Flag => f.write_str("yes or no"),
            Kind::Choice(words) => f.write_str(&words.join(" or ")),
            Kind::Time => f.write_str("time such as 250ms or 5s"),
            Kind::Text => f.write_str("text in double quotes"),
            Kind::Part(parts) => f.write_str(&parts.iter().map(|part| part.name).collect::<Vec<_>>().join(" or ")),
        }
    }
}

/// A spec that has been checked against its schema: every option has a value of its kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    schema: &'static Schema,
    settings: Vec<Option<Setting>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Setting {
    Integer(u64),
    Real(f64),
    Flag(bool),
    Choice(&'static str),
    Time(Duration),
    Text(String),
    Part(Args),
}

/// Reads `text` as one of `schemas`; `what` names their kind in messages ("player", "game").
pub fn read(text: &str, what: &str, schemas: &[&'static Schema]) -> Result<Args, SpecError> {
    Reader { text }.spec(&spec::parse(text)?, what, schemas)
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn error(&self, at: std::ops::Range<usize>, message: String) -> SpecError {
        SpecError::new(self.text, at, message)
    }

    fn spec(&self, spec: &Spec, what: &str, schemas: &[&'static Schema]) -> Result<Args, SpecError> {
        let Some(schema) = schemas.iter().find(|schema| schema.name == spec.word) else {
            let names = schemas.iter().map(|schema| schema.name);
            return Err(self.error(spec.at.clone(), unknown(what, &spec.word, names)));
        };
        let mut settings: Vec<Option<Setting>> = vec![None; schema.options.len()];
        for arg in &spec.args {
            let Some(index) = schema.options.iter().position(|option| option.name == arg.key) else {
                let names = schema.options.iter().map(|option| option.name);
                let what = format!("option of {}", schema.name);
                return Err(self.error(arg.at.clone(), unknown(&what, &arg.key, names)));
            };
            if settings[index].is_some() {
                return Err(self.error(arg.at.clone(), format!("'{}' is set twice", arg.key)));
            }
            settings[index] = Some(self.setting(&schema.options[index], &arg.value)?);
        }
        for (setting, option) in settings.iter_mut().zip(schema.options) {
            if let (None, Some(default)) = (&setting, option.default) {
                *setting = Some(default_setting(option, default)?);
            }
        }
        Ok(Args { schema, settings })
    }

    fn setting(&self, option: &OptionDef, value: &Value) -> Result<Setting, SpecError> {
        if let (Kind::Part(parts), Value::Spec(spec)) = (&option.kind, value) {
            return self.spec(spec, option.name, parts).map(Setting::Part);
        }
        let mismatch = |found: &str| {
            let mut message = format!("'{}' takes {}, not '{found}'", option.name, article(&option.kind));
            if let Kind::Choice(words) = option.kind
                && let Some(near) = closest(found, words.iter().copied())
            {
                message.push_str(&format!("; did you mean '{near}'?"));
            }
            self.error(value.at(), message)
        };
        match value {
            Value::Text(content, _) => match option.kind {
                Kind::Text => Ok(Setting::Text(content.clone())),
                _ => Err(mismatch(content)),
            },
            Value::Spec(spec) if spec.args.is_empty() => {
                plain_setting(&option.kind, &spec.word).ok_or_else(|| mismatch(&spec.word))
            }
            Value::Spec(spec) => Err(mismatch(&format!("{}(...)", spec.word))),
        }
    }
}

fn default_setting(option: &'static OptionDef, default: &'static str) -> Result<Setting, SpecError> {
    match option.kind {
        Kind::Part(parts) => read(default, option.name, parts).map(Setting::Part),
        Kind::Text => Ok(Setting::Text(default.to_owned())),
        _ => plain_setting(&option.kind, default)
            .ok_or_else(|| SpecError::new(default, 0..default.len(), format!("bad default of '{}'", option.name))),
    }
}

fn plain_setting(kind: &Kind, word: &str) -> Option<Setting> {
    let digits = || word.replace('_', "");
    match *kind {
        Kind::Integer(low, high) => {
            let number: u64 = digits().parse().ok()?;
            (low..=high).contains(&number).then_some(Setting::Integer(number))
        }
        Kind::Real(low, high) => {
            let number: f64 = digits().parse().ok()?;
            (low..=high).contains(&number).then_some(Setting::Real(number))
        }
        Kind::Flag => match word {
            "yes" | "true" | "on" => Some(Setting::Flag(true)),
            "no" | "false" | "off" => Some(Setting::Flag(false)),
            _ => None,
        },
        Kind::Choice(words) => words.iter().find(|&&candidate| candidate == word).map(|word| Setting::Choice(word)),
        Kind::Time => parse_time(word).map(Setting::Time),
        Kind::Text | Kind::Part(_) => None,
    }
}

/// Reads `250ms`, `5s`, `1.5s` or a bare number of milliseconds, more than zero and at most a day.
pub fn parse_time(word: &str) -> Option<Duration> {
    let (number, seconds) = if let Some(number) = word.strip_suffix("ms") {
        (number, 1e-3)
    } else if let Some(number) = word.strip_suffix('s') {
        (number, 1.0)
    } else {
        (word, 1e-3)
    };
    let seconds = number.replace('_', "").parse::<f64>().ok()? * seconds;
    (seconds > 0.0 && seconds <= 86_400.0).then(|| Duration::from_secs_f64(seconds))
}

fn article(kind: &Kind) -> String {
    match kind {
        Kind::Integer(..) | Kind::Real(..) | Kind::Time => format!("a {kind}"),
        _ => kind.to_string(),
    }
}

/// "unknown player 'mtcs'; did you mean 'mcts'?", with the choices if none is close.
pub fn unknown<'a>(what: &str, word: &str, choices: impl Iterator<Item = &'a str> + Clone) -> String {
    match closest(word, choices.clone()) {
        Some(near) => format!("unknown {what} '{word}'; did you mean '{near}'?"),
        None => match choices.collect::<Vec<_>>() {
            choices if choices.is_empty() => format!("unknown {what} '{word}'; there is none to set"),
            choices => format!("unknown {what} '{word}'; expected {}", choices.join(", ")),
        },
    }
}

/// The candidate that a mistyped `word` was probably meant to be.
pub fn closest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.chars().count().max(word.chars().count()) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

impl Args {
    /// What was named.
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// Sets an option from outside the spec, as `--players` does. An unknown name or a bad
    /// value is an error.
    pub fn set(&mut self, name: &str, word: &str) -> Result<(), String> {
        let Some(index) = self.schema.options.iter().position(|option| option.name == name) else {
            let names = self.schema.options.iter().map(|option| option.name);
            return Err(unknown(&format!("option of {}", self.schema.name), name, names));
        };
        let option = &self.schema.options[index];
        match plain_setting(&option.kind, word) {
            Some(setting) => {
                self.settings[index] = Some(setting);
                Ok(())
            }
            None => Err(format!("'{name}' of {} takes {}, not '{word}'", self.schema.name, article(&option.kind))),
        }
    }

    /// Whether the schema has an option of this name.
    pub fn declares(&self, name: &str) -> bool {
        self.schema.options.iter().any(|option| option.name == name)
    }

    fn setting(&self, name: &str) -> Option<&Setting> {
        let index = self.schema.options.iter().position(|option| option.name == name);
        debug_assert!(index.is_some(), "{} does not declare '{name}'", self.schema.name);
        self.settings[index?].as_ref()
    }

    /// The value of a whole number, if it is set.
    pub fn integer(&self, name: &str) -> Option<u64> {
        match self.setting(name)? {
            Setting::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The value of a number, if it is set.
    pub fn real(&self, name: &str) -> Option<f64> {
        match self.setting(name)? {
            Setting::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether a flag is set to `yes`.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.setting(name), Some(Setting::Flag(true)))
    }

    /// The chosen word; empty if there is none.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.setting(name) {
            Some(Setting::Choice(word)) => word,
            _ => "",
        }
    }

    /// The value of a time, if it is set.
    pub fn time(&self, name: &str) -> Option<Duration> {
        match self.setting(name)? {
            Setting::Time(time) => Some(*time),
            _ => None,
        }
    }

    /// A text, if it is set.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.setting(name)? {
            Setting::Text(text) => Some(text),
            _ => None,
        }
    }

    /// All parts with options of their own that are set.
    pub fn parts(&self) -> impl Iterator<Item = &Args> {
        self.settings.iter().flatten().filter_map(|setting| match setting {
            Setting::Part(part) => Some(part),
            _ => None,
        })
    }

    /// A part with options of its own, if it is set.
    pub fn part(&self, name: &str) -> Option<&Args> {
        match self.setting(name)? {
            Setting::Part(part) => Some(part),
            _ => None,
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Integer(number) => write!(f, "{number}"),
            Setting::Real(number) => write!(f, "{number}"),
            Setting::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Setting::Choice(word) => f.write_str(word),
            Setting::Time(time) => write!(f, "{}ms", time.as_secs_f64() * 1e3),
            Setting::Text(text) => write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Setting::Part(part) => write!(f, "{part}"),
        }
    }
}

impl fmt::Display for Args {
    /// The shortest spec that reads back as this: options at their default are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.schema.name)?;
        let mut separator = "(";
        for (setting, option) in self.settings.iter().zip(self.schema.options) {
            let Some(setting) = setting else { continue };
            let default = option.default.and_then(|default| default_setting(option, default).ok());
            if default.as_ref() != Some(setting) {
                write!(f, "{separator}{}={setting}", option.name)?;
                separator = ", ";
            }
        }
        if separator == ", " { f.write_str(")") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    static INNER: Schema = Schema {
        name: "greedy",
        summary: "",
        source: "",
        options: &[OptionDef { name: "epsilon", kind: Kind::Real(0.0, 1.0), default: Some("0.05"), help: "" }],
        examples: &[],
    };
    static OUTER: Schema = Schema {
        name: "mcts",
        summary: "",
        source: "",
        options: &[
            OptionDef { name: "playouts", kind: Kind::Integer(1, u64::MAX), default: None, help: "" },
            OptionDef { name: "playout", kind: Kind::Part(&[&INNER]), default: Some("greedy"), help: "" },
            OptionDef { name: "final", kind: Kind::Choice(&["robust", "max"]), default: Some("robust"), help: "" },
            OptionDef { name: "reuse", kind: Kind::Flag, default: Some("no"), help: "" },
            OptionDef { name: "time", kind: Kind::Time, default: None, help: "" },
            OptionDef { name: "cmd", kind: Kind::Text, default: None, help: "" },
        ],
        examples: &[],
    };

    fn outer(text: &str) -> Result<Args, SpecError> {
        read(text, "player", &[&OUTER, &INNER])
    }

    #[test]
    fn values_and_defaults() {
        let args = outer("mcts(playouts=1_000, playout=greedy(epsilon=0.1), time=2s)").expect("valid");
        assert_eq!(args.integer("playouts"), Some(1000));
        assert_eq!(args.part("playout").and_then(|part| part.real("epsilon")), Some(0.1));
        assert_eq!((args.choice("final"), args.flag("reuse")), ("robust", false));
        assert_eq!(args.time("time"), Some(Duration::from_secs(2)));
        let plain = outer("mcts").expect("valid");
        assert_eq!(plain.part("playout").and_then(|part| part.real("epsilon")), Some(0.05));
        assert_eq!((plain.integer("playouts"), plain.time("time"), plain.text("cmd")), (None, None, None));
    }

    #[test]
    fn prints_what_differs_from_the_defaults() {
        for text in
            ["mcts", "mcts(playouts=5, playout=greedy(epsilon=0.1), final=max, reuse=yes)", "mcts(cmd=\"a \\\"b\")"]
        {
            assert_eq!(outer(text).expect("valid").to_string(), text);
        }
        assert_eq!(outer("mcts(playout=greedy(epsilon=0.05))").expect("valid").to_string(), "mcts");
    }

    #[test]
    fn errors_name_the_offender_and_the_closest() {
        let message = |text: &str| outer(text).expect_err("should not be read").message;
        assert_eq!(message("mtcs"), "unknown player 'mtcs'; did you mean 'mcts'?");
        assert_eq!(message("xyzzy"), "unknown player 'xyzzy'; expected mcts, greedy");
        assert_eq!(message("mcts(plaouts=3)"), "unknown option of mcts 'plaouts'; did you mean 'playouts'?");
        assert_eq!(message("mcts(playouts=-3)"), "'playouts' takes a whole number from 1, not '-3'");
        assert_eq!(message("mcts(final=robots)"), "'final' takes robust or max, not 'robots'; did you mean 'robust'?");
        assert_eq!(message("mcts(playout=gredy)"), "unknown playout 'gredy'; did you mean 'greedy'?");
        assert_eq!(message("mcts(playout=greedy(epsilon=2))"), "'epsilon' takes a number from 0 to 1, not '2'");
        assert_eq!(message("mcts(reuse=yes, reuse=no)"), "'reuse' is set twice");
        assert_eq!(message("mcts(time=never)"), "'time' takes a time such as 250ms or 5s, not 'never'");
        assert_eq!(message("mcts(cmd=ls)"), "'cmd' takes text in double quotes, not 'ls'");
    }

    proptest! {
        #[test]
        fn never_panics(text in "(mcts|greedy|x)?[(]?[a-z=,0-9()\". ]{0,40}") {
            if let Ok(args) = outer(&text) {
                prop_assert_eq!(outer(&args.to_string()), Ok(args));
            }
        }
    }
}
