//! How fast a game and its searches are, on one thread.

mod searches;
mod trees;

use std::time::{Duration, Instant};

use kingmaker_core::options::{self, Args};
use kingmaker_core::{Rng, Turn};
use kingmaker_search::toolbox::PLAYOUTS;
use kingmaker_search::{Budget, Halt, mcts};
use serde::Serialize;

use crate::erased::AnyGame;
use crate::literature;
use crate::player::PlayerSpec;
use crate::registry::Registry;
use crate::session::{Observer, Session};

pub use searches::{Effort, SearchSpeed, depth_first_player, depth_first_players, measure_searches, positions};
pub use trees::tree;

/// What can be measured about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Playouts alone, with this strategy, from the starting position.
    Playouts(&'static str),
    /// Iterations of Monte-Carlo Tree Search with default settings, from the starting position.
    Search,
    /// Iterations of Monte-Carlo Tree Search with this playout strategy, in positions along games.
    Along(&'static str),
}

/// Everything that can be measured about a game from its starting position.
pub fn subjects(game: &dyn AnyGame) -> Vec<Subject> {
    let playouts = game.playout_strategies().into_iter().map(Subject::Playouts);
    playouts.chain([Subject::Search]).collect()
}

/// What can be measured along games.
pub fn subjects_along(game: &dyn AnyGame) -> Vec<Subject> {
    game.playout_strategies().into_iter().map(Subject::Along).collect()
}

/// The speed of a game in one respect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// The game, as a spec.
    pub game: String,
    /// How many players there are.
    pub players: usize,
    /// What was measured: `random playouts`, `mcts`.
    pub subject: String,
    /// The median over the runs.
    pub playouts_per_second: f64,
    /// Plies of playouts per second, the median over the runs.
    pub plies_per_second: f64,
    /// Mean number of plies of a playout.
    pub plies_per_playout: f64,
    /// Playouts per second of each run, in order.
    pub runs: Vec<f64>,
    /// The published figure, if there is one.
    pub published: Option<f64>,
    /// Where it is printed.
    pub source: Option<&'static str>,
}

/// A search that has finished no playout in this time is not given more.
const LONGEST: Duration = Duration::from_secs(10);

/// Measures `runs` times for about `time` each, after a shorter run that only warms up. Along games, each run has a
/// position of its own: the first is from early in a game, the last from late in one. Calls `on_run` after each.
pub fn measure(
    game: &dyn AnyGame,
    subject: &Subject,
    runs: u32,
    time: Duration,
    mut on_run: impl FnMut(),
) -> Option<Speed> {
    let runs = runs.max(1);
    let positions = match subject {
        Subject::Along(_) => positions(game, runs as usize),
        Subject::Playouts(_) | Subject::Search => Vec::new(),
    };
    let search = |session: &dyn Session, playout: Option<Args>, mut time: Duration, seed: u64| {
        let settings = mcts::Settings { playout, ..mcts::Settings::default() };
        let mcts = PlayerSpec::new(settings, &Budget::default()).ok()?;
        loop {
            let analysis = session.analyze(&mcts.with_budget(Budget::time(time)), seed, &Halt::new()).ok()?;
            if analysis.playouts > 0 || time > LONGEST {
                return Some((analysis.playouts as f64, analysis.playout_plies as f64, analysis.milliseconds / 1e3));
            }
            // Where not one playout came to its end, there is nothing to measure yet.
            time *= 4;
        }
    };
    let run = |time: Duration, seed: u64| match subject {
        Subject::Playouts(strategy) => {
            let run = game.run_playouts(strategy, time, seed)?;
            Some((run.playouts as f64, run.plies as f64, run.elapsed.as_secs_f64()))
        }
        Subject::Search => search(&*game.session(seed), None, time, seed),
        Subject::Along(strategy) => {
            let position = positions.get((seed as usize).saturating_sub(1))?;
            search(&**position, Some(options::read(strategy, "playout", PLAYOUTS).ok()?), time, seed)
        }
    };
    run(time / 5, 0)?;
    let (mut playout_speeds, mut ply_speeds, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 1..=u64::from(runs) {
        let (playouts, plies, seconds) = run(time, seed)?;
        playout_speeds.push(playouts / seconds.max(1e-9));
        ply_speeds.push(plies / seconds.max(1e-9));
        lengths.push(plies / playouts.max(1.0));
        on_run();
    }
    let (subject, published) = match subject {
        Subject::Playouts(strategy) => (format!("{strategy} playouts"), literature::playout_speed(game, strategy)),
        Subject::Search => ("mcts".to_owned(), literature::playout_speed(game, "mcts")),
        Subject::Along(strategy) => (format!("mcts, {strategy}"), literature::playout_speed(game, strategy)),
    };
    Some(Speed {
        game: game.spec().to_owned(),
        players: game.players(),
        subject,
        playouts_per_second: median(&playout_speeds),
        plies_per_second: median(&ply_speeds),
        plies_per_playout: median(&lengths),
        runs: playout_speeds,
        published: published.map(|published| published.playouts_per_second),
        source: published.map(|published| published.source.as_str()),
    })
}

/// By how much searches of a time budget take longer than that, seen from outside.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Punctuality {
    /// The game, as a spec.
    pub game: String,
    /// How many players there are.
    pub players: usize,
    /// Who was to move in time.
    pub player: String,
    /// How many searches were made.
    pub searches: u32,
    /// What each was given, in milliseconds.
    pub milliseconds: f64,
    /// The median overrun, in milliseconds.
    pub median: f64,
    /// The overrun that one search in a hundred exceeds, in milliseconds.
    pub percentile_99: f64,
    /// The longest overrun, in milliseconds.
    pub longest: f64,
}

/// The players whose time can be limited and who can play this game, with that limit.
pub fn timed_players(registry: &Registry, game: &dyn AnyGame, time: Duration) -> Vec<PlayerSpec> {
    let specs = registry.players().filter_map(|(schema, _)| {
        let player = registry.player(schema.name, &Budget::time(time)).ok()?;
        (player.is_timed() && game.check_player(&player).is_ok()).then_some(player)
    });
    specs.collect()
}

/// Lets a player search along a random game, so many times. Calls `on_search` after each.
pub fn punctuality(
    game: &dyn AnyGame,
    player: &PlayerSpec,
    searches: u32,
    mut on_search: impl FnMut(),
) -> Option<Punctuality> {
    let budget = player.budget().time?;
    let mut rng = Rng::new(1);
    let mut session = game.session(1);
    let mut overruns = Vec::new();
    for seed in 0..u64::from(searches.max(1)) {
        let begun = Instant::now();
        session.analyze(player, seed, &Halt::new()).ok()?;
        overruns.push((begun.elapsed().as_secs_f64() - budget.as_secs_f64()) * 1e3);
        on_search();
        let legal = session.legal_moves(Observer::Everything);
        rng.pick(&legal).map(|mv| session.play(mv));
        while session.draw().is_some() {}
        if session.turn() == Turn::Over {
            session = game.session(seed);
        }
    }
    overruns.sort_by(f64::total_cmp);
    let rank = |share: f64| overruns[((overruns.len() as f64 * share).ceil() as usize).clamp(1, overruns.len()) - 1];
    Some(Punctuality {
        game: game.spec().to_owned(),
        players: game.players(),
        player: player.label().to_owned(),
        searches: overruns.len() as u32,
        milliseconds: budget.as_secs_f64() * 1e3,
        median: rank(0.5),
        percentile_99: rank(0.99),
        longest: rank(1.0),
    })
}

/// The middle one of these figures, of which there must be some, or the mean of the two in the middle.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;

    #[test]
    fn measures_everything_the_game_offers() {
        let game = test_game::heap(3);
        let offered = ["random", "mast", "nst", "lgr", "mix", "roles"].map(Subject::Playouts);
        assert_eq!(subjects(&game), offered.into_iter().chain([Subject::Search]).collect::<Vec<_>>());
        for subject in subjects(&game) {
            let mut calls = 0;
            let speed = measure(&game, &subject, 3, Duration::from_millis(2), || calls += 1).expect("offered");
            assert_eq!((calls, speed.runs.len(), speed.published), (3, 3, None));
            assert!(speed.runs.contains(&speed.playouts_per_second));
            assert_eq!(speed.plies_per_second > speed.playouts_per_second, speed.plies_per_playout > 1.0);
        }
        assert_eq!(measure(&game, &Subject::Playouts("greedy"), 1, Duration::from_millis(2), || ()), None);
        assert_eq!(measure(&game, &Subject::Along("greedy"), 1, Duration::from_millis(2), || ()), None);
    }

    #[test]
    fn playouts_get_shorter_along_games() {
        let game = Registry::ours().game("rolit(players=3)").expect("a game");
        let time = Duration::from_millis(2);
        let from_start = measure(&*game, &Subject::Search, 1, time, || ()).expect("offered");
        let mut calls = 0;
        let along = measure(&*game, &Subject::Along("greedy"), 3, time, || calls += 1).expect("offered");
        assert_eq!((calls, along.runs.len(), along.subject.as_str()), (3, 3, "mcts, greedy"));
        // Positions of plies 10, 30 and 50 of 60, so that the median has about 30 plies to go.
        assert!(from_start.plies_per_playout > 50.0, "{from_start:?}");
        assert!((20.0..=30.0).contains(&along.plies_per_playout), "{along:?}");
    }

    #[test]
    fn searches_are_timed_from_outside() {
        let game = test_game::heap(3);
        let players = timed_players(&Registry::ours(), &game, Duration::from_millis(2));
        assert_eq!(players.iter().map(PlayerSpec::label).collect::<Vec<_>>(), ["mcts"]);
        let punctuality = punctuality(&game, &players[0], 20, || ()).expect("it has a time budget");
        assert_eq!((punctuality.searches, punctuality.milliseconds), (20, 2.0));
        assert!(punctuality.median >= 0.0 && punctuality.median <= punctuality.percentile_99);
        assert!(punctuality.percentile_99 <= punctuality.longest);
    }
}
