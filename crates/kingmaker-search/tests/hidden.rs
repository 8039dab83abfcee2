//! Searches of players who do not know everything, on hide and seek: against exhaustive truth where there is one, and
//! where the difference between approaches can be worked out by hand.

use kingmaker_core::options::read;
use kingmaker_core::{Game, Notation, Player, Rng, Turn, View};
use kingmaker_games::hide_and_seek::{HIDER, HideAndSeek, State};
use kingmaker_search::toolbox::PLAYERS;
use kingmaker_search::{Budget, Halt, Report, Searcher, Toolbox};

fn player(text: &str, game: &HideAndSeek) -> Box<dyn Searcher<HideAndSeek>> {
    let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
    let args = read(text, "player", &schemas).unwrap_or_else(|error| panic!("{error}"));
    let toolbox = Toolbox::default().knowledge().out_of_turn().categories();
    toolbox.searcher(&args, game).unwrap_or_else(|error| panic!("{text}: {error}"))
}

type Move = <HideAndSeek as Game>::Move;

fn search(text: &str, game: &HideAndSeek, state: &State, budget: Budget, seed: u64) -> Report<Move> {
    let mover = game.turn(state).player().expect("a player to move");
    let view = View::new(game, state, mover);
    player(text, game).search(game, &view, &budget, &Halt::new(), &mut Rng::new(seed))
}

/// What the side of `root` gets if both sides see everything and play perfectly.
fn truth(game: &HideAndSeek, state: &State, root: Player) -> f64 {
    let Turn::Player(mover) = game.turn(state) else { return f64::from(game.scores(state).of(root)) };
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let values = moves.iter().map(|&mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        truth(game, &next, root)
    });
    if game.teams().are_allies(mover, root) { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
}

/// Expectimax is the best move on average over the worlds, each of them played on with open cards.
#[test]
fn expectimax_averages_over_worlds() {
    let mut telling = 0;
    for seed in 0..60 {
        let game = HideAndSeek::ring(2, 9, 3, 9);
        let mut rng = Rng::new(seed);
        let mut state = game.start(&mut rng);
        for _ in 0..4 {
            if let Some(mv) = game.random_move(&state, &mut rng, &mut Vec::new()) {
                game.play(&mut state, mv);
            }
        }
        let Turn::Player(mover) = game.turn(&state) else { continue };
        let view = View::new(&game, &state, mover);
        let mut moves = Vec::new();
        view.legal_moves(&game, &mut moves);
        let worth = |&mv: &Move| -> f64 {
            let after = |(mut world, weight): (State, f64)| {
                game.play(&mut world, mv);
                weight * truth(&game, &world, mover)
            };
            view.worlds(&game).into_iter().map(after).sum()
        };
        let best = moves.iter().map(worth).fold(0.0, f64::max);
        telling += usize::from(view.worlds(&game).len() > 1 && best > 0.0 && best < 1.0);
        for star in ["off", "1", "2"] {
            let text = format!("expectimax(depth=20, star={star})");
            let report = search(&text, &game, &state, Budget::default(), seed);
            assert!((worth(&report.best) - best).abs() < 1e-6, "{text}: {:?} in {state:?}", report.best);
            let value = report.value.expect("a value");
            assert!((value - best).abs() < 1e-5, "{text}: {value}, not {best}, in {state:?}");
        }
    }
    assert!(telling > 10, "{telling} positions tell anything");
}

/// The last round. From c6 the hider can go to c5 or c7, from c2, where it may be as well, to c1 or c3. The seekers on c8
/// and c12 have nothing else to do than to look at c7 and c1; the one on c4 must guess between c3 and c5.
const GUESS: &str = "hider=c6 seekers=c4,c8,c12 possible=c2,c6 turn=1 round=8";

fn guessing_game() -> (HideAndSeek, State) {
    let game = HideAndSeek::ring(3, 12, 8, 3);
    let state = game.parse_position(GUESS).unwrap_or_else(|error| panic!("{error}"));
    (game, state)
}

/// What a report says that the hider gets with a move.
fn hiders_share(game: &HideAndSeek, state: &State, report: &Report<Move>, text: &str) -> f32 {
    let mv = game.parse_move(state, text).unwrap_or_else(|error| panic!("{error}"));
    let candidate = report.candidates.iter().find(|candidate| candidate.mv == mv).expect("a candidate");
    candidate.values.expect("shares")[HIDER]
}

/// A hider who takes the seekers to know where it is sees itself caught everywhere. One who lets them learn only from
/// worlds that they hold possible knows that they must guess.
#[test]
fn redetermined_seekers_do_not_know_the_hider() {
    let (game, state) = guessing_game();
    for seed in 0..5 {
        let of = |hidden: &str| {
            let text = format!("mcts(hidden={hidden}, playout=random, c=0.5, select=uct)");
            let report = search(&text, &game, &state, Budget::playouts(20_000), seed);
            (hiders_share(&game, &state, &report, "c5"), game.move_text(&state, report.best))
        };
        for open in ["single-tree", "many-observers"] {
            assert!(of(open).0 < 0.01, "{open}, seed {seed}: {:?}", of(open));
        }
        let (share, best) = of("redeterminize");
        assert!(share > 0.1 && best == "c5", "seed {seed}: {best} with {share}");
    }
}

/// All approaches find the move that surely catches the hider, and count all playouts.
#[test]
fn every_approach_catches_a_cornered_hider() {
    let game = HideAndSeek::ring(2, 7, 4, 9);
    // The hider is on c3, wherever else it may have been: the first seeker, on c2, has to go there.
    let state = game.parse_position("hider=c3 seekers=c2,c6 possible=c3,c4 turn=2 round=4").expect("a position");
    for hidden in [
        "single-tree",
        "separate-trees",
        "separate-trees(vote=average)",
        "one-observer",
        "many-observers",
        "redeterminize",
    ] {
        let text = format!("mcts(hidden={hidden}, playout=random)");
        let report = search(&text, &game, &state, Budget::playouts(400), 1);
        assert_eq!(game.move_text(&state, report.best), "c3", "{text}");
        assert_eq!(report.playouts, 400);
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(visits <= 400 && visits > 100, "{text}: {visits} visits");
    }
}

/// A seeker who could leave the hider to its partner, but not so gladly.
#[test]
fn a_win_of_a_partner_is_worth_less() {
    let game = HideAndSeek::ring(2, 7, 4, 9).in_the_open();
    // Both seekers stand beside the hider: the first can catch it, or step back to c1 and leave it to the second.
    let state = game.parse_position("hider=c3 seekers=c2,c4 possible=c3 turn=2 round=4").expect("a position");
    for (coalition, worth) in [(0.0, 1.0), (0.25, 0.75), (1.0, 0.0)] {
        let text = format!("mcts(coalition={coalition}, playout=greedy(epsilon=0), select=uct, c=2)");
        let report = search(&text, &game, &state, Budget::playouts(500), 1);
        let mv = game.parse_move(&state, "c1").expect("a move");
        let aside = report.candidates.iter().find(|candidate| candidate.mv == mv).expect("a candidate");
        let share = aside.values.expect("shares")[Player::new(1)];
        // Now and then the partner tries something else.
        assert!(share <= worth && share >= 0.7 * worth, "{text}: {share}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    let (hidden, open) = (HideAndSeek::ring(2, 7, 4, 9), HideAndSeek::ring(2, 7, 4, 9).in_the_open());
    let refused = |text: &str, game: &HideAndSeek| {
        let schemas: Vec<_> = PLAYERS.iter().map(|&(schema, _)| schema).collect();
        let args = read(text, "player", &schemas).unwrap_or_else(|error| panic!("{error}"));
        let toolbox = Toolbox::default().knowledge().out_of_turn().categories();
        toolbox.searcher(&args, game).err().unwrap_or_else(|| panic!("{text} should be refused"))
    };
    let cases = [
        (
            "mcts(hidden=one-observer)",
            &open,
            "is for games with secrets, which this is not; expected hidden=single-tree",
        ),
        ("mcts(belief=categories)", &hidden, "no table comes with this game; expected file="),
        (
            "mcts(hidden=redeterminize, threads=2, parallel=root)",
            &hidden,
            "has trees for one thread; expected threads=1",
        ),
        ("mcts(hidden=many-observers, policy=brs)", &hidden, "expected policy=max-n or policy=paranoid"),
        ("mcts(hidden=separate-trees, final=robust-max)", &hidden, "expected final=robust"),
        ("mcts(coalition=0.1, solver=standard)", &open, "expected solver=off"),
        ("mcts(model=thrifty)", &open, "this game has none; expected no model="),
        ("expectimax(belief=categories(file=\"nowhere\"))", &open, "is for games with secrets, which this is not"),
        ("expectimax(belief=categories(file=\"nowhere\"))", &hidden, "cannot read 'nowhere'"),
        ("mcts(belief=categories(steps=3, file=\"nowhere\"))", &hidden, "cannot read 'nowhere'"),
    ];
    for (text, game, expected) in cases {
        let message = refused(text, game);
        assert!(message.contains(expected), "{text}: {message}");
    }
}
