//! The heuristics of Nijssen 2013, section 3.1.3.

use kingmaker_core::{ByPlayer, Knowledge, Rng};

use super::board::{Field, Fields, shifted};
use super::guide::{FARTHEST, Guide};
use super::state::{Jumps, Outcome, State};
use super::{ChineseCheckers, Draw, Move, nth_step};

impl Knowledge for ChineseCheckers {
    /// 28 - m.
    fn evaluate(&self, _state: &State) -> ByPlayer<f32> {
        ByPlayer::splat(self.players, 0.0)
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
        state.for_each_jumps(pieces, |group| {
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
