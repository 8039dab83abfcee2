//! Everything that changes during play.

use kingmaker_core::Player;

use super::cards::{ATTACKER, Cards, FIGHTER, HEALER, Kind, Values};
use crate::outcome::Outcome;

/// The most players.
pub(super) const MOST_PLAYERS: usize = 4;

/// What one player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Side {
    /// In hundredths; not above 0 for who is out.
    pub(super) health: i32,
    pub(super) hand: Cards,
    pub(super) deck: Cards,
    pub(super) field: Cards,
    /// What made-up soldiers of this player can do, and how many more of them there may be. Nothing in the real game.
    pub(super) made_up: Values,
    pub(super) made_up_left: u8,
}

impl Side {
    #[inline]
    pub(super) fn is_alive(&self) -> bool {
        self.health > 0
    }
}

/// What is decided next in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// A card is drawn.
    Draw,
    /// A card is put into play.
    Place,
    /// A soldier of this kind acts.
    Act(Kind),
}

/// No action is above this one.
pub(super) const ANY_ACTION: u8 = u8::MAX;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) sides: [Side; MOST_PLAYERS],
    /// Soldiers of the player to move that have not acted yet.
    pub(super) fresh: Cards,
    pub(super) turn: Player,
    pub(super) phase: Phase,
    /// The last action of another soldier of the same kind: those of equals are chosen in one order.
    pub(super) ceiling: u8,
    /// How many turns are over.
    pub(super) turns: u16,
    /// Whether soldiers are made up instead of drawn and placed, as in a model.
    pub(super) is_made_up: bool,
    pub(super) outcome: Outcome,
}

impl State {
    #[inline]
    pub(super) fn side(&self, player: Player) -> &Side {
        &self.sides[player.index() % MOST_PLAYERS]
    }

    #[inline]
    pub(super) fn side_mut(&mut self, player: Player) -> &mut Side {
        &mut self.sides[player.index() % MOST_PLAYERS]
    }
}

/// What a made-up soldier of this kind can do, given the averages.
#[inline]
pub(super) fn made_up(kind: Kind, averages: Values) -> Option<Values> {
    match kind {
        HEALER => Some(Values { heal: averages.heal, ..Values::default() }),
        ATTACKER => Some(Values { attack: averages.attack, ..Values::default() }),
        FIGHTER => Some(Values { fight: averages.fight, ..Values::default() }),
        _ => None,
    }
}
