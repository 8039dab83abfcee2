//! Where to draw the stations of a map that does not say it.
//!
//! Stations are put where their distances on the page are like those of the map: stress majorization (Gansner, Koren and
//! North 2004), one station at a time, over all transports. A bus is as long as several taxis, and the underground
//! longer; else a few fast lines would fold the map. Then stations make way for each other, and for edges that would go
//! through them.

use std::f32::consts::TAU;

use super::map::{Edge, Transport};

/// So often every station is moved to where it fits best, and then out of the way.
const SWEEPS: usize = 300;
const PUSHES: usize = 300;

/// How long a ride by taxi is on the page, where a station has a diameter of 1.
const TAXI: f32 = 1.45;

/// No two stations are nearer than this, and none is nearer to an edge of others, if it can be helped.
const APART: f32 = 1.15;
const CLEAR: f32 = 0.62;

/// No station goes farther than this at once.
const STEP: f32 = 0.2;

type Place = (f32, f32);

/// How many taxis a ride is as long as.
fn length(transport: Transport) -> f32 {
    match transport {
        Transport::Taxi => 1.0,
        Transport::Bus => 3.0,
        Transport::Underground => 6.0,
        Transport::Boat => 4.0,
    }
}

/// A place for each station of a map in one piece.
pub(super) fn places(count: usize, edges: &[Edge]) -> Vec<Place> {
    let mut places = spread(count, &distances(count, edges));
    for place in &mut places {
        *place = (TAXI * place.0, TAXI * place.1);
    }
    for _ in 0..PUSHES {
        push(&mut places, edges);
    }
    let low = |pick: fn(&Place) -> f32| places.iter().map(pick).fold(f32::INFINITY, f32::min);
    let (left, top) = (low(|place| place.0), low(|place| place.1));
    let round = |number: f32| (number * 100.0).round() / 100.0;
    places.iter().map(|&(x, y)| (round(x - left), round(y - top))).collect()
}

/// The lengths of the shortest ways between all stations.
fn distances(count: usize, edges: &[Edge]) -> Vec<f32> {
    let mut distances = vec![f32::INFINITY; count * count];
    for &Edge { transport, ends: [from, to] } in edges {
        let [there, back] = [from.index() * count + to.index(), to.index() * count + from.index()];
        let shortest = distances[there].min(length(transport));
        (distances[there], distances[back]) = (shortest, shortest);
    }
    (0..count).for_each(|station| distances[station * count + station] = 0.0);
    for by in 0..count {
        for from in 0..count {
            for to in 0..count {
                let way = distances[from * count + by] + distances[by * count + to];
                distances[from * count + to] = distances[from * count + to].min(way);
            }
        }
    }
    distances
}

/// Places whose distances are like those of the map.
fn spread(count: usize, distances: &[f32]) -> Vec<Place> {
    let distance = |one: usize, other: usize| distances[one * count + other];
    // The start is any in which nobody shares a place: a station that is far from all others in its direction, another
    // that is far from it, and a turn that is different for each.
    let far_from = |from: usize| (0..count).max_by(|&a, &b| distance(from, a).total_cmp(&distance(from, b)));
    let left = far_from(0).unwrap_or(0);
    let right = far_from(left).unwrap_or(0);
    let imbalance = |station: usize| (distance(left, station) - distance(right, station)).abs();
    let between = (0..count).filter(|&station| station != left && station != right);
    let upper = between.min_by(|&a, &b| {
        let rate = |station| 2.0 * imbalance(station) - distance(left, station);
        rate(a).total_cmp(&rate(b))
    });
    let upper = upper.unwrap_or(left);
    let mut places: Vec<Place> = (0..count)
        .map(|station| {
            let turn = station as f32 / count as f32 * TAU;
            let x = (distance(left, station) - distance(right, station)) / 2.0;
            (x + 0.3 * turn.cos(), distance(upper, station) + 0.3 * turn.sin())
        })
        .collect();
    for _ in 0..SWEEPS {
        for station in 0..count {
            let (x, y) = places[station];
            let (mut sum, mut total) = ((0.0, 0.0), 0.0);
            for (other, &(its_x, its_y)) in places.iter().enumerate() {
                if other == station {
                    continue;
                }
                let wanted = distance(station, other);
                let weight = 1.0 / (wanted * wanted);
                let stretch = wanted / (x - its_x).hypot(y - its_y).max(1e-3);
                sum.0 += weight * (its_x + stretch * (x - its_x));
                sum.1 += weight * (its_y + stretch * (y - its_y));
                total += weight;
            }
            if total > 0.0 {
                places[station] = (sum.0 / total, sum.1 / total);
            }
        }
    }
    places
}

/// Moves stations away from each other, and from the edges of others, by one step.
fn push(places: &mut [Place], edges: &[Edge]) {
    let mut moves = vec![(0.0f32, 0.0f32); places.len()];
    let mut shift = |station: usize, away: Place, force: f32| {
        moves[station].0 += force * away.0;
        moves[station].1 += force * away.1;
    };
    for (one, &(x, y)) in places.iter().enumerate() {
        for (other, &(its_x, its_y)) in places[..one].iter().enumerate() {
            let away = (x - its_x, y - its_y);
            let distance = away.0.hypot(away.1).max(1e-3);
            if distance < APART {
                let force = 0.3 * (APART - distance) / distance;
                shift(one, away, force);
                shift(other, away, -force);
            }
        }
    }
    // The long lines may pass stations; they are wide and can be told apart.
    for edge in edges.iter().filter(|edge| matches!(edge.transport, Transport::Taxi | Transport::Bus)) {
        let [from, to] = edge.ends.map(|end| end.index());
        let along = (places[to].0 - places[from].0, places[to].1 - places[from].1);
        let square = (along.0 * along.0 + along.1 * along.1).max(1e-3);
        for (station, &(x, y)) in places.iter().enumerate() {
            let beside = (x - places[from].0, y - places[from].1);
            let part = (beside.0 * along.0 + beside.1 * along.1) / square;
            if station == from || station == to || !(0.05..0.95).contains(&part) {
                continue;
            }
            let away = (beside.0 - part * along.0, beside.1 - part * along.1);
            let distance = away.0.hypot(away.1).max(1e-3);
            if distance < CLEAR {
                let force = 0.15 * (CLEAR - distance) / distance;
                shift(station, away, force);
                shift(from, away, -0.5 * force * (1.0 - part));
                shift(to, away, -0.5 * force * part);
            }
        }
    }
    for (place, (x, y)) in places.iter_mut().zip(moves) {
        let part = (STEP / x.hypot(y).max(STEP)).min(1.0);
        *place = (place.0 + part * x, place.1 + part * y);
    }
}
