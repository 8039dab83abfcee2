//! Soldier by soldier, a turn comes to the same results as in any order, and to each of them once.

use std::collections::{BTreeSet, HashMap};

use kingmaker_core::{Game, Rng, Turn};

use super::*;

/// Fields and health after a turn: all that its actions can change. Nothing, if the game is won.
type Result = Vec<(i32, Vec<(u8, u32)>)>;

fn result(sides: &[Side]) -> Result {
    let told = |side: &Side| (side.health, side.field.iter().map(|(kind, count)| (kind.0, count)).collect());
    let is_won = sides.iter().any(|side| !side.is_alive());
    if is_won { Vec::new() } else { sides.iter().map(told).collect() }
}

/// How often each result comes about when soldiers are asked as the game does.
fn by_the_game(game: &Skirmish, state: &State, found: &mut HashMap<Result, u32>) {
    let (turns, mut moves) = (state.turns, Vec::new());
    game.legal_moves(state, &mut moves);
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        if next.turns == turns && game.turn(&next) != Turn::Over {
            by_the_game(game, &next, found);
        } else {
            *found.entry(result(&next.sides[..2])).or_default() += 1;
        }
    }
}

/// The results when any soldier that has not acted may be next.
fn in_any_order(game: &Skirmish, sides: [Side; 2], fresh: Cards, mover: usize, found: &mut BTreeSet<Result>) {
    found.insert(result(&sides));
    if !sides[1 - mover].is_alive() {
        return;
    }
    let values = |kind: Kind| game.cards.values[kind.index()];
    for kind in fresh.kinds() {
        let mut left = fresh;
        left.take(kind);
        let mut go = |change: &dyn Fn(&mut [Side; 2])| {
            let mut next = sides;
            change(&mut next);
            in_any_order(game, next, left, mover, found);
        };
        go(&|_| ());
        go(&|next| next[mover].health += i32::from(values(kind).heal));
        go(&|next| next[1 - mover].health -= i32::from(values(kind).attack));
        for other in sides[1 - mover].field.kinds() {
            go(&|next| {
                let [own, others] = [values(kind).fight, values(other).fight];
                if own <= others {
                    next[mover].field.take(kind);
                }
                if others <= own {
                    next[1 - mover].field.take(other);
                }
            });
        }
    }
}

#[test]
fn every_result_is_reached() {
    // Few different cards, so that soldiers of a kind meet.
    let game = with_deck("4 1/1/1\n3 2/0/3\n3 2/2/0\n2 0/0/2");
    let (mut rng, mut compared) = (Rng::new(5), 0);
    for _ in 0..60 {
        let mut state = game.start(&mut rng);
        while let Some(mv) = game.random_move(&state, &mut rng, &mut Vec::new()).or_else(|| game.draw(&state, &mut rng))
        {
            let is_small = state.fresh.len() <= 4 && state.sides.iter().all(|side| side.field.len() <= 4);
            if matches!(state.phase, state::Phase::Act(_)) && state.ceiling == state::ANY_ACTION && is_small {
                compared += 1;
                let (mut ours, mut all) = (HashMap::new(), BTreeSet::new());
                by_the_game(&game, &state, &mut ours);
                in_any_order(&game, [state.sides[0], state.sides[1]], state.fresh, state.turn.index(), &mut all);
                let mut reached: Vec<Result> = ours.into_keys().collect();
                reached.sort();
                assert_eq!(reached, all.into_iter().collect::<Vec<_>>(), "{state:?}");
            }
            game.play(&mut state, mv);
        }
    }
    assert!(compared > 500, "{compared}");
}

/// Soldiers of a kind are interchangeable: no assignment of actions to them is made twice.
#[test]
fn equal_soldiers_are_not_told_apart() {
    let game = with_deck("4 1/1/1\n3 2/0/3");
    let state = at(&game, "turns=4 to=1 phase=act fresh=3*1/1/1 p1=20:-:3*1/1/1:- p2=30:-:-:-");
    let mut found = HashMap::new();
    by_the_game(&game, &state, &mut found);
    // Three soldiers that rest, heal or attack: 10 multisets, and all of them differ.
    assert_eq!((found.len(), found.values().sum::<u32>()), (10, 10));
}
