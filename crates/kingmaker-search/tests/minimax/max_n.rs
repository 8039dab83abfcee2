//! Max^n with its rules for ties, and MP-Mix.

use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::{ByPlayer, Game, Knowledge, MoveOrdering, Player, Rng, Turn};
use kingmaker_games::focus::Focus;
use kingmaker_games::hide_and_seek::HideAndSeek;
use kingmaker_games::rolit::Rolit;
use kingmaker_search::Toolbox;
use kingmaker_search::minimax::max_n;
use kingmaker_search::minimax::ties::lot;
use kingmaker_search::minimax::value::{Evaluator, Value, WIN};

use crate::{after, args, moves, random_position, search, searched};

/// In which order max^n looks at the moves, which decides between equals.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    Moves,
    Static,
    Backwards,
}

/// A rule for ties: its name, and the seed of the lots.
pub(crate) type Rule<'a> = (&'a str, u64);

/// Max^n without pruning.
pub(crate) fn naive_max_n<G: Knowledge>(
    game: &G,
    evaluator: &Evaluator,
    state: &G::State,
    (root, depth): (Player, u32),
    ((ties, lots), order): (Rule<'_>, Order),
) -> ByPlayer<Value> {
    let below = |mv| naive_max_n(game, evaluator, &after(game, state, mv), (root, depth - 1), ((ties, lots), order));
    let mover = match game.turn(state) {
        Turn::Player(mover) if depth > 0 => mover,
        Turn::Chance if depth > 0 => {
            let mut means = ByPlayer::splat(game.players(), 0.0);
            game.chance().expect("it is the turn of chance").outcomes(state, &mut |mv, probability| {
                let values = below(mv);
                means =
                    ByPlayer::from_fn(game.players(), |player| means[player] + probability * f64::from(values[player]));
            });
            return means.map(|mean: f64| mean.round() as Value);
        }
        _ => return evaluator.values(game, state),
    };
    let mut list = moves(game, state);
    match order {
        Order::Moves => {}
        Order::Static => list.sort_by_key(|&mv| std::cmp::Reverse(game.priority(state, MoveOrdering::default(), mv))),
        Order::Backwards => list.reverse(),
    }
    let mut best: Option<(ByPlayer<Value>, u64)> = None;
    for mv in list {
        let values = below(mv);
        let lot = lot(lots, game.key(state), game.slot(mv));
        let is_better = best.is_none_or(|(best, best_lot)| {
            let is_tie = values[mover] == best[mover];
            values[mover] > best[mover]
                || is_tie && ties == "paranoid" && values[root] < best[root]
                || is_tie && ties == "optimistic" && values[root] > best[root]
                || is_tie && ties == "random" && lot > best_lot
        });
        if is_better {
            best = Some((values, lot));
        }
    }
    best.expect("somebody can move").0
}

fn check_max_n<G: Knowledge>(
    toolbox: &Toolbox<G>,
    game: &G,
    state: &G::State,
    (ties, settings, noise): (&str, &str, f32),
    depth: u32,
    seed: u64,
) {
    let spec = format!("maxn(ties={ties}, depth={depth}, noise={noise}, {settings})");
    let settings = max_n::Settings::from_args(&args(&spec));
    let mut rng = Rng::new(seed);
    let lots = if ties == "random" { rng.bits() } else { 0 };
    let evaluator = Evaluator::new(settings.value, noise, game.teams(), &mut rng);
    let root = game.turn(state).player().expect("a player is to move");
    let report = search(toolbox, game, state, &spec, seed);
    let depth = searched(&report, depth);
    let order = if settings.order { Order::Static } else { Order::Moves };
    let naive =
        |state: &G::State, depth, order| naive_max_n(game, &evaluator, state, (root, depth), ((ties, lots), order));
    let expected = naive(state, depth, order);
    let is_fixed = ties == "random" || settings.table == 0 && !settings.deepen;
    if !is_fixed && expected != naive(state, depth, Order::Backwards) {
        // The order of moves matters here, and enhancements change it.
        return;
    }
    let found = (report.value.expect("a value") * f64::from(WIN)).round() as Value;
    assert_eq!(found, expected[root], "{spec} in {state:?}");
    if found > 0 {
        assert_eq!(naive(&after(game, state, report.best), depth - 1, order), expected, "{spec}: {:?}", report.best);
    }
}

/// In these the moves are looked at in a fixed order, so that ties are decided alike.
const FIXED_ORDER: [&str; 8] = [
    "prune=off, table=0, order=no, deepen=no",
    "prune=shallow, table=0, order=no, deepen=no",
    "prune=last-branch, table=0, order=no, deepen=no",
    "prune=speculative, table=0, order=no, deepen=no",
    "prune=shallow, table=0, order=yes, deepen=no",
    "prune=last-branch, table=0, order=yes, deepen=no",
    "prune=speculative, table=0, order=yes, deepen=no",
    "value=own, table=0, order=yes, deepen=no",
];

fn knowledge<G: Knowledge>() -> Toolbox<G> {
    Toolbox::default().knowledge()
}

pub(crate) const RULES: [&str; 4] = ["first", "paranoid", "optimistic", "random"];

#[test]
fn max_n_with_each_rule_for_ties() {
    for players in 2..=4 {
        for seed in 0..60 {
            let mut rng = Rng::new(1000 + seed);
            let game = TreeGame::random(players, 5, 4, &mut rng, false);
            for ties in RULES {
                for settings in FIXED_ORDER {
                    check_max_n(&knowledge(), &game, &game.root(), (ties, settings, 0.0), 1 + seed as u32 % 5, seed);
                }
            }
        }
        let game = Focus::new(players, 20_000);
        for seed in 0..6 {
            let Some(state) = random_position(&game, 20 + 25 * seed as usize, &mut Rng::new(seed)) else { continue };
            for ties in RULES {
                for settings in FIXED_ORDER {
                    check_max_n(&knowledge(), &game, &state, (ties, settings, 0.0), 1 + seed as u32 % 2, seed);
                }
            }
        }
    }
}

/// In these the table and earlier iterations change the order of moves.
const ENHANCED: [&str; 4] = [
    "table=1, reuse=equal",
    "prune=last-branch, table=1, reuse=equal",
    "prune=speculative, table=1, reuse=equal",
    "table=1, reuse=equal, replace=always",
];

/// With a random term there are few ties, so that the order of moves seldom matters.
#[test]
fn max_n_with_every_enhancement() {
    for players in 2..=4 {
        for seed in 0..80 {
            let game = TreeGame::random(players, 5, 4, &mut Rng::new(2000 + seed), false);
            for settings in ENHANCED {
                check_max_n(&knowledge(), &game, &game.root(), ("first", settings, 0.2), 1 + seed as u32 % 5, seed);
            }
        }
        let rolit = Rolit::new(players, 6);
        for seed in 0..10 {
            let Some(state) = random_position(&rolit, 3 * seed as usize, &mut Rng::new(seed)) else { continue };
            for settings in ENHANCED {
                check_max_n(&knowledge(), &rolit, &state, ("first", settings, 0.4), 1 + seed as u32 % 3, seed);
            }
        }
        let game = Focus::new(players, 20_000);
        for seed in 0..10 {
            let Some(state) = random_position(&game, 20 + 15 * seed as usize, &mut Rng::new(seed)) else { continue };
            for settings in ENHANCED {
                check_max_n(&knowledge(), &game, &state, ("first", settings, 0.4), 1 + seed as u32 % 2, seed);
            }
        }
    }
}

/// Lots do not depend on the order of moves: every enhancement finds the same of many equilibria.
#[test]
fn max_n_with_ties_by_lot_and_every_enhancement() {
    for players in 2..=4 {
        for seed in 0..80 {
            let game = TreeGame::random(players, 5, 4, &mut Rng::new(4000 + seed), false);
            for settings in ENHANCED {
                check_max_n(&knowledge(), &game, &game.root(), ("random", settings, 0.0), 1 + seed as u32 % 5, seed);
            }
        }
        let game = Focus::new(players, 20_000);
        for seed in 0..10 {
            let Some(state) = random_position(&game, 20 + 15 * seed as usize, &mut Rng::new(seed)) else { continue };
            for settings in ENHANCED {
                check_max_n(&knowledge(), &game, &state, ("random", settings, 0.0), 1 + seed as u32 % 2, seed);
            }
        }
    }
}

/// Chance is averaged over, and what is above it does not prune what is below.
#[test]
fn max_n_meets_chance() {
    for players in 2..=4 {
        for seed in 0..150 {
            let game = TreeGame::random(players, 6, 3, &mut Rng::new(4000 + seed), true);
            if game.turn(&game.root()).player().is_none() {
                continue;
            }
            for settings in &FIXED_ORDER[..4] {
                check_max_n(&knowledge(), &game, &game.root(), ("first", settings, 0.0), 1 + seed as u32 % 6, seed);
            }
            let teams = game.with_teams(&[0, 1, 1, 0][..players]);
            let settings = "prune=off, table=0, order=no, deepen=no";
            check_max_n(&knowledge(), &teams, &teams.root(), ("first", settings, 0.0), 1 + seed as u32 % 6, seed);
        }
    }
}

/// The shares of partners sum to more than 1, so that nothing may be left out.
#[test]
fn max_n_does_not_prune_among_teams() {
    let toolbox = Toolbox::default().knowledge();
    for seekers in 2..=4 {
        let game = HideAndSeek::ring(seekers, 2 * seekers + 2, 6, 2).in_the_open();
        for seed in 0..20 {
            let Some(state) = random_position(&game, seed as usize % 6, &mut Rng::new(seed)) else { continue };
            for ties in RULES {
                let settings = "table=0, order=no, deepen=no";
                check_max_n(&toolbox, &game, &state, (ties, settings, 0.0), 1 + seed as u32 % 4, seed);
            }
        }
        for name in ["maxn", "mp-mix"] {
            let refused = toolbox.searcher(&args(&format!("{name}(prune=shallow)")), &game).err();
            let expected =
                "prune=shallow needs values whose sum is bounded, which those of teams are not; expected prune=off";
            assert_eq!(refused.as_deref(), Some(expected));
        }
    }
}

/// A leader far ahead is played against: of two moves, the one that leaves them less.
#[test]
fn mp_mix_plays_against_the_leader() {
    let text = "(1 =[.2 .7 .1] own:{4 5 1} against:{2 2 6})";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let chosen = |spec: &str| search(&Toolbox::default().knowledge(), &game, &game.root(), spec, 0).best;
    let moves = moves(&game, &game.root());
    assert_eq!(chosen("mp-mix(depth=1, noise=0, offensive=0.3)"), moves[1]);
    assert_eq!(chosen("mp-mix(depth=1, noise=0, offensive=0.9)"), moves[0]);
}

/// Figure 2.4 of Nijssen 2013: at B, player 2 is indifferent between D and E, and the root is worth
/// (5, 3, 2) or (6, 4, 0). At C, player 2 is sure of 6 of 10, so G is not looked at.
#[test]
fn the_two_equilibria_of_figure_2_4() {
    let text = "(1 A:(2 {5 3 2} {6 2 2}) B:(2 D:{2 4 4} E:{6 4 0}) C:(2 F:{1 6 3} G:{9 1 0}))";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let report = |ties: &str, prune: &str, seed: u64| {
        let spec = format!("maxn(ties={ties}, prune={prune}, depth=2, noise=0, order=no, table=0, deepen=no)");
        search(&knowledge(), &game, &game.root(), &spec, seed)
    };
    let values = |ties: &str, seed: u64| {
        let values = report(ties, "shallow", seed).candidates[0].values.expect("values");
        values.map(|value| (value * 10.0).round() as u32).as_slice().to_vec()
    };
    assert_eq!(values("paranoid", 0), [5, 3, 2]);
    assert_eq!(values("optimistic", 0), [6, 4, 0]);
    // Of 200 fair draws, 140 and more of one kind happen once in 10^8.
    let optimistic = (0..200).filter(|&seed| values("random", seed) == [6, 4, 0]).count();
    let paranoid = (0..200).filter(|&seed| values("random", seed) == [5, 3, 2]).count();
    assert!(optimistic + paranoid == 200 && optimistic.abs_diff(paranoid) < 80, "{optimistic} and {paranoid}");
    let (full, pruned) = (report("paranoid", "off", 0), report("paranoid", "shallow", 0));
    assert_eq!((full.nodes, full.cutoffs, pruned.nodes, pruned.cutoffs), (10, 0, 9, 1));
}

/// At N, players 1, 2 and 3 are sure of 5 + 3 + 4 of 10, so the rest of N is put off. Then player 2
/// finds 4 elsewhere, which player 1 would like, so N has to be looked at again: there player 2 gets 5,
/// and B is worth nothing to player 1.
#[test]
fn speculation_that_fails_is_searched_again() {
    let text = "(1 A:[.5 .3 .2] B:(2 [.1 .3 .6] N:(3 [.2 .4 .4] [0 .5 .5]) [.6 .4 0]))";
    let game: TreeGame = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let report = |prune: &str| {
        let spec = format!("maxn(prune={prune}, depth=3, noise=0, order=no, table=0, deepen=no)");
        search(&knowledge(), &game, &game.root(), &spec, 0)
    };
    let (full, speculative) = (report("off"), report("speculative"));
    assert_eq!((speculative.best, speculative.value), (full.best, full.value));
    assert_eq!(full.best, moves(&game, &game.root())[0]);
    // N and its first leaf twice.
    assert_eq!((full.nodes, speculative.nodes, speculative.cutoffs), (8, 10, 1));
    // What player 1 does not want either way is not looked at again.
    let kept: TreeGame = text.replace("[.6 .4 0]", "[.5 .4 .1]").parse().unwrap_or_else(|error| panic!("{error}"));
    let spec = "maxn(prune=speculative, depth=3, noise=0, order=no, table=0, deepen=no)";
    assert_eq!(search(&knowledge(), &kept, &kept.root(), spec, 0).nodes, 7);
}

/// In trees whose values are close together, each rule leaves out more than the one before.
#[test]
fn deeper_pruning_visits_fewer_nodes() {
    let game = Focus::new(3, 20_000);
    let nodes = |prune: &str| -> u64 {
        let spec = format!("maxn(prune={prune}, depth=3, noise=0, table=0, deepen=no)");
        let positions = (0..8).filter_map(|seed| random_position(&game, 6 * seed as usize, &mut Rng::new(seed)));
        positions.map(|state| search(&knowledge(), &game, &state, &spec, 0).nodes).sum()
    };
    let counts = ["off", "shallow", "last-branch", "speculative"].map(nodes);
    assert!(counts[0] > counts[1] && counts[1] >= counts[2] && counts[2] > counts[3], "{counts:?}");
}
