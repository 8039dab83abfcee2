//! What is backed up in a tree that is searched to its end.

use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::options::read;
use kingmaker_core::{Game, Player, Rng, Turn};
use kingmaker_search::mcts::tree::{NodeIndex, ROOT};
use kingmaker_search::mcts::{Mcts, Settings};
use kingmaker_search::toolbox::PLAYERS;
use kingmaker_search::{Budget, Searcher, Toolbox};

type State = <TreeGame as Game>::State;

fn build(game: &TreeGame, spec: &str) -> Result<Mcts<TreeGame>, String> {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    let args = read(spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"));
    Mcts::new(&Settings::from_args(&args), &Toolbox::default().knowledge(), game)
}

/// What the player at the root gets, if every end of the game below was visited.
fn minimax(game: &TreeGame, mcts: &Mcts<TreeGame>, at: NodeIndex, state: &State, root: Player) -> Option<f32> {
    let node = mcts.tree().node(at);
    let Turn::Player(mover) = game.turn(state) else {
        return (node.visits() > 0).then(|| game.scores(state).of(root));
    };
    let values = node.children().map(|child| {
        let mut next = *state;
        game.play(&mut next, mcts.tree().node(child).entry().expect("not the root").1);
        minimax(game, mcts, child, &next, root)
    });
    let values: Vec<f32> = values.collect::<Option<_>>()?;
    let better = if mover == root { f32::max } else { f32::min };
    values.into_iter().reduce(better)
}

/// With the maximum, the value of a position that is searched to its end is that of minimax between the
/// two sides; the average is something else.
#[test]
fn the_maximum_is_minimax() {
    let (mut exact, mut averages_differ) = (0, 0);
    for seed in 0..60 {
        let players = 2 + seed as usize % 3;
        let game = TreeGame::random(players, 3, 3, &mut Rng::new(seed), false);
        let Turn::Player(root) = game.turn(&game.root()) else { continue };
        for (backup, is_exact) in [("max", true), ("average", false)] {
            let spec = format!("mcts(backup={backup}, policy=paranoid, select=uct, c=3, playout=random)");
            let mut mcts = build(&game, &spec).expect("two sides");
            mcts.search_as_mover(&game, &game.root(), &Budget::playouts(5000), &mut Rng::new(seed));
            for child in mcts.tree().node(ROOT).children() {
                let (mover, mv) = mcts.tree().node(child).entry().expect("not the root");
                let mut next = game.root();
                game.play(&mut next, mv);
                let Some(value) = minimax(&game, &mcts, child, &next, root) else { continue };
                assert_eq!(mover, root);
                let difference = (mcts.tree().node(child).mean() - value).abs();
                if is_exact {
                    assert!(difference < 1e-5, "seed {seed}: off by {difference} in {game}");
                    exact += 1;
                } else {
                    averages_differ += u32::from(difference > 0.01);
                }
            }
        }
    }
    assert!(exact > 50 && averages_differ > 20, "{exact} {averages_differ}");
}

#[test]
fn backups_need_two_sides_and_a_tree_of_this_search() {
    let game = TreeGame::random(3, 2, 2, &mut Rng::new(1), false);
    let message = |spec: &str| build(&game, spec).err().unwrap_or_default();
    assert_eq!(
        message("mcts(backup=max)"),
        "mcts(backup=max) needs two sides, which policy=max-n does not have with 3 of them; \
         expected policy=paranoid, policy=brs or policy=brs-plus"
    );
    assert_eq!(
        message("mcts(backup=mix(weight=5), policy=paranoid, reuse=yes)"),
        "mcts(backup=mix(weight=5)) keeps values that reuse=yes does not; expected reuse=no"
    );
    assert_eq!(message("mcts(backup=mix, policy=paranoid)"), "");
    let two = TreeGame::random(2, 2, 2, &mut Rng::new(1), false);
    assert!(build(&two, "mcts(backup=max)").is_ok());
}
