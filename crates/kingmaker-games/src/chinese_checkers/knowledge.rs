//! The heuristics of Nijssen 2013, section 3.1.3, and the greediest move of Nijssen & Winands 2010, section 4.1.

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering, Named, Player, Rng, k_greediest};

use super::arrangement::{BINOMIALS, binomial, numbers_of_others, rank};
use super::board::{DIRECTIONS, FIELDS, Field, Fields, NEIGHBOURS};
use super::guide::{FARTHEST, Guide};
use super::jumps::Jumps;
use super::state::State;
use super::{ChineseCheckers, Move, NOBODY, PIECES, count, nth, solo, steps};
use crate::outcome::Outcome;
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

/// The place of the ordering by the nearest field of the home base.
pub(super) const BY_BASE: usize = 1;

/// The place of the ordering by the table of moves home.
pub(super) const BY_TABLE: usize = 2;

/// The highest number in [`MOVES_HOME`].
const MOST_MOVES: u8 = 28;

impl Knowledge for ChineseCheckers {
    fn orderings(&self) -> &'static [Named] {
        &[
            Named { name: "tip", help: "how many steps closer a piece gets to the tip of its home base" },
            Named { name: "base", help: "how many steps closer a piece gets to the nearest field of its home base" },
            Named {
                name: "table",
                help: "how few moves home are left, by the table of the board evaluator (Nijssen & Winands 2010)",
            },
        ]
    }

    fn prepare(&self, progress: &(dyn Fn(f32) + Sync)) -> Result<(), String> {
        MOVES_HOME.prepare(progress)
    }

    /// 28 - m: the player would need m moves if the others took their pieces off the board and pieces could stop
    /// anywhere. Where they may not, it takes longer from hardly any arrangement, which a long test counts.
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        ByPlayer::from_fn(self.players, |player| progress(state.turned(player)))
    }

    /// Only the mover's pieces change. A move that fills a home base ends the game, or nearly so.
    #[inline(always)]
    fn evaluate_after(
        &self,
        state: &State,
        by: BoardEvaluator,
        before: &mut Option<ByPlayer<f32>>,
        mv: Move,
    ) -> Option<ByPlayer<f32>> {
        let mover = state.turn;
        let owner = self.owners[mv.to.index()];
        if owner != NOBODY {
            let home = self.home(Player::new(usize::from(owner)));
            if (state.occupied() | mv.to.bit()) & home == home {
                return None;
            }
        }
        if state.ply + 1 >= self.ply_cap {
            return None;
        }
        let mut after = *before.get_or_insert_with(|| self.evaluate(state, by));
        after[mover] = self.progress_after(state, mv);
        Some(after)
    }

    /// How much closer to the home base the piece gets, or what the evaluator says of the mover afterwards.
    #[inline]
    fn priority(&self, state: &State, by: MoveOrdering, mv: Move) -> i32 {
        if by.index() == BY_TABLE {
            return self.progress_after(state, mv) as i32;
        }
        let guide = self.guide(by, state.turn);
        guide.distance(mv.from) as i32 - guide.distance(mv.to) as i32
    }

    /// Looks for the longest way home among chains of jumps and single jumps as sets of fields;
    /// steps matter only where no jump gains more than one. No move is listed.
    #[inline]
    fn greedy_move(&self, state: &State, by: MoveOrdering, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        if by.index() == BY_TABLE {
            return self.greediest_by_table(state, rng, scratch);
        }
        let guide = self.guide(by, state.turn);
        let (pieces, stops) = (state.pieces(state.turn), self.stops(state.turn));
        let jumps = Jumps::new(pieces, state.occupied(), stops);
        let chains = Chains::best(guide, &jumps, rng);
        if chains.gain > 2 {
            return Some(chains.pick(rng));
        }
        if chains.gain == 2 || jumps.has_single() {
            let single = among(jumps.single(), guide.jumps.by(2));
            let of_chains = if chains.gain == 2 { chains.total } else { 0 };
            let of_single = count(&single);
            if of_single + of_chains > 0 {
                let left = rng.below(of_single + of_chains);
                return Some(if left < of_single { nth(&single, left, 2) } else { chains.pick(rng) });
            }
        }
        let steps = steps(pieces, state.vacant() & stops);
        gaining(guide, 1, steps, &jumps, chains, rng).or_else(|| no_way_ahead(guide, steps, &jumps, rng))
    }

    /// Jumps that gain more than a step can are sorted; then it goes through the gains downwards and
    /// takes the moves of each in order.
    fn k_best(&self, state: &State, by: MoveOrdering, k: usize, out: &mut Vec<Move>) {
        out.clear();
        if state.outcome != Outcome::Open {
            return;
        }
        if by.index() == BY_TABLE {
            return k_greediest(self, state, by, k, out);
        }
        let guide = self.guide(by, state.turn);
        let (pieces, stops) = (state.pieces(state.turn), self.stops(state.turn));
        let jumps = Jumps::new(pieces, state.occupied(), stops);
        let mut left = pieces;
        let mut reach = [(); PIECES].map(|()| {
            let from = Field::lowest(left);
            left &= left.wrapping_sub(1);
            Reach { from, distance: guide.distance(from), targets: 0 }
        });
        jumps.for_each_chain(|group| {
            for from in Field::all(group.sources) {
                reach[from.count_below(pieces)].targets |= group.targets;
            }
        });
        if jumps.has_single() {
            for (targets, direction) in jumps.single().into_iter().zip(DIRECTIONS) {
                for to in Field::all(targets) {
                    reach[to.offset(-2 * direction).count_below(pieces)].targets |= to.bit();
                }
            }
        }
        let mut ends = [0; FARTHEST + 1];
        for &Reach { from, distance, targets } in &reach {
            if targets != 0 && distance > 1 {
                sort_by_gain(guide, from, targets & guide.within[distance - 2], &mut ends, k, out);
            }
        }
        if out.len() == k {
            return;
        }
        for Reach { from, targets, .. } in &mut reach {
            *targets |= NEIGHBOURS[from.index()] & state.vacant() & stops;
        }
        // From a gain of one downwards.
        for loss in 0..=FARTHEST + 1 {
            for &Reach { from, distance, targets } in &reach {
                let Some(at) = guide.at.get((distance + loss).wrapping_sub(1)) else { continue };
                let mut left = targets & at;
                while left != 0 {
                    if out.len() == k {
                        return;
                    }
                    out.push(Move { from, to: Field::lowest(left) });
                    left &= left - 1;
                }
            }
        }
    }
}

/// Where a piece can go.
#[derive(Clone, Copy)]
struct Reach {
    from: Field,
    /// From home.
    distance: usize,
    targets: Fields,
}

/// The evaluation of one player's pieces, seen as if they had begun at the top.
#[inline(always)]
fn progress(turned: Fields) -> f32 {
    f32::from(MOST_MOVES.saturating_sub(MOVES_HOME.bytes()[rank(turned) as usize]))
}

impl ChineseCheckers {
    /// The evaluation of the mover's pieces after a move.
    #[inline(always)]
    fn progress_after(&self, state: &State, mv: Move) -> f32 {
        let seat = self.seats[state.turn.index()];
        progress(state.turned(state.turn) ^ mv.from.turned_back(seat) ^ mv.to.turned_back(seat))
    }

    /// One of the moves after which the table has the fewest moves home. The numbers of the arrangements after moves
    /// come from that of the one before; all are looked up before any is compared, because most are not in the cache.
    #[inline]
    fn greediest_by_table(&self, state: &State, rng: &mut Rng, moves: &mut Vec<Move>) -> Option<Move> {
        let (seat, turned) = (self.seats[state.turn.index()], state.turned(state.turn));
        let (number, table) = (rank(turned), MOVES_HOME.bytes());
        let mut left = turned;
        let fields = [(); PIECES].map(|()| {
            let field = Field::lowest(left);
            left &= left.wrapping_sub(1);
            field.index()
        });
        moves.clear();
        let mut moves_home = [u8::MAX; PIECES * FIELDS];
        for (from, targets) in self.reach(state, state.turn) {
            let piece = from.turned_back(seat);
            let others = numbers_of_others(number, &fields, Field::lowest(piece).count_below(turned));
            for to in Field::all(targets) {
                let field = Field::lowest(to.turned_back(seat));
                let below = field.count_below(turned ^ piece);
                let after = others[below].wrapping_add(BINOMIALS[below + 1][field.index()]);
                moves_home[moves.len()] = table[after as usize];
                moves.push(Move { from, to });
            }
        }
        let moves_home = &moves_home[..moves.len()];
        let fewest = moves_home.iter().min()?;
        let best = || moves_home.iter().zip(moves.iter()).filter(|(count, _)| *count == fewest);
        let drawn = rng.below(best().count());
        best().nth(drawn).map(|(_, &mv)| mv)
    }
}

/// Inserts moves into a list in which higher gains come first and equal ones keep their order, of
/// which `k` are kept. `ends[gain]` is how many gain more than that.
#[inline]
fn sort_by_gain(
    guide: &Guide,
    from: Field,
    targets: Fields,
    ends: &mut [usize; FARTHEST + 1],
    k: usize,
    out: &mut Vec<Move>,
) {
    for to in Field::all(targets) {
        let gain = guide.distance(from) - guide.distance(to);
        let place = ends[gain - 1];
        if place < k {
            out.truncate(k - 1);
            out.insert(place, Move { from, to });
            for end in &mut ends[..gain] {
                *end += 1;
            }
        }
    }
}

/// One of the moves that gain so much, if there are any; `chains` are those chains that do.
#[inline(always)]
fn gaining(guide: &Guide, gain: i32, steps: [Fields; 6], jumps: &Jumps, chains: Chains, rng: &mut Rng) -> Option<Move> {
    let steps = among(steps, guide.steps.by(gain));
    let single = if jumps.has_single() { among(jumps.single(), guide.jumps.by(gain)) } else { [0; 6] };
    let (of_steps, of_single) = (count(&steps), count(&single));
    let total = of_steps + of_single + chains.total;
    if total == 0 {
        return None;
    }
    let left = rng.below(total);
    if left < of_steps {
        Some(nth(&steps, left, 1))
    } else if left < of_steps + of_single {
        Some(nth(&single, left - of_steps, 2))
    } else {
        Some(chains.pick(rng))
    }
}

/// One of the moves that lose least, when none brings a piece closer.
#[cold]
fn no_way_ahead(guide: &Guide, steps: [Fields; 6], jumps: &Jumps, rng: &mut Rng) -> Option<Move> {
    (0..=FARTHEST).find_map(|loss| {
        let chains = Chains::losing(guide, loss, jumps, rng);
        gaining(guide, -(loss as i32), steps, jumps, chains, rng)
    })
}

/// Those of the targets that are wanted, by direction.
#[inline(always)]
fn among(targets: [Fields; 6], wanted: &[Fields; 6]) -> [Fields; 6] {
    std::array::from_fn(|direction| targets[direction] & wanted[direction])
}

/// Chains of jumps that gain the same. One source has been drawn with a probability in
/// proportion to how many targets it has.
struct Chains {
    gain: usize,
    total: usize,
    source: Field,
    targets: Fields,
}

impl Chains {
    #[inline(always)]
    fn new(gain: usize) -> Self {
        Chains { gain, total: 0, source: Field::lowest(1), targets: 0 }
    }

    /// Those that gain most; none if no chain gains anything.
    #[inline(always)]
    fn best(guide: &Guide, jumps: &Jumps, rng: &mut Rng) -> Self {
        let mut chains = Chains::new(1);
        jumps.for_each_chain(|group| {
            for source in Field::all(group.sources) {
                let distance = guide.distance(source);
                if distance < chains.gain || group.targets & guide.within[distance - chains.gain] == 0 {
                    continue;
                }
                while distance > chains.gain && group.targets & guide.within[distance - chains.gain - 1] != 0 {
                    chains.gain += 1;
                    chains.total = 0;
                }
                chains.offer(source, group.targets & guide.at[distance - chains.gain], rng);
            }
        });
        chains
    }

    /// Those that lose so much.
    fn losing(guide: &Guide, loss: usize, jumps: &Jumps, rng: &mut Rng) -> Self {
        let mut chains = Chains::new(0);
        jumps.for_each_chain(|group| {
            for source in Field::all(group.sources) {
                let targets = group.targets & guide.at.get(guide.distance(source) + loss).unwrap_or(&0);
                if targets != 0 {
                    chains.offer(source, targets, rng);
                }
            }
        });
        chains
    }

    /// Lets a source take part.
    #[inline(always)]
    fn offer(&mut self, source: Field, targets: Fields, rng: &mut Rng) {
        let count = targets.count_ones() as usize;
        self.total += count;
        if self.total == count || rng.below(self.total) < count {
            self.source = source;
            self.targets = targets;
        }
    }

    /// One of the jumps of the source that was drawn.
    #[inline(always)]
    fn pick(&self, rng: &mut Rng) -> Move {
        let n = rng.below(self.targets.count_ones() as usize);
        Move { from: self.source, to: Field::nth(self.targets, n) }
    }
}
