//! Searches that look only at moves that stand for all, against one that leaves out the same.

use kingmaker_core::{Features, Game, Knowledge, Player, Rng, Turn};
use kingmaker_games::focus::Focus;
use kingmaker_search::Toolbox;
use kingmaker_search::minimax::value::{Evaluator, Scale, WIN};
use kingmaker_search::representatives::medoids::{Rooms, medoids};

use super::{after, args, moves, random_position, search, searched};

/// The moves that stand for all.
fn chosen<G: Features>(game: &G, state: &G::State, k: usize) -> Vec<G::Move> {
    let (all, dimensions) = (moves(game, state), game.features().len());
    let mut points = vec![0.0; all.len() * dimensions];
    for (&mv, point) in all.iter().zip(points.chunks_exact_mut(dimensions)) {
        game.describe(state, mv, point);
    }
    let mut places = Vec::new();
    medoids(&mut points, dimensions, k, &mut Rooms::default(), &mut places);
    places.into_iter().map(|place| all[place]).collect()
}

fn naive<G: Knowledge + Features>(
    game: &G,
    evaluator: &Evaluator,
    state: &G::State,
    root: Player,
    depth: u32,
    k: usize,
) -> i32 {
    if depth == 0 || game.turn(state) == Turn::Over {
        return evaluator.value(game, state, root);
    }
    let is_own = game.turn(state).player() == Some(root);
    let below = |mv| naive(game, evaluator, &after(game, state, mv), root, depth - 1, k);
    let values = chosen(game, state, k).into_iter().map(below);
    if is_own { values.max() } else { values.min() }.expect("there is a move")
}

#[test]
fn only_representatives_are_looked_at_below_the_root() {
    let mut rng = Rng::new(3);
    for players in 2..=3 {
        let game = Focus::new(players, 300);
        let toolbox = Toolbox::default().knowledge().features();
        let evaluator = Evaluator::plain(Scale::Share, game.teams());
        for _ in 0..6 {
            let Some(state) = random_position(&game, 20, &mut rng) else { continue };
            let root = game.turn(&state).player().expect("a player");
            for (name, k) in [("paranoid", 3), ("paranoid", 8), ("expectimax", 5), ("maxn(prune=off", 2)] {
                let open = if name.contains('(') { name.to_owned() + ", " } else { format!("{name}(") };
                let spec = format!("{open}representatives={k}, depth=3, noise=0)");
                let report = search(&toolbox, &game, &state, &spec, 1);
                assert!(moves(&game, &state).contains(&report.best));
                // In max^n for three others do not play against the root.
                if name.starts_with("maxn") && players > 2 {
                    continue;
                }
                let depth = searched(&report, 3);
                let below = |mv| naive(&game, &evaluator, &after(&game, &state, mv), root, depth - 1, k);
                let truth = moves(&game, &state).into_iter().map(below).max().expect("there is a move");
                let value = report.value.expect("it searched") * f64::from(WIN);
                // With two the value of max^n is the share, as it is here.
                assert!((value - f64::from(truth)).abs() < 2.0, "{spec}: {value} is not {truth} in {state:?}");
            }
        }
    }
}

#[test]
fn enough_representatives_are_all_moves() {
    let game = Focus::new(3, 300);
    let toolbox = Toolbox::default().knowledge().out_of_turn().features();
    let state = game.start(&mut Rng::new(1));
    for spec in ["paranoid(depth=2", "maxn(depth=2", "soft-maxn(depth=2", "mp-mix(depth=2", "mcts(playouts=300"] {
        let plain = search(&toolbox, &game, &state, &format!("{spec})"), 5);
        let all = search(&toolbox, &game, &state, &format!("{spec}, representatives=1000)"), 5);
        assert_eq!((plain.best, plain.nodes, plain.value), (all.best, all.nodes, all.value), "{spec}");
        let few = search(&toolbox, &game, &state, &format!("{spec}, representatives=4)"), 5);
        assert!(few.nodes < plain.nodes, "{spec}: {} nodes instead of {}", few.nodes, plain.nodes);
    }
    for (spec, part) in [
        ("brs(representatives=4)", "brs(representatives) needs moves in turn"),
        ("mcts(representatives=4, policy=brs)", "which policy=brs does not keep"),
        ("mcts(representatives=4, solver=standard)", "needs no proofs"),
        ("mcts(representatives=4, reuse=yes)", "a whole list of moves at the root"),
    ] {
        let message = toolbox.searcher(&args(spec), &game).err().expect(spec);
        assert!(message.contains(part), "{message}");
    }
    let without = Toolbox::default().knowledge().searcher(&args("mcts(representatives=4)"), &game);
    assert!(without.err().is_some_and(|message| message.contains("games that describe their moves as numbers")));
}
