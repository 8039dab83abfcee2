//! Ways over the board, and which fences leave everybody one.

use super::board::{Board, Direction, LARGEST, Square, Squares};

/// Where one can go: the squares from which the way up is open, and those from which the way to the right is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ways {
    /// Open upwards.
    pub up: Squares,
    /// Open to the right.
    pub right: Squares,
}

/// The four ways of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the next column on the left.
    Left,
    /// To the next row below.
    Down,
    /// To the next row above.
    Up,
    /// To the next column on the right.
    Right,
}

impl Step {
    /// All four, in the order of squares.
    pub const ALL: [Step; 4] = [Step::Left, Step::Down, Step::Up, Step::Right];

    /// The two to either side.
    pub const fn sideways(self) -> [Step; 2] {
        match self {
            Step::Left | Step::Right => [Step::Down, Step::Up],
            Step::Down | Step::Up => [Step::Left, Step::Right],
        }
    }
}

impl Ways {
    /// Where a step leads from any of these squares.
    #[inline(always)]
    pub fn step(self, column: u32, from: Squares, step: Step) -> Squares {
        match step {
            Step::Left => from >> column & self.right,
            Step::Down => from >> 1 & self.up,
            Step::Up => (from & self.up) << 1,
            Step::Right => (from & self.right) << column,
        }
    }

    /// These squares and those next to them.
    #[inline(always)]
    fn grown(self, column: u32, from: Squares) -> Squares {
        from | (from & self.up) << 1 | from >> 1 & self.up | (from & self.right) << column | from >> column & self.right
    }

    /// The same without the two ways that a fence closes.
    #[inline]
    pub fn fenced(self, board: &Board, post: Square, direction: Direction) -> Ways {
        let closed = closed(board, post, direction);
        match direction {
            Direction::Across => Ways { up: self.up & !closed, ..self },
            Direction::Upright => Ways { right: self.right & !closed, ..self },
        }
    }

    /// How many steps it is from a square to the nearest of the goals; `None` if there is no way.
    #[inline]
    pub fn distance(self, board: &Board, from: Square, goals: Squares) -> Option<u32> {
        board.by_column(|column| {
            let (mut reached, mut steps) = (from.bit(), 0);
            while reached & goals == 0 {
                let next = self.grown(column, reached);
                if next == reached {
                    return None;
                }
                (reached, steps) = (next, steps + 1);
            }
            Some(steps)
        })
    }

    /// Those of some squares that are nearest to the goals, and how many steps it is from there; none if there is no way.
    #[inline]
    pub fn nearest(self, board: &Board, among: Squares, goals: Squares) -> (Squares, u32) {
        board.by_column(|column| {
            let (mut reached, mut steps) = (goals, 0);
            while reached & among == 0 {
                let next = self.grown(column, reached);
                if next == reached {
                    break;
                }
                (reached, steps) = (next, steps + 1);
            }
            (reached & among, steps)
        })
    }

    /// The posts of the fences that would close one of these ways.
    #[inline]
    pub fn crossing(self, board: &Board, direction: Direction) -> Squares {
        match direction {
            Direction::Across => self.up | self.up >> board.size(),
            Direction::Upright => self.right | self.right >> 1,
        }
    }

    /// Whether there is a way from a square to one of the goals.
    #[inline]
    pub fn connects(self, board: &Board, from: Square, goals: Squares) -> bool {
        self.distance(board, from, goals).is_some()
    }

    /// The ways that one of the shortest paths takes; none if there is no path.
    pub fn path(self, board: &Board, from: Square, goals: Squares) -> Ways {
        board.by_column(|column| self.path_by(column, from, goals))
    }

    #[inline(always)]
    fn path_by(self, column: u32, from: Square, goals: Squares) -> Ways {
        let mut path = Ways { up: 0, right: 0 };
        let mut layers = [0; LARGEST * LARGEST];
        let (mut reached, mut steps) = (from.bit(), 0);
        while reached & goals == 0 {
            layers[steps] = reached;
            let next = self.grown(column, reached);
            if next == reached {
                return path;
            }
            (reached, steps) = (next, steps + 1);
        }
        let mut here = reached & goals;
        here &= here.wrapping_neg();
        while steps > 0 {
            steps -= 1;
            let before = |step: Step| self.step(column, here, step) & layers[steps];
            let back = Step::ALL.into_iter().find(|&step| before(step) != 0);
            let Some(back) = back else { break };
            let there = before(back);
            match back {
                Step::Left => path.right |= there,
                Step::Right => path.right |= here,
                Step::Down => path.up |= there,
                Step::Up => path.up |= here,
            }
            here = there;
        }
        path
    }
}

/// The squares whose way up, or to the right, a fence closes.
#[inline]
pub fn closed(board: &Board, post: Square, direction: Direction) -> Squares {
    let post = post.bit();
    match direction {
        Direction::Across => post | post << board.size(),
        Direction::Upright => post | post << 1,
    }
}
