use super::lines::MEAN_ROUNDING;
use super::*;
use crate::record::GameRecord;
use crate::registry::Registry;

fn plan_of(text: &str, check: impl FnOnce(&Experiment, &Plan<'_>)) {
    let experiment =
        Experiment::parse(&Registry::ours(), "test.toml", text).unwrap_or_else(|mistake| panic!("{mistake}"));
    let plan = experiment.plan(&Choice::default()).unwrap_or_else(|mistake| panic!("{mistake}"));
    check(&experiment, &plan);
}

/// Games of a match in which the players sat and won as told.
fn standing(named: &NamedMatch, games: &[(&[usize], usize)]) -> Standing {
    let labels: Vec<&str> = named.the_match.players().iter().map(|player| player.label()).collect();
    let mut standing = Standing::new(&named.the_match);
    for (index, (seating, winner)) in games.iter().enumerate() {
        standing.add(&GameRecord {
            game: "focus".to_owned(),
            index: index as u64,
            seed: 0,
            seating: seating.iter().map(|&kind| labels[kind].to_owned()).collect(),
            budgets: Vec::new(),
            shares: (0..seating.len()).map(|seat| if seat == *winner { 1.0 } else { 0.0 }).collect(),
            plies: 10 + index as u32,
            capped: false,
            legal_moves: 30,
            turns: None,
            points: Vec::new(),
            moves: Vec::new(),
            spent: Vec::new(),
            faults: Vec::new(),
        });
    }
    standing
}

fn compared(text: &str, games: &[&[(&[usize], usize)]], measured: &[Measured]) -> Comparison {
    let mut comparison = None;
    plan_of(text, |experiment, plan| {
        let matches = plan.rows.iter().flat_map(|row| match row {
            PlannedRow::Match(_, matches) => matches.as_slice(),
            PlannedRow::Speed(..) | PlannedRow::Tree(..) => &[],
        });
        let standings: Vec<Standing> = matches.zip(games).map(|(named, games)| standing(named, games)).collect();
        comparison = Some(Comparison::new("test", experiment, plan, &Choice::default(), &standings, measured));
    });
    comparison.expect("compared")
}

const AGAINST: &str = "[[match]]
    game = 'focus(players=2)'
    players = ['mcts(c=0.1)', 'mcts(c=0.2)', 'mcts(c=0.3)']
    against = 'greedy'
    published = { 'mcts(c=0.1)' = 99.0, 'mcts(c=0.2)' = { win_rate = 60.0, interval = 2.0 }, 'mcts(c=0.3)' = 99.9 }
    published_games = 1000";

#[test]
fn a_row_that_is_left_out_says_so() {
    let text = format!("{AGAINST}\nquick = {{ games = 0 }}");
    let experiment =
        Experiment::parse(&Registry::ours(), "test.toml", &text).unwrap_or_else(|mistake| panic!("{mistake}"));
    for (effort, games) in [(Effort::Quick, 0), (Effort::Normal, 100)] {
        let choice = Choice { effort, ..Choice::default() };
        let plan = experiment.plan(&choice).unwrap_or_else(|mistake| panic!("{mistake}"));
        let [PlannedRow::Match(_, matches)] = &plan.rows[..] else { panic!("one row") };
        let standings: Vec<Standing> = matches.iter().map(|named| Standing::new(&named.the_match)).collect();
        assert!(standings.iter().all(|standing| standing.is_complete() == (games == 0)));
        let row = &Comparison::new("test", &experiment, &plan, &choice, &standings, &[]).rows[0];
        assert!(row.matches.iter().all(|played| played.scheduled == games), "{:?}", row.matches);
        assert!(row.lines.iter().all(|line| line.verdict.is_none() && line.ours.is_none()), "{:?}", row.lines);
        assert_eq!(row.notes.contains(&"left out with quick effort".to_owned()), games == 0);
    }
}

#[test]
fn each_match_against_one_is_judged_by_itself() {
    let (won, lost): (&[usize], &[usize]) = (&[0, 1], &[1, 0]);
    // The first player sits on seat 0 or 1; the winner is a seat.
    let games = |wins: usize| -> Vec<(&[usize], usize)> {
        (0..40).map(|index| (if index < wins { won } else { lost }, 0)).collect()
    };
    let comparison = compared(AGAINST, &[&games(30), &games(22), &games(5)], &[]);
    let lines = &comparison.rows[0].lines;
    assert_eq!(lines.len(), 3);
    let first = &lines[0];
    assert_eq!((first.name.as_str(), first.against.as_deref()), ("mcts(c=0.1)", Some("greedy")));
    assert_eq!((first.ours.map(|ours| ours.value), first.games, first.basis), (Some(75.0), Some(40), Basis::Wilson));
    let verdicts: Vec<_> = lines.iter().map(|line| line.verdict).collect();
    // 75% is too few but more than half, 55% is near enough to 60%, 12.5% is on the wrong side.
    assert_eq!(verdicts, [Some(Verdict::SameOrder), Some(Verdict::Agrees), Some(Verdict::Differs)]);
    assert_eq!(comparison.tally(), [1, 1, 1, 0]);
    assert_eq!(lines[1].basis, Basis::Printed);
    assert!(comparison.notes.iter().any(|note| note.starts_with("normal: fewer games than published")));
    assert!(comparison.notes.iter().any(|note| note.starts_with("* No interval is printed")));
}

#[test]
fn nothing_played_is_no_verdict() {
    let comparison = compared(AGAINST, &[&[], &[], &[]], &[]);
    assert!(comparison.rows[0].lines.iter().all(|line| line.verdict.is_none() && line.ours.is_none()));
    assert_eq!(comparison.tally(), [0, 0, 0, 0]);
}

#[test]
fn parts_of_a_match_by_who_sat_where() {
    let text = "[[match]]
        game = 'focus(players=3)'
        players = ['random', 'greedy', 'mcts']
        seatings = [
            { order = ['random', 'greedy', 'mcts'], published = { random = 50, mcts = 50 }, published_games = 2 },
            { after = 'greedy', published = { mcts = 20 }, published_games = 9 },
            { seat = 3, published = { mcts = 20, greedy = 70 } },
        ]";
    let (first, second): (&[usize], &[usize]) = (&[0, 1, 2], &[2, 0, 1]);
    let third: &[usize] = &[0, 2, 1];
    // Random wins once, mcts twice in the first seating; mcts once in the second, greedy in the third.
    let games = [(first, 0), (first, 2), (first, 2), (second, 0), (third, 2)];
    let comparison = compared(text, &[&games], &[]);
    let lines = &comparison.rows[0].lines;
    let seen: Vec<(&str, &str, Option<u64>, f64)> = lines
        .iter()
        .map(|line| {
            let value = line.ours.map_or(-1.0, |ours| ours.value.round());
            (line.part.as_deref().unwrap_or_default(), line.name.as_str(), line.games, value)
        })
        .collect();
    let expected = [
        ("random - greedy - mcts", "random", Some(3), 33.0),
        ("random - greedy - mcts", "mcts", Some(3), 67.0),
        // Behind greedy in both the first and the second seating: three of four.
        ("after greedy", "mcts", Some(4), 75.0),
        ("on seat 3", "greedy", Some(2), 50.0),
        ("on seat 3", "mcts", Some(3), 67.0),
    ];
    assert_eq!(seen, expected);
    assert_eq!(lines[4].basis, Basis::None);
}

#[test]
fn sizes_are_ranked_among_the_rows() {
    let text = "[[match]]
        game = 'focus(players=2)'
        players = ['random']
        size = { length = 20.0, states = 34.894 }
        published_games = 1000
        [[match]]
        game = 'focus(players=3)'
        players = ['random']
        size = { length = 40.0, tree = 20.0, states = 9.0 }
        published_games = 1000";
    let (two, three): (&[usize], &[usize]) = (&[0, 0], &[0, 0, 0]);
    // 10 to 29 plies here, 10 to 34 there.
    let games: [&[(&[usize], usize)]; 2] = [&[(two, 0); 20], &[(three, 0); 25]];
    let comparison = compared(text, &games, &[]);
    let [first, second] = &comparison.rows[..] else { panic!("two rows") };
    let verdict = |row: &Row, name: &str| row.lines.iter().find(|line| line.name == name).map(|line| line.verdict);
    assert_eq!(verdict(first, "length"), Some(Some(Verdict::Agrees)));
    assert_eq!(verdict(second, "length"), Some(Some(Verdict::SameOrder)));
    assert_eq!(verdict(second, "tree, log10"), Some(None));
    assert_eq!(verdict(first, "tree, log10"), None);
    assert_eq!(verdict(first, "positions at most, log10"), Some(Some(Verdict::Agrees)));
    assert_eq!(verdict(second, "positions at most, log10"), Some(Some(Verdict::Differs)));
    // As wide as ours would be with as many games, and what rounding adds.
    let length = &first.lines[0];
    let width = |figure: Option<Figure>| figure.map_or(0.0, |figure| figure.range().1 - figure.range().0);
    assert_eq!(length.basis, Basis::LikeOurs);
    let theirs = width(length.published) - 2.0 * MEAN_ROUNDING;
    assert!((width(length.ours) / theirs - (1000.0f64 / 20.0).sqrt()).abs() < 1e-6, "{theirs}");
}

#[test]
fn speeds_are_ranked_within_a_game() {
    let speed = |game: &str, strategy: &str, published: u32| {
        format!("[[speed]]\ngame = '{game}'\nstrategy = '{strategy}'\npublished = {published}\n")
    };
    let text = [
        speed("focus", "random", 100),
        speed("focus", "greedy", 300),
        speed("rolit", "random", 100),
        speed("rolit", "greedy", 300),
        speed("blokus", "greedy", 300),
    ]
    .concat();
    let speeds = [1000.0, 3000.0, 2000.0, 1500.0, 7.0].map(|speed| Measured::Speed(Some(speed)));
    let comparison = compared(&text, &[], &speeds);
    let verdicts: Vec<_> = comparison.rows.iter().map(|row| row.lines[0].verdict).collect();
    let (order, differs) = (Some(Verdict::SameOrder), Some(Verdict::Differs));
    assert_eq!(verdicts, [order, order, differs, differs, None]);
    assert_eq!(comparison.rows[1].lines[0].factor(), Some(10.0));
    assert_eq!(comparison.notes.len(), 2, "{:?}", comparison.notes);
}

/// Playouts that came out of another budget are figures of their own; those that were given are not.
#[test]
fn published_medians_are_compared_where_playouts_are_not_given() {
    let text = "[[match]]
        game = 'focus(players=2)'
        players = ['mcts(c=0.1)', 'mcts']
        BUDGET
        published = { mcts = { win_rate = 60.0, interval = 2.0, playouts = 700 } }";
    let games: Vec<(&[usize], usize)> = (0..30).map(|game| (&[0, 1][..], game % 2)).collect();
    let playouts = |budget: &str| {
        let compared = compared(&text.replace("BUDGET", budget), &[&games], &[]);
        let lines = compared.rows.into_iter().flat_map(|row| row.lines);
        lines.filter(|line| line.unit == Unit::Playouts).collect::<Vec<Line>>()
    };
    assert!(playouts("playouts = 700").is_empty());
    let lines = playouts("plies = 40000");
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((line.name.as_str(), line.published.map(|figure| figure.value)), ("mcts", Some(700.0)));
}
