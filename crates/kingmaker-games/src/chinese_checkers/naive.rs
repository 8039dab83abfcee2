//! Chinese Checkers again, slow and plain, to compare with: fields by row and doubled column,
//! pieces in a map, and jump chains by a search that lifts the piece first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Row from the top, and half-fields to the right of the middle.
pub(super) type Place = (i32, i32);

/// Where a piece comes from and where it goes.
pub(super) type NaiveMove = (Place, Place);

/// A position, with players from 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Naive {
    pub(super) players: usize,
    pub(super) cap: usize,
    /// Whether pieces may not stop in the triangles of others.
    pub(super) own: bool,
    pub(super) pieces: BTreeMap<Place, usize>,
    pub(super) turn: usize,
    pub(super) winner: Option<usize>,
    pub(super) drawn: bool,
    pub(super) plies: usize,
}

const NEIGHBOURS: [(i32, i32); 6] = [(-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)];

/// The tips of the triangles, clockwise from the top.
const TIPS: [Place; 6] = [(0, 0), (3, 9), (9, 9), (12, 0), (9, -9), (3, -9)];

/// All fields: the six-pointed star is two big triangles laid over each other.
pub(super) fn fields() -> &'static BTreeSet<Place> {
    static FIELDS: OnceLock<BTreeSet<Place>> = OnceLock::new();
    FIELDS.get_or_init(list_fields)
}

fn list_fields() -> BTreeSet<Place> {
    let mut fields = BTreeSet::new();
    for row in 0..13 {
        for x in (-9i32..=9).filter(|x| (x + row) % 2 == 0) {
            let pointing_up = row <= 9 && x.abs() <= row;
            let pointing_down = row >= 3 && x.abs() <= 12 - row;
            if pointing_up || pointing_down {
                fields.insert((row, x));
            }
        }
    }
    fields
}

/// Steps between two fields: down a row one also goes half a field to the side.
pub(super) fn distance(a: Place, b: Place) -> i32 {
    let (down, across) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    down + (across - down).max(0) / 2
}

/// The six fields around a tip.
fn triangle(tip: Place) -> BTreeSet<Place> {
    fields().iter().copied().filter(|&field| distance(field, tip) <= 2).collect()
}

impl Naive {
    pub(super) fn start(players: usize, cap: usize) -> Naive {
        let mut naive =
            Naive { players, cap, own: false, pieces: BTreeMap::new(), turn: 0, winner: None, drawn: false, plies: 0 };
        for player in 0..players {
            for field in triangle(TIPS[naive.seat(player)]) {
                naive.pieces.insert(field, player);
            }
        }
        naive
    }

    fn seat(&self, player: usize) -> usize {
        let seats: &[usize] = match self.players {
            2 => &[0, 3],
            3 => &[0, 2, 4],
            4 => &[0, 1, 3, 4],
            _ => &[0, 1, 2, 3, 4, 5],
        };
        seats[player]
    }

    /// The tip of the triangle opposite to where a player began.
    pub(super) fn goal(&self, player: usize) -> Place {
        TIPS[(self.seat(player) + 3) % 6]
    }

    pub(super) fn home(&self, player: usize) -> BTreeSet<Place> {
        triangle(self.goal(player))
    }

    pub(super) fn is_over(&self) -> bool {
        self.winner.is_some() || self.drawn
    }

    pub(super) fn moves_of(&self, player: usize) -> Vec<NaiveMove> {
        if self.is_over() {
            return Vec::new();
        }
        let board = fields();
        let mut moves = BTreeSet::new();
        for (&from, _) in self.pieces.iter().filter(|&(_, &owner)| owner == player) {
            let mut others = self.pieces.clone();
            others.remove(&from);
            let vacant = |field: Place| board.contains(&field) && !others.contains_key(&field);
            for (down, right) in NEIGHBOURS {
                let to = (from.0 + down, from.1 + right);
                if vacant(to) {
                    moves.insert((from, to));
                }
            }
            let mut reached = BTreeSet::from([from]);
            let mut open = vec![from];
            while let Some(field) = open.pop() {
                for (down, right) in NEIGHBOURS {
                    let over = (field.0 + down, field.1 + right);
                    let to = (over.0 + down, over.1 + right);
                    if others.contains_key(&over) && vacant(to) && reached.insert(to) {
                        open.push(to);
                    }
                }
            }
            reached.remove(&from);
            moves.extend(reached.into_iter().map(|to| (from, to)));
        }
        moves.into_iter().filter(|&(_, to)| self.may_stop(player, to)).collect()
    }

    fn may_stop(&self, player: usize, field: Place) -> bool {
        let is_foreign = |tip: &Place| *tip != TIPS[self.seat(player)] && *tip != self.goal(player);
        !self.own || !TIPS.iter().any(|tip| is_foreign(tip) && triangle(*tip).contains(&field))
    }

    pub(super) fn play(&mut self, (from, to): NaiveMove) {
        let mover = self.turn;
        self.pieces.remove(&from);
        self.pieces.insert(to, mover);
        self.plies += 1;
        for offset in 0..self.players {
            let player = (mover + offset) % self.players;
            let home = self.home(player);
            let full = home.iter().all(|field| self.pieces.contains_key(field));
            if full && home.iter().any(|field| self.pieces[field] == player) {
                self.winner = Some(player);
                return;
            }
        }
        loop {
            self.turn = (self.turn + 1) % self.players;
            if !self.moves_of(self.turn).is_empty() {
                break;
            }
        }
        self.drawn = self.plies >= self.cap;
    }

    /// d_s - d_t, to the tip of the home base or to its nearest field.
    pub(super) fn priority(&self, (from, to): NaiveMove, to_base: bool) -> i32 {
        let home = self.home(self.turn);
        let goal = self.goal(self.turn);
        let measure = |field| match to_base {
            true => home.iter().map(|&of_base| distance(field, of_base)).min().expect("a base has fields"),
            false => distance(field, goal),
        };
        measure(from) - measure(to)
    }
}
