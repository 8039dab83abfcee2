//! It keeps to the contract, and its views say what all games that look the same have in common.

use std::collections::{HashMap, HashSet};

use kingmaker_core::conformance::Kit;
use kingmaker_core::perft::perft;
use kingmaker_core::{Categories, Categorization, Game, Knowledge, MoveOrdering, Notation, Rng, Turn, View};

use super::*;

/// Sizes for which all games can be gone through.
fn variants() -> impl Iterator<Item = (HideAndSeek, String)> {
    let rings = [(2, 5, 4, 3), (2, 7, 4, 2), (2, 8, 3, 9), (3, 7, 3, 2), (3, 7, 3, 1)];
    let grids = [(2, 6, 3, 2), (2, 8, 2, 9)];
    let all = rings.map(|size| ("ring", size)).into_iter().chain(grids.map(|size| ("grid", size)));
    all.map(|(board, (seekers, cells, rounds, shows))| {
        let name = format!("{board}(seekers={seekers}, cells={cells}, rounds={rounds}, shows={shows})");
        let make = if board == "grid" { HideAndSeek::grid } else { HideAndSeek::ring };
        (make(seekers, cells, rounds, shows), name)
    })
}

/// What the seekers see of one ply: where a seeker went, who is to move in which round, and where
/// the hider is if it was found or had to show itself.
type Sight = (Option<Cell>, Option<Player>, u8, Option<Cell>);

/// All games, sorted by what the seekers saw. Does without the state's own set of possible cells.
#[derive(Default)]
struct Oracle {
    by_sights: HashMap<Vec<Sight>, HashSet<State>>,
    sights_of: HashMap<State, HashSet<Vec<Sight>>>,
}

impl Oracle {
    fn new(game: &HideAndSeek) -> Self {
        // Only the hider's cell is random, and so many seeds draw every one of them.
        let starts: HashSet<State> = (0..500).map(|seed| game.start(&mut Rng::new(seed))).collect();
        let mut oracle = Oracle::default();
        for start in starts {
            let skipped = start.turn != HIDER;
            let sights = vec![sight(game, None, skipped.then_some(0), &start)];
            oracle.explore(game, &start, sights);
        }
        oracle
    }

    fn explore(&mut self, game: &HideAndSeek, state: &State, sights: Vec<Sight>) {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let mut longer = sights.clone();
            longer.push(if state.turn == HIDER {
                sight(game, None, Some(state.round), &next)
            } else {
                let skipped = next.round > state.round && next.turn != HIDER;
                sight(game, Some(mv), skipped.then_some(next.round), &next)
            });
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

/// `hider_done` is the round in which the hider had its turn, if it had one in this ply.
fn sight(game: &HideAndSeek, gone: Option<Cell>, hider_done: Option<u8>, after: &State) -> Sight {
    let shown = game.is_found(after) || hider_done.is_some_and(|round| game.shows_in(usize::from(round)));
    let hider = if shown { after.places[HIDER] } else { None };
    (gone, game.turn(after).player(), after.round, hider)
}

fn position(game: &HideAndSeek, text: &str) -> State {
    game.parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn conforms() {
    for (game, name) in variants() {
        let kit = Kit::new(&game, name).games(60);
        kit.check_rules().check_notation().check_knowledge().check_out_of_turn();
        kit.check_scene().check_view_notation().check_view_scene();
    }
}

#[test]
fn views_leak_nothing_and_leave_nothing_out() {
    for (game, name) in variants() {
        let oracle = Oracle::new(&game);
        Kit::new(&game, name).games(60).check_hidden(|_, state, observer| oracle.possible(state, observer));
    }
}

#[test]
fn the_oracle_agrees_in_every_position_there_is() {
    let mut secrets = 0;
    for (game, name) in variants() {
        let oracle = Oracle::new(&game);
        for state in oracle.sights_of.keys() {
            let possible = oracle.possible(state, Player::new(1));
            let cells: CellSet = possible.iter().filter_map(|other| other.places[HIDER]).collect();
            assert_eq!((cells, possible.len()), (state.possible, cells.len()), "{name}: {state:?}");
            secrets += usize::from(possible.len() > 1);
        }
    }
    assert!(secrets > 500, "{secrets} secrets");
}

#[test]
fn perft_of_the_small_ring() {
    // c1 and c3 are taken, the hider on c4 can only go to c5. Then the first seeker can go to c2
    // or find it, and only after c2 does the second have a move: from c3 to c4.
    let game = HideAndSeek::ring(2, 5, 4, 3);
    let state = position(&game, "hider=c4 seekers=c1,c3 possible=c4,c5 turn=1 round=1");
    assert_eq!([1, 2, 3].map(|depth| perft(&game, &state, depth)), [1, 2, 1]);
}

#[test]
fn what_seekers_work_out() {
    let game = HideAndSeek::ring(2, 7, 4, 9);
    // The hider may have been on c2 or c5, and c3 is the only way from c2.
    let mut state = position(&game, "hider=c5 seekers=c1,c7 possible=c2,c5 turn=1 round=1");
    game.play(&mut state, Cell::new(5));
    let after_hider = "hider=c6 seekers=c1,c7 possible=c3,c4,c6 turn=2 round=1";
    assert_eq!(game.position_text(&state), after_hider);
    assert_eq!(
        View::new(&game, &state, Player::new(2)).text(&game),
        "hider=? seekers=c1,c7 possible=c3,c4,c6 turn=2 round=1"
    );
    game.play(&mut state, Cell::new(1));
    // The second seeker finds the hider.
    game.play(&mut state, Cell::new(5));
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.scores(&state).shares().as_slice(), [0.0, 1.0, 1.0]);
    assert_eq!(View::new(&game, &state, Player::new(2)).text(&game), game.position_text(&state));
    assert_eq!(game.credit(&state), Some(Player::new(2)));
}

#[test]
fn categories_are_steps_to_the_nearest_seeker() {
    let game = HideAndSeek::ring(2, 9, 4, 9);
    let by = Categorization::find(&game, "distance").expect("a categorization");
    assert_eq!(game.categories(by), 3);
    for (cell, category) in [("c3", 0), ("c4", 1), ("c5", 2), ("c6", 2), ("c7", 1), ("c8", 0)] {
        let text = format!("hider={cell} seekers=c2,c9 possible=c3,c4,c5,c6,c7,c8 turn=1 round=1");
        assert_eq!(game.category(&position(&game, &text), by), category, "{cell}");
    }
}

#[test]
fn only_the_hider_knows_all() {
    let game = HideAndSeek::ring(2, 7, 4, 9);
    assert_eq!([0, 1, 2].map(|player| game.knows_all(Player::new(player))), [true, false, false]);
    let open = position(&game, "hider=c5 seekers=c1,c7 possible=c2,c5 turn=1 round=1");
    assert_eq!(game.credit(&open), None);
    assert!(View::new(&game, &open, HIDER).position(&game).is_some());
    assert!(View::new(&game, &open, Player::new(1)).position(&game).is_none());
}

#[test]
fn a_hider_who_is_skipped_is_known_to_be_boxed_in() {
    let game = HideAndSeek::ring(2, 7, 4, 9);
    let mut state = position(&game, "hider=c2 seekers=c1,c4 possible=c2,c5,c6 turn=3 round=1");
    game.play(&mut state, Cell::new(2));
    assert_eq!(game.position_text(&state), "hider=c2 seekers=c1,c3 possible=c2 turn=2 round=2");
    let mut state = position(&game, "hider=c5 seekers=c1,c4 possible=c2,c5,c6 turn=3 round=1");
    game.play(&mut state, Cell::new(2));
    assert_eq!(game.position_text(&state), "hider=c5 seekers=c1,c3 possible=c5,c6 turn=1 round=2");
}

#[test]
fn errors_name_what_is_wrong() {
    let game = HideAndSeek::ring(2, 7, 4, 9);
    let cases = [
        ("hider=c9", "'c9' is not understood; expected a cell from c1 to c7"),
        ("seekers=c1", "'seekers=c1' is not understood; expected hider="),
        ("hider=c2 seekers=c1 possible=c2 turn=1 round=1", "'c1' is not understood; expected 2 seekers"),
        (
            "hider=c2 seekers=c1,c1 possible=c2 turn=1 round=1",
            "'c1,c1' is not understood; expected seekers on different cells",
        ),
        ("hider=c2 seekers=c1,c3 possible=c2 turn=1 round=1", "'1' is not understood; expected a player who can move"),
        ("hider=c2 seekers=c1,c4 possible=c2 turn=4 round=1", "'4' is not understood; expected a number from 1 to 3"),
        ("hider=c2 seekers=c1,c4 possible=c2 turn=1 round=1 x", "'x' is not understood; expected the end of the text"),
    ];
    for (text, expected) in cases {
        assert_eq!(game.parse_position(text).expect_err("should not parse").to_string(), expected, "for {text:?}");
    }
    let elsewhere = game.parse_position("hider=c2 seekers=c1,c4 possible=c3 turn=1 round=1").expect_err("not there");
    assert_eq!(elsewhere.offender, "c3");
}

#[test]
fn orderings_by_hand() {
    let game = HideAndSeek::ring(2, 7, 4, 9);
    let priorities = |text: &str, name: &str, cells: [usize; 2]| {
        let (state, by) = (position(&game, text), MoveOrdering::find(&game, name).expect("an ordering"));
        cells.map(|cell| game.priority(&state, by, Cell::new(cell - 1)))
    };
    // From c2, the seeker is nearest to c7, and as near to c6 as the other one; from c7 to both of these, and as near to c5.
    let seeker = "hider=c6 seekers=c1,c3 possible=c5,c6,c7 turn=2 round=1";
    assert_eq!(priorities(seeker, "reach", [2, 7]), [3, 5]);
    assert_eq!(priorities(seeker, "distance", [2, 7]), [-2, 0]);
    // From c5, the hider is nearest to c5 and c6, and as near to c4 as a seeker; from c7 to c7 and c6, and as near to c5.
    let hider = "hider=c6 seekers=c1,c3 possible=c6 turn=1 round=1";
    assert_eq!(priorities(hider, "reach", [5, 7]), [5, 5]);
    assert_eq!(priorities(hider, "distance", [5, 7]), [2, 1]);
}
