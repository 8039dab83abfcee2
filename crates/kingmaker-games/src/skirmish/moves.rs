//! Small decisions, and cards that are drawn.

use kingmaker_core::Player;

use super::cards::{KINDS, Kind};
use super::state::MOST_PLAYERS;

/// A decision or a card that is drawn, as a number: its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub(super) u16);

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// This card is drawn.
    Draw(Kind),
    /// No card is put into play.
    Keep,
    /// A soldier goes into play.
    Place(Kind),
    /// A removal takes a soldier of a player off the field.
    Remove(Player, Kind),
    /// A soldier does this.
    Act(Kind, Action),
}

/// What a soldier does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Nothing.
    Rest,
    /// Adds to the health of its player.
    Heal,
    /// Takes from the health of another player.
    Attack(Player),
    /// Fights a soldier of another player.
    Fight(Player, Kind),
}

const KEEP: usize = KINDS;
const PLACE: usize = KEEP + 1;
const REMOVE: usize = PLACE + KINDS;
const ACT: usize = REMOVE + MOST_PLAYERS * KINDS;

const ATTACK: usize = 2;
const FIGHT: usize = ATTACK + MOST_PLAYERS;
const ACTIONS: usize = FIGHT + MOST_PLAYERS * KINDS;

/// How many moves there are.
pub(super) const SLOTS: usize = ACT + KINDS * ACTIONS;

impl Action {
    /// Its number. Fights are the highest.
    #[inline]
    pub(super) fn code(self) -> u8 {
        (match self {
            Action::Rest => 0,
            Action::Heal => 1,
            Action::Attack(target) => ATTACK + target.index(),
            Action::Fight(target, kind) => FIGHT + target.index() * KINDS + kind.index(),
        }) as u8
    }

    #[inline]
    pub(super) fn from_code(code: usize) -> Self {
        match code {
            0 => Action::Rest,
            1 => Action::Heal,
            ATTACK..FIGHT => Action::Attack(Player::new(code - ATTACK)),
            _ => Action::Fight(Player::new((code - FIGHT) / KINDS), Kind(((code - FIGHT) % KINDS) as u8)),
        }
    }
}

impl From<Deed> for Move {
    #[inline]
    fn from(deed: Deed) -> Move {
        let number = match deed {
            Deed::Draw(kind) => kind.index(),
            Deed::Keep => KEEP,
            Deed::Place(kind) => PLACE + kind.index(),
            Deed::Remove(target, kind) => REMOVE + target.index() * KINDS + kind.index(),
            Deed::Act(kind, action) => ACT + kind.index() * ACTIONS + usize::from(action.code()),
        };
        Move(number as u16)
    }
}

impl Move {
    /// What it is.
    #[inline]
    pub fn deed(self) -> Deed {
        let number = usize::from(self.0);
        match number {
            0..KEEP => Deed::Draw(Kind(number as u8)),
            KEEP => Deed::Keep,
            PLACE..REMOVE => Deed::Place(Kind((number - PLACE) as u8)),
            REMOVE..ACT => {
                Deed::Remove(Player::new((number - REMOVE) / KINDS), Kind(((number - REMOVE) % KINDS) as u8))
            }
            _ => Deed::Act(Kind(((number - ACT) / ACTIONS) as u8), Action::from_code((number - ACT) % ACTIONS)),
        }
    }
}
