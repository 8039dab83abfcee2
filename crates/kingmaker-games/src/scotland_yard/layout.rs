//! Where to draw the stations of a map that does not say it.
//!
//! Stations are put where their distances on the page are like those of the map: stress majorization (Gansner, Koren and
//! North 2004), one station at a time. Then each goes to a place of its own on a grid, because terminals have no others.

use std::f32::consts::TAU;

/// So often every station is moved.
const SWEEPS: usize = 100;

/// A grid has so many places for each station.
const ROOM: f32 = 1.7;

/// No more than this many columns fit a terminal, with the numbers of stations.
const COLUMNS: usize = 20;

/// From one row to the next, in columns: the numbers stand between the rows.
const ROW: f32 = 1.5;

/// A place for each station, of whom all distances are known. No two are nearer than 1.
pub(super) fn places(count: usize, distances: &[u8]) -> Vec<(f32, f32)> {
    let distance = |one: usize, other: usize| f32::from(distances[one * count + other]);
    on_grid(&spread(count, &distance))
}

/// Places whose distances are like those of the map.
fn spread(count: usize, distance: &impl Fn(usize, usize) -> f32) -> Vec<(f32, f32)> {
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
    let mut places: Vec<(f32, f32)> = (0..count)
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
                let wanted = distance(station, other).max(1.0);
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

/// The same, each on the nearest place of a grid that is free.
fn on_grid(places: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let slots = places.len() as f32 * ROOM;
    let columns = (slots.sqrt().ceil() as usize).clamp(1, COLUMNS);
    let rows = (slots / columns as f32).ceil() as usize;
    let across = fit(places.iter().map(|place| place.0), columns);
    let down = fit(places.iter().map(|place| place.1), rows);
    // Who is in the middle of the crowd chooses first, so that those at the rim are pushed outwards.
    let middle = ((columns - 1) as f32 / 2.0, (rows - 1) as f32 / 2.0);
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| {
        let off = |station: usize| (across[station] - middle.0).hypot(down[station] - middle.1);
        off(a).total_cmp(&off(b))
    });
    let mut free: Vec<(usize, usize)> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).collect();
    let mut found = vec![(0.0, 0.0); places.len()];
    for station in order {
        let off = |&(column, row): &(usize, usize)| (column as f32 - across[station]).hypot(row as f32 - down[station]);
        let nearest = (0..free.len()).min_by(|&a, &b| off(&free[a]).total_cmp(&off(&free[b])));
        if let Some(nearest) = nearest {
            let (column, row) = free.swap_remove(nearest);
            found[station] = (column as f32, row as f32 * ROW);
        }
    }
    found
}

/// Numbers stretched so that they go from 0 to one less than `count`.
fn fit(numbers: impl Iterator<Item = f32> + Clone, count: usize) -> Vec<f32> {
    let low = numbers.clone().fold(f32::INFINITY, f32::min);
    let high = numbers.clone().fold(f32::NEG_INFINITY, f32::max);
    let scale = (count - 1) as f32 / (high - low).max(1e-3);
    numbers.map(|number| (number - low) * scale).collect()
}
