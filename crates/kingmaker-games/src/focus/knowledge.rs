//! The heuristics of Nijssen 2013, section 3.2.3.

use kingmaker_core::{BoardEvaluator, ByPlayer, Game, Knowledge, MoveOrdering, Named, Player, Rng, k_greediest};

use super::board::{BOARD, Direction, MAX_HEIGHT, Square, Squares, targets};
use super::state::{Stack, State};
use super::{Focus, Move, captures};
use crate::outcome::Outcome;

/// The place of the ordering by captures.
const BY_CAPTURES: usize = 1;

impl Knowledge for Focus {
    fn orderings(&self) -> &'static [Named] {
        &[
            Named { name: "static", help: "how tall a stack gets, then how many stacks are gained" },
            Named {
                name: "captures",
                help: "how many pieces of others are captured, then how many stacks are gained and the others lose \
                       (Nijssen & Winands 2010)",
            },
        ]
    }

    /// 600 - 100 r + c: r pieces are still to be captured, c stacks are controlled.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        ByPlayer::from_fn(self.players, |player| {
            (600 - 100 * u32::from(self.missing(state, player)) + state.controlled(player).count_ones()) as f32
        })
    }

    /// Only stacks on two squares change hands, and only captures change r. A player who loses the
    /// last stack may lose the game with it, which takes playing the move to know.
    #[inline(always)]
    fn evaluate_after(
        &self,
        state: &State,
        by: BoardEvaluator,
        before: &mut Option<ByPlayer<f32>>,
        mv: Move,
    ) -> Option<ByPlayer<f32>> {
        if state.ply + 1 >= self.ply_cap {
            return None;
        }
        let mover = state.turn;
        let mut after = *before.get_or_insert_with(|| self.evaluate(state, by));
        let (source, target) = (state.stack(mv.square()), state.stack(mv.target()));
        if target != Stack::EMPTY {
            let loser = target.top();
            if loser != mover && state.controlled(loser).is_power_of_two() {
                return None;
            }
            after[loser] -= 1.0;
        }
        let pieces = mv.pieces();
        if pieces == 0 {
            after[mover] += 1.0;
        } else if source.height() > pieces {
            after[source.player_at(pieces)] += 1.0;
        }
        if pieces.max(1) + target.height() > MAX_HEIGHT {
            let moved = if pieces == 0 { Stack::single(mover) } else { source.split(pieces).0 };
            let (_, overflow) = target.under(moved);
            let mut captured = state.captured[mover.index()];
            for (colour, count) in captured.iter_mut().enumerate() {
                *count += if colour == mover.index() { 0 } else { overflow.count(colour) };
            }
            let (was, is) = (self.missing(state, mover), self.missing_with(&captured, mover));
            if is == 0 && !self.long {
                return None;
            }
            after[mover] += 100.0 * f32::from(was - is);
        }
        Some(after)
    }

    /// 10 (n + t) + s: n pieces move onto t pieces, and the player controls s more stacks than before.
    fn priority(&self, state: &State, by: MoveOrdering, mv: Move) -> i32 {
        if by.index() == BY_CAPTURES {
            return captures::priority(state, mv);
        }
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
    fn greedy_move(&self, state: &State, by: MoveOrdering, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let player = state.turn;
        if state.holds(player) {
            return self.random_move(state, rng, scratch);
        }
        if by.index() == BY_CAPTURES {
            return captures::greedy_move(state, rng);
        }
        let reach = Reach::of(state, player);
        let mut ways = Ways::default();
        reach.making(state, reach.height, &mut ways);
        ways.draw(reach.own, rng)
    }

    /// Goes through the heights that can be made from the tallest, and for each through what it
    /// gains; within that, sets of squares are in the order of moves.
    fn k_best(&self, state: &State, by: MoveOrdering, k: usize, out: &mut Vec<Move>) {
        out.clear();
        if state.outcome != Outcome::Open {
            return;
        }
        if by.index() == BY_CAPTURES {
            return k_greediest(self, state, by, k, out);
        }
        let player = state.turn;
        if state.holds(player) {
            out.extend(Square::all(state.exactly(0)).take(k).map(Move::placement));
            return;
        }
        let reach = Reach::of(state, player);
        let mut ways = Ways::default();
        for height in (1..=reach.height).rev() {
            reach.making(state, height, &mut ways);
            ways.append(gains, reach.own, k, out);
            ways.append(keeps, reach.own, k, out);
            ways.append(loses, reach.own, k, out);
            if out.len() == k {
                return;
            }
        }
    }
}

/// Appends the moves to some squares, in order, until there are `k`.
#[inline(always)]
fn append(mut targets: Squares, k: usize, out: &mut Vec<Move>, to_move: impl Fn(Square) -> Move) {
    while targets != 0 && out.len() < k {
        out.push(to_move(Square::lowest(targets)));
        targets &= targets - 1;
    }
}

/// Where a player can go.
struct Reach {
    player: Player,
    own: Squares,
    /// The squares with a stack of each height.
    exactly: [Squares; MAX_HEIGHT + 1],
    /// Targets by number of pieces and direction.
    targets: [[Squares; 4]; MAX_HEIGHT],
    /// Targets by number of pieces.
    anywhere: [Squares; MAX_HEIGHT],
    /// The most pieces that can be moved.
    most: usize,
    /// The tallest stack that can be made, before it loses what is beyond five.
    height: usize,
}

/// The moves that make a stack of one height, as sets of target squares.
#[derive(Default)]
struct Ways {
    placements: Squares,
    ways: [Way; MAX_HEIGHT],
    count: usize,
}

/// Targets of moves that gain a stack, given those whose source is kept and one's own.
#[inline(always)]
fn gains(kept: Squares, own: Squares) -> Squares {
    kept & !own
}

/// Targets of moves that neither gain nor lose a stack.
#[inline(always)]
fn keeps(kept: Squares, own: Squares) -> Squares {
    !(kept ^ own)
}

/// Targets of moves that lose a stack.
#[inline(always)]
fn loses(kept: Squares, own: Squares) -> Squares {
    !kept & own
}

/// Moves of the same number of pieces, by direction.
#[derive(Clone, Copy, Default)]
struct Way {
    targets: [Squares; 4],
    /// Targets whose source stays one's own.
    kept: [Squares; 4],
    pieces: usize,
}

impl Way {
    /// The targets of one class: `gains`, `keeps` or `loses`.
    #[inline(always)]
    fn those(&self, class: impl Fn(Squares, Squares) -> Squares, own: Squares) -> [Squares; 4] {
        std::array::from_fn(|direction| self.targets[direction] & class(self.kept[direction], own))
    }
}

impl Reach {
    #[inline]
    fn of(state: &State, player: Player) -> Self {
        let own = state.controlled(player);
        let mut reach = Reach {
            player,
            own,
            exactly: std::array::from_fn(|height| state.exactly(height)),
            targets: [[0; 4]; MAX_HEIGHT],
            anywhere: [0; MAX_HEIGHT],
            most: 0,
            height: 0,
        };
        for pieces in 1..=MAX_HEIGHT {
            let sources = own & state.at_least(pieces);
            if sources == 0 {
                break;
            }
            let targets = targets(sources, pieces);
            let anywhere = targets[0] | targets[1] | targets[2] | targets[3];
            let made = if anywhere == 0 { 0 } else { pieces + state.tallest_among(anywhere) };
            reach.height = reach.height.max(made);
            reach.targets[pieces - 1] = targets;
            reach.anywhere[pieces - 1] = anywhere;
            reach.most = pieces;
        }
        if state.reserve[player.index()] > 0 {
            reach.height = reach.height.max(1 + state.tallest_among(BOARD));
        }
        reach
    }

    /// The squares where a placement makes a stack of this height.
    #[inline]
    fn placements(&self, state: &State, height: usize) -> Squares {
        let can_place = state.reserve[self.player.index()] > 0 && height <= MAX_HEIGHT + 1;
        if can_place { self.exactly[height - 1] } else { 0 }
    }

    /// Replaces `ways` by the moves that make a stack of this height.
    #[inline]
    fn making(&self, state: &State, height: usize, ways: &mut Ways) {
        ways.placements = self.placements(state, height);
        ways.count = 0;
        for pieces in height.saturating_sub(MAX_HEIGHT).max(1)..=self.most.min(height) {
            let landing = self.exactly[height - pieces];
            if self.anywhere[pieces - 1] & landing != 0 {
                let kept = targets(self.own & state.below_top(self.player, pieces), pieces);
                let targets = self.targets[pieces - 1].map(|targets| targets & landing);
                ways.ways[ways.count] = Way { targets, kept, pieces };
                ways.count += 1;
            }
        }
    }
}

impl Ways {
    /// Appends the moves of a class, in order, until there are `k`.
    #[inline(always)]
    fn append(&self, class: impl Fn(Squares, Squares) -> Squares, own: Squares, k: usize, out: &mut Vec<Move>) {
        append(self.placements & class(!0, own), k, out, Move::placement);
        for way in &self.ways[..self.count] {
            let those = way.those(&class, own);
            if those[0] | those[1] | those[2] | those[3] == 0 {
                continue;
            }
            for (targets, direction) in those.into_iter().zip(Direction::ALL) {
                append(targets, k, out, |to| Move::stack_to(to, direction, way.pieces));
            }
        }
    }

    /// One of the moves that gain most stacks. A stack is gained where the target was not one's
    /// own, and lost where the source is given up.
    #[inline]
    fn draw(&self, own: Squares, rng: &mut Rng) -> Option<Move> {
        self.draw_among(rng, own, gains)
            .or_else(|| self.draw_among(rng, own, keeps))
            .or_else(|| self.draw_among(rng, own, loses))
    }

    /// One of the moves of a class, each equally likely.
    #[inline]
    fn draw_among(&self, rng: &mut Rng, own: Squares, class: impl Fn(Squares, Squares) -> Squares) -> Option<Move> {
        let ways = &self.ways[..self.count];
        let placements = self.placements & class(!0, own);
        let count = |way: &Way| way.those(&class, own).map(Squares::count_ones).iter().sum::<u32>();
        let total = ways.iter().map(count).sum::<u32>() + placements.count_ones();
        if total == 0 {
            return None;
        }
        let mut left = rng.below(total as usize);
        for way in ways {
            for (targets, direction) in way.those(&class, own).into_iter().zip(Direction::ALL) {
                let count = targets.count_ones() as usize;
                if left < count {
                    return Some(Move::stack_to(Square::nth(targets, left), direction, way.pieces));
                }
                left -= count;
            }
        }
        Some(Move::placement(Square::nth(placements, left)))
    }
}
