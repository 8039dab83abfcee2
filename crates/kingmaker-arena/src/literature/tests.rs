use super::*;
use crate::experiment::{Effort, Figures, Which};
use std::fs;
use std::path::Path;

fn experiments() -> Vec<(&'static PublishedTable, Experiment)> {
    let checked =
        |table: &'static PublishedTable| (table, table.experiment().unwrap_or_else(|mistake| panic!("{mistake}")));
    TABLES.iter().map(checked).collect()
}

fn folder() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name().into_string().expect("text");
    entries.map(name).filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect()
}

#[test]
fn every_file_is_listed_and_every_table_explained() {
    let mut files = folder();
    let mut listed: Vec<String> = TABLES.iter().map(|table| table.id.to_owned()).collect();
    // A file that shows users how to write their own.
    listed.push("own-example".to_owned());
    files.sort_unstable();
    listed.sort_unstable();
    assert_eq!(files, listed);
    let readme = include_str!("../../experiments/README.md");
    for id in listed {
        assert!(readme.contains(&format!("`{id}`")), "{id} is missing in experiments/README.md");
    }
}

#[test]
fn every_table_can_be_played() {
    for (table, experiment) in experiments() {
        assert_eq!(table.title(), experiment.title);
        assert_eq!(Some(table.source()), experiment.source.as_deref());
        // Whatever is published with a clock can be played with it.
        if table.text.contains("as_published") {
            let timed = Choice { as_published: true, ..Choice::default() };
            experiment.plan(&timed).unwrap_or_else(|mistake| panic!("{mistake}"));
        }
    }
    let example = include_str!("../../experiments/own-example.toml");
    Experiment::parse(&Registry::ours(), "own-example.toml", example).unwrap_or_else(|mistake| panic!("{mistake}"));
    assert!(example.lines().count() <= 15);
}

#[test]
fn tables_are_found_by_their_id() {
    assert_eq!(table("nijssen-4.3").map(PublishedTable::source), Ok("Nijssen 2013, Table 4.3"));
    let message = table("nijssen-4.30").err().unwrap_or_default();
    assert!(message.starts_with("unknown table 'nijssen-4.30'; did you mean 'nijssen-4.3'?"), "{message}");
}

/// Rates of all players of a match.
fn sum(published: &[(String, Figures)], players: usize) -> Option<f64> {
    let rates: Vec<f64> = published.iter().filter_map(|(_, figures)| figures.win_rate).collect();
    (rates.len() == players && players > 1).then(|| rates.iter().sum())
}

/// Somebody wins every game, so the shares of all players are 100% but for rounding. The papers
/// have exceptions, of which the notes tell.
#[test]
fn printed_shares_sum_to_100() {
    let (mut sums, mut slips) = (0, 0);
    for (table, experiment) in experiments() {
        let plan = experiment.plan(&Choice::default()).unwrap_or_else(|mistake| panic!("{mistake}"));
        for row in &plan.rows {
            let PlannedRow::Match(row, matches) = row else { continue };
            let [named] = &matches[..] else { continue };
            let whole_games = |which: &Which| matches!(which, Which::Order(_) | Which::Instances(_));
            let parts = row.seatings.iter().filter(|seating| whole_games(&seating.which));
            let all = parts.map(|seating| &seating.published).chain([&row.published]);
            for sum in all.filter_map(|published| sum(published, named.names.len())) {
                let is_slip = (sum - 100.0).abs() > 0.25;
                let is_told = row.notes.iter().any(|note| note.contains(&format!("{sum:.1}")));
                assert!(!is_slip || is_told, "{}, {:?}: {sum}", table.id, row.name);
                sums += 1;
                slips += usize::from(is_slip);
            }
        }
    }
    assert_eq!((sums, slips), (421, 10), "sums that were looked at, and slips");
}

/// Printed intervals are 1.96 standard errors of a share.
#[test]
fn printed_intervals_fit_the_number_of_games() {
    for (table, experiment) in experiments() {
        let plan = experiment.plan(&Choice::default()).unwrap_or_else(|mistake| panic!("{mistake}"));
        for row in &plan.rows {
            let PlannedRow::Match(row, _) = row else { continue };
            let Some(games) = row.published_games else { continue };
            for (name, figures) in &row.published {
                let (Some(rate), Some(interval)) = (figures.win_rate, figures.interval) else { continue };
                let expected = 1.96 * (rate * (100.0 - rate) / games as f64).sqrt();
                let is_told = row.notes.iter().any(|note| note.contains(&format!("printed as {interval:.1}")));
                assert!(
                    (interval - expected).abs() < 0.1 || is_told,
                    "{}, {:?}, {name}: {interval}, not {expected:.2}",
                    table.id,
                    row.name
                );
            }
        }
    }
}

/// Normal effort plays fewer games and takes nothing from the players.
#[test]
fn normal_effort_has_the_published_budgets() {
    let normal = Choice { effort: Effort::Normal, ..Choice::default() };
    for (table, experiment) in experiments() {
        // The card game's budgets are not published; those for full effort have no end.
        assert!(!experiment.is_scaled(&normal) || table.id.starts_with("taucer"), "{}", table.id);
    }
}

/// With full effort as many games are played as were published; more, where those were so few that they show little.
#[test]
fn full_effort_is_that_of_the_papers() {
    for (table, experiment) in experiments() {
        let full = Choice { effort: Effort::Full, ..Choice::default() };
        let plan = experiment.plan(&full).unwrap_or_else(|mistake| panic!("{mistake}"));
        assert_eq!(plan.rows.len(), table.rows(), "{}", table.id);
        for row in &plan.rows {
            let PlannedRow::Match(row, matches) = row else { continue };
            for named in matches {
                let schedule = named.the_match.schedule();
                let expected = row.published_games.unwrap_or(schedule.games());
                let excess = schedule.games().checked_sub(expected);
                let is_whole = excess.is_some_and(|excess| excess < schedule.round_length());
                assert!(
                    is_whole || expected < 50 && excess.is_some(),
                    "{}, {:?}: {} games",
                    table.id,
                    row.name,
                    schedule.games()
                );
            }
        }
    }
}

#[test]
fn figures_are_found_by_their_game() {
    let figure = |game: &str, strategy: &str| {
        let game = Registry::ours().game(game).unwrap_or_else(|error| panic!("{error}"));
        playout_speed(&*game, strategy).map(|speed| speed.playouts_per_second)
    };
    assert_eq!(figure("focus(players=4)", "brs2"), Some(561.0));
    assert_eq!(figure("blokus", "mcts"), Some(1406.0));
    assert_eq!(figure("focus(players=3)", "mcts"), Some(6474.0), "in a second, not in five");
    assert_eq!(figure("focus(players=3, cap=9)", "mcts"), None);
    // Four games by five strategies, and eight by a whole search.
    assert_eq!(playout_speeds().len(), 4 * 5 + 8);
    for speed in playout_speeds() {
        assert_eq!(figure(&speed.game, &speed.strategy), Some(speed.playouts_per_second));
        assert_eq!(figure(&speed.game, "random"), None);
    }
}

/// What is printed of the tree is b^d, and of the states what we count.
#[test]
fn published_sizes_are_consistent() {
    assert_eq!(sizes().len(), 12);
    for size in sizes() {
        let game = Registry::ours().game(&size.game).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(size_of(&*game), Some(size));
        let SizeFigures { branching, length, tree, states, .. } = size.figures;
        let figures = branching.zip(length).zip(tree.zip(states));
        let ((branching, length), (tree, states)) = figures.expect("all four are printed");
        // b and d are printed to three digits.
        let is_consistent = (length * branching.log10() - tree).abs() < 0.5;
        assert_eq!(is_consistent, size.game != "focus(players=2)", "{}", size.game);
        let slip = if size.game == "blokus" { 4.0 * (2738.0f64 / 2338.0).log10() } else { 0.0 };
        if let Some(ours) = game.state_space() {
            assert!((ours.log10 - slip - states).abs() < 0.01, "{}: {}", size.game, ours.log10);
        }
    }
}

/// What determines the games of a match: two matches with the same have the same games in a store.
fn identity(named: &crate::experiment::NamedMatch) -> (String, Vec<String>, u64) {
    let player = |player: &crate::PlayerSpec| format!("{} with {}", player.label(), player.budget());
    let the_match = &named.the_match;
    (the_match.game().spec().to_owned(), the_match.players().iter().map(player).collect(), the_match.seed())
}

/// Appendix B prints the games of three tables by who sat where: at every level of effort its
/// matches are theirs, perhaps with more games, so that with one store none is played twice.
#[test]
fn appendix_b_has_the_games_of_its_tables() {
    let matches = |id: &str, choice: &Choice| {
        let experiment = table(id).and_then(|table| table.experiment().map_err(|mistake| mistake.to_string()));
        let experiment = experiment.unwrap_or_else(|message| panic!("{message}"));
        let plan = experiment.plan(choice).unwrap_or_else(|mistake| panic!("{mistake}"));
        let matches = plan.rows.iter().flat_map(|row| match row {
            PlannedRow::Match(_, matches) => matches.as_slice(),
            PlannedRow::Speed(..) | PlannedRow::Tree(..) => &[],
        });
        matches.map(identity).collect::<Vec<_>>()
    };
    let efforts = [Effort::Quick, Effort::Normal, Effort::Full].map(|effort| Choice { effort, ..Choice::default() });
    for choice in efforts.into_iter().chain([Choice { as_published: true, ..Choice::default() }]) {
        for (source, numbers) in [("nijssen-4.2", 1..=8), ("nijssen-4.3", 9..=16), ("nijssen-4.6", 17..=24)] {
            let whole = matches(source, &choice);
            for number in numbers {
                let parts = matches(&format!("nijssen-b.{number}"), &choice);
                assert_eq!(parts.len(), 3);
                for part in parts {
                    assert!(whole.contains(&part), "b.{number}, {choice:?}: {part:?} is not in {source}");
                }
            }
        }
    }
}
