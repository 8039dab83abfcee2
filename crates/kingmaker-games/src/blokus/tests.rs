//! Counts from an independent source, and a slow twin of the rules.

use super::naive::{Naive, Shape, all_pieces, all_turns, standard_form};
use super::pieces::Piece;
use super::*;
use kingmaker_core::perft::{divide, perft};
use kingmaker_core::{BoardEvaluator, Knowledge, MoveOrdering, Notation, Rng};
use std::collections::BTreeMap;

pub(super) fn start(game: &Blokus) -> State {
    game.start(&mut Rng::new(0))
}

pub(super) fn legal(game: &Blokus, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves
}

fn piece_name(mv: Move) -> &'static str {
    mv.orientation().piece.name()
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 4096, "{}", size_of::<State>());
}

#[test]
fn the_pieces_are_all_there_are() {
    let drawn: Vec<Shape> = Piece::all()
        .map(|piece| {
            let turned = pieces::ALL.iter().find(|orientation| orientation.piece == piece).expect("an orientation");
            assert_eq!(turned.cells.len(), piece.size());
            standard_form(&turned.cells.iter().map(|&(row, column)| (row as i32, column as i32)).collect())
        })
        .collect();
    assert_eq!(drawn.iter().cloned().collect::<std::collections::BTreeSet<_>>(), all_pieces());
    assert_eq!(drawn.iter().map(Vec::len).sum::<usize>(), ALL_SQUARES as usize);
    assert!(drawn.is_sorted_by_key(|shape| std::cmp::Reverse(shape.len())));
    assert_eq!(drawn.iter().map(|shape| all_turns(shape).len()).sum::<usize>(), ORIENTATIONS);
    assert_eq!(pieces::ALL.len(), ORIENTATIONS);
}

#[test]
fn placements_on_the_empty_board() {
    let table = "1 400, 2 760, I3 720, V3 1444, I4 680, O 361, T4 1368, L4 2736, Z4 1368, F 2592, I5 640, L5 2584, \
                 N 2584, P 2736, T5 1296, U 1368, V5 1296, W 1296, X 324, Y 2584, Z5 1296";
    let count = |piece: &str, size: usize| -> usize {
        let fitting = |extent: (usize, usize)| (size + 1 - extent.0) * (size + 1 - extent.1);
        let turned = pieces::ALL.iter().filter(|orientation| orientation.piece.name() == piece);
        turned.map(|orientation| fitting(orientation.extent())).sum()
    };
    for row in table.split(", ") {
        let (piece, expected) = row.split_once(' ').expect("two words");
        assert_eq!(count(piece, 20).to_string(), expected, "{piece}");
    }
    let total = |size| Piece::all().map(|piece| count(piece.name(), size)).sum::<usize>();
    assert_eq!((total(20), total(14)), (30_433, 13_729));
}

#[test]
fn first_moves() {
    let game = Blokus::standard();
    let mut state = start(&game);
    for _ in 0..4 {
        let mut counts = BTreeMap::new();
        for mv in legal(&game, &state) {
            *counts.entry(piece_name(mv)).or_insert(0) += 1;
        }
        let expected = "1:1 2:2 I3:2 V3:3 I4:2 O:1 T4:2 L4:6 Z4:2 F:2 I5:2 L5:6 N:4 P:6 T5:2 U:4 V5:3 W:2 Y:4 Z5:2";
        let expected = expected.split(' ').map(|word| word.split_once(':').expect("a pair"));
        assert_eq!(counts, expected.map(|(piece, count)| (piece, count.parse().expect("a number"))).collect());
        let mv = legal(&game, &state)[0];
        game.play(&mut state, mv);
    }
    // Every way to cover a square by a piece, for both players of Blokus Duo.
    let duo = Blokus::duo();
    assert_eq!([1, 2].map(|depth| perft(&duo, &start(&duo), depth)), [414, 414 * 414]);
}

#[test]
fn perft_from_the_start() {
    let game = Blokus::standard();
    for (depth, count) in (1..).zip([58, 3364, 195_112, 11_316_496]) {
        assert_eq!(perft(&game, &start(&game), depth), count, "depth {depth}");
    }
}

#[test]
#[ignore = "takes up to a minute when optimised"]
fn perft_of_five_plies() {
    let game = Blokus::standard();
    assert_eq!(perft(&game, &start(&game), 5), 1_898_244_648);
}

#[test]
fn second_moves() {
    let game = Blokus::standard();
    let mut counts: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for mv in legal(&game, &start(&game)) {
        let mut state = start(&game);
        game.play(&mut state, mv);
        game.hand_turn(&mut state, Player::new(0));
        let count = perft(&game, &state, 1);
        assert_eq!(count, divide(&game, &state, 1).len() as u64);
        counts.entry(piece_name(mv)).or_default().push(count);
    }
    assert_eq!(counts.values().flatten().sum::<u64>(), 9729);
    let expected = "1: 106; 2: 113,113; I3: 114,114; I4: 114,114; I5: 114,114; O: 122; V3: 140,140,190; T4: 219,219; \
                    T5: 219,219; Z4: 161,161; L4: 135,135,168,168,182,182; L5: 136,136,182,182,193,193; \
                    N: 153,153,186,186; P: 135,135,136,136,189,189; U: 120,120,160,160; V5: 185,185,209; W: 212,212; \
                    Y: 208,208,243,243; Z5: 197,197; F: 237,237";
    for row in expected.split("; ") {
        let (piece, expected) = row.split_once(": ").expect("a pair");
        let mut found = counts.remove(piece).expect("a piece");
        found.sort_unstable();
        assert_eq!(found.iter().map(u64::to_string).collect::<Vec<_>>().join(","), expected, "{piece}");
    }
    assert_eq!(counts.len(), 0);
}

/// After 28 plies, from rules collected elsewhere.
pub(super) const MIDGAME: &str = "11.........2.....222/11.....2...2.....2../.1...1.22..22.222.2./..1..1122..2.22..22./\
    ..111....22......2.2/..1......22........2/.1.................2/.11................2/..1..11............./\
    ...1..111.........../.44111....3333.33.../.4....1....3..33..../.4...111133........./.4.4...333........../\
    4.44...44.33......../4.44.444...3......../....4...4.3........./.4..4...443333...333/.4.44....4....333..3/\
    444.4..........3...3 1 - -";

#[test]
fn a_midgame_position() {
    let game = Blokus::standard();
    let state = game.parse_position(MIDGAME).expect("a valid position");
    assert_eq!(game.position_text(&state), MIDGAME);
    let used = ["L4 N P T5 V3 Y Z4", "I4 L4 N O P Y Z4", "L5 N T4 V3 V5 Y Z4", "2 L5 N P T5 Y Z4"];
    for (player, (count, used)) in Player::all(4).zip([191, 320, 376, 35].into_iter().zip(used)) {
        let mut moves = Vec::new();
        game.legal_moves_of(&state, player, &mut moves);
        assert_eq!(moves.len(), count, "player {player}");
        assert_eq!(game.evaluate(&state, BoardEvaluator::default())[player], 31.0);
        let played = Piece::all().filter(|&piece| state.played(player).contains(piece));
        let mut names: Vec<&str> = played.map(Piece::name).collect();
        names.sort_unstable();
        assert_eq!(names.join(" "), used);
    }
}

fn naive_of(game: &Blokus) -> Naive {
    let starts = game.starts().iter().map(|square| (square.row() as i32, square.column() as i32)).collect();
    Naive::new(game.size as i32, starts)
}

fn naive_move(mv: Move) -> Shape {
    mv.squares().map(|square| (square.row() as i32, square.column() as i32)).collect()
}

/// Plays a game with both versions side by side. One time in eight somebody else gets the turn.
fn play_side_by_side(game: &Blokus, seed: u64, greedily: bool, out_of_turn: bool) {
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut naive = naive_of(game);
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    loop {
        assert_eq!(state.turn().map(Player::index), naive.turn);
        for player in Player::all(game.players) {
            game.legal_moves_of(&state, player, &mut moves);
            let expected = if naive.turn.is_some() { naive.moves_of(player.index()) } else { Default::default() };
            let mut listed: Vec<Shape> = moves.iter().map(|&mv| naive_move(mv)).collect();
            listed.sort_unstable();
            assert_eq!(listed, expected.into_iter().collect::<Vec<_>>());
            assert_eq!(state.clone().has_move(player), !moves.is_empty());
            assert_eq!(game.evaluate(&state, BoardEvaluator::default())[player], naive.squares(player.index()) as f32);
        }
        for square in Square::all(game.size) {
            let owner = naive.owner((square.row() as i32, square.column() as i32));
            assert_eq!(state.owner(square).map(Player::index), owner);
        }
        let Some(turn) = state.turn() else { break };
        game.legal_moves_of(&state, turn, &mut moves);
        if out_of_turn && rng.below(8) == 0 {
            let player = Player::new(rng.below(game.players));
            game.legal_moves_of(&state, player, &mut moves);
            if !moves.is_empty() {
                game.hand_turn(&mut state, player);
                naive.turn = Some(player.index());
            }
        }
        let mv = if greedily {
            game.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut scratch)
        } else {
            game.random_move(&state, &mut rng, &mut scratch)
        };
        let mv = mv.expect("a move");
        game.play(&mut state, mv);
        naive.play(&naive_move(mv));
    }
    assert_eq!(game.scores(&state).shares().as_slice(), naive.shares(game.bonus));
}

#[test]
fn agrees_with_the_slow_twin() {
    for seed in 0..2 {
        play_side_by_side(&Blokus::standard(), seed, seed == 0, false);
        play_side_by_side(&Blokus::standard().with_bonus(), seed, seed == 1, true);
    }
    for seed in 0..6 {
        play_side_by_side(&Blokus::duo(), seed, seed % 2 == 0, seed > 2);
        play_side_by_side(&Blokus::duo().with_bonus(), seed, seed % 2 == 1, seed > 2);
    }
}

/// The windows see the moves that sliding pieces over the board finds, each of them once. What
/// is kept up to date is the same as when it is made anew.
#[test]
fn windows_count_every_move_once() {
    for game in [Blokus::standard(), Blokus::duo()] {
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut state = game.start(&mut rng);
            while let Some(player) = state.turn() {
                let moves = legal(&game, &state);
                if !state.played(player).is_none() {
                    assert_eq!(state.site(player).count(), moves.len(), "{}", game.position_text(&state));
                }
                let made_anew = game.parse_position(&game.position_text(&state)).expect("a valid position");
                assert!(made_anew.is_identical(&state), "{}", game.position_text(&state));
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
        }
    }
}

#[test]
fn statistics_of_random_games() {
    for (game, most_plies) in [(Blokus::standard(), 84), (Blokus::duo().with_bonus(), 42)] {
        let (mut rng, mut scratch) = (Rng::new(11), Vec::new());
        let (mut plies, mut shared, mut wins) = (0, 0, vec![0.0; game.players]);
        for _ in 0..10_000 {
            let mut state = game.start(&mut rng);
            let mut length = 0;
            while let Some(mv) = game.random_move(&state, &mut rng, &mut scratch) {
                game.play(&mut state, mv);
                length += 1;
            }
            assert!(length <= most_plies && length <= game.ply_cap());
            plies += length;
            let scores = game.scores(&state);
            let shares = scores.shares().as_slice();
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{shares:?}");
            let points: Vec<u32> = Player::all(game.players).map(|player| game.points(&state, player)).collect();
            let most = points.iter().max();
            let winners = points.iter().filter(|&points| Some(points) == most).count();
            shared += usize::from(shares.iter().all(|&share| share < 1.0));
            assert_eq!(winners > 1, shares.iter().all(|&share| share < 1.0));
            for (player, share) in scores.shares().iter() {
                wins[player.index()] += share;
            }
        }
        let mean = plies as f64 / 10_000.0;
        println!("{} players: {mean} plies, {shared} shared, wins {wins:?}", game.players);
        let expected = if game.players == 4 { 50.0..65.0 } else { 25.0..35.0 };
        assert!(expected.contains(&mean), "{mean} plies");
        assert!((100..3000).contains(&shared), "{shared} shared wins");
        // No seat wins less than half as often as if all were equal.
        assert!(wins.iter().all(|&wins| wins > 5_000.0 / game.players as f32), "{wins:?}");
    }
}

/// Plays all moves in turn and hands the turn to whoever is named before each.
pub(super) fn play_all(game: &Blokus, state: &mut State, moves: &[(usize, &str)]) {
    for &(player, text) in moves {
        game.hand_turn(state, Player::new(player - 1));
        let mv = game.parse_move(state, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(state, mv);
    }
}

#[test]
fn a_move_outside_the_smaller_board_is_not_legal_there() {
    let (standard, duo) = (Blokus::standard(), Blokus::duo());
    let mut moves = Vec::new();
    for player in Player::all(4) {
        standard.legal_moves_of(&start(&standard), player, &mut moves);
        assert!(moves.iter().all(|&mv| !duo.is_legal(&start(&duo), mv, &mut Vec::new())), "player {player}");
    }
}

#[test]
fn a_start_square_may_be_taken_by_somebody_who_moves_more_often() {
    let game = Blokus::standard();
    let mut state = start(&game);
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    let to_the_corner =
        ["a1,a2,a3,a4,a5", "b6,b7,b8,b9", "c10,c11,c12", "b13,b14,b15,b16,a16", "c17,c18,c19,b19", "a20"];
    let mut naive = naive_of(&game);
    for text in to_the_corner {
        game.hand_turn(&mut state, Player::new(3));
        naive.turn = Some(3);
        let mv = game.parse_move(&state, text).expect("a legal move");
        game.play(&mut state, mv);
        naive.play(&naive_move(mv));
        let left = naive.moves_of(0).len();
        let mut moves = Vec::new();
        game.legal_moves_of(&state, Player::new(0), &mut moves);
        assert_eq!(moves.len(), left, "after {text}");
        if left > 0 {
            game.hand_turn(&mut state, Player::new(0));
            let largest = moves.iter().map(|&mv| game.priority(&state, MoveOrdering::default(), mv)).max();
            for _ in 0..50 {
                let random = game.random_move(&state, &mut rng, &mut scratch).expect("a move");
                let greedy = game.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut scratch).expect("a move");
                assert!(moves.contains(&random) && moves.contains(&greedy));
                assert_eq!(Some(game.priority(&state, MoveOrdering::default(), greedy)), largest);
            }
        }
    }
    assert!(naive.moves_of(0).is_empty() && !state.has_move(Player::new(0)));
    assert!(game.position_text(&state).ends_with(" 2 1 -"), "player 1 is out: {}", game.position_text(&state));
}

/// Players 1 and 3 place all their pieces, player 1 the piece of one square last and player 3 first. Also
/// returns the pieces of each player.
pub(super) fn two_place_everything(game: &Blokus) -> (State, Vec<Vec<Move>>) {
    let [one, three] = [0, 2].map(Player::new);
    let end = (0..).find_map(|seed| {
        let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
        let mut state = start(game);
        let mut pieces = vec![Vec::new(); game.players];
        for player in [three, one].repeat(PIECES) {
            game.hand_turn(&mut state, player);
            let mv = match (player == three, &pieces[2][..]) {
                (true, []) => game.parse_move(&state, "t1").ok()?,
                _ => game.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut scratch)?,
            };
            game.play(&mut state, mv);
            pieces[player.index()].push(mv);
        }
        Some((state, pieces))
    });
    end.expect("some seed fills everything")
}

#[test]
fn the_monomino_breaks_ties_only_between_those_who_placed_everything() {
    let game = Blokus::standard();
    let bonus = Blokus::standard().with_bonus();
    let (state, _) = two_place_everything(&game);
    let [one, three] = [0, 2].map(Player::new);
    assert_eq!(game.scores(&state).shares().as_slice(), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!([one, three].map(|player| bonus.points(&state, player)), [2 * 109, 2 * 104]);
    let text = game.position_text(&state);
    assert!(text.ends_with(" 2 13 1"), "{text}");
    // If neither or both of them had, the win would be shared.
    for both in [false, true] {
        let mut other = state.clone();
        for player in [one, three] {
            other.set_finished_with_monomino(player, both);
        }
        assert_eq!(game.scores(&other).shares().as_slice(), [0.5, 0.0, 0.5, 0.0]);
        assert_ne!((game.key(&other), &other), (game.key(&state), &state));
    }
}
