//! Representative moves.

use kingmaker_core::{Game, Model, Models, Notation, Player, Rng, Turn};

use super::*;

fn model(game: &Skirmish, state: &State, name: &str) -> Skirmish {
    let by = Model::find(game, name).expect("a model");
    game.model(state, state.turn, by)
}

#[test]
fn averages_count_the_hand_twice() {
    let game = game(2);
    let state = at(&game, "turns=4 to=1 phase=place fresh=- p1=20:4/0/4+removal:-:1/3/3 p2=30:1/1/1:-:-");
    // (2 * 4 + 2 * 5 + 1) / 5, (0 + 0 + 3) / 5, (2 * 4 + 0 + 3) / 5
    assert_eq!(game.averages(state.side(Player::new(0))), Values { fight: 380, heal: 60, attack: 220 });
    assert_eq!(game.averages(state.side(Player::new(1))), Values::printed(1, 1, 1));
}

#[test]
fn after_this_turn_soldiers_are_made_up() {
    let game = game(2);
    let state = at(&game, "turns=4 to=1 phase=place fresh=- p1=20:4/0/4+1/3/3:-:2/2/2 p2=30:1/1/1:-:6/6/6");
    let model = model(&game, &state, "representatives");
    assert_eq!(moves(&model, &state), ["keep", "place=1/3/3", "place=4/0/4"], "this turn is a real one");
    let play = |state: &State, text: &str| {
        let mut next = state.clone();
        model.play(&mut next, model.parse_move(state, text).unwrap_or_else(|error| panic!("{error}")));
        next
    };
    let keep = play(&state, "keep");
    assert_eq!(moves(&model, &keep), ["place=healer", "place=attacker", "place=fighter"], "nothing is drawn");
    let heal = play(&play(&keep, "place=healer"), "healer:heal");
    // (2 * 1 + 6) / 3
    assert_eq!(heal.side(Player::new(1)).health, 3267);
    assert_eq!(moves(&model, &heal), ["place=healer", "place=attacker", "place=fighter"]);
    let fight = play(&play(&heal, "place=fighter"), "fighter:fight=healer");
    assert_eq!(game.cards_text(fight.side(Player::new(1)).field), "-");
    assert_eq!(fight.side(Player::new(1)).made_up_left, 1, "one for each card");
    let last = play(&play(&fight, "place=attacker"), "attacker:attack");
    let last = play(&play(&last, "place=healer"), "healer:rest");
    assert_eq!(moves(&model, &play(&last, "fighter:rest"))[0], "attacker:rest", "player 2 has no more cards");
}

#[test]
fn at_once_the_best_card_of_the_hand_stands_for_it() {
    let game = game(2);
    let state = at(&game, "turns=4 to=1 phase=place fresh=- p1=20:4/0/4+1/3/3+6/0/0:-:- p2=30:1/1/1:-:6/6/6");
    let by = Model::find(&game, "representatives-at-once").expect("a model");
    let model = game.model(&state, state.turn, by);
    let real = |text: &str| {
        let mv = model.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.move_text(&state, game.real_move(&state, state.turn, by, mv))
    };
    assert_eq!(
        ["place=healer", "place=attacker", "place=fighter"].map(real),
        ["place=1/3/3", "place=4/0/4", "place=6/0/0"]
    );
}

/// A game of made-up soldiers comes to its end as well.
#[test]
fn games_in_models_end() {
    for players in 2..=4 {
        let game = game(players);
        let mut rng = Rng::new(3);
        for name in ["representatives", "representatives-at-once"] {
            for _ in 0..20 {
                let mut state = game.start(&mut rng);
                let model = model(&game, &state, name);
                let mut plies = 0;
                while let Some(mv) = model.random_move(&state, &mut rng, &mut Vec::new()) {
                    model.play(&mut state, mv);
                    plies += 1;
                }
                assert_eq!(model.turn(&state), Turn::Over);
                assert!(plies <= model.ply_cap());
            }
        }
    }
}
