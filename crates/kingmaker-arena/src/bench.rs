//! How fast a game and its searches are, on one thread from the starting position.

use std::time::Duration;

use kingmaker_search::Budget;
use serde::Serialize;

use crate::erased::AnyGame;
use crate::player::PlayerSpec;
use crate::published;

/// What can be measured about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Playouts alone, with this strategy.
    Playouts(&'static str),
    /// Iterations of Monte-Carlo Tree Search with default settings.
    Search,
}

/// Everything that can be measured about a game.
pub fn subjects(game: &dyn AnyGame) -> Vec<Subject> {
    let playouts = game.playout_strategies().into_iter().map(Subject::Playouts);
    playouts.chain([Subject::Search]).collect()
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

/// Measures `runs` times for about `time` each, after a shorter run that only warms up. Calls
/// `on_run` after each.
pub fn measure(
    game: &dyn AnyGame,
    subject: &Subject,
    runs: u32,
    time: Duration,
    mut on_run: impl FnMut(),
) -> Option<Speed> {
    let run = |time: Duration, seed: u64| match subject {
        Subject::Playouts(strategy) => {
            let run = game.run_playouts(strategy, time, seed)?;
            Some((run.playouts as f64, run.plies as f64, run.elapsed.as_secs_f64()))
        }
        Subject::Search => {
            let mcts = PlayerSpec::read("mcts", &Budget::time(time)).ok()?;
            let analysis = game.session(seed).analyze(&mcts, seed).ok()?;
            Some((analysis.playouts as f64, analysis.playout_plies as f64, analysis.milliseconds / 1e3))
        }
    };
    run(time / 5, 0)?;
    let (mut playout_speeds, mut ply_speeds, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 1..=u64::from(runs.max(1)) {
        let (playouts, plies, seconds) = run(time, seed)?;
        playout_speeds.push(playouts / seconds.max(1e-9));
        ply_speeds.push(plies / seconds.max(1e-9));
        lengths.push(plies / playouts.max(1.0));
        on_run();
    }
    let (subject, published) = match subject {
        Subject::Playouts(strategy) => (format!("{strategy} playouts"), published::playout_speed(game, strategy)),
        Subject::Search => ("mcts".to_owned(), None),
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
        source: published.map(|published| published.source),
    })
}

fn median(values: &[f64]) -> f64 {
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
        assert_eq!(subjects(&game), [Subject::Playouts("random"), Subject::Search]);
        for subject in subjects(&game) {
            let mut calls = 0;
            let speed = measure(&game, &subject, 3, Duration::from_millis(2), || calls += 1).expect("offered");
            assert_eq!((calls, speed.runs.len(), speed.published), (3, 3, None));
            assert!(speed.runs.contains(&speed.playouts_per_second));
            assert_eq!(speed.plies_per_second > speed.playouts_per_second, speed.plies_per_playout > 1.0);
        }
        assert_eq!(measure(&game, &Subject::Playouts("greedy"), 1, Duration::from_millis(2), || ()), None);
    }
}
