//! Figures from the literature that ours are put beside.

use crate::erased::AnyGame;
use crate::registry;

/// The published size of a game, as decimal logarithms where numbers are large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The game, as a spec.
    pub game: &'static str,
    /// Mean number of legal moves, and mean number of plies.
    pub branching_and_length: (f64, f64),
    /// The game tree, b^d.
    pub tree_log10: f64,
    /// The state space.
    pub states_log10: f64,
    /// Where it is printed.
    pub source: &'static str,
}

const fn size(
    game: &'static str,
    branching_and_length: (f64, f64),
    tree_log10: f64,
    states_log10: f64,
    source: &'static str,
) -> Size {
    Size { game, branching_and_length, tree_log10, states_log10, source }
}

/// Every published size that we know of.
pub static SIZES: &[Size] = &[
    // The product was formed with a slip: 2337 instead of 2737 ways for the piece P; 2.50e258 is right.
    size(
        "blokus",
        (139.1, 73.1),
        156.678,
        258.124,
        "Nijssen 2013, section 3.4.2 (a slip in its positions: 2.50e258 is right)",
    ),
    // The tree does not follow from the printed b and d, which give 1.5e70.
    size(
        "focus(players=2)",
        (66.4, 38.5),
        101.274,
        34.894,
        "Nijssen 2013, Table 3.2 (its 2-player b^d is not 66.4^38.5)",
    ),
    size("chinese-checkers(players=2)", (29.3, 57.1), 83.758, 16.230, "Nijssen 2013, Table 3.1"),
    size("chinese-checkers(players=3)", (30.3, 81.6), 120.886, 23.975, "Nijssen 2013, Table 3.1"),
    size("chinese-checkers(players=4)", (27.7, 134.1), 193.436, 31.436, "Nijssen 2013, Table 3.1"),
    size("chinese-checkers(players=6)", (23.5, 228.5), 313.290, 45.367, "Nijssen 2013, Table 3.1"),
    size("focus(players=3)", (43.0, 57.6), 94.086, 43.215, "Nijssen 2013, Table 3.2"),
    size("focus(players=4)", (39.8, 72.1), 115.352, 59.520, "Nijssen 2013, Table 3.2"),
    size("rolit(players=2)", (8.5, 60.0), 55.765, 29.831, "Nijssen 2013, section 3.3.2"),
    size("rolit(players=3)", (8.5, 60.0), 55.765, 38.033, "Nijssen 2013, section 3.3.2"),
    size("rolit(players=4)", (8.5, 60.0), 55.765, 44.346, "Nijssen 2013, section 3.3.2"),
    size(
        "rolit(players=2, rules=othello)",
        (8.25, 59.85),
        54.850,
        29.831,
        "Nijssen 2013, section 3.3.2 (games of people)",
    ),
];

/// The published size of exactly this game.
pub fn size_of(game: &dyn AnyGame) -> Option<&'static Size> {
    SIZES.iter().find(|size| is_named(game, size.game))
}

/// Whether a spec means exactly this game.
fn is_named(game: &dyn AnyGame, text: &str) -> bool {
    registry::game(text).is_ok_and(|other| other.spec() == game.spec())
}

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
    speed("blokus", "mcts", 1406.0, THINKING),
    speed("chinese-checkers(players=3)", "greedy", 3489.0, PLAYOUTS),
    speed("chinese-checkers(players=3)", "one-ply", 2421.0, PLAYOUTS),
    speed("chinese-checkers(players=3)", "max-n2", 517.0, PLAYOUTS),
    speed("chinese-checkers(players=3)", "paranoid2", 1008.0, PLAYOUTS),
    speed("chinese-checkers(players=3)", "brs2", 649.0, PLAYOUTS),
    speed("chinese-checkers(players=4)", "greedy", 2841.0, PLAYOUTS),
    speed("chinese-checkers(players=4)", "one-ply", 1862.0, PLAYOUTS),
    speed("chinese-checkers(players=4)", "max-n2", 379.0, PLAYOUTS),
    speed("chinese-checkers(players=4)", "paranoid2", 744.0, PLAYOUTS),
    speed("chinese-checkers(players=4)", "brs2", 360.0, PLAYOUTS),
    speed("focus(players=3)", "greedy", 5476.0, PLAYOUTS),
    speed("focus(players=3)", "one-ply", 4686.0, PLAYOUTS),
    speed("focus(players=3)", "max-n2", 982.0, PLAYOUTS),
    speed("focus(players=3)", "paranoid2", 1678.0, PLAYOUTS),
    speed("focus(players=3)", "brs2", 756.0, PLAYOUTS),
    speed("focus(players=4)", "greedy", 5118.0, PLAYOUTS),
    speed("focus(players=4)", "one-ply", 4413.0, PLAYOUTS),
    speed("focus(players=4)", "max-n2", 1063.0, PLAYOUTS),
    speed("focus(players=4)", "paranoid2", 1847.0, PLAYOUTS),
    speed("focus(players=4)", "brs2", 561.0, PLAYOUTS),
    speed("chinese-checkers(players=3)", "mcts", 4318.0, THINKING),
    speed("chinese-checkers(players=4)", "mcts", 3520.0, THINKING),
    speed("chinese-checkers(players=6)", "mcts", 2792.0, THINKING),
    speed("focus(players=3)", "mcts", 6474.0, THINKING),
    speed("focus(players=4)", "mcts", 6310.0, THINKING),
    speed("rolit(players=3)", "mcts", 5933.0, THINKING),
    speed("rolit(players=4)", "mcts", 6064.0, THINKING),
];

/// The published speed of a strategy in exactly this game.
pub fn playout_speed(game: &dyn AnyGame, strategy: &str) -> Option<&'static PlayoutSpeed> {
    PLAYOUT_SPEEDS.iter().find(|speed| speed.strategy == strategy && is_named(game, speed.game))
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

    /// What is printed of the tree is b^d, and of the states what we count.
    #[test]
    fn published_sizes_are_consistent() {
        for size in SIZES {
            let game = registry::game(size.game).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(size_of(&*game), Some(size));
            let (branching, length) = size.branching_and_length;
            // b and d are printed to three digits.
            let is_consistent = (length * branching.log10() - size.tree_log10).abs() < 0.5;
            assert_eq!(is_consistent, size.game != "focus(players=2)", "{}", size.game);
            let slip = if size.game == "blokus" { 4.0 * (2738.0f64 / 2338.0).log10() } else { 0.0 };
            if let Some(ours) = game.state_space() {
                assert!((ours.log10 - slip - size.states_log10).abs() < 0.01, "{}: {}", size.game, ours.log10);
            }
        }
    }
}
