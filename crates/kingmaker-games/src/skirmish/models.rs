//! Representative moves (Taucer et al. 2018, section 5): soldiers that are made up instead of drawn and placed.

use kingmaker_core::{Model, Models, Named, Player};

use super::Skirmish;
use super::cards::{ATTACKER, FIGHTER, HEALER, Kind, Values};
use super::moves::{Deed, Move};
use super::state::{Phase, Side, State};

/// From when on soldiers are made up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MadeUp {
    /// Never: this is the game.
    Nothing,
    /// From the next turn on.
    Below,
    /// At once, where a card is to be put into play.
    AtOnce,
}

impl Skirmish {
    /// Whether a soldier is made up in this turn.
    #[inline]
    pub(super) fn makes_up(&self, state: &State) -> bool {
        state.is_made_up || self.made_up == MadeUp::AtOnce
    }

    /// In a model, soldiers are made up from now on, by what everybody has.
    pub(super) fn make_up(&self, state: &mut State) {
        if self.made_up != MadeUp::Nothing && !state.is_made_up {
            state.is_made_up = true;
            for side in &mut state.sides[..self.players] {
                *side = self.with_made_up(side);
            }
        }
    }

    /// The same side, with soldiers made up: no more of them than it has cards.
    pub(super) fn with_made_up(&self, side: &Side) -> Side {
        Side { made_up: self.averages(side), made_up_left: (side.hand.len() + side.deck.len()) as u8, ..*side }
    }

    /// The averages over hand and deck, those in the hand counted twice.
    pub(super) fn averages(&self, side: &Side) -> Values {
        let (mut sums, mut cards) = ([0u32; 3], 0);
        for (pile, weight) in [(side.hand, 2), (side.deck, 1)] {
            for (kind, count) in pile.iter() {
                let values = self.cards.values[kind.index()];
                for (sum, value) in sums.iter_mut().zip([values.fight, values.heal, values.attack]) {
                    *sum += weight * count * u32::from(value);
                }
                cards += weight * count;
            }
        }
        let [fight, heal, attack] = sums.map(|sum| (sum + cards / 2).checked_div(cards).unwrap_or(0) as u16);
        Values { fight, heal, attack }
    }

    /// The card in a hand that is best at what a made-up soldier does.
    fn best_card(&self, side: &Side, kind: Kind) -> Option<Kind> {
        let aspect = |card: Kind| {
            let values = self.cards.values[card.index()];
            match kind {
                HEALER => values.heal,
                ATTACKER => values.attack,
                _ => values.fight,
            }
        };
        let removal = self.cards.removal;
        side.hand.kinds().filter(|&card| Some(card) != removal).max_by_key(|&card| (aspect(card), card))
    }
}

impl Models for Skirmish {
    fn models(&self) -> &'static [Named] {
        &[
            Named {
                name: "representatives",
                help: "after this turn, three made-up soldiers stand for the cards that may be drawn and placed",
            },
            Named {
                name: "representatives-at-once",
                help: "the same in this turn already; the card that is best at the same thing is placed",
            },
        ]
    }

    fn model(&self, known: &State, observer: Player, by: Model) -> Self {
        let side = known.side(observer);
        let can_be_at_once = known.phase == Phase::Place && self.best_card(side, FIGHTER).is_some();
        let made_up = if by.index() == 1 && can_be_at_once { MadeUp::AtOnce } else { MadeUp::Below };
        Skirmish { made_up, ..self.clone() }
    }

    fn real_move(&self, known: &State, observer: Player, _: Model, mv: Move) -> Move {
        match mv.deed() {
            Deed::Place(kind @ (HEALER | ATTACKER | FIGHTER)) => {
                self.best_card(known.side(observer), kind).map_or(mv, |card| Deed::Place(card).into())
            }
            _ => mv,
        }
    }
}
