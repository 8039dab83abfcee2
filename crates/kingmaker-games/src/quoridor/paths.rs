//! Ways over the board, and which fences leave everybody one.

use super::board::{Board, Direction, Square, Squares};

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
    #[inline]
    pub fn step(self, board: &Board, from: Squares, step: Step) -> Squares {
        let column = board.size() as u32;
        match step {
            Step::Left => from >> column & self.right,
            Step::Down => from >> 1 & self.up,
            Step::Up => (from & self.up) << 1,
            Step::Right => (from & self.right) << column,
        }
    }

    /// These squares and those next to them.
    #[inline]
    fn grown(self, board: &Board, from: Squares) -> Squares {
        let column = board.size() as u32;
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
        let (mut reached, mut steps) = (from.bit(), 0);
        while reached & goals == 0 {
            let next = self.grown(board, reached);
            if next == reached {
                return None;
            }
            (reached, steps) = (next, steps + 1);
        }
        Some(steps)
    }

    /// Whether there is a way from a square to one of the goals.
    #[inline]
    pub fn connects(self, board: &Board, from: Square, goals: Squares) -> bool {
        self.distance(board, from, goals).is_some()
    }

    /// The ways that one of the shortest paths takes; none if there is no path.
    pub fn path(self, board: &Board, from: Square, goals: Squares) -> Ways {
        let mut path = Ways { up: 0, right: 0 };
        let mut layers = [0; super::board::LARGEST * super::board::LARGEST];
        let (mut reached, mut steps) = (from.bit(), 0);
        while reached & goals == 0 {
            layers[steps] = reached;
            let next = self.grown(board, reached);
            if next == reached {
                return path;
            }
            (reached, steps) = (next, steps + 1);
        }
        let mut here = reached & goals;
        here &= here.wrapping_neg();
        while steps > 0 {
            steps -= 1;
            let before = |step: Step| self.step(board, here, step) & layers[steps];
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
