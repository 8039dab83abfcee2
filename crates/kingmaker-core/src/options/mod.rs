//! What may be set about a game or a player: names, kinds, ranges, defaults and help in one
//! table, from which texts are checked, values are read and documentation is printed.

#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use crate::settings::{Value, Word};
use crate::spec::{self, Spec, SpecError};

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
    /// A word that only the game knows, such as the name of one of its move orderings.
    Word,
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
            Kind::Word => f.write_str("word that the game knows"),
            Kind::Part(parts) => f.write_str(&parts.iter().map(|part| part.name).collect::<Vec<_>>().join(" or ")),
        }
    }
}

/// A spec that has been checked against its schema, or [settings](mod@crate::settings) as if they had been read: a value for
/// every option that is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    schema: &'static Schema,
    settings: Vec<Option<Setting>>,
}

/// What an option is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// A whole number.
    Integer(u64),
    /// A number.
    Real(f64),
    /// Whether it is `yes`.
    Flag(bool),
    /// The word that was chosen.
    Choice(&'static str),
    /// A time.
    Time(Duration),
    /// A text, without its quotes.
    Text(String),
    /// A word that only the game knows.
    Word(Word),
    /// What has options of its own.
    Part(Args),
}

/// Words for parts beyond those that schemas list, each with a part of the same sort: techniques of one's own.
#[derive(Clone, Debug, Default)]
pub struct Words {
    more: Vec<(&'static Schema, &'static Schema)>,
}

impl Words {
    /// Wherever one of `among` can stand, so can this. Whether it is new.
    pub fn add(&mut self, schema: &'static Schema, among: &[&'static Schema]) -> bool {
        let Some(&first) = among.first() else { return false };
        let is_new = !self.more.contains(&(first, schema));
        if is_new {
            self.more.push((first, schema));
        }
        is_new
    }

    /// All parts that can stand where one of these can.
    pub fn with<'a>(&'a self, parts: &'a [&'static Schema]) -> impl Iterator<Item = &'static Schema> + Clone + 'a {
        let first = parts.first().copied();
        let more = self.more.iter().filter(move |(among, _)| Some(*among) == first);
        parts.iter().copied().chain(more.map(|&(_, schema)| schema))
    }
}

/// Reads `text` as one of `schemas`; `what` names their kind in messages ("player", "game").
pub fn read(text: &str, what: &str, schemas: &[&'static Schema]) -> Result<Args, SpecError> {
    read_with(text, what, schemas, &Words::default())
}

/// The same, where parts may have more words than their schemas list.
pub fn read_with(text: &str, what: &str, schemas: &[&'static Schema], words: &Words) -> Result<Args, SpecError> {
    Reader { text, words }.spec(&spec::parse(text)?, what, schemas)
}

/// What a spec sets on top of these settings. What its word means was decided by whoever has them.
pub fn read_over(text: &str, mut base: Args, words: &Words) -> Result<Args, SpecError> {
    Reader { text, words }.settings(&spec::parse(text)?, base.schema, &mut base.settings)?;
    Ok(base)
}

struct Reader<'a> {
    text: &'a str,
    words: &'a Words,
}

impl Reader<'_> {
    fn error(&self, at: std::ops::Range<usize>, message: String) -> SpecError {
        SpecError::new(self.text, at, message)
    }

    fn spec(&self, spec: &Spec, what: &str, schemas: &[&'static Schema]) -> Result<Args, SpecError> {
        let mut known = self.words.with(schemas);
        let names = known.clone().map(|schema| schema.name);
        let Some(schema) = known.find(|schema| schema.name == spec.word) else {
            return Err(self.error(spec.at.clone(), unknown(what, &spec.word, names)));
        };
        let mut settings: Vec<Option<Setting>> = vec![None; schema.options.len()];
        self.settings(spec, schema, &mut settings)?;
        for (setting, option) in settings.iter_mut().zip(schema.options) {
            if let (None, Some(default)) = (&setting, option.default) {
                *setting = Some(default_setting(option, default)?);
            }
        }
        Ok(Args { schema, settings })
    }

    fn settings(&self, spec: &Spec, schema: &Schema, settings: &mut [Option<Setting>]) -> Result<(), SpecError> {
        for (place, arg) in spec.args.iter().enumerate() {
            let Some(index) = schema.options.iter().position(|option| option.name == arg.key) else {
                let names = schema.options.iter().map(|option| option.name);
                let what = format!("option of {}", schema.name);
                return Err(self.error(arg.at.clone(), unknown(&what, &arg.key, names)));
            };
            if spec.args[..place].iter().any(|earlier| earlier.key == arg.key) {
                return Err(self.error(arg.at.clone(), format!("'{}' is set twice", arg.key)));
            }
            settings[index] = Some(self.setting(&schema.options[index], &arg.value)?);
        }
        Ok(())
    }

    fn setting(&self, option: &OptionDef, value: &spec::Value) -> Result<Setting, SpecError> {
        if let (Kind::Part(parts), spec::Value::Spec(spec)) = (&option.kind, value) {
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
            spec::Value::Text(content, _) => match option.kind {
                Kind::Text => Ok(Setting::Text(content.clone())),
                _ => Err(mismatch(content)),
            },
            spec::Value::Spec(spec) if spec.args.is_empty() => {
                plain_setting(&option.kind, &spec.word).ok_or_else(|| mismatch(&spec.word))
            }
            spec::Value::Spec(spec) => Err(mismatch(&format!("{}(...)", spec.word))),
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
        Kind::Integer(..) => Some(Setting::Integer(digits().parse().ok()?)).filter(|number| kind.includes(number)),
        Kind::Real(..) => Some(Setting::Real(digits().parse().ok()?)).filter(|number| kind.includes(number)),
        Kind::Flag => match word {
            "yes" | "true" | "on" => Some(Setting::Flag(true)),
            "no" | "false" | "off" => Some(Setting::Flag(false)),
            _ => None,
        },
        Kind::Choice(words) => words.iter().find(|&&candidate| candidate == word).map(|word| Setting::Choice(word)),
        Kind::Time => parse_time(word).map(Setting::Time),
        Kind::Word => Some(Setting::Word(Word::from(word))),
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
    is_possible(seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Whether so many seconds are a time that can be set.
fn is_possible(seconds: f64) -> bool {
    seconds > 0.0 && seconds <= 86_400.0
}

fn article(kind: &Kind) -> String {
    match kind {
        Kind::Integer(..) | Kind::Real(..) | Kind::Time | Kind::Word => format!("a {kind}"),
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

impl Schema {
    /// Everything at its default.
    pub fn defaults(&'static self) -> Args {
        let default = |option: &'static OptionDef| {
            option.default.map(|default| default_setting(option, default).expect("a default is one of the values"))
        };
        Args { schema: self, settings: self.options.iter().map(default).collect() }
    }
}

impl Kind {
    /// Whether an option of this kind can be set to this.
    fn includes(&self, setting: &Setting) -> bool {
        match (self, setting) {
            (Kind::Integer(low, high), Setting::Integer(number)) => (low..=high).contains(&number),
            (Kind::Real(low, high), Setting::Real(number)) => (low..=high).contains(&number),
            (Kind::Flag, Setting::Flag(_)) | (Kind::Text, Setting::Text(_)) => true,
            (Kind::Choice(words), Setting::Choice(word)) => words.contains(word),
            (Kind::Word, Setting::Word(word)) => {
                spec::parse(word.as_str()).is_ok_and(|spec| spec.word == word.as_str())
            }
            (Kind::Time, Setting::Time(time)) => is_possible(time.as_secs_f64()),
            // Which parts there are beyond those listed is known to whoever builds them.
            (Kind::Part(_), Setting::Part(_)) => true,
            _ => false,
        }
    }
}

impl Args {
    /// What is set, in the order of the schema. Nothing is checked.
    pub(crate) fn unchecked(schema: &'static Schema, settings: Vec<Option<Setting>>) -> Self {
        Args { schema, settings }
    }

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
            None => Err(self.mismatch(option, word)),
        }
    }

    /// Whether the schema has an option of this name.
    pub fn declares(&self, name: &str) -> bool {
        self.schema.options.iter().any(|option| option.name == name)
    }

    /// The value of the option of this name; `None` if there is no such option, if it is not set, or if its values are
    /// of another kind. Who knows which technique it is reads [settings](mod@crate::settings) instead.
    pub fn get<T: Value>(&self, name: &str) -> Option<T> {
        let index = self.schema.options.iter().position(|option| option.name == name)?;
        T::from_setting(Some(self.settings[index].as_ref()?))
    }

    /// What each option is set to, in the order of the schema.
    pub fn settings(&self) -> impl Iterator<Item = Option<&Setting>> {
        self.settings.iter().map(Option::as_ref)
    }

    /// All parts with options of their own that are set.
    pub fn parts(&self) -> impl Iterator<Item = &Args> {
        self.settings.iter().flatten().filter_map(|setting| match setting {
            Setting::Part(part) => Some(part),
            _ => None,
        })
    }

    /// Whether every option has a value that could have been read; the error names the first that has not. What was
    /// read always has.
    pub fn check(&self) -> Result<(), String> {
        for (setting, option) in self.settings.iter().zip(self.schema.options) {
            let Some(setting) = setting else { continue };
            if !option.kind.includes(setting) {
                let found = match setting {
                    Setting::Part(part) => part.schema.name.to_owned(),
                    setting => setting.to_string(),
                };
                return Err(self.mismatch(option, &found));
            }
            if let Setting::Part(part) = setting {
                part.check()?;
            }
        }
        Ok(())
    }

    fn mismatch(&self, option: &OptionDef, found: &str) -> String {
        format!("'{}' of {} takes {}, not '{found}'", option.name, self.schema.name, article(&option.kind))
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Integer(number) => write!(f, "{number}"),
            Setting::Real(number) => write!(f, "{number}"),
            Setting::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Setting::Choice(word) => f.write_str(word),
            Setting::Word(word) => f.write_str(word.as_str()),
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
