//! The heuristics of Nijssen 2013, section 3.2.3.

use kingmaker_core::{ByPlayer, Game, Knowledge, Player, Rng};

use super::board::{BOARD, Direction, MAX_HEIGHT, MOVABLE, Square, Squares};
use super::state::State;
use super::{Focus, Move};
use crate::outcome::Outcome;

impl Knowledge for Focus {
    /// 600 - 100 r + c: r pieces are still to be captured, c stacks are controlled.
    fn evaluate(&self, state: &State) -> ByPlayer<f32> {
        ByPlayer::from_fn(self.players, |player| {
            let missing = u32::from(self.missing(state, player));
            (600 - 100 * missing + state.controlled(player).count_ones()) as f32
        })
    }

    /// 10 (n + t) + s: n pieces move onto t pieces, and the player controls s more stacks than before.
    fn priority(&self, state: &State, mv: Move) -> i32 {
        let own = state.controlled(state.turn);
        let on_target = state.stack(mv.target()).height();
        let gained = i32::from(own & mv.target().bit() == 0);
        if mv.pieces() == 0 {
            return 10 * (1 + on_target as i32) + gained;
        }
        let kept = state.below_top(state.turn, mv.pieces()) & mv.square().bit() != 0;
        10 * (mv.pieces() + on_target) as i32 + gained - i32::from(!kept)
    }

    /// Finds the tallest stack that can be made, then those ways to make it that gain most
    /// stacks, as sets of squares; no move is listed.
    #[inline]
    fn greedy_move(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let player = state.turn;
        if state.holds(player) {
            return self.random_move(state, rng, scratch);
        }
        Tallest::of(state, player).draw(rng)
    }
}

/// The moves that make the tallest stack, as sets of target squares.
struct Tallest {
    own: Squares,
    placements: Squares,
    ways: [Way; 4 * MAX_HEIGHT],
    count: usize,
}

/// Moves of the same number of pieces in the same direction.
#[derive(Clone, Copy, Default)]
struct Way {
    targets: Squares,
    /// Targets whose source stays one's own.
    kept: Squares,
    pieces: u8,
    direction: u8,
}

impl Tallest {
    #[inline]
    fn of(state: &State, player: Player) -> Self {
        let own = state.controlled(player);
        let mut reach = [[0; 4]; MAX_HEIGHT];
        let (mut height, mut most) = (0, 0);
        for pieces in 1..=MAX_HEIGHT {
            let sources = own & state.at_least(pieces);
            if sources == 0 {
                break;
            }
            let targets = targets(sources, pieces);
            let anywhere = targets[0] | targets[1] | targets[2] | targets[3];
            let made = if anywhere == 0 { 0 } else { pieces + state.tallest_among(anywhere) };
            height = height.max(made);
            reach[pieces - 1] = targets;
            most = pieces;
        }
        let mut placements = 0;
        if state.reserve[player.index()] > 0 {
            let made = 1 + state.tallest_among(BOARD);
            height = height.max(made);
            placements = if made == height { state.exactly(made - 1) } else { 0 };
        }
        let mut tallest = Tallest { own, placements, ways: [Way::default(); 4 * MAX_HEIGHT], count: 0 };
        for pieces in height.saturating_sub(MAX_HEIGHT).max(1)..=most.min(height) {
            let landing = state.exactly(height - pieces);
            let kept = targets(own & state.below_top(player, pieces), pieces);
            for direction in 0..4 {
                let targets = reach[pieces - 1][direction] & landing;
                let (pieces, kept, direction) = (pieces as u8, kept[direction], direction as u8);
                tallest.ways[tallest.count] = Way { targets, kept, pieces, direction };
                tallest.count += usize::from(targets != 0);
            }
        }
        tallest
    }

    /// One of the moves that gain most stacks. A stack is gained where the target was not one's
    /// own, and lost where the source is given up.
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Option<Move> {
        let own = self.own;
        self.draw_among(rng, |kept| kept & !own)
            .or_else(|| self.draw_among(rng, |kept| !(kept ^ own)))
            .or_else(|| self.draw_among(rng, |kept| !kept & own))
    }

    /// One of the moves whose target is in `wanted(targets whose source is kept)`, each equally likely.
    #[inline]
    fn draw_among(&self, rng: &mut Rng, wanted: impl Fn(Squares) -> Squares) -> Option<Move> {
        let ways = &self.ways[..self.count];
        let placements = self.placements & wanted(!0);
        let of_stacks: u32 = ways.iter().map(|way| (way.targets & wanted(way.kept)).count_ones()).sum();
        let total = of_stacks + placements.count_ones();
        if total == 0 {
            return None;
        }
        let mut left = rng.below(total as usize);
        for way in ways {
            let targets = way.targets & wanted(way.kept);
            let count = targets.count_ones() as usize;
            if left < count {
                let (pieces, direction) = (usize::from(way.pieces), Direction::ALL[usize::from(way.direction & 3)]);
                let source = Square::nth(targets, left).offset(-direction.step() * pieces as isize);
                return Some(Move::stack(source, direction, pieces));
            }
            left -= count;
        }
        Some(Move::placement(Square::nth(placements, left)))
    }
}

/// Where stacks on `sources` go with so many pieces, by direction.
#[inline]
fn targets(sources: Squares, pieces: usize) -> [Squares; 4] {
    let movable = &MOVABLE[pieces - 1];
    Direction::ALL.map(|direction| direction.shift(sources & movable[direction.index()], pieces))
}
