use std::collections::BTreeSet;

use kingmaker_core::{Notation, perft};

use super::naive::{Naive, Place};
use super::*;

fn two() -> Quoridor {
    Quoridor::new(2, 9, 10, 2000)
}

fn position(game: &Quoridor, text: &str) -> State {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &Quoridor, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves
}

fn count(game: &Quoridor, state: &State, depth: u32) -> u64 {
    perft::perft(game, state, depth)
}

#[test]
fn perft_from_the_start() {
    let game = two();
    let start = game.start(&mut Rng::new(1));
    assert_eq!([1, 2, 3].map(|depth| count(&game, &start, depth)), [131, 16_677, 2_062_264]);
}

/// Strings of Parshotam's repository: legal moves, pawn targets, and perft(2).
#[test]
fn strings_of_the_paper() {
    let vectors = [
        ("E1/E9 E3h/G6v/D8v 1 8/9", 120, "D1 E2 F1", 13_849),
        ("E2/F2 G6v 2 9/10", 128, "D2 F1 F3 G2", 15_792),
        ("C2/C3 G6v 1 10/9", 128, "B2 C1 C4 D2", 15_920),
        ("C3/C4 A2h/A3v/D1h/D2v/D3h/B4v/C4h 1 6/7", 109, "B3 C2 D3 D4", 11_286),
        ("E8/A3 A2h/C2h/E2h/G2h/H2v 1 10/5", 115, "D8 E7 E9 F8", 12_465),
        ("E8/A3 A2h/C2h/E2h/G2h/H2v 2 10/5", 113, "A4 B3", 12_572),
        ("E1/B2 E3h/G6v/D8v 1 8/9", 120, "D1 E2 F1", 14_091),
        ("E1/E9 E3h/G6v/D8v 1 0/9", 3, "D1 E2 F1", 357),
        ("C2/E5 E7h/C7h/A7h/F8h/C6v/C4v/C2v 1 10/3", 109, "B2 C1 C3", 11_592),
        ("D2/D3 E7h/C7h/A7h/F8h/C6v/C4v/C2v 1 10/3", 109, "D1 D4 E2", 11_496),
        ("F5/E6 D8h/E7v/C7v/C5v/F7h/H7h/E5v/D1v 2 10/2", 103, "D6 E5 E7", 10_234),
        ("B4/D4 D8h/E7v/C7v/C5v/F7h/H7h/E5v/D1v/D2h/D5h/F2h/B5h/A4v/H2h/B2h/A1h 1 5/0", 77, "B3 B5 C4", 302),
        ("B4/G4 D8h/E7v/C7v/C5v/F7h/H7h/E5v/D1v/D2h/D5h/F2h/B5h/A4v 1 8/0", 89, "B3 B5 C4", 348),
    ];
    let game = two();
    for (text, legal, targets, two_plies) in vectors {
        let state = position(&game, text);
        let moves = moves(&game, &state);
        let names = moves.iter().map(|&mv| game.move_text(&state, mv)).filter(|name| name.len() == 2);
        assert_eq!(names.collect::<Vec<_>>().join(" "), targets, "{text}");
        assert_eq!((moves.len(), count(&game, &state, 2)), (legal, two_plies), "{text}");
    }
}

fn place(game: &Quoridor, square: Square) -> Place {
    (game.board.column(square) as i32, game.board.row(square) as i32)
}

/// What is legal by both, and how the game stands.
fn compare(game: &Quoridor, state: &State, twin: &Naive) {
    let here = || game.position_text(state);
    match game.turn(state) {
        Turn::Player(player) => {
            assert_eq!((player.index(), twin.winner, twin.is_stuck), (twin.turn, None, false), "{}", here());
        }
        _ => assert!(twin.winner.is_some() || twin.is_stuck, "{}", here()),
    }
    if !state.outcome.is_open() {
        return;
    }
    let (mut targets, mut fences) = (BTreeSet::new(), BTreeSet::new());
    for mv in moves(game, state) {
        match game.action(mv) {
            Action::Go(square) => targets.insert(place(game, square)),
            Action::Fence(post, direction) => fences.insert((place(game, post), direction == Direction::Across)),
        };
    }
    assert_eq!((targets, fences), (twin.targets(twin.turn), twin.fences_of(twin.turn)), "{}", here());
    for player in 0..game.players {
        assert_eq!(Some(game.distance(state, Player::new(player))), twin.distance(player), "{}", here());
    }
}

/// Random games against the slow twin.
#[test]
fn agrees_with_a_slow_twin() {
    for (players, size, fences, games) in
        [(2, 9, 10, 2), (3, 9, 7, 2), (4, 9, 5, 2), (2, 5, 8, 30), (4, 5, 4, 30), (3, 7, 6, 5)]
    {
        let game = Quoridor::new(players, size, fences, 2000);
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let mut state = game.start(&mut rng);
            let mut twin = Naive::new(players, size as i32, u32::from(fences));
            let mut plies = 0;
            loop {
                // Most fences are put early; after that there is little to see.
                if plies < 60 {
                    compare(&game, &state, &twin);
                }
                let Some(mv) = game.random_move(&state, &mut rng, &mut Vec::new()) else { break };
                match game.action(mv) {
                    Action::Go(square) => twin.go(place(&game, square)),
                    Action::Fence(post, direction) => twin.fence((place(&game, post), direction == Direction::Across)),
                }
                game.play(&mut state, mv);
                plies += 1;
            }
            assert!(twin.winner.is_some() || plies >= 2000 || twin.is_stuck);
        }
    }
}

/// Nobody is shut in by one pawn alone, but by two: who cannot move is skipped.
#[test]
fn who_cannot_move_is_skipped() {
    let game = Quoridor::new(4, 9, 5, 2000);
    let mut state = position(&game, "A1/A2/A3/I5 A1v 4 0/5/5/5");
    let step = game.parse_move(&state, "H5").expect("a step");
    game.play(&mut state, step);
    assert_eq!(game.position_text(&state), "A1/A2/A3/H5 A1v 2 0/5/5/5 1");
    let error = game.parse_position("A1/A2/A3/I5 A1v 1 0/5/5/5").expect_err("shut in");
    assert_eq!((error.offender.as_str(), error.expected.as_str()), ("1", "a player who can move"));
    // With a fence left there is something to do.
    let fencing = position(&game, "A1/A2/A3/I5 A1v 1 1/5/5/5");
    assert!(moves(&game, &fencing).iter().all(|&mv| matches!(game.action(mv), Action::Fence(..))));
}

/// A plain breadth-first search over lists.
fn is_connected(game: &Quoridor, ways: Ways, from: Square, goals: Squares) -> bool {
    let size = game.board.size();
    let mut seen = [false; 128];
    let mut queue = vec![from.index()];
    seen[from.index()] = true;
    while let Some(here) = queue.pop() {
        let open = |ways: Squares, square: usize| ways >> square & 1 != 0;
        if open(goals, here) {
            return true;
        }
        let steps = [
            (open(ways.up, here), here + 1),
            (here >= 1 && open(ways.up, here - 1.min(here)), here.wrapping_sub(1)),
            (open(ways.right, here), here + size),
            (here >= size && open(ways.right, here - size.min(here)), here.wrapping_sub(size)),
        ];
        for (is_open, next) in steps {
            if is_open && !std::mem::replace(&mut seen[next], true) {
                queue.push(next);
            }
        }
    }
    false
}

/// A million positions of random games, in each of which a fence is tried: the quick answer is that of a plain search.
#[test]
fn quick_path_checks_are_right() {
    let (mut tried, mut refused) = (0, 0);
    let mut rng = Rng::new(7);
    for game in [two(), Quoridor::new(4, 9, 5, 2000), Quoridor::new(3, 7, 7, 2000), Quoridor::new(2, 11, 25, 2000)]
        .iter()
        .cycle()
    {
        let mut state = game.start(&mut rng);
        while state.left.iter().any(|&left| left > 0) {
            let Some(mv) = game.random_move(&state, &mut rng, &mut Vec::new()) else { break };
            let posts = game.board.size() - 1;
            let post = game.board.at(rng.below(posts), rng.below(posts));
            for direction in
                Direction::ALL.into_iter().filter(|&direction| state.has_room(&game.board, post, direction))
            {
                let ways = state.ways.fenced(&game.board, post, direction);
                let is_way = |player: usize| is_connected(game, ways, state.pawns[player], game.board.goals[player]);
                let expected = (0..game.players).all(is_way);
                assert_eq!(game.may_fence(&state, post, direction), expected, "{}", game.position_text(&state));
                tried += 1;
                refused += usize::from(!expected);
            }
            game.play(&mut state, mv);
        }
        if tried >= 1_000_000 {
            break;
        }
    }
    assert!(refused > 10_000, "{refused} of {tried} fences cut somebody off");
}

/// In the model `across` fences are those that close a way of an opponent's shortest path; all else is as in the game.
#[test]
fn the_model_has_only_fences_across_the_ways_of_opponents() {
    for players in 2..=4 {
        let game = Quoridor::new(players, 7, 4, 2000);
        let model = Quoridor { is_only_across: true, ..game.clone() };
        let mut rng = Rng::new(players as u64);
        let mut fences_left_out = 0;
        for _ in 0..20 {
            let mut state = game.start(&mut rng);
            while state.outcome.is_open() && state.ply < 30 {
                let paths = game.paths(&state);
                let is_across = |mv: &Move| match game.action(*mv) {
                    Action::Go(_) => true,
                    Action::Fence(post, direction) => {
                        (0..players).filter(|&other| other != state.turn.index()).any(|other| {
                            let closed = paths::closed(&game.board, post, direction);
                            let path = paths[other];
                            closed & (if direction == Direction::Across { path.up } else { path.right }) != 0
                        })
                    }
                };
                let (all, some) = (moves(&game, &state), moves(&model, &state));
                assert_eq!(all.iter().copied().filter(is_across).collect::<Vec<_>>(), some);
                fences_left_out += all.len() - some.len();
                let legal = |mv: Move| model.is_legal(&state, mv, &mut Vec::new());
                assert!(all.iter().all(|&mv| legal(mv) == some.contains(&mv)));
                assert!((0..20).filter_map(|_| model.random_move(&state, &mut rng, &mut Vec::new())).all(legal));
                let mv = game.random_move(&state, &mut rng, &mut Vec::new()).expect("the game is open");
                game.play(&mut state, mv);
            }
        }
        assert!(fences_left_out > 1000);
    }
}

/// The quick way to a greedy move finds one of those that the ordering likes best, and each of them now and then.
#[test]
fn quick_greedy_moves_are_the_best_by_their_ordering() {
    use kingmaker_core::{Knowledge, MoveOrdering};
    for players in 2..=4 {
        let game = Quoridor::new(players, 9, 5, 2000);
        let mut rng = Rng::new(7 + players as u64);
        for by in MoveOrdering::all(&game) {
            let mut state = game.start(&mut rng);
            while state.outcome.is_open() && state.ply < 60 {
                let priority = |mv: Move| game.priority(&state, by, mv);
                let all = moves(&game, &state);
                let highest = all.iter().map(|&mv| priority(mv)).max();
                let best: BTreeSet<Move> = all.into_iter().filter(|&mv| Some(priority(mv)) == highest).collect();
                let draws = 30 * best.len();
                let found = (0..draws).filter_map(|_| game.greedy_move(&state, by, &mut rng, &mut Vec::new()));
                assert_eq!(found.collect::<BTreeSet<Move>>(), best, "{} by {by:?}", game.position_text(&state));
                let mv = game.random_move(&state, &mut rng, &mut Vec::new()).expect("the game is open");
                game.play(&mut state, mv);
            }
        }
    }
}

/// What the book says of the data and of the model.
#[test]
fn a_state_is_small_and_the_model_leaves_few_moves() {
    assert_eq!(size_of::<State>(), 96);
    let game = Quoridor::new(2, 9, 10, 2000);
    let (model, start) = (Quoridor { is_only_across: true, ..game.clone() }, game.start(&mut Rng::new(1)));
    assert_eq!((moves(&game, &start).len(), moves(&model, &start).len()), (131, 19));
}
