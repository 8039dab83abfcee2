//! A game that is written down as a tree, for searches whose result is known by hand.
//!
//! ```text
//! (1 a:(2 x:[.2 .8 0] y:[.5 0 .5]) b:[0 0 1])
//! ```
//!
//! Player 1 chooses between `a` and `b`; after `a`, player 2 chooses between `x` and `y`; a leaf
//! has one number per player. The grammar, in which blanks and line breaks only separate:
//!
//! ```text
//! node     = leaf | open | choice | chance
//! leaf     = "[" number number { number } "]"           one per player, 2 to 6 of them, not negative
//! open     = "{" number number { number } "}"           goes on, but is evaluated at these numbers
//! choice   = "(" player [ "=" leaf ] child { child } ")"
//! child    = [ [ name ] [ "^" priority ] ":" ] node     without a name: its number, from 1
//! chance   = "(" "?" [ "=" leaf ] outcome { outcome } ")"
//! outcome  = probability ":" node                       0.25 or 1/4; together 1
//! ```
//!
//! - `(2 =[.1 .9] ...)` evaluates the inner node at .1 and .9; without it all have 0.
//! - `left^3:[1 0]` gives the move `left` the priority 3; without it the priority is 0.
//! - Names consist of letters, digits and `_`, and differ by more than upper and lower case.
//! - `evaluate` gives a leaf's numbers as they stand. `scores` must be shares of one point:
//!   they are the numbers if these sum to 1, else the numbers divided by their sum, or equal
//!   shares if all are 0. A published figure whose leaves are heuristic values, such as 13 or
//!   50, is written with `{13 0}`: at that depth the game is not over (one move, `end`, leads to
//!   a leaf of the same numbers), and a search that stops there sees exactly 13.
//! - Everybody plays for themselves, unless [`TreeGame::with_teams`] says otherwise: then a team has the shares of its
//!   members together.

mod parse;
mod random;

use std::fmt;
use std::str::FromStr;

use crate::capability::{BoardEvaluator, Chance, Knowledge, MoveOrdering};
use crate::game::{Game, Turn};
use crate::notation::{Notation, NotationError};
use crate::player::ByPlayer;
use crate::rng::{Rng, derive_seed};
use crate::scene::{Cell, Picture, Piece, Scene, Shape};
use crate::scores::Scores;
use crate::teams::Teams;

pub use parse::TreeError;

/// How far the numbers of a leaf may sum from 1 and still be taken as shares, and probabilities.
const ROUNDING: f32 = 1e-5;

/// A game in which every position and what it is worth is written down.
#[derive(Clone, Debug)]
pub struct TreeGame {
    text: String,
    players: usize,
    nodes: Vec<Entry>,
    most_children: usize,
    height: usize,
    teams: Teams,
}

/// A position: a node of the tree, counted in the order of the text. The root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

/// A move or an outcome of chance: which child of the node, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(u16);

impl Branch {
    /// The child with this number, counted from 0.
    pub const fn new(index: u16) -> Self {
        Branch(index)
    }

    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Entry {
    turn: Turn,
    /// What it is evaluated at, if that is written down; always so at a leaf.
    values: Option<ByPlayer<f32>>,
    children: Vec<Child>,
    parent: Option<(Node, Branch)>,
}

#[derive(Clone, Debug)]
struct Child {
    name: String,
    priority: i32,
    /// At a chance node; 0 elsewhere.
    probability: f64,
    node: Node,
}

impl TreeGame {
    /// The position before the first move.
    pub const fn root(&self) -> Node {
        Node(0)
    }

    /// The same tree for players who win together: the number of each player's team, from 0.
    pub fn with_teams(mut self, teams: &[usize]) -> Self {
        assert_eq!(teams.len(), self.players, "a team for each player");
        self.teams = Teams::new(self.players, &[], |player| teams[player.index()]);
        self
    }

    /// How many nodes the tree has, leaves included.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The most plies from the root to a leaf.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The position after these moves and outcomes, as `"/a/x"` or `"a/x"`; `"/"` is the root.
    pub fn at(&self, path: &str) -> Result<Node, NotationError> {
        let mut node = self.root();
        for name in path.split('/').filter(|name| !name.is_empty()) {
            let children = &self.entry(node).children;
            let Some(child) = children.iter().find(|child| child.name.eq_ignore_ascii_case(name)) else {
                let names: Vec<&str> = children.iter().map(|child| child.name.as_str()).collect();
                let expected = if names.is_empty() { "the end, this is a leaf".to_owned() } else { names.join(" or ") };
                return Err(NotationError::new(name, expected));
            };
            node = child.node;
        }
        Ok(node)
    }

    fn entry(&self, node: Node) -> &Entry {
        &self.nodes[node.0 as usize]
    }

    fn path(&self, node: Node) -> String {
        match self.entry(node).parent {
            None => "/".to_owned(),
            Some((parent, branch)) => {
                let above = self.path(parent);
                let slash = if above.ends_with('/') { "" } else { "/" };
                format!("{above}{slash}{}", self.entry(parent).children[branch.index()].name)
            }
        }
    }
}

impl FromStr for TreeGame {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        parse::parse(text)
    }
}

impl fmt::Display for TreeGame {
    /// The text that it was made from.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Game for TreeGame {
    type State = Node;
    type Move = Branch;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> Node {
        self.root()
    }

    fn turn(&self, state: &Node) -> Turn {
        self.entry(*state).turn
    }

    fn legal_moves(&self, state: &Node, out: &mut Vec<Branch>) {
        out.clear();
        let entry = self.entry(*state);
        if let Turn::Player(_) = entry.turn {
            out.extend((0..entry.children.len()).map(|index| Branch(index as u16)));
        }
    }

    fn play(&self, state: &mut Node, mv: Branch) {
        *state = self.entry(*state).children[mv.index()].node;
    }

    fn scores(&self, state: &Node) -> Scores {
        let mut values = self.evaluate(state, BoardEvaluator::default());
        let sum: f32 = values.as_slice().iter().sum();
        if sum <= 0.0 {
            return Scores::from_shares(ByPlayer::splat(self.players, 1.0 / self.teams.count() as f32));
        }
        if (sum - 1.0).abs() >= ROUNDING {
            values = values.map(|value| value / sum);
        }
        let of_team = |player| self.teams.members(self.teams.of(player)).map(|member| values[member]).sum::<f32>();
        Scores::from_shares(ByPlayer::from_fn(self.players, |player| of_team(player).min(1.0)))
    }

    fn teams(&self) -> Teams {
        self.teams
    }

    fn has_long_turns(&self) -> bool {
        let is_again = |entry: &Entry| {
            let before = entry.parent.map(|(parent, _)| self.entry(parent).turn);
            entry.turn.player().is_some() && before == Some(entry.turn)
        };
        self.nodes.iter().any(is_again)
    }

    fn chance(&self) -> Option<&dyn Chance<State = Node, Move = Branch>> {
        let has_any = self.nodes.iter().any(|entry| entry.turn == Turn::Chance);
        has_any.then_some(self as &dyn Chance<State = Node, Move = Branch>)
    }

    fn key(&self, state: &Node) -> u64 {
        derive_seed(0, u64::from(state.0))
    }

    fn slot(&self, mv: Branch) -> usize {
        mv.index()
    }

    fn slots(&self) -> usize {
        self.most_children.max(1)
    }

    fn ply_cap(&self) -> usize {
        self.height
    }
}

impl Knowledge for TreeGame {
    fn evaluate(&self, state: &Node, _: BoardEvaluator) -> ByPlayer<f32> {
        self.entry(*state).values.unwrap_or(ByPlayer::splat(self.players, 0.0))
    }

    fn priority(&self, state: &Node, _: MoveOrdering, mv: Branch) -> i32 {
        self.entry(*state).children[mv.index()].priority
    }
}

impl Chance for TreeGame {
    fn outcomes(&self, state: &Node, each: &mut dyn FnMut(Branch, f64)) {
        let entry = self.entry(*state);
        if entry.turn == Turn::Chance {
            for (index, child) in entry.children.iter().enumerate() {
                each(Branch(index as u16), child.probability);
            }
        }
    }
}

impl Notation for TreeGame {
    fn move_text(&self, state: &Node, mv: Branch) -> String {
        self.entry(*state).children[mv.index()].name.clone()
    }

    /// The way from the root, such as `/a/x`.
    fn position_text(&self, state: &Node) -> String {
        self.path(*state)
    }

    fn parse_position(&self, text: &str) -> Result<Node, NotationError> {
        if !text.trim_start().starts_with('/') {
            return Err(NotationError::new(text, "the way from the root, such as / or /a/x"));
        }
        self.at(text.trim())
    }
}

impl Scene for TreeGame {
    /// The way from the root downwards, and below it the moves there are.
    fn picture(&self, state: &Node, last: Option<Branch>) -> Picture {
        let mut way = vec![*state];
        while let Some((parent, _)) = way.last().and_then(|&node| self.entry(node).parent) {
            way.push(parent);
        }
        way.reverse();
        let cell = |name: String, x: f32, y: usize, node: Node| Cell {
            name,
            x,
            y: y as f32,
            shape: Shape::Disc,
            pieces: self.entry(node).turn.player().map(Piece::Of).into_iter().collect(),
            marked: last.is_some() && node == *state,
        };
        let mut picture = Picture::default();
        for (depth, &node) in way.iter().enumerate() {
            picture.cells.push(cell(self.path(node), 0.0, depth, node));
        }
        let children = &self.entry(*state).children;
        let middle = children.len().saturating_sub(1) as f32 / 2.0;
        for (index, child) in children.iter().enumerate() {
            picture.cells.push(cell(child.name.clone(), index as f32 - middle, way.len(), child.node));
        }
        let values = self.evaluate(state, BoardEvaluator::default());
        picture.panel = values.iter().map(|(player, value)| format!("player {player}: {value}")).collect();
        picture
    }
}
