//! Figures from the literature that ours are put beside.

use crate::erased::AnyGame;
use crate::registry;

/// A published number of playouts per second, on one thread from the starting position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutSpeed {
    /// The game, as a spec.
    pub game: &'static str,
    /// The playout strategy, or `mcts` for a whole search.
    pub strategy: &'static str,
    /// The figure.
    pub playouts_per_second: f64,
    /// Where it is printed.
    pub source: &'static str,
}

const PLAYOUTS: &str = "Nijssen 2013, Table 6.3";

/// Searches with greedy playouts: the median number of playouts in a second of thinking.
const THINKING: &str = "Nijssen 2013, Table 4.3 (median playouts in 1 s)";

const fn speed(
    game: &'static str,
    strategy: &'static str,
    playouts_per_second: f64,
    source: &'static str,
) -> PlayoutSpeed {
    PlayoutSpeed { game, strategy, playouts_per_second, source }
}

/// Every published speed that we know of.
pub static PLAYOUT_SPEEDS: &[PlayoutSpeed] = &[
    speed("focus(players=3)", "greedy", 5476.0, PLAYOUTS),
    speed("focus(players=4)", "greedy", 5118.0, PLAYOUTS),
    speed("focus(players=3)", "mcts", 6474.0, THINKING),
    speed("focus(players=4)", "mcts", 6310.0, THINKING),
    speed("rolit(players=3)", "mcts", 5933.0, THINKING),
    speed("rolit(players=4)", "mcts", 6064.0, THINKING),
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
