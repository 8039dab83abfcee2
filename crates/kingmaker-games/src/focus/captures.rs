//! The greediest move of Nijssen & Winands 2010, section 4.1: by captured pieces and stacks controlled.
//!
//! The source names what counts and not how much: here a stack never outweighs a capture.

use kingmaker_core::{Player, Rng};

use super::Move;
use super::board::{BOARD, Direction, MAX_HEIGHT, Square, Squares, targets};
use super::state::{Stack, State};

/// The most stacks that a move can gain, taken from another player and none given up.
const MOST_GAINED: i32 = 2;

/// 100 n + s - t: n pieces of others are captured, and the mover controls s stacks more than before, all others
/// together t.
pub(super) fn priority(state: &State, mv: Move) -> i32 {
    let (mover, pieces) = (state.turn, mv.pieces());
    let (source, target) = (state.stack(mv.square()), state.stack(mv.target()));
    let is_own = |player: Player| if player == mover { 1 } else { -1 };
    // The stack that is moved is the mover's before and after.
    let mut stacks = i32::from(pieces == 0);
    if target != Stack::EMPTY {
        stacks -= is_own(target.top());
    }
    if pieces > 0 && source.height() > pieces {
        stacks += is_own(source.player_at(pieces));
    }
    let moved = if pieces == 0 { Stack::single(mover) } else { source.split(pieces).0 };
    let (_, overflow) = target.under(moved);
    let captured: u8 = (0..4).filter(|&player| player != mover.index()).map(|player| overflow.count(player)).sum();
    100 * i32::from(captured) + stacks
}

/// One of the moves of the highest [`priority`], found as sets of squares: those that capture most, and of them those
/// that gain most stacks. No move is listed.
#[inline]
pub(super) fn greedy_move(state: &State, rng: &mut Rng) -> Option<Move> {
    let mut candidates = Candidates::of(state);
    candidates.keep_most_captures(state);
    (-MOST_GAINED..=MOST_GAINED).rev().find_map(|gained| candidates.draw(gained, rng))
}

/// Where so many pieces can go, by what the square that they leave is for the mover, and by direction.
#[derive(Clone, Copy, Default)]
struct Group {
    /// It stays their own: one stack more. A placement leaves no square, and is here too.
    kept: [Squares; 4],
    /// It is empty.
    emptied: [Squares; 4],
    /// It is another's, who has one stack more.
    given: [Squares; 4],
}

impl Group {
    fn all_sets(&mut self) -> impl Iterator<Item = &mut Squares> {
        self.kept.iter_mut().chain(&mut self.emptied).chain(&mut self.given)
    }
}

/// The moves that may be the best ones.
struct Candidates {
    /// By the number of pieces that are moved, 0 for placements.
    groups: [Group; MAX_HEIGHT + 1],
    /// The highest number of pieces that can be moved.
    most: usize,
    own: Squares,
    empty: Squares,
    others: Squares,
}

impl Candidates {
    /// All moves of a player who holds no piece.
    #[inline]
    fn of(state: &State) -> Candidates {
        let player = state.turn;
        let (own, empty) = (state.controlled(player), state.exactly(0));
        let mut groups = [Group::default(); MAX_HEIGHT + 1];
        groups[0].kept[0] = if state.reserve[player.index()] > 0 { BOARD } else { 0 };
        let mut most = 0;
        for (pieces, group) in groups.iter_mut().enumerate().skip(1) {
            let sources = own & state.at_least(pieces);
            if sources == 0 {
                break;
            }
            let (kept, emptied) = (state.below_top(player, pieces), state.exactly(pieces));
            *group = Group {
                kept: targets(sources & kept, pieces),
                emptied: targets(sources & emptied, pieces),
                given: targets(sources & !(kept | emptied), pieces),
            };
            most = pieces;
        }
        Candidates { groups, most, own, empty, others: BOARD & !(own | empty) }
    }

    /// Drops all moves that capture fewer pieces than others do.
    #[inline]
    fn keep_most_captures(&mut self, state: &State) {
        // `at_least[p][n]`: where at least n pieces are captured by whoever puts p pieces there. What lies deeper than
        // 5 - p is pushed out.
        let mut at_least = [[0; MAX_HEIGHT + 1]; MAX_HEIGHT + 1];
        at_least[0][0] = BOARD;
        for put in 1..=MAX_HEIGHT {
            let depth = MAX_HEIGHT - put;
            let captured = state.at_least(depth + 1) & !state.pieces_of(state.turn, depth);
            at_least[put][0] = BOARD;
            for n in 1..=put {
                at_least[put][n] = at_least[put - 1][n] | at_least[put - 1][n - 1] & captured;
            }
        }
        let mut most = 0;
        for (pieces, group) in self.groups[..=self.most].iter_mut().enumerate() {
            let anywhere = group.all_sets().fold(0, |all, &mut set| all | set);
            let put = pieces.max(1);
            while most < put && anywhere & at_least[put][most + 1] != 0 {
                most += 1;
            }
        }
        if most > 0 {
            for (pieces, group) in self.groups[..=self.most].iter_mut().enumerate() {
                group.all_sets().for_each(|set| *set &= at_least[pieces.max(1)][most]);
            }
        }
    }

    /// One of the moves after which the mover has gained so many stacks on all others, each equally likely.
    #[inline]
    fn draw(&self, gained: i32, rng: &mut Rng) -> Option<Move> {
        let [after_kept, after_emptied, after_given] =
            [gained - 1, gained, gained + 1].map(|on_target| match on_target {
                1 => self.others,
                0 => self.empty,
                -1 => self.own,
                _ => 0,
            });
        let groups = &self.groups[..=self.most];
        let mut sets = [[0; 4]; MAX_HEIGHT + 1];
        let mut total = 0;
        for (sets, group) in sets.iter_mut().zip(groups) {
            for (direction, set) in sets.iter_mut().enumerate() {
                *set = group.kept[direction] & after_kept
                    | group.emptied[direction] & after_emptied
                    | group.given[direction] & after_given;
                total += set.count_ones() as usize;
            }
        }
        if total == 0 {
            return None;
        }
        let mut left = rng.below(total);
        for (pieces, sets) in sets.iter().enumerate() {
            for (&set, direction) in sets.iter().zip(Direction::ALL) {
                let count = set.count_ones() as usize;
                if left < count {
                    let to = Square::nth(set, left);
                    return Some(if pieces == 0 { Move::placement(to) } else { Move::stack_to(to, direction, pieces) });
                }
                left -= count;
            }
        }
        None
    }
}
