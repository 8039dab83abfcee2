//! Playouts of Blokus allocate nothing.

use kingmaker_core::options::read;
use kingmaker_core::{Game, Rng};
use kingmaker_games::blokus::Blokus;
use kingmaker_search::Toolbox;
use kingmaker_search::toolbox::PLAYOUTS;

#[test]
fn playouts_allocate_nothing() {
    for game in [Blokus::standard(), Blokus::duo(), Blokus::standard().with_bonus()] {
        let toolbox: Toolbox<Blokus> = Toolbox::default().knowledge();
        let state = game.start(&mut Rng::new(0));
        for name in ["random", "greedy"] {
            let args = read(name, "playout", PLAYOUTS).expect("a playout");
            let mut playout = toolbox.playout(Some(&args)).expect("Blokus has what it needs");
            let mut rng = Rng::new(4);
            // The tables of pieces are built once, by the first game.
            playout.run(&game, &mut state.clone(), &mut rng);
            let mut plies = 0;
            let counted = allocation_counter::measure(|| {
                for _ in 0..20 {
                    plies += playout.run(&game, &mut state.clone(), &mut rng).plies;
                }
            });
            assert!(plies > 400);
            assert_eq!(counted.count_total, 0, "{name} playouts of {} players", game.players());
        }
    }
}
