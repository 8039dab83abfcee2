//! What every depth-first search has: iterative deepening, lines, and the report.

use kingmaker_core::{ByPlayer, Game, Knowledge, Player, Rng, View};

use super::limits::Limits;
use super::ordering::{Choice, Ordering};
use super::settings::Common;
use super::table::{Bound, Entry, TranspositionTable};
use super::two_sided::Sides;
use super::value::{Evaluator, Scale, Value, WIN};
use crate::onlooker::Onlooker;
use crate::report::{Candidate, Report, Stop};
use crate::{Budget, Halt};

/// A depth-first technique: how one iteration searches, and what its values are.
pub(super) trait DepthFirst<G: Knowledge> {
    /// What a node is worth.
    type Worth: Copy;

    /// Where it keeps what all have in common.
    fn frame(&mut self) -> &mut Frame<G, Self::Worth>;

    /// Searches to a depth and leaves the best move in [`Frame::found`], if there was time for
    /// one. `expected` is what the last iteration found.
    fn iterate(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, expected: Option<Self::Worth>);

    /// What it is worth to the player at the root.
    fn to_root(worth: Self::Worth, root: Player) -> Value;

    /// Whether a deeper search could not change this.
    fn is_decided(&self, worth: Self::Worth, root: Player) -> bool;

    /// What a move is worth to each player, as far as the technique knows.
    fn values(worth: Self::Worth, sides: &Sides) -> ByPlayer<Option<Value>>;
}

/// One search at work.
pub(super) struct Task<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) root: Player,
    /// Who is with the player at the root.
    pub(super) sides: Sides,
    pub(super) evaluator: Evaluator,
    pub(super) limits: Limits,
}

/// The best that is known at the root.
#[derive(Clone, Debug)]
pub(super) struct Found<Move, Worth> {
    pub(super) choice: (Player, Move),
    pub(super) worth: Worth,
    pub(super) line: Vec<(Player, Move)>,
}

/// What the table knows of a position.
pub(super) struct Recalled<Move, Worth> {
    /// The move that was best, or caused a cut-off.
    pub(super) best: Option<(Player, Move)>,
    /// Between what the value lies.
    pub(super) known: (Worth, Worth),
    /// Whether that rests on less than the whole game.
    pub(super) is_narrowed: bool,
    /// The value, if nothing has to be searched.
    pub(super) value: Option<Worth>,
}

/// What is kept through a search, and some of it from search to search.
pub(super) struct Frame<G: Game, Worth> {
    pub(super) settings: Common<G>,
    pub(super) table: TranspositionTable<Worth, (Player, G::Move)>,
    pub(super) ordering: Ordering<G::Move>,
    /// For each ply, room for the choices there.
    pub(super) lists: Vec<Vec<Choice<G::Move>>>,
    /// For each ply, the best line found from there: who moves, and how.
    pub(super) lines: Vec<Vec<(Player, G::Move)>>,
    /// What the iteration at hand has found at the root.
    pub(super) found: Option<Found<G::Move, Worth>>,
    /// Whether some line of this iteration ended before the game did.
    pub(super) has_horizon: bool,
    /// Nodes spent on each move at the root, and what it is worth if that is known and not only a bound.
    efforts: Vec<(G::Move, u64, Option<Worth>)>,
    evaluator: Option<Evaluator>,
    /// Whose values the table holds.
    root: Option<Player>,
    /// Who looks on.
    pub(super) onlooker: Option<Onlooker<G::Move>>,
}

impl<G: Knowledge, Worth: Copy> Frame<G, Worth> {
    pub(super) fn new(settings: Common<G>) -> Self {
        Frame {
            table: TranspositionTable::new(settings.table_megabytes, settings.replacement),
            ordering: Ordering::new(settings.killers, settings.history),
            lists: Vec::new(),
            lines: Vec::new(),
            found: None,
            has_horizon: false,
            efforts: Vec::new(),
            evaluator: None,
            root: None,
            onlooker: None,
            settings,
        }
    }

    /// A node is entered.
    pub(super) fn enter(&mut self, ply: usize) {
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
            self.lists.push(Vec::new());
        }
        self.lines[ply].clear();
    }

    /// Puts choices into the order in which they are tried, of which below the root only some may be left.
    pub(super) fn rank(
        &mut self,
        game: &G,
        state: &G::State,
        ply: usize,
        remembered: Option<(Player, G::Move)>,
        choices: &mut Vec<Choice<G::Move>>,
    ) {
        if let Some(representatives) = self.settings.representatives.as_mut().filter(|_| ply > 0) {
            representatives.choose(game, state, choices, |choice| choice.mv);
        }
        self.ordering.rank(game, ply, remembered, self.settings.best, choices);
    }

    /// Whether what is stored will do where a search to another depth is wanted.
    pub(super) fn is_deep_enough<B>(&self, entry: &Entry<Worth, B>, wanted: u32) -> bool {
        let stored = u32::from(entry.depth);
        entry.is_final || stored == wanted || (self.settings.reuses_deeper && stored > wanted)
    }

    /// Looks a position up in the table, and narrows the window to what is known of it. `known` is what every value lies
    /// between.
    #[inline]
    pub(super) fn recall(
        &mut self,
        limits: &mut Limits,
        key: u64,
        (depth, ply): (u32, usize),
        (alpha, beta): (&mut Worth, &mut Worth),
        known: (Worth, Worth),
    ) -> Recalled<G::Move, Worth>
    where
        Worth: PartialOrd,
    {
        let mut recalled = Recalled { best: None, known, is_narrowed: false, value: None };
        let Some(&entry) = self.table.probe(key) else { return recalled };
        let Entry { value, bound, is_final, best, .. } = entry;
        recalled.best = Some(best);
        if ply == 0 || !self.is_deep_enough(&entry, depth) {
            return recalled;
        }
        limits.table_hits += 1;
        if bound != Bound::AtMost {
            recalled.known.0 = value;
        }
        if bound != Bound::AtLeast {
            recalled.known.1 = value;
        }
        if recalled.known.0 > *alpha {
            *alpha = recalled.known.0;
        }
        if recalled.known.1 < *beta {
            *beta = recalled.known.1;
        }
        // A value that rests on what is stored is only as final as that.
        recalled.is_narrowed = !is_final;
        if *alpha >= *beta {
            if bound == Bound::Exact {
                self.lines[ply].push(best);
            }
            self.has_horizon |= !is_final;
            recalled.value = Some(value);
        }
        recalled
    }

    /// Keeps in the table what was found about a position in a window.
    #[inline]
    pub(super) fn keep(
        &mut self,
        key: u64,
        depth: u32,
        (alpha, beta): (Worth, Worth),
        (best, value): ((Player, G::Move), Worth),
        is_final: bool,
    ) where
        Worth: PartialOrd,
    {
        let bound = match value {
            value if value <= alpha => Bound::AtMost,
            value if value >= beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        self.table.store(key, Entry { value, bound, depth: depth as u16, is_final, best });
    }

    /// A choice turned out best so far: its line is the best one from here.
    pub(super) fn prefer(&mut self, ply: usize, choice: &Choice<G::Move>, worth: Worth) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push((choice.player, choice.mv));
        line.extend_from_slice(&lower[0]);
        if ply == 0 {
            self.found = Some(Found { choice: (choice.player, choice.mv), worth, line: self.lines[0].clone() });
        }
    }

    /// A move at the root took so many nodes, and is worth so much if the search knows.
    pub(super) fn spent(&mut self, mv: G::Move, nodes: u64, worth: Option<Worth>) {
        self.efforts.push((mv, nodes, worth));
    }

    /// An iteration begins, or begins again.
    pub(super) fn begin(&mut self) {
        self.efforts.clear();
        self.has_horizon = false;
    }

    /// The moves at hand. What they are worth is as `values` says; other scales than shares say nothing.
    fn candidates(
        &self,
        best: (G::Move, Option<Worth>),
        values: impl Fn(Worth) -> ByPlayer<Option<Value>>,
    ) -> Vec<Candidate<G::Move>> {
        let shares =
            |worth: Worth| values(worth).map(|value| value.map_or(f32::NAN, |value: Value| value as f32 / WIN as f32));
        let candidate = |&(mv, visits, worth): &(G::Move, u64, Option<Worth>)| {
            let worth = if mv == best.0 { best.1 } else { worth };
            let values = worth.filter(|_| self.settings.scale == Scale::Share).map(shares);
            Candidate { mv, visits, values, proven: false, opinion: None }
        };
        let mut candidates: Vec<_> = self.efforts.iter().map(candidate).collect();
        if !candidates.iter().any(|candidate| candidate.mv == best.0) {
            candidates.push(candidate(&(best.0, 0, None)));
        }
        candidates.sort_by_key(|candidate| (candidate.mv != best.0, std::cmp::Reverse(candidate.visits), candidate.mv));
        candidates
    }
}

/// Searches ever deeper until the budget is used up or nothing is left to find out.
pub(super) fn search<G: Knowledge, S: DepthFirst<G>>(
    technique: &mut S,
    game: &G,
    view: &View<'_, G>,
    budget: &Budget,
    halt: &Halt,
    rng: &mut Rng,
) -> Report<G::Move> {
    let position = view.position(game).expect("a seat that does not know everything is refused");
    search_at(technique, game, position, budget, halt, rng)
}

/// The same in a position that stands for all that the player holds possible.
pub(super) fn search_at<G: Knowledge, S: DepthFirst<G>>(
    technique: &mut S,
    game: &G,
    position: &G::State,
    budget: &Budget,
    halt: &Halt,
    rng: &mut Rng,
) -> Report<G::Move> {
    let root = game.turn(position).player().expect("it is a player's turn");
    let sides = Sides::new(root, game.teams());
    let frame = technique.frame();
    let Common { scale, noise, evaluator: by, .. } = frame.settings;
    let evaluator =
        frame.evaluator.get_or_insert_with(|| Evaluator::new(scale, noise, game.teams(), rng).by(by)).clone();
    let mut task = Task { game, root, sides, evaluator, limits: Limits::start(budget, halt) };
    if frame.root.replace(root).is_some_and(|other| other != root) {
        frame.table.clear();
    }
    frame.table.age();
    frame.ordering.clear(game);
    frame.found = None;
    let deepest = task.limits.max_depth();
    let mut depth = if frame.settings.deepens { 1 } else { deepest };
    let mut best: Option<Found<G::Move, S::Worth>> = None;
    let (mut completed, mut stop) = (0, Stop::Depth);
    while depth <= deepest {
        technique.iterate(&mut task, position, depth, best.as_ref().map(|best| best.worth));
        let found = technique.frame().found.take();
        let is_lost = found
            .as_ref()
            .is_some_and(|found| technique.is_decided(found.worth, root) && S::to_root(found.worth, root) == 0);
        best = match (found, best) {
            // When everything loses, what looked best before resists longest.
            (Some(found), Some(best)) if is_lost => Some(Found { worth: found.worth, ..best }),
            (found, best) => found.or(best),
        };
        let frame = technique.frame();
        frame.found = best.clone();
        if let Some(reason) = task.limits.stop() {
            stop = reason;
            break;
        }
        completed = depth;
        let (has_horizon, onlooker) = (frame.has_horizon, frame.onlooker.clone());
        if let Some(onlooker) = onlooker.filter(Onlooker::is_due) {
            let report = report(technique, &task, position, best.as_ref(), depth, stop);
            report.iter().for_each(|report| onlooker.tell(report));
        }
        let is_decided = best.as_ref().is_some_and(|best| technique.is_decided(best.worth, root));
        if is_decided || !has_horizon {
            stop = Stop::Solved;
            break;
        }
        depth += 1;
    }
    if best.as_ref().is_some_and(|best| S::to_root(best.worth, root) == WIN) {
        // The next search is to find the shortest way to a win, and not that one was found before.
        technique.frame().table.clear();
    }
    report(technique, &task, position, best.as_ref(), completed, stop).unwrap_or_else(|| {
        // With a budget too small for even one move, any legal move has to do.
        let any = game.random_move(position, rng, &mut Vec::new()).expect("a player to move has a legal move");
        let Limits { nodes, cutoffs, table_hits, .. } = task.limits;
        let candidates = technique.frame().candidates((any, None), |worth| S::values(worth, &task.sides));
        let elapsed = task.limits.elapsed();
        Report { candidates, nodes, cutoffs, table_hits, depth: completed, stop, elapsed, ..Report::immediate(any) }
    })
}

/// What is known after this depth, if it is anything.
fn report<G: Knowledge, S: DepthFirst<G>>(
    technique: &mut S,
    task: &Task<'_, G>,
    position: &G::State,
    best: Option<&Found<G::Move, S::Worth>>,
    depth: u32,
    stop: Stop,
) -> Option<Report<G::Move>> {
    let Found { worth, line, .. } = best?;
    let line = playable(task.game, position, line);
    let candidates = technique.frame().candidates((line[0], Some(*worth)), |worth| S::values(worth, &task.sides));
    Some(Report {
        best: line[0],
        candidates,
        line,
        branches: Vec::new(),
        value: Some(f64::from(S::to_root(*worth, task.root)) / f64::from(WIN)),
        playouts: 0,
        playout_plies: 0,
        plies: 0,
        nodes: task.limits.nodes,
        depth,
        cutoffs: task.limits.cutoffs,
        table_hits: task.limits.table_hits,
        stop,
        elapsed: task.limits.elapsed(),
    })
}

/// A line as far as it can really be played: Best-Reply Search leaves out turns.
fn playable<G: Game>(game: &G, state: &G::State, line: &[(Player, G::Move)]) -> Vec<G::Move> {
    let mut state = state.clone();
    let mut is_next = |&(player, mv): &(Player, G::Move)| {
        let is_turn = game.turn(&state).player() == Some(player);
        is_turn && game.try_play(&mut state, mv).is_ok()
    };
    line.iter().take_while(|&step| is_next(step)).map(|&(_, mv)| mv).collect()
}
