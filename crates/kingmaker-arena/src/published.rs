//! Figures from the literature that ours are put beside.

use crate::erased::AnyGame;
use crate::registry;

/// A published number of playouts per second, on one thread from the starting position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutSpeed {
    /// The game, as a spec.
    pub game: &'static str,
    /// The playout strategy.
    pub strategy: &'static str,
    /// The figure.
    pub playouts_per_second: f64,
    /// Where it is printed.
    pub source: &'static str,
}

/// Every published speed that we know of.
pub static PLAYOUT_SPEEDS: &[PlayoutSpeed] = &[
    PlayoutSpeed {
        game: "focus(players=3)",
        strategy: "greedy",
        playouts_per_second: 5476.0,
        source: "Nijssen 2013, Table 6.3",
    },
    PlayoutSpeed {
        game: "focus(players=4)",
        strategy: "greedy",
        playouts_per_second: 5118.0,
        source: "Nijssen 2013, Table 6.3",
    },
];

/// The published speed of a strategy in exactly this game.
pub fn playout_speed(game: &dyn AnyGame, strategy: &str) -> Option<&'static PlayoutSpeed> {
    let same_game = |text: &str| registry::game(text).is_ok_and(|other| other.spec() == game.spec());
    PLAYOUT_SPEEDS.iter().find(|speed| speed.strategy == strategy && same_game(speed.game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_found_by_its_game() {
        for speed in PLAYOUT_SPEEDS {
            let game = registry::game(speed.game).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(playout_speed(&*game, speed.strategy), Some(speed));
            assert_eq!(playout_speed(&*game, "random"), None);
        }
    }
}
