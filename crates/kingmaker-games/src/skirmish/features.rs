//! Decisions as numbers.

use kingmaker_core::{Features, Knowledge, MoveOrdering};

use super::Skirmish;
use super::cards::{Kind, Values};
use super::moves::{Action, Deed, Move};
use super::state::{Side, State};

impl Features for Skirmish {
    fn features(&self) -> &'static [&'static str] {
        &["fight", "heal", "attack", "strength of the target", "whether it acts", "gain"]
    }

    fn describe(&self, state: &State, mv: Move, out: &mut [f32]) {
        let own = state.side(state.turn);
        let target = |side: &Side, kind: Kind| self.values(side, kind).total() as f32;
        let nothing = Values::default();
        let (used, target, acts) = match mv.deed() {
            Deed::Draw(_) | Deed::Keep | Deed::Act(_, Action::Rest) => (nothing, 0.0, false),
            Deed::Place(kind) => (self.values(own, kind), 0.0, false),
            Deed::Remove(player, kind) => (nothing, target(state.side(player), kind), true),
            Deed::Act(kind, Action::Heal) => (Values { heal: self.values(own, kind).heal, ..nothing }, 0.0, true),
            Deed::Act(kind, Action::Attack(_)) => {
                (Values { attack: self.values(own, kind).attack, ..nothing }, 0.0, true)
            }
            Deed::Act(kind, Action::Fight(player, other)) => {
                let used = Values { fight: self.values(own, kind).fight, ..nothing };
                (used, target(state.side(player), other), true)
            }
        };
        let gain = self.priority(state, MoveOrdering::default(), mv).min(i32::from(u16::MAX));
        let numbers = [
            f32::from(used.fight),
            f32::from(used.heal),
            f32::from(used.attack),
            target,
            f32::from(u8::from(acts)),
            gain as f32,
        ];
        out.copy_from_slice(&numbers);
    }
}
