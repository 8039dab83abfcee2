//! Max^n: every player maximises their own value (Luckhardt & Irani 1986; Nijssen 2013, section 2.3.1).

use kingmaker_core::options::{Args, Kind, OptionDef, Schema};
use kingmaker_core::{ByPlayer, Knowledge, Player, Rng, Turn};

use super::frame::{self, DepthFirst, Frame, Task};
use super::ordering::Choice;
use super::seat_order::append_moves;
use super::settings::{BEST, DEEPEN, NOISE, ORDER, REPLACE, REUSE, Settings, TABLE, VALUE};
use super::table::{Bound, Entry};
use super::ties::{self, TIES, Ties};
use super::value::{MOST_TOGETHER, Scale, Value, WIN};
use crate::budget::{Budget, DEPTH, NODES, TIME};
use crate::{Report, Searcher, Toolbox};

pub(super) const PRUNE: OptionDef = OptionDef {
    name: "prune",
    kind: Kind::Choice(&["shallow", "last-branch", "off"]),
    default: None,
    help: "which branches may be left out; shallow with value=share, whose sum is bounded, else off",
};

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "maxn",
    summary: "max^n: every player maximises their own value; shallow pruning",
    source: "Luckhardt & Irani 1986; Korf 1991; Nijssen 2013, section 2.3.1",
    options: &[PRUNE, TIES, VALUE, ORDER, TABLE, REPLACE, REUSE, DEEPEN, BEST, NOISE, NODES, DEPTH, TIME],
    examples: &["maxn", "maxn(time=250ms)", "maxn(value=own, ties=paranoid, depth=3)"],
};

/// The player as configured.
pub fn build<G: Knowledge>(args: &Args, toolbox: &Toolbox<G>, _: &G) -> Result<Box<dyn Searcher<G>>, String> {
    let settings = Settings::from_args(args);
    let pruning = Pruning::from_args(args, &settings, toolbox.has_teams())?;
    Ok(Box::new(MaxN::new(settings, pruning, Ties::from_args(args))))
}

/// Which branches may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pruning {
    /// None.
    Off,
    /// Those that the parent would not choose (Luckhardt & Irani 1986).
    Shallow,
    /// Also those that an ancestor would not choose, if all between are at their last branch
    /// (Sturtevant 2003).
    LastBranch,
}

impl Pruning {
    /// What the options say, unless the values of all players together have no useful bound:
    /// other values than shares, or teams, whose members all get what the team gets.
    pub(super) fn from_args(args: &Args, settings: &Settings, has_teams: bool) -> Result<Self, String> {
        let pruning = match args.choice(PRUNE.name) {
            "" if settings.scale == Scale::Share && !has_teams => Pruning::Shallow,
            "shallow" => Pruning::Shallow,
            "last-branch" => Pruning::LastBranch,
            _ => Pruning::Off,
        };
        let word = args.choice(PRUNE.name);
        match pruning {
            Pruning::Off => Ok(pruning),
            _ if settings.scale != Scale::Share => Err(format!(
                "prune={word} needs values whose sum is bounded; expected value=share, or prune=off with value={}",
                args.choice("value")
            )),
            _ if has_teams => Err(format!(
                "prune={word} needs values whose sum is bounded, which those of teams are not; expected prune=off"
            )),
            _ => Ok(pruning),
        }
    }
}

/// An open node between the root and the one at hand.
#[derive(Clone, Copy, Debug)]
struct Open {
    mover: Player,
    key: u64,
    /// The best values for the mover so far.
    best: Option<ByPlayer<Value>>,
    /// The lot of the move that leads to them.
    lot: u64,
    is_last_branch: bool,
}

pub(super) struct MaxN<G: Knowledge> {
    frame: Frame<G, ByPlayer<Value>>,
    pruning: Pruning,
    ties: Ties,
    /// What the lots of [`Ties::Random`] depend on; drawn once, since the table outlives a search.
    seed: Option<u64>,
    /// Whom the player at the root wants to do badly, rather than to do well; nobody in max^n.
    target: Option<Player>,
    path: Vec<Open>,
    moves: Vec<G::Move>,
}

/// What a node comes to.
enum Outcome {
    /// These values.
    Values(ByPlayer<Value>),
    /// Whatever it is, the player at this ply above will not come here.
    Avoided(usize),
    /// Nobody knows: the budget is used up.
    Unknown,
}

impl<G: Knowledge> MaxN<G> {
    pub(super) fn new(settings: Settings, pruning: Pruning, ties: Ties) -> Self {
        MaxN {
            frame: Frame::new(settings),
            pruning,
            ties,
            seed: None,
            target: None,
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// From now on, the player at the root plays against one other alone. What was remembered
    /// about positions does not hold any more if that changes.
    pub(super) fn play_against(&mut self, target: Player) {
        if self.target != Some(target) {
            self.frame.table.clear();
        }
        self.target = Some(target);
    }

    fn node(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, ply: usize) -> Outcome {
        if !task.limits.visit() {
            return Outcome::Unknown;
        }
        self.frame.enter(ply);
        let turn = task.game.turn(state);
        let mover = match turn.player() {
            Some(mover) if depth > 0 => mover,
            _ => {
                self.frame.has_horizon |= turn != Turn::Over;
                return Outcome::Values(task.evaluator.values(task.game, state));
            }
        };
        let key = task.game.key(state);
        let mut remembered = None;
        if let Some(entry) = self.frame.table.probe(key) {
            remembered = Some(entry.best);
            if ply > 0 && self.frame.is_deep_enough(entry, depth) {
                let (value, best, is_final) = (entry.value, entry.best, entry.is_final);
                task.limits.table_hits += 1;
                self.frame.has_horizon |= !is_final;
                self.frame.lines[ply].push(best);
                return Outcome::Values(value);
            }
        }
        if ply == 0 {
            remembered = self.frame.found.take().map(|found| found.choice).or(remembered);
        }
        let mut choices = std::mem::take(&mut self.frame.lists[ply]);
        choices.clear();
        let settings = &self.frame.settings;
        append_moves(task.game, state, mover, settings.ranks(), &mut self.moves, &mut choices);
        self.frame.ordering.sort(task.game, ply, remembered, settings.best, &mut choices);
        self.path.push(Open { mover, key, best: None, lot: 0, is_last_branch: false });
        let had_horizon = std::mem::replace(&mut self.frame.has_horizon, false);
        let outcome = self.try_choices(task, state, depth, ply, &choices);
        self.path.pop();
        let is_final = !self.frame.has_horizon && self.frame.settings.best.is_none();
        self.frame.has_horizon |= had_horizon;
        if let (&Outcome::Values(value), Some(&best)) = (&outcome, self.frame.lines[ply].first()) {
            let entry = Entry { value, bound: Bound::Exact, depth: depth as u16, is_final, best };
            self.frame.table.store(key, entry);
        }
        self.frame.lists[ply] = choices;
        outcome
    }

    /// Tries one choice after the other.
    fn try_choices(
        &mut self,
        task: &mut Task<'_, G>,
        state: &G::State,
        depth: u32,
        ply: usize,
        choices: &[Choice<G::Move>],
    ) -> Outcome {
        for (index, choice) in choices.iter().enumerate() {
            self.path[ply].is_last_branch = index + 1 == choices.len();
            let before = task.limits.nodes;
            let mut next = state.clone();
            task.game.play(&mut next, choice.mv);
            let outcome = self.node(task, &next, depth - 1, ply + 1);
            if ply == 0 {
                self.frame.spent(choice.mv, task.limits.nodes - before);
            }
            let values = match outcome {
                Outcome::Values(values) => values,
                Outcome::Avoided(by) if by == ply => continue,
                outcome => return outcome,
            };
            let lot = self.seed.map_or(0, |seed| ties::lot(seed, self.path[ply].key, task.game.slot(choice.mv)));
            let Open { best, lot: lot_of_best, .. } = self.path[ply];
            let is_better = |best| self.prefers((&values, lot), (&best, lot_of_best), choice.player, task.root);
            if best.is_none_or(is_better) {
                self.path[ply].best = Some(values);
                self.path[ply].lot = lot;
                self.frame.prefer(ply, choice, values);
                if values[choice.player] == WIN {
                    // Nothing is better, whoever the target is.
                    break;
                }
                if let Some(by) = self.avoided_by(ply) {
                    task.limits.cutoffs += 1;
                    return Outcome::Avoided(by);
                }
            }
        }
        self.path[ply].best.map_or(Outcome::Unknown, Outcome::Values)
    }

    /// Whether the mover would rather have the new values than the old ones, each with its lot.
    fn prefers(
        &self,
        (new, new_lot): (&ByPlayer<Value>, u64),
        (old, old_lot): (&ByPlayer<Value>, u64),
        mover: Player,
        root: Player,
    ) -> bool {
        if let Some(target) = self.target.filter(|_| mover == root) {
            return (new[target], -new[mover]) < (old[target], -old[mover]);
        }
        let is_better_tie = match self.ties {
            Ties::First => false,
            Ties::Paranoid => new[root] < old[root],
            Ties::Optimistic => new[root] > old[root],
            Ties::Random => new_lot > old_lot,
        };
        new[mover] > old[mover] || new[mover] == old[mover] && is_better_tie
    }

    /// The ply of an ancestor who is sure of so much that this node does not matter.
    ///
    /// If the movers from an ancestor down to here are different players, and what they are sure of
    /// sums to all there is, then whoever of them comes here leaves the ancestor with no more than
    /// they have. For the parent that is enough (shallow pruning). Further up, a mover between could
    /// stay with what they have; so they must be at their last branch, and what they have must not
    /// be more for the ancestor either.
    fn avoided_by(&self, ply: usize) -> Option<usize> {
        if self.pruning == Pruning::Off {
            return None;
        }
        let here = self.path[ply];
        let mut together = here.best?[here.mover];
        let mut seen = 1u8 << here.mover.index();
        for above in (0..ply).rev() {
            let open = self.path[above];
            let best = open.best?;
            if seen & 1 << open.mover.index() != 0 {
                return None;
            }
            seen |= 1 << open.mover.index();
            let sure = best[open.mover];
            together = together.saturating_add(sure);
            // An equal value could still matter to a rule that looks at ties.
            let slack = Value::from(self.ties != Ties::First);
            let stays_less = |between: &Open| between.best.is_some_and(|best| best[open.mover] + slack <= sure);
            if together >= MOST_TOGETHER + slack && self.path[above + 1..ply].iter().all(stays_less) {
                return Some(above);
            }
            if self.pruning == Pruning::Shallow || !open.is_last_branch {
                return None;
            }
        }
        None
    }
}

impl<G: Knowledge> DepthFirst<G> for MaxN<G> {
    type Worth = ByPlayer<Value>;

    fn frame(&mut self) -> &mut Frame<G, ByPlayer<Value>> {
        &mut self.frame
    }

    fn iterate(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, _: Option<ByPlayer<Value>>) {
        self.path.clear();
        self.frame.begin();
        self.node(task, state, depth, 0);
    }

    fn to_root(worth: ByPlayer<Value>, root: Player) -> Value {
        worth[root]
    }

    /// A loss is not: another may come to prefer what they do not see yet.
    fn is_decided(&self, worth: ByPlayer<Value>, root: Player) -> bool {
        worth[root] == WIN
    }

    fn values(&self, worth: ByPlayer<Value>, _: Player, _: usize) -> ByPlayer<Option<Value>> {
        worth.map(Some)
    }
}

impl<G: Knowledge> Searcher<G> for MaxN<G> {
    fn search(&mut self, game: &G, view: &G::State, budget: &Budget, rng: &mut Rng) -> Report<G::Move> {
        if self.ties == Ties::Random {
            self.seed.get_or_insert_with(|| rng.bits());
        }
        frame::search(self, game, view, budget, rng)
    }
}
