//! What all threads of a search have in common, and what ends it.

use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::{Chance, Game, Player, PlayerSet, Rng, Scores, Turn, View};

use super::choice::{Choice, RootMove, rank};
use super::haste::Haste;
use super::policy::Aim;
use super::root::Forest;
use super::selection::Exploration;
use super::slab::Apart;
use super::solver::Solver;
use super::tree::ROOT;
use crate::budget::Clock;
use crate::hidden::belief::Belief;
use crate::onlooker::Onlooker;
use crate::report::{Report, Stop};

/// Chance events of a game.
pub(super) type ChanceOf<'a, G> = &'a dyn Chance<State = <G as Game>::State, Move = <G as Game>::Move>;

/// What all threads of a search have in common.
pub(super) struct Task<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) view: &'a View<'a, G>,
    /// What the player believes about what they do not know, if there is anything.
    pub(super) belief: Option<&'a dyn Belief<G>>,
    pub(super) clock: Clock,
    pub(super) exploration: Exploration,
    /// A node gets its children when it has been visited so often.
    pub(super) expand_after: u32,
    /// Whether they come one at a time: any that was not tried yet is tried before what was.
    pub(super) grows_one: bool,
    /// The player at the root, and what everybody wants.
    pub(super) root: Player,
    pub(super) aim: Aim,
    pub(super) solver: Option<Solver>,
    pub(super) chance: Option<ChanceOf<'a, G>>,
    /// Whether one tree serves many positions: what is possible at a node differs from visit to visit.
    pub(super) is_loose: bool,
    /// Whether outcomes of chance are left out of the tree.
    pub(super) is_open_loop: bool,
    /// Whether every world has a tree of its own.
    pub(super) is_separate: bool,
    /// Coalition Reduction, if there is any.
    pub(super) coalition: Option<Coalition>,
    /// Playouts begun, and how many there may be.
    pub(super) begun: Apart<AtomicU64>,
    pub(super) limit: u64,
    /// What is spent of a budget in plies, if there is one.
    pub(super) plies: Option<Plies>,
    /// Whether a won game is won soon.
    pub(super) haste: Option<Haste>,
    /// How a move is chosen in the end.
    pub(super) choice: Choice,
    /// Who looks on.
    pub(super) onlooker: Option<Onlooker<G::Move>>,
    /// Where the search ends as soon as the choice is clear: from how many playouts on.
    pub(super) settles_from: Option<u64>,
}

/// Coalition Reduction: what a win by a team-mate's move is worth (Nijssen 2013, section 7.2.6).
#[derive(Clone, Copy, Debug)]
pub(super) struct Coalition {
    /// The player at the root.
    pub(super) root: Player,
    /// Who wins with them, themselves included.
    pub(super) side: PlayerSet,
    /// What is left of the win: 1 - r.
    pub(super) part: f32,
}

/// A budget in plies, which threads share.
#[derive(Debug)]
pub(super) struct Plies {
    limit: u64,
    spent: Apart<AtomicU64>,
}

impl Plies {
    pub(super) fn new(limit: u64) -> Self {
        Plies { limit, spent: Apart(AtomicU64::new(0)) }
    }

    /// So many were made. Where nothing was, as in a tree without room, it counts as one, so that every search ends.
    pub(super) fn spend(&self, plies: u32) {
        self.spent.0.fetch_add(u64::from(plies.max(1)), Ordering::Relaxed);
    }

    /// Whether all but so many are spent.
    fn is_spent_but(&self, rest: u64) -> bool {
        self.spent.0.load(Ordering::Relaxed) >= self.limit - rest
    }
}

impl<G: Game> Task<'_, G> {
    /// A world to begin an iteration in.
    #[inline]
    pub(super) fn world(&self, rng: &mut Rng) -> G::State {
        match self.belief {
            None => self.view.determinize(self.game, rng).into_owned(),
            Some(belief) => belief.draw(self.game, self.view, rng),
        }
    }

    /// What the end of a game counts as: less for the coalition, if it was not the player at the root who won it.
    pub(super) fn credited(&self, state: &G::State, scores: Scores) -> Scores {
        let Some(Coalition { root, side, part }) = self.coalition else { return scores };
        let is_foreign = self.game.turn(state) == Turn::Over
            && self.game.credit(state).is_some_and(|player| player != root && side.contains(player));
        if is_foreign { scores.reduced(side, part) } else { scores }
    }

    /// What is known about these moves at hand and the best of them, if there are any. `telling` is the tree that says
    /// what is expected, one of all.
    pub(super) fn report(
        &self,
        mut moves: Vec<RootMove<G::Move>>,
        telling: &Forest<G>,
        all: &[Forest<G>],
        tally: &Tally,
    ) -> Option<Report<G::Move>> {
        let outcome = |forest: &Forest<G>| self.solver.and_then(|solver| solver.outcome(&forest.tree, ROOT));
        let most = all.iter().find_map(outcome).map(|outcome| self.aim.of(self.view.observer(), &outcome));
        rank(&mut moves, self.choice, self.aim, most);
        let best = moves.first()?;
        Some(Report {
            best: best.mv,
            candidates: moves.iter().map(|mv| mv.candidate(self.game.players())).collect(),
            line: telling.line(best.mv),
            branches: if self.onlooker.is_some() { telling.branches() } else { Vec::new() },
            value: best.worth(self.aim).map(f64::from),
            playouts: tally.playouts,
            playout_plies: tally.plies,
            plies: tally.all_plies(),
            nodes: all.iter().map(|forest| u64::from(forest.tree.size())).sum(),
            depth: tally.depth,
            cutoffs: 0,
            table_hits: 0,
            stop: tally.stop,
            elapsed: self.clock.elapsed(),
        })
    }

    /// Why a thread ends, if so, when this many playouts have begun before its next.
    pub(super) fn is_spent(&self, forest: &Forest<G>, begun: u64) -> Option<Stop> {
        if begun >= self.limit {
            return Some(Stop::Playouts);
        }
        if self.plies.as_ref().is_some_and(|plies| plies.is_spent_but(0)) {
            return Some(Stop::Plies);
        }
        if self.is_settled(forest, begun) {
            return Some(Stop::Settled);
        }
        (begun.is_multiple_of(PLAYOUTS_PER_LOOK) && self.clock.is_over()).then_some(Stop::Time)
    }

    /// Whether the rest of the budget can be saved, which ends the search of all threads.
    fn is_settled(&self, forest: &Forest<G>, begun: u64) -> bool {
        let is_late = |from: u64| {
            begun >= from
                || self.clock.is_past(1.0 - 1.0 / LAST_PART as f64)
                || self.plies.as_ref().is_some_and(|plies| plies.is_spent_but(plies.limit / LAST_PART))
        };
        let is_settled = self.settles_from.is_some_and(is_late) && forest.is_settled();
        if is_settled {
            self.begun.0.fetch_add(self.limit, Ordering::Relaxed);
        }
        is_settled
    }

    /// Whether it is the turn of chance, in a game that has any.
    #[inline]
    pub(super) fn is_chance(&self, state: &G::State) -> bool {
        self.chance.is_some() && self.game.turn(state) == Turn::Chance
    }
}

/// In this part of its budget, the last fifth, a search may end because its choice is clear.
pub(super) const LAST_PART: u64 = 5;

/// The time is looked at once in so many playouts; long ones look at it themselves.
pub(super) const PLAYOUTS_PER_LOOK: u64 = 4;

/// What a thread has done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) playouts: u64,
    /// Plies of playouts, and steps in the tree before them.
    pub(super) plies: u64,
    pub(super) steps: u64,
    pub(super) depth: u32,
    pub(super) stop: Stop,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { playouts: 0, plies: 0, steps: 0, depth: 0, stop: Stop::Playouts }
    }
}

impl Tally {
    /// An iteration has ended, after so many steps in the tree and so many plies below it.
    #[inline]
    pub(super) fn add(&mut self, steps: u32, plies: u32) {
        self.playouts += 1;
        self.plies += u64::from(plies);
        self.steps += u64::from(steps);
        self.depth = self.depth.max(steps);
    }

    /// What several threads have done. `stop` is that of the first, unless another has found out more.
    pub(super) fn of_all(tallies: &[Tally]) -> Tally {
        let mut all = tallies.first().copied().unwrap_or_default();
        for other in tallies.iter().skip(1) {
            all.playouts += other.playouts;
            all.plies += other.plies;
            all.steps += other.steps;
            all.depth = all.depth.max(other.depth);
        }
        let found = |stop: Stop| tallies.iter().any(|tally| tally.stop == stop).then_some(stop);
        all.stop = found(Stop::Solved).or(found(Stop::Settled)).unwrap_or(all.stop);
        all
    }

    /// What a budget in plies counts.
    pub(super) fn all_plies(&self) -> u64 {
        self.steps + self.plies
    }
}
