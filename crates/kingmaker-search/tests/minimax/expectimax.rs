//! Expectimax with Star1 and Star2.

use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::{Game, Knowledge, Player, Rng, Turn};
use kingmaker_search::Toolbox;
use kingmaker_search::minimax::value::{Evaluator, Scale, WIN};

use crate::{after, moves, search, searched};

/// Expectimax without any pruning.
fn naive_expectimax<G: Knowledge>(game: &G, evaluator: &Evaluator, state: &G::State, root: Player, depth: u32) -> f64 {
    if depth == 0 || game.turn(state) == Turn::Over {
        return f64::from(evaluator.value(game, state, root));
    }
    let below = |mv| naive_expectimax(game, evaluator, &after(game, state, mv), root, depth - 1);
    match game.turn(state) {
        Turn::Player(mover) => {
            let values = moves(game, state).into_iter().map(below);
            let is_own = game.teams().are_allies(mover, root);
            if is_own { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
        }
        _ => {
            let mut sum = 0.0;
            game.chance()
                .expect("it is the turn of chance")
                .outcomes(state, &mut |mv, probability| sum += probability * below(mv));
            sum
        }
    }
}

#[test]
fn star1_and_star2_equal_plain_expectimax() {
    let toolbox = Toolbox::default().knowledge();
    let mut cutoffs = [0; 3];
    for players in 2..=4 {
        for seed in 0..120 {
            let game = TreeGame::random(players, 6, 3, &mut Rng::new(3000 + seed), true);
            let game = if seed % 3 == 0 { game.with_teams(&[0, 1, 1, 0][..players]) } else { game };
            let Some(root) = game.turn(&game.root()).player() else { continue };
            let depth = 1 + seed as u32 % 6;
            let evaluator = Evaluator::new(Scale::Share, 0.0, game.teams(), &mut Rng::new(0));
            for (index, star) in ["off", "1", "2"].into_iter().enumerate() {
                for more in ["order=no, killers=no, history=off, deepen=no", "history=relative", ""] {
                    let spec = format!("expectimax(star={star}, depth={depth}, noise=0, {more})");
                    let report = search(&toolbox, &game, &game.root(), &spec, seed);
                    let depth = searched(&report, depth);
                    let naive = |state: &_, depth| naive_expectimax(&game, &evaluator, state, root, depth);
                    let expected = naive(&game.root(), depth);
                    let found = report.value.expect("a value") * f64::from(WIN);
                    assert!((found - expected).abs() < 2.0, "{spec}: {found} instead of {expected} in {game}");
                    if found > 0.0 {
                        let of_move = naive(&after(&game, &game.root(), report.best), depth - 1);
                        assert!(
                            (of_move - expected).abs() < 2.0,
                            "{spec}: the move is worth {of_move}, not {expected}"
                        );
                    }
                    cutoffs[index] += report.cutoffs;
                }
            }
        }
    }
    assert!(cutoffs[0] < cutoffs[1] && cutoffs[0] < cutoffs[2], "chance nodes are cut off: {cutoffs:?}");
}

/// The others meet chance too: paranoid search and alpha-beta average over outcomes, and prune nothing there.
#[test]
fn two_sided_searches_average_over_chance() {
    let toolbox = Toolbox::default().knowledge();
    let mut checked = 0;
    for players in 2..=4 {
        for seed in 0..120 {
            let game = TreeGame::random(players, 6, 3, &mut Rng::new(7000 + seed), true);
            let game = if seed % 3 == 0 { game.with_teams(&[0, 1, 1, 0][..players]) } else { game };
            let Some(root) = game.turn(&game.root()).player() else { continue };
            let depth = 1 + seed as u32 % 6;
            let evaluator = Evaluator::new(Scale::Share, 0.0, game.teams(), &mut Rng::new(0));
            let names: &[&str] = if game.teams().count() == 2 { &["paranoid", "alphabeta"] } else { &["paranoid"] };
            for name in names {
                for more in ["table=0, order=no, killers=no, history=off, deepen=no", "reuse=equal"] {
                    let spec = format!("{name}(depth={depth}, noise=0, {more})");
                    let report = search(&toolbox, &game, &game.root(), &spec, seed);
                    let depth = searched(&report, depth);
                    let expected = naive_expectimax(&game, &evaluator, &game.root(), root, depth);
                    let found = report.value.expect("a value") * f64::from(WIN);
                    // Every chance node rounds to a whole number.
                    assert!((found - expected).abs() < 8.0, "{spec}: {found} instead of {expected} in {game}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 400, "{checked}");
}

/// Figure 2.3 of Nijssen 2013: A is worth 5.3 and B 4.5 of 10, and Star1 does not look at D.
#[test]
fn expectimax_of_figure_2_3() {
    let text = "(1 A:(? 0.5:{6 4} 0.2:{4 6} 0.3:{5 5}) B:(? 0.5:{0 10} 0.5:{9 1}))";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let toolbox = Toolbox::default().knowledge();
    let report = |star: &str| {
        let spec = format!("expectimax(star={star}, depth=2, noise=0, order=no, deepen=no)");
        search(&toolbox, &game, &game.root(), &spec, 0)
    };
    for star in ["off", "1", "2"] {
        assert!((report(star).value.expect("a value") - 0.53).abs() < 1e-6);
    }
    assert_eq!((report("off").nodes, report("1").nodes, report("1").cutoffs), (8, 7, 1));
    let b: TreeGame = "(1 B:(? 0.5:{0 10} 0.5:{9 1}))".parse().unwrap_or_else(|error| panic!("{error}"));
    let report = search(&toolbox, &b, &b.root(), "expectimax(depth=2, noise=0)", 0);
    assert!((report.value.expect("a value") - 0.45).abs() < 1e-6);
}
