//! Views say what all games that look the same have in common.

use std::collections::{HashMap, HashSet};

use kingmaker_core::conformance::Kit;
use kingmaker_core::{Categories, Categorization, HiddenInformation, View};

use super::*;

/// Sizes for which all games can be gone through.
fn variants() -> impl Iterator<Item = (ScotlandYard, String)> {
    let few = "taxi=2, bus=1, underground=1, hider-taxi=2, hider-bus=1, hider-underground=0";
    [
        (SQUARE, format!("players=2, rounds=3, {few}, black=1, double=1, surfaces=\"3\"")),
        (SQUARE, format!("players=2, rounds=3, {few}, black=0, double=0, surfaces=\"2\"")),
        (SQUARE, format!("players=3, rounds=2, {few}, black=1, double=1, surfaces=\"\"")),
        (STREET, format!("players=2, rounds=4, {few}, black=1, double=2, surfaces=\"\"")),
        (STREET, format!("players=3, rounds=3, {few}, black=1, double=1, surfaces=\"2\"")),
        (STREET, format!("players=4, rounds=2, {few}, black=1, double=1, surfaces=\"\"")),
    ]
    .into_iter()
    .map(|(map, options)| {
        let spec = format!("scotland-yard({options})");
        (game(map, &spec), spec)
    })
}

/// What the seekers see of one ply: the move, or only its tickets, then who is to move in which round, and where the
/// hider is once the game is over.
type Sight = (Move, Option<Player>, u8, Option<Station>);

/// The places of the seekers at the start, and whether the game goes on.
type Beginning = (Vec<Station>, Option<Station>);

type Sights = (Beginning, Vec<Sight>);

/// All games, sorted by what the seekers saw. Does without the state's own set of possible stations.
#[derive(Default)]
struct Oracle {
    by_sights: HashMap<Sights, HashSet<State>>,
    sights_of: HashMap<State, HashSet<Sights>>,
}

impl Oracle {
    fn new(game: &ScotlandYard) -> Self {
        // There are at most 120 deals, and so many seeds draw every one of them.
        let starts: HashSet<State> = (0..3000).map(|seed| game.start(&mut Rng::new(seed))).collect();
        let mut oracle = Oracle::default();
        for start in starts {
            let seekers = game.seekers().map(|seeker| start.place(seeker)).collect();
            let beginning = (seekers, start.is_over().then(|| start.place(HIDER)));
            oracle.explore(game, &start, (beginning, Vec::new()));
        }
        oracle
    }

    fn explore(&mut self, game: &ScotlandYard, state: &State, sights: Sights) {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let is_secret = state.turn == HIDER && !game.surfaces_in(state.round);
            let seen = if is_secret { mv.hidden() } else { mv };
            let hider = next.is_over().then(|| next.place(HIDER));
            let mut longer = sights.clone();
            longer.1.push((seen, game.turn(&next).player(), next.round, hider));
            self.explore(game, &next, longer);
        }
        self.by_sights.entry(sights.clone()).or_default().insert(state.clone());
        self.sights_of.entry(state.clone()).or_default().insert(sights);
    }

    /// The positions at the end of all games that looked the same to the observer. A state holds
    /// all that matters, so the answer is the same whichever game led to it.
    fn possible(&self, state: &State, observer: Player) -> Vec<State> {
        if observer == HIDER {
            return vec![state.clone()];
        }
        let mut answers = self.sights_of[state].iter().map(|sights| &self.by_sights[sights]);
        let answer = answers.next().expect("some game leads here");
        assert!(answers.all(|other| other == answer), "{state:?} means different things after different games");
        answer.iter().cloned().collect()
    }
}

#[test]
fn conforms_on_small_maps() {
    for (game, name) in variants() {
        let kit = Kit::new(&game, name).games(40);
        kit.check_rules().check_notation().check_knowledge().check_out_of_turn();
        kit.check_scene().check_view_notation().check_view_scene();
    }
}

#[test]
fn views_leak_nothing_and_leave_nothing_out() {
    let mut secrets = 0;
    for (game, name) in variants() {
        let oracle = Oracle::new(&game);
        let checks = Kit::new(&game, name.clone()).games(40);
        checks.check_hidden(|_, state, observer| oracle.possible(state, observer));
        for state in oracle.sights_of.keys() {
            let possible = oracle.possible(state, Player::new(1));
            let stations: StationSet = possible.iter().map(|other| other.place(HIDER)).collect();
            assert_eq!((stations, possible.len()), (state.possible, stations.len()), "{name}: {state:?}");
            secrets += usize::from(possible.len() > 1);
        }
    }
    assert!(secrets > 1000, "{secrets} secrets");
}

#[test]
fn only_the_hider_knows_all() {
    let game = london();
    let state = game.start(&mut Rng::new(1));
    assert!(View::new(&game, &state, HIDER).position(&game).is_some());
    assert!(game.seekers().all(|seeker| View::new(&game, &state, seeker).position(&game).is_none()));
    assert!(game.seekers().all(|seeker| !game.knows_all(seeker)));
}

#[test]
fn categories_by_hand() {
    let game = london();
    let text = "hider=86 seekers=85,115,89,116,127 tickets=4/3/3/5/2,10/8/4,10/8/4,10/8/4,10/8/4,10/8/4";
    let state = position(&game, &format!("{text} possible=86,108 turn=1 round=9"));
    let category = |state: &State, name| {
        let by = Categorization::find(&game, name).expect("a categorization");
        let category = game.category(state, by);
        assert!(category < game.categories(by));
        category
    };
    // 116 is one bus ride away.
    let rides: Vec<u8> =
        game.seekers().map(|seeker| game.map().distance(state.place(HIDER), state.place(seeker))).collect();
    assert_eq!(
        rides.iter().map(|&ride| usize::from(ride)).sum::<usize>() / 5 - 1,
        category(&state, "average-distance")
    );
    assert_eq!(category(&state, "minimum-distance"), 0);
    assert_eq!((category(&state, "station"), category(&state, "minimum-distance-station")), (1, 1));
    let mut world = state;
    for (number, kind) in [(108, 3), (1, 2), (52, 1), (30, 0)] {
        world.places[0] = game.map().station(number).expect("a station");
        assert_eq!(category(&world, "station"), kind, "{number}");
        let both = category(&world, "minimum-distance") * 4 + kind;
        assert_eq!(category(&world, "minimum-distance-station"), both);
    }
    // From 30 to the nearest seeker it goes by 42, 72 and 105 to 89.
    assert_eq!(category(&world, "minimum-distance"), 3);
    let learnt: Vec<&str> = game.learnt().iter().map(|&(name, _)| name).collect();
    assert_eq!(learnt, ["own", "thesis"]);
}
