//! Playouts of Chinese Checkers: they end, and they allocate nothing.

use kingmaker_core::options::read;
use kingmaker_core::{Game, Rng};
use kingmaker_games::chinese_checkers::ChineseCheckers;
use kingmaker_search::Toolbox;
use kingmaker_search::mcts::playout::Playout;
use kingmaker_search::toolbox::PLAYOUTS;

fn playout(name: &str) -> Box<dyn Playout<ChineseCheckers>> {
    let args = read(name, "playout", PLAYOUTS).expect("a playout");
    Toolbox::default().knowledge().playout(Some(&args)).expect("the game has what it needs")
}

#[test]
fn playouts_allocate_nothing() {
    for players in [2, 3, 4, 6] {
        let game = ChineseCheckers::new(players, 5_000);
        let state = game.start(&mut Rng::new(0));
        for name in ["random", "greedy"] {
            let mut playout = playout(name);
            let mut rng = Rng::new(4);
            let mut plies = 0;
            let counted = allocation_counter::measure(|| {
                for _ in 0..5 {
                    plies += playout.run(&game, &mut state.clone(), &mut rng).plies;
                }
            });
            assert!(plies > 100);
            assert_eq!(counted.count_total, 0, "{name} playouts of {players} players");
        }
    }
}

/// Greedy playouts are decided, and in about as many plies as good games take (Nijssen 2013,
/// Table 3.1: 57, 82, 134 and 229).
#[test]
fn greedy_playouts_are_decided() {
    for (players, length) in [(2, 55..70), (3, 75..95), (4, 75..100), (6, 80..105)] {
        let game = ChineseCheckers::new(players, 10_000);
        let state = game.start(&mut Rng::new(0));
        let (mut playout, mut rng) = (playout("greedy"), Rng::new(1));
        let mut plies = 0;
        for _ in 0..500 {
            let outcome = playout.run(&game, &mut state.clone(), &mut rng);
            assert!(outcome.scores.shares().as_slice().contains(&1.0), "a draw after {} plies", outcome.plies);
            plies += outcome.plies;
        }
        assert!(length.contains(&(plies / 500)), "{players} players: {} plies", plies / 500);
    }
}
