//! Blokus again, slow and plain, to compare with: pieces are grown square by square instead of
//! being drawn, and moves are found by trying everything everywhere.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A row from below and a column.
pub(super) type Cell = (i32, i32);

/// The cells of a piece, sorted.
pub(super) type Shape = Vec<Cell>;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Naive {
    pub(super) size: i32,
    pub(super) starts: Vec<Cell>,
    /// Who has covered each square, by row and column.
    pub(super) owners: Vec<Vec<Option<usize>>>,
    /// Every piece that a player has placed, in order, as its standard form.
    pub(super) placed: Vec<Vec<Shape>>,
    pub(super) turn: Option<usize>,
}

fn moved_to_origin(shape: &Shape) -> Shape {
    let row = shape.iter().map(|cell| cell.0).min().expect("a cell");
    let column = shape.iter().map(|cell| cell.1).min().expect("a cell");
    let mut cells: Shape = shape.iter().map(|cell| (cell.0 - row, cell.1 - column)).collect();
    cells.sort_unstable();
    cells
}

/// All ways to turn a shape and turn it over.
pub(super) fn all_turns(shape: &Shape) -> BTreeSet<Shape> {
    let maps: [fn(Cell) -> Cell; 8] = [
        |(r, c)| (r, c),
        |(r, c)| (r, -c),
        |(r, c)| (-r, c),
        |(r, c)| (-r, -c),
        |(r, c)| (c, r),
        |(r, c)| (c, -r),
        |(r, c)| (-c, r),
        |(r, c)| (-c, -r),
    ];
    maps.iter().map(|map| moved_to_origin(&shape.iter().map(|&cell| map(cell)).collect())).collect()
}

pub(super) fn standard_form(shape: &Shape) -> Shape {
    all_turns(shape).into_iter().next().expect("a turn")
}

/// A piece in standard form, and all the ways it can be turned.
type Turned = (Shape, BTreeSet<Shape>);

static TURNED: LazyLock<Vec<Turned>> =
    LazyLock::new(|| all_pieces().into_iter().map(|piece| (piece.clone(), all_turns(&piece))).collect());

/// All pieces of up to five squares, in standard form.
pub(super) fn all_pieces() -> BTreeSet<Shape> {
    let mut all = BTreeSet::new();
    let mut of_size = BTreeSet::from([vec![(0, 0)]]);
    for _ in 0..5 {
        all.extend(of_size.iter().cloned());
        let mut larger = BTreeSet::new();
        for shape in &of_size {
            for &cell in shape {
                for neighbour in edges(cell) {
                    if !shape.contains(&neighbour) {
                        larger.insert(standard_form(&[shape.clone(), vec![neighbour]].concat()));
                    }
                }
            }
        }
        of_size = larger;
    }
    all
}

fn edges((row, column): Cell) -> [Cell; 4] {
    [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
}

fn corners((row, column): Cell) -> [Cell; 4] {
    [(row + 1, column + 1), (row - 1, column + 1), (row + 1, column - 1), (row - 1, column - 1)]
}

impl Naive {
    pub(super) fn new(size: i32, starts: Vec<Cell>) -> Naive {
        let placed = vec![Vec::new(); starts.len()];
        let owners = vec![vec![None; size as usize]; size as usize];
        Naive { size, starts, owners, placed, turn: Some(0) }
    }

    /// Who has covered a square; nobody outside the board.
    pub(super) fn owner(&self, cell: Cell) -> Option<usize> {
        if self.is_inside(cell) { self.owners[cell.0 as usize][cell.1 as usize] } else { None }
    }

    fn is_inside(&self, cell: Cell) -> bool {
        (0..self.size).contains(&cell.0) && (0..self.size).contains(&cell.1)
    }

    fn is_legal(&self, player: usize, cells: &Shape) -> bool {
        let own = |cell: &Cell| self.owner(*cell) == Some(player);
        let free = |&cell: &Cell| self.is_inside(cell) && self.owner(cell).is_none();
        let touches = || {
            if self.placed[player].is_empty() {
                cells.contains(&self.starts[player])
            } else {
                cells.iter().any(|&cell| corners(cell).iter().any(own))
            }
        };
        cells.iter().all(free) && !cells.iter().any(|&cell| edges(cell).iter().any(own)) && touches()
    }

    /// Shows every legal move to `look`, until it has seen enough.
    fn look_at_moves(&self, player: usize, mut look: impl FnMut(Shape) -> bool) {
        for (_, turns) in TURNED.iter().filter(|(piece, _)| !self.placed[player].contains(piece)) {
            for turned in turns {
                for row in 0..self.size {
                    for column in 0..self.size {
                        let cells: Shape = turned.iter().map(|cell| (cell.0 + row, cell.1 + column)).collect();
                        if self.is_legal(player, &cells) && look(cells) {
                            return;
                        }
                    }
                }
            }
        }
    }

    pub(super) fn moves_of(&self, player: usize) -> BTreeSet<Shape> {
        let mut moves = BTreeSet::new();
        self.look_at_moves(player, |cells| {
            moves.insert(cells);
            false
        });
        moves
    }

    fn has_move(&self, player: usize) -> bool {
        let mut found = false;
        self.look_at_moves(player, |_| {
            found = true;
            true
        });
        found
    }

    pub(super) fn play(&mut self, cells: &Shape) {
        let mover = self.turn.expect("somebody is to move");
        for &(row, column) in cells {
            self.owners[row as usize][column as usize] = Some(mover);
        }
        self.placed[mover].push(standard_form(cells));
        let players = self.starts.len();
        self.turn = (1..=players).map(|step| (mover + step) % players).find(|&player| self.has_move(player));
    }

    pub(super) fn squares(&self, player: usize) -> usize {
        self.owners.iter().flatten().filter(|&&owner| owner == Some(player)).count()
    }

    /// What each player gets, by the two ways to score.
    pub(super) fn shares(&self, bonus: bool) -> Vec<f32> {
        let players = 0..self.starts.len();
        let all = |player: usize| self.placed[player].len() == 21;
        let monomino = |player: usize| all(player) && self.placed[player].last() == Some(&vec![(0, 0)]);
        let points: Vec<usize> = players
            .clone()
            .map(|player| match (bonus, all(player), monomino(player)) {
                (true, true, true) => self.squares(player) + 20,
                (true, true, false) => self.squares(player) + 15,
                _ => self.squares(player),
            })
            .collect();
        let most = points.iter().max().expect("a player");
        let mut winners: Vec<usize> = players.clone().filter(|&player| points[player] == *most).collect();
        if !bonus && winners.iter().any(|&player| monomino(player)) {
            winners.retain(|&player| monomino(player));
        }
        players.map(|player| if winners.contains(&player) { 1.0 / winners.len() as f32 } else { 0.0 }).collect()
    }
}
