//! Playouts of every registered game, in every variant, allocate nothing.

use kingmaker_core::options::read;
use kingmaker_core::{Game, Player, Registered, Rng};
use kingmaker_search::budget::{Clock, Halt};
use kingmaker_search::mcts::line::Line;
use kingmaker_search::mcts::playout::Course;
use kingmaker_search::mcts::tree::node_size;
use kingmaker_search::toolbox::PLAYOUTS;
use kingmaker_search::{Budget, Toolbox};

/// Plays out some games with each strategy that the game offers. The first ones may make room and
/// build tables that are kept.
fn check<G: Registered>(toolbox: &Toolbox<G>, name: &str, game: &G) {
    for strategy in PLAYOUTS {
        let args = read(strategy.name, "playout", PLAYOUTS).unwrap_or_else(|error| panic!("{error}"));
        let Ok(mut playout) = toolbox.playout(Some(&args), game) else { continue };
        let mut rng = Rng::new(4);
        let start = game.start(&mut rng);
        let clock = Clock::start(&Budget::default(), &Halt::new());
        let mut line = Line::new(playout.is_learning());
        // Room for the longest game.
        let first = game.draw(&start, &mut rng).or_else(|| game.random_move(&start, &mut rng, &mut Vec::new()));
        let first = first.expect("something can happen at the start");
        (0..game.ply_cap()).for_each(|_| line.push(Player::new(0), first));
        let mut play = || {
            line.clear();
            let (state, line) = (&mut start.clone(), &mut line);
            let outcome = playout.run(&mut Course { game, state, line, rng: &mut rng, clock: &clock });
            let outcome = outcome.expect("there is time");
            playout.learn(game, line, &outcome.scores);
            outcome.plies
        };
        let mut plies: u32 = (0..12).map(|_| play()).sum();
        let counted = allocation_counter::measure(|| plies = (0..3).map(|_| play()).sum());
        assert!(plies > 0);
        assert_eq!(counted.count_total, 0, "{} playouts of {name}", strategy.name);
    }
}

macro_rules! playouts {
    ($($module:ident :: $game:ident);* $(;)?) => {
        $(
            #[test]
            fn $module() {
                type Tested = kingmaker_games::$module::$game;
                assert!(node_size::<<Tested as Game>::Move>() <= 40, "a node of the tree takes at most 40 bytes");
                let toolbox = kingmaker_search::toolbox!(Tested);
                for spec in Tested::SCHEMA.examples {
                    let args = read(spec, "game", &[Tested::SCHEMA]).unwrap_or_else(|error| panic!("{error}"));
                    check(&toolbox, spec, &Tested::from_args(&args).expect("an example"));
                }
            }
        )*
    };
}

kingmaker_games::for_each_game!(playouts);
