//! The Multi-Player MCTS-Solver, and what a search converges to, on games that are written down.

use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::options::read;
use kingmaker_core::{ByPlayer, Game, Player, Rng, Scores, Turn};
use kingmaker_search::mcts::tree::{NodeIndex, ROOT};
use kingmaker_search::mcts::{Mcts, Settings};
use kingmaker_search::toolbox::PLAYERS;
use kingmaker_search::{Budget, Report, Searcher, Stop, Toolbox};

type Move = <TreeGame as Game>::Move;
type State = <TreeGame as Game>::State;

fn tree(text: &str) -> TreeGame {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn search(game: &TreeGame, spec: &str, playouts: u64, seed: u64) -> (Mcts<TreeGame>, Report<Move>) {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    let args = read(spec, "player", &schemas).unwrap_or_else(|error| panic!("{error}"));
    let toolbox = Toolbox::default().knowledge();
    let mut mcts = Mcts::new(&Settings::from_args(&args), &toolbox, game).unwrap_or_else(|error| panic!("{error}"));
    let report = mcts.search_as_mover(game, &game.root(), &Budget::playouts(playouts), &mut Rng::new(seed));
    (mcts, report)
}

/// What is proven of the outcome of a node, if all of it is.
fn proven(mcts: &Mcts<TreeGame>, node: NodeIndex, players: usize) -> Option<Scores> {
    let shares = mcts.tree().proven_shares(node, players);
    mcts.tree().node(node).is_proven().then(|| Scores::from_shares(shares.map(|(low, _)| low)))
}

/// Nijssen 2013, Figure 4.3, and Figure 2 of Nijssen & Winands 2010: in A, player 3 decides who wins.
/// Above it are the root, where player 1 is to move, and player 2, who has no choice either.
#[test]
fn figure_4_3() {
    let game = tree(
        "(1 up:(2 A:(3 B:(1 E:[1 0 0] F:[0 0 1]) C:[0 1 0] D:(1 G:[0 1 0] H:[0 1 0] I:[0 1 0])))
            other:[0 0 1])",
    );
    let winner = |index| Some(Scores::winner(3, Player::new(index)));
    for (rule, printed) in [("standard", None), ("paranoid", winner(1)), ("first-winner", winner(0))] {
        let (mcts, _) = search(&game, &format!("mcts(solver={rule})"), 1000, 1);
        let tree = mcts.tree();
        let below = |parent: NodeIndex, name: &str, state: &State| {
            let is_named = |&child: &NodeIndex| {
                tree.node(child)
                    .entry()
                    .is_some_and(|(_, mv)| kingmaker_core::Notation::move_text(&game, state, mv) == name)
            };
            tree.children(parent).find(is_named).expect("a move of this name")
        };
        let up = below(ROOT, "up", &game.root());
        let a = below(up, "A", &game.at("up").expect("a path"));
        assert_eq!(proven(&mcts, a, 3), printed, "{rule}");
    }
}

/// The outcome under the standard rule, by definition: the one that the mover prefers, if all that
/// they like best are the same.
fn solve(game: &TreeGame, state: &State) -> Option<Scores> {
    let Turn::Player(mover) = game.turn(state) else { return Some(game.scores(state)) };
    let outcomes: Vec<Option<Scores>> = followers(game, state).iter().map(|next| solve(game, next)).collect();
    if let Some(win) = outcomes.iter().flatten().find(|scores| scores.of(mover) == 1.0) {
        return Some(*win);
    }
    let outcomes: Option<Vec<Scores>> = outcomes.into_iter().collect();
    let outcomes = outcomes?;
    let most = outcomes.iter().map(|scores| scores.of(mover)).fold(0.0, f32::max);
    let mut best = outcomes.into_iter().filter(|scores| scores.of(mover) == most);
    let one = best.next()?;
    best.all(|scores| scores == one).then_some(one)
}

/// Everything that can come about when everybody wants the most for themselves, and nobody knows how ties are broken.
fn equilibria(game: &TreeGame, state: &State) -> Vec<ByPlayer<f32>> {
    match game.turn(state) {
        Turn::Over => vec![*game.scores(state).shares()],
        Turn::Chance => {
            let mut sums = vec![ByPlayer::splat(game.players(), 0.0)];
            game.chance().expect("there is chance").outcomes(state, &mut |mv, probability| {
                let below = equilibria(game, &after(game, state, mv));
                let add = |sum: &ByPlayer<f32>, one: &ByPlayer<f32>| {
                    ByPlayer::from_fn(game.players(), |player| sum[player] + probability as f32 * one[player])
                };
                sums = sums.iter().flat_map(|sum| below.iter().map(move |one| add(sum, one))).collect();
                tidy(&mut sums);
            });
            sums
        }
        Turn::Player(mover) => {
            let sets: Vec<_> = followers(game, state).iter().map(|next| equilibria(game, next)).collect();
            let least = |set: &Vec<ByPlayer<f32>>| set.iter().map(|values| values[mover]).fold(1.0, f32::min);
            let sure = sets.iter().map(least).fold(0.0, f32::max);
            let mut all: Vec<_> = sets.concat().into_iter().filter(|values| values[mover] >= sure - 1e-6).collect();
            tidy(&mut all);
            all
        }
    }
}

fn tidy(values: &mut Vec<ByPlayer<f32>>) {
    values.sort_by(|a, b| a.as_slice().partial_cmp(b.as_slice()).expect("no share is not a number"));
    values.dedup();
}

/// What the player at the root gets when all others are against them.
fn paranoid_share(game: &TreeGame, state: &State, root: Player) -> f32 {
    let mover = match game.turn(state) {
        Turn::Over => return game.scores(state).of(root),
        Turn::Player(mover) => mover,
        Turn::Chance => {
            let mut mean = 0.0;
            game.chance().expect("there is chance").outcomes(state, &mut |mv, probability| {
                mean += probability as f32 * paranoid_share(game, &after(game, state, mv), root);
            });
            return mean;
        }
    };
    let shares = followers(game, state).into_iter().map(|next| paranoid_share(game, &next, root));
    if game.teams().are_allies(mover, root) { shares.fold(0.0, f32::max) } else { shares.fold(1.0, f32::min) }
}

/// What everybody gets under max^n; `None` if somebody has no clear preference on the way, because then
/// there are several answers, or one that takes long to find.
fn max_n(game: &TreeGame, state: &State) -> Option<Scores> {
    let mover = match game.turn(state) {
        Turn::Over => return Some(game.scores(state)),
        Turn::Player(mover) => mover,
        Turn::Chance => {
            let mut mean = Some(ByPlayer::splat(game.players(), 0.0));
            game.chance().expect("there is chance").outcomes(state, &mut |mv, probability| {
                mean = mean.zip(max_n(game, &after(game, state, mv))).map(|(mean, scores)| {
                    ByPlayer::from_fn(game.players(), |player| mean[player] + probability as f32 * scores.of(player))
                });
            });
            return mean.map(|mean| Scores::from_shares(mean.map(|share| share.min(1.0))));
        }
    };
    let values: Option<Vec<Scores>> = followers(game, state).iter().map(|next| max_n(game, next)).collect();
    let mut values = values?;
    values.sort_by(|a, b| b.of(mover).total_cmp(&a.of(mover)));
    let is_clear = values.get(1).is_none_or(|second| values[0].of(mover) - second.of(mover) > CLEAR);
    is_clear.then(|| values[0])
}

/// What is nearly equal takes long to tell apart.
const CLEAR: f32 = 0.08;

fn followers(game: &TreeGame, state: &State) -> Vec<State> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves.into_iter().map(|mv| after(game, state, mv)).collect()
}

fn after(game: &TreeGame, state: &State, mv: Move) -> State {
    let mut next = *state;
    game.play(&mut next, mv);
    next
}

/// A tree whose leaves are wins, and now and then shared.
fn sudden_death(players: usize, height: usize, rng: &mut Rng) -> String {
    if height == 0 || rng.happens(0.2) {
        let (one, two) = (rng.below(players), rng.below(players));
        let second = if rng.happens(0.2) { two } else { one };
        let share =
            |player| if player == one || player == second { if one == second { "1" } else { ".5" } } else { "0" };
        return format!("[{}]", (0..players).map(share).collect::<Vec<_>>().join(" "));
    }
    let children: Vec<String> = (0..=rng.below(4)).map(|_| sudden_death(players, height - 1, rng)).collect();
    format!("({} {})", 1 + rng.below(players), children.join(" "))
}

/// Walks the tree of a search along with the game.
fn for_each_node(mcts: &Mcts<TreeGame>, game: &TreeGame, check: &mut impl FnMut(NodeIndex, &State)) {
    fn walk(
        mcts: &Mcts<TreeGame>,
        game: &TreeGame,
        at: NodeIndex,
        state: &State,
        check: &mut impl FnMut(NodeIndex, &State),
    ) {
        check(at, state);
        for child in mcts.tree().children(at) {
            let step = mcts.tree().node(child).step().expect("not the root");
            walk(mcts, game, child, &after(game, state, step.mv), check);
        }
    }
    walk(mcts, game, ROOT, &game.root(), check);
}

/// Teams that can be made of so many players, and none.
fn teams(players: usize, seed: u64) -> Vec<usize> {
    match (players, seed % 3) {
        (3, 0) => vec![0, 1, 1],
        (4, 0) => vec![0, 1, 0, 1],
        (4, 1) => vec![0, 1, 1, 2],
        _ => (0..players).collect(),
    }
}

#[test]
fn everything_proven_is_true_and_everything_true_is_proven_in_time() {
    let (mut found, mut roots) = (0, 0);
    for seed in 0..600 {
        let players = 2 + seed as usize % 3;
        let mut rng = Rng::new(seed);
        let text = format!("(1 {} {})", sudden_death(players, 4, &mut rng), sudden_death(players, 4, &mut rng));
        let game = tree(&text).with_teams(&teams(players, seed / 3));
        let (mcts, report) = search(&game, "mcts(solver=standard, select=uct, c=2, playout=random)", 5000, seed);
        for_each_node(&mcts, &game, &mut |index, state| {
            if let Some(scores) = proven(&mcts, index, players) {
                found += 1;
                let possible = equilibria(&game, state);
                assert_eq!(possible, [*scores.shares()], "seed {seed}: {game}");
            }
        });
        let root = proven(&mcts, ROOT, players);
        if let Some(truth) = solve(&game, &game.root()) {
            assert_eq!(root, Some(truth), "seed {seed}: {game}");
        }
        assert_eq!(report.stop == Stop::Solved, root.is_some());
        if let Some(scores) = root {
            roots += 1;
            let chosen = equilibria(&game, &after(&game, &game.root(), report.best));
            let own = Player::new(0);
            assert!(chosen.iter().all(|values| values[own] == scores.of(own)), "seed {seed}: {game}");
            assert!(report.candidates[0].proven);
        }
    }
    assert!(found > 5_000 && roots > 300, "{found} {roots}");
}

/// Bounds of trees with draws, placings, chance and teams contain everything that can come about.
#[test]
fn score_bounds_leave_nothing_out() {
    let (mut narrow, mut met) = (0, 0);
    for seed in 0..400 {
        let players = 2 + seed as usize % 3;
        let game = TreeGame::random(players, 4, 3, &mut Rng::new(9000 + seed), seed % 2 == 0);
        let game = game.with_teams(&teams(players, seed / 3));
        let Turn::Player(root) = game.turn(&game.root()) else { continue };
        for policy in ["max-n", "paranoid"] {
            let spec = format!("mcts(policy={policy}, solver=standard, select=uct, c=2, playout=random)");
            let (mcts, _) = search(&game, &spec, 800, seed);
            for_each_node(&mcts, &game, &mut |index, state| {
                let bounds = mcts.tree().proven_shares(index, players);
                let check = |player: Player, share: f32| {
                    let (low, high) = bounds[player];
                    let is_within = low - 1e-4 <= share && share <= high + 1e-4;
                    assert!(is_within, "{policy}, seed {seed}, node {index}: {share} of {low} to {high} in {game}");
                };
                if policy == "paranoid" {
                    check(root, paranoid_share(&game, state, root));
                } else {
                    for (player, share) in equilibria(&game, state).iter().flat_map(|values| values.iter()) {
                        check(player, share);
                    }
                }
                narrow += usize::from(bounds.iter().any(|(_, (low, high))| high - low < 0.999));
                met += usize::from(mcts.tree().node(index).is_proven());
            });
        }
    }
    assert!(narrow > 10_000 && met > 8_000, "{narrow} {met}");
}

/// Between two sides all is proven in time, with draws, teams and chance.
#[test]
fn the_paranoid_policy_proves_what_the_root_is_sure_of() {
    for seed in 0..300 {
        let players = 2 + seed as usize % 3;
        let mut rng = Rng::new(1000 + seed);
        let game = tree(&format!("(1 {} {})", sudden_death(players, 4, &mut rng), sudden_death(players, 4, &mut rng)));
        let game = game.with_teams(&teams(players, seed / 3));
        let root = Player::new(0);
        let (mcts, report) = search(&game, "mcts(policy=paranoid, solver=standard, c=2, playout=random)", 5000, seed);
        let truth = paranoid_share(&game, &game.root(), root);
        assert_eq!(proven(&mcts, ROOT, players).map(|scores| scores.of(root)), Some(truth), "seed {seed}: {game}");
        assert_eq!(report.stop, Stop::Solved);
        assert_eq!(paranoid_share(&game, &after(&game, &game.root(), report.best), root), truth, "seed {seed}: {game}");
    }
}

/// Player 1 is sure of a draw by a. Player 2 is sure of one after b, whatever is below e, so b is no better:
/// known without a look at e.
#[test]
fn a_draw_is_enough_where_no_more_can_be_had() {
    let game = tree(&format!("(1 a:[.5 .5] b:(2 d:[.5 .5] e:{}))", full(10)));
    let (mcts, report) = search(&game, "mcts(solver=standard, select=uct, c=2, playout=random)", 500, 3);
    let outcome = proven(&mcts, ROOT, 2);
    assert!(outcome == Some(Scores::draw(2)) && report.playouts < 20, "{outcome:?} {}", report.playouts);
}

/// Bounds meet where the point is divided by three.
#[test]
fn thirds_are_proven() {
    let third = "[.33333334 .33333334 .33333334]";
    let game = tree(&format!("(1 a:(2 c:{third} d:(? 1/2:{third} 1/2:{third})) b:[0 1 0])"));
    let (mcts, report) = search(&game, "mcts(solver=standard)", 500, 3);
    assert_eq!((proven(&mcts, ROOT, 3), report.stop), (Some(Scores::draw(3)), Stop::Solved));
}

/// A full binary tree of turns, with wins at its ends.
fn full(height: usize) -> String {
    if height == 0 {
        return "[1 0]".to_owned();
    }
    format!("({} {} {})", 1 + height % 2, full(height - 1), full(height - 1).replace("[1 0]", "[0 1]"))
}

/// The move with the highest value, if it is clearly the best.
fn clear_best(game: &TreeGame, value: impl Fn(&State) -> Option<f32>) -> Option<Move> {
    let mut moves = Vec::new();
    game.legal_moves(&game.root(), &mut moves);
    let values = moves.into_iter().map(|mv| value(&after(game, &game.root(), mv)).map(|value| (value, mv)));
    let mut ranked: Vec<_> = values.collect::<Option<_>>()?;
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    (ranked.len() > 1 && ranked[0].0 - ranked[1].0 > CLEAR).then(|| ranked[0].1)
}

#[test]
fn the_max_n_policy_finds_the_max_n_move_and_the_paranoid_policy_the_paranoid_one() {
    let (mut checked, mut different) = (0, 0);
    for seed in 0..400 {
        let players = 2 + seed as usize % 3;
        // A third of the trees has chance, and some have teams.
        let game = TreeGame::random(players, 3, 3, &mut Rng::new(5000 + seed), seed % 3 == 0);
        let game = game.with_teams(&teams(players, seed / 7));
        let Turn::Player(root) = game.turn(&game.root()) else { continue };
        let own = clear_best(&game, |state| max_n(&game, state).map(|scores| scores.of(root)));
        let paranoid = clear_best(&game, |state| Some(paranoid_share(&game, state, root)));
        for (policy, best) in [("max-n", own), ("paranoid", paranoid)] {
            if let Some(best) = best {
                let spec = format!("mcts(policy={policy}, select=uct, c=0.5, playout=random)");
                let (_, report) = search(&game, &spec, 20_000, seed);
                assert_eq!(report.best, best, "{policy}, seed {seed}: {game}");
                checked += 1;
            }
        }
        different += usize::from(own.is_some() && paranoid.is_some() && own != paranoid);
    }
    assert!(checked > 250 && different > 5, "{checked} {different}");
}
