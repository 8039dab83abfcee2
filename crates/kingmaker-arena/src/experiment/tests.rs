use kingmaker_search::Budget;

use super::*;
use proptest::prelude::*;

const SMALL: &str = r#"
title = "Policies"
source = "Somebody 2013, Table 1"
notes = ["a slip"]
seed = 7

[players]
strong = "mcts(c=0.3)"
weak = "random"

[defaults]
players = ["strong", "weak"]
games = 60
playouts = 50
quick = { games = 6, playouts = 5 }

[[match]]
name = "three"
game = "focus(players=3)"
published = { strong = 90.5, weak = { win_rate = 9.5, interval = 1.0, playouts = 3, depth = 2.5 } }
published_games = 1050
as_published = { time = "250ms" }

[[match]]
game = "focus(players=2)"
players = ["strong", "greedy"]
against = "weak"
limits = { strong = { playouts = 9 } }
full = { games = 1000 }

[[match]]
game = "focus(players=2)"
players = ["strong", "weak", "greedy"]
pairing = "all-against-all"
size = { branching = 66.4, length = 38.5 }

[[speed]]
game = "focus(players=3)"
strategy = "greedy"
published = 5476
"#;

fn matches(experiment: &Experiment, choice: &Choice) -> Vec<NamedMatch> {
    let plan = experiment.plan(choice).unwrap_or_else(|mistake| panic!("{mistake}"));
    let matches = plan.rows.into_iter().flat_map(|row| match row {
        PlannedRow::Match(_, matches) => matches,
        PlannedRow::Speed(..) | PlannedRow::Tree(..) => Vec::new(),
    });
    matches.collect()
}

#[test]
fn a_file_says_what_is_played() {
    let experiment =
        Experiment::parse(&Registry::ours(), "small.toml", SMALL).unwrap_or_else(|mistake| panic!("{mistake}"));
    assert_eq!((experiment.title.as_str(), experiment.seed, experiment.rows.len()), ("Policies", 7, 4));
    let Row::Match(first) = &experiment.rows[0] else { panic!("a match") };
    assert_eq!(first.published[0].1, Figures { win_rate: Some(90.5), ..Figures::default() });
    assert_eq!((first.published[1].1.depth, first.published_games), (Some(2.5), Some(1050)));
    let normal = matches(&experiment, &Choice::default());
    let names: Vec<String> = normal.iter().map(|named| named.names.join(" ")).collect();
    let expected = ["strong weak", "strong weak", "greedy weak", "strong weak", "strong greedy", "weak greedy"];
    assert_eq!(names, expected);
    let budgets = |matches: &[NamedMatch]| -> Vec<Budget> {
        matches.iter().map(|named| *named.the_match.players()[0].budget()).collect()
    };
    // What a match says about its budget turns the default off, also for others.
    assert_eq!(budgets(&normal)[..2], [Budget::playouts(50), Budget::playouts(9)]);
    assert_eq!(normal[3].the_match.players()[0].budget(), &Budget::playouts(50));
    let games =
        |matches: &[NamedMatch]| matches.iter().map(|named| named.the_match.schedule().games()).collect::<Vec<_>>();
    assert_eq!(games(&normal), [60; 6]);
}

#[test]
fn effort_and_choice() {
    let experiment =
        Experiment::parse(&Registry::ours(), "small.toml", SMALL).unwrap_or_else(|mistake| panic!("{mistake}"));
    let first_two = |choice: Choice| -> Vec<(u64, Budget)> {
        let matches = matches(&experiment, &choice);
        let seen = |named: &NamedMatch| (named.the_match.schedule().games(), *named.the_match.players()[0].budget());
        matches[..2].iter().map(seen).collect()
    };
    let effort = |effort| Choice { effort, ..Choice::default() };
    assert_eq!(first_two(effort(Effort::Quick)), [(6, Budget::playouts(5)); 2]);
    assert_eq!(first_two(effort(Effort::Full)), [(60, Budget::playouts(50)), (1000, Budget::playouts(9))]);
    let fewer = Choice { games: Some(7), effort: Effort::Quick, ..Choice::default() };
    assert_eq!(first_two(fewer), [(12, Budget::playouts(5)), (8, Budget::playouts(5))]);
    let missing = experiment.plan(&Choice { as_published: true, ..Choice::default() });
    let missing = missing.err().map(|mistake| mistake.to_string()).unwrap_or_default();
    assert!(missing.starts_with("small.toml:24:1: the budget of the source is not given"), "{missing}");
    let timed = "[[match]]\ngame='focus'\nplayers=['mcts']\nas_published={time=250}\n";
    let timed = Experiment::parse(&Registry::ours(), "t", timed).unwrap_or_else(|mistake| panic!("{mistake}"));
    let matches = matches(&timed, &Choice { as_published: true, ..Choice::default() });
    assert!(!matches[0].the_match.is_reproducible());
    let quick = super::tests::matches(&timed, &effort(Effort::Quick));
    assert_eq!(quick[0].the_match.schedule().games(), 10, "a tenth if nothing is said");
}

#[test]
fn a_level_of_effort_scales_budgets() {
    let text = "[[match]]\ngame='focus'\nplayers=['mcts', 'mcts(c=1)', 'brs']\ngames=900\nplayouts=1000\nnodes=5000\n\
        limits={brs={nodes=700}}\nnormal={games=90, scale=0.5}\nquick={games=36, scale=0.0001, limits={brs={nodes=9}}}\n";
    let experiment = Experiment::parse(&Registry::ours(), "t", text).unwrap_or_else(|mistake| panic!("{mistake}"));
    let seen = |effort| {
        let the_match = &matches(&experiment, &Choice { effort, ..Choice::default() })[0].the_match;
        let budget = |index: usize| *the_match.players()[index].budget();
        (the_match.schedule().games(), budget(0).playouts, budget(2).nodes)
    };
    assert_eq!(seen(Effort::Full), (900, Some(1000), Some(700)));
    assert_eq!(seen(Effort::Normal), (108, Some(500), Some(350)), "in whole rounds of 36");
    assert_eq!(seen(Effort::Quick), (36, Some(1), Some(9)), "never nothing");
    let without_quick = text.replace("quick={games=36, scale=0.0001, limits={brs={nodes=9}}}", "");
    let experiment =
        Experiment::parse(&Registry::ours(), "t", &without_quick).unwrap_or_else(|mistake| panic!("{mistake}"));
    let the_match = &matches(&experiment, &Choice { effort: Effort::Quick, ..Choice::default() })[0].the_match;
    let quick = (the_match.schedule().games(), the_match.players()[0].budget().playouts);
    assert_eq!(quick, (12, Some(500)), "a tenth of the usual games with the usual budget");
    let plies = "[[match]]\ngame='focus'\nplayers=['mcts', 'greedy']\nplies=180000\nquick={scale=0.25}\n";
    let experiment = Experiment::parse(&Registry::ours(), "t", plies).unwrap_or_else(|mistake| panic!("{mistake}"));
    let of_mcts =
        |effort| *matches(&experiment, &Choice { effort, ..Choice::default() })[0].the_match.players()[0].budget();
    assert_eq!(of_mcts(Effort::Full), Budget::plies(180_000));
    assert_eq!(of_mcts(Effort::Quick), Budget::plies(45_000));
}

#[test]
fn seatings_are_parts_of_a_match() {
    let text = "[[match]]\ngame='focus(players=3)'\nplayers=['mcts', 'greedy']\nseatings=[\n\
        {order=['mcts','greedy','greedy'], published={mcts=50}, published_games=4},\n\
        {instances={mcts=2, greedy=1}},\n{after='greedy'},\n{seat=3}]\n";
    let experiment = Experiment::parse(&Registry::ours(), "t", text).unwrap_or_else(|mistake| panic!("{mistake}"));
    let Row::Match(row) = &experiment.rows[0] else { panic!("a match") };
    assert_eq!((row.seatings[0].published[0].1.win_rate, row.seatings[0].published_games), (Some(50.0), Some(4)));
    let the_match = &matches(&experiment, &Choice::default())[0].the_match;
    let names = ["mcts", "greedy"];
    let round: Vec<Vec<&str>> = (0..6)
        .filter_map(|index| the_match.schedule().game(index))
        .map(|game| game.seating.iter().map(|&index| names[index]).collect())
        .collect();
    let covered = |player: &str| -> Vec<usize> {
        let count = |which: &Which| round.iter().filter(|seating| which.covers(player, seating)).count();
        row.seatings.iter().map(|seating| count(&seating.which)).collect()
    };
    // Of six seatings: one order, three with two of mcts, mcts after greedy in all, and last in three.
    assert_eq!(covered("mcts"), [1, 3, 6, 3]);
    assert_eq!(covered("greedy"), [1, 3, 3, 3]);
}

#[test]
fn a_stopping_rule_is_that_of_every_match() {
    let text = "[defaults]\nplayouts = 5\nstop = { sprt = '50:60%', beta = 0.1 }\n\
        [[match]]\ngame = 'focus(players=2)'\nplayers = ['mcts', 'greedy']\nagainst = 'random'\n\
        [[match]]\ngame = 'focus(players=3)'\nplayers = ['mcts', 'greedy', 'random']\ngames = 600\n";
    let experiment = Experiment::parse(&Registry::ours(), "t", text).unwrap_or_else(|mistake| panic!("{mistake}"));
    let seen = |effort| -> Vec<(u64, String)> {
        let matches = matches(&experiment, &Choice { effort, ..Choice::default() });
        let seen = matches.iter().map(|named| {
            let finding = named.the_match.stopping().expect("a rule").finding();
            assert_eq!(finding.hypotheses, Hypotheses::new(0.5, 0.6, 0.05, 0.1).expect("valid"));
            (named.the_match.schedule().games(), finding.player)
        });
        seen.collect()
    };
    let [mcts, greedy] = ["mcts", "greedy"].map(str::to_owned);
    assert_eq!(seen(Effort::Normal), [(100_000, mcts.clone()), (100_000, greedy.clone()), (600, mcts.clone())]);
    assert_eq!(seen(Effort::Quick), [(10_000, mcts.clone()), (10_000, greedy), (60, mcts)]);
}

/// Each text has one mistake; the message begins with its place.
#[test]
fn mistakes_are_found_where_they_are() {
    let valid = "[[match]]\ngame = 'focus'\nplayers = ['mcts', 'greedy']\n";
    for (old, new, expected) in [
        (
            "'mcts'",
            "'mtcs'",
            "x.toml:3:13: unknown player 'mtcs'; did you mean 'mcts'?\n  players = ['mtcs', 'greedy']\n              ^^^^",
        ),
        (
            "'mcts'",
            "'mcts(c=0.3, plaouts=3)'",
            "x.toml:3:25: unknown option of mcts 'plaouts'; did you mean 'playouts'?",
        ),
        ("'mcts'", "\"mc\\u0074s(x=1)\"", "x.toml:3:12: unknown option of mcts 'x'"),
        ("'focus'", "'focsu'", "x.toml:2:9: unknown game 'focsu'; did you mean 'focus'?"),
        ("'greedy'", "'mcts'", "x.toml:3:20: player 'mcts' is named twice"),
        ("'greedy'", "'mcts()'", "x.toml:3:20: two of the players are the same, 'mcts'"),
        ("'mcts', 'greedy'", "", "x.toml:3:11: a match needs 'players'"),
        ("players = ['mcts', 'greedy']", "", "x.toml:1:1: a match needs 'players'"),
        ("game = 'focus'", "", "x.toml:1:1: a match needs 'game': the game, as a spec"),
        ("game =", "gane =", "x.toml:2:1: unknown setting of a match 'gane'; did you mean 'game'?"),
        ("[[match]]", "[[matches]]", "x.toml:1:3: unknown setting of an experiment 'matches'; did you mean 'match'?"),
        ("[[match]]", "[match]", "x.toml:1:1: 'match' takes tables in double brackets, not a table"),
        ("[[match]]", "[[match]]\ngames = 0", "x.toml:2:9: 'games' takes a whole number from 1, not 0"),
        ("[[match]]", "[[match]]\ngames = -3", "x.toml:2:9: 'games' takes a whole number from 1, not -3"),
        ("[[match]]", "[[match]]\ntime = 'soon'", "x.toml:2:8: 'time' takes a time such as"),
        ("[[match]]", "[[match]]\ndepth = 3", "x.toml:4:12: mcts cannot be limited by depth"),
        ("[[match]]", "[[match]]\nquick = { depth = 3 }", "x.toml:4:12: mcts cannot be limited by depth"),
        ("[[match]]", "[[match]]\nas_published = { depth = 3 }", "x.toml:4:12: mcts cannot be limited by depth"),
        (
            "[[match]]",
            "[[match]]\npairing = 'all-at-onse'",
            "x.toml:2:11: 'pairing' takes \"all-at-once\" or \"all-against-all\"; did you mean 'all-at-once'?",
        ),
        (
            "[[match]]",
            "[[match]]\npairing = 'all-at-once'\nagainst = 'random'",
            "x.toml:2:11: 'pairing' and 'against' contradict",
        ),
        (
            "[[match]]",
            "[[match]]\npublished = { mtcs = 3 }",
            "x.toml:2:15: unknown player of this match 'mtcs'; did you mean 'mcts'?",
        ),
        (
            "[[match]]",
            "[[match]]\npublished = { mcts = 'x' }",
            "x.toml:2:22: 'mcts' takes a number or a table with win_rate",
        ),
        ("[[match]]", "[[match]]\nquick = { limits = { a = {} } }", "x.toml:2:22: unknown player of this match 'a'"),
        ("[[match]]", "[[match]]\nlimits = { a = { playouts = 3 } }", "x.toml:2:12: unknown player of this match 'a'"),
        (
            "players =",
            "against = 'random'\npublished = { random = 3 }\nplayers =",
            "x.toml:4:15: unknown player of this match 'random'",
        ),
        ("[[match]]", "[players]\nmcts = 'brs(depth=x)'\n[[match]]", "x.toml:2:19: 'depth' takes a whole number"),
        (
            "[[match]]\ngame = 'focus'\nplayers = ['mcts', 'greedy']\n",
            "title = 'x'",
            "x.toml:1:1: there is nothing to do",
        ),
        (
            "[[match]]\ngame = 'focus'\nplayers = ['mcts', 'greedy']\n",
            "[[speed]]\ngame='focus'\nstrategy='gredy'",
            "x.toml:3:10: unknown strategy 'gredy'; did you mean 'greedy'?",
        ),
        ("'greedy']", "'greedy'", "x.toml:"),
        ("[[match]]", "[[match]]\nquick = { scale = 1.5 }", "x.toml:2:19: 'scale' takes a number above 0, up to 1"),
        (
            "[[match]]",
            "[[match]]\nnormal = { scale = 0.5, playouts = 5 }",
            "x.toml:2:20: 'scale' and a budget contradict",
        ),
        (
            "[[match]]",
            "[[match]]\nseatings = [{ seat = 1, after = 'mcts' }]",
            "x.toml:2:13: a seating needs one of order",
        ),
        ("[[match]]", "[[match]]\nseatings = [{ seat = 5 }]", "x.toml:2:13: there are no such games; expected each of"),
        ("[[match]]", "[[match]]\nseatings = [{ order = ['mcts', 'greedy'] }]", "x.toml:2:13: there are no such games"),
        ("[[match]]", "[[match]]\nseatings = [{ instances = { mcts = 4 } }]", "x.toml:2:13: there are no such games"),
        ("[[match]]", "[[match]]\nseatings = [{ after = 'nobody' }]", "x.toml:2:13: there are no such games"),
        (
            "[[match]]",
            "[[match]]\nagainst = 'random'\nseatings = [{ seat = 1 }]",
            "x.toml:3:12: 'seatings' are of one match; expected neither",
        ),
        ("[[match]]", "[[match]]\nstop = { spr = '50:55' }", "x.toml:2:10: unknown setting of a stopping rule 'spr'"),
        ("[[match]]", "[[match]]\nstop = { alpha = 0.1 }", "x.toml:2:8: a stopping rule needs 'sprt'"),
        (
            "[[match]]",
            "[[match]]\nstop = { sprt = '50' }",
            "x.toml:2:17: 'sprt': expected two win rates in per cent, such as 50:55",
        ),
        ("[[match]]", "[[match]]\nstop = { sprt = '50:50' }", "x.toml:2:17: both hypotheses are 50%"),
        ("[[match]]", "[[match]]\nstop = { sprt = '50:101' }", "x.toml:2:17: a win rate of 101% cannot be tested"),
        (
            "[[match]]",
            "[[match]]\nstop = { sprt = '50:55', beta = 0.5 }",
            "x.toml:2:33: an error rate of 0.5 is none to test with",
        ),
        (
            "[[match]]",
            "[[match]]\nstop = { alpha = 0, sprt = '50:55' }",
            "x.toml:2:18: an error rate of 0 is none to test with",
        ),
        ("[[match]]", "[[match]]\nstop = 3", "x.toml:2:8: 'stop' takes a table with sprt, alpha, beta, not 3"),
        (
            "'mcts', 'greedy']",
            "'mcts']\nstop = { sprt = '50:55' }",
            "x.toml:4:8: an SPRT tests one player against others; expected at least two players",
        ),
        (
            "'greedy'",
            "'greedy', 'random', 'mcts(c=1)', 'mcts(c=2)'",
            "x.toml:3:53: 5 different players cannot share 4 seats",
        ),
    ] {
        assert!(Experiment::parse(&Registry::ours(), "x.toml", valid).is_ok());
        let wrong = valid.replace(old, new);
        assert_ne!(wrong, valid);
        let message = Experiment::parse(&Registry::ours(), "x.toml", &wrong)
            .map_or_else(|mistake| mistake.to_string(), |_| String::new());
        assert!(message.starts_with(expected), "expected\n{expected}\nnot\n{message}\nfor\n{wrong}");
    }
}

/// The examples of the book are experiments.
#[test]
fn the_book_is_right() {
    let book = include_str!("../../../../docs/src/experiments.md");
    let blocks: Vec<&str> = book.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        Experiment::parse(&Registry::ours(), "book", block).unwrap_or_else(|mistake| panic!("{mistake}"));
    }
    let table = |section: &fields::Section| section.fields().map(|field| field.name).collect::<Vec<_>>();
    for key in [table(&fields::FILE), table(&fields::MATCH), table(&fields::SPEED)].concat() {
        assert!(book.contains(&format!("`{key}`")) || book.contains(&format!("[{key}]")), "{key} is not in the book");
    }
}

/// Whatever stands in an example is described in the schema.
#[test]
fn the_schema_knows_what_the_examples_use() {
    let schema = json_schema();
    let rows = &schema["properties"]["match"]["items"];
    assert_eq!(rows["required"], serde_json::json!(["game"]));
    for key in ["game", "players", "published", "quick", "size", "as_published", "stop"] {
        assert!(rows["properties"][key]["description"].is_string(), "{key}");
    }
    assert_eq!(rows["properties"]["stop"]["required"], serde_json::json!(["sprt"]));
    assert!(schema["properties"]["defaults"]["properties"]["stop"].is_object());
    assert_eq!(schema["additionalProperties"], false);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,80}", place in 0usize..SMALL.len(), length in 0usize..40) {
        let _ = Experiment::parse(&Registry::ours(), "x", &text).map_err(|mistake| mistake.to_string());
        let end = (place + length).min(SMALL.len());
        let damaged = format!("{}{text}{}", &SMALL[..place], &SMALL[end..]);
        let _ = Experiment::parse(&Registry::ours(), "x", &damaged).map_err(|mistake| mistake.to_string());
    }
}

#[test]
fn a_level_may_choose_among_those_who_meet_another() {
    let text = SMALL.replace("full = { games = 1000 }", "normal = { only = [\"greedy\"] }");
    let experiment =
        Experiment::parse(&Registry::ours(), "small.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    let names = |effort| -> Vec<String> {
        let choice = Choice { effort, ..Choice::default() };
        matches(&experiment, &choice).iter().map(|named| named.names.join(" - ")).collect()
    };
    assert_eq!(names(Effort::Normal)[..2], ["strong - weak", "greedy - weak"]);
    assert_eq!(names(Effort::Full)[..3], ["strong - weak", "strong - weak", "greedy - weak"]);
    for (level, expected) in [
        ("normal = { only = [\"gredy\"] }", "unknown player of this match 'gredy'; did you mean 'greedy'?"),
        ("normal = { only = \"greedy\" }", "a list of texts"),
    ] {
        let text = SMALL.replace("full = { games = 1000 }", level);
        let mistake = Experiment::parse(&Registry::ours(), "small.toml", &text).expect_err("wrong").to_string();
        assert!(mistake.contains(expected), "{mistake}");
    }
    let alone = SMALL.replace("as_published = { time = \"250ms\" }", "normal = { only = [\"strong\"] }");
    let mistake = Experiment::parse(&Registry::ours(), "small.toml", &alone).expect_err("wrong").to_string();
    assert!(mistake.contains("'only' chooses among those who meet 'against'"), "{mistake}");
}
