//! Focus again, slow and plain, to compare with: a list of pieces per square and loops.

use std::collections::BTreeMap;

/// A position, with rows and columns from the top left and players from 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Naive {
    pub(super) players: usize,
    pub(super) long: bool,
    pub(super) cap: usize,
    /// Pieces from the bottom to the top.
    pub(super) stacks: BTreeMap<(i32, i32), Vec<usize>>,
    pub(super) captured: Vec<Vec<usize>>,
    pub(super) reserve: Vec<usize>,
    pub(super) held: Vec<bool>,
    pub(super) turn: usize,
    pub(super) winner: Option<usize>,
    pub(super) drawn: bool,
    pub(super) plies: usize,
}

/// Where the pieces come from (nothing for a placement), where they go, and how many there are.
pub(super) type NaiveMove = (Option<(i32, i32)>, (i32, i32), usize);

impl Naive {
    /// The stacks are left to the caller: every square of the board, most of them empty lists.
    pub(super) fn new(players: usize, long: bool, cap: usize) -> Naive {
        let mut stacks = BTreeMap::new();
        for row in 0..8i32 {
            for column in 0..8i32 {
                let from_edge = |value: i32| value.min(7 - value);
                if from_edge(row) + from_edge(column) >= 2 {
                    stacks.insert((row, column), Vec::new());
                }
            }
        }
        Naive {
            players,
            long,
            cap,
            stacks,
            captured: vec![vec![0; players]; players],
            reserve: vec![0; players],
            held: vec![players == 3; players],
            turn: 0,
            winner: None,
            drawn: false,
            plies: 0,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.winner.is_some() || self.drawn
    }

    pub(super) fn moves_of(&self, player: usize) -> Vec<NaiveMove> {
        let mut moves = Vec::new();
        if self.is_over() {
            return moves;
        }
        for (&square, stack) in &self.stacks {
            let may_enter = if self.held[player] { stack.is_empty() } else { self.reserve[player] > 0 };
            if may_enter {
                moves.push((None, square, 1));
            }
            if self.held[player] || stack.last() != Some(&player) {
                continue;
            }
            for count in 1..=stack.len() {
                for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    let target = (square.0 + down * count as i32, square.1 + right * count as i32);
                    if self.stacks.contains_key(&target) {
                        moves.push((Some(square), target, count));
                    }
                }
            }
        }
        moves
    }

    pub(super) fn controlled(&self, player: usize) -> usize {
        self.stacks.values().filter(|stack| stack.last() == Some(&player)).count()
    }

    pub(super) fn play(&mut self, (from, to, count): NaiveMove) {
        let mover = self.turn;
        let moved: Vec<usize> = match from {
            Some(from) => {
                let stack = self.stacks.get_mut(&from).expect("a square");
                stack.split_off(stack.len() - count)
            }
            None => {
                if self.held[mover] {
                    self.held[mover] = false;
                } else {
                    self.reserve[mover] -= 1;
                }
                vec![mover]
            }
        };
        let target = self.stacks.get_mut(&to).expect("a square");
        target.extend(moved);
        while target.len() > 5 {
            match target.remove(0) {
                own if own == mover => self.reserve[mover] += 1,
                other => self.captured[mover][other] += 1,
            }
        }
        self.plies += 1;
        let others_stuck = (0..self.players).all(|other| other == mover || self.moves_of(other).is_empty());
        if (!self.long && self.missing(mover) == 0) || others_stuck {
            self.winner = Some(mover);
            return;
        }
        loop {
            self.turn = (self.turn + 1) % self.players;
            if !self.moves_of(self.turn).is_empty() {
                break;
            }
        }
        self.drawn = self.plies >= self.cap;
    }

    /// r of the thesis.
    pub(super) fn missing(&self, player: usize) -> usize {
        let captured = &self.captured[player];
        let each = match self.players {
            2 => return 6usize.saturating_sub(captured.iter().sum()),
            3 => 3usize,
            _ => 2,
        };
        let of_each: usize =
            (0..self.players).filter(|&other| other != player).map(|other| each.saturating_sub(captured[other])).sum();
        of_each.min(10usize.saturating_sub(captured.iter().sum()))
    }

    /// 100 n + s - t: pieces captured, stacks gained and stacks that others gain, by playing the move.
    pub(super) fn captures(&self, mv: NaiveMove) -> i32 {
        let mover = self.turn;
        let count = |naive: &Naive| {
            let others: usize =
                (0..naive.players).filter(|&player| player != mover).map(|player| naive.controlled(player)).sum();
            let captured: usize = naive.captured[mover].iter().sum();
            100 * captured as i32 + naive.controlled(mover) as i32 - others as i32
        };
        let mut after = self.clone();
        after.play(mv);
        count(&after) - count(self)
    }

    /// 10 (n + t) + s, with s by playing the move.
    pub(super) fn priority(&self, mv: NaiveMove) -> i32 {
        let mover = self.turn;
        let before = self.controlled(mover) as i32;
        let on_target = self.stacks[&mv.1].len();
        let mut after = self.clone();
        after.play(mv);
        10 * (mv.2 + on_target) as i32 + after.controlled(mover) as i32 - before
    }
}
