//! Stations and sets of them.

use std::fmt;

use kingmaker_core::Rng;

/// The most stations a map may have: a set of them has a bit for each, and one number is left for an unknown one.
pub(super) const MAX_STATIONS: usize = 250;

const WORDS: usize = 4;

/// A station, counted from 0 in the order of the numbers on the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Station(u8);

/// A set of stations, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StationSet([u64; WORDS]);

impl Station {
    /// Somewhere: what seekers see of a hidden move, and where the hider is in their views.
    pub const UNKNOWN: Station = Station(u8::MAX);

    /// Counted from 0.
    #[inline]
    pub(super) const fn new(index: usize) -> Self {
        Station(index as u8)
    }

    /// Counted from 0.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is one of the map.
    #[inline]
    pub(super) fn is_known(self) -> bool {
        self != Station::UNKNOWN
    }
}

impl StationSet {
    /// No station.
    pub const EMPTY: StationSet = StationSet([0; WORDS]);

    /// This station alone.
    #[inline]
    pub fn one(station: Station) -> Self {
        let mut set = StationSet::EMPTY;
        set.insert(station);
        set
    }

    /// Puts a station in.
    #[inline]
    pub fn insert(&mut self, station: Station) {
        self.0[station.index() >> 6] |= 1 << (station.0 & 63);
    }

    /// Takes a station out.
    #[inline]
    pub fn remove(&mut self, station: Station) {
        self.0[station.index() >> 6] &= !(1 << (station.0 & 63));
    }

    /// Whether a station is in it.
    #[inline]
    pub fn contains(&self, station: Station) -> bool {
        self.0[station.index() >> 6] >> (station.0 & 63) & 1 == 1
    }

    /// What is in both.
    #[inline]
    pub fn and(&self, other: &StationSet) -> StationSet {
        StationSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// What is in one of them or in both.
    #[inline]
    pub fn or(&self, other: &StationSet) -> StationSet {
        StationSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// What is in this one and not in the other.
    #[inline]
    pub fn without(&self, other: &StationSet) -> StationSet {
        StationSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == StationSet::EMPTY
    }

    /// All of them, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Station> + use<> {
        let (mut words, mut word) = (self.0, 0);
        std::iter::from_fn(move || {
            while words[word] == 0 {
                word += 1;
                if word == WORDS {
                    word = 0;
                    return None;
                }
            }
            let bit = words[word].trailing_zeros();
            words[word] &= words[word] - 1;
            Some(Station((word as u32 * 64 + bit) as u8))
        })
    }

    /// One of them, each equally likely.
    pub fn pick(&self, rng: &mut Rng) -> Option<Station> {
        if self.is_empty() { None } else { self.iter().nth(rng.below(self.len())) }
    }

    /// The words of bits, for a key.
    #[inline]
    pub(super) fn words(&self) -> [u64; WORDS] {
        self.0
    }
}

impl FromIterator<Station> for StationSet {
    fn from_iter<I: IntoIterator<Item = Station>>(stations: I) -> Self {
        let mut set = StationSet::EMPTY;
        stations.into_iter().for_each(|station| set.insert(station));
        set
    }
}

impl fmt::Debug for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_known() { write!(f, "@{}", self.0) } else { f.write_str("@?") }
    }
}

impl fmt::Debug for StationSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
