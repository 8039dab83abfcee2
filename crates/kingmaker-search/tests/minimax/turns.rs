//! Expectimax over whole turns in the card game, against a search that looks at everything.

use kingmaker_core::options::read as read_spec;
use kingmaker_core::{Game, Knowledge, Model, Models, Player, Registered, Rng, Turn};
use kingmaker_games::skirmish::{Skirmish, State};
use kingmaker_search::Toolbox;
use kingmaker_search::minimax::value::{Evaluator, Scale, WIN};

use super::{moves, search};

fn game(spec: &str) -> Skirmish {
    let args = read_spec(spec, "game", &[Skirmish::SCHEMA]).unwrap_or_else(|error| panic!("{error}"));
    Skirmish::from_args(&args).unwrap_or_else(|message| panic!("{message}"))
}

/// What a position is worth to `root` after `end` turns at the latest, nothing left out.
fn exhaustive(game: &Skirmish, evaluator: &Evaluator, state: &State, root: Player, end: usize) -> f64 {
    let turn = game.turn(state);
    if turn == Turn::Over || game.turns_over(state).is_some_and(|over| over >= end) {
        return f64::from(evaluator.value(game, state, root));
    }
    let below = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        exhaustive(game, evaluator, &next, root, end)
    };
    match turn.player() {
        Some(mover) => {
            let values = moves(game, state).into_iter().map(below);
            if mover == root { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
        }
        None => {
            let mut mean = 0.0;
            let chance = game.chance().expect("cards are drawn");
            chance.outcomes(state, &mut |outcome, probability| mean += probability * below(outcome));
            mean
        }
    }
}

/// Positions of greedy games with little left, so that everything can be looked at.
fn positions(game: &Skirmish, wanted: usize, rng: &mut Rng) -> Vec<State> {
    let mut found = Vec::new();
    while found.len() < wanted {
        let mut state = game.start(rng);
        let plies = rng.below(60);
        for _ in 0..plies {
            let greedy = if rng.below(3) == 0 {
                game.random_move(&state, rng, &mut Vec::new())
            } else {
                game.greedy_move(&state, kingmaker_core::MoveOrdering::default(), rng, &mut Vec::new())
            };
            let Some(mv) = greedy.or_else(|| game.draw(&state, rng)) else { break };
            game.play(&mut state, mv);
        }
        if game.turn(&state).player().is_some() {
            found.push(state);
        }
    }
    found
}

/// Star1, Star2 and the table change no value, with and without representatives, for two and for more.
#[test]
fn whole_turns_are_worth_what_they_are() {
    let folder = tempfile::tempdir().expect("created");
    let path = folder.path().join("few.deck");
    std::fs::write(&path, "3 1/1/2\n2 3/0/2\n2 0/3/0\nremoval").expect("written");
    let deck = format!("deck=\"{}\"", path.display());
    let mut rng = Rng::new(11);
    let mut compared = 0;
    for (options, depths, wanted) in [("health=8", 1..=3, 6), ("players=3, health=6", 1..=2, 4)] {
        let game = game(&format!("skirmish({deck}, {options})"));
        let toolbox = Toolbox::default().knowledge().models();
        for state in positions(&game, wanted, &mut rng) {
            let root = game.turn(&state).player().expect("a player");
            for model in [None, Some("representatives"), Some("representatives-at-once")] {
                let by = model.map(|name| Model::find(&game, name).expect("a model"));
                let searched = by.map_or_else(|| game.clone(), |by| game.model(&state, root, by));
                for depth in depths.clone() {
                    let evaluator = Evaluator::plain(Scale::Margin, game.teams());
                    let end = game.turns_over(&state).expect("turns are counted") + depth;
                    let truth = exhaustive(&searched, &evaluator, &state, root, end).round() / f64::from(WIN);
                    for star in ["off", "1", "2"] {
                        for table in ["0", "1"] {
                            let in_model = model.map_or(String::new(), |name| format!(", model={name}"));
                            let spec = format!(
                                "expectimax(unit=turns, depth={depth}, value=margin, noise=0, star={star}, \
                                 table={table}{in_model})"
                            );
                            let report = search(&toolbox, &game, &state, &spec, 1);
                            let value = report.value.expect("it searched");
                            assert!((value - truth).abs() < 1e-8, "{spec}: {value} is not {truth} in {state:?}");
                            assert!(game.is_legal(&state, report.best, &mut Vec::new()), "{spec}: {:?}", report.best);
                            compared += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}
