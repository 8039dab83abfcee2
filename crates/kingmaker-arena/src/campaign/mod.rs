//! Matches that are played as far as they are not played yet, with everything kept in a store.

mod queue;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::contest::Contest;
use crate::player::PlayerError;
use crate::record::GameRecord;
use crate::replay;
use crate::runner::{self, Finished, RunError, Task};
use crate::stopping::Standing;
use crate::store::{MatchId, Problem, Store, StoreError};

use queue::Queue;

/// Matches and how far they are.
pub struct Campaign<'a> {
    store: Store,
    matches: Vec<Entry>,
    works: Vec<Work<'a>>,
}

/// A match as it was asked for.
struct Entry {
    work: usize,
    standing: Standing,
}

/// What has to be played. Matches that differ only in their number of games, or in the rule that
/// ends them, share it.
struct Work<'a> {
    id: MatchId,
    contest: &'a Contest,
    done: BTreeSet<u64>,
    /// Games below this index are needed whatever a test decides.
    certain: u64,
    /// Games from this index on are not needed, as far as is known yet.
    until: AtomicU64,
    /// The shortest of the stored games: if the program has changed, it is probably seen in it.
    sample: Option<GameRecord>,
}

impl Work<'_> {
    fn until(&self) -> u64 {
        self.until.load(Ordering::Relaxed)
    }

    /// How many of the games that are needed were there in the beginning.
    fn done(&self) -> u64 {
        self.done.range(..self.until()).count() as u64
    }
}

/// Something to tell while games are played.
pub struct News<'a> {
    /// How many games are new.
    pub games: u64,
    /// How many there will be in all, at the most: less if a test has decided.
    pub total: u64,
    /// The match of the last of them, counted from zero.
    pub index: usize,
    /// How it stands.
    pub standing: &'a Standing,
}

impl<'a> Campaign<'a> {
    /// Finds out what is there already.
    pub fn new(store: Store, contests: impl IntoIterator<Item = &'a Contest>) -> Result<Self, StoreError> {
        let mut campaign = Campaign { store, matches: Vec::new(), works: Vec::new() };
        let mut known: BTreeMap<MatchId, usize> = BTreeMap::new();
        for contest in contests {
            let id = campaign.store.match_id(contest)?;
            let at = *known.entry(id).or_insert(campaign.works.len());
            if at == campaign.works.len() {
                let (done, until) = (BTreeSet::new(), AtomicU64::new(0));
                campaign.works.push(Work { id, contest, done, certain: 0, until, sample: None });
            }
            let (work, games) = (&mut campaign.works[at], contest.schedule().games());
            if work.contest.schedule().games() < games {
                work.contest = contest;
            }
            if contest.stopping().is_none() {
                work.certain = work.certain.max(games);
            }
            campaign.matches.push(Entry { work: at, standing: Standing::new(contest) });
        }
        for index in 0..campaign.works.len() {
            campaign.load(index)?;
        }
        Ok(campaign)
    }

    fn load(&mut self, index: usize) -> Result<(), StoreError> {
        let Work { id, contest, done, until, sample, .. } = &mut self.works[index];
        let matches = &mut self.matches;
        each_game(&self.store, *id, contest, |record| {
            done.insert(record.index);
            count(matches, index, &record);
            if sample.as_ref().is_none_or(|sample| record.plies < sample.plies) {
                *sample = Some(record);
            }
        })?;
        *until.get_mut() = needed(matches, index);
        Ok(())
    }

    /// How many games there are in all, at the most.
    pub fn total(&self) -> u64 {
        self.works.iter().map(Work::until).sum()
    }

    /// Whether there may be fewer games than that.
    pub fn is_open(&self) -> bool {
        self.standings().any(|standing| standing.finding().is_some() && !standing.is_complete())
    }

    /// How many of them were finished when the campaign began.
    pub fn done(&self) -> u64 {
        self.works.iter().map(Work::done).sum()
    }

    /// How each match stands, in the order in which they were given.
    pub fn standings(&self) -> impl Iterator<Item = &Standing> {
        self.matches.iter().map(|entry| &entry.standing)
    }

    /// Plays what is missing. Every game is on the disk before `tell` hears of it.
    ///
    /// Ends early, without error, when `stopped` comes true.
    pub fn run(
        &mut self,
        jobs: NonZeroUsize,
        stopped: &(dyn Fn() -> bool + Sync),
        mut tell: impl FnMut(&News<'_>),
    ) -> Result<(), CampaignError> {
        self.check_samples(stopped)?;
        let (store, matches, works) = (&mut self.store, &mut self.matches, &self.works);
        let wanted: Vec<_> = works.iter().map(|work| |index: u64| !work.done.contains(&index)).collect();
        let tasks: Vec<Task<'_>> = works
            .iter()
            .zip(&wanted)
            .map(|(work, is_wanted)| Task { contest: work.contest, is_wanted, until: &work.until })
            .collect();
        let mut queues: Vec<Queue> = works.iter().map(|work| Queue::new(work.certain, &work.done)).collect();
        let finished = |games: Vec<Finished>| {
            let ready: Vec<Finished> = games.into_iter().flat_map(|game| queues[game.task].finished(game)).collect();
            // A test decides between rounds, so nothing of a round hangs on the rest of it.
            let round = |game: &Finished| {
                let (work, index) = (&works[game.task], game.record.index);
                (index >= work.certain).then(|| (game.task, index / work.contest.schedule().round_length()))
            };
            for games in ready.chunk_by(|one, other| round(one) == round(other)) {
                let [.., last] = games else { continue };
                let work = &works[last.task];
                if round(last).is_some() && last.record.index >= work.until() {
                    continue;
                }
                store.add(games.iter().map(|game| (works[game.task].id, &game.record, game.elapsed)))?;
                for game in games {
                    count(matches, game.task, &game.record);
                    works[game.task].until.store(needed(matches, game.task), Ordering::Relaxed);
                }
                if let Some(index) = matches.iter().position(|entry| entry.work == last.task) {
                    let total = works.iter().map(Work::until).sum();
                    tell(&News { games: games.len() as u64, total, index, standing: &matches[index].standing });
                }
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
            if !work.contest.is_reproducible() || work.done() == work.until() {
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
pub fn known<'a>(store: &Store, contests: impl IntoIterator<Item = &'a Contest>) -> Result<Vec<Standing>, StoreError> {
    let mut known = Vec::new();
    for contest in contests {
        let mut standing = Standing::new(contest);
        if let Some(id) = store.find_match(contest)? {
            each_game(store, id, contest, |record| standing.add(&record))?;
        }
        known.push(standing);
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
fn count(matches: &mut [Entry], work: usize, record: &GameRecord) {
    matches.iter_mut().filter(|entry| entry.work == work).for_each(|entry| entry.standing.add(record));
}

/// Games from this index on are not needed by any match.
fn needed(matches: &[Entry], work: usize) -> u64 {
    let entries = matches.iter().filter(|entry| entry.work == work);
    entries.map(|entry| entry.standing.needed()).max().unwrap_or(0)
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
mod tests;
