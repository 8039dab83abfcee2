//! Havannah again, slow and plain, to compare with: a map of stones and two ways to find a ring.

use std::collections::{BTreeMap, BTreeSet};

/// A place in axial coordinates: right, and down to the right, from the middle of the board.
pub(super) type Place = (i32, i32);

const DIRECTIONS: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

fn neighbours(place: Place) -> [Place; 6] {
    DIRECTIONS.map(|step| (place.0 + step.0, place.1 + step.1))
}

/// A position. Players are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Naive {
    pub(super) most: i32,
    pub(super) stones: BTreeMap<Place, usize>,
    pub(super) turn: usize,
    pub(super) winner: Option<usize>,
    pub(super) drawn: bool,
}

impl Naive {
    pub(super) fn new(base: usize) -> Naive {
        Naive { most: base as i32 - 1, stones: BTreeMap::new(), turn: 0, winner: None, drawn: false }
    }

    pub(super) fn has(&self, (q, r): Place) -> bool {
        [q, r, q + r].iter().all(|coordinate| coordinate.abs() <= self.most)
    }

    /// All places, from the top row to the bottom row, each from the left.
    pub(super) fn places(&self) -> Vec<Place> {
        let range = || -self.most..=self.most;
        range().flat_map(|r| range().map(move |q| (q, r))).filter(|&place| self.has(place)).collect()
    }

    pub(super) fn is_over(&self) -> bool {
        self.winner.is_some() || self.drawn
    }

    /// Puts a stone on a place; one that is taken is taken over.
    pub(super) fn play(&mut self, place: Place) {
        let mover = self.turn;
        let taken_over = self.stones.insert(place, mover).is_some();
        if !taken_over && self.wins(place) {
            self.winner = Some(mover);
            return;
        }
        self.turn = 1 - mover;
        self.drawn = self.stones.len() == self.places().len();
    }

    /// Whether the chain of the stone on `place` is a ring, a bridge or a fork.
    pub(super) fn wins(&self, place: Place) -> bool {
        let chain = self.chain(place);
        let ring = self.has_ring(&chain);
        assert_eq!(ring, has_loop(&chain), "the two ways to find a ring differ: {chain:?}");
        ring || self.corners(&chain) >= 2 || self.edges(&chain) >= 3
    }

    /// The stones connected to the one on `place`.
    pub(super) fn chain(&self, place: Place) -> BTreeSet<Place> {
        let owner = self.stones[&place];
        let mut chain = BTreeSet::from([place]);
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            for next in neighbours(place) {
                if self.stones.get(&next) == Some(&owner) && chain.insert(next) {
                    open.push(next);
                }
            }
        }
        chain
    }

    /// The edges of the board that a place is at: one in general, two in a corner.
    fn ends(&self, (q, r): Place) -> Vec<usize> {
        let ends = [q, r, q + r, -q, -r, -q - r];
        (0..6).filter(|&edge| ends[edge] == self.most).collect()
    }

    pub(super) fn corners(&self, chain: &BTreeSet<Place>) -> usize {
        chain.iter().filter(|&&place| self.ends(place).len() == 2).count()
    }

    pub(super) fn edges(&self, chain: &BTreeSet<Place>) -> usize {
        let touched: BTreeSet<usize> =
            chain.iter().map(|&place| self.ends(place)).filter(|ends| ends.len() == 1).flatten().collect();
        touched.len()
    }

    /// Whether a stone of the chain is surrounded by it, or another place cannot reach the
    /// board's rim without crossing it.
    fn has_ring(&self, chain: &BTreeSet<Place>) -> bool {
        if chain.iter().any(|&place| neighbours(place).iter().all(|next| chain.contains(next))) {
            return true;
        }
        let outside: Vec<Place> = self.places().into_iter().filter(|place| !chain.contains(place)).collect();
        let mut open: Vec<Place> = outside.iter().copied().filter(|&place| !self.ends(place).is_empty()).collect();
        let mut reached: BTreeSet<Place> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            for next in neighbours(place) {
                if self.has(next) && !chain.contains(&next) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached.len() < outside.len()
    }
}

impl Naive {
    /// The number of runs of the player's stones around a place, going around it once.
    pub(super) fn runs(&self, place: Place, player: usize) -> usize {
        let own = neighbours(place).map(|next| self.stones.get(&next) == Some(&player));
        (0..6).filter(|&index| own[index] && !own[(index + 5) % 6]).count()
    }

    /// Whether a place is in a corner or at an edge.
    pub(super) fn is_rim(&self, place: Place) -> bool {
        !self.ends(place).is_empty()
    }

    /// The fewest stones for a bridge or a fork, by relaxing distances until nothing changes.
    pub(super) fn stones_needed(&self, player: usize) -> Option<usize> {
        let open = |place: &Place| self.stones.get(place).is_none_or(|&owner| owner == player);
        let places: Vec<Place> = self.places().into_iter().filter(open).collect();
        let cost = |place: &Place| usize::from(!self.stones.contains_key(place));
        let distances = |goal: &dyn Fn(Place) -> bool| {
            let mut distances: BTreeMap<Place, usize> = BTreeMap::new();
            loop {
                let before = distances.clone();
                for &place in &places {
                    let begin = goal(place).then_some(0);
                    let around = neighbours(place).into_iter().filter_map(|next| distances.get(&next).copied());
                    if let Some(nearest) = around.chain(begin).min() {
                        let known = distances.entry(place).or_insert(usize::MAX);
                        *known = (*known).min(nearest + cost(&place));
                    }
                }
                if distances == before {
                    return distances;
                }
            }
        };
        let corners: Vec<Place> = self.places().into_iter().filter(|&place| self.ends(place).len() == 2).collect();
        let of_corners = corners.iter().map(|&corner| distances(&|place| place == corner)).collect();
        let of_edges = (0..6).map(|edge| distances(&|place| self.ends(place) == [edge])).collect();
        // The ways to so many goals meet in a place that is paid for once.
        let meeting = |goals: Vec<BTreeMap<Place, usize>>, wanted: usize| {
            let sums = places.iter().filter_map(|place| {
                let mut found: Vec<usize> = goals.iter().filter_map(|goal| goal.get(place).copied()).collect();
                found.sort_unstable();
                let sum: usize = found.get(..wanted)?.iter().sum();
                Some(sum - (wanted - 1) * cost(place))
            });
            sums.min()
        };
        [meeting(of_corners, 2), meeting(of_edges, 3)].into_iter().flatten().min()
    }
}

/// Whether a walk over the chain that never turns by more than 60 degrees comes back to where it
/// began, going the same way.
fn has_loop(chain: &BTreeSet<Place>) -> bool {
    let step = |(q, r): Place, direction: usize| (q + DIRECTIONS[direction].0, r + DIRECTIONS[direction].1);
    let begins: Vec<(Place, usize)> = chain.iter().flat_map(|&place| (0..6).map(move |way| (place, way))).collect();
    begins.into_iter().any(|begin| {
        let mut reached = BTreeSet::new();
        let mut open = vec![begin];
        while let Some((place, direction)) = open.pop() {
            let next = step(place, direction);
            if !chain.contains(&next) {
                continue;
            }
            for turn in [5, 0, 1] {
                let after = (next, (direction + turn) % 6);
                if reached.insert(after) {
                    open.push(after);
                }
            }
        }
        reached.contains(&begin)
    })
}
