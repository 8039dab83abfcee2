//! What each playout strategy promises beside playing legal moves.

mod positions;

use kingmaker_core::options::read;
use kingmaker_core::{BoardEvaluator, Game, Knowledge, MoveOrdering, Player, Registered, Rng, Scores, Turn};
use kingmaker_games::chinese_checkers::ChineseCheckers;
use kingmaker_games::focus::Focus;
use kingmaker_games::havannah::Havannah;
use kingmaker_search::budget::{Clock, Halt};
use kingmaker_search::mcts::line::Line;
use kingmaker_search::mcts::playout::{Course, Outcome, Playout};
use kingmaker_search::toolbox::{PLAYERS, PLAYOUTS};
use kingmaker_search::{Budget, Toolbox};
use positions::{after, moves};

fn build<G: Knowledge>(game: &G, spec: &str) -> Result<Box<dyn Playout<G>>, String> {
    let args = read(spec, "playout", PLAYOUTS).unwrap_or_else(|error| panic!("{error}"));
    Toolbox::<G>::default().knowledge().playout(Some(&args), game)
}

fn playout<G: Knowledge>(game: &G, spec: &str) -> Box<dyn Playout<G>> {
    build(game, spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn clock() -> Clock {
    Clock::start(&Budget::default(), &Halt::new())
}

fn run<G: Knowledge>(game: &G, playout: &mut dyn Playout<G>, state: &mut G::State, seed: u64) -> Outcome {
    let mut line = Line::new(playout.is_learning());
    let (line, rng, clock) = (&mut line, &mut Rng::new(seed), &clock());
    playout.run(&mut Course { game, state, line, rng, clock }).expect("there is time")
}

/// The move that a strategy plays after the moves of a line.
fn next_move<G: Knowledge>(
    game: &G,
    playout: &mut dyn Playout<G>,
    state: &G::State,
    before: &[(Player, G::Move)],
    seed: u64,
) -> G::Move {
    let mut line = Line::new(true);
    before.iter().for_each(|&(player, mv)| line.push(player, mv));
    let (state, rng, clock) = (&mut state.clone(), &mut Rng::new(seed), &clock());
    playout.advance(&mut Course { game, state, line: &mut line, rng, clock }, 1);
    line.moves().last().expect("a move").1
}

fn focus(players: usize) -> (Focus, <Focus as Game>::State) {
    let game = Focus::new(players, 1000);
    let start = game.start(&mut Rng::new(1));
    (game, start)
}

#[test]
fn a_capped_playout_is_a_draw() {
    let (game, start) = focus(3);
    let mut capped = playout(&game, "random(cap=7)");
    assert_eq!(run(&game, &mut *capped, &mut start.clone(), 1), Outcome { scores: Scores::draw(3), plies: 7 });
    let mut free = playout(&game, "random(cap=100000)");
    let (mut same, mut end) = (playout(&game, "random"), start.clone());
    let mut start = start;
    let outcome = run(&game, &mut *free, &mut start, 1);
    assert_eq!(outcome, run(&game, &mut *same, &mut end, 1));
    assert_eq!(outcome.scores, game.scores(&end));
}

#[test]
fn a_cut_off_playout_is_judged_by_the_evaluator() {
    let (game, start) = focus(3);
    for (spec, winner_takes_all) in [("cutoff(plies=30)", false), ("cutoff(plies=30, score=winner)", true)] {
        let mut cut = playout(&game, spec);
        let mut judged = 0;
        for seed in 0..20 {
            let mut state = start.clone();
            let outcome = run(&game, &mut *cut, &mut state, seed);
            if game.turn(&state) == Turn::Over {
                assert_eq!(outcome.scores, game.scores(&state));
                continue;
            }
            judged += 1;
            assert_eq!(outcome.plies, 30);
            let numbers = game.evaluate(&state, BoardEvaluator::default());
            let total: f32 = numbers.as_slice().iter().sum();
            let expected = if winner_takes_all {
                Scores::highest(numbers)
            } else {
                Scores::from_shares(numbers.map(|number| number / total))
            };
            assert_eq!(outcome.scores, expected);
        }
        assert!(judged > 5, "{judged}");
    }
}

#[test]
fn a_mix_draws_for_each_playout() {
    let (game, start) = focus(4);
    let mut mix = playout(&game, "mix(first=random(cap=1), second=random(cap=2), p=0.25)");
    let first = (0..2000).filter(|&seed| run(&game, &mut *mix, &mut start.clone(), seed).plies == 1).count();
    // Five standard deviations around 500.
    assert!((403..=597).contains(&first), "{first}");
}

/// The first of the best moves in the order of moves, whatever is drawn; with random ties others as well.
fn check_ties<G: Knowledge>(game: &G) {
    let mut state = game.start(&mut Rng::new(1));
    let (mut first, mut random) = (playout(game, "greedy(epsilon=0, ties=first)"), playout(game, "greedy(epsilon=0)"));
    let (mut rng, mut others) = (Rng::new(5), 0);
    for seed in 0..60 {
        if game.turn(&state) == Turn::Over {
            break;
        }
        let legal = moves(game, &state);
        let priority = |mv: G::Move| game.priority(&state, MoveOrdering::default(), mv);
        let best = legal.iter().map(|&mv| priority(mv)).max().expect("a move");
        let expected = *legal.iter().find(|&&mv| priority(mv) == best).expect("the best");
        assert_eq!(next_move(game, &mut *first, &state, &[], seed), expected);
        let drawn = next_move(game, &mut *random, &state, &[], seed);
        assert_eq!(priority(drawn), best);
        others += usize::from(drawn != expected);
        let mv = if rng.happens(0.5) { drawn } else { *rng.pick(&legal).expect("a move") };
        game.play(&mut state, mv);
    }
    assert!(others > 5, "{others}");
}

#[test]
fn ties_of_greedy_moves_are_drawn_or_not() {
    for players in [2, 3, 4] {
        check_ties(&Focus::new(players, 1000));
        check_ties(&ChineseCheckers::new(players, 1000));
    }
    check_ties(&Havannah::from_settings(&Default::default()).expect("valid"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (game, _) = focus(4);
    let message = |spec: &str| build(&game, spec).err().unwrap_or_else(|| panic!("{spec} is not refused"));
    assert_eq!(
        message("cutoff(playout=mix(second=random(cap=9)))"),
        "cutoff cannot rest on random(cap=9), which ends playouts early; expected one that does not"
    );
    assert_eq!(
        message("lgr(playout=cutoff(plies=3))"),
        "lgr cannot rest on cutoff(plies=3), which ends playouts early; expected one that does not"
    );
    assert_eq!(message("mix(p=1)"), "mix(p=1) would always use the first strategy; expected a number between 0 and 1");
    assert_eq!(
        message("mast(choose=gibbs, epsilon=0.1)"),
        "mast(choose=gibbs) has no use for epsilon; expected temperature"
    );
    assert_eq!(
        message("mast(temperature=1)"),
        "mast(choose=epsilon-greedy) has no use for temperature; expected epsilon"
    );
}

/// Whether the player to move wins with a move, or with any.
fn wins<G: Game>(game: &G, state: &G::State, mv: G::Move) -> bool {
    let next = after(game, state, mv);
    let player = game.turn(state).player().expect("a player's turn");
    game.turn(&next) == Turn::Over && game.scores(&next).of(player) == 1.0
}

fn can_win<G: Game>(game: &G, state: &G::State) -> bool {
    game.turn(state) != Turn::Over && moves(game, state).into_iter().any(|mv| wins(game, state, mv))
}

#[test]
fn decisive_moves_win_and_anti_decisive_moves_prevent_wins() {
    let args = read("havannah(base=4)", "game", &[Havannah::SCHEMA]).unwrap_or_else(|error| panic!("{error}"));
    let game = Havannah::from_args(&args).expect("valid");
    let (mut rng, mut won, mut prevented) = (Rng::new(3), 0, 0);
    for spec in ["random(decisive=win)", "greedy(decisive=both)"] {
        let mut strategy = playout(&game, spec);
        for seed in 0..40 {
            let mut state = game.start(&mut rng);
            while game.turn(&state) != Turn::Over {
                let mv = next_move(&game, &mut *strategy, &state, &[], seed);
                if can_win(&game, &state) {
                    assert!(wins(&game, &state, mv), "{spec} misses a win");
                    won += 1;
                } else if spec.contains("both") {
                    let is_safe = |&mv: &_| !can_win(&game, &after(&game, &state, mv));
                    let safe: Vec<_> = moves(&game, &state).into_iter().filter(is_safe).collect();
                    let threatened = safe.len() < moves(&game, &state).len();
                    assert!(safe.is_empty() || safe.contains(&mv), "{spec} lets the next player win");
                    prevented += usize::from(threatened && !safe.is_empty());
                }
                let random = game.random_move(&state, &mut rng, &mut Vec::new()).expect("a move");
                game.play(&mut state, random);
            }
        }
    }
    assert!(won > 50 && prevented > 50, "{won} wins and {prevented} preventions were to be found");
}

/// Learns that a player has won or lost with these moves.
fn teach<G: Game>(game: &G, playout: &mut dyn Playout<G>, moves: &[(Player, G::Move)], winner: usize) {
    let mut line = Line::new(true);
    moves.iter().for_each(|&(player, mv)| line.push(player, mv));
    playout.learn(game, &line, &Scores::winner(game.players(), Player::new(winner)));
}

#[test]
fn mast_plays_what_did_well() {
    let (game, start) = focus(4);
    let moves = moves(&game, &start);
    for spec in ["mast(epsilon=0)", "mast(choose=gibbs, temperature=0.01)"] {
        let mut mast = playout(&game, spec);
        for (index, &mv) in moves.iter().enumerate() {
            teach(&game, &mut *mast, &[(Player::new(0), mv)], usize::from(index != 7));
        }
        for seed in 0..20 {
            assert_eq!(next_move(&game, &mut *mast, &start, &[], seed), moves[7], "{spec}");
        }
        mast.begin(&game);
        let forgotten = (0..20).any(|seed| next_move(&game, &mut *mast, &start, &[], seed) != moves[7]);
        assert!(forgotten, "{spec}");
    }
    // What is outside the tree does not count, and all of this is.
    let mut mast = playout(&game, "mast(epsilon=0, tree-only=yes)");
    moves.iter().skip(1).for_each(|&mv| teach(&game, &mut *mast, &[(Player::new(0), mv)], 1));
    assert!((0..20).any(|seed| next_move(&game, &mut *mast, &start, &[], seed) != moves[0]));
}

#[test]
fn good_replies_are_repeated_and_bad_ones_forgotten() {
    let (game, start) = focus(4);
    let before = (Player::new(0), moves(&game, &start)[3]);
    let state = after(&game, &start, before.1);
    let reply = (Player::new(1), moves(&game, &state)[11]);
    let repeats = |spec: &str, winners: &[usize]| {
        let mut lgr = playout(&game, spec);
        winners.iter().for_each(|&winner| teach(&game, &mut *lgr, &[before, reply], winner));
        (0..20).all(|seed| next_move(&game, &mut *lgr, &state, &[before], seed) == reply.1)
    };
    assert!(repeats("lgr(playout=random)", &[1]));
    assert!(!repeats("lgr(playout=random)", &[2]));
    assert!(!repeats("lgr(playout=random)", &[1, 2]));
    assert!(repeats("lgr(playout=random, forget=no)", &[1, 2]));
}

#[test]
fn sequences_tell_when_a_move_is_good() {
    let (game, start) = focus(4);
    let one = Player::new(1);
    let openings = moves(&game, &start);
    let (a, z) = ((Player::new(0), openings[3]), (Player::new(0), openings[4]));
    let states = [after(&game, &start, a.1), after(&game, &start, z.1)];
    let mut nst = playout(&game, "nst(epsilon=0)");
    let replies: Vec<_> = moves(&game, &states[0]);
    let both = |mv: &&_| moves(&game, &states[1]).contains(mv);
    let [b, c] = [replies.iter().find(both), replies.iter().rev().find(both)].map(|mv| *mv.expect("a reply"));
    for state in &states {
        for mv in moves(&game, state).into_iter().filter(|&mv| mv != b && mv != c) {
            teach(&game, &mut *nst, &[(one, mv)], 2);
        }
    }
    for round in 0..10 {
        // Alone b has a mean of 0.5 and c of 0.6.
        teach(&game, &mut *nst, &[a, (one, b)], 1);
        teach(&game, &mut *nst, &[z, (one, b)], 2);
        teach(&game, &mut *nst, &[z, (one, c)], if round < 6 { 1 } else { 2 });
    }
    assert_eq!(next_move(&game, &mut *nst, &states[0], &[a], 1), b);
    assert_eq!(next_move(&game, &mut *nst, &states[1], &[z], 1), c);
    nst.begin(&game);
    assert!((0..20).any(|seed| next_move(&game, &mut *nst, &states[0], &[a], seed) != b));
}

/// Strategies that rest on others refer to themselves through them.
#[test]
fn specs_in_a_circle_can_be_compared_and_printed() {
    let spec = "mix(first=cutoff(playout=lgr(playout=mast)), second=mix(p=0.2))";
    let args = read(spec, "playout", PLAYOUTS).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(args.to_string(), spec);
    assert_eq!(read(&args.to_string(), "playout", PLAYOUTS), Ok(args.clone()));
    assert!(format!("{args:?}").contains("Schema(\"cutoff\")"));
}

/// Equal seeds give equal searches, and nothing is left over from the search before.
#[test]
fn every_strategy_begins_anew() {
    let (game, start) = focus(3);
    let toolbox = Toolbox::<Focus>::default().knowledge().out_of_turn();
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    for strategy in PLAYOUTS {
        let spec = format!("mcts(playout={}, playouts=40)", strategy.name);
        let args = read(&spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"));
        let budget = Budget::playouts(40);
        let mut kept = toolbox.searcher(&args, &game).unwrap_or_else(|error| panic!("{error}"));
        let mut found = Vec::new();
        for _ in 0..2 {
            let report = kept.search_as_mover(&game, &start, &budget, &mut Rng::new(9));
            found.push((report.best, report.value, report.playout_plies, report.nodes));
        }
        assert_eq!(found[0], found[1], "{}", strategy.name);
    }
}
