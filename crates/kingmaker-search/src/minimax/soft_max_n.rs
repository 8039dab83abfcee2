//! Soft-max^n: where max^n has to break a tie, this keeps every outcome that the tie allows
//! (Sturtevant & Bowling 2006; Nijssen 2013, section 2.3.1).
//!
//! A node is worth a set of vectors. One set strictly dominates another for a player, if its worst is
//! better for them than the other's best. The set of a node is the union of those sets of its
//! children that no other strictly dominates for the mover: a superset of all its equilibria.

use kingmaker_core::options::Kind;
use kingmaker_core::{ByPlayer, Knowledge, Player, Rng, Turn, View};

use super::frame::{self, DepthFirst, Frame, Task};
use super::ordering::next_best;
use super::seat_order::append_moves;
use super::settings::depth_first_settings;
use super::two_sided::{EXPECTED, Sides};
use super::value::{Value, WIN};
use crate::budget::{Budget, Halt};
use crate::{Needs, Report, Searcher, Toolbox};

// There is no random term, which would leave no ties.
depth_first_settings! {
    "soft-maxn",
    "soft-max^n: max^n that keeps the outcomes of all ties, and counts on the worst of them",
    "Sturtevant & Bowling 2006; Nijssen 2013, section 2.3.1",
    ["soft-maxn", "soft-maxn(depth=3, set=8)"],
    {
        set: usize {
            name: "set",
            kind: Kind::Integer(1, 10_000),
            default: "32",
            help: "the most vectors in a set; of more, those that are worst for the searching player stay",
        },
    }
}

/// The player as configured.
pub fn build<G: Knowledge>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    Needs { no_chance: true, ..Needs::NO_SECRETS }.check_player(SCHEMA.name, game, EXPECTED)?;
    let (frame, most) = (Frame::new(settings.common(toolbox, game)?), settings.set);
    toolbox.modelled(&settings.model, game, Box::new(SoftMaxN { frame, most, rooms: Vec::new(), moves: Vec::new() }))
}

struct SoftMaxN<G: Knowledge> {
    frame: Frame<G, Value>,
    most: usize,
    /// For each ply, room for the set there and for that of a child.
    rooms: Vec<Room>,
    moves: Vec<G::Move>,
}

type Vector = ByPlayer<Value>;

#[derive(Debug, Default)]
struct Room {
    /// The vectors of the children so far, each with the best that its child has for the mover.
    union: Vec<(Vector, Value)>,
    of_child: Vec<Vector>,
}

/// What a set offers a player: at the least, at the most, and on average.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Offer {
    least: Value,
    mean: f64,
    most: Value,
}

impl Offer {
    /// Of a set that is not empty.
    fn of(set: &[Vector], player: Player) -> Offer {
        let mut offer = Offer { least: Value::MAX, mean: 0.0, most: Value::MIN };
        let mut sum = 0i64;
        for vector in set {
            let value = vector[player];
            offer.least = offer.least.min(value);
            offer.most = offer.most.max(value);
            sum += i64::from(value);
        }
        offer.mean = sum as f64 / set.len() as f64;
        offer
    }
}

/// Sorts a set, so that it does not depend on the order of moves, and leaves out what is twice in
/// it, and of too many vectors those that are better for the player at the root.
fn tidy(set: &mut Vec<Vector>, most: usize, root: Player) {
    set.sort_unstable_by(|one, other| (one[root], one.as_slice()).cmp(&(other[root], other.as_slice())));
    set.dedup();
    set.truncate(most);
}

impl<G: Knowledge> SoftMaxN<G> {
    /// Replaces the contents of `set` by the set of a position; `false` if the budget is used up.
    fn node(
        &mut self,
        task: &mut Task<'_, G>,
        state: &G::State,
        depth: u32,
        ply: usize,
        set: &mut Vec<Vector>,
    ) -> bool {
        if !task.limits.visit() {
            return false;
        }
        self.frame.enter(ply);
        set.clear();
        let turn = task.game.turn(state);
        let Some(mover) = turn.player().filter(|_| depth > 0) else {
            self.frame.has_horizon |= turn != Turn::Over;
            set.push(task.evaluator.values(task.game, state));
            return true;
        };
        let last = if ply == 0 { self.frame.found.take().map(|found| found.choice) } else { None };
        let mut choices = std::mem::take(&mut self.frame.lists[ply]);
        choices.clear();
        let settings = &self.frame.settings;
        append_moves(task.game, state, mover, settings.ranked_by(), &mut self.moves, &mut choices);
        self.frame.rank(task.game, state, ply, last, &mut choices);
        if self.rooms.len() <= ply {
            self.rooms.resize_with(ply + 1, Room::default);
        }
        let Room { mut union, mut of_child } = std::mem::take(&mut self.rooms[ply]);
        union.clear();
        let mut best: Option<Offer> = None;
        let mut is_complete = true;
        for place in 0..choices.len() {
            let choice = next_best(&mut choices, place);
            let before = task.limits.nodes;
            let mut next = state.clone();
            task.game.play(&mut next, choice.mv);
            is_complete = self.node(task, &next, depth - 1, ply + 1, &mut of_child);
            if !is_complete {
                break;
            }
            let offer = Offer::of(&of_child, mover);
            if ply == 0 {
                self.frame.spent(choice.mv, task.limits.nodes - before, Some(offer.least));
            }
            if best.is_none_or(|best| (offer.least, offer.mean) > (best.least, best.mean)) {
                best = Some(offer);
                self.frame.prefer(ply, &choice, offer.least);
            }
            union.extend(of_child.iter().map(|&vector| (vector, offer.most)));
        }
        // No child's least is more than this, so what offers less at the most is dominated.
        let least = best.map_or(0, |best| best.least);
        set.extend(union.iter().filter(|&&(_, most)| most >= least).map(|&(vector, _)| vector));
        tidy(set, self.most, task.root);
        self.rooms[ply] = Room { union, of_child };
        self.frame.lists[ply] = choices;
        is_complete
    }
}

impl<G: Knowledge> DepthFirst<G> for SoftMaxN<G> {
    /// What the player at the root gets at the least.
    type Worth = Value;

    fn frame(&mut self) -> &mut Frame<G, Value> {
        &mut self.frame
    }

    fn iterate(&mut self, task: &mut Task<'_, G>, state: &G::State, depth: u32, _: Option<Value>) {
        self.frame.begin();
        self.node(task, state, depth, 0, &mut Vec::new());
    }

    fn to_root(worth: Value, _: Player) -> Value {
        worth
    }

    /// A loss is not: another may come to prefer what they do not see yet.
    fn is_decided(&self, worth: Value, _: Player) -> bool {
        worth == WIN
    }

    fn values(worth: Value, sides: &Sides) -> ByPlayer<Option<Value>> {
        ByPlayer::from_fn(sides.teams.players(), |player| Some(worth).filter(|_| sides.is_own(player)))
    }
}

impl<G: Knowledge> Searcher<G> for SoftMaxN<G> {
    fn needs(&self) -> Needs {
        Needs::NO_SECRETS
    }

    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        frame::search(self, game, view, budget, halt, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_large_a_set_keeps_what_is_worst_for_the_root() {
        let vector = |values: [Value; 3]| ByPlayer::from_fn(3, |player| values[player.index()]);
        let mut set = vec![vector([6, 4, 0]), vector([2, 4, 4]), vector([5, 3, 2]), vector([2, 4, 4])];
        tidy(&mut set, 2, Player::new(0));
        assert_eq!(set, [vector([2, 4, 4]), vector([5, 3, 2])]);
        assert_eq!(Offer::of(&set, Player::new(1)), Offer { least: 3, mean: 3.5, most: 4 });
    }
}
