//! Who is how far from home.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering, Named, Player, Rng, greediest};

use super::board::{Board, Direction, MOST_PLAYERS, Square};
use super::state::State;
use super::{Action, Move, Quoridor};

const ORDERINGS: &[Named] = &[
    Named { name: "path", help: "moves that make the own way shorter, and that of the nearest opponent longer" },
    Named { name: "run", help: "steps along the own shortest way; fences last" },
    Named { name: "paper", help: "steps, then jumps, then fences, as Parshotam 2023 tries them" },
];

const EVALUATORS: &[Named] = &[
    Named { name: "steps", help: "as many as there are squares, less the steps to go" },
    Named {
        name: "reserve",
        help: "the same, plus 1.3 for each fence that is left and twice the square root of their number",
    },
];

/// The place of the second one.
const RESERVE: usize = 1;

/// What fences in hand are worth in steps. A fence that costs the opponent one step is better kept, and the last ones are worth
/// most, because whoever has none left can be walled in.
fn worth(fences: u8) -> f32 {
    let fences = f32::from(fences);
    1.3 * fences + 2.0 * fences.sqrt()
}

/// The places of the orderings above.
const PATH: usize = 0;
const RUN: usize = 1;

/// What a fence is worth in the ordering `run`: no way is as long.
const LAST: i32 = -1000;

impl Quoridor {
    /// How many steps a pawn has to go if nobody stands in its way.
    #[inline]
    pub(super) fn distance(&self, state: &State, player: Player) -> u32 {
        let player = player.index() % MOST_PLAYERS;
        state.ways.distance(&self.board, state.pawns[player], self.board.goals[player]).unwrap_or(0)
    }

    /// By how much a player is nearer to home than the nearest opponent.
    #[inline]
    fn lead(&self, state: &State, player: Player) -> i32 {
        let others = Player::all(self.players).filter(|&other| other != player);
        let nearest = others.map(|other| self.distance(state, other)).min().unwrap_or(0);
        nearest as i32 - self.distance(state, player) as i32
    }

    /// Of the ordering `path`: what a move does to the lead; of two that do the same, a step before a fence.
    fn gain(&self, state: &State, mv: Move) -> i32 {
        let mover = state.turn;
        let mut after = state.clone();
        let action = self.action(mv);
        match action {
            Action::Go(square) => after.pawns[mover.index()] = square,
            Action::Fence(post, direction) => after.fence(&self.board, post, direction),
        }
        2 * (self.lead(&after, mover) - self.lead(state, mover)) + i32::from(matches!(action, Action::Go(_)))
    }

    /// Of the ordering `paper`: steps, then jumps, then fences.
    fn rank_in_paper(&self, state: &State, mv: Move) -> i32 {
        let Action::Go(square) = self.action(mv) else { return 0 };
        let pawn = state.pawn(state.turn);
        let apart = |pick: fn(&Board, Square) -> usize| pick(&self.board, square).abs_diff(pick(&self.board, pawn));
        if apart(Board::column) + apart(Board::row) == 1 { 2 } else { 1 }
    }

    /// A step to the target that is nearest to home, and how far it is from there. There is a target.
    #[inline]
    fn run(&self, state: &State, rng: &mut Rng) -> (Move, u32) {
        let goals = self.board.goals[state.turn.index() % MOST_PLAYERS];
        let (nearest, steps) = state.ways.nearest(&self.board, state.targets, goals);
        let count = nearest.count_ones() as usize;
        let drawn = if count > 1 { rng.below(count) } else { 0 };
        (Self::going(Square::nth(nearest, drawn)), steps)
    }

    /// A move of the highest [gain](Quoridor::gain), if that is above 0. Only fences across a shortest path of an opponent
    /// can gain anything.
    fn best_gain(&self, state: &State, rng: &mut Rng) -> Option<Move> {
        let mover = state.turn;
        let distances: [u32; MOST_PLAYERS] =
            std::array::from_fn(
                |player| if player < self.players { self.distance(state, Player::new(player)) } else { 0 },
            );
        let lead = |distances: [u32; MOST_PLAYERS]| {
            let others = (0..self.players).filter(|&other| other != mover.index());
            let nearest = others.map(|other| distances[other]).min().unwrap_or(0);
            nearest as i32 - distances[mover.index() % MOST_PLAYERS] as i32
        };
        let before = lead(distances);
        let (mut best, mut highest, mut ties) = (None, 0, 1);
        if state.targets != 0 {
            let (step, steps) = self.run(state, rng);
            let gain = 2 * (distances[mover.index() % MOST_PLAYERS] as i32 - steps as i32) + 1;
            if gain > 0 {
                (best, highest) = (Some(step), gain);
            }
        }
        if state.left[mover.index() % MOST_PLAYERS] == 0 {
            return best;
        }
        let paths = self.paths(state);
        for direction in Direction::ALL {
            let crossing = paths.map(|path| path.crossing(&self.board, direction));
            let candidates = self.of_others(&crossing, mover) & state.room(&self.board, direction);
            for post in Square::all(candidates) {
                let ways = state.ways.fenced(&self.board, post, direction);
                let mut after = distances;
                let is_legal = (0..self.players).filter(|&player| crossing[player] & post.bit() != 0).all(|player| {
                    let steps = ways.distance(&self.board, state.pawns[player], self.board.goals[player]);
                    after[player] = steps.unwrap_or(0);
                    steps.is_some()
                });
                let gain = 2 * (lead(after) - before);
                if !is_legal || gain < highest || gain == 0 {
                    continue;
                }
                ties = if gain == highest { ties + 1 } else { 1 };
                if ties == 1 || rng.below(ties) == 0 {
                    (best, highest) = (Some(self.fencing(post, direction)), gain);
                }
            }
        }
        best
    }
}

impl Knowledge for Quoridor {
    fn orderings(&self) -> &'static [Named] {
        ORDERINGS
    }

    fn evaluators(&self) -> &'static [Named] {
        EVALUATORS
    }

    fn evaluate(&self, state: &State, by: BoardEvaluator) -> ByPlayer<f32> {
        let squares = self.board.all.count_ones();
        ByPlayer::from_fn(self.players, |player| {
            let fences = state.left[player.index() % MOST_PLAYERS];
            let reserve = if by.index() == RESERVE { worth(fences) } else { 0.0 };
            (squares - self.distance(state, player)) as f32 + reserve
        })
    }

    fn priority(&self, state: &State, by: MoveOrdering, mv: Move) -> i32 {
        match by.index() {
            PATH => self.gain(state, mv),
            RUN => {
                let Action::Go(square) = self.action(mv) else { return LAST };
                let goals = self.board.goals[state.turn.index() % MOST_PLAYERS];
                -(state.ways.nearest(&self.board, square.bit(), goals).1 as i32)
            }
            _ => self.rank_in_paper(state, mv),
        }
    }

    fn greedy_move(&self, state: &State, by: MoveOrdering, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        let quick = match by.index() {
            _ if !state.outcome.is_open() => return None,
            PATH => self.best_gain(state, rng),
            RUN if state.targets != 0 => Some(self.run(state, rng).0),
            _ => None,
        };
        quick.or_else(|| greediest(self, state, by, rng, scratch))
    }
}
