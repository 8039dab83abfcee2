//! The heuristics of Nijssen 2013, section 3.1.3.

use kingmaker_core::{ByPlayer, Knowledge, Rng};

use super::arrangement::{binomial, rank};
use super::board::{FIELDS, Field, Fields, TURNED_BACK, shifted};
use super::guide::{FARTHEST, Guide};
use super::jumps::{Jumps, for_each_jumps};
use super::state::{Outcome, State};
use super::{ChineseCheckers, Draw, Move, PIECES, nth_step, solo};
use crate::tables::Table;

/// For every arrangement of six pieces, numbered as in the combinatorial number system, the
/// fewest moves that take them from there to the lowest triangle when nobody else is on the board.
pub static MOVES_HOME: Table = Table::new(
    "chinese-checkers-solo",
    "Chinese Checkers: the fewest moves home for every arrangement of one player's pieces",
    1,
    binomial(FIELDS, PIECES),
    solo::moves_home,
);

/// The highest number in [`MOVES_HOME`].
const MOST_MOVES: u8 = 28;

impl Knowledge for ChineseCheckers {
    fn prepare(&self, progress: &(dyn Fn(f32) + Sync)) -> Result<(), String> {
        MOVES_HOME.prepare(progress)
    }

    /// 28 - m: the player would need m moves if the others took their pieces off the board.
    fn evaluate(&self, state: &State) -> ByPlayer<f32> {
        let table = MOVES_HOME.bytes();
        ByPlayer::from_fn(self.players, |player| {
            let turned_back = &TURNED_BACK[self.seats[player.index()]];
            let pieces = Field::all(state.pieces(player));
            let pieces = pieces.fold(0, |turned, field| turned | 1 << turned_back[field.index()]);
            f32::from(MOST_MOVES.saturating_sub(table[rank(pieces) as usize]))
        })
    }

    /// How much closer to the home base the piece gets.
    #[inline]
    fn priority(&self, state: &State, mv: Move) -> i32 {
        let distance = &self.guide(state.turn).distance;
        i32::from(distance[mv.from.index()]) - i32::from(distance[mv.to.index()])
    }

    #[inline]
    fn greedy_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let guide = self.guide(state.turn);
        let (pieces, vacant) = (state.pieces(state.turn), state.vacant());
        let mut gain = -(FARTHEST as i32) - 1;
        let mut best = Draw::default();
        for_each_jumps(pieces, state.occupied(), |group| {
            let farthest = farthest(guide, group.sources);
            let nearest = nearest(guide, group.targets);
            let of_group = farthest as i32 - nearest as i32;
            if of_group < gain {
                return;
            }
            if of_group > gain {
                gain = of_group;
                best.total = 0;
            }
            let sources = group.sources & guide.at[farthest];
            let targets = group.targets & guide.at[nearest];
            best.offer(Jumps { sources, targets }, rng);
        });
        if gain >= 2 {
            return Some(best.pick(rng));
        }
        let mut steps: [Fields; 6] = std::array::from_fn(|direction| shifted(pieces, direction) & vacant);
        let all = steps;
        let mut count = 0;
        for (direction, targets) in steps.iter_mut().enumerate() {
            *targets &= guide.closer[direction];
            count += targets.count_ones() as usize;
        }
        let mut of_steps = 1;
        if count == 0 {
            of_steps = 0;
            for direction in 0..6 {
                steps[direction] = all[direction] & guide.level[direction];
                count += steps[direction].count_ones() as usize;
            }
            if count == 0 {
                of_steps = -1;
                steps = all;
                count = steps.iter().map(|targets| targets.count_ones() as usize).sum();
            }
        }
        let total = match of_steps.cmp(&gain) {
            std::cmp::Ordering::Less => return Some(best.pick(rng)),
            std::cmp::Ordering::Equal => best.total + count,
            std::cmp::Ordering::Greater if count == 0 => return Some(best.pick(rng)),
            std::cmp::Ordering::Greater => count,
        };
        let left = rng.below(total);
        if left < count { Some(nth_step(&steps, left)) } else { Some(best.pick(rng)) }
    }
}

/// The longest distance of some fields, of which there is at least one.
#[inline(always)]
fn farthest(guide: &Guide, fields: Fields) -> usize {
    let mut longest = 0;
    for field in Field::all(fields) {
        longest = longest.max(guide.distance[field.index()]);
    }
    usize::from(longest)
}

/// The shortest distance of some fields, of which there is at least one.
#[inline(always)]
fn nearest(guide: &Guide, fields: Fields) -> usize {
    let mut shortest = 0;
    while fields & guide.within[shortest] == 0 {
        shortest += 1;
    }
    shortest
}
