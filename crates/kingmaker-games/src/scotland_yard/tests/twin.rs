//! The rules agree with their slow twin in random games.

use super::super::naive::{Naive, Ride};
use super::*;

fn ride(game: &ScotlandYard, mv: Move) -> Ride {
    (mv.is_double(), mv.ticket().name(), game.map().number(mv.to()))
}

/// What games came to, so that a test can say that it has seen everything.
#[derive(Debug, Default)]
struct Ends {
    captured: usize,
    cornered: usize,
    /// No seeker had a ticket to go on with.
    exhausted: usize,
    lasted: usize,
    skips: usize,
}

fn compare(game: &ScotlandYard, games: u64, ends: &mut Ends) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = game.start(&mut rng);
        let mut twin = Naive::new(game, &state);
        loop {
            game.legal_moves(&state, &mut moves);
            let legal: BTreeSet<Ride> = moves.iter().map(|&mv| ride(game, mv)).collect();
            let here = || format!("seed {seed}, {}", game.position_text(&state));
            assert_eq!(legal, twin.legal(), "{}", here());
            assert_eq!(numbers(game, &state.possible), twin.possible(), "{}", here());
            assert_eq!((usize::from(state.round) + 1), twin.round, "{}", here());
            for player in Player::all(game.players()) {
                assert_eq!(game.map().number(state.place(player)), twin.places[player.index()], "{}", here());
                for ticket in Ticket::REGULAR {
                    let count = usize::from(state.purses.regular[player.index()][ticket.index()]);
                    assert_eq!(count, twin.purses[player.index()][ticket.name()], "{}", here());
                }
            }
            let Some(&mv) = rng.pick(&moves) else {
                let hider_won = game.scores(&state).of(HIDER) == 1.0;
                assert_eq!(Some(hider_won), twin.hider_won, "{}", here());
                break;
            };
            assert_eq!((state.turn.index(), None), (twin.to_move, twin.hider_won), "{}", here());
            let before = (state.turn, state.round);
            game.play(&mut state, mv);
            twin.play(ride(game, mv));
            let is_next = state.turn == before.0.next(game.players()) || mv.is_double();
            ends.skips += usize::from(!is_next && !state.is_over());
        }
        match state.end {
            End::Captured => ends.captured += 1,
            End::Cornered => ends.cornered += 1,
            End::Escaped if state.round < game.rounds => ends.exhausted += 1,
            _ => ends.lasted += 1,
        }
    }
}

#[test]
fn agrees_in_london() {
    let mut ends = Ends::default();
    compare(&london(), 60, &mut ends);
    for spec in SCHEMA.examples {
        let args = read(spec, "game", &[&SCHEMA]).expect("a spec");
        compare(&ScotlandYard::from_args(&args).expect("a game"), 30, &mut ends);
    }
    assert!(ends.captured > 10 && ends.lasted > 10, "{ends:?}");
}

#[test]
fn agrees_on_small_maps() {
    let mut ends = Ends::default();
    for (map, spec) in [
        (SQUARE, "scotland-yard(players=4, rounds=9, surfaces=\"2,5\")"),
        (SQUARE, "scotland-yard(players=5, taxi=2, bus=1, underground=0, black=1)"),
        (SQUARE, "scotland-yard(players=2, taxi=1, bus=1, underground=1, hider-taxi=9, double=5)"),
        (STREET, "scotland-yard(players=4, black=1, surfaces=\"\")"),
        (STREET, "scotland-yard(players=4, taxi=2, bus=1, hider-taxi=1, hider-bus=1, black=0, double=3)"),
        (STREET, "scotland-yard(players=2, taxi=0, bus=9, hider-taxi=1, black=2)"),
        (STREET, "scotland-yard(players=3, taxi=0, bus=0, underground=9)"),
    ] {
        compare(&game(map, spec), 300, &mut ends);
    }
    let Ends { captured, cornered, exhausted, lasted, skips } = ends;
    assert!([captured, cornered, exhausted, lasted, skips].iter().all(|&count| count > 5), "{ends:?}");
}

fn play_many(games: u64) {
    let game = london();
    let (mut plies, mut won) = (0, 0);
    let tickets = |state: &State| -> [u32; 3] {
        std::array::from_fn(|kind| state.purses.regular.iter().map(|purse| u32::from(purse[kind])).sum())
    };
    let mut last = [0; 3];
    walk(&game, games, |state| {
        assert!(state.possible.contains(state.place(HIDER)), "{state:?}");
        let now = tickets(state);
        let is_start = state.round == 0 && state.turn == HIDER && state.purses == game.tables.purses;
        let lost: u32 = if is_start { 0 } else { last.iter().zip(now).map(|(last, now)| last - now).sum() };
        assert!(lost <= 1, "{state:?}");
        last = now;
        assert!(state.round < 24 || state.is_over());
        won += u64::from(state.is_over() && state.end == End::Escaped);
        plies += u64::from(!state.is_over());
    });
    assert!(plies / games > 60 && won > games / 10, "{plies} plies, {won} of {games} won by the hider");
}

#[test]
fn many_games_end_and_the_hider_is_where_it_may_be() {
    play_many(100_000);
}
