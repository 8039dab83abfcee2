use kingmaker_search::Halt;

use super::*;
use crate::statistics::sprt::{Hypotheses, State};
use crate::test_game::{self, heap_match};
use std::cell::Cell;
use tempfile::TempDir;

fn folder() -> TempDir {
    TempDir::new().expect("created")
}

fn campaign<'a>(path: &std::path::Path, matches: &[&'a Match]) -> Campaign<'a> {
    Campaign::new(Store::open(path).expect("free"), matches.iter().copied()).expect("readable")
}

/// Plays until all is played, or somebody presses Ctrl-C after so many games.
fn run_until(campaign: &mut Campaign<'_>, most: u64) -> Result<u64, CampaignError> {
    let (played, halt) = (Cell::new(0), Halt::new());
    let jobs = NonZeroUsize::new(2).expect("not zero");
    campaign.run(jobs, &halt, |news| {
        played.set(played.get() + news.games);
        if played.get() >= most {
            halt.stop();
        }
    })?;
    Ok(played.get())
}

fn run(campaign: &mut Campaign<'_>) -> Result<u64, CampaignError> {
    run_until(campaign, u64::MAX)
}

fn rates(campaign: &Campaign<'_>) -> Vec<(u64, f64)> {
    let summaries = campaign.standings().map(Standing::summary);
    summaries.map(|summary| (summary.games, summary.players[1].wins)).collect()
}

#[test]
fn goes_on_where_it_stopped() {
    let folder = folder();
    let [path, whole] = ["resumed.db", "whole.db"].map(|name| folder.path().join(name));
    let the_match = heap_match(600);
    let mut undisturbed = campaign(&whole, &[&the_match]);
    assert_eq!(run(&mut undisturbed).expect("played"), 600);
    let mut played = 0;
    for round in 1..=5 {
        let mut part = campaign(&path, &[&the_match]);
        assert_eq!(part.done(), played);
        played += run_until(&mut part, round).expect("played");
    }
    assert!((1..600).contains(&played), "{played} games in five interrupted runs");
    let mut rest = campaign(&path, &[&the_match]);
    assert_eq!(run(&mut rest).expect("played"), 600 - played);
    assert_eq!(rates(&rest), rates(&undisturbed));
    drop(rest);
    let mut again = campaign(&path, &[&the_match]);
    assert_eq!((again.done(), again.total()), (600, 600));
    assert_eq!(run(&mut again).expect("nothing to do"), 0);
    assert_eq!(rates(&again), rates(&undisturbed));
}

#[test]
fn a_match_that_is_there_twice_is_played_once() {
    let folder = folder();
    let path = folder.path().join("twice.db");
    let (short, long) = (heap_match(6), heap_match(12));
    let mut both = campaign(&path, &[&short, &long, &short]);
    assert_eq!((both.total(), run(&mut both).expect("played")), (12, 12));
    let counted = rates(&both);
    assert_eq!((counted[0].0, counted[1].0), (6, 12));
    assert_eq!(counted[0], counted[2]);
    drop(both);
    // Fewer games than are there: the first ones count, also when nothing is played.
    assert_eq!(rates(&campaign(&path, &[&short]))[0], counted[0]);
    let store = Store::read(&path).expect("there");
    let summaries: Vec<_> = known(&store, [&short, &long]).expect("readable").iter().map(Standing::summary).collect();
    assert_eq!([0, 1].map(|at: usize| (summaries[at].games, summaries[at].players[1].wins)), counted[..2]);
    let other = Match::new(test_game::any_heap(3), vec![short.players()[0].clone()], 6, 7).expect("valid");
    assert_eq!(known(&store, [&other]).expect("readable")[0].summary().games, 0);
}

fn test(null: f64, alternative: f64) -> Hypotheses {
    Hypotheses::new(null, alternative, 0.05, 0.05).expect("valid")
}

/// All records of a store, in their order.
fn kept(path: &std::path::Path, the_match: &Match) -> Vec<GameRecord> {
    let store = Store::read(path).expect("there");
    let id = store.find_match(the_match).expect("readable").expect("played");
    let mut records = Vec::new();
    each_game(&store, id, the_match, |record| records.push(record)).expect("readable");
    records
}

/// Interrupted or not, a test decides after the same games, and no other games are kept.
#[test]
fn a_test_ends_a_match_after_the_same_games() {
    let folder = folder();
    let [path, whole, all] = ["resumed.db", "whole.db", "all.db"].map(|name| folder.path().join(name));
    let stopping = heap_match(6000).stopped_by(test(0.41, 0.4)).expect("two players");
    let mut undisturbed = campaign(&whole, &[&stopping]);
    assert!(undisturbed.is_open());
    let games = run(&mut undisturbed).expect("played");
    assert!((12..600).contains(&games) && games.is_multiple_of(6), "{games}");
    let finding = undisturbed.standings().next().and_then(Standing::finding).expect("a test");
    assert_eq!((finding.state, finding.player.as_str()), (State::AcceptedAlternative, "random"));
    assert_eq!((undisturbed.total(), undisturbed.is_open()), (games, false));
    // Every game counts as in a match of all its games, one after the other.
    let plain = heap_match(600);
    let mut endless = campaign(&all, &[&plain]);
    run(&mut endless).expect("played");
    drop((undisturbed, endless));
    let mut by_hand = Standing::new(&stopping);
    kept(&all, &stopping).iter().for_each(|record| by_hand.add(record));
    assert_eq!((by_hand.needed(), by_hand.finding()), (games, Some(finding.clone())));
    assert_eq!(kept(&whole, &stopping), kept(&all, &stopping)[..games as usize]);
    let mut played = 0;
    for round in 1..=5 {
        let mut part = campaign(&path, &[&stopping]);
        assert_eq!(part.done(), played);
        played += run_until(&mut part, round).expect("played");
    }
    assert!((1..games).contains(&played), "{played} games in five interrupted runs");
    let mut rest = campaign(&path, &[&stopping]);
    assert_eq!(run(&mut rest).expect("played"), games - played);
    assert_eq!(rest.standings().next().and_then(Standing::finding), Some(finding));
    drop(rest);
    assert_eq!(kept(&path, &stopping), kept(&whole, &stopping));
    let mut again = campaign(&path, &[&stopping]);
    assert_eq!((again.done(), again.total(), run(&mut again).expect("over")), (games, games, 0));
}

/// A match whose games another one needs anyway does not throw them away; its own are counted
/// up to the decision.
#[test]
fn a_test_beside_the_same_match_without_one() {
    let folder = folder();
    let [path, alone] = ["beside.db", "alone.db"].map(|name| folder.path().join(name));
    let (plain, stopping) = (heap_match(600), heap_match(6000).stopped_by(test(0.5, 0.35)).expect("two players"));
    let mut both = campaign(&path, &[&stopping, &plain]);
    assert_eq!((both.total(), run(&mut both).expect("played")), (6000, 600));
    let mut only = campaign(&alone, &[&stopping]);
    run(&mut only).expect("played");
    assert_eq!((rates(&both)[0], rates(&both)[1].0), (rates(&only)[0], 600));
    let findings = |campaign: &Campaign<'_>| campaign.standings().map(Standing::finding).collect::<Vec<_>>();
    assert_eq!(findings(&both), [findings(&only)[0].clone(), None]);
    // A test that the games of the other match do not decide goes on by itself.
    let undecided = heap_match(702).stopped_by(test(0.2, 0.2001)).expect("two players");
    drop(both);
    let mut longer = campaign(&path, &[&undecided, &plain]);
    assert_eq!((longer.done(), run(&mut longer).expect("played")), (600, 102));
    assert_eq!(longer.standings().map(Standing::is_complete).collect::<Vec<_>>(), [true, true]);
}

#[test]
fn another_program_is_noticed() {
    let folder = folder();
    let path = folder.path().join("changed.db");
    let the_match = heap_match(12);
    let mut store = Store::open(&path).expect("new");
    let id = store.match_id(&the_match).expect("new");
    let scheduled = the_match.schedule().game(4).expect("within");
    let game = the_match.game().play_game(scheduled, the_match.players(), &Halt::new(), &|| false);
    let mut record = game.expect("legal").expect("not stopped");
    record.moves[1].text = "take9".to_owned();
    store.add([(id, &record, std::time::Duration::ZERO)]).expect("written");
    drop(store);
    let error = run(&mut campaign(&path, &[&the_match])).expect_err("changed").to_string();
    assert!(error.contains("in game 4 of heap") && error.contains("ply 2 was 'take9' and is now 'take"), "{error}");
}

/// Games without moves count like those with them, also beside them, and a changed program is found all the same.
#[test]
fn moves_need_not_be_kept() {
    let folder = folder();
    let [path, whole] = ["thin.db", "whole.db"].map(|name| folder.path().join(name));
    let the_match = heap_match(60);
    let mut with_moves = campaign(&whole, &[&the_match]);
    run(&mut with_moves).expect("played");
    let played = run(&mut campaign(&path, &[&heap_match(6)])).expect("played");
    let mut rest = campaign(&path, &[&the_match]).without_moves();
    assert_eq!(run(&mut rest).expect("played"), 60 - played);
    let summaries = [&with_moves, &rest].map(|campaign| campaign.standings().next().expect("one").summary());
    assert_eq!(summaries[0], summaries[1]);
    drop(rest);
    let store = Store::read(&path).expect("there");
    let (mut kept, mut thin) = (0, Vec::new());
    store
        .games(store.find_match(&the_match).expect("readable").expect("there"), |game| {
            kept += u64::from(!game.record.lacks_moves());
            thin.extend(game.record.lacks_moves().then_some(game.record));
            Ok::<(), StoreError>(())
        })
        .expect("readable");
    assert_eq!((kept, thin.len() as u64), (played, 60 - played));
    let game = the_match.game();
    let scheduled = the_match.schedule().game(thin[0].index).expect("within");
    let again =
        game.play_game(scheduled, the_match.players(), &Halt::new(), &|| false).expect("played").expect("whole");
    assert_eq!(replay::difference(&thin[0], &again), None);
    thin[0].spent[0].playouts += 1;
    assert!(replay::difference(&thin[0], &again).is_some());
    assert!(replay::follow(&crate::Registry::ours(), &thin[0], &mut |_| ()).is_err());
}
