//! How long games will take, found out by a few searches.

use std::cell::Cell;
use std::time::{Duration, Instant};

use kingmaker_search::{Budget, Halt};

use crate::matches::Match;
use crate::player::PlayerSpec;
use crate::record::GameRecord;
use crate::registry::Registry;
use crate::schedule::ScheduledGame;

/// Searches are timed after these parts of a game.
const STAGES: [f64; 3] = [0.1, 0.4, 0.7];

/// Who shows how long a game is, the better one first. Nobody thinks long.
const SCOUTS: [&str; 2] = ["greedy", "random"];

/// So many games show it, because lengths vary.
const GAMES: u64 = 4;

/// A scout who has not ended a game after this is not asked again.
const PATIENCE: Duration = Duration::from_millis(500);

/// How long a game of a match takes on one core, give or take a factor of two; nothing if that cannot be found out.
pub fn time_per_game(registry: &Registry, the_match: &Match, halt: &Halt) -> Option<Duration> {
    let games: Vec<GameRecord> = (0..GAMES).filter_map(|index| scouted(registry, the_match, index, halt)).collect();
    let plies = games.iter().map(|game| f64::from(game.plies)).sum::<f64>() / games.len() as f64;
    let mut times = Vec::new();
    for (game, stage) in games.iter().zip(STAGES) {
        times.push(time_per_move(the_match, game, stage, halt)?.as_secs_f64());
    }
    (!times.is_empty()).then(|| Duration::from_secs_f64(plies * times.iter().sum::<f64>() / times.len() as f64))
}

/// A game of the match as quick players would play it.
fn scouted(registry: &Registry, the_match: &Match, index: u64, halt: &Halt) -> Option<GameRecord> {
    let round = the_match.schedule().round_length().max(1);
    let scheduled = the_match.schedule().game(index % round)?;
    SCOUTS.iter().find_map(|scout| {
        let players = the_match.players().iter().map(|player| {
            // Whoever is bound to a role stays bound to it.
            let spec = player.role().map_or_else(|| (*scout).to_owned(), |role| format!("{role}={scout}"));
            registry.player(&spec, &Budget::default()).ok()
        });
        let players: Vec<PlayerSpec> = players.collect::<Option<_>>()?;
        let begun = Instant::now();
        let scheduled = ScheduledGame { seed: scheduled.seed.wrapping_add(index), ..scheduled };
        let is_late = || begun.elapsed() > PATIENCE;
        the_match.game().play_game(scheduled, &players, halt, &is_late).ok()?
    })
}

/// How long a move takes once so much of a game has been played: the mean over one search of each seat.
fn time_per_move(the_match: &Match, game: &GameRecord, stage: f64, halt: &Halt) -> Option<Duration> {
    let plies = (game.moves.len() as f64 * stage) as usize;
    let opening: Vec<String> = game.moves[..plies].iter().map(|mv| mv.text.clone()).collect();
    let seats = the_match.game().players() as u32;
    // With the draws of that game, because its moves may hang on them.
    let scheduled = ScheduledGame { opening: &opening, seed: game.seed, ..the_match.schedule().game(0)? };
    // It is asked before and after every search.
    let (asked, begun) = (Cell::new(0), Cell::new(None));
    let is_enough = || {
        begun.set(begun.get().or_else(|| Some(Instant::now())));
        asked.set(asked.get() + 1);
        asked.get() > 2 * seats
    };
    the_match.game().play_game(scheduled, the_match.players(), halt, &is_enough).ok()?;
    let searches = (asked.get() / 2).max(1);
    begun.get().map(|begun: Instant| begun.elapsed() / searches)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also where something is dealt or drawn, and where players are bound to roles.
    #[test]
    fn every_sort_of_game_can_be_timed() {
        let registry = Registry::ours();
        let time = |game: &str, players: &[&str]| {
            let game = registry.game(game).expect("a game");
            let players: Vec<_> =
                players.iter().map(|text| registry.player(text, &Budget::default()).expect("a player")).collect();
            let the_match = Match::new(game, players, 10, 1).expect("a match");
            time_per_game(&registry, &the_match, &Halt::new()).expect("an estimate")
        };
        assert!(time("rolit(players=3)", &["mcts(playouts=20)", "random"]) > Duration::ZERO);
        assert!(time("scotland-yard", &["hider=mcts(playouts=5)", "seekers=random"]) > Duration::ZERO);
        assert!(time("skirmish", &["mcts(playouts=5)", "random"]) > Duration::ZERO);
    }
}
