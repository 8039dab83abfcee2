//! How many positions there are at the most, counted as in Nijssen 2013, section 3.2.2.

use kingmaker_core::StateSpace;

use super::Focus;
use super::board::{MAX_HEIGHT, SQUARES};
use crate::log10_choose;

/// The ways to distribute the pieces over squares and captors, times the ways to colour them.
pub(super) fn state_space(game: &Focus) -> StateSpace {
    let each = usize::from(game.pieces_each());
    let pieces = each * game.players;
    let stacked = ways_to_stack(pieces);
    let captured = ways_to_divide(pieces, game.players);
    let distributions: f64 = (0..=pieces).map(|left| stacked[left] * captured[pieces - left]).sum();
    let colourings: f64 = (0..game.players).map(|player| log10_choose(pieces - player * each, each)).sum();
    StateSpace {
        log10: distributions.log10() + colourings,
        formula: "stacks of at most 5 on 52 squares and captured pieces, times colourings",
    }
}

/// For each number of pieces, the ways to put them on the squares, at most five on each.
fn ways_to_stack(most: usize) -> Vec<f64> {
    let mut ways = vec![0.0; most + 1];
    ways[0] = 1.0;
    for _ in 0..SQUARES {
        ways = (0..=most).map(|pieces| (0..=pieces.min(MAX_HEIGHT)).map(|here| ways[pieces - here]).sum()).collect();
    }
    ways
}

/// For each number of pieces, all alike, the ways to divide them among so many players.
fn ways_to_divide(most: usize, players: usize) -> Vec<f64> {
    let mut ways = vec![0.0; most + 1];
    ways[0] = 1.0;
    for _ in 0..players {
        for pieces in 1..=most {
            ways[pieces] += ways[pieces - 1];
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_published() {
        for (players, published) in [(2, 7.84e34), (3, 1.64e43), (4, 3.31e59)] {
            let ours = state_space(&Focus::new(players, 1)).log10;
            assert!((ours - f64::log10(published)).abs() < 0.003, "{players} players: {ours}");
        }
    }
}
