//! The models against the same filters, put down plainly.

use kingmaker_core::conformance::Kit;
use kingmaker_core::{Knowledge, Model, Models, MoveOrdering};

use super::super::naive::{Naive, Ride};
use super::*;

fn model(game: &ScotlandYard, name: &str) -> Model {
    Model::find(game, name).expect("a model")
}

/// Section 7.2.7 as a list of rides that are left. `double_in` is whether the search has begun here, if double tickets are
/// kept at all.
fn filtered(game: &ScotlandYard, twin: &Naive, black: bool, double_in: Option<bool>) -> BTreeSet<Ride> {
    let mut rides = twin.legal();
    if twin.to_move != 0 {
        return rides;
    }
    let stops = |station: u8, transport: &str| {
        game.map().edges().iter().any(|edge| {
            edge.transport.name() == transport && edge.ends.iter().any(|&end| game.map().number(end) == station)
        })
    };
    let only_taxis = |station: &u8| ["bus", "underground", "boat"].iter().all(|transport| !stops(*station, transport));
    let is_surfacing = game.surfaces_in(twin.round as u8 - 1);
    let is_useless = twin.round <= 2 || is_surfacing || twin.possible().iter().all(only_taxis);
    if black && is_useless && !stops(twin.places[0], "boat") {
        let without: BTreeSet<Ride> = rides.iter().copied().filter(|ride| ride.1 != "black").collect();
        if !without.is_empty() {
            rides = without;
        }
    }
    let in_reach = |to: u8| {
        (1..twin.places.len()).any(|seeker| {
            let tickets = twin.purses[seeker].iter().filter(|&(_, &count)| count > 0);
            tickets.into_iter().any(|(ticket, _)| twin.targets(twin.places[seeker], ticket).contains(&to))
        })
    };
    if let Some(is_root) = double_in {
        let is_in_danger = rides.iter().all(|&(_, _, to)| in_reach(to));
        rides.retain(|ride| !ride.0 || is_root && is_in_danger);
    }
    rides
}

fn ride(game: &ScotlandYard, mv: Move) -> Ride {
    (mv.is_double(), mv.ticket().name(), game.map().number(mv.to()))
}

fn rides(game: &ScotlandYard, state: &State) -> BTreeSet<Ride> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves.into_iter().map(|mv| ride(game, mv)).collect()
}

/// Every position of random games against the filter, also in models that were made before or for a seeker.
fn compare(game: &ScotlandYard, games: u64) -> [usize; 3] {
    let (mut left_out, mut dangers, mut doubled) = (0, 0, 0);
    let mut scratch = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = game.start(&mut rng);
        let mut twin = Naive::new(game, &state);
        while !state.is_over() {
            for (name, black, double) in
                [("thrifty", true, true), ("black-fares", true, false), ("double-moves", false, true)]
            {
                let by = model(game, name);
                let own = game.model(&state, HIDER, by);
                let foreign = game.model(&state, Player::new(1), by);
                let expected = filtered(game, &twin, black, double.then_some(true));
                assert_eq!(rides(&own, &state), expected, "{name}, seed {seed}: {state:?}");
                let other = filtered(game, &twin, black, double.then_some(false));
                assert_eq!(rides(&foreign, &state), other, "{name}, seed {seed}: {state:?}");
                assert!(!other.is_empty() && other.is_subset(&rides(game, &state)));
                left_out += usize::from(expected.len() < rides(game, &state).len());
                dangers += usize::from(double && expected.len() > other.len());
                for mv in [
                    own.random_move(&state, &mut rng, &mut scratch),
                    own.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut scratch),
                ] {
                    let mv = mv.expect("a move");
                    assert!(expected.contains(&ride(game, mv)) && own.is_legal(&state, mv, &mut scratch));
                    let real = game.real_move(&state, HIDER, by, mv);
                    assert!(game.is_legal(&state, real, &mut scratch), "{real:?} in {state:?}");
                    assert!(real == mv || state.turn == HIDER && double && real == mv.doubled());
                    doubled += usize::from(real != mv);
                }
            }
            let mv = game.random_move(&state, &mut rng, &mut scratch).expect("a move");
            twin.play(ride(game, mv));
            game.play(&mut state, mv);
        }
    }
    [left_out, dangers, doubled]
}

#[test]
fn models_leave_out_what_the_filters_say() {
    let [left_out, _, doubled] = compare(&london(), 12);
    assert!(left_out > 100 && doubled > 0, "{left_out} left out, {doubled} doubled");
    let small = game(SQUARE, "scotland-yard(players=4, rounds=9, surfaces=\"2,5\", hider-taxi=1, hider-bus=1)");
    let seen = compare(&small, 200);
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn doubles_are_for_the_round_of_the_search() {
    let game = game(STREET, "scotland-yard(players=3, surfaces=\"\")");
    // From 250 a taxi leads to 7, next to both seekers, and a boat to 2, next to one of them.
    let text = "hider=250 seekers=5,11 tickets=4/3/3/5/2,10/8/4,10/8/4 possible=250 turn=1 round=3";
    let mut state = position(&game, text);
    let searched = game.model(&state, HIDER, model(&game, "thrifty"));
    assert!(rides(&searched, &state).contains(&(true, "taxi", 7)));
    play(&game, &mut state, "double-taxi-7");
    assert!(rides(&searched, &state).iter().all(|ride| !ride.0));
    assert!(rides(&game, &state).iter().any(|ride| ride.0));
}

#[test]
fn a_careless_ride_is_doubled() {
    let game = game(STREET, "scotland-yard(players=3, surfaces=\"\")");
    let text = "hider=7 seekers=2,5 tickets=4/3/3/5/2,10/8/4,10/8/4 possible=7 turn=1 round=3";
    let state = position(&game, text);
    let by = model(&game, "thrifty");
    let real = |state: &State, name: &str, by| {
        game.move_text(state, game.real_move(state, HIDER, by, game.parse_move(state, name).expect("a move")))
    };
    // The seeker on 5 has no way to 11; nobody can be on 20 at once.
    assert_eq!(real(&state, "taxi-11", by), "taxi-11");
    let near = position(&game, "hider=250 seekers=5,11 tickets=4/3/3/5/2,10/8/4,10/8/4 possible=250 turn=1 round=3");
    assert_eq!(real(&near, "taxi-7", by), "double-taxi-7");
    assert_eq!(real(&near, "taxi-7", model(&game, "black-fares")), "taxi-7");
    let late = position(&game, "hider=250 seekers=5,11 tickets=4/3/3/5/2,10/8/4,10/8/4 possible=250 turn=1 round=24");
    assert_eq!(real(&late, "taxi-7", by), "taxi-7");
}

#[test]
fn alone_nobody_else_seeks() {
    let game = london();
    let mut state = game.start(&mut Rng::new(5));
    let mut rng = Rng::new(6);
    let mut scratch = Vec::new();
    let hider = game.random_move(&state, &mut rng, &mut scratch).expect("a move");
    game.play(&mut state, Move::single(hider.ticket(), hider.to()));
    let seeker = Player::new(1);
    let alone = game.model(&state, seeker, model(&game, "alone"));
    let thrifty = model(&game, "thrifty");
    for searched in [alone.clone(), alone.model(&state, seeker, thrifty)] {
        let mut position = state.clone();
        let others = position.places[2..].to_vec();
        while let Some(mv) = searched.random_move(&position, &mut rng, &mut scratch) {
            assert!(position.turn == HIDER || position.turn == seeker);
            searched.play(&mut position, mv);
        }
        assert_eq!(position.places[2..], others);
    }
    // To the hider, nobody is alone.
    assert!(game.model(&state, HIDER, model(&game, "alone")).filters.lets_move(Player::new(2)));
    // The order in which models are added does not matter, and adding one twice changes nothing.
    let [one, other] = [["alone", "thrifty"], ["thrifty", "alone"]].map(|names| {
        let searched = game.model(&state, seeker, model(&game, names[0]));
        searched.model(&state, seeker, model(&game, names[1])).filters
    });
    assert_eq!((one, alone.model(&state, seeker, model(&game, "alone")).filters), (other, alone.filters));
}

#[test]
fn models_conform() {
    let small = game(SQUARE, "scotland-yard(players=4, rounds=9, surfaces=\"2,5\")");
    for (game, games) in [(small, 30), (london(), 3)] {
        let start = game.start(&mut Rng::new(1));
        for by in Model::all(&game) {
            for observer in [HIDER, Player::new(2)] {
                let searched = game.model(&start, observer, by);
                let name = format!("{} of {observer:?}", game.models()[by.index()].name);
                Kit::new(&searched, name).games(games).check_rules().check_knowledge().check_out_of_turn();
            }
        }
    }
}
