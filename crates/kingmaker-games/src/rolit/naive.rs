//! Rolit and Othello again, slow and plain, to compare with: a grid of colours and loops.

use std::collections::HashSet;

/// A position, with rows and columns of the board from the top left and colours from 0: first
/// those who play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Naive {
    pub(super) players: usize,
    pub(super) othello: bool,
    pub(super) grid: Vec<Vec<Option<usize>>>,
    /// The player to move, or nobody when the game is over.
    pub(super) turn: Option<usize>,
}

pub(super) type Place = (usize, usize);

const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Naive {
    fn size(&self) -> usize {
        self.grid.len()
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
    }

    pub(super) fn colour(&self, place: Place) -> Option<usize> {
        self.grid[place.0][place.1]
    }

    fn step(&self, place: Place, direction: (isize, isize)) -> Option<Place> {
        let row = place.0.checked_add_signed(direction.0)?;
        let column = place.1.checked_add_signed(direction.1)?;
        (row < self.size() && column < self.size()).then_some((row, column))
    }

    /// What `player` turns by a disc on an empty place.
    pub(super) fn turned(&self, place: Place, player: usize) -> Vec<Place> {
        let mut turned = Vec::new();
        for direction in DIRECTIONS {
            let mut run = Vec::new();
            let mut here = self.step(place, direction);
            while let Some(next) = here {
                match self.colour(next) {
                    None => break,
                    Some(colour) if colour == player => {
                        turned.append(&mut run);
                        break;
                    }
                    Some(_) => run.push(next),
                }
                here = self.step(next, direction);
            }
        }
        turned
    }

    pub(super) fn moves_of(&self, player: usize) -> Vec<Place> {
        let empty: Vec<Place> = self.places().filter(|&place| self.colour(place).is_none()).collect();
        let capturing: Vec<Place> =
            empty.iter().copied().filter(|&place| !self.turned(place, player).is_empty()).collect();
        if self.othello || !capturing.is_empty() {
            return capturing;
        }
        let touches = |&place: &Place| {
            DIRECTIONS.iter().any(|&to| self.step(place, to).is_some_and(|next| self.colour(next).is_some()))
        };
        empty.into_iter().filter(touches).collect()
    }

    /// Puts a disc of `player`, whoever's turn it is, and says which discs are turned.
    fn put(&mut self, place: Place, player: usize) -> Vec<Place> {
        let turned = self.turned(place, player);
        for &(row, column) in turned.iter().chain([&place]) {
            self.grid[row][column] = Some(player);
        }
        turned
    }

    pub(super) fn play(&mut self, place: Place) {
        let mover = self.turn.expect("the game goes on");
        self.put(place, mover);
        let order = (1..=self.players).map(|steps| (mover + steps) % self.players);
        self.turn = order.into_iter().find(|&player| !self.moves_of(player).is_empty());
    }

    pub(super) fn count(&self, colour: usize) -> usize {
        self.places().filter(|&place| self.colour(place) == Some(colour)).count()
    }

    /// All places whose disc is turned in some future, with the players in any order, by trying
    /// them all.
    pub(super) fn turned_in_any_future(&self) -> HashSet<Place> {
        let mut seen = HashSet::new();
        let mut turned = HashSet::new();
        let mut open = vec![self.clone()];
        while let Some(position) = open.pop() {
            for player in 0..self.players {
                for place in position.moves_of(player) {
                    let mut next = position.clone();
                    turned.extend(next.put(place, player));
                    if seen.insert(next.grid.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        // What was empty at first does not matter.
        turned.retain(|&place| self.colour(place).is_some());
        turned
    }
}
