//! Playouts of Rolit and Othello: no allocation, and games of the right length.

use kingmaker_core::options::read;
use kingmaker_core::{Game, Rng};
use kingmaker_games::rolit::Rolit;
use kingmaker_search::Toolbox;
use kingmaker_search::toolbox::PLAYOUTS;

#[test]
fn playouts_allocate_nothing() {
    let toolbox = Toolbox::<Rolit>::default().knowledge();
    for game in [Rolit::new(2, 8), Rolit::new(3, 8), Rolit::new(4, 8), Rolit::new(4, 6), Rolit::othello(8)] {
        let state = game.start(&mut Rng::new(0));
        for name in ["random", "greedy"] {
            let args = read(name, "playout", PLAYOUTS).expect("a playout");
            let mut playout = toolbox.playout(Some(&args)).expect("Rolit has what it needs");
            let mut rng = Rng::new(4);
            let mut plies = 0;
            let counted = allocation_counter::measure(|| {
                for _ in 0..5 {
                    plies += playout.run(&game, &mut state.clone(), &mut rng).plies;
                }
            });
            assert!((20..=5 * game.ply_cap() as u32).contains(&plies));
            assert_eq!(counted.count_total, 0, "{name} playouts of {game:?}");
        }
    }
}
