//! Monte-Carlo Tree Search on Focus: budgets, bounds and determinism.

use std::time::{Duration, Instant};

use kingmaker_core::options::{Args, read};
use kingmaker_core::{Game, Knowledge, MoveOrdering, Notation, Player, Rng, Seen};
use kingmaker_games::chinese_checkers::ChineseCheckers;
use kingmaker_games::focus::{Focus, State};
use kingmaker_search::mcts::{Mcts, Settings};
use kingmaker_search::toolbox::{PLAYERS, SELECTIONS};
use kingmaker_search::{Budget, Searcher, Stop, Toolbox};

fn toolbox() -> Toolbox<Focus> {
    Toolbox::default().knowledge()
}

fn args(spec: &str) -> Args {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    read(spec, "player", &schemas).expect("a valid spec")
}

fn player(spec: &str) -> Box<dyn Searcher<Focus>> {
    toolbox().searcher(&args(spec), &Focus::new(2, 20_000)).expect("Focus has what it needs")
}

fn start(players: usize) -> (Focus, State) {
    let game = Focus::new(players, 20_000);
    let state = game.start(&mut Rng::new(0));
    (game, state)
}

fn mcts(spec: &str) -> Mcts<Focus> {
    Mcts::new(&Settings::from_args(&args(spec)), &toolbox(), &Focus::new(2, 20_000)).expect("Focus has what it needs")
}

/// Player 1 needs one more piece of player 2 and can take it from d8 to d7.
const WIN_IN_ONE: &str = ".,1,.,./.,.,21212,.,.,./.,.,.,.,.,.,.,./2,.,.,.,.,.,.,2/.,.,.,.,.,.,.,./.,.,2,.,.,.,.,./.,.,.,.,.,1/.,.,.,. \
                1 0,0 0,5/0,0 - 30";

#[test]
fn equal_seeds_give_equal_reports() {
    let (game, state) = start(3);
    let search = |seed| player("mcts").search_as_mover(&game, &state, &Budget::playouts(300), &mut Rng::new(seed));
    let (one, same, other) = (search(1), search(1), search(2));
    let visits =
        |report: &kingmaker_search::Report<_>| report.candidates.iter().map(|c| (c.mv, c.visits)).collect::<Vec<_>>();
    assert_eq!(visits(&one), visits(&same));
    assert_eq!(one.line, same.line);
    assert_ne!(visits(&one), visits(&other));
}

#[test]
fn a_searcher_remembers_nothing_from_its_last_search() {
    let (game, state) = start(4);
    let mut used = player("mcts");
    used.search_as_mover(&game, &state, &Budget::playouts(500), &mut Rng::new(5));
    let again = used.search_as_mover(&game, &state, &Budget::playouts(200), &mut Rng::new(9));
    let fresh = player("mcts").search_as_mover(&game, &state, &Budget::playouts(200), &mut Rng::new(9));
    assert_eq!((again.best, again.nodes, again.line), (fresh.best, fresh.nodes, fresh.line));
}

/// Whatever a selection strategy learns or keeps, it finds a win in one, forgets the last search, and
/// works with several threads and in a full tree.
#[test]
fn every_selection_strategy_can_be_relied_on() {
    let (game, state) = start(3);
    let two = Focus::new(2, 20_000);
    let won = two.parse_position(WIN_IN_ONE).expect("valid");
    let examples = SELECTIONS.iter().flat_map(|schema| schema.examples);
    for spec in examples {
        let mut used = player(spec);
        let report = used.search_as_mover(&two, &won, &Budget::playouts(500), &mut Rng::new(5));
        assert_eq!(two.move_text(&won, report.best), "d8-d7", "{spec}");
        let again = used.search_as_mover(&game, &state, &Budget::playouts(300), &mut Rng::new(9));
        let fresh = player(spec).search_as_mover(&game, &state, &Budget::playouts(300), &mut Rng::new(9));
        let visits = |report: &kingmaker_search::Report<_>| {
            report.candidates.iter().map(|c| (c.mv, c.visits, c.opinion.map(f32::to_bits))).collect::<Vec<_>>()
        };
        assert_eq!((visits(&again), again.line), (visits(&fresh), fresh.line), "{spec}");
        for more in ["threads=3", "tree=100", "policy=brs-plus", "urgency=0.5"] {
            let spec = format!("{}, {more})", &spec[..spec.len() - 1]);
            if spec.contains("implicit") && more == "policy=brs-plus" {
                let message = toolbox().searcher(&args(&spec), &game).err().unwrap_or_default();
                assert!(
                    message.contains("between which policy=brs-plus skips some; expected policy=max-n"),
                    "{message}"
                );
                continue;
            }
            let report = player(&spec).search_as_mover(&game, &state, &Budget::playouts(300), &mut Rng::new(1));
            assert_eq!(report.playouts, 300, "{spec}");
        }
    }
}

#[test]
fn visits_add_up() {
    let (game, state) = start(2);
    let mut search = mcts("mcts");
    let report = search.search_as_mover(&game, &state, &Budget::playouts(3000), &mut Rng::new(3));
    assert_eq!((report.playouts, report.stop), (3000, Stop::Playouts));
    assert_eq!(report.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 3000);
    // A node's visits are one more than its children's, but for the root (Nijssen 2013, section 2.6.2).
    let tree = search.tree();
    for index in 0..tree.size() {
        let below: u32 = tree.children(index).map(|child| tree.stats(child).visits()).sum();
        if tree.node(index).is_expanded() {
            assert_eq!(tree.node(index).visits(), below + u32::from(index != 0), "node {index}");
        }
    }
    // Every player's values are shares of one point.
    for candidate in &report.candidates {
        let values = candidate.values.expect("every root move was tried");
        assert!((values.as_slice().iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }
}

/// Children that come at once are tried in the order of what is thought of them; those that come one at a time in any
/// order. In both cases all are tried before any is tried again.
#[test]
fn children_may_come_one_at_a_time() {
    let (game, state) = start(2);
    let mut legal = Vec::new();
    game.legal_moves(&state, &mut legal);
    let priority = |mv| game.priority(&state, MoveOrdering::default(), mv);
    let tried = |spec: &str, playouts: u64, seed: u64| {
        let report = player(spec).search_as_mover(&game, &state, &Budget::playouts(playouts), &mut Rng::new(seed));
        report.candidates.iter().filter(|c| c.visits > 0).map(|c| c.mv).collect::<Vec<_>>()
    };
    let mut times = vec![0i32; legal.len()];
    for seed in 0..600 {
        let (at_once, one) = (tried("mcts(select=bias)", 5, seed), tried("mcts(select=bias, grow=one)", 5, seed));
        assert_eq!((at_once.len(), one.len()), (5, 5));
        let worst = at_once.iter().map(|&mv| priority(mv)).min();
        assert!(legal.iter().all(|&mv| at_once.contains(&mv) || Some(priority(mv)) <= worst));
        for mv in one {
            times[legal.iter().position(|&other| other == mv).expect("legal")] += 1;
        }
    }
    // Five standard deviations around what is expected.
    let part = 5.0 / legal.len() as f64;
    let (expected, most) = (600.0 * part, 5.0 * (600.0 * part * (1.0 - part)).sqrt());
    assert!(times.iter().all(|&times| (f64::from(times) - expected).abs() < most), "{times:?}, not {expected}");
    for spec in ["mcts(grow=one)", "mcts(grow=one, select=uct)", "mcts(grow=one, policy=paranoid, expand=3)"] {
        let mut search = mcts(spec);
        let report = search.search_as_mover(&game, &state, &Budget::playouts(3000), &mut Rng::new(3));
        assert_eq!(report.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 3000);
        let tree = search.tree();
        for index in 0..tree.size() {
            let visits = || tree.children(index).map(|child| tree.stats(child).visits());
            assert!(visits().max() <= Some(1) || visits().min() >= Some(1), "node {index}");
        }
    }
    for spec in ["mcts(grow=one, urgency=1)", "mcts(grow=one, select=prior)", "mcts(grow=one, select=widening)"] {
        let message = toolbox().searcher(&args(spec), &game).err().unwrap_or_default();
        assert!(message.ends_with("does not; expected grow=all"), "{message}");
    }
}

#[test]
fn a_full_tree_goes_on_sampling() {
    let (game, state) = start(4);
    for bound in [1, 10, 100, 1000] {
        let mut search = mcts(&format!("mcts(tree={bound})"));
        let report = search.search_as_mover(&game, &state, &Budget::playouts(400), &mut Rng::new(1));
        assert!(report.nodes as usize <= bound, "{} nodes where {bound} are allowed", report.nodes);
        assert_eq!(report.playouts, 400);
        let mut legal = Vec::new();
        game.legal_moves(&state, &mut legal);
        assert!(legal.contains(&report.best));
    }
}

#[test]
fn time_is_a_budget_too() {
    let (game, state) = start(3);
    let begun = Instant::now();
    let report =
        player("mcts").search_as_mover(&game, &state, &Budget::time(Duration::from_millis(20)), &mut Rng::new(1));
    assert_eq!(report.stop, Stop::Time);
    assert!(report.playouts > 0);
    // Not a speed claim: the search ends at all, and not before its time.
    assert!(begun.elapsed() >= Duration::from_millis(20));
}

/// The search ends with the playout in which the plies are spent: it is the one with so many playouts, and one less
/// would have spent less. What counts is steps in the tree and moves of playouts.
#[test]
fn plies_are_a_budget_that_is_held_within_one_playout() {
    let (game, state) = start(3);
    let specs = [
        "mcts",
        "mcts(policy=brs-plus)",
        "mcts(policy=paranoid, solver=paranoid)",
        "mcts(playout=random, select=uct, tree=50)",
        "mcts(playout=cutoff(plies=0), tree=1)",
    ];
    for spec in specs {
        for plies in [1, 7, 1000, 20_001] {
            let search = |budget: Budget| player(spec).search_as_mover(&game, &state, &budget, &mut Rng::new(plies));
            let report = search(Budget::plies(plies));
            assert_eq!(report.stop, Stop::Plies, "{spec} {plies}");
            let (same, before) =
                (search(Budget::playouts(report.playouts)), search(Budget::playouts(report.playouts - 1)));
            let visits = |report: &kingmaker_search::Report<_>| {
                report.candidates.iter().map(|c| (c.mv, c.visits)).collect::<Vec<_>>()
            };
            assert_eq!((report.best, report.plies, visits(&report)), (same.best, same.plies, visits(&same)), "{spec}");
            let is_empty = report.plies == 0;
            assert!(before.plies < plies && (report.plies >= plies || is_empty), "{spec}: {}", report.plies);
            assert!(report.plies >= report.playout_plies);
        }
    }
    let first = player("mcts").search_as_mover(&game, &state, &Budget::playouts(1), &mut Rng::new(1));
    assert_eq!(first.plies, first.playout_plies + 1, "one step in the tree before the first playout");
    let both = Budget { playouts: Some(3), ..Budget::plies(100_000) };
    let report = player("mcts").search_as_mover(&game, &state, &both, &mut Rng::new(1));
    assert_eq!((report.playouts, report.stop), (3, Stop::Playouts), "the first limit that is reached");
    // Each of several threads finishes its playout.
    let report = player("mcts(threads=3)").search_as_mover(&game, &state, &Budget::plies(20_000), &mut Rng::new(1));
    assert!(report.stop == Stop::Plies && report.plies >= 20_000);
}

/// Also where many moves were tried equally often.
#[test]
fn the_line_begins_with_the_chosen_move() {
    let (game, state) = start(2);
    for seed in 0..40 {
        let budget = Budget::playouts(1 + seed % 7);
        let report = player("mcts").search_as_mover(&game, &state, &budget, &mut Rng::new(seed));
        assert_eq!((report.line[0], report.candidates[0].mv), (report.best, report.best));
        let mover = report.candidates[0].values.expect("the chosen move was tried")[Player::new(0)];
        assert!((report.value.expect("a value") - f64::from(mover)).abs() < 1e-6);
    }
}

/// Random games of Chinese Checkers for two take hundreds of thousands of plies.
#[test]
fn a_long_playout_ends_when_the_time_is_over() {
    let game = ChineseCheckers::new(2, 10_000_000);
    let state = game.start(&mut Rng::new(0));
    let toolbox = Toolbox::default().knowledge();
    let mut searcher = toolbox.searcher(&args("mcts(playout=random)"), &game).expect("no more than the rules");
    for seed in 0..5 {
        let report =
            searcher.search_as_mover(&game, &state, &Budget::time(Duration::from_millis(2)), &mut Rng::new(seed));
        let mut legal = Vec::new();
        game.legal_moves(&state, &mut legal);
        assert!(report.stop == Stop::Time && legal.contains(&report.best));
        assert!(report.playout_plies < 10_000_000, "no playout came to the cap");
        assert!(report.value.is_none_or(|value| (0.0..=1.0).contains(&value)));
    }
}

#[test]
fn a_win_in_one_is_found() {
    let game = Focus::new(2, 20_000);
    let state = game.parse_position(WIN_IN_ONE).expect("valid");
    let report = player("mcts").search_as_mover(&game, &state, &Budget::playouts(300), &mut Rng::new(1));
    assert_eq!(game.move_text(&state, report.best), "d8-d7");
    let values = report.candidates[0].values.expect("tried");
    assert_eq!(values[Player::new(0)], 1.0);
}

#[test]
fn a_game_without_knowledge_says_what_is_missing() {
    let bare = Toolbox::<Focus>::default();
    let message = |spec: &str| bare.searcher(&args(spec), &start(3).0).err().expect("refused");
    assert_eq!(
        message("greedy"),
        "greedy needs static move ordering, which this game does not have; expected random, mcts"
    );
    assert_eq!(
        message("mcts(playout=greedy)"),
        "playout=greedy needs static move ordering, which this game does not have; expected random, mast, nst, lgr, mix, roles"
    );
    assert!(bare.searcher(&args("mcts"), &start(3).0).is_ok(), "without a word on playouts, what there is has to do");
}

#[test]
fn budgets_are_read_from_the_spec_first() {
    let of_match = Budget::playouts(50);
    let budget = |spec: &str, of_match: &Budget| Budget::for_player(&args(spec), of_match);
    assert_eq!(budget("mcts", &of_match), Ok(Budget::playouts(50)));
    assert_eq!(budget("mcts(playouts=7)", &of_match), Ok(Budget::playouts(7)));
    assert_eq!(budget("mcts(time=1s)", &of_match), Ok(Budget::time(Duration::from_secs(1))));
    assert_eq!(budget("mcts", &Budget::default()), Ok(Budget::playouts(1000)));
    assert_eq!(budget("random", &of_match), Ok(Budget::default()));
    assert_eq!(budget("mcts(plies=900)", &of_match), Ok(Budget::plies(900)));
    assert_eq!(budget("mcts", &Budget::plies(900)), Ok(Budget::plies(900)));
    let depth = Budget { depth: Some(3), ..Budget::default() };
    assert!(
        budget("mcts", &depth)
            .expect_err("refused")
            .starts_with("mcts cannot be limited by depth; expected playouts or plies or time")
    );
    for depth_first in ["maxn", "paranoid", "brs"] {
        let refused = budget(depth_first, &Budget::plies(900)).expect_err("refused");
        assert!(refused.contains("cannot be limited by plies; expected nodes or depth or time"), "{refused}");
    }
}

#[test]
fn threads_lose_no_playout() {
    let (game, state) = start(3);
    for spec in ["mcts(threads=4)", "mcts(threads=4, select=history(sample=full), solver=standard)"] {
        let mut search = mcts(spec);
        let report = search.search_as_mover(&game, &state, &Budget::playouts(4000), &mut Rng::new(3));
        assert_eq!((report.playouts, report.stop), (4000, Stop::Playouts));
        assert_eq!(report.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 4000);
        let (tree, mut more) = (search.tree(), 0);
        for index in 1..tree.size() {
            let below: u32 = tree.children(index).map(|child| tree.stats(child).visits()).sum();
            let here = tree.node(index).visits();
            assert!(here >= below + u32::from(here > 0), "node {index}: {here} {below}");
            more += if below > 0 { here - below - 1 } else { 0 };
        }
        // Where threads meet at a node that is just being expanded, each makes a playout from it, and more of them if the
        // thread that expands it has to wait. That is rare.
        assert!(more <= 400, "{more} of 4000 playouts began at a node that had children in the end");
    }
}

#[test]
fn trees_of_several_threads_are_added_up() {
    let (game, state) = start(2);
    let report = player("mcts(threads=3, parallel=root)").search_as_mover(
        &game,
        &state,
        &Budget::playouts(900),
        &mut Rng::new(3),
    );
    assert_eq!(report.playouts, 900);
    assert_eq!(report.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 900);
    let most = report.candidates.iter().map(|candidate| candidate.visits).max();
    assert_eq!(Some(report.candidates[0].visits), most);
    let alone = toolbox().searcher(&args("mcts(parallel=root)"), &game).err().unwrap_or_default();
    assert_eq!(alone, "mcts(parallel=root) is for more than one thread; expected threads=2 or more");
}

/// Every policy, selection strategy and option plays, within its budget, in games of 2 to 4 players.
#[test]
fn every_part_plays() {
    for players in 2..=4 {
        let (game, state) = start(players);
        let specs = [
            "mcts(policy=paranoid)",
            "mcts(policy=brs)",
            "mcts(policy=brs-plus)",
            "mcts(policy=mp-mix)",
            "mcts(select=uct, urgency=1)",
            "mcts(expand=5)",
            "mcts(transpositions=yes, solver=standard)",
            "mcts(reuse=yes)",
            "mcts(final=max)",
            "mcts(final=secure)",
            "mcts(solver=paranoid)",
            "mcts(solver=first-winner, policy=brs)",
            "mcts(backup=max, policy=paranoid)",
            "mcts(solver=standard, policy=brs-plus, transpositions=yes)",
            "mcts(backup=mix, policy=brs, solver=standard)",
        ];
        for spec in specs {
            let toolbox = toolbox().out_of_turn();
            let search = |seed| {
                let mut searcher = toolbox.searcher(&args(spec), &game).expect("Focus has what it needs");
                searcher.search_as_mover(&game, &state, &Budget::playouts(200), &mut Rng::new(seed))
            };
            let (one, same) = (search(7), search(7));
            assert_eq!((one.playouts, one.best, one.line), (200, same.best, same.line), "{spec}");
            let mut legal = Vec::new();
            game.legal_moves(&state, &mut legal);
            assert!(legal.contains(&one.best), "{spec}");
        }
    }
}

/// The first playout from which on four fifths of the budget are spent and one move leads in both visits
/// and mean is the last: found here by searches of every length.
#[test]
fn a_robust_max_search_ends_when_one_move_leads_in_all() {
    let (game, state) = start(2);
    let (mut early, mut late) = (0, 0);
    for seed in 0..60 {
        let budget = 250;
        let leads = |playouts: u64| {
            let report = player("mcts(select=prior)").search_as_mover(
                &game,
                &state,
                &Budget::playouts(playouts),
                &mut Rng::new(seed),
            );
            let first = &report.candidates[0];
            let mean =
                |candidate: &kingmaker_search::Candidate<_>| candidate.values.map(|values| values[Player::new(0)]);
            (report.candidates.iter().all(|other| mean(other) <= mean(first)), report.best)
        };
        let spent = (budget * 4 / 5..budget).find(|&playouts| leads(playouts).0).unwrap_or(budget);
        let report = player("mcts(select=prior, final=robust-max)").search_as_mover(
            &game,
            &state,
            &Budget::playouts(budget),
            &mut Rng::new(seed),
        );
        assert_eq!((report.playouts, report.best), (spent, leads(spent).1), "seed {seed}");
        assert_eq!(report.stop, if spent < budget { Stop::Settled } else { Stop::Playouts });
        early += u32::from(spent < budget);
        late += u32::from(spent > budget * 4 / 5);
    }
    assert!(early > 0 && late > 0, "{early} {late}");
    let message = toolbox().searcher(&args("mcts(threads=2, parallel=root, final=robust-max)"), &game).err();
    assert!(message.unwrap_or_default().ends_with("and parallel=root has several; expected parallel=tree"));
    let timed = Budget::time(Duration::from_millis(30));
    let report = player("mcts(final=robust-max, threads=2)").search_as_mover(&game, &state, &timed, &mut Rng::new(1));
    assert!([Stop::Settled, Stop::Time].contains(&report.stop) && report.elapsed >= Duration::from_millis(24));
}

#[test]
fn a_kept_tree_is_the_part_below_the_moves_made() {
    let (game, mut state) = start(2);
    let mut search = mcts("mcts(reuse=yes)");
    let first = search.search_as_mover(&game, &state, &Budget::playouts(3000), &mut Rng::new(3));
    let reply = first.line[1];
    let below = |search: &Mcts<Focus>, moves: &[_]| {
        let tree = search.tree();
        let place = moves.iter().try_fold(0, |node, &mv| tree.child(node, mv)).expect("in the tree");
        let mut children: Vec<_> =
            tree.children(place).map(|child| (tree.node(child).entry(), tree.stats(child).visits())).collect();
        children.sort_unstable();
        children
    };
    let kept = below(&search, &[first.best, reply]);
    for mv in [first.best, reply] {
        game.play(&mut state, mv);
        search.saw(Seen { mv, is_whole: true });
    }
    let visits: u32 = kept.iter().map(|(_, visits)| visits).sum();
    assert!(visits > 0);
    // One playout more than was kept.
    let second = search.search_as_mover(&game, &state, &Budget::playouts(1), &mut Rng::new(4));
    assert_eq!(second.playouts, 1);
    let now = below(&search, &[]);
    let difference = now.iter().zip(&kept).map(|(now, kept)| {
        assert_eq!(now.0, kept.0);
        now.1 - kept.1
    });
    assert_eq!(difference.sum::<u32>(), 1);
    // Told nothing, or told what does not lead here, it begins anew.
    let third = search.search_as_mover(&game, &state, &Budget::playouts(10), &mut Rng::new(4));
    assert_eq!(third.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 10);
    search.saw(Seen { mv: first.best, is_whole: true });
    let fourth = search.search_as_mover(&game, &state, &Budget::playouts(10), &mut Rng::new(4));
    assert_eq!(fourth.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 10);
}

#[test]
fn transpositions_share_their_part_of_the_tree() {
    let (game, state) = start(2);
    let budget = Budget::playouts(20_000);
    let mut alone = mcts("mcts(select=uct)");
    let mut shared = mcts("mcts(select=uct, transpositions=yes)");
    let without = alone.search_as_mover(&game, &state, &budget, &mut Rng::new(3));
    let with = shared.search_as_mover(&game, &state, &budget, &mut Rng::new(3));
    assert_eq!(with.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 20_000);
    assert!(with.nodes < without.nodes, "{} {}", with.nodes, without.nodes);
    // Whoever shares children is in the same position.
    let tree = shared.tree();
    let mut known = std::collections::HashMap::new();
    let mut open = vec![(0, state, 0)];
    let mut times_shared = 0;
    while let Some((node, state, depth)) = open.pop() {
        let children = tree.node(node).children();
        if children.is_empty() {
            continue;
        }
        if let Some(other) = known.insert(children.start, (game.key(&state), depth)) {
            assert_eq!(other, (game.key(&state), depth));
            times_shared += 1;
            continue;
        }
        for child in children {
            let mut next = state.clone();
            game.play(&mut next, tree.node(child).entry().expect("not the root").1);
            open.push((child, next, depth + 1));
        }
    }
    assert!(times_shared > 0);
}
