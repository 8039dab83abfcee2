//! Perft rows and positions from an independent source, and a slow twin of the rules.

use super::naive::{Naive, Place};
use super::*;
use kingmaker_core::options::read;
use kingmaker_core::perft::perft;
use kingmaker_core::{BoardEvaluator, Knowledge, MoveOrdering, Notation, Rng};
use proptest::prelude::*;

/// The game that a spec names.
pub(super) fn game(spec: &str) -> Rolit {
    let args = read(spec, "game", &[Rolit::SCHEMA]).unwrap_or_else(|error| panic!("{error}"));
    Rolit::from_args(&args).unwrap_or_else(|message| panic!("{spec}: {message}"))
}

pub(super) fn start(game: &Rolit) -> State {
    game.start(&mut Rng::new(0))
}

fn check_perft(game: &Rolit, state: &State, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(game, state, depth), count, "depth {depth} from {}", game.position_text(state));
    }
}

#[test]
fn a_state_is_small() {
    assert_eq!(size_of::<State>(), 56);
}

#[test]
fn perft_from_the_start() {
    let rows: [(&str, [u64; 7]); 5] = [
        ("rolit(players=2)", [3, 20, 93, 572, 2914, 20_327, 112_000]),
        ("rolit(colours=RG)", [3, 24, 114, 649, 3220, 22_138, 118_490]),
        ("rolit(players=3)", [3, 20, 136, 630, 3956, 27_778, 161_368]),
        ("rolit", [3, 20, 136, 1366, 7427, 44_154, 343_639]),
        // As every Othello program counts.
        ("rolit(rules=othello)", [4, 12, 56, 244, 1396, 8200, 55_092]),
    ];
    for (spec, counts) in rows {
        let game = game(spec);
        check_perft(&game, &start(&game), &counts);
    }
}

#[test]
fn perft_of_othello_at_depth_eight() {
    let game = Rolit::othello(8);
    assert_eq!(perft(&game, &start(&game), 8), 390_216);
}

#[test]
fn perft_of_midgames() {
    let rows: [(&str, &str, [u64; 4]); 3] = [
        (
            "rolit(players=2)",
            ".Y....../..Y.Y.../..RYY.../.RYRYYY./.Y.RYR.Y/..YRY.Y./.Y.YRY../Y...Y.R. R",
            [17, 133, 2128, 18_060],
        ),
        (
            "rolit(players=3)",
            "......../.GYG..../.GYYR.../R.YGYY../.RGGR.../.GGGGG../...RRRGG/.....R.R R",
            [14, 185, 2643, 36_043],
        ),
        (
            "rolit(players=4)",
            "......../.YG...../..Y.Y.../..GYY.../..GRYY.B/..GRRGBB/..BBBBBB/...GRRR. R",
            [13, 120, 1074, 11_213],
        ),
    ];
    for (spec, text, counts) in rows {
        let game = game(spec);
        let state = game.parse_position(text).expect("a valid position");
        assert_eq!(state.occupied.count_ones(), 28, "after 24 plies");
        check_perft(&game, &state, &counts);
    }
}

pub(super) fn place(game: &Rolit, square: Square) -> Place {
    (square.row() - game.margin(), square.column() - game.margin())
}

pub(super) fn naive_of(game: &Rolit, state: &State) -> Naive {
    let mut grid = vec![vec![None; game.size]; game.size];
    for square in Square::all(game.board) {
        let (row, column) = place(game, square);
        grid[row][column] = state.discs.iter().position(|discs| discs & square.bit() != 0);
    }
    let turn = game.turn(state).player().map(Player::index);
    Naive { players: game.players, othello: game.othello, grid, turn }
}

/// Figure 3.5, as it is printed.
const FIGURE: [&str; 8] =
    ["52433425", "21333312", "43444434", "33444433", "33444433", "43444434", "21333312", "52433425"];

fn play_side_by_side(game: &Rolit, seed: u64, greedily: bool) {
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut naive = naive_of(game, &state);
    let mut moves = Vec::new();
    while let Some(to_move) = naive.turn {
        assert_eq!(naive, naive_of(game, &state));
        let stable = game.stable(&state);
        let values = game.evaluate(&state, BoardEvaluator::default());
        for player in Player::all(game.players) {
            game.legal_moves_of(&state, player, &mut moves);
            let expected = naive.moves_of(player.index());
            assert_eq!(moves.iter().map(|&square| place(game, square)).collect::<Vec<_>>(), expected);
            let stable = (stable & state.of(player)).count_ones();
            assert_eq!(values[player], expected.len() as f32 + 10.0 * stable as f32);
        }
        game.legal_moves(&state, &mut moves);
        assert_eq!(moves.len(), naive.moves_of(to_move).len());
        let mut scratch = Vec::new();
        let square = if greedily {
            game.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut scratch)
        } else {
            game.random_move(&state, &mut rng, &mut scratch)
        };
        let square = square.expect("a move");
        let before = naive.clone();
        game.play(&mut state, square);
        naive.play(place(game, square));
        for square in Square::all(stable) {
            assert_eq!(before.colour(place(game, square)), naive.colour(place(game, square)), "{square:?} is stable");
        }
    }
    assert_eq!(naive, naive_of(game, &state));
    for (player, count) in game.counts(&state).iter() {
        assert_eq!(count as usize, naive.count(player.index()));
        assert_eq!(game.evaluate(&state, BoardEvaluator::default())[player] % 10.0, 0.0, "nobody can move any more");
    }
}

#[test]
fn agrees_with_the_slow_twin() {
    for spec in SCHEMA.examples {
        let game = game(spec);
        for seed in 0..10 {
            play_side_by_side(&game, seed, seed % 2 == 0);
        }
    }
}

#[test]
fn squares_have_the_values_of_the_figure() {
    let game = Rolit::new(4, 8);
    let state = start(&game);
    for square in Square::all(game.board) {
        let printed = FIGURE[square.row()].as_bytes()[square.column()];
        assert_eq!(game.priority(&state, MoveOrdering::default(), square), i32::from(printed - b'0'), "{square:?}");
    }
    // A smaller board keeps what is near its edges.
    let game = Rolit::new(4, 6);
    let rows = ["524425", "213312", "434434", "434434", "213312", "524425"];
    for square in Square::all(game.board) {
        let (row, column) = place(&game, square);
        assert_eq!(
            game.priority(&state, MoveOrdering::default(), square),
            i32::from(rows[row].as_bytes()[column] - b'0'),
            "{square:?}"
        );
    }
}

/// Plays these moves, after each of which the given player is to move, or nobody.
fn check_turns(game: &Rolit, text: &str, moves: &[(&str, Option<usize>)]) -> State {
    let mut state = game.parse_position(text).expect("a valid position");
    for &(written, next) in moves {
        let square = game.parse_move(&state, written).expect("legal");
        game.play(&mut state, square);
        assert_eq!(game.turn(&state).player().map(Player::index), next, "after {written}");
    }
    state
}

#[test]
fn who_cannot_capture_is_skipped_in_othello() {
    let game = Rolit::othello(4);
    // Black is skipped twice, then the board is full.
    let moves = [("a2", Some(1)), ("a4", Some(1)), ("d1", None)];
    let state = check_turns(&game, "BWB./.BWW/BBBW/.WWW W", &moves);
    assert_eq!(game.turn(&state), Turn::Over);
    // A game may end with empty squares: nine plies are the fewest.
    let game = Rolit::othello(8);
    let text = game.position_text(&start(&game));
    let shortest = ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6"];
    let mut moves: Vec<(&str, Option<usize>)> =
        shortest.into_iter().zip([1, 0].map(Some).into_iter().cycle()).collect();
    moves.push(("e3", None));
    let state = check_turns(&game, &text, &moves);
    assert_eq!(game.counts(&state).as_slice(), [13, 0]);
    assert_eq!(game.scores(&state).of(Player::new(0)), 1.0, "white has no disc left");
    let text = game.position_text(&state);
    assert!(text.ends_with(" -"), "{text}");
    assert_eq!(game.parse_position(&text), Ok(state));
}

#[test]
fn who_cannot_capture_puts_a_disc_anywhere_beside_others_in_rolit() {
    let game = Rolit::new(4, 4);
    let text = game.position_text(&start(&game));
    // Red turns the only blue disc, and the others turn none back.
    let state = check_turns(&game, &text, &[("b1", Some(1)), ("a3", Some(2)), ("a4", Some(3))]);
    let mut moves = Vec::new();
    game.legal_moves(&state, &mut moves);
    assert_eq!(moves.len(), 9, "all empty squares");
    let before = game.counts(&state);
    assert_eq!(before[Player::new(3)], 0);
    for &square in &moves {
        let mut next = state.clone();
        game.play(&mut next, square);
        let counts = game.counts(&next);
        assert_eq!(
            (&counts.as_slice()[..3], counts[Player::new(3)]),
            (&before.as_slice()[..3], 1),
            "nothing is turned"
        );
        assert_eq!(game.turn(&next), Turn::Player(Player::new(0)), "red is next");
    }
}

#[test]
fn ten_thousand_random_games_of_each_variant() {
    let specs = ["rolit(players=2)", "rolit(colours=RG)", "rolit(players=3)", "rolit", "rolit(rules=othello)"];
    for (index, spec) in (0..).zip(specs) {
        let game = game(spec);
        let mut rng = Rng::new(index);
        let (mut shared, mut plies, mut choices) = (0, 0, 0);
        for _ in 0..10_000 {
            let mut state = start(&game);
            let mut length = 0;
            while let Some(square) = game.random_move(&state, &mut rng, &mut Vec::new()) {
                choices += state.moves.count_ones();
                game.play(&mut state, square);
                length += 1;
            }
            assert!(length == 60 || game.othello && length < 60, "{spec}: {length} plies");
            plies += length;
            let scores = game.scores(&state);
            let sum: f32 = scores.shares().as_slice().iter().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{scores:?}");
            let counts = game.counts(&state);
            let most = counts.as_slice().iter().max().expect("players");
            let winners = counts.iter().filter(|(_, count)| count == most).count();
            for (player, count) in counts.iter() {
                assert_eq!(scores.of(player), if count == *most { 1.0 / winners as f32 } else { 0.0 });
            }
            shared += usize::from(winners > 1);
        }
        assert!((100..2000).contains(&shared), "{spec}: {shared} draws");
        let branching = f64::from(choices) / plies as f64;
        assert!((7.0..11.0).contains(&branching), "{spec}: {branching} moves to choose from");
    }
}

#[test]
fn keys_of_different_positions_differ() {
    for spec in ["rolit", "rolit(rules=othello)"] {
        let game = game(spec);
        let mut rng = Rng::new(1);
        let mut keys = std::collections::HashMap::new();
        for _ in 0..1000 {
            let mut state = start(&game);
            while let Some(square) = game.random_move(&state, &mut rng, &mut Vec::new()) {
                let other = keys.entry(game.key(&state)).or_insert_with(|| state.clone());
                assert_eq!(*other, state);
                game.play(&mut state, square);
            }
        }
    }
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let cases = [
        ("rolit(players=3, colours=RG)", "colours=RG is for 2 players, not 3"),
        ("rolit(players=3, rules=othello)", "Othello is for 2 players, not 3"),
        ("rolit(colours=RG, rules=othello)", "in Othello black and white play, not colours=RG"),
    ];
    for (spec, expected) in cases {
        let args = read(spec, "game", &[Rolit::SCHEMA]).expect("a valid spec");
        assert_eq!(Rolit::from_args(&args).expect_err(spec), expected);
    }
    assert_eq!(game("rolit(colours=GB)").colours, [Colour::Green, Colour::Blue, Colour::Red, Colour::Yellow]);
    assert_eq!((game("rolit").players, game("rolit(rules=othello, players=2)").players), (4, 2));
}

proptest! {
    /// Runs found by fills and by carries against loops, with discs anywhere.
    #[test]
    fn captures_agree_with_loops(one in any::<u64>(), two in any::<u64>(), three in any::<u64>()) {
        let game = Rolit::new(2, 8);
        let (own, foreign) = (one & two, three & !(one & two));
        let state = State::new([own, foreign, 0, 0]);
        let naive = naive_of(&game, &state);
        for square in Square::all(!(own | foreign)) {
            let mut expected = naive.turned(place(&game, square), 0);
            expected.sort_unstable();
            let found = captured(square, own, foreign);
            prop_assert_eq!(Square::all(found).map(|square| place(&game, square)).collect::<Vec<_>>(), expected);
            prop_assert_eq!(capturing(own, foreign) & square.bit() != 0, found != 0);
        }
    }
}

#[test]
fn the_state_space_is_as_published() {
    for (players, published) in [(2, 6.78e29), (3, 1.08e38), (4, 2.22e44)] {
        let ours = Rolit::new(players, 8).state_space().expect("counted").log10;
        assert!((ours - f64::log10(published)).abs() < 0.003, "{players} players: {ours}");
    }
}
