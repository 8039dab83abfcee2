//! The positions of an independent source, a slow twin of the rules, and counts of random games.

use super::naive::{Naive, Place};
use super::*;
use kingmaker_core::perft::perft;
use kingmaker_core::{BoardEvaluator, Knowledge, MoveOrdering, Notation, Rng};

pub(super) const BASES: std::ops::RangeInclusive<usize> = SMALLEST_BASE..=LARGEST_BASE;

/// The place of a cell in the coordinates of the twin.
fn place(game: &Havannah, cell: Cell) -> Place {
    let (site, base) = (game.board.site(cell), game.board.base() as i32);
    (i32::from(site.bit) - base, i32::from(site.row) - base)
}

pub(super) fn cell(game: &Havannah, wanted: Place) -> Cell {
    game.board.all().find(|&cell| place(game, cell) == wanted).expect("a place on the board")
}

pub(super) fn start(game: &Havannah) -> State {
    game.start(&mut Rng::new(0))
}

/// The position after player 1 alone has put stones on these places.
fn stones(game: &Havannah, places: &[Place]) -> State {
    let mut state = start(game);
    for &place in places {
        assert_eq!(state.outcome, Outcome::Open, "won before {place:?}");
        game.hand_turn(&mut state, Player::new(0));
        game.play(&mut state, Move(cell(game, place)));
    }
    state
}

fn wins(game: &Havannah, places: &[Place]) -> bool {
    stones(game, places).outcome == Outcome::Won(Player::new(0))
}

/// The same stones with each of them as the last one.
fn in_turn(places: &[Place]) -> impl Iterator<Item = Vec<Place>> {
    (0..places.len()).map(|last| {
        let mut places = places.to_vec();
        places[last..].rotate_left(1);
        places
    })
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 1024, "{}", size_of::<State>());
}

#[test]
fn boards_have_the_published_sizes() {
    let cells = [37, 61, 91, 127, 169, 217, 271];
    let edges = [12, 18, 24, 30, 36, 42, 48];
    for (base, (cells, edges)) in BASES.zip(cells.into_iter().zip(edges)) {
        let board = Board::of_base(base);
        assert_eq!(board.cells(), cells);
        for part in 0..board::Rim::PARTS {
            let rim = board::Rim::part(part);
            let touching = board.all().filter(|&cell| board.site(cell).rim.shares(rim)).count();
            let expected = if part < board::Rim::FIRST_EDGE { 1 } else { edges / 6 };
            assert_eq!(touching, expected, "base {base}, part {part} of the rim");
        }
    }
}

/// A chain gets a new number where a stone has no neighbour of its colour, so such stones of one
/// colour lie in different ones of the triangles that cover the board, and numbers fit a byte.
#[test]
fn there_are_enough_numbers_for_chains() {
    let board = Board::of_base(LARGEST_BASE);
    let triangles: std::collections::BTreeSet<(i32, i32)> = board
        .all()
        .map(|cell| {
            let (row, column) = (i32::from(board.site(cell).row), i32::from(board.site(cell).bit));
            // Cells with the same remainder are no neighbours; the next ones to the right and below on
            // the right belong to them.
            match (column - row).rem_euclid(3) {
                0 => (row, column),
                1 => (row, column - 1),
                _ => (row - 1, column),
            }
        })
        .collect();
    assert!(2 * triangles.len() < 256, "{}", triangles.len());
}

#[test]
fn perft_from_the_start() {
    for base in BASES {
        let game = Havannah::new(base);
        let cells = game.board.cells() as u64;
        assert_eq!(perft(&game, &start(&game), 1), cells);
        assert_eq!(perft(&game, &start(&game), 2), cells * (cells - 1));
        // Taking over leaves as many empty cells as there were.
        let game = game.swap();
        assert_eq!(perft(&game, &start(&game), 2), cells * cells);
    }
    let (game, swap) = (Havannah::new(4), Havannah::new(4).swap());
    assert_eq!(perft(&game, &start(&game), 4), 37 * 36 * 35 * 34);
    assert_eq!(perft(&swap, &start(&swap), 3), 37 * 36 * 35 + 37 * 36);
}

#[test]
fn six_stones_around_a_cell_are_a_ring() {
    let around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    for base in BASES {
        let game = Havannah::new(base);
        for places in in_turn(&around) {
            assert!(wins(&game, &places));
            assert!(!wins(&game, &places[..5]));
            let own_inside = [&[(0, 0)], &places[..]].concat();
            assert!(wins(&game, &own_inside));
            let mut state = start(&game);
            game.hand_turn(&mut state, Player::new(1));
            game.play(&mut state, Move(cell(&game, (0, 0))));
            for &place in &places {
                game.hand_turn(&mut state, Player::new(0));
                game.play(&mut state, Move(cell(&game, place)));
            }
            assert_eq!(state.outcome, Outcome::Won(Player::new(0)), "around the opponent");
        }
    }
}

#[test]
fn a_filled_rhombus_is_a_ring_from_three_by_three() {
    let rhombus =
        |side: i32| -> Vec<Place> { (0..side).flat_map(|q| (0..side).map(move |r| (q - 1, r - 1))).collect() };
    for base in BASES {
        let game = Havannah::new(base);
        for places in in_turn(&rhombus(2)).chain(in_turn(&[(0, 0), (1, 0), (0, 1)])) {
            assert!(!wins(&game, &places));
        }
        // Without two of its corners the rhombus is the six stones around its middle.
        let mut places = rhombus(3);
        assert_eq!((places.remove(8), places.remove(0)), ((1, 1), (-1, -1)));
        for places in in_turn(&places).filter(|places| places[6] != (0, 0)) {
            assert!(wins(&game, &places), "{places:?}");
        }
    }
}

#[test]
fn bridges_and_forks_on_base_five() {
    let game = Havannah::new(5);
    for places in in_turn(&[(4, 0), (4, -1), (4, -2), (4, -3), (4, -4)]) {
        assert!(wins(&game, &places));
    }
    assert!(!wins(&game, &[(4, 0), (4, -1), (4, -2), (4, -3)]), "one corner, one edge");
    assert!(!wins(&game, &[(4, -1), (3, 0), (3, 1)]), "two edges");
    let line = [(4, -1), (3, 0), (2, 1), (1, 2), (0, 3), (-1, 4)];
    assert!(!wins(&game, &line), "two edges");
    for places in in_turn(&[&line[..], &[(2, 2)]].concat()) {
        assert!(wins(&game, &places), "three edges: {places:?}");
    }
}

fn check_knowledge(game: &Havannah, state: &State, naive: &Naive, moves: &[Move]) {
    for &mv in moves {
        let at = place(game, mv.0);
        let expected = match naive.runs(at, naive.turn) {
            _ if naive.stones.contains_key(&at) => 0,
            0 => 0,
            1 if !naive.is_rim(at) => 1,
            _ => 2,
        };
        assert_eq!(game.priority(state, MoveOrdering::default(), mv), expected, "{mv:?} in {state:?}");
    }
    if naive.stones.len() % 8 == 3 && naive.most < 6 {
        for player in Player::all(2) {
            let needed = naive.stones_needed(player.index()).map_or(super::distance::NO_WAY, |stones| stones as u32);
            assert_eq!(game.stones_needed(state, player), needed, "{player:?} in {state:?}");
        }
    }
}

/// Plays a game with both versions side by side; greedily so often, else at random.
fn play_side_by_side(game: &Havannah, seed: u64, greedy: f64) -> Outcome {
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut naive = Naive::new(game.board.base());
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    loop {
        let outcome = match naive.winner {
            Some(winner) => Outcome::Won(Player::new(winner)),
            None if naive.drawn => Outcome::Drawn,
            None => Outcome::Open,
        };
        assert_eq!(state.outcome, outcome);
        for at in game.board.all() {
            let stone = state.stone(game.board, at).map(Player::index);
            assert_eq!(stone, naive.stones.get(&place(game, at)).copied());
        }
        if naive.is_over() {
            return outcome;
        }
        assert_eq!(state.turn.index(), naive.turn);
        game.legal_moves(&state, &mut moves);
        let may_swap = game.swap && naive.stones.len() == 1 && naive.turn == 1 && naive.stones.values().eq([&0]);
        let expected: Vec<Place> =
            naive.places().into_iter().filter(|place| may_swap || !naive.stones.contains_key(place)).collect();
        assert_eq!(moves.iter().map(|&Move(at)| place(game, at)).collect::<Vec<_>>(), expected);
        check_knowledge(game, &state, &naive, &moves);
        let greedily = greedy > 0.0 && rng.happens(greedy);
        let mv = if greedily {
            game.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut scratch)
        } else {
            game.random_move(&state, &mut rng, &mut scratch)
        };
        let mv = mv.expect("a move");
        naive.play(place(game, mv.0));
        game.play(&mut state, mv);
    }
}

#[test]
fn agrees_with_the_slow_twin() {
    for (base, games) in [(4, 120), (5, 24), (6, 6), (8, 1), (10, 1)] {
        for seed in 0..games {
            play_side_by_side(&Havannah::new(base), seed, 0.5 * (seed % 3) as f64);
        }
    }
    for seed in 0..40 {
        play_side_by_side(&Havannah::new(4).swap(), seed, 0.0);
    }
}

#[test]
#[ignore = "minutes: the twin looks for rings in two ways at every ply"]
fn agrees_with_the_slow_twin_in_many_games() {
    for (base, games) in [(4, 5000), (5, 1000), (6, 400), (7, 100), (8, 60), (9, 30), (10, 20)] {
        for seed in 1000..1000 + games {
            play_side_by_side(&Havannah::new(base), seed, 0.25 * (seed % 4) as f64);
        }
    }
}

/// The mean length of random games; the first three are also known from another program.
const MEAN_PLIES: [f64; 7] = [28.0, 46.7, 68.6, 93.6, 120.4, 149.6, 179.9];

#[test]
fn random_games_end() {
    let mut scratch = Vec::new();
    for (base, mean) in BASES.zip(MEAN_PLIES) {
        for game in [Havannah::new(base), Havannah::new(base).swap()] {
            let mut rng = Rng::new(base as u64);
            let (mut plies, mut first, mut draws) = (0, 0, 0);
            for _ in 0..10_000 {
                let mut state = game.start(&mut rng);
                while let Some(mv) = game.random_move(&state, &mut rng, &mut scratch) {
                    game.play(&mut state, mv);
                    plies += 1;
                }
                let scores = game.scores(&state);
                assert_eq!(scores.shares().as_slice().iter().sum::<f32>(), 1.0);
                match state.outcome {
                    Outcome::Won(winner) => {
                        assert_eq!(scores.of(winner), 1.0);
                        let stones: u32 = state.rows[winner.index()].iter().map(|row| row.count_ones()).sum();
                        assert!(stones as usize >= base.min(6), "no win takes fewer stones");
                        first += usize::from(winner == Player::new(0));
                    }
                    Outcome::Drawn => {
                        assert_eq!(state.empty, 0, "a draw is a full board");
                        draws += 1;
                    }
                    Outcome::Open => panic!("the game has not ended"),
                }
            }
            // The standard deviation of one game's length is below 20 plies, that of the mean of
            // 10,000 below 0.2.
            assert!((plies as f64 / 1e4 - mean).abs() < 0.8, "base {base}: {plies} plies");
            // Whoever begins has an advantage, on the smallest board of 5 percent.
            assert!((5000..5600).contains(&first), "base {base}: {first} wins of player 1");
            assert!(draws <= 15 && (base <= 6 || draws == 0), "base {base}: {draws} draws");
        }
    }
}

#[test]
fn a_stone_is_taken_over() {
    let game = Havannah::new(5).swap();
    let mut state = start(&game);
    let centre = game.parse_move(&state, "e5").expect("the centre");
    assert!(game.parse_move(&state, "swap").is_err(), "there is nothing to take over");
    game.play(&mut state, centre);
    assert_eq!(game.parse_move(&state, "Swap"), Ok(centre));
    assert_eq!(game.parse_move(&state, "e5"), Ok(centre));
    let unswapped = state.clone();
    game.play(&mut state, centre);
    assert_eq!(game.turn(&state), Turn::Player(Player::new(0)));
    assert_eq!(state.stone(game.board, centre.0), Some(Player::new(1)));
    assert_ne!(game.key(&state), game.key(&unswapped));
    let mut moves = Vec::new();
    game.legal_moves(&state, &mut moves);
    assert_eq!(moves.len(), 60, "it cannot be taken back");
    assert!(game.parse_move(&state, "swap").is_err());
    assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
    // Player 1 never takes over, even if handed the turn.
    game.legal_moves_of(&unswapped, Player::new(0), &mut moves);
    assert_eq!(moves.len(), 60);
}

#[test]
fn a_cell_that_the_board_does_not_have_is_not_legal() {
    let (small, large) = (Havannah::new(4), Havannah::new(10));
    let is_legal = |&cell: &Cell| small.is_legal(&start(&small), Move(cell), &mut Vec::new());
    assert!(large.board.all().filter(is_legal).eq(small.board.all()));
}

#[test]
fn the_evaluator_counts_missing_stones() {
    let game = Havannah::new(5);
    let state = stones(&game, &[(4, 0), (4, -1), (4, -2), (4, -3)]);
    assert_eq!(game.stones_needed(&state, Player::new(0)), 1);
    assert_eq!(game.stones_needed(&state, Player::new(1)), 5, "along a free edge");
    let values = game.evaluate(&state, BoardEvaluator::default());
    assert!((values.as_slice().iter().sum::<f32>() - 100.0).abs() < 1e-3);
    // Player 2 is to move: 1 against 4.5.
    assert!((values[Player::new(0)] - 100.0 / (1.0 + (-3.5f32).exp2())).abs() < 1e-3);
    let won = stones(&game, &[(4, 0), (4, -1), (4, -2), (4, -3), (4, -4)]);
    assert_eq!(game.evaluate(&won, BoardEvaluator::default()).as_slice(), [100.0, 0.0]);
}
