//! Searches show what they think while they think, and think the same with and without somebody who looks on.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use kingmaker_core::{Game, Rng};
use kingmaker_games::focus::Focus;
use kingmaker_search::{Branch, Budget, Onlooker, Report, Searcher, Toolbox};

type Told<Move> = Arc<Mutex<Vec<Report<Move>>>>;

/// What a player finds at the start of Focus, and what it told before.
fn watched(spec: &str, budget: &Budget) -> (Report<<Focus as Game>::Move>, Vec<Report<<Focus as Game>::Move>>) {
    let game = Focus::new(3, 1000);
    let told: Told<<Focus as Game>::Move> = Arc::default();
    let toolbox = kingmaker_search::toolbox!(Focus, &());
    let build = || -> Box<dyn Searcher<Focus>> {
        let schemas: Vec<_> = kingmaker_search::toolbox::PLAYERS.iter().map(|(schema, _)| *schema).collect();
        let args = kingmaker_core::options::read(spec, "player", &schemas).expect("valid");
        toolbox.searcher(&args, &game).expect("it can play")
    };
    let start = game.start(&mut Rng::new(1));
    let search = |mut player: Box<dyn Searcher<Focus>>| player.search_as_mover(&game, &start, budget, &mut Rng::new(2));
    let alone = search(build());
    let mut player = build();
    let listener = Arc::clone(&told);
    player.show(Onlooker::new(Duration::ZERO, move |report: &Report<_>| {
        listener.lock().expect("nobody panics").push(report.clone());
    }));
    let found = search(player);
    let visits = |report: &Report<<Focus as Game>::Move>| -> Vec<_> {
        report.candidates.iter().map(|candidate| (candidate.mv, candidate.visits)).collect()
    };
    assert_eq!((alone.best, visits(&alone), &alone.line), (found.best, visits(&found), &found.line), "{spec}");
    assert!(alone.branches.is_empty(), "a tree that nobody looks at is not told");
    let told = std::mem::take(&mut *told.lock().expect("nobody panics"));
    (found, told)
}

#[test]
fn a_tree_search_shows_how_it_grows() {
    let (found, told) = watched("mcts", &Budget::playouts(2000));
    assert!(told.len() > 5, "{} reports", told.len());
    assert!(told.is_sorted_by_key(|report| report.playouts), "playouts only grow");
    let children: u64 = found.branches.iter().map(|branch| branch.visits).sum();
    assert!(children <= 2000 && !found.branches.is_empty());
    let best = found.branches.iter().find(|branch| branch.mv == found.best).expect("the best move is shown");
    let below = |branch: &Branch<_>| branch.below.iter().map(|below: &Branch<_>| below.visits).sum::<u64>();
    assert!(found.branches.iter().all(|branch| below(branch) < branch.visits), "no more visits below than above");
    assert!(found.branches.is_sorted_by(|one, other| one.visits >= other.visits));
    assert_eq!(best.visits, found.candidates[0].visits);
}

#[test]
fn a_depth_first_search_shows_each_depth() {
    for spec in ["paranoid", "maxn", "brs", "mp-mix"] {
        let (found, told) = watched(spec, &Budget { depth: Some(3), ..Budget::default() });
        let depths: Vec<u32> = told.iter().map(|report| report.depth).collect();
        assert_eq!(depths, [1, 2, 3], "{spec}");
        assert_eq!((told[2].best, found.depth), (found.best, 3), "{spec}");
    }
}

#[test]
fn threads_tell_one_at_a_time() {
    let game = Focus::new(2, 1000);
    let told = Arc::new(Mutex::new(0_u32));
    let toolbox: Toolbox<Focus> = Toolbox::default().knowledge();
    let settings = kingmaker_search::mcts::Settings { threads: 2, ..Default::default() };
    let mut player = toolbox.searcher(&settings.to_args(), &game).expect("it can play");
    let count = Arc::clone(&told);
    player.show(Onlooker::new(Duration::from_secs(3600), move |_: &Report<_>| *count.lock().expect("no panic") += 1));
    let mut rng = Rng::new(1);
    player.search_as_mover(&game, &game.start(&mut rng), &Budget::playouts(3000), &mut rng);
    assert_eq!(*told.lock().expect("no panic"), 1, "the next report is due in an hour");
}
