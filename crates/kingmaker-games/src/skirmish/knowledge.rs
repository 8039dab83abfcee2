//! What positions and moves are worth, as Taucer et al. 2018 have it (section 5).

use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, MoveOrdering, Named};

use super::Skirmish;
use super::cards::{Kind, UNIT};
use super::moves::{Action, Deed, Move};
use super::state::{Side, State};

impl Skirmish {
    /// A third of all that a soldier can do, in hundredths.
    #[inline]
    fn worth(&self, side: &Side, kind: Kind) -> i32 {
        self.values(side, kind).total() as i32 / 3
    }

    /// The difference between the best and the worst card in a hand, in hundredths.
    fn spread(&self, side: &Side) -> i32 {
        let totals = side.hand.kinds().map(|kind| self.cards.values[kind.index()].total() as i32);
        let (least, most) = totals.fold((i32::MAX, 0), |(least, most), total| (least.min(total), most.max(total)));
        (most - least).max(0)
    }

    /// What a player has.
    fn standing(&self, side: &Side) -> f32 {
        if !side.is_alive() {
            return 0.0;
        }
        let field: u32 = side.field.iter().map(|(kind, count)| count * self.values(side, kind).total()).sum();
        let hundredths = side.health as f32 + field as f32 / 3.0 - self.balance * self.spread(side) as f32;
        (hundredths / UNIT as f32).max(0.0)
    }
}

impl Knowledge for Skirmish {
    fn orderings(&self) -> &'static [Named] {
        &[Named { name: "gain", help: "what a move adds to the lead by the board evaluator" }]
    }

    fn evaluators(&self) -> &'static [Named] {
        &[Named { name: "paper", help: "health, a third of all values in play, less a little for an unbalanced hand" }]
    }

    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        ByPlayer::from_fn(self.players, |player| self.standing(state.side(player)))
    }

    fn priority(&self, state: &State, _: MoveOrdering, mv: Move) -> i32 {
        let own = state.side(state.turn);
        match mv.deed() {
            Deed::Draw(_) | Deed::Keep => 0,
            Deed::Place(kind) => self.worth(own, kind),
            Deed::Remove(target, kind) => self.worth(state.side(target), kind),
            Deed::Act(_, Action::Rest) => 0,
            Deed::Act(kind, Action::Heal) => i32::from(self.values(own, kind).heal),
            Deed::Act(kind, Action::Attack(target)) => {
                let attack = i32::from(self.values(own, kind).attack);
                // Whoever is out loses everything. Of two moves that gain the same, an attack brings the end nearer.
                if attack >= state.side(target).health { i32::MAX } else { attack + 1 }
            }
            Deed::Act(kind, Action::Fight(target, other)) => {
                let (own_stays, other_stays) = self.survivors(state, kind, target, other);
                let lost = if own_stays { 0 } else { self.worth(own, kind) };
                let won = if other_stays { 0 } else { self.worth(state.side(target), other) };
                won - lost
            }
        }
    }
}
