//! One number that says whether play has changed: a hash of what fixed searches choose and spend.
//!
//! Every technique searches a few positions of every game, on one thread and with a budget in playouts or
//! nodes, so that the number depends on the program alone. Times and estimates are no part of it.

use kingmaker_core::{Rng, Turn};
use kingmaker_search::hidden::approach::APPROACHES;
use kingmaker_search::mcts::backup::BACKUPS;
use kingmaker_search::toolbox::{BELIEFS, PLAYOUTS, POLICIES, SELECTIONS};
use kingmaker_search::{Budget, Halt};

use crate::analysis::Analysis;
use crate::erased::AnyGame;
use crate::player::PlayerSpec;
use crate::registry::{GameError, Registry};
use crate::session::{Observer, Session};

/// What each search may spend.
const BUDGET: Budget = Budget { time: None, playouts: Some(40), plies: None, nodes: Some(400), depth: None };

/// How many random plies lead to each position.
const PLIES: [usize; 2] = [3, 16];

/// What no technique names as an example of its own.
const FURTHER: &[&str] = &[
    "mcts(select=uct)",
    "mcts(solver=standard)",
    "mcts(solver=paranoid)",
    "mcts(solver=first-winner)",
    "mcts(final=max)",
    "mcts(final=robust-max)",
    "mcts(final=secure)",
    "mcts(transpositions=yes)",
    "mcts(expand=4, urgency=0.6)",
    "maxn(prune=last-branch)",
    "maxn(prune=speculative)",
    "maxn(ties=random, k=4)",
    "paranoid(history=relative, replace=always, reuse=equal)",
    "greedy(by=base)",
    "mcts(playout=greedy(by=base))",
    "mcts(select=bias(by=base), policy=brs-plus(by=base))",
    "mcts(playout=brs2(by=base))",
    "paranoid(by=base)",
    "brs-plus(by=base)",
    "greedy(by=reach)",
    "mcts(playout=roles(first=greedy(by=reach), second=greedy(by=distance)))",
    "mcts(coalition=0.2)",
];

/// What one player did with one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The game, as a spec.
    pub game: String,
    /// The player, as a spec.
    pub player: String,
    /// The hash of its searches.
    pub number: u64,
}

/// Every player that techniques name as an example, with the budget of the fingerprint. Searches of several
/// threads are left out, because they differ from run to run.
pub fn players(registry: &Registry) -> Vec<PlayerSpec> {
    let schemas = registry.players().map(|(schema, _)| schema);
    let parts = [POLICIES, SELECTIONS, PLAYOUTS, BACKUPS, BELIEFS, APPROACHES];
    let schemas = schemas.chain(parts.into_iter().flatten().copied());
    let texts = schemas.flat_map(|schema| schema.examples).chain(FURTHER);
    let mut players: Vec<PlayerSpec> = Vec::new();
    for player in texts.filter_map(|text| registry.player(text, &Budget::default()).ok()) {
        let player = player.with_budget(Budget { depth: player.budget().depth, ..BUDGET });
        if player.is_reproducible() && players.iter().all(|other| other.label() != player.label()) {
            players.push(player);
        }
    }
    players
}

/// Of every game the first variant with each number of players.
pub fn games(registry: &Registry) -> Result<Vec<Box<dyn AnyGame>>, GameError> {
    let mut games: Vec<Box<dyn AnyGame>> = Vec::new();
    for example in registry.schemas().flat_map(|schema| schema.examples) {
        let game = registry.game(example)?;
        let is_like =
            |other: &dyn AnyGame| (other.schema().name, other.players()) == (game.schema().name, game.players());
        if !games.iter().any(|other| is_like(&**other)) {
            games.push(game);
        }
    }
    Ok(games)
}

/// The hash of each player's searches in a game, as far as it can play it. Calls `on_search` after each search.
pub fn prints(game: &dyn AnyGame, players: &[PlayerSpec], mut on_search: impl FnMut()) -> Vec<Print> {
    let positions: Vec<Box<dyn Session>> = (0..).zip(PLIES).map(|(seed, plies)| position(game, seed, plies)).collect();
    let (mut prints, halt) = (Vec::new(), Halt::new());
    for player in players {
        let mut number = OFFSET;
        if game.check_player(player).is_ok() {
            for (seed, position) in (0..).zip(&positions) {
                if let Ok(analysis) = position.analyze(player, seed, &halt) {
                    number = hashed(number, &essence(&analysis));
                }
            }
            prints.push(Print { game: game.spec().to_owned(), player: player.label().to_owned(), number });
        }
        PLIES.iter().for_each(|_| on_search());
    }
    prints
}

/// The number of all prints together.
pub fn number(prints: &[Print]) -> u64 {
    prints.iter().fold(OFFSET, |number, print| hashed(number, &format!("{print:?}")))
}

/// A position with a player to move, at most so many random plies from the start.
fn position(game: &dyn AnyGame, seed: u64, plies: usize) -> Box<dyn Session> {
    let (mut session, mut rng) = (game.session(seed), Rng::new(seed));
    while session.plies() < plies || session.turn() == Turn::Chance {
        if session.draw().is_some() {
            continue;
        }
        let played = rng.pick(&session.legal_moves(Observer::Everything)).map(|mv| session.play(mv));
        if played.is_none_or(|played| played.is_err()) {
            break;
        }
    }
    while session.turn().player().is_none() && session.undo() {}
    session
}

/// What was chosen and what was spent on it.
fn essence(analysis: &Analysis) -> String {
    let Analysis { best, playouts, playout_plies, nodes, depth, candidates, .. } = analysis;
    let mut visits: Vec<(&str, u64)> =
        candidates.iter().map(|candidate| (candidate.text.as_str(), candidate.visits)).collect();
    visits.sort_unstable();
    format!("{best} {playouts} {playout_plies} {nodes} {depth} {visits:?}")
}

/// Where the hash begins, and what it multiplies by: FNV-1a (Fowler, Noll & Vo).
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

fn hashed(before: u64, text: &str) -> u64 {
    text.bytes().fold(before, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;

    #[test]
    fn the_same_play_gives_the_same_number() {
        let (game, players) = (test_game::heap(3), players(&Registry::ours()));
        let mut searches = 0;
        let first = prints(&game, &players, || searches += 1);
        assert_eq!(searches, players.len() * PLIES.len());
        assert!(first.len() > 10, "{first:?}");
        assert_eq!(first, prints(&game, &players, || ()));
        let mut changed = first.clone();
        changed[3].number += 1;
        assert_ne!(number(&first), number(&changed));
        let twice = players.iter().filter(|player| player.label() == "mcts").count();
        assert_eq!(twice, 1);
    }
}
