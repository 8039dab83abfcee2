//! A file as a tree in which every value is of its kind and knows where it stands.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use kingmaker_core::options::{closest, parse_time, unknown};
use toml::de::{DeArray, DeTable, DeValue};

use super::fields::{BUDGET_KEYS, Field, Kind, Section};

/// Something wrong in a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
    /// The line, and a mark under the offending part.
    excerpt: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}\n{}", self.file, self.line, self.column, self.message, self.excerpt)
    }
}

impl std::error::Error for Mistake {}

/// A file: its name in messages, and its text.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) file: String,
    pub(super) text: String,
}

impl Source {
    /// A mistake at this place.
    pub(super) fn mistake(&self, at: &Range<usize>, message: impl Into<String>) -> Mistake {
        // A place within a character is the character's.
        let whole = |at: usize| (0..=at).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let start = whole(at.start.min(self.text.len()));
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
        let end = whole(at.end.clamp(start, line_end));
        let count = |range: Range<usize>| self.text[range].chars().count();
        let indent = count(line_start..start);
        let line = self.text[line_start..line_end].trim_end().replace('\t', " ");
        Mistake {
            file: self.file.clone(),
            line: self.text[..start].matches('\n').count() + 1,
            column: indent + 1,
            message: message.into(),
            excerpt: format!("  {line}\n  {:indent$}{}", "", "^".repeat(count(start..end).max(1))),
        }
    }

    /// The whole file as a tree.
    pub(super) fn tree(&self, section: &'static Section) -> Result<Node, Mistake> {
        let table = DeTable::parse(&self.text).map_err(|error| {
            let at = error.span().unwrap_or(0..0);
            self.mistake(&at, format!("this is not TOML: {}", error.message().replace('\n', "; ")))
        })?;
        self.node(table.get_ref(), 0..0, section)
    }

    fn node(&self, table: &DeTable<'_>, at: Range<usize>, section: &'static Section) -> Result<Node, Mistake> {
        let mut settings = Vec::new();
        for (key, value) in table {
            let Some(field) = section.fields().find(|field| field.name == key.get_ref().as_ref()) else {
                let names = section.fields().map(|field| field.name);
                let message = unknown(&format!("setting of {}", section.what), key.get_ref(), names);
                return Err(self.mistake(&key.span(), message));
            };
            settings
                .push(Setting { name: field.name.to_owned(), item: self.item(field, value.get_ref(), value.span())? });
        }
        if let Some(missing) = section.fields().find(|field| field.required && !table.contains_key(field.name)) {
            let message = format!("{} needs '{}': {}", section.what, missing.name, missing.help);
            return Err(self.mistake(&at, message));
        }
        Ok(Node { settings, at })
    }

    fn item(&self, field: &'static Field, value: &DeValue<'_>, at: Range<usize>) -> Result<Item, Mistake> {
        Ok(Item { value: self.value(field.name, &field.kind, value, &at)?, at })
    }

    fn value(&self, name: &str, kind: &'static Kind, value: &DeValue<'_>, at: &Range<usize>) -> Result<Value, Mistake> {
        let wrong = || {
            let mut message = format!("'{name}' takes {kind}, not {}", described(value));
            if let (Kind::Word(words), DeValue::String(found)) = (kind, value)
                && let Some(near) = closest(found, words.iter().copied())
            {
                message = format!("'{name}' takes {kind}; did you mean '{near}'?");
            }
            self.mistake(at, message)
        };
        match (kind, value) {
            (Kind::Text, DeValue::String(text)) => Ok(Value::Text(text.clone().into_owned())),
            (Kind::Word(words), DeValue::String(text)) if words.contains(&text.as_ref()) => {
                Ok(Value::Text(text.clone().into_owned()))
            }
            (Kind::Texts, DeValue::Array(list)) => Ok(Value::List(self.texts(name, list)?)),
            (&Kind::Whole(low, high), DeValue::Integer(number)) => {
                let whole = u64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok();
                whole.filter(|whole| (low..=high).contains(whole)).map(Value::Whole).ok_or_else(wrong)
            }
            (Kind::Number | Kind::NumberOr(_), DeValue::Integer(_) | DeValue::Float(_)) => {
                number(value).map(Value::Number).ok_or_else(wrong)
            }
            (Kind::Time, DeValue::String(text)) => parse_time(text).map(Value::Time).ok_or_else(wrong),
            (Kind::Time, DeValue::Integer(number)) => parse_time(number.as_str()).map(Value::Time).ok_or_else(wrong),
            (Kind::Section(section) | Kind::NumberOr(section), DeValue::Table(table)) => {
                self.node(table, at.clone(), section).map(Value::Table)
            }
            (Kind::Sections(section), DeValue::Array(list)) => {
                let tables = list.iter().map(|item| match item.get_ref() {
                    DeValue::Table(table) => {
                        let node = self.node(table, item.span(), section)?;
                        Ok(Item { value: Value::Table(node), at: item.span() })
                    }
                    _ => Err(wrong()),
                });
                tables.collect::<Result<_, _>>().map(Value::List)
            }
            (Kind::Named(kind), DeValue::Table(table)) => {
                let mut settings = Vec::new();
                for (key, value) in table {
                    let item = self.value(key.get_ref(), kind, value.get_ref(), &value.span())?;
                    // What is wrong with a name is wrong where the name stands.
                    let at = if matches!(kind, Kind::Text) { value.span() } else { key.span() };
                    settings.push(Setting { name: key.get_ref().clone().into_owned(), item: Item { value: item, at } });
                }
                Ok(Value::Table(Node { settings, at: at.clone() }))
            }
            _ => Err(wrong()),
        }
    }

    fn texts(&self, name: &str, list: &DeArray<'_>) -> Result<Vec<Item>, Mistake> {
        let text = |item: &toml::Spanned<DeValue<'_>>| self.value(name, &Kind::Text, item.get_ref(), &item.span());
        list.iter().map(|item| Ok(Item { value: text(item)?, at: item.span() })).collect()
    }
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    let number: f64 = match value {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', "").parse().ok()?,
        DeValue::Float(number) => number.as_str().replace('_', "").parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

fn described(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{text}\""),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Node {
    settings: Vec<Setting>,
    pub(super) at: Range<usize>,
}

/// A key of a table, and what it is set to.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) item: Item,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Item {
    value: Value,
    pub(super) at: Range<usize>,
}

#[derive(Clone, Debug)]
enum Value {
    Text(String),
    Whole(u64),
    Number(f64),
    Time(Duration),
    List(Vec<Item>),
    Table(Node),
}

impl Item {
    pub(super) fn text(&self) -> &str {
        match &self.value {
            Value::Text(text) => text,
            _ => "",
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn table(&self) -> Option<&Node> {
        match &self.value {
            Value::Table(node) => Some(node),
            _ => None,
        }
    }
}

impl Node {
    /// The value of a key, if it is set.
    pub(super) fn get(&self, name: &str) -> Option<&Item> {
        self.settings.iter().find(|setting| setting.name == name).map(|setting| &setting.item)
    }

    pub(super) fn settings(&self) -> &[Setting] {
        &self.settings
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(|item| item.text().to_owned())
    }

    pub(super) fn whole(&self, name: &str) -> Option<u64> {
        match self.get(name)?.value {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.number()
    }

    pub(super) fn time(&self, name: &str) -> Option<Duration> {
        match self.get(name)?.value {
            Value::Time(time) => Some(time),
            _ => None,
        }
    }

    pub(super) fn list(&self, name: &str) -> &[Item] {
        match self.get(name).map(|item| &item.value) {
            Some(Value::List(list)) => list,
            _ => &[],
        }
    }

    pub(super) fn table(&self, name: &str) -> Option<&Node> {
        self.get(name)?.table()
    }

    /// Takes over what is not set here. A budget is taken over as a whole or not at all.
    pub(super) fn with_defaults(mut self, defaults: Option<&Node>) -> Node {
        let own_budget = self.settings.iter().any(|setting| BUDGET_KEYS.contains(&setting.name.as_str()));
        for setting in defaults.into_iter().flat_map(|defaults| &defaults.settings) {
            let is_budget = BUDGET_KEYS.contains(&setting.name.as_str());
            if self.get(&setting.name).is_none() && !(is_budget && own_budget) {
                self.settings.push(setting.clone());
            }
        }
        self
    }
}
