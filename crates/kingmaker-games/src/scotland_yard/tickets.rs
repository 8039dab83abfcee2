//! Tickets, and moves with them.

use std::fmt;

use super::stations::Station;

/// What a ride is paid with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ticket {
    /// For a taxi.
    Taxi,
    /// For a bus.
    Bus,
    /// For the underground.
    Underground,
    /// For anything, and the only one for a boat.
    Black,
}

impl Ticket {
    /// How many kinds there are.
    pub(super) const KINDS: usize = 4;

    /// All kinds, in the order of moves.
    pub const ALL: [Ticket; Ticket::KINDS] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground, Ticket::Black];

    /// Those that seekers have.
    pub const REGULAR: [Ticket; 3] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground];

    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Its name in moves and options.
    pub const fn name(self) -> &'static str {
        match self {
            Ticket::Taxi => "taxi",
            Ticket::Bus => "bus",
            Ticket::Underground => "underground",
            Ticket::Black => "black",
        }
    }
}

/// A ride to a station: with which ticket, and whether a double ticket goes with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The ticket, and [`DOUBLE`] more with a double ticket.
    fare: u8,
    /// Where it leads; unknown in what seekers see of a hidden move.
    to: Station,
}

const DOUBLE: u8 = Ticket::KINDS as u8;

impl Move {
    /// How many ways to pay there are.
    pub(super) const FARES: usize = 2 * Ticket::KINDS;

    /// A ride without a double ticket.
    #[inline]
    pub const fn single(ticket: Ticket, to: Station) -> Self {
        Move { fare: ticket as u8, to }
    }

    /// The same with a double ticket.
    #[inline]
    pub const fn doubled(self) -> Self {
        Move { fare: self.fare | DOUBLE, to: self.to }
    }

    /// What others see of it when the station stays secret.
    #[inline]
    pub const fn hidden(self) -> Self {
        Move { fare: self.fare, to: Station::UNKNOWN }
    }

    /// What is paid with.
    #[inline]
    pub const fn ticket(self) -> Ticket {
        Ticket::ALL[(self.fare & (DOUBLE - 1)) as usize]
    }

    /// Whether a double ticket goes with it.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.fare & DOUBLE != 0
    }

    /// Where it leads.
    #[inline]
    pub const fn to(self) -> Station {
        self.to
    }

    /// The way it is paid, below [`FARES`](Move::FARES).
    #[inline]
    pub(super) const fn fare(self) -> usize {
        self.fare as usize
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let double = if self.is_double() { "double " } else { "" };
        write!(f, "{double}{} {:?}", self.ticket().name(), self.to)
    }
}

/// Which tickets a player can pay with now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fares {
    /// A bit for each kind.
    pub(super) tickets: u8,
    /// Whether a double ticket may go with them.
    pub(super) double: bool,
}

impl Fares {
    #[inline]
    pub(super) fn includes(self, ticket: Ticket) -> bool {
        self.tickets >> ticket.index() & 1 == 1
    }

    /// The kinds, in order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Ticket> {
        Ticket::ALL.into_iter().filter(move |&ticket| self.includes(ticket))
    }
}
