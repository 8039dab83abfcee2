//! Soft-max^n, on trees with many ties.

use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::{ByPlayer, Game, Knowledge, Player, Rng, Teams};
use kingmaker_games::focus::Focus;
use kingmaker_search::Toolbox;
use kingmaker_search::minimax::value::{Evaluator, Scale, Value, WIN};

use crate::max_n::{Order, RULES, naive_max_n};
use crate::{after, moves, random_position, search, searched};

type Set = Vec<ByPlayer<Value>>;

/// The sets of the children that none of their siblings strictly dominates, by the definition.
fn naive_soft_max_n<G: Knowledge>(game: &G, evaluator: &Evaluator, state: &G::State, depth: u32) -> Set {
    let Some(mover) = game.turn(state).player().filter(|_| depth > 0) else {
        return vec![evaluator.values(game, state)];
    };
    let below = |mv| naive_soft_max_n(game, evaluator, &after(game, state, mv), depth - 1);
    let sets: Vec<Set> = moves(game, state).into_iter().map(below).collect();
    let dominates = |one: &Set, other: &Set| one.iter().all(|v| other.iter().all(|w| v[mover] > w[mover]));
    let mut union = Set::new();
    for set in &sets {
        if !sets.iter().any(|other| dominates(other, set)) {
            for vector in set {
                if !union.contains(vector) {
                    union.push(*vector);
                }
            }
        }
    }
    union
}

fn least(set: &Set, player: Player) -> Value {
    set.iter().map(|vector| vector[player]).min().expect("a set is not empty")
}

fn check<G: Knowledge>(game: &G, state: &G::State, scale: Scale, depth: u32) {
    let evaluator = Evaluator::new(scale, 0.0, game.teams(), &mut Rng::new(0));
    let root = game.turn(state).player().expect("a player is to move");
    let spec = format!("soft-maxn(value={}, depth={depth}, set=10000)", scale.word());
    let report = search(&Toolbox::default().knowledge(), game, state, &spec, 0);
    let depth = searched(&report, depth);
    let of_move = |mv| least(&naive_soft_max_n(game, &evaluator, &after(game, state, mv), depth - 1), root);
    let expected = moves(game, state).into_iter().map(of_move).max().expect("a player to move can");
    let found = (report.value.expect("a value") * f64::from(WIN)).round() as Value;
    assert_eq!(found, expected, "{spec} in {state:?}");
    if found > 0 {
        assert_eq!(of_move(report.best), expected, "{spec}: {:?}", report.best);
    }
}

#[test]
fn soft_max_n_equals_a_naive_version() {
    for players in 2..=4 {
        for seed in 0..80 {
            let game = TreeGame::random(players, 5, 4, &mut Rng::new(5000 + seed), false);
            for scale in [Scale::Share, Scale::Own] {
                check(&game, &game.root(), scale, 1 + seed as u32 % 5);
            }
        }
        let game = Focus::new(players, 20_000);
        for seed in 0..6 {
            let Some(state) = random_position(&game, 20 + 25 * seed as usize, &mut Rng::new(seed)) else { continue };
            check(&game, &state, Scale::Share, 1 + seed as u32 % 2);
        }
    }
}

/// The theorem of the paper: however max^n breaks its ties, soft-max^n has what it finds.
#[test]
fn a_set_has_what_max_n_finds_under_every_rule_for_ties() {
    let evaluator = Evaluator::new(Scale::Share, 0.0, Teams::each_alone(3), &mut Rng::new(0));
    let mut sizes = 0;
    for seed in 0..200 {
        let game = TreeGame::random(3, 5, 4, &mut Rng::new(6000 + seed), false);
        let Some(root) = game.turn(&game.root()).player() else { continue };
        let set = naive_soft_max_n(&game, &evaluator, &game.root(), 5);
        sizes += set.len();
        for ties in RULES {
            let found = naive_max_n(&game, &evaluator, &game.root(), (root, 5), ((ties, seed), Order::Moves));
            assert!(set.contains(&found), "{ties}: {found:?} is not in {set:?} in {game}");
        }
    }
    assert!(sizes > 300, "some sets have several vectors");
}

/// Figure 2.4 of Nijssen 2013: at B, player 2 may leave player 1 with 2 or with 6, so A with a sure 5 is
/// better. Max^n with the optimistic rule for ties hopes for the 6.
#[test]
fn soft_max_n_does_not_hope_for_a_tie() {
    let text = "(1 A:(2 {5 3 2} {6 2 2}) B:(2 D:{2 4 4} E:{6 4 0}) C:(2 F:{1 6 3} G:{9 1 0}))";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let chosen = |spec: &str| search(&Toolbox::default().knowledge(), &game, &game.root(), spec, 0);
    let moves = moves(&game, &game.root());
    let soft = chosen("soft-maxn(depth=2)");
    assert_eq!((soft.best, soft.value.map(|value| (value * 10.0).round())), (moves[0], Some(5.0)));
    assert_eq!(chosen("maxn(depth=2, noise=0, ties=optimistic)").best, moves[1]);
}
