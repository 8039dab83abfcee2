//! The rules once more, put down plainly: squares are pairs of numbers, fences are sets of closed edges, and everything is
//! looked for anew.

use std::collections::{BTreeSet, VecDeque};

/// A column and a row, from 0.
pub(super) type Place = (i32, i32);

/// Whether a square is on the side that somebody wants to reach, on a board of this size.
type Goal = fn(i32, Place) -> bool;

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Naive {
    pub(super) size: i32,
    pub(super) pawns: Vec<Place>,
    pub(super) goals: Vec<Goal>,
    /// Lower left squares, and whether the fence lies across.
    pub(super) fences: BTreeSet<(Place, bool)>,
    pub(super) left: Vec<u32>,
    pub(super) turn: usize,
    pub(super) winner: Option<usize>,
    pub(super) is_stuck: bool,
}

const STEPS: [Place; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Naive {
    pub(super) fn new(players: usize, size: i32, fences: u32) -> Self {
        let (middle, last) = (size / 2, size - 1);
        let mut sides: Vec<(Place, Goal)> = vec![
            ((middle, 0), |size, place| place.1 == size - 1),
            ((0, middle), |size, place| place.0 == size - 1),
            ((middle, last), |_, place| place.1 == 0),
            ((last, middle), |_, place| place.0 == 0),
        ];
        if players == 2 {
            sides.remove(1);
        }
        sides.truncate(players);
        Naive {
            size,
            pawns: sides.iter().map(|side| side.0).collect(),
            goals: sides.iter().map(|side| side.1).collect(),
            fences: BTreeSet::new(),
            left: vec![fences; players],
            turn: 0,
            winner: None,
            is_stuck: false,
        }
    }

    /// The pairs of neighbours that a fence keeps apart.
    fn edges(((column, row), is_across): (Place, bool)) -> [(Place, Place); 2] {
        if is_across {
            [((column, row), (column, row + 1)), ((column + 1, row), (column + 1, row + 1))]
        } else {
            [((column, row), (column + 1, row)), ((column, row + 1), (column + 1, row + 1))]
        }
    }

    fn is_on(&self, (column, row): Place) -> bool {
        (0..self.size).contains(&column) && (0..self.size).contains(&row)
    }

    fn is_open(&self, from: Place, to: Place) -> bool {
        let is_this = |&(one, other): &(Place, Place)| (one, other) == (from, to) || (other, one) == (from, to);
        self.is_on(to) && !self.fences.iter().any(|&fence| Self::edges(fence).iter().any(is_this))
    }

    /// Steps to the goal, by breadth-first search.
    pub(super) fn distance(&self, player: usize) -> Option<u32> {
        let mut seen = BTreeSet::from([self.pawns[player]]);
        let mut queue = VecDeque::from([(self.pawns[player], 0)]);
        while let Some((here, steps)) = queue.pop_front() {
            if self.goals[player](self.size, here) {
                return Some(steps);
            }
            for (right, up) in STEPS {
                let next = (here.0 + right, here.1 + up);
                if self.is_open(here, next) && seen.insert(next) {
                    queue.push_back((next, steps + 1));
                }
            }
        }
        None
    }

    pub(super) fn targets(&self, player: usize) -> BTreeSet<Place> {
        let here = self.pawns[player];
        let mut targets = BTreeSet::new();
        for (right, up) in STEPS {
            let next = (here.0 + right, here.1 + up);
            if !self.is_open(here, next) {
                continue;
            }
            if !self.pawns.contains(&next) {
                targets.insert(next);
                continue;
            }
            let behind = (next.0 + right, next.1 + up);
            if self.is_open(next, behind) && !self.pawns.contains(&behind) {
                targets.insert(behind);
                continue;
            }
            for side in [(next.0 + up, next.1 + right), (next.0 - up, next.1 - right)] {
                if self.is_open(next, side) && !self.pawns.contains(&side) {
                    targets.insert(side);
                }
            }
        }
        targets
    }

    /// Whether a fence fits and leaves everybody a way.
    pub(super) fn may_fence(&self, fence: (Place, bool)) -> bool {
        let ((column, row), is_across) = fence;
        let is_inside = (0..self.size - 1).contains(&column) && (0..self.size - 1).contains(&row);
        let crosses = self.fences.contains(&((column, row), !is_across)) || self.fences.contains(&fence);
        if !is_inside || crosses || Self::edges(fence).iter().any(|&(from, to)| !self.is_open(from, to)) {
            return false;
        }
        let mut after = self.clone();
        after.fences.insert(fence);
        (0..self.pawns.len()).all(|player| after.distance(player).is_some())
    }

    pub(super) fn fences_of(&self, player: usize) -> BTreeSet<(Place, bool)> {
        let places = (0..self.size).flat_map(|column| (0..self.size).map(move |row| (column, row)));
        let all = places.flat_map(|place| [(place, true), (place, false)]);
        all.filter(|&fence| self.left[player] > 0 && self.may_fence(fence)).collect()
    }

    fn can_move(&self, player: usize) -> bool {
        !self.targets(player).is_empty() || !self.fences_of(player).is_empty()
    }

    pub(super) fn go(&mut self, to: Place) {
        self.pawns[self.turn] = to;
        if self.goals[self.turn](self.size, to) {
            self.winner = Some(self.turn);
        }
        self.next();
    }

    pub(super) fn fence(&mut self, fence: (Place, bool)) {
        self.fences.insert(fence);
        self.left[self.turn] -= 1;
        self.next();
    }

    fn next(&mut self) {
        let players = self.pawns.len();
        let order = (1..=players).map(|ahead| (self.turn + ahead) % players);
        match order.clone().find(|&player| self.winner.is_some() || self.can_move(player)) {
            Some(player) => self.turn = player,
            None => self.is_stuck = true,
        }
    }
}
