//! Perft rows and positions from an independent source, and a slow twin of the rules.

use std::collections::BTreeSet;

use super::board::BOARD;
use super::naive::{self, Naive, NaiveMove, Place};
use super::*;
use kingmaker_core::perft::perft;
use kingmaker_core::{BoardEvaluator, Knowledge, MoveOrdering, Notation, Rng};

pub(super) const PLAYERS: [usize; 4] = [2, 3, 4, 6];

pub(super) fn game(players: usize) -> ChineseCheckers {
    ChineseCheckers::new(players, 1_000_000)
}

/// The position with these pieces, by number of field, the first player to move.
fn position(game: &ChineseCheckers, pieces: &[&[usize]]) -> State {
    let mut state = State::empty();
    for (player, places) in pieces.iter().enumerate() {
        for &place in *places {
            let field = Field::from_place(place);
            state.toggle(Player::new(player), field.bit(), field.turned_back(game.seats[player]));
        }
    }
    state
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 224, "{}", size_of::<State>());
    assert!(size_of::<Move>() <= 2, "{}", size_of::<Move>());
}

#[test]
fn perft_from_the_start() {
    let rows = [
        (2, [10, 100, 1800, 32_400, 632_520]),
        (3, [10, 100, 1000, 18_000, 324_120]),
        (4, [10, 103, 1030, 10_609, 188_696]),
        (6, [10, 103, 1065, 11_009, 113_800]),
    ];
    for (players, counts) in rows {
        let game = game(players);
        let start = game.start(&mut Rng::new(0));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &start, depth), count, "{players} players, depth {depth}");
        }
    }
}

#[test]
fn perft_of_midgames() {
    let rows: [(&[&[usize]], [u64; 3]); 4] = [
        (&[&[0, 2, 4, 9, 18, 24], &[28, 54, 63, 67, 70, 72]], [30, 720, 20_176]),
        (&[&[0, 2, 4, 20, 21, 22], &[41, 47, 56, 64, 66, 68], &[35, 42, 49, 51, 54, 60]], [30, 727, 33_346]),
        (
            &[&[4, 5, 8, 10, 31, 32], &[15, 19, 22, 29, 39, 47], &[50, 59, 64, 65, 69, 70], &[33, 40, 41, 48, 51, 71]],
            [37, 992, 24_852],
        ),
        (
            &[
                &[0, 1, 4, 12, 18, 30],
                &[5, 15, 22, 29, 32, 61],
                &[11, 45, 55, 63, 65, 66],
                &[8, 20, 43, 52, 67, 71],
                &[33, 39, 41, 42, 48, 57],
                &[6, 10, 16, 17, 19, 25],
            ],
            [37, 1208, 43_107],
        ),
    ];
    for (pieces, counts) in rows {
        let game = game(pieces.len());
        let state = position(&game, pieces);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &state, depth), count, "{} players, depth {depth}", pieces.len());
        }
    }
}

/// How many moves the table gives for pieces on these fields and the lowest triangle as home.
fn moves_home(places: &[usize; PIECES]) -> u8 {
    let fields: Fields = places.iter().map(|&place| Field::from_place(place).bit()).sum();
    MOVES_HOME.bytes()[arrangement::rank(fields) as usize]
}

#[test]
fn the_table_has_the_values_of_an_independent_search() {
    let histogram = [
        1, 10, 89, 608, 3445, 16_109, 62_915, 207_184, 586_831, 1_454_053, 3_182_180, 6_150_226, 10_506_554,
        15_856_593, 21_098_344, 24_668_384, 25_193_346, 22_334_455, 17_077_339, 11_169_918, 6_201_907, 2_889_589,
        1_111_080, 348_990, 89_435, 17_899, 2678, 279, 11,
    ];
    let mut counts = [0; 29];
    for &moves in MOVES_HOME.bytes() {
        counts[usize::from(moves)] += 1;
    }
    assert_eq!(counts, histogram);
    let listed = [
        ([0, 1, 2, 3, 4, 5], 17),
        ([67, 68, 69, 70, 71, 72], 0),
        ([13, 14, 15, 23, 24, 32], 14),
        ([47, 55, 56, 64, 65, 66], 10),
        ([40, 48, 49, 57, 58, 59], 10),
        ([6, 7, 8, 16, 17, 25], 14),
        ([3, 14, 17, 28, 31, 35], 17),
        ([3, 4, 11, 13, 54, 69], 14),
        ([3, 11, 25, 27, 29, 64], 16),
        ([0, 28, 35, 53, 57, 69], 16),
        ([19, 20, 27, 35, 43, 54], 12),
        ([11, 12, 13, 43, 45, 48], 16),
        ([5, 15, 33, 44, 58, 68], 17),
        ([12, 20, 35, 46, 48, 58], 17),
    ];
    for (places, moves) in listed {
        assert_eq!(moves_home(&places), moves, "{places:?}");
    }
    for last in [26, 27, 30, 31, 35, 37, 40, 47, 48, 52, 56] {
        assert_eq!(moves_home(&[0, 6, 15, 57, 66, last]), 28, "with {last}");
    }
}

#[test]
fn evaluation_is_28_less_the_moves_home_of_every_player() {
    let firsts = [
        ("b1-d4", 17),
        ("b1-d6", 16),
        ("b2-d5", 16),
        ("b2-d7", 17),
        ("c1-d4", 17),
        ("c1-d5", 16),
        ("c2-d5", 17),
        ("c2-d6", 17),
        ("c3-d6", 16),
        ("c3-d7", 17),
    ];
    for players in PLAYERS {
        let game = game(players);
        let start = game.start(&mut Rng::new(0));
        assert_eq!(game.evaluate(&start, BoardEvaluator::default()).as_slice(), vec![11.0; players]);
        for (text, moves) in firsts {
            let mut state = start.clone();
            game.play(&mut state, game.parse_move(&start, text).expect("legal"));
            let mut expected = vec![11.0; players];
            expected[0] = (28 - moves) as f32;
            assert_eq!(
                game.evaluate(&state, BoardEvaluator::default()).as_slice(),
                expected,
                "{players} players after {text}"
            );
        }
    }
}

/// Turning the whole board by the seats of the players changes nothing for any of them.
#[test]
fn evaluation_is_the_same_from_every_seat() {
    let game = game(6);
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut places: Vec<usize> = (0..FIELDS).collect();
        rng.shuffle(&mut places);
        let fields: Vec<Field> = places.into_iter().take(PIECES).map(Field::from_place).collect();
        let values: Vec<f32> = Player::all(6)
            .map(|player| {
                let mut state = State::empty();
                for field in &fields {
                    state.toggle(player, field.turned(player.index()).bit(), field.bit());
                }
                game.evaluate(&state, BoardEvaluator::default())[player]
            })
            .collect();
        assert_eq!(values, [values[0]; 6], "{fields:?}");
    }
}

fn place(field: Field) -> Place {
    (field.row() as i32, field.x())
}

fn naive_of(game: &ChineseCheckers, state: &State) -> Naive {
    let mut naive = Naive::start(game.players, game.ply_cap as usize);
    naive.own = game.stops[0] != BOARD;
    naive.pieces = Player::all(game.players)
        .flat_map(|player| Field::all(state.pieces(player)).map(move |field| (place(field), player.index())))
        .collect();
    naive.turn = state.turn.index();
    naive.winner = match state.outcome {
        Outcome::Won(winner) => Some(winner.index()),
        Outcome::Open | Outcome::Drawn => None,
    };
    naive.drawn = state.outcome == Outcome::Drawn;
    naive.plies = state.ply as usize;
    naive
}

fn naive_move(mv: Move) -> NaiveMove {
    (place(mv.from), place(mv.to))
}

#[test]
fn the_twin_has_the_same_board_and_start() {
    assert_eq!(naive::fields().iter().copied().collect::<Vec<_>>(), Field::all(BOARD).map(place).collect::<Vec<_>>());
    for players in PLAYERS {
        let game = game(players);
        let start = game.start(&mut Rng::new(0));
        assert_eq!(naive_of(&game, &start), Naive::start(players, 1_000_000));
        for player in Player::all(players) {
            let home: Vec<Place> = Field::all(game.home(player)).map(place).collect();
            assert_eq!(home, Naive::start(players, 1).home(player.index()).into_iter().collect::<Vec<_>>());
        }
    }
}

/// Plays a game with both versions side by side; `greedily` or at random.
fn play_side_by_side(game: &ChineseCheckers, by: &str, seed: u64, greedily: bool) -> Outcome {
    let by = MoveOrdering::find(game, by).expect("one of the orderings");
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut naive = naive_of(game, &state);
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    loop {
        let mut twin = naive_of(game, &state);
        if naive.is_over() {
            // Whose turn it would have been does not matter any more.
            twin.turn = naive.turn;
        }
        assert_eq!(naive, twin);
        if naive.is_over() {
            return state.outcome;
        }
        for player in Player::all(game.players) {
            game.legal_moves_of(&state, player, &mut moves);
            let listed: Vec<NaiveMove> = moves.iter().map(|&mv| naive_move(mv)).collect();
            assert_eq!(listed, naive.moves_of(player.index()));
            assert_eq!(game.can_move(&state, player), !listed.is_empty());
        }
        game.legal_moves(&state, &mut moves);
        for &mv in moves.iter().step_by(7) {
            assert_eq!(
                game.priority(&state, by, mv),
                naive.priority(naive_move(mv), by.index() == BY_BASE),
                "{mv:?} in {state:?}"
            );
        }
        let best = moves.iter().map(|&mv| game.priority(&state, by, mv)).max();
        let greedy = game.greedy_move(&state, by, &mut rng, &mut scratch).expect("a move");
        assert_eq!(Some(game.priority(&state, by, greedy)), best, "{greedy:?} in {state:?}");
        let random = game.random_move(&state, &mut rng, &mut scratch).expect("a move");
        assert!(moves.contains(&greedy) && moves.contains(&random));
        let mv = if greedily && !rng.happens(0.05) { greedy } else { random };
        game.play(&mut state, mv);
        naive.play(naive_move(mv));
    }
}

#[test]
fn agrees_with_the_slow_twin() {
    for players in PLAYERS {
        for seed in 0..4 {
            let outcome = play_side_by_side(&game(players), "tip", seed, true);
            assert!(matches!(outcome, Outcome::Won(_)), "greedy games end");
        }
        play_side_by_side(&game(players), "base", 7, true);
        let own = || game(players).stopping_in_own_triangles();
        for seed in 0..4 {
            let outcome = play_side_by_side(&own(), if seed == 0 { "base" } else { "tip" }, seed, true);
            assert!(matches!(outcome, Outcome::Won(_)), "greedy games end");
        }
        play_side_by_side(&ChineseCheckers { ply_cap: 300, ..own() }, "tip", 2, false);
        let outcome = play_side_by_side(&ChineseCheckers::new(players, 60), "tip", 1, false);
        assert_eq!(outcome, Outcome::Drawn);
    }
}

/// The ordering of Nijssen & Winands 2010: what the board evaluator says of the mover once the move is made.
#[test]
fn the_table_orders_moves_by_how_few_are_left() {
    for game in PLAYERS.map(game) {
        let by = MoveOrdering::find(&game, "table").expect("one of the orderings");
        let (mut rng, mut moves, mut scratch) = (Rng::new(5), Vec::new(), Vec::new());
        let mut state = game.start(&mut rng);
        while game.turn(&state) != Turn::Over && state.ply < 40 {
            game.legal_moves(&state, &mut moves);
            for &mv in moves.iter().step_by(3) {
                let mut next = state.clone();
                game.play(&mut next, mv);
                let expected = game.evaluate(&next, BoardEvaluator::default())[state.turn];
                assert_eq!(game.priority(&state, by, mv), expected as i32);
            }
            let highest = moves.iter().map(|&mv| game.priority(&state, by, mv)).max();
            let best = moves.iter().copied().filter(|&mv| Some(game.priority(&state, by, mv)) == highest);
            let best: BTreeSet<Move> = best.collect();
            let draws = 30 * best.len();
            let found = (0..draws).filter_map(|_| game.greedy_move(&state, by, &mut rng, &mut scratch));
            assert_eq!(found.collect::<BTreeSet<Move>>(), best, "{}", game.position_text(&state));
            game.play(&mut state, moves[rng.below(moves.len())]);
        }
    }
}

/// Which triangles are one's own, and that a position with pieces in others is refused.
#[test]
fn pieces_stop_in_own_triangles_only() {
    let (any, own) = (game(2), game(2).stopping_in_own_triangles());
    for (number, triangle) in TRIANGLES.into_iter().enumerate() {
        let expected = if number % 3 == 0 { triangle } else { 0 };
        assert_eq!(own.stops[0] & triangle, expected, "triangle {number}");
    }
    // Player 1 jumps from d7 over d8 to d9, deeper into a triangle that is nobody's.
    let text = "1/11/1../......12../........1/......../......./......../........./........../222/2./2 1 50";
    let state = any.parse_position(text).expect("valid");
    let moves = |game: &ChineseCheckers, state: &State| {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        moves.into_iter().map(|mv| game.move_text(state, mv)).collect::<Vec<_>>()
    };
    assert!(moves(&any, &state).contains(&"d7-d9".to_owned()));
    let error = own.parse_position(text).expect_err("pieces in the wrong triangle").expected;
    assert!(error.contains("no piece of player 2 on d8, where it may not stop (stop=own)"), "{error}");
}

#[test]
fn a_base_is_won_with_one_piece_of_ones_own() {
    let game = game(2);
    let lower = |own: &[usize], others: &[usize]| game.is_home(&position(&game, &[own, others]), Player::new(0));
    assert!(lower(&[0, 1, 2, 3, 4, 72], &[66, 67, 68, 69, 70, 71]));
    assert!(lower(&[67, 68, 69, 70, 71, 72], &[0, 1, 2, 3, 4, 5]));
    assert!(!lower(&[0, 1, 2, 3, 4, 5], &[67, 68, 69, 70, 71, 72]), "nobody of one's own");
    assert!(!lower(&[0, 1, 2, 3, 4, 72], &[65, 66, 67, 68, 69, 70]), "71 is vacant");
}

#[test]
fn whoever_completes_the_base_of_another_lets_them_win() {
    // Player 2 steps from j5 onto k2, the last vacant field around player 1's piece on m1.
    let game = game(2);
    let text = "1/11/11./........../........./......../......./......../........./2...2...../2.2/22/1 2 50";
    let mut state = game.parse_position(text).expect("valid");
    let mv = game.parse_move(&state, "j5-k2").expect("legal");
    game.play(&mut state, mv);
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.scores(&state).shares().as_slice(), [1.0, 0.0]);
    let written = game.position_text(&state);
    assert!(written.ends_with(" won1 51"), "{written}");
    assert_eq!(game.parse_position(&written), Ok(state));
}

#[test]
fn a_player_without_a_move_is_skipped() {
    // Player 2 is shut in at the top: four pieces next to them, and five behind those.
    let game = game(3);
    let text = "2/22/222/...1111.../..33333../......../......./......../........./1.....1.../.../../3 1 90";
    let mut state = game.parse_position(text).expect("valid");
    let mut moves = Vec::new();
    game.legal_moves_of(&state, Player::new(1), &mut moves);
    assert!(moves.is_empty() && !game.can_move(&state, Player::new(1)));
    let mv = game.parse_move(&state, "j7-j8").expect("legal");
    game.play(&mut state, mv);
    assert_eq!(game.turn(&state), Turn::Player(Player::new(2)));
    let error = game.parse_position(&text.replace(" 1 90", " 2 90")).expect_err("no turn for player 2");
    assert!(error.expected.contains("player 2 cannot"), "{error}");
}

/// Plays random games up to a cap and says how many were drawn, and their mean length.
fn random_games(players: usize, cap: u32, count: usize) -> (usize, f64) {
    let game = ChineseCheckers::new(players, cap);
    let mut rng = Rng::new(11);
    let (mut draws, mut plies, mut scratch) = (0, 0u64, Vec::new());
    for _ in 0..count {
        let mut state = game.start(&mut rng);
        while game.turn(&state) != Turn::Over {
            let mv = game.random_move(&state, &mut rng, &mut scratch).expect("a move");
            game.play(&mut state, mv);
        }
        let sum: f32 = game.scores(&state).shares().as_slice().iter().sum();
        assert!((sum - 1.0).abs() < 1e-5);
        let winners = Player::all(players).filter(|&player| game.is_home(&state, player)).count();
        assert_eq!(winners, usize::from(state.outcome != Outcome::Drawn));
        assert!(state.outcome != Outcome::Drawn || state.ply == cap);
        draws += usize::from(state.outcome == Outcome::Drawn);
        plies += u64::from(state.ply);
    }
    (draws, plies as f64 / count as f64)
}

/// Without a cap, random games take 500,000 plies on average with two players, 32,000 with three,
/// 4,400 with four and 500 with six; so a cap ends nearly all with two and hardly any with six.
#[test]
fn random_games_end() {
    for (players, draws_expected) in [(2, 9_900..=10_000), (3, 9_500..=9_950), (4, 7_500..=8_500), (6, 700..=1_200)] {
        let (draws, mean) = random_games(players, 1_000, 10_000);
        assert!(draws_expected.contains(&draws), "{players} players: {draws} draws, {mean} plies");
    }
}

/// Two minutes in release.
#[test]
#[ignore = "long: half a billion plies"]
fn random_games_end_long_before_the_default_cap() {
    for (players, count) in [(2, 1_000), (3, 10_000), (4, 10_000), (6, 10_000)] {
        let (draws, mean) = random_games(players, 10_000_000, count);
        println!("{players} players: {draws} draws in {count} games of {mean} plies on average");
        assert_eq!(draws, 0);
    }
}
