//! Cards, and how many there are of each.

use std::fmt;

/// Values are kept in hundredths, because those of made-up soldiers are averages.
pub(super) const UNIT: u32 = 100;

/// What a card can do, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Values {
    /// Who has less of it in a fight is removed.
    pub fight: u16,
    /// What it adds to the own health.
    pub heal: u16,
    /// What it takes from an opponent's health.
    pub attack: u16,
}

impl Values {
    /// Those of a card on which these numbers are printed.
    pub(super) const fn printed(fight: u16, heal: u16, attack: u16) -> Self {
        let unit = UNIT as u16;
        Values { fight: fight * unit, heal: heal * unit, attack: attack * unit }
    }

    /// All three together.
    #[inline]
    pub(super) fn total(self) -> u32 {
        u32::from(self.fight) + u32::from(self.heal) + u32::from(self.attack)
    }
}

impl fmt::Display for Values {
    /// As on the card, `4/0/3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: u16| f64::from(value) / f64::from(UNIT);
        write!(f, "{}/{}/{}", number(self.fight), number(self.heal), number(self.attack))
    }
}

/// A card as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// It stays on the field and acts.
    Soldier(Values),
    /// It takes a soldier off the field and is gone.
    Removal,
}

/// What a removal counts as where only numbers will do (Taucer et al. 2018, section 5).
pub(super) const REMOVAL_AS: Values = Values::printed(5, 0, 0);

impl Card {
    /// Its values, or what it counts as.
    pub(super) fn values(self) -> Values {
        match self {
            Card::Soldier(values) => values,
            Card::Removal => REMOVAL_AS,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Soldier(values) => write!(f, "{values}"),
            Card::Removal => f.write_str("removal"),
        }
    }
}

/// One of the different cards of a game, by its place among them. Soldiers stand in the order of their fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(super) u8);

/// How many kinds there may be, made-up ones included.
pub(super) const KINDS: usize = 32;

/// A made-up soldier that only heals.
pub(super) const HEALER: Kind = Kind(0);
/// A made-up soldier that only attacks.
pub(super) const ATTACKER: Kind = Kind(1);
/// A made-up soldier that only fights.
pub(super) const FIGHTER: Kind = Kind(KINDS as u8 - 1);

/// The kinds that are printed.
pub(super) const FIRST_PRINTED: usize = 2;
pub(super) const MOST_PRINTED: usize = KINDS - 3;

/// No more than so many of a kind are kept apart.
pub(super) const MOST_ALIKE: u32 = 15;

impl Kind {
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How many cards there are of each kind: a digit of four bits for each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards(pub(super) u128);

impl Cards {
    pub(super) const NONE: Cards = Cards(0);

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are of a kind.
    #[inline]
    pub(super) fn count(self, kind: Kind) -> u32 {
        (self.0 >> (4 * kind.index())) as u32 & 15
    }

    #[inline]
    pub(super) fn has(self, kind: Kind) -> bool {
        self.count(kind) > 0
    }

    /// One more of a kind, of which there are fewer than [`MOST_ALIKE`].
    #[inline]
    pub(super) fn add(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) < MOST_ALIKE);
        self.0 += 1 << (4 * kind.index());
    }

    /// One less of a kind that is there.
    #[inline]
    pub(super) fn take(&mut self, kind: Kind) {
        debug_assert!(self.has(kind));
        self.0 -= 1 << (4 * kind.index());
    }

    /// Every kind with the number of its cards, in order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = (Kind, u32)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = left.trailing_zeros() / 4;
                let count = (left >> (4 * place)) as u32 & 15;
                left &= !(15 << (4 * place));
                (Kind(place as u8), count)
            })
        })
    }

    /// Every kind that is there, in order.
    #[inline]
    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        self.iter().map(|(kind, _)| kind)
    }

    /// How many there are of all kinds.
    #[inline]
    pub(super) fn len(self) -> u32 {
        // Neighbouring digits are added until one is left.
        const PAIRS: u128 = u128::from_ne_bytes([0x0f; 16]);
        let bytes = (self.0 & PAIRS) + (self.0 >> 4 & PAIRS);
        bytes.to_ne_bytes().iter().map(|&byte| u32::from(byte)).sum()
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(kind, count)| (kind.0, count))).finish()
    }
}
