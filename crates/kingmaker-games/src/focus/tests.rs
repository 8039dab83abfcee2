//! Perft rows and positions from an independent source, and a slow twin of the rules.

use std::collections::BTreeSet;

use super::naive::{Naive, NaiveMove};
use super::*;
use crate::outcome::Outcome;
use kingmaker_core::perft::perft;
use kingmaker_core::{BoardEvaluator, Knowledge, MoveOrdering, Notation, Rng};

pub(super) fn game(players: usize) -> Focus {
    Focus::new(players, 20_000)
}

fn start_perft(players: usize, depth: u32) -> u64 {
    let game = game(players);
    perft(&game, &game.start(&mut Rng::new(0)), depth)
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 256, "{}", size_of::<State>());
}

#[test]
fn perft_from_the_start() {
    let rows: [(usize, &[u64]); 3] =
        [(2, &[68, 4460, 299_912]), (3, &[16, 240, 3360, 156_240]), (4, &[44, 1895, 80_983, 3_387_764])];
    for (players, counts) in rows {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(start_perft(players, depth), count, "{players} players, depth {depth}");
        }
    }
}

#[test]
fn perft_of_two_players_at_depth_four() {
    assert_eq!(start_perft(2, 4), 19_521_582);
}

/// Mid-game positions: one piece in the first player's reserve, nothing captured.
const MIDGAMES: [(&str, [u64; 3], u64, &[u32]); 3] = [
    (
        ".,2,.,./1,122,.,.,1,22221/.,211,.,.,2,.,2,./.,1,.,2,.,.,2,./2,.,.,1,1,11,.,12/.,.,11,2,2,1,1,./2,.,.,.,.,./2,1,.,. \
         1 1,0 0,0/0,0 - 20",
        [115, 5345, 494_336],
        3,
        &[12, 12],
    ),
    (
        ".,3,.,./1,1,.,331,2,23/.,.,2,12,.,3,.,./.,32,312,2,.,.,1,./.,1,2,.,.,.,2,./.,.,3,11,.,3,3,./3,3,2,2,.,1/.,.,.,12231 \
         1 1,0,0 0,0,0/0,0,0/0,0,0 - 21",
        [93, 4957, 143_497],
        1,
        &[8, 10, 8],
    ),
    (
        "1,.,.,3/.,2,1,31,42,33/.,.,.,12321,.,142,2,2/2,1,22,.,22,2,3,./44,.,.,144,.,.,.,4/1,.,.,.,33,1,34,./1,.,.,4,4,433/.,14,4,33 \
         1 1,0,0,0 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 24",
        [91, 4433, 122_281],
        1,
        &[8, 9, 6, 8],
    ),
];

#[test]
fn perft_of_midgames() {
    for (players, (text, counts, captured, controlled)) in (2..).zip(MIDGAMES) {
        let game = game(players);
        let state = game.parse_position(text).expect("a valid position");
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &state, depth), count, "{players} players, depth {depth}");
        }
        let stacks: Vec<u32> = Player::all(players).map(|player| state.controlled(player).count_ones()).collect();
        assert_eq!(stacks, controlled);
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        let captures: u64 = moves
            .iter()
            .map(|&mv| {
                let mut next = state.clone();
                game.play(&mut next, mv);
                next.captured[0].iter().map(|&count| u64::from(count)).sum::<u64>()
            })
            .sum();
        assert_eq!(captures, captured);
    }
}

fn naive_of(game: &Focus, state: &State) -> Naive {
    let mut naive = Naive::new(game.players, game.long, usize::from(game.ply_cap));
    for (&(row, column), stack) in naive.stacks.iter_mut() {
        let square = Square::at(row as usize, column as usize).expect("on the board");
        *stack = state.stack(square).players().map(Player::index).collect();
    }
    for player in 0..game.players {
        naive.captured[player] = state.captured[player][..game.players].iter().map(|&count| count.into()).collect();
        naive.reserve[player] = state.reserve[player].into();
        naive.held[player] = state.holds(Player::new(player));
    }
    naive.turn = state.turn.index();
    naive.winner = match state.outcome {
        Outcome::Won(winner) => Some(winner.index()),
        Outcome::Open | Outcome::Drawn => None,
    };
    naive.drawn = state.outcome == Outcome::Drawn;
    naive.plies = state.ply.into();
    naive
}

fn naive_move(mv: Move) -> NaiveMove {
    let place = |square: Square| (square.row() as i32, square.column() as i32);
    match mv.pieces() {
        0 => (None, place(mv.square()), 1),
        pieces => (Some(place(mv.square())), place(mv.target()), pieces),
    }
}

/// Plays a game with both versions side by side; `greedily` or at random.
fn play_side_by_side(game: &Focus, seed: u64, greedily: bool) -> Outcome {
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut naive = naive_of(game, &state);
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    loop {
        let mut twin = naive_of(game, &state);
        if naive.drawn {
            // Whose turn it would have been does not matter any more.
            twin.turn = naive.turn;
        }
        assert_eq!(naive, twin);
        if naive.is_over() {
            return state.outcome;
        }
        for player in Player::all(game.players) {
            game.legal_moves_of(&state, player, &mut moves);
            let mut expected = naive.moves_of(player.index());
            let mut listed: Vec<NaiveMove> = moves.iter().map(|&mv| naive_move(mv)).collect();
            expected.sort_unstable();
            listed.sort_unstable();
            assert_eq!(listed, expected);
        }
        game.legal_moves(&state, &mut moves);
        for &mv in moves.iter().step_by(7) {
            assert_eq!(
                game.priority(&state, MoveOrdering::default(), mv),
                naive.priority(naive_move(mv)),
                "{mv:?} in {state:?}"
            );
            let by = MoveOrdering::find(game, "captures").expect("one of the orderings");
            assert_eq!(game.priority(&state, by, mv), naive.captures(naive_move(mv)), "{mv:?} in {state:?}");
        }
        let values = game.evaluate(&state, BoardEvaluator::default());
        for (player, value) in values.iter() {
            let expected = 600 - 100 * naive.missing(player.index()) + naive.controlled(player.index());
            assert_eq!(value, expected as f32);
        }
        let mv = if greedily && !rng.happens(0.05) {
            game.greedy_move(&state, MoveOrdering::default(), &mut rng, &mut scratch)
        } else {
            game.random_move(&state, &mut rng, &mut scratch)
        };
        let mv = mv.expect("a move");
        game.play(&mut state, mv);
        naive.play(naive_move(mv));
    }
}

#[test]
fn agrees_with_the_slow_twin() {
    for players in 2..=4 {
        for seed in 0..30 {
            let outcome = play_side_by_side(&game(players), seed, true);
            assert!(matches!(outcome, Outcome::Won(_)), "greedy games end");
        }
        for seed in 0..3 {
            play_side_by_side(&game(players), seed, false);
        }
        play_side_by_side(&Focus::new(players, 300), 1, false);
        for seed in 0..4 {
            play_side_by_side(&Focus::new(players, 600).long(), seed, true);
        }
    }
}

/// The quick way finds one of the best moves by captures, and each of them now and then, also where there are captures
/// and placements to choose from.
#[test]
fn quick_greedy_moves_by_captures_are_the_best_ones() {
    let mut captures = 0;
    for (players, seed) in (2..=4).flat_map(|players| (0..4).map(move |seed| (players, seed))) {
        let game = game(players);
        let by = MoveOrdering::find(&game, "captures").expect("one of the orderings");
        let mut rng = Rng::new(seed);
        let mut state = game.start(&mut rng);
        let mut all = Vec::new();
        while state.outcome == Outcome::Open {
            game.legal_moves(&state, &mut all);
            let priority = |mv: &Move| game.priority(&state, by, *mv);
            let highest = all.iter().map(priority).max().expect("a move");
            let best: BTreeSet<Move> = all.iter().copied().filter(|mv| priority(mv) == highest).collect();
            captures += usize::from(highest > 50);
            let draws = 30 * best.len();
            let found = (0..draws).filter_map(|_| game.greedy_move(&state, by, &mut rng, &mut Vec::new()));
            assert_eq!(found.collect::<BTreeSet<Move>>(), best, "{}", game.position_text(&state));
            let mv = if rng.happens(0.5) { best.first().copied() } else { all.get(rng.below(all.len())).copied() };
            game.play(&mut state, mv.expect("a move"));
        }
    }
    assert!(captures > 100, "{captures}");
}

#[test]
fn whoever_leaves_nobody_a_move_wins() {
    // Player 1 covers the last stack of player 2, who has no reserve.
    let game = game(2);
    let text = "1,2,.,./.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,. \
                1 0,0 0,0/0,0 - 40";
    let mut state = game.parse_position(text).expect("valid");
    let mv = game.parse_move(&state, "c8-d8").expect("legal");
    game.play(&mut state, mv);
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.scores(&state).of(Player::new(0)), 1.0);
    assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
}

#[test]
fn a_player_without_a_move_is_skipped() {
    let game = game(3);
    let text = "1,3,.,21/.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,. \
                1 0,0,0 0,0,0/0,0,0/0,0,0 - 40";
    let mut state = game.parse_position(text).expect("valid");
    let mv = game.parse_move(&state, "c8-c7").expect("legal");
    game.play(&mut state, mv);
    assert_eq!(game.turn(&state), Turn::Player(Player::new(2)), "player 2 is covered");
}
