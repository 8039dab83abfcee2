//! Cells that may be anywhere, in rows: terminals have no other places.

use kingmaker_core::scene::{Cell, Label, Picture};

/// A grid has so many places for each cell.
const ROOM: f32 = 1.7;

/// No more than this many columns fit a terminal, with names of three characters.
const COLUMNS: usize = 20;

/// From one row to the next, in columns: the names stand between the rows.
const ROW: f32 = 1.5;

/// How far below a cell its name stands.
const BELOW: f32 = 0.7;

/// The same picture with each cell on a place of its own of a grid, as near as may be, and its name below it.
pub(super) fn in_rows(picture: &Picture) -> Picture {
    let places = places(&picture.cells);
    let moved = |(cell, &(x, y)): (&Cell, &(f32, f32))| Cell { x, y, ..cell.clone() };
    let name = |(cell, &(x, y)): (&Cell, &(f32, f32))| Label { x, y: y + BELOW, text: cell.name.clone() };
    Picture {
        cells: picture.cells.iter().zip(&places).map(moved).collect(),
        labels: picture.cells.iter().zip(&places).map(name).collect(),
        legend: picture.legend,
        panel: picture.panel.clone(),
        ..Picture::default()
    }
}

fn places(cells: &[Cell]) -> Vec<(f32, f32)> {
    let (columns, rows) = size(cells);
    let across = fit(cells.iter().map(|cell| cell.x), columns);
    let down = fit(cells.iter().map(|cell| cell.y), rows);
    // Who is in the middle of the crowd chooses first, so that those at the rim are pushed outwards.
    let middle = ((columns - 1) as f32 / 2.0, (rows - 1) as f32 / 2.0);
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by(|&a, &b| {
        let off = |cell: usize| (across[cell] - middle.0).hypot(down[cell] - middle.1);
        off(a).total_cmp(&off(b))
    });
    let mut free: Vec<(usize, usize)> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).collect();
    let mut found = vec![(0.0, 0.0); cells.len()];
    for cell in order {
        let off = |&(column, row): &(usize, usize)| (column as f32 - across[cell]).hypot(row as f32 - down[cell]);
        let nearest = (0..free.len()).min_by(|&a, &b| off(&free[a]).total_cmp(&off(&free[b])));
        if let Some(nearest) = nearest {
            let (column, row) = free.swap_remove(nearest);
            found[cell] = (column as f32, row as f32 * ROW);
        }
    }
    found
}

/// Columns and rows: those that the cells have, if they fill a grid of their own, or enough for all.
fn size(cells: &[Cell]) -> (usize, usize) {
    let own = (distinct(cells.iter().map(|cell| cell.x)), distinct(cells.iter().map(|cell| cell.y)));
    if own.0 * own.1 == cells.len() && own.0 <= COLUMNS {
        return own;
    }
    let slots = cells.len() as f32 * ROOM;
    let columns = (slots.sqrt().ceil() as usize).clamp(1, COLUMNS);
    (columns, (slots / columns as f32).ceil() as usize)
}

/// How many different numbers there are.
fn distinct(numbers: impl Iterator<Item = f32>) -> usize {
    let mut numbers: Vec<f32> = numbers.collect();
    numbers.sort_by(f32::total_cmp);
    numbers.dedup_by(|a, b| (*a - *b).abs() < 1e-3);
    numbers.len()
}

/// Numbers stretched so that they go from 0 to one less than `count`.
fn fit(numbers: impl Iterator<Item = f32> + Clone, count: usize) -> Vec<f32> {
    let low = numbers.clone().fold(f32::INFINITY, f32::min);
    let high = numbers.clone().fold(f32::NEG_INFINITY, f32::max);
    let scale = (count - 1) as f32 / (high - low).max(1e-3);
    numbers.map(|number| (number - low) * scale).collect()
}
