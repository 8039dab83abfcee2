//! Selection, expansion and backpropagation allocate nothing once the tree's memory is there.

use kingmaker_core::options::read;
use kingmaker_core::{Game, Rng};
use kingmaker_games::focus::Focus;
use kingmaker_search::mcts::{Mcts, Settings};
use kingmaker_search::toolbox::{PLAYERS, SELECTIONS};
use kingmaker_search::{Budget, Searcher, Toolbox};

/// Allocations of a search of so many playouts by one who has searched before.
fn allocations(spec: &str, playouts: u64) -> u64 {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    let args = read(spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"));
    let game = Focus::new(2, 20_000);
    let toolbox = Toolbox::default().knowledge().out_of_turn();
    let mut mcts = Mcts::new(&Settings::from_args(&args), &toolbox, &game).unwrap_or_else(|error| panic!("{error}"));
    let state = game.start(&mut Rng::new(0));
    // The longest search comes first and makes room, for a line of moves as well.
    for seed in 0..2 {
        mcts.search_as_mover(&game, &state, &Budget::playouts(2500), &mut Rng::new(seed));
    }
    let counted = allocation_counter::measure(|| {
        let report = mcts.search_as_mover(&game, &state, &Budget::playouts(playouts), &mut Rng::new(9));
        assert_eq!(report.playouts, playouts);
    });
    counted.count_total
}

#[test]
fn an_iteration_allocates_nothing() {
    let others = [
        "mcts(policy=paranoid)",
        "mcts(policy=brs)",
        "mcts(solver=standard)",
        "mcts(urgency=1)",
        "mcts(backup=mix)",
        "mcts(playout=greedy(ties=first))",
    ];
    for spec in SELECTIONS.iter().flat_map(|schema| schema.examples).chain(&others) {
        let (few, many) = (allocations(spec, 500), allocations(spec, 2000));
        // What a search says about itself is a few lists, one of which grows with the depth of the tree.
        assert!(many <= few + 3, "{spec}: {few} allocations for 500 playouts, {many} for 2000");
    }
}
