//! Blokus again, slow and plain, to compare with: pieces are grown square by square instead of
//! being drawn, and moves are found by trying everything everywhere.

use std::collections::{BTreeMap, BTreeSet};

/// Rows from below and columns, sorted.
pub(super) type Shape = Vec<(i32, i32)>;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Naive {
    pub(super) size: i32,
    pub(super) starts: Vec<(i32, i32)>,
    pub(super) owners: BTreeMap<(i32, i32), usize>,
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
    let maps: [fn((i32, i32)) -> (i32, i32); 8] = [
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

fn edges((row, column): (i32, i32)) -> [(i32, i32); 4] {
    [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
}

fn corners((row, column): (i32, i32)) -> [(i32, i32); 4] {
    [(row + 1, column + 1), (row - 1, column + 1), (row + 1, column - 1), (row - 1, column - 1)]
}

impl Naive {
    pub(super) fn new(size: i32, starts: Vec<(i32, i32)>) -> Naive {
        let placed = vec![Vec::new(); starts.len()];
        Naive { size, starts, owners: BTreeMap::new(), placed, turn: Some(0) }
    }

    fn is_legal(&self, player: usize, cells: &Shape) -> bool {
        let own = |cell: &(i32, i32)| self.owners.get(cell) == Some(&player);
        let inside = |value: i32| (0..self.size).contains(&value);
        let touches = if self.placed[player].is_empty() {
            cells.contains(&self.starts[player])
        } else {
            cells.iter().any(|&cell| corners(cell).iter().any(own))
        };
        touches
            && cells.iter().all(|&cell| {
                inside(cell.0) && inside(cell.1) && !self.owners.contains_key(&cell) && !edges(cell).iter().any(own)
            })
    }

    pub(super) fn moves_of(&self, player: usize) -> BTreeSet<Shape> {
        let mut moves = BTreeSet::new();
        for piece in all_pieces().iter().filter(|piece| !self.placed[player].contains(piece)) {
            for turned in all_turns(piece) {
                for row in 0..self.size {
                    for column in 0..self.size {
                        let cells: Shape = turned.iter().map(|cell| (cell.0 + row, cell.1 + column)).collect();
                        if self.is_legal(player, &cells) {
                            moves.insert(cells);
                        }
                    }
                }
            }
        }
        moves
    }

    pub(super) fn play(&mut self, cells: &Shape) {
        let mover = self.turn.expect("somebody is to move");
        self.owners.extend(cells.iter().map(|&cell| (cell, mover)));
        self.placed[mover].push(standard_form(cells));
        let players = self.starts.len();
        let order = (1..=players).map(|step| (mover + step) % players);
        self.turn = order.into_iter().find(|&player| !self.moves_of(player).is_empty());
    }

    pub(super) fn squares(&self, player: usize) -> usize {
        self.owners.values().filter(|&&owner| owner == player).count()
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
