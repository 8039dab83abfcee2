//! Matches that are played as far as they are not played yet, with everything kept in a store.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroUsize;

use crate::contest::Contest;
use crate::player::PlayerError;
use crate::record::GameRecord;
use crate::replay;
use crate::runner::{self, Finished, RunError, Task};
use crate::statistics::Statistics;
use crate::store::{MatchId, Problem, Store, StoreError};

/// Matches and how far they are.
pub struct Campaign<'a> {
    store: Store,
    matches: Vec<Entry<'a>>,
    works: Vec<Work<'a>>,
}

/// A match as it was asked for.
struct Entry<'a> {
    contest: &'a Contest,
    work: usize,
    statistics: Statistics,
}

/// What has to be played. Matches that differ only in their number of games share it.
struct Work<'a> {
    id: MatchId,
    contest: &'a Contest,
    done: BTreeSet<u64>,
    /// The shortest of the stored games: if the program has changed, it is probably seen in it.
    sample: Option<GameRecord>,
}

impl<'a> Campaign<'a> {
    /// Finds out what is there already.
    pub fn new(store: Store, contests: impl IntoIterator<Item = &'a Contest>) -> Result<Self, StoreError> {
        let mut campaign = Campaign { store, matches: Vec::new(), works: Vec::new() };
        let mut known: BTreeMap<MatchId, usize> = BTreeMap::new();
        for contest in contests {
            let id = campaign.store.match_id(contest)?;
            let work = *known.entry(id).or_insert(campaign.works.len());
            match campaign.works.get_mut(work) {
                None => campaign.works.push(Work { id, contest, done: BTreeSet::new(), sample: None }),
                Some(work) if work.contest.schedule().games() < contest.schedule().games() => work.contest = contest,
                Some(_) => {}
            }
            let statistics = Statistics::new(contest.players().iter().map(|player| player.label()));
            campaign.matches.push(Entry { contest, work, statistics });
        }
        for index in 0..campaign.works.len() {
            campaign.load(index)?;
        }
        Ok(campaign)
    }

    fn load(&mut self, index: usize) -> Result<(), StoreError> {
        let Work { id, contest, done, sample } = &mut self.works[index];
        let matches = &mut self.matches;
        each_game(&self.store, *id, contest, |record| {
            done.insert(record.index);
            count(matches, index, &record);
            if sample.as_ref().is_none_or(|sample| record.plies < sample.plies) {
                *sample = Some(record);
            }
        })
    }

    /// How many games there are in all.
    pub fn total(&self) -> u64 {
        self.works.iter().map(|work| work.contest.schedule().games()).sum()
    }

    /// How many of them were finished when the campaign began.
    pub fn done(&self) -> u64 {
        self.works.iter().map(|work| work.done.len() as u64).sum()
    }

    /// What is known about each match, in the order in which they were given.
    pub fn statistics(&self) -> impl Iterator<Item = &Statistics> {
        self.matches.iter().map(|entry| &entry.statistics)
    }

    /// Plays what is missing. Every game is on the disk before `on_games` hears of it; that is told
    /// the match of the last one, what is known about it, and how many games are new.
    ///
    /// Ends early, without error, when `stopped` comes true.
    pub fn run(
        &mut self,
        jobs: NonZeroUsize,
        stopped: &(dyn Fn() -> bool + Sync),
        mut on_games: impl FnMut(usize, &Statistics, u64),
    ) -> Result<(), CampaignError> {
        self.check_samples(stopped)?;
        let (store, matches, works) = (&mut self.store, &mut self.matches, &self.works);
        let wanted: Vec<_> = works.iter().map(|work| |index: u64| !work.done.contains(&index)).collect();
        let tasks: Vec<Task<'_>> =
            works.iter().zip(&wanted).map(|(work, is_wanted)| Task { contest: work.contest, is_wanted }).collect();
        let finished = |games: Vec<Finished>| {
            let Some(last) = games.last() else { return Ok(()) };
            store.add(games.iter().map(|game| (works[game.task].id, &game.record, game.elapsed)))?;
            for game in &games {
                count(matches, game.task, &game.record);
            }
            if let Some(at) = matches.iter().position(|entry| entry.work == last.task) {
                on_games(at, &matches[at].statistics, games.len() as u64);
            }
            Ok(())
        };
        runner::run_all(&tasks, jobs, stopped, finished).map_err(|error| match error {
            RunError::Player(error) => CampaignError::Player(error),
            RunError::Receiver(error) => CampaignError::Store(error),
            RunError::NoThread => CampaignError::NoThread,
        })
    }

    /// A match that goes on must be the match that began: one of its games is played again, unless
    /// times rule out that it comes out the same.
    fn check_samples(&self, stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), CampaignError> {
        for work in &self.works {
            let schedule = work.contest.schedule();
            let Some(sample) = &work.sample else { continue };
            let Some(scheduled) = schedule.game(sample.index) else { continue };
            if !work.contest.is_reproducible() || work.done.len() as u64 == schedule.games() {
                continue;
            }
            let game = work.contest.game().play_game(scheduled, work.contest.players(), stopped);
            let Some(again) = game.map_err(CampaignError::Player)? else { return Ok(()) };
            // An interrupted search ends with any move.
            if !stopped()
                && let Some(difference) = replay::difference(sample, &again)
            {
                let what = format!("in game {} of {}, {difference}", sample.index, sample.game);
                let path = self.store.path().to_owned();
                return Err(CampaignError::Store(StoreError { path, problem: Problem::Changed(what) }));
            }
        }
        Ok(())
    }
}

/// What a store knows about matches, in their order. Nothing is played.
pub fn known<'a>(
    store: &Store,
    contests: impl IntoIterator<Item = &'a Contest>,
) -> Result<Vec<Statistics>, StoreError> {
    let mut known = Vec::new();
    for contest in contests {
        let mut statistics = Statistics::new(contest.players().iter().map(|player| player.label()));
        if let Some(id) = store.find_match(contest)? {
            each_game(store, id, contest, |record| statistics.add(&record))?;
        }
        known.push(statistics);
    }
    Ok(known)
}

/// Hands over the stored games of a match. What an earlier run played beyond it does not count now.
fn each_game(
    store: &Store,
    id: MatchId,
    contest: &Contest,
    mut each: impl FnMut(GameRecord),
) -> Result<(), StoreError> {
    store.games(id, |game| {
        let Some(scheduled) = contest.schedule().game(game.record.index) else { return Ok(()) };
        if scheduled.seed != game.record.seed {
            let what = format!("game {} had another seed", game.record.index);
            return Err(StoreError { path: store.path().to_owned(), problem: Problem::Changed(what) });
        }
        each(game.record);
        Ok(())
    })
}

/// Counts a game for every match that it belongs to.
fn count(matches: &mut [Entry<'_>], work: usize, record: &GameRecord) {
    for entry in matches.iter_mut().filter(|entry| entry.work == work) {
        if record.index < entry.contest.schedule().games() {
            entry.statistics.add(record);
        }
    }
}

/// A campaign that was cut short.
#[derive(Debug)]
pub enum CampaignError {
    /// A player did not keep to the rules.
    Player(PlayerError),
    /// The store cannot be used.
    Store(StoreError),
    /// The system allows no further thread.
    NoThread,
}

impl fmt::Display for CampaignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignError::Player(error) => write!(f, "{error}"),
            CampaignError::Store(error) => write!(f, "{error}"),
            CampaignError::NoThread => f.write_str("the system allows no further thread"),
        }
    }
}

impl std::error::Error for CampaignError {}

impl From<StoreError> for CampaignError {
    fn from(error: StoreError) -> Self {
        CampaignError::Store(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, PlayerSpec, test_game};
    use std::cell::Cell;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn contest(games: u64) -> Contest {
        let players = ["random", "mcts"].map(|text| PlayerSpec::read(text, &Budget::playouts(20)).expect("valid"));
        Contest::new(test_game::any_heap(3), players.into(), games, 7).unwrap_or_else(|error| panic!("{error}"))
    }

    fn fresh(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kingmaker-campaign-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("created");
        folder.join("games.db")
    }

    fn campaign<'a>(path: &std::path::Path, contests: &[&'a Contest]) -> Campaign<'a> {
        Campaign::new(Store::open(path).expect("free"), contests.iter().copied()).expect("readable")
    }

    fn run(campaign: &mut Campaign<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Result<u64, CampaignError> {
        let played = Cell::new(0);
        let jobs = NonZeroUsize::new(2).expect("not zero");
        campaign.run(jobs, stopped, |_, _, games| played.set(played.get() + games))?;
        Ok(played.get())
    }

    fn rates(campaign: &Campaign<'_>) -> Vec<(u64, f64)> {
        let summaries = campaign.statistics().map(Statistics::summary);
        summaries.map(|summary| (summary.games, summary.players[1].wins)).collect()
    }

    #[test]
    fn goes_on_where_it_stopped() {
        let (path, whole) = (fresh("resume"), fresh("whole"));
        let contest = contest(60);
        let mut undisturbed = campaign(&whole, &[&contest]);
        assert_eq!(run(&mut undisturbed, &|| false).expect("played"), 60);
        let mut played = 0;
        for round in 1..=5 {
            let asked = AtomicU64::new(0);
            let mut part = campaign(&path, &[&contest]);
            assert_eq!(part.done(), played);
            played += run(&mut part, &|| asked.fetch_add(1, Ordering::Relaxed) > 30 * round).expect("played");
        }
        assert!((1..60).contains(&played), "{played} games in five interrupted runs");
        let mut rest = campaign(&path, &[&contest]);
        assert_eq!(run(&mut rest, &|| false).expect("played"), 60 - played);
        assert_eq!(rates(&rest), rates(&undisturbed));
        drop(rest);
        let mut again = campaign(&path, &[&contest]);
        assert_eq!((again.done(), again.total()), (60, 60));
        assert_eq!(run(&mut again, &|| false).expect("nothing to do"), 0);
        assert_eq!(rates(&again), rates(&undisturbed));
    }

    #[test]
    fn a_match_that_is_there_twice_is_played_once() {
        let path = fresh("twice");
        let (short, long) = (contest(6), contest(12));
        let mut both = campaign(&path, &[&short, &long, &short]);
        assert_eq!((both.total(), run(&mut both, &|| false).expect("played")), (12, 12));
        let counted = rates(&both);
        assert_eq!((counted[0].0, counted[1].0), (6, 12));
        assert_eq!(counted[0], counted[2]);
        drop(both);
        // Fewer games than are there: the first ones count, also when nothing is played.
        assert_eq!(rates(&campaign(&path, &[&short]))[0], counted[0]);
        let store = Store::read(&path).expect("there");
        let summaries: Vec<_> =
            known(&store, [&short, &long]).expect("readable").iter().map(Statistics::summary).collect();
        assert_eq!([0, 1].map(|at: usize| (summaries[at].games, summaries[at].players[1].wins)), counted[..2]);
        let other = Contest::new(test_game::any_heap(3), vec![short.players()[0].clone()], 6, 7).expect("valid");
        assert_eq!(known(&store, [&other]).expect("readable")[0].summary().games, 0);
    }

    #[test]
    fn another_program_is_noticed() {
        let path = fresh("changed");
        let contest = contest(12);
        let mut store = Store::open(&path).expect("new");
        let id = store.match_id(&contest).expect("new");
        let scheduled = contest.schedule().game(4).expect("within");
        let game = contest.game().play_game(scheduled, contest.players(), &|| false);
        let mut record = game.expect("legal").expect("not stopped");
        record.moves[1].text = "take9".to_owned();
        store.add([(id, &record, std::time::Duration::ZERO)]).expect("written");
        drop(store);
        let error = run(&mut campaign(&path, &[&contest]), &|| false).expect_err("changed").to_string();
        assert!(error.contains("in game 4 of heap") && error.contains("ply 2 was 'take9' and is now 'take"), "{error}");
    }
}
