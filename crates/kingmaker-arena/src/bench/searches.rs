//! How fast depth-first searches are, and how many nodes they need to a depth, along a game.

use std::time::Duration;

use kingmaker_core::Turn;
use kingmaker_core::options::Args;
use kingmaker_search::{Budget, Halt, greedy, random};
use serde::Serialize;

use crate::erased::AnyGame;
use crate::player::PlayerSpec;
use crate::registry::Registry;
use crate::session::Session;

/// What each search is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// So much time.
    Time(Duration),
    /// To this depth, however long it takes.
    Depth(u32),
}

impl Effort {
    fn budget(self) -> Budget {
        match self {
            Effort::Time(time) => Budget::time(time),
            Effort::Depth(depth) => Budget { depth: Some(depth), ..Budget::default() },
        }
    }
}

/// The speed of a depth-first player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchSpeed {
    /// The game, as a spec.
    pub game: String,
    /// How many players there are.
    pub players: usize,
    /// Who searched.
    pub player: String,
    /// How many positions were searched.
    pub positions: usize,
    /// Nodes of all searches by the time of all searches.
    pub nodes_per_second: f64,
    /// The mean over the positions.
    pub nodes_per_search: f64,
    /// The mean depth that was searched completely.
    pub depth: f64,
}

/// The players that count nodes and can play this game, as they are configured by default.
pub fn depth_first_players(registry: &Registry, game: &dyn AnyGame, effort: Effort) -> Vec<PlayerSpec> {
    let counts_nodes = |player: &PlayerSpec| player.args().declares("nodes");
    let specs = registry.players().filter_map(|(schema, _)| {
        let player = registry.player(schema.name, &effort.budget()).ok()?;
        (counts_nodes(&player) && game.check_player(&player).is_ok()).then_some(player)
    });
    specs.collect()
}

/// A player as a spec says, with this effort; the error says what is wrong with it.
pub fn depth_first_player(
    registry: &Registry,
    game: &dyn AnyGame,
    text: &str,
    effort: Effort,
) -> Result<PlayerSpec, String> {
    let read = |budget: &Budget| registry.player(text, budget).map_err(|error| error.to_string());
    if !read(&Budget::default())?.args().declares("nodes") {
        let names = depth_first_players(registry, game, effort);
        let names: Vec<&str> = names.iter().map(PlayerSpec::label).collect();
        return Err(format!("'{text}' is no depth-first search; expected {}", names.join(", ")));
    }
    let player = read(&effort.budget())?;
    game.check_player(&player).map_err(|error| error.to_string())?;
    Ok(player)
}

/// So many plies of a game are looked at, at the most.
const MOST_PLIES: usize = 200;

/// Positions with a player to move, each from a game of its own between players who follow the
/// static move ordering (or move at random, where there is none): the first from early in its
/// game, the last from late in it.
pub fn positions(game: &dyn AnyGame, count: usize) -> Vec<Box<dyn Session>> {
    let player = |settings: Args| PlayerSpec::new(settings, &Budget::default()).ok();
    let is_able = |player: &PlayerSpec| game.check_player(player).is_ok();
    let Some(mover) = player(greedy::Settings::default().into())
        .filter(is_able)
        .or_else(|| player(random::Settings::default().into()))
    else {
        return Vec::new();
    };
    let position = |index: usize| {
        let (mut session, halt) = (game.session(index as u64), Halt::new());
        for ply in 0..MOST_PLIES {
            while session.draw().is_some() {}
            if session.turn() == Turn::Over {
                break;
            }
            let mv = session.analyze(&mover, (index * MOST_PLIES + ply) as u64, &halt).ok()?.best;
            session.play(&mv).ok()?;
        }
        let length = session.plies();
        let wanted = length * (2 * index + 1) / (2 * count);
        while session.plies() > wanted || session.turn().player().is_none() {
            if !session.undo() {
                return None;
            }
        }
        Some(session)
    };
    (0..count).filter_map(position).collect()
}

/// Lets a player search each of the positions. Calls `on_search` after each.
pub fn measure_searches(
    game: &dyn AnyGame,
    player: &PlayerSpec,
    positions: &[Box<dyn Session>],
    mut on_search: impl FnMut(),
) -> Option<SearchSpeed> {
    let (mut nodes, mut depths, mut milliseconds) = (0, 0, 0.0);
    for (index, position) in positions.iter().enumerate() {
        let analysis = position.analyze(player, index as u64, &Halt::new()).ok()?;
        nodes += analysis.nodes;
        depths += analysis.depth;
        milliseconds += analysis.milliseconds;
        on_search();
    }
    let count = positions.len().max(1) as f64;
    Some(SearchSpeed {
        game: game.spec().to_owned(),
        players: game.players(),
        player: player.label().to_owned(),
        positions: positions.len(),
        nodes_per_second: nodes as f64 / f64::max(milliseconds / 1e3, 1e-9),
        nodes_per_search: nodes as f64 / count,
        depth: f64::from(depths) / count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_first_player_of_a_game_is_measured() {
        let names = |spec: &str| {
            let game = Registry::ours().game(spec).expect("a game");
            let players = depth_first_players(&Registry::ours(), &*game, Effort::Depth(2));
            players.iter().map(|player| player.label().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("focus(players=2)")[0], "alphabeta");
        assert!(names("focus(players=3)").iter().all(|name| name != "alphabeta" && name != "mcts"));
        assert!(["maxn", "paranoid", "brs"].iter().all(|name| names("focus(players=3)").iter().any(|own| own == name)));
    }

    #[test]
    fn positions_are_spread_over_games() {
        let game = Registry::ours().game("rolit(players=3)").expect("a game");
        let plies: Vec<usize> = positions(&*game, 3).iter().map(|session| session.plies()).collect();
        assert_eq!(plies, [10, 30, 50]);
    }

    #[test]
    fn nodes_to_a_depth_are_the_same_each_time() {
        let game = Registry::ours().game("rolit(players=3)").expect("a game");
        let brs = depth_first_player(&Registry::ours(), &*game, "brs", Effort::Depth(2)).expect("a player");
        let positions = positions(&*game, 4);
        let mut calls = 0;
        let mut nodes =
            || measure_searches(&*game, &brs, &positions, || calls += 1).expect("searched").nodes_per_search;
        assert_eq!(nodes(), nodes());
        assert_eq!(calls, 8);
        let wrong =
            depth_first_player(&Registry::ours(), &*game, "mcts", Effort::Depth(2)).expect_err("it counts playouts");
        assert!(wrong.contains("mcts") && wrong.contains("brs"), "{wrong}");
    }
}
