//! From text to tree.

use std::error::Error;
use std::fmt;

use super::{Branch, Child, Entry, Node, ROUNDING, TreeGame};
use crate::game::Turn;
use crate::player::{ByPlayer, MAX_PLAYERS, Player};
use crate::teams::Teams;

/// How deep nodes may nest.
const MAX_NESTING: usize = 64;

/// How many children a node may have.
const MAX_CHILDREN: usize = 1_000;

/// A text that is no tree: where, what stands there, and what should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeError {
    /// The line of the offending part, counted from 1.
    pub line: usize,
    /// Its first character on the line, counted from 1.
    pub column: usize,
    /// The offending part; empty at the end of the text.
    pub offender: String,
    /// What was expected instead.
    pub expected: String,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: found ", self.line, self.column)?;
        if self.offender.is_empty() { f.write_str("the end of the text") } else { write!(f, "'{}'", self.offender) }?;
        write!(f, ", expected {}", self.expected)
    }
}

impl Error for TreeError {}

pub(super) fn parse(text: &str) -> Result<TreeGame, TreeError> {
    let mut parser = Parser { text, at: 0, nodes: Vec::new(), players: None, seats: Vec::new(), height: 0 };
    parser.node(None, 0)?;
    if parser.peek().is_some() {
        return Err(parser.unexpected("the end of the text"));
    }
    // Every tree has a leaf, so the number of players is known by now.
    let players = parser.players.unwrap_or(MAX_PLAYERS);
    if let Some(&(_, at)) = parser.seats.iter().find(|&&(player, _)| player.index() >= players) {
        return Err(parser.error(at, format!("a player from 1 to {players}, as the leaves have {players} numbers")));
    }
    let most_children = parser.nodes.iter().map(|entry| entry.children.len()).max().unwrap_or(0);
    Ok(TreeGame {
        text: text.to_owned(),
        players,
        nodes: parser.nodes,
        most_children,
        height: parser.height,
        teams: Teams::each_alone(players),
    })
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Entry>,
    players: Option<usize>,
    /// Who moves somewhere, and where that is written.
    seats: Vec<(Player, (usize, usize))>,
    height: usize,
}

/// Stands for a child whose node has not been read yet.
const UNREAD: Node = Node(u32::MAX);

/// Where a child hangs.
type Parent = Option<(Node, Branch)>;

impl Parser<'_> {
    fn node(&mut self, parent: Parent, depth: usize) -> Result<Node, TreeError> {
        if depth > MAX_NESTING {
            return Err(self.unexpected(&format!("a tree of at most {MAX_NESTING} plies")));
        }
        self.height = self.height.max(depth);
        match self.peek() {
            Some('[') => {
                let values = self.values('[', ']')?;
                Ok(self.add(Turn::Over, Some(values), parent))
            }
            Some('{') => self.open(parent, depth),
            Some('(') => self.inner(parent, depth),
            _ => Err(self.unexpected("a node: '[', '{' or '('")),
        }
    }

    fn add(&mut self, turn: Turn, values: Option<ByPlayer<f32>>, parent: Parent) -> Node {
        self.nodes.push(Entry { turn, values, children: Vec::new(), parent });
        Node(self.nodes.len() as u32 - 1)
    }

    fn open(&mut self, parent: Parent, depth: usize) -> Result<Node, TreeError> {
        let values = self.values('{', '}')?;
        let node = self.add(Turn::Player(Player::new(0)), Some(values), parent);
        let end = self.add(Turn::Over, Some(values), Some((node, Branch(0))));
        self.nodes[node.0 as usize].children.push(Child {
            name: "end".to_owned(),
            priority: 0,
            probability: 0.0,
            node: end,
        });
        self.height = self.height.max(depth + 1);
        Ok(node)
    }

    fn inner(&mut self, parent: Parent, depth: usize) -> Result<Node, TreeError> {
        let begin = self.at;
        self.expect('(')?;
        let turn = if self.eat('?') { Turn::Chance } else { Turn::Player(self.player()?) };
        let header = (begin, self.at);
        let values = if self.eat('=') { Some(self.values('[', ']')?) } else { None };
        let node = self.add(turn, values, parent);
        let mut sum = 0.0;
        while !self.eat(')') {
            let index = self.nodes[node.0 as usize].children.len();
            if index == MAX_CHILDREN {
                return Err(self.unexpected(&format!("')': a node has at most {MAX_CHILDREN} children")));
            }
            let mut child = if turn == Turn::Chance { self.outcome(index)? } else { self.choice(node, index)? };
            sum += child.probability;
            child.node = self.node(Some((node, Branch(index as u16))), depth + 1)?;
            self.nodes[node.0 as usize].children.push(child);
        }
        if self.nodes[node.0 as usize].children.is_empty() {
            return Err(self.error(header, "a node with at least one child".to_owned()));
        }
        if turn == Turn::Chance && (sum - 1.0f64).abs() > f64::from(ROUNDING) {
            return Err(self.error(header, format!("probabilities that sum to 1, not {sum}")));
        }
        Ok(node)
    }

    fn player(&mut self) -> Result<Player, TreeError> {
        let expected = format!("'?' or a player from 1 to {MAX_PLAYERS}");
        let at = self.word(is_name, &expected)?;
        match self.text[at.0..at.1].parse::<usize>() {
            Ok(number) if (1..=MAX_PLAYERS).contains(&number) => {
                let player = Player::new(number - 1);
                self.seats.push((player, at));
                Ok(player)
            }
            _ => Err(self.error(at, expected)),
        }
    }

    /// What stands before the node of a choice: nothing, or a name, a priority or both.
    fn choice(&mut self, node: Node, index: usize) -> Result<Child, TreeError> {
        let mut name = (index + 1).to_string();
        let mut priority = 0;
        self.peek();
        let mut at = (self.at, self.at + 1);
        if !matches!(self.peek(), Some('[' | '{' | '(')) {
            if self.peek() != Some('^') {
                at = self.word(is_name, "a child or ')'")?;
                name = self.text[at.0..at.1].to_owned();
            }
            if self.eat('^') {
                priority = self.parsed::<i32>("a whole number as priority")?.0;
            }
            self.expect(':')?;
        }
        if self.nodes[node.0 as usize].children.iter().any(|child| child.name.eq_ignore_ascii_case(&name)) {
            return Err(self.error(at, format!("a child not called '{name}', as an earlier one is")));
        }
        Ok(Child { name, priority, probability: 0.0, node: UNREAD })
    }

    fn outcome(&mut self, index: usize) -> Result<Child, TreeError> {
        let expected = "a probability above 0, such as 0.25 or 1/4, or ')'";
        let (mut probability, mut at) = self.parsed::<f64>(expected)?;
        if self.eat('/') {
            let (divisor, end) = self.parsed::<f64>("a number to divide by")?;
            probability /= divisor;
            at.1 = end.1;
        }
        if !(probability > 0.0 && probability <= 1.0 + f64::from(ROUNDING)) {
            return Err(self.error(at, "a probability above 0 and up to 1".to_owned()));
        }
        self.expect(':')?;
        Ok(Child { name: (index + 1).to_string(), priority: 0, probability, node: UNREAD })
    }

    fn values(&mut self, open: char, close: char) -> Result<ByPlayer<f32>, TreeError> {
        self.peek();
        let begin = self.at;
        self.expect(open)?;
        let mut numbers = Vec::new();
        while !self.eat(close) {
            let (number, at) = self.parsed::<f32>(&format!("a number or '{close}'"))?;
            if !(number.is_finite() && number >= 0.0) {
                return Err(self.error(at, "a number that is not negative".to_owned()));
            }
            if numbers.len() == self.players.unwrap_or(MAX_PLAYERS) {
                return Err(self.error(at, format!("'{close}' after {} numbers", numbers.len())));
            }
            numbers.push(number);
        }
        let players = *self.players.get_or_insert(numbers.len());
        if numbers.len() != players || players < 2 {
            let expected = if players < 2 { "2 to 6".to_owned() } else { players.to_string() };
            return Err(self.error((begin, self.at), format!("{expected} numbers, one per player")));
        }
        Ok(ByPlayer::from_fn(players, |player| numbers[player.index()]))
    }

    fn parsed<T: std::str::FromStr>(&mut self, expected: &str) -> Result<(T, (usize, usize)), TreeError> {
        let at = self.word(is_number, expected)?;
        match self.text[at.0..at.1].parse() {
            Ok(value) => Ok((value, at)),
            Err(_) => Err(self.error(at, expected.to_owned())),
        }
    }

    /// Where the next characters of this kind begin and end.
    fn word(&mut self, belongs: fn(char) -> bool, expected: &str) -> Result<(usize, usize), TreeError> {
        self.peek();
        let rest = &self.text[self.at..];
        let length = rest.find(|character| !belongs(character)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected(expected));
        }
        self.at += length;
        Ok((self.at - length, self.at))
    }

    /// The next character that is not blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), TreeError> {
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(&format!("'{wanted}'"))) }
    }

    fn unexpected(&mut self, expected: &str) -> TreeError {
        let length = self.peek().map_or(0, char::len_utf8);
        self.error((self.at, self.at + length), expected.to_owned())
    }

    fn error(&self, at: (usize, usize), expected: String) -> TreeError {
        let before = &self.text[..at.0];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        TreeError { line, column, offender: self.text[at.0..at.1].to_owned(), expected }
    }
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn is_number(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '+' | '-')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(text: &str) -> String {
        parse(text).expect_err("should not parse").to_string()
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        let cases = [
            ("", "line 1, column 1: found the end of the text, expected a node: '[', '{' or '('"),
            ("(1\n a:[1 x])", "line 2, column 7: found 'x', expected a number or ']'"),
            ("(1 a[1 0])", "line 1, column 5: found '[', expected ':'"),
            (
                "(1 a:[1 0] A:[0 1])",
                "line 1, column 12: found 'A', expected a child not called 'A', as an earlier one is",
            ),
            (
                "(1 2:[1 0] [0 1])",
                "line 1, column 12: found '[', expected a child not called '2', as an earlier one is",
            ),
            ("(1 a^x:[1 0])", "line 1, column 6: found 'x', expected a whole number as priority"),
            ("(1 )", "line 1, column 1: found '(1', expected a node with at least one child"),
            ("(7 [1 0])", "line 1, column 2: found '7', expected '?' or a player from 1 to 6"),
            ("(3 [1 0])", "line 1, column 2: found '3', expected a player from 1 to 2, as the leaves have 2 numbers"),
            ("(1 [1 0] [1 0 0])", "line 1, column 15: found '0', expected ']' after 2 numbers"),
            ("(1 [1 0 0] [1 0])", "line 1, column 12: found '[1 0]', expected 3 numbers, one per player"),
            ("[1]", "line 1, column 1: found '[1]', expected 2 to 6 numbers, one per player"),
            ("[1 -1]", "line 1, column 4: found '-1', expected a number that is not negative"),
            ("[1 nan]", "line 1, column 4: found 'nan', expected a number that is not negative"),
            ("(? .5:[1 0] .4:[0 1])", "line 1, column 1: found '(?', expected probabilities that sum to 1, not 0.9"),
            ("(? 0:[1 0])", "line 1, column 4: found '0', expected a probability above 0 and up to 1"),
            ("(? 1/0:[1 0])", "line 1, column 4: found '1/0', expected a probability above 0 and up to 1"),
            ("[1 0] [0 1]", "line 1, column 7: found '[', expected the end of the text"),
        ];
        for (text, expected) in cases {
            assert_eq!(message(text), expected, "for {text:?}");
        }
        assert!(message(&"(1 ".repeat(100_000)).ends_with("expected a tree of at most 64 plies"));
    }

    #[test]
    fn everything_optional_can_be_left_out_or_given() {
        let tree = parse("(2 =[.1 .9] left^-3:[1 0] ^2:(? =[3 4] 1/3:{13 0} 2/3:[5 5]) [0 1])").expect("a tree");
        let root = &tree.nodes[0];
        assert_eq!(root.turn, Turn::Player(Player::new(1)));
        let names: Vec<&str> = root.children.iter().map(|child| child.name.as_str()).collect();
        assert_eq!(names, ["left", "2", "3"]);
        assert_eq!(root.children.iter().map(|child| child.priority).collect::<Vec<_>>(), [-3, 2, 0]);
        let chance = &tree.nodes[root.children[1].node.0 as usize];
        assert_eq!(chance.values.expect("annotated").as_slice(), [3.0, 4.0]);
        assert_eq!(chance.children[0].probability, 1.0 / 3.0);
        assert_eq!((tree.nodes.len(), tree.height, tree.most_children), (7, 3, 3));
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,60}") {
            if let Err(error) = parse(&text) {
                let _ = error.to_string();
            }
        }

        #[test]
        fn never_panics_on_near_misses(text in "([(]1|[(][?]|[)]|\\[|\\]|[{]|[}]|1 |0[.]5:|a:|\\^|=|/|\\[1 0\\]|\n|é){0,30}") {
            if let Err(error) = parse(&text) {
                let _ = error.to_string();
            }
        }
    }
}
