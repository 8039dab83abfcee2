//! The heuristics of Nijssen 2013, section 3.1.3.

use kingmaker_core::{ByPlayer, Knowledge, Rng};

use super::arrangement::{binomial, rank};
use super::board::{FIELDS, Field, Fields, TURNED_BACK};
use super::guide::Guide;
use super::jumps::{FirstJumps, Jumps};
use super::state::{Outcome, State};
use super::{ChineseCheckers, Draw, Move, PIECES, draw, solo, steps};
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
        let guide = self.guide(state.turn);
        guide.distance(mv.from) as i32 - guide.distance(mv.to) as i32
    }

    /// Looks for the longest way home among chains of jumps and single jumps as sets of fields;
    /// steps matter only where no jump gains more than one. No move is listed.
    #[inline]
    fn greedy_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let guide = self.guide(state.turn);
        let pieces = state.pieces(state.turn);
        let jumps = FirstJumps::new(pieces, state.occupied());
        let ahead = jumps.single.iter().zip(guide.jumps.by(2)).fold(0, |all, (targets, good)| all | targets & good);
        let (gain, chains) = best_chains(guide, &jumps, if ahead != 0 { 2 } else { 1 }, rng);
        if gain > 2 {
            return Some(chains.pick(rng));
        }
        let steps = if gain == 2 { [0; 6] } else { steps(pieces, state.vacant()) };
        let choice = Choice::new(guide, gain as i32, &steps, &jumps.single, chains);
        Some(choice.unwrap_or_else(|| no_way_ahead(guide, &steps, &jumps, rng)).draw(rng))
    }
}

/// The most that chains of jumps gain, at least `gain`, and a draw among those that gain so much.
#[inline(always)]
fn best_chains(guide: &Guide, jumps: &FirstJumps, mut gain: usize, rng: &mut Rng) -> (usize, Draw) {
    let mut draw = Draw::default();
    jumps.for_each_chain(|group| {
        for source in Field::all(group.sources) {
            let distance = guide.distance(source);
            if distance < gain || group.targets & guide.within[distance - gain] == 0 {
                continue;
            }
            while distance > gain && group.targets & guide.within[distance - gain - 1] != 0 {
                gain += 1;
                draw.total = 0;
            }
            let targets = group.targets & guide.at[distance - gain];
            draw.offer(Jumps { sources: source.bit(), targets }, rng);
        }
    });
    (gain, draw)
}

/// The moves that lose least, when none brings a piece closer.
#[cold]
fn no_way_ahead(guide: &Guide, steps: &[Fields; 6], jumps: &FirstJumps, rng: &mut Rng) -> Choice {
    let mut gain = 0;
    loop {
        let mut chains = Draw::default();
        jumps.for_each_chain(|group| {
            for source in Field::all(group.sources) {
                let targets = group.targets & guide.at.get(guide.distance(source) + gain).unwrap_or(&0);
                if targets != 0 {
                    chains.offer(Jumps { sources: source.bit(), targets }, rng);
                }
            }
        });
        if let Some(choice) = Choice::new(guide, -(gain as i32), steps, &jumps.single, chains) {
            return choice;
        }
        gain += 1;
    }
}

/// Moves that gain the same: steps and single jumps by direction, and a draw among chains.
struct Choice {
    steps: [Fields; 6],
    jumps: [Fields; 6],
    chains: Draw,
    total: usize,
}

impl Choice {
    /// Those of the moves that gain so much, if there are any.
    #[inline(always)]
    fn new(guide: &Guide, gain: i32, steps: &[Fields; 6], jumps: &[Fields; 6], chains: Draw) -> Option<Choice> {
        let (good_steps, good_jumps) = (guide.steps.by(gain), guide.jumps.by(gain));
        let steps: [Fields; 6] = std::array::from_fn(|direction| steps[direction] & good_steps[direction]);
        let jumps: [Fields; 6] = std::array::from_fn(|direction| jumps[direction] & good_jumps[direction]);
        let count = |targets: &[Fields; 6]| targets.iter().map(|targets| targets.count_ones()).sum::<u32>() as usize;
        let total = count(&steps) + count(&jumps) + chains.total;
        (total > 0).then_some(Choice { steps, jumps, chains, total })
    }

    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> Move {
        draw(&self.steps, &self.jumps, &self.chains, self.total, rng)
    }
}
