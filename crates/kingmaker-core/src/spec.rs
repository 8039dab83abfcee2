//! The one-line language in which games and players are named: `mcts(c=0.3, playout=greedy(epsilon=0.1))`.
//!
//! ```text
//! spec  = word [ "(" [ key "=" value { "," key "=" value } ] ")" ]
//! value = spec | quoted text
//! ```
//!
//! A word is made of letters, digits and `_ . + - ^`; a bare number is a word. What the words
//! mean is the business of [`options`](crate::options).

use std::fmt;
use std::ops::Range;

/// How deep parentheses may nest.
const MAX_NESTING: usize = 16;

/// A word with options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The word.
    pub word: String,
    /// Where it stands in the text, in bytes.
    pub at: Range<usize>,
    /// What stands in the parentheses.
    pub args: Vec<Arg>,
}

/// One option as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The option's name.
    pub key: String,
    /// Where the name stands.
    pub at: Range<usize>,
    /// What it is set to.
    pub value: Value,
}

/// The right-hand side of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word, a number, or a word with options of its own.
    Spec(Spec),
    /// Text in double quotes, and where it stands.
    Text(String, Range<usize>),
}

impl Value {
    /// Where the value stands in the text.
    pub fn at(&self) -> Range<usize> {
        match self {
            Value::Spec(spec) => spec.at.clone(),
            Value::Text(_, at) => at.clone(),
        }
    }
}

/// A text that is no valid spec: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The whole text.
    pub text: String,
    /// The offending part, in bytes.
    pub at: Range<usize>,
    /// What is wrong with it and what would be right.
    pub message: String,
}

impl SpecError {
    /// An error at a place of `text`.
    pub fn new(text: &str, at: Range<usize>, message: impl Into<String>) -> Self {
        SpecError { text: text.to_owned(), at, message: message.into() }
    }
}

impl fmt::Display for SpecError {
    /// The message, the text, and a mark under the offending part.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = |range: Range<usize>| self.text.get(range).map_or(0, |part| part.chars().count());
        let indent = columns(0..self.at.start);
        let marks = columns(self.at.clone()).max(1);
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {}", self.text)?;
        write!(f, "  {:indent$}{}", "", "^".repeat(marks))
    }
}

impl std::error::Error for SpecError {}

/// Reads a spec.
pub fn parse(text: &str) -> Result<Spec, SpecError> {
    let mut parser = Parser { text, at: 0 };
    let spec = parser.spec(0)?;
    parser.skip_blanks();
    if parser.at < text.len() {
        return Err(parser.unexpected("the end of the text"));
    }
    Ok(spec)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '+' | '-' | '^')
}

impl Parser<'_> {
    fn spec(&mut self, nesting: usize) -> Result<Spec, SpecError> {
        let (word, at) = self.word("a name")?;
        let mut args = Vec::new();
        if self.eat('(') {
            if nesting >= MAX_NESTING {
                return Err(SpecError::new(self.text, at, format!("parentheses nest deeper than {MAX_NESTING}")));
            }
            while !self.eat(')') {
                if !args.is_empty() {
                    if !self.eat(',') {
                        return Err(self.unexpected("',' or ')'"));
                    }
                    if self.eat(')') {
                        break;
                    }
                }
                args.push(self.arg(nesting + 1)?);
            }
        }
        Ok(Spec { word, at, args })
    }

    fn arg(&mut self, nesting: usize) -> Result<Arg, SpecError> {
        let (key, at) = self.word("an option's name")?;
        if !self.eat('=') {
            return Err(self.unexpected(&format!("'=' and a value for '{key}'")));
        }
        self.skip_blanks();
        let value =
            if self.text[self.at..].starts_with('"') { self.quoted()? } else { Value::Spec(self.spec(nesting)?) };
        Ok(Arg { key, at, value })
    }

    fn quoted(&mut self) -> Result<Value, SpecError> {
        let begin = self.at;
        let mut content = String::new();
        let mut escaped = false;
        for (offset, character) in self.text[begin + 1..].char_indices() {
            match character {
                _ if escaped => {
                    content.push(character);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.at = begin + 1 + offset + 1;
                    return Ok(Value::Text(content, begin..self.at));
                }
                _ => content.push(character),
            }
        }
        Err(SpecError::new(self.text, begin..self.text.len(), "a quoted text has no closing '\"'"))
    }

    fn word(&mut self, expected: &str) -> Result<(String, Range<usize>), SpecError> {
        self.skip_blanks();
        let begin = self.at;
        let rest = &self.text[begin..];
        let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected(expected));
        }
        self.at += length;
        Ok((rest[..length].to_owned(), begin..self.at))
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        let found = self.text[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn unexpected(&self, expected: &str) -> SpecError {
        let (found, width) = match self.text[self.at..].chars().next() {
            Some(character) => (format!("'{character}'"), character.len_utf8()),
            None => ("the end of the text".to_owned(), 0),
        };
        SpecError::new(self.text, self.at..self.at + width, format!("found {found} where {expected} was expected"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(text: &str) -> String {
        parse(text).expect_err("should not parse").to_string()
    }

    #[test]
    fn nests() {
        let spec = parse(" mcts( c = 0.3, playout=greedy(epsilon=0.1), cmd=\"a \\\"b\\\"\",) ").expect("valid");
        assert_eq!(spec.word, "mcts");
        assert_eq!(spec.args.len(), 3);
        let Value::Spec(playout) = &spec.args[1].value else { panic!("a spec") };
        assert_eq!((playout.word.as_str(), playout.args[0].key.as_str()), ("greedy", "epsilon"));
        assert_eq!(spec.args[2].value, Value::Text("a \"b\"".to_owned(), 49..58));
    }

    #[test]
    fn errors_mark_the_place() {
        assert_eq!(message("mcts(c=)"), "found ')' where a name was expected\n  mcts(c=)\n         ^");
        assert_eq!(message("mcts(c)"), "found ')' where '=' and a value for 'c' was expected\n  mcts(c)\n        ^");
        assert_eq!(message(""), "found the end of the text where a name was expected\n  \n  ^");
        assert!(message("a b").starts_with("found 'b' where the end of the text"));
        assert!(message("a(b=\"c").contains("no closing"));
        assert!(message(&"a(a=".repeat(40)).starts_with("parentheses nest deeper"));
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,60}") {
            if let Err(error) = parse(&text) {
                let _ = error.to_string();
            }
        }

        #[test]
        fn never_panics_on_near_misses(text in "[a-c(),=\" .\\\\é-]{0,40}") {
            if let Err(error) = parse(&text) {
                let _ = error.to_string();
            }
        }
    }
}
