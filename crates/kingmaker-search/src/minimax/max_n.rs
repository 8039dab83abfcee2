//! Max^n: every player maximises their own value (Luckhardt & Irani 1986; Nijssen 2013, section 2.3.1).

use kingmaker_core::{ByPlayer, Knowledge, Player, Rng, Turn, View};

use super::frame::{self, DepthFirst, Frame, Task};
use super::ordering::{Choice, next_best};
use super::pruning::{Best, Open, PRUNE, Path, Pruning};
use super::seat_order::append_moves;
use super::settings::{Common, depth_first_settings};
use super::table::{Bound, Entry, table_key};
use super::ties::{self, TIES, Ties};
use super::two_sided::{EXPECTED, Sides};
use super::value::{Value, WIN};
use crate::budget::{Budget, Halt};
use crate::{Needs, Onlooker, Report, Searcher, Toolbox};

depth_first_settings! {
    "maxn",
    "max^n: every player maximises their own value; shallow pruning",
    "Luckhardt & Irani 1986; Korf 1991; Nijssen 2013, section 2.3.1",
    ["maxn", "maxn(time=250ms)", "maxn(value=own, ties=paranoid, depth=3)"],
    {
        /// Which branches may be left out; if not set, as many as the values allow.
        prune: Option<Pruning> = PRUNE,
        /// What decides between equal values.
        ties: Ties = TIES,
    },
    table(table, replace, reuse),
    noise(noise)
}

/// The player as configured.
pub fn build<G: Knowledge>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    Needs::NO_SECRETS.check_player(SCHEMA.name, game, EXPECTED)?;
    let pruning = Pruning::suited(settings.prune, settings.value, &game.teams())?;
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(MaxN::new(settings.common(toolbox, game)?, pruning, settings.ties)),
    )
}

pub(super) struct MaxN<G: Knowledge> {
    frame: Frame<G, ByPlayer<Value>>,
    ties: Ties,
    /// What the lots of [`Ties::Random`] depend on; drawn once, since the table outlives a search.
    seed: Option<u64>,
    /// Whom the player at the root wants to do badly, rather than to do well; nobody in max^n.
    target: Option<Player>,
    path: Path,
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

/// What trying one choice comes to.
enum Tried {
    /// It is done with.
    Done,
    /// It wins, and nothing is better.
    Enough,
    /// The player at this ply above would avoid it, if the mover here takes it.
    PutOff(usize),
    /// So is the whole node.
    Over(Outcome),
}

impl<G: Knowledge> MaxN<G> {
    pub(super) fn new(settings: Common<G>, pruning: Pruning, ties: Ties) -> Self {
        MaxN {
            frame: Frame::new(settings),
            ties,
            seed: None,
            target: None,
            path: Path::new(pruning, ties),
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
        let mover = match turn {
            Turn::Player(mover) if depth > 0 => mover,
            Turn::Chance if depth > 0 => return self.chance(task, state, depth, ply),
            _ => {
                self.frame.has_horizon |= turn != Turn::Over;
                return Outcome::Values(task.evaluator.values(task.game, state));
            }
        };
        let key = table_key(task.game, state);
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
        append_moves(task.game, state, mover, settings.ranked_by(), &mut self.moves, &mut choices);
        self.frame.rank(task.game, state, ply, remembered, &mut choices);
        self.path.nodes.push(Open { mover, key, best: None, place: 0, is_last_branch: false });
        let had_horizon = std::mem::replace(&mut self.frame.has_horizon, false);
        let outcome = self.try_choices(task, state, depth, ply, &mut choices);
        self.path.nodes.pop();
        let is_final = !self.frame.has_horizon && !self.frame.settings.is_selective();
        self.frame.has_horizon |= had_horizon;
        if let (&Outcome::Values(value), Some(&best)) = (&outcome, self.frame.lines[ply].first()) {
            let entry = Entry { value, bound: Bound::Exact, depth: depth as u16, is_final, best };
            self.frame.table.store(key, entry);
        }
        self.frame.lists[ply] = choices;
        outcome
    }

    /// What outcomes of chance are worth on average. What is above does not say what may be left out below.
    fn chance(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, ply: usize) -> Outcome {
        let game = task.game;
        let mut means = ByPlayer::splat(game.players(), 0.0);
        let mut is_known = true;
        // A node that stands for chance keeps the places of the others.
        let root = task.root;
        self.path.nodes.push(Open { mover: root, key: 0, best: None, place: 0, is_last_branch: false });
        let top = std::mem::replace(&mut self.path.top, ply + 1);
        if let Some(chance) = game.chance() {
            chance.outcomes(state, &mut |outcome, probability| {
                if !is_known {
                    return;
                }
                let mut next = state.clone();
                game.play(&mut next, outcome);
                match self.node(task, &next, depth - 1, ply + 1) {
                    Outcome::Values(values) => {
                        means = ByPlayer::from_fn(means.players(), |player| {
                            means[player] + probability * f64::from(values[player])
                        });
                    }
                    Outcome::Avoided(_) | Outcome::Unknown => is_known = false,
                }
            });
        }
        self.path.top = top;
        self.path.nodes.pop();
        self.frame.lines[ply].clear();
        if is_known { Outcome::Values(means.map(|mean: f64| mean.round() as Value)) } else { Outcome::Unknown }
    }

    /// Tries one choice after the other.
    fn try_choices(
        &mut self,
        task: &mut Task<'_, G>,
        state: &G::State,
        depth: u32,
        ply: usize,
        choices: &mut [Choice<G::Move>],
    ) -> Outcome {
        // The choices that others above are thought to avoid, and the first of those.
        let (mut put_off, mut first) = (Vec::new(), ply);
        for place in 0..choices.len() {
            let choice = next_best(choices, place);
            self.path.nodes[ply].is_last_branch = place + 1 == choices.len();
            match self.try_choice(task, state, (depth, ply), &choice, place) {
                Tried::Done => {}
                Tried::Enough => {
                    put_off.clear();
                    break;
                }
                Tried::PutOff(above) => {
                    put_off.push(place);
                    first = first.min(above);
                }
                Tried::Over(outcome) => return outcome,
            }
        }
        let best = |path: &Path| path.nodes[ply].best.map(|best| best.values);
        if !put_off.is_empty() {
            // Whether the mover stays with the best or takes what was put off, nobody comes here.
            if best(&self.path).is_some_and(|best| self.path.is_refused(first, &best)) {
                return Outcome::Avoided(first);
            }
            let top = std::mem::replace(&mut self.path.top, ply);
            for place in put_off {
                if let Tried::Over(outcome) = self.try_choice(task, state, (depth, ply), &choices[place], place) {
                    self.path.top = top;
                    return outcome;
                }
            }
            self.path.top = top;
        }
        best(&self.path).map_or(Outcome::Unknown, Outcome::Values)
    }

    /// Tries the choice at this place.
    fn try_choice(
        &mut self,
        task: &mut Task<'_, G>,
        state: &G::State,
        (depth, ply): (u32, usize),
        choice: &Choice<G::Move>,
        place: usize,
    ) -> Tried {
        let open = &mut self.path.nodes[ply];
        open.place = place;
        let key = open.key;
        let before = task.limits.nodes;
        let mut next = state.clone();
        task.game.play(&mut next, choice.mv);
        let outcome = self.node(task, &next, depth - 1, ply + 1);
        if ply == 0 {
            let worth = if let Outcome::Values(values) = &outcome { Some(*values) } else { None };
            self.frame.spent(choice.mv, task.limits.nodes - before, worth);
        }
        let values = match outcome {
            Outcome::Values(values) => values,
            Outcome::Avoided(by) if by == ply => return Tried::Done,
            Outcome::Avoided(by) if self.path.is_speculative() => return Tried::PutOff(by),
            outcome => return Tried::Over(outcome),
        };
        let lot = self.seed.map_or(0, |seed| ties::lot(seed, key, task.game.slot(choice.mv)));
        let new = Best { values, lot, place };
        if self.path.nodes[ply].best.is_none_or(|best| self.prefers(&new, &best, choice.player, task.root)) {
            self.path.nodes[ply].best = Some(new);
            self.frame.prefer(ply, choice, values);
            if values[choice.player] == WIN {
                // Nothing is better, whoever the target is.
                return Tried::Enough;
            }
            if let Some(by) = self.path.avoided_by(ply) {
                task.limits.cutoffs += 1;
                return Tried::Over(Outcome::Avoided(by));
            }
        }
        Tried::Done
    }

    /// Whether the mover would rather have the new values than the old ones.
    fn prefers(&self, new: &Best, old: &Best, mover: Player, root: Player) -> bool {
        let (values, others) = (&new.values, &old.values);
        let is_first = new.place < old.place;
        if let Some(target) = self.target.filter(|_| mover == root) {
            return (values[target], others[mover], !is_first) < (others[target], values[mover], is_first);
        }
        values[mover] > others[mover]
            || values[mover] == others[mover]
                && match self.ties {
                    Ties::First => is_first,
                    Ties::Paranoid => (values[root], !is_first) < (others[root], is_first),
                    Ties::Optimistic => (values[root], is_first) > (others[root], !is_first),
                    Ties::Random => new.lot > old.lot,
                }
    }
}

impl<G: Knowledge> DepthFirst<G> for MaxN<G> {
    type Worth = ByPlayer<Value>;

    fn frame(&mut self) -> &mut Frame<G, ByPlayer<Value>> {
        &mut self.frame
    }

    fn iterate(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, _: Option<ByPlayer<Value>>) {
        self.path.nodes.clear();
        self.path.top = 0;
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

    fn values(worth: ByPlayer<Value>, _: &Sides) -> ByPlayer<Option<Value>> {
        worth.map(Some)
    }
}

impl<G: Knowledge> Searcher<G> for MaxN<G> {
    fn needs(&self) -> Needs {
        Needs::NO_SECRETS
    }

    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        if self.ties == Ties::Random {
            self.seed.get_or_insert_with(|| rng.bits());
        }
        frame::search(self, game, view, budget, halt, rng)
    }

    fn show(&mut self, onlooker: Onlooker<G::Move>) {
        self.frame.onlooker = Some(onlooker);
    }
}
