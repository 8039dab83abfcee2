//! Maps: stations, the ways between them, and how far it is.

use std::fmt;
use std::sync::OnceLock;

use super::layout;
use super::reading;
use super::stations::{Station, StationSet};
use super::tickets::Ticket;

/// What runs between two stations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Taken with a taxi ticket.
    Taxi,
    /// Taken with a bus ticket.
    Bus,
    /// Taken with an underground ticket.
    Underground,
    /// Taken with a black ticket.
    Boat,
}

impl Transport {
    /// All of them.
    pub const ALL: [Transport; 4] = [Transport::Taxi, Transport::Bus, Transport::Underground, Transport::Boat];

    /// Its word in a map file.
    pub const fn name(self) -> &'static str {
        match self {
            Transport::Taxi => "taxi",
            Transport::Bus => "bus",
            Transport::Underground => "underground",
            Transport::Boat => "boat",
        }
    }

    /// A bit of its own.
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Everything about a map that a game asks for, in tables.
#[derive(Debug)]
pub(super) struct Map {
    /// What each station is called, rising.
    numbers: Vec<u8>,
    /// Where each is drawn: right, down. Where the map does not say it, it is worked out for the first picture.
    places: OnceLock<Vec<(f32, f32)>>,
    starts: Vec<Station>,
    edges: Vec<Edge>,
    /// Of each station the transports that stop there, a bit each.
    stops: Vec<u8>,
    /// Where each ticket leads from each station.
    targets: [Vec<StationSet>; Ticket::KINDS],
    /// The same as lists, one after the other, and where each of them begins.
    ways: Vec<Station>,
    spans: Vec<[u32; Ticket::KINDS + 1]>,
    /// How many rides it takes from each station to each, with any tickets.
    distances: Vec<u8>,
    diameter: u8,
    /// For every choice of tickets, a bit each: the stations where none of them is good for anything.
    useless: [StationSet; 1 << Ticket::KINDS],
    /// The stations with no more neighbours than there can be seekers.
    narrow: StationSet,
}

/// A way between two stations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) transport: Transport,
    pub(super) ends: [Station; 2],
}

/// A map as it is read, before anything is worked out.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) numbers: Vec<u8>,
    pub(super) places: Vec<Option<(f32, f32)>>,
    pub(super) starts: Vec<Station>,
    pub(super) edges: Vec<Edge>,
}

/// What is wrong with a map file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// The line, counted from 1, if it is one line's fault.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for MapError {}

/// No more seekers than this can stand around a station.
const MOST_SEEKERS: usize = kingmaker_core::MAX_PLAYERS - 1;

const FAR: u8 = u8::MAX;

impl Map {
    /// The map that a text describes.
    pub(super) fn read(text: &str) -> Result<Map, MapError> {
        Map::new(reading::plan(text)?)
    }

    /// Works out everything about a map in one piece.
    fn new(plan: Plan) -> Result<Map, MapError> {
        let count = plan.numbers.len();
        let mut stops = vec![0; count];
        let mut targets: [Vec<StationSet>; Ticket::KINDS] = std::array::from_fn(|_| vec![StationSet::EMPTY; count]);
        for &Edge { transport, ends: [one, other] } in &plan.edges {
            for (from, to) in [(one, other), (other, one)] {
                stops[from.index()] |= transport.bit();
                targets[Ticket::Black.index()][from.index()].insert(to);
                if transport != Transport::Boat {
                    targets[transport as usize][from.index()].insert(to);
                }
            }
        }
        let (mut ways, mut spans) = (Vec::new(), Vec::new());
        for station in (0..count).map(Station::new) {
            let mut span = [ways.len() as u32; Ticket::KINDS + 1];
            for ticket in Ticket::ALL {
                ways.extend(targets[ticket.index()][station.index()].iter());
                span[ticket.index() + 1] = ways.len() as u32;
            }
            spans.push(span);
        }
        let all = || (0..count).map(Station::new);
        let neighbours = &targets[Ticket::Black.index()];
        let distances = distances(neighbours);
        if let Some(lost) = distances[..count].iter().position(|&distance| distance == FAR) {
            let (from, to) = (plan.numbers[0], plan.numbers[lost]);
            let message = format!("there is no way from station {from} to station {to}; expected a map in one piece");
            return Err(MapError { line: None, message });
        }
        let useless = std::array::from_fn(|tickets| {
            let leads_nowhere = |ticket: Ticket, station: Station| {
                tickets >> ticket.index() & 1 == 0 || targets[ticket.index()][station.index()].is_empty()
            };
            all().filter(|&station| Ticket::ALL.into_iter().all(|ticket| leads_nowhere(ticket, station))).collect()
        });
        let narrow = all().filter(|station| neighbours[station.index()].len() <= MOST_SEEKERS).collect();
        let diameter = distances.iter().copied().max().unwrap_or(0);
        let given: Option<Vec<(f32, f32)>> = plan.places.iter().copied().collect();
        let places = given.map_or_else(OnceLock::new, OnceLock::from);
        let Plan { numbers, starts, edges, .. } = plan;
        Ok(Map { numbers, places, starts, edges, stops, targets, ways, spans, distances, diameter, useless, narrow })
    }

    /// How many stations there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// All stations, in order.
    pub(super) fn stations(&self) -> impl Iterator<Item = Station> + use<> {
        (0..self.len()).map(Station::new)
    }

    /// What a station is called.
    pub(super) fn number(&self, station: Station) -> u8 {
        self.numbers[station.index()]
    }

    /// The station that is called so.
    pub(super) fn station(&self, number: usize) -> Option<Station> {
        let number = u8::try_from(number).ok()?;
        self.numbers.binary_search(&number).ok().map(Station::new)
    }

    /// Where a station is drawn.
    pub(super) fn place(&self, station: Station) -> (f32, f32) {
        self.places.get_or_init(|| layout::places(self.len(), &self.edges))[station.index()]
    }

    pub(super) fn starts(&self) -> &[Station] {
        &self.starts
    }

    pub(super) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether a transport stops at a station.
    #[inline]
    pub(super) fn stops(&self, transport: Transport, station: Station) -> bool {
        self.stops[station.index()] & transport.bit() != 0
    }

    /// Whether nothing but taxis stops at a station.
    #[inline]
    pub(super) fn has_only_taxis(&self, station: Station) -> bool {
        self.stops[station.index()] == Transport::Taxi.bit()
    }

    /// Where a ticket leads.
    #[inline]
    pub(super) fn targets(&self, ticket: Ticket, from: Station) -> &StationSet {
        &self.targets[ticket.index()][from.index()]
    }

    /// The same as a list.
    #[inline]
    pub(super) fn ways(&self, ticket: Ticket, from: Station) -> &[Station] {
        let span = &self.spans[from.index()];
        &self.ways[span[ticket.index()] as usize..span[ticket.index() + 1] as usize]
    }

    /// How many rides it is from one station to another.
    #[inline]
    pub(super) fn distance(&self, from: Station, to: Station) -> u8 {
        self.distances[from.index() * self.len() + to.index()]
    }

    /// How many rides it is from a station to each.
    #[inline]
    pub(super) fn distances_from(&self, from: Station) -> &[u8] {
        &self.distances[from.index() * self.len()..][..self.len()]
    }

    /// The longest of all distances.
    pub(super) fn diameter(&self) -> u8 {
        self.diameter
    }

    /// The stations where none of these tickets, a bit each, is good for anything.
    #[inline]
    pub(super) fn useless(&self, tickets: u8) -> &StationSet {
        &self.useless[usize::from(tickets)]
    }

    /// The stations around which the seekers can take every neighbour.
    #[inline]
    pub(super) fn narrow(&self) -> &StationSet {
        &self.narrow
    }
}

/// How many steps it is from each station to each, by breadth-first search.
pub(super) fn distances(neighbours: &[StationSet]) -> Vec<u8> {
    let count = neighbours.len();
    let mut distances = vec![FAR; count * count];
    for from in 0..count {
        let row = &mut distances[from * count..][..count];
        let mut frontier = StationSet::one(Station::new(from));
        let mut found = frontier;
        let mut steps = 0;
        while !frontier.is_empty() {
            let mut next = StationSet::EMPTY;
            for station in frontier.iter() {
                row[station.index()] = steps;
                next = next.or(&neighbours[station.index()]);
            }
            frontier = next.without(&found);
            found = found.or(&frontier);
            steps += 1;
        }
    }
    distances
}
