//! What Havannah knows makes playouts better.

use kingmaker_core::options::{Args, read};
use kingmaker_core::{Game, Player, Rng, Turn};
use kingmaker_games::havannah::Havannah;
use kingmaker_search::toolbox::PLAYERS;
use kingmaker_search::{Budget, Toolbox};

/// With 300 playouts on base 5, greedy ones won 82% of 200 games; if that is so, 24 or fewer of 40
/// come out for one seed in 1,000.
#[test]
fn greedy_playouts_beat_random_ones() {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    let args = |spec: &str| -> Args { read(spec, "player", &schemas).expect("a valid spec") };
    let specs = ["mcts(playout=greedy)", "mcts(playout=random)"];
    let game = Havannah::new(5);
    let toolbox = Toolbox::default().knowledge();
    let mut players = specs.map(|spec| toolbox.searcher(&args(spec), &game).expect("Havannah has what it needs"));
    let mut won = 0.0;
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut state = game.start(&mut rng);
        let greedy = seed as usize % 2;
        while let Turn::Player(player) = game.turn(&state) {
            let searcher = &mut players[usize::from(player.index() != greedy)];
            let mv = searcher.search_as_mover(&game, &state, &Budget::playouts(300), &mut rng).best;
            game.play(&mut state, mv);
        }
        won += game.scores(&state).of(Player::new(greedy));
    }
    assert!(won > 24.0, "{won} of 40");
}
