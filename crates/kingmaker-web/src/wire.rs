//! What goes to the browser, as JSON. Positions only get here as an observer sees them.

use std::collections::BTreeMap;

use kingmaker_arena::analysis::{Analysis, BranchMove, CandidateMove};
use kingmaker_arena::session::{Choice, World};
use kingmaker_arena::{AnyGame, Budget, Observer, Session};
use kingmaker_core::Turn;
use kingmaker_core::scene::{Cell, Picture, Piece, Shape};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position as a picture: see the page on scenes in the book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PictureJson {
    /// The places of the board.
    cells: Vec<CellJson>,
    /// Straight pieces between cells, and places for them.
    bars: Vec<BarJson>,
    /// Ways between cells: two places in `cells`, and the sort of the way.
    ways: Vec<[usize; 3]>,
    /// Writing on the board's rim.
    labels: Vec<LabelJson>,
    /// What players have beside the board to put on it.
    tray: Vec<ItemJson>,
    /// What each player has beside the board, in words.
    panel: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct CellJson {
    name: String,
    x: f32,
    y: f32,
    /// `square`, `disc` or `hexagon`.
    shape: &'static str,
    /// From the bottom to the top: the player's number, or 0 for nobody's.
    pieces: Vec<usize>,
    /// Whether the piece fills the cell.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tile: bool,
    /// Whether the last move touched it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    marked: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct BarJson {
    name: String,
    from: (f32, f32),
    to: (f32, f32),
    /// The player's number, 0 for nobody's; nothing where no bar stands.
    piece: Option<usize>,
}

#[derive(Debug, Serialize, ToSchema)]
struct LabelJson {
    x: f32,
    y: f32,
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ItemJson {
    name: String,
    /// Whose it is, as people count.
    player: usize,
    /// The squares that it covers, right and down.
    squares: Vec<(usize, usize)>,
}

fn piece_number(piece: Piece) -> usize {
    match piece {
        Piece::Of(player) | Piece::Tile(player) => player.number(),
        Piece::Neutral => 0,
    }
}

impl From<Picture> for PictureJson {
    fn from(picture: Picture) -> Self {
        let cells = picture.cells.into_iter().map(|cell| CellJson {
            tile: cell.pieces.iter().any(|piece| matches!(piece, Piece::Tile(_))),
            pieces: cell.pieces.into_iter().map(piece_number).collect(),
            shape: match cell.shape {
                Shape::Square => "square",
                Shape::Disc => "disc",
                Shape::Hexagon => "hexagon",
            },
            name: cell.name,
            x: cell.x,
            y: cell.y,
            marked: cell.marked,
        });
        let bars = picture.bars.into_iter().map(|bar| BarJson {
            name: bar.name,
            from: bar.from,
            to: bar.to,
            piece: bar.piece.map(piece_number),
        });
        let labels = picture.labels.into_iter().map(|label| LabelJson { x: label.x, y: label.y, text: label.text });
        let tray = picture.tray.into_iter().map(|item| ItemJson {
            name: item.tile.name,
            player: item.player.number(),
            squares: item.tile.squares.into_iter().map(|(down, right)| (right, down)).collect(),
        });
        PictureJson {
            cells: cells.collect(),
            bars: bars.collect(),
            ways: picture.ways.iter().map(|way| [way.from, way.to, way.sort]).collect(),
            labels: labels.collect(),
            tray: tray.collect(),
            panel: picture.panel,
        }
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase", tag = "kind", content = "player")]
pub(crate) enum TurnJson {
    /// That of this player, as people count.
    Player(usize),
    /// That of chance.
    Chance,
    /// Nobody's: the game is over.
    Over,
}

impl From<Turn> for TurnJson {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Player(player) => TurnJson::Player(player.number()),
            Turn::Chance => TurnJson::Chance,
            Turn::Over => TurnJson::Over,
        }
    }
}

/// A legal move.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChoiceJson {
    /// The move as text.
    #[serde(rename = "move")]
    text: String,
    /// What one touches in turn to make it.
    touches: Vec<String>,
}

impl From<Choice> for ChoiceJson {
    fn from(choice: Choice) -> Self {
        ChoiceJson { text: choice.text, touches: choice.touches }
    }
}

/// A ply that was played, as it was seen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlyJson {
    /// Who played it; nothing if it was chance.
    player: Option<usize>,
    /// What was seen of it.
    #[serde(rename = "move")]
    text: String,
}

/// A position as somebody sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PositionJson {
    /// After how many plies.
    pub(crate) ply: usize,
    /// Whose turn it is.
    pub(crate) turn: TurnJson,
    /// What is seen.
    pub(crate) picture: PictureJson,
    /// The position in one line.
    pub(crate) text: String,
    /// The legal moves, if whoever looks may choose one.
    pub(crate) choices: Vec<ChoiceJson>,
    /// What each player gets, once the game is over.
    pub(crate) scores: Option<Vec<f32>>,
    /// In games with secrets: how many positions are possible for whoever looks.
    pub(crate) worlds: Option<usize>,
    /// How likely it is that somebody who is hidden is on a cell, by its name.
    pub(crate) heat: BTreeMap<String, f64>,
}

impl PositionJson {
    /// What an observer sees of a session, with the moves if they may choose one.
    pub(crate) fn new(game: &dyn AnyGame, session: &dyn Session, observer: Observer, is_theirs: bool) -> Self {
        let choices = if is_theirs { session.choices(observer) } else { Vec::new() };
        let worlds = if game.has_secrets() { session.believed(observer) } else { Vec::new() };
        let picture = session.picture(observer);
        PositionJson {
            heat: heat(game, &picture, &worlds),
            ply: session.plies(),
            turn: session.turn().into(),
            picture: picture.into(),
            text: session.position(observer),
            choices: choices.into_iter().map(ChoiceJson::from).collect(),
            scores: session.scores(),
            worlds: game.has_secrets().then_some(worlds.len()),
        }
    }
}

/// How likely somebody stands where the picture shows that somebody may: in each world, who is hidden stands somewhere.
fn heat(game: &dyn AnyGame, picture: &Picture, worlds: &[World]) -> BTreeMap<String, f64> {
    let mut heat = BTreeMap::new();
    let may_be = |cell: &Cell| cell.pieces.contains(&Piece::Neutral);
    if worlds.len() < 2 || !picture.cells.iter().any(may_be) {
        return heat;
    }
    for World { position, weight } in worlds {
        let Ok(session) = game.session_at(position, Observer::Everything, 0) else { continue };
        let known = session.picture(Observer::Everything);
        for (cell, other) in picture.cells.iter().zip(&known.cells).filter(|(cell, _)| may_be(cell)) {
            if other.pieces.len() >= cell.pieces.len() && other.pieces.iter().any(|piece| matches!(piece, Piece::Of(_)))
            {
                *heat.entry(cell.name.clone()).or_default() += weight;
            }
        }
    }
    heat
}

/// What was played so far, as an observer saw it.
pub(crate) fn plies(session: &dyn Session, observer: Observer) -> Vec<PlyJson> {
    let ply = |played: kingmaker_arena::session::Played| PlyJson {
        player: played.turn.player().map(|player| player.number()),
        text: played.text,
    };
    session.history(observer).into_iter().map(ply).collect()
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", tag = "kind", content = "spec")]
pub(crate) enum SeatJson {
    /// A person in front of the browser.
    Person,
    /// A player by its spec, such as `mcts(time=1s)`.
    Player(String),
    /// One of the programs that the server allows, by its name.
    Agent(String),
}

impl SeatJson {
    /// What people call whoever sits there.
    pub(crate) fn name(&self) -> &str {
        match self {
            SeatJson::Person => "person",
            SeatJson::Player(name) | SeatJson::Agent(name) => name.trim(),
        }
    }
}

/// What a search may spend.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BudgetJson {
    milliseconds: Option<u64>,
    playouts: Option<u64>,
    plies: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl From<&Budget> for BudgetJson {
    fn from(budget: &Budget) -> Self {
        BudgetJson {
            milliseconds: budget.time.map(|time| time.as_millis() as u64),
            playouts: budget.playouts,
            plies: budget.plies,
            nodes: budget.nodes,
            depth: budget.depth,
        }
    }
}

/// One of the moves at hand, as a search sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CandidateJson {
    /// The move.
    #[serde(rename = "move")]
    text: String,
    /// What one touches in turn to make it.
    touches: Vec<String>,
    /// How often it was tried, or how many nodes were spent on it.
    visits: u64,
    /// The expected share of each player, as far as it is known.
    shares: Option<Vec<Option<f32>>>,
    /// Whether these shares are proven.
    proven: bool,
}

impl CandidateJson {
    fn new(candidate: &CandidateMove, choices: &[Choice]) -> Self {
        let CandidateMove { text, visits, shares, proven, .. } = candidate.clone();
        let choice = choices.iter().find(|choice| choice.text == text);
        CandidateJson {
            touches: choice.map(|choice| choice.touches.clone()).unwrap_or_default(),
            text,
            visits,
            shares,
            proven,
        }
    }
}

/// A move in the tree, and the moves below it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BranchJson {
    /// The move, or the outcome of chance.
    #[serde(rename = "move")]
    text: String,
    /// Who makes it; nothing if it is chance.
    player: Option<usize>,
    /// How often it was tried.
    visits: u64,
    /// What it is worth to whoever makes it.
    worth: Option<f32>,
    /// What was tried after it, most visits first.
    #[schema(no_recursion)]
    below: Vec<BranchJson>,
}

impl From<&BranchMove> for BranchJson {
    fn from(branch: &BranchMove) -> Self {
        let BranchMove { text, player, visits, worth, below } = branch;
        let (text, below) = (text.clone(), below.iter().map(BranchJson::from).collect());
        BranchJson { text, player: *player, visits: *visits, worth: *worth, below }
    }
}

/// What a search has found out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FindingsJson {
    /// The move that it would play now.
    best: String,
    /// The moves at hand, best first: the first thirty.
    candidates: Vec<CandidateJson>,
    /// The expected continuation.
    line: Vec<String>,
    /// The top of the tree, if there is one.
    branches: Vec<BranchJson>,
    /// Finished playouts.
    playouts: u64,
    /// Nodes of the tree, or positions visited.
    nodes: u64,
    /// The deepest ply, or the last depth that was searched completely.
    depth: u32,
    /// How long it has taken so far.
    milliseconds: f64,
}

/// So many of the moves at hand are told.
const MOST_CANDIDATES: usize = 30;

impl FindingsJson {
    /// What was found out about these choices.
    pub(crate) fn new(analysis: &Analysis, choices: &[Choice]) -> Self {
        let candidates = analysis.candidates.iter().take(MOST_CANDIDATES);
        FindingsJson {
            best: analysis.best.clone(),
            candidates: candidates.map(|candidate| CandidateJson::new(candidate, choices)).collect(),
            line: analysis.line.clone(),
            branches: analysis.branches.iter().map(BranchJson::from).collect(),
            playouts: analysis.playouts,
            nodes: analysis.nodes,
            depth: analysis.depth,
            milliseconds: analysis.milliseconds,
        }
    }

    /// The shares of the move that would be played.
    pub(crate) fn shares(&self) -> Option<Vec<Option<f32>>> {
        self.candidates.first()?.shares.clone()
    }

    /// Without the tree, which is large.
    pub(crate) fn without_tree(self) -> Self {
        FindingsJson { branches: Vec::new(), ..self }
    }
}
