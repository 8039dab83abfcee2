//! How many nodes the techniques need to the same depth.

use kingmaker_core::{Knowledge, MoveOrdering, OutOfTurn, Rng};
use kingmaker_games::blokus::Blokus;
use kingmaker_games::chinese_checkers::ChineseCheckers;
use kingmaker_games::focus::Focus;
use kingmaker_games::rolit::Rolit;
use kingmaker_search::Toolbox;

use crate::search;

/// Nodes in positions of a game between players who follow the static move ordering.
fn nodes<G: Knowledge + OutOfTurn>(game: &G, plies: &[usize], spec: &str) -> u64 {
    let toolbox = Toolbox::default().knowledge().out_of_turn();
    let position = |plies: usize| {
        let mut rng = Rng::new(plies as u64);
        let mut state = game.start(&mut rng);
        for _ in 0..plies {
            let mv =
                game.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut Vec::new()).expect("the game goes on");
            game.play(&mut state, mv);
        }
        state
    };
    plies.iter().map(|&plies| search(&toolbox, game, &position(plies), spec, 0).nodes).sum()
}

fn check<G: Knowledge + OutOfTurn>(game: &G, plies: &[usize], depth: u32) {
    let nodes = |name: &str| nodes(game, plies, &format!("{name}(depth={depth})"));
    let [max_n, paranoid, brs] = ["maxn", "paranoid", "brs"].map(nodes);
    assert!(paranoid < max_n && brs < max_n, "max^n {max_n}, paranoid {paranoid}, BRS {brs}");
}

/// The direction of Nijssen 2013, Table 4.2, without a clock: alpha-beta leaves out more than shallow
/// pruning does.
#[test]
fn paranoid_and_best_reply_search_visit_fewer_nodes_than_max_n() {
    check(&Focus::new(3, 20_000), &[10, 25], 3);
    check(&Rolit::new(3, 8), &[10, 25, 40], 4);
    check(&ChineseCheckers::new(3, 10_000), &[6, 20], 3);
    check(&Blokus::standard(), &[50, 56], 3);
}
